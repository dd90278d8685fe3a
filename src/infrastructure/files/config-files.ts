import { MisuseError } from "../../domain/errors.ts";
import { type RefetchConfig, refetchShape, type ScheduleConfig, scheduleShape } from "./schedule-shape.ts";
import { readYaml } from "./yaml-file.ts";
import { entries, fields, list, type Place, refused, requiring, scalar, type Shape } from "./yaml-shape.ts";

/** Sizes a body may have; for every source, or for one. */
export interface BodyLimitsConfig {
  /** Over the wire. */
  readonly maxBodyBytes?: number;
  /** After decompression. */
  readonly maxDecodedBytes?: number;
  /** Of a listing that is held whole. */
  readonly maxListingBytes?: number;
}

export interface CatalogConfig {
  readonly kind: "csv" | "html";
  readonly url: string;
  readonly states?: readonly string[];
}

/** What is told of a run: a program that is started, or an address that is sent to. */
export type HookConfig =
  | {
      readonly command: string | readonly string[];
      readonly shell?: boolean;
      readonly timeoutMs?: number;
    }
  | { readonly webhook: string };

export interface HooksConfig {
  readonly onRunEnd?: HookConfig;
  readonly onAlert?: HookConfig;
}

/** `levada.config.yaml` as the user wrote it; what is not there has no key. */
export interface ConfigFile {
  readonly network?: BodyLimitsConfig & {
    readonly allowPrivate?: boolean;
    readonly userAgent?: string;
  };
  readonly politeness?: {
    readonly delayMs?: number;
    readonly retryAfterWaitMs?: number;
    readonly breakerThreshold?: number;
    readonly breakerResetMs?: number;
  };
  readonly extraction?: {
    readonly workers?: number;
    readonly timeoutMs?: number;
    readonly memoryMb?: number;
  };
  readonly health?: {
    readonly degradedAfter?: number;
    /** ms. */
    readonly inactiveAfter?: number;
    readonly certificateDays?: number;
  };
  readonly search?: {
    readonly retriever?: "lexical" | "hybrid";
    readonly model?: string;
  };
  readonly history?: { readonly runs?: number };
  readonly metrics?: {
    readonly file?: string;
    readonly port?: number;
    readonly host?: string;
  };
  readonly hooks?: HooksConfig;
  readonly sources?: {
    readonly usgs?: BodyLimitsConfig & {
      readonly baseUrl?: string;
      readonly catalogs?: readonly CatalogConfig[];
    };
    readonly wiki?: BodyLimitsConfig & {
      readonly apiUrl?: string;
      readonly pageDir?: string;
      readonly rawDir?: string;
      readonly registry?: string;
      readonly namespaces?: readonly number[];
    };
    readonly tramites?: BodyLimitsConfig & { readonly registry?: string };
    readonly site?: BodyLimitsConfig;
  };
  readonly schedule?: ScheduleConfig;
  /** How often a known page is asked for by scheduled runs. */
  readonly refetch?: RefetchConfig;
  readonly database?: { readonly url?: string };
  readonly storage?: { readonly url?: string };
}

export interface HostLimits {
  readonly delayMs?: number;
  readonly concurrency?: number;
  readonly obeyRobots?: boolean;
}

/** `rate_limits.yaml` as the user wrote it. */
export interface RateLimitsFile {
  readonly default?: HostLimits;
  /** By `URL.host`: lower case, with the port where one was given. */
  readonly hosts?: Readonly<Record<string, HostLimits>>;
}

const yesOrNo = scalar("true or false", (value) => (typeof value === "boolean" ? value : undefined));

const text = scalar("a text", (value) => (typeof value === "string" && value !== "" ? value : undefined));

const integer = (least: number, most = Number.MAX_SAFE_INTEGER) =>
  scalar(
    most === Number.MAX_SAFE_INTEGER
      ? `a whole number, ${least} or more`
      : `a whole number from ${least} to ${most}`,
    (value) =>
      typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most
        ? value
        : undefined,
  );

const milliseconds = scalar("a number of milliseconds, 0 or more", (value) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined,
);

const bytes = scalar('a positive number of bytes, such as 67108864 or "64MiB"', (value) => {
  const size = typeof value === "string" ? sizeOf(value) : value;
  return typeof size === "number" && Number.isSafeInteger(size) && size > 0 ? size : undefined;
});

const SPANS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

const timeSpan = scalar("a time such as 7d, 36h or 90m, one minute or more", (value) => {
  const found = typeof value === "string" ? /^(\d{1,6})\s*([dhm])$/i.exec(value.trim()) : null;
  const ms = Number(found?.[1]) * (SPANS[(found?.[2] ?? "").toLowerCase()] ?? NaN);
  return ms >= 60_000 ? ms : undefined;
});

const webUrl = scalar("an http or https URL", (value) =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined,
);

const anyUrl = scalar("a URL", (value) =>
  typeof value === "string" && URL.canParse(value) ? value : undefined,
);

