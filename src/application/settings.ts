import type { BreakerSettings } from "../domain/breaker.ts";
import type { HostPace } from "../domain/host.ts";
import { DAY_MS, type HealthRules } from "../domain/link-health.ts";
import type { RevisitBounds } from "../domain/revisit.ts";
import type { BodyLimits, Deadlines } from "./ports.ts";

/** Everything the engine can be told, complete. Made by `resolveSettings`, never by hand. */
export interface Settings {
  readonly userAgent: string;
  readonly allowPrivate: boolean;
  /** For documents, which stream to disk. */
  readonly documentLimits: BodyLimits;
  /** For pages, which are held in memory. */
  readonly pageLimits: BodyLimits;
  /** For listings that are held whole, in place of what each source thinks right; 0 where that stands. */
  readonly maxListingBytes: number;
  readonly deadlines: Deadlines;
  readonly pace: PaceSettings;
  /** Longest Retry-After that is waited out inside a run. */
  readonly retryAfterWaitMs: number;
  readonly breaker: BreakerSettings;
  /** Hosts worked on at once. */
  readonly hostsInFlight: number;
  readonly extraction: ExtractionLimits;
  readonly health: HealthRules;
  /** How long a page may go unasked by scheduled runs. */
  readonly refetch: RevisitBounds;
  /** After a stop was asked for, documents in hand get this long to finish. */
  readonly graceMs: number;
}

/** What reading documents may take. */
export interface ExtractionLimits {
  /** Processes that read at the same time; with 0 a run reads nothing, and `reextract` does it. */
  readonly workers: number;
  /** For one document. */
  readonly timeoutMs: number;
  /** Of one process. */
  readonly memoryMb: number;
}

export interface PaceSettings {
  readonly default: HostPace;
  /** By host, with or without port. */
  readonly hosts: Readonly<Record<string, Partial<HostPace>>>;
}

/** What a file, the environment or a caller may say: any part of it. */
export interface SettingsLayer {
  readonly userAgent?: string;
  readonly allowPrivate?: boolean;
  readonly maxBodyBytes?: number;
  readonly maxDecodedBytes?: number;
  readonly maxListingBytes?: number;
  readonly delayMs?: number;
  readonly hostConcurrency?: number;
  readonly retryAfterWaitMs?: number;
  readonly breakerThreshold?: number;
  readonly breakerResetMs?: number;
  readonly hostsInFlight?: number;
  readonly extractionWorkers?: number;
  readonly extractionTimeoutMs?: number;
  readonly extractionMemoryMb?: number;
  readonly healthDegradedAfter?: number;
  readonly healthInactiveAfterMs?: number;
  readonly healthCertificateDays?: number;
  readonly refetchMinMs?: number;
  readonly refetchMaxMs?: number;
  readonly refetchStartMs?: number;
}

export type SettingName = keyof SettingsLayer;

const MiB = 1024 * 1024;

/** The defaults, and the units of every setting. */
export const DEFAULTS: Required<SettingsLayer> = {
  userAgent: "Levada/0.1 (polite document archiver)",
  allowPrivate: false,
  maxBodyBytes: 512 * MiB,
  maxDecodedBytes: 512 * MiB,
  maxListingBytes: 0,
  delayMs: 1000,
  hostConcurrency: 1,
  retryAfterWaitMs: 60_000,
  breakerThreshold: 5,
  breakerResetMs: 300_000,
  hostsInFlight: 16,
  extractionWorkers: 2,
  extractionTimeoutMs: 60_000,
  extractionMemoryMb: 512,
  healthDegradedAfter: 3,
  healthInactiveAfterMs: 7 * DAY_MS,
  healthCertificateDays: 14,
  refetchMinMs: DAY_MS,
  refetchMaxMs: 30 * DAY_MS,
  refetchStartMs: 7 * DAY_MS,
};

/** Pages are parsed in memory, so they have a tighter cap than documents. */
const MAX_PAGE_BYTES = 64 * MiB;

const DEADLINES: Deadlines = {
  connectMs: 30_000,
  headersMs: 60_000,
  idleMs: 60_000,
  totalMs: 3_600_000,
  minBytesPerSecond: 100,
};

/** A layer with the name users know it by (`flag`, `LEVADA_…`, a file). */
export interface NamedLayer {
  readonly from: string;
  readonly values: SettingsLayer;
}

export interface ResolvedValue {
  readonly name: SettingName;
  readonly value: string | number | boolean;
  readonly from: string;
}

/** Each setting with its value and where it came from; the first layer that says something wins. */
export function resolveValues(layers: readonly NamedLayer[]): readonly ResolvedValue[] {
  const names = Object.keys(DEFAULTS) as SettingName[];
  return names.map((name) => {
    const layer = layers.find(({ values }) => values[name] !== undefined);
    return { name, value: layer?.values[name] ?? DEFAULTS[name], from: layer?.from ?? "default" };
  });
}

/** Precedence: flag, environment, config file, source, `DEFAULTS`. */
export function resolveSettings(
  layers: readonly NamedLayer[],
  hosts: Readonly<Record<string, Partial<HostPace>>> = {},
  obeyRobots = true,
): Settings {
  const value = Object.fromEntries(
    resolveValues(layers).map((v) => [v.name, v.value]),
  ) as Required<SettingsLayer>;
  const { maxBodyBytes, maxDecodedBytes } = value;
  return {
    userAgent: value.userAgent,
    allowPrivate: value.allowPrivate,
    documentLimits: { maxBodyBytes, maxDecodedBytes },
    pageLimits: {
      maxBodyBytes: Math.min(maxBodyBytes, MAX_PAGE_BYTES),
      maxDecodedBytes: Math.min(maxDecodedBytes, MAX_PAGE_BYTES),
    },
    maxListingBytes: value.maxListingBytes,
    deadlines: DEADLINES,
    pace: {
      default: { delayMs: value.delayMs, concurrency: value.hostConcurrency, obeyRobots, explicit: false },
      hosts,
    },
    retryAfterWaitMs: value.retryAfterWaitMs,
    breaker: { threshold: value.breakerThreshold, resetMs: value.breakerResetMs },
    hostsInFlight: value.hostsInFlight,
    extraction: {
      workers: value.extractionWorkers,
      timeoutMs: value.extractionTimeoutMs,
      memoryMb: value.extractionMemoryMb,
    },
    health: {
      degradedAfter: value.healthDegradedAfter,
      inactiveAfterMs: value.healthInactiveAfterMs,
      certificateDays: value.healthCertificateDays,
    },
    refetch: { minMs: value.refetchMinMs, maxMs: value.refetchMaxMs, startMs: value.refetchStartMs },
    graceMs: 2000,
  };
}

/** The user's word on a host; the more exact key (with port) wins. */
export function paceFor(settings: PaceSettings, host: string): HostPace {
  const bare = host.replace(/:\d+$/, "");
  const own = { ...settings.hosts[bare], ...settings.hosts[host] };
  return { ...settings.default, ...own, explicit: own.delayMs !== undefined };
}
