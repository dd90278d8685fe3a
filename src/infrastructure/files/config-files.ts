import { MisuseError } from "../../domain/errors.ts";
import { readYaml } from "./yaml-file.ts";
import { entries, fields, list, type Place, refused, requiring, scalar, type Shape } from "./yaml-shape.ts";

/** Sizes a body may have; for every source, or for one. */
export interface BodyLimitsConfig {
  /** Over the wire. */
  readonly maxBodyBytes?: number;
  /** After decompression. */
  readonly maxDecodedBytes?: number;
}

export interface CatalogConfig {
  readonly kind: "csv" | "html";
  readonly url: string;
  readonly states?: readonly string[];
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

const webUrl = scalar("an http or https URL", (value) =>
  typeof value === "string" && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined,
);

const anyUrl = scalar("a URL", (value) =>
  typeof value === "string" && URL.canParse(value) ? value : undefined,
);

/** It goes into a header: no line breaks, nothing outside ASCII. */
const headerText = scalar("a text of printable ASCII characters", (value) =>
  typeof value === "string" && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) ? value : undefined,
);

const catalogKind = scalar("csv or html", (value) =>
  value === "csv" || value === "html" ? value : undefined,
);

const limits = { max_body_bytes: bytes, max_decoded_bytes: bytes };

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
