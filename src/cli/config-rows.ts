import type { SettingName } from "../application/settings.ts";
import { paceFor } from "../application/settings.ts";
import { DEFAULT_METRICS_HOST, DEFAULT_RUNS } from "../library/watch-settings.ts";
import type { Configuration } from "../library/configuration.ts";
import { KNOWN_TASKS, SCHEDULE_TIMEZONE } from "../domain/known-tasks.ts";
import type { Source } from "../domain/source.ts";
import { BUILT_IN_SOURCES } from "../sources/index.ts";
import type { Io } from "./io.ts";
import type { GlobalFlags } from "./global-flags.ts";

export interface ConfigRow {
  readonly name: string;
  readonly value: unknown;
  readonly from: string;
}

/** Where a setting is written: its key in a file, or its flag. */
const NAMES: Readonly<Record<SettingName, string>> = {
  userAgent: "network.user_agent",
  allowPrivate: "network.allow_private",
  maxBodyBytes: "network.max_body_bytes",
  maxDecodedBytes: "network.max_decoded_bytes",
  maxListingBytes: "network.max_listing_bytes",
  delayMs: "politeness.delay_ms",
  hostConcurrency: "default.concurrency",
  retryAfterWaitMs: "politeness.retry_after_wait_ms",
  breakerThreshold: "politeness.breaker_threshold",
  breakerResetMs: "politeness.breaker_reset_ms",
  hostsInFlight: "--concurrency",
  extractionWorkers: "extraction.workers",
  extractionTimeoutMs: "extraction.timeout_ms",
  extractionMemoryMb: "extraction.memory_mb",
  healthDegradedAfter: "health.degraded_after",
  healthInactiveAfterMs: "health.inactive_after",
  healthCertificateDays: "health.certificate_days",
  refetchMinMs: "refetch.min",
  refetchMaxMs: "refetch.max",
  refetchStartMs: "refetch.start",
};

export function rootOrigin(flags: GlobalFlags, io: Io): string {
  if (flags.root !== undefined) return "flag";
  return io.env["LEVADA_ROOT"] === undefined ? "default" : "environment";
}

/** Settings of the engine, then of each source. Addresses of databases and stores may hold secrets: not shown. */
export function configRows(configuration: Configuration): readonly ConfigRow[] {
  const engine = configuration.values.map(({ name, value, from }) => ({
    name: NAMES[name],
    value: PERIODS.has(name) ? period(Number(value)) : value,
    from,
  }));
  return [
    ...engine,
    ...scheduleRows(configuration),
    ...searchRows(configuration),
    ...watchRows(configuration),
    ...sourceRows(configuration),
  ];
}

const PERIODS: ReadonlySet<SettingName> = new Set<SettingName>([
  "healthInactiveAfterMs",
  "refetchMinMs",
  "refetchMaxMs",
  "refetchStartMs",
]);

/** As it can be written in the file. */
function period(ms: number): string {
  const units = [
    ["d", 86_400_000],
    ["h", 3_600_000],
    ["m", 60_000],
  ] as const;
  const [unit, size] = units.find(([, one]) => ms % one === 0) ?? ["s", 1000];
  return `${ms / size}${unit}`;
}

function scheduleRows({ config: { schedule = {} }, files }: Configuration): readonly ConfigRow[] {
  const { timezone, tasks = {} } = schedule;
  const line = (name: string, value: unknown, isSet: boolean) => ({
    name: `schedule.${name}`,
    value,
    from: isSet ? files.config : "default",
  });
  const names = Object.keys(KNOWN_TASKS).filter((name) => KNOWN_TASKS[name]?.cron !== null);
  return [
    line("timezone", timezone ?? SCHEDULE_TIMEZONE, timezone !== undefined),
    ...[...new Set([...names, ...Object.keys(tasks)])].map((name) => {
      const cron = tasks[name] === undefined ? KNOWN_TASKS[name]?.cron : tasks[name].cron;
      return line(`tasks.${name}`, cron ?? false, tasks[name] !== undefined);
    }),
  ];
}

function searchRows({ config: { search = {} }, files }: Configuration): readonly ConfigRow[] {
  const rows = Object.entries({ retriever: "lexical", model: null, ...search });
  return rows.map(([name, value]) => ({
    name: `search.${name}`,
    value,
    from: Object.hasOwn(search, name) ? files.config : "default",
  }));
}

/** What is told of runs, and to whom. Addresses and commands of hooks may hold secrets: not shown. */
function watchRows({ config: { history, metrics, hooks }, files }: Configuration): readonly ConfigRow[] {
  const setting = (name: string, value: unknown, fallback: unknown) => ({
    name,
    value: value ?? fallback,
    from: value === undefined ? "default" : files.config,
  });
  const kind = (hook: object | undefined) => hook && ("webhook" in hook ? "(webhook)" : "(command)");
  return [
    setting("history.runs", history?.runs, DEFAULT_RUNS),
    setting("metrics.file", metrics?.file, null),
    setting("metrics.port", metrics?.port, null),
    setting("metrics.host", metrics?.host, DEFAULT_METRICS_HOST),
    setting("hooks.on_run_end", kind(hooks?.onRunEnd), null),
    setting("hooks.on_alert", kind(hooks?.onAlert), null),
  ];
}

function sourceRows({ config, files }: Configuration): readonly ConfigRow[] {
  return BUILT_IN_SOURCES.flatMap((source) => {
    const given: Readonly<Record<string, unknown>> = {
      ...config.sources?.[source.name as keyof typeof config.sources],
    };
    const resolved = isWhole(source) ? (source.resolveOptions?.(given) ?? {}) : shippedFiles(source);
    return Object.entries({ ...resolved, ...given, ...(isWhole(source) ? resolved : {}) }).map(
      ([name, value]) => ({
        name: `sources.${source.name}.${snakeCase(name)}`,
        value,
        from: given[name] === undefined ? "default" : files.config,
      }),
    );
  });
}

/** Its options follow from the configuration alone: no file has to be read, and nothing be said on the command line. */
function isWhole({ argument, flags = [] }: Source<never>): boolean {
  return argument === undefined && flags.every(({ kind }) => kind !== "file");
}

function shippedFiles({ flags = [] }: Source<never>): Readonly<Record<string, unknown>> {
  const files = flags.filter(({ kind }) => kind === "file");
  return Object.fromEntries(files.map(({ option }) => [option, "(shipped)"]));
}

export interface HostPaceRow {
  readonly host: string;
  readonly delay_ms: number;
  readonly concurrency: number;
  readonly obey_robots: boolean;
  readonly from: string;
}

/** The pace of every host that was given one, and of all others. */
export function hostPaces({ settings, values, files }: Configuration): readonly HostPaceRow[] {
  const origin = values.find(({ name }) => name === "delayMs")?.from ?? "default";
  const hosts = Object.keys(settings.pace.hosts).toSorted();
  return [
    row("(any other)", settings.pace.default, origin),
    ...hosts.map((host) => row(host, paceFor(settings.pace, host), files.rateLimits)),
  ];
}

function row(host: string, pace: ReturnType<typeof paceFor>, from: string): HostPaceRow {
  return { host, delay_ms: pace.delayMs, concurrency: pace.concurrency, obey_robots: pace.obeyRobots, from };
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