/** It goes into a header: no line breaks, nothing outside ASCII. */
const headerText = scalar("a text of printable ASCII characters", (value) =>
  typeof value === "string" && isHeaderText(value) ? value : undefined,
);

export function isHeaderText(value: string): boolean {
  return /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value);
}

const catalogKind = scalar("csv or html", (value) =>
  value === "csv" || value === "html" ? value : undefined,
);

const retriever = scalar("lexical or hybrid", (value) =>
  value === "lexical" || value === "hybrid" ? value : undefined,
);

const hookFields = fields({
  command: (node, at) => (at.yaml.isSeq(node) ? list(text)(node, at) : text(node, at)),
  shell: yesOrNo,
  timeout_ms: integer(100, 3_600_000),
  webhook: webUrl,
});

/** One of the two: whoever wants both writes a command that does both. */
const hook: Shape<HookConfig> = (node, at) => {
  const { command, webhook, shell, timeoutMs } = hookFields(node, at);
  if ((command === undefined) === (webhook === undefined))
    throw refused(at, `${at.path} takes a command or a webhook: one of them`);
  if (webhook !== undefined) {
    if (shell !== undefined || timeoutMs !== undefined)
      throw refused(at, `${at.path}: shell and timeout_ms are for a command`);
    return { webhook };
  }
  if (command === undefined || command.length === 0) throw refused(at, `${at.path}.command is empty`);
  return {
    command,
    ...(shell === undefined ? {} : { shell }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  };
};

const limits = { max_body_bytes: bytes, max_decoded_bytes: bytes, max_listing_bytes: bytes };

const catalogFields = fields({ kind: catalogKind, url: webUrl, states: list(text) });

const catalog: Shape<CatalogConfig> = requiring(catalogFields, "kind", "url");

const CONFIG: Shape<ConfigFile> = fields({
  network: fields({ allow_private: yesOrNo, user_agent: headerText, ...limits }),
  politeness: fields({
    delay_ms: milliseconds,
    retry_after_wait_ms: milliseconds,
    breaker_threshold: integer(1),
    breaker_reset_ms: milliseconds,
  }),
  extraction: fields({
    workers: integer(0, 64),
    timeout_ms: integer(100, 3_600_000),
    memory_mb: integer(128, 65_536),
  }),
  health: fields({
    degraded_after: integer(1, 1_000),
    inactive_after: timeSpan,
    certificate_days: integer(0, 3_650),
  }),
  search: fields({ retriever, model: text }),
  history: fields({ runs: integer(1, 1_000_000) }),
  metrics: fields({ file: text, port: integer(1, 65_535), host: text }),
  hooks: fields({ on_run_end: hook, on_alert: hook }),
  sources: fields({
    usgs: fields({ base_url: webUrl, catalogs: list(catalog), ...limits }),
    wiki: fields({
      api_url: webUrl,
      page_dir: text,
      raw_dir: text,
      registry: text,
      namespaces: list(integer(0)),
      ...limits,
    }),
    tramites: fields({ registry: text, ...limits }),
    site: fields(limits),
  }),
  schedule: scheduleShape,
  refetch: refetchShape,
  database: fields({ url: anyUrl }),
  storage: fields({ url: anyUrl }),
});

const hostLimits = fields({ delay_ms: milliseconds, concurrency: integer(1), obey_robots: yesOrNo });

const RATE_LIMITS: Shape<RateLimitsFile> = fields({
  default: hostLimits,
  hosts: entries(hostKey, hostLimits),
});

/** Reads `levada.config.yaml`. A file that is not there is an empty one, unless the user named it. */
export async function readConfig(
  file: string,
  { required }: { readonly required: boolean },
): Promise<ConfigFile> {
  const config = await readYaml(file, CONFIG);
  if (config === undefined && required) {
    throw new MisuseError(`configuration file ${file} does not exist; check --config`);
  }
  return config ?? {};
}

/** Reads `rate_limits.yaml`; a file that is not there is an empty one. */
export async function readRateLimits(file: string): Promise<RateLimitsFile> {
  return (await readYaml(file, RATE_LIMITS)) ?? {};
}

/** As `URL.host` spells it, so that it can be compared: lower case, punycode, IPv6 in brackets, no default port. */
function hostKey(key: string, at: Place): string {
  const host = /^[0-9a-f]*:[0-9a-f:.]*:[0-9a-f.]*$/i.test(key) ? `[${key}]` : key;
  const url = URL.parse(`http://${host}/`);
  if (url === null || host === "" || /[/\\?#@\s*]/.test(host)) {
    throw refused(
      at,
      `${at.path} is not a host; write a name or address, with a port if need be (127.0.0.1:8080)`,
    );
  }
  // Of the two default ports URL knows one, because it was told http.
  return url.port === "443" ? url.hostname : url.host;
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

function sizeOf(size: string): number | undefined {
  const found = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(size.trim());
  const unit = UNITS[(found?.[2] ?? "").toLowerCase()];
  return found === null || unit === undefined ? undefined : Number(found[1]) * unit;
}
