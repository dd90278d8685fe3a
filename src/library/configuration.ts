import { join, resolve } from "node:path";
import {
  type NamedLayer,
  type ResolvedValue,
  resolveSettings,
  resolveValues,
  type Settings,
  type SettingsLayer,
} from "../application/settings.ts";
import { MisuseError } from "../domain/errors.ts";
import {
  type ConfigFile,
  isHeaderText,
  type RateLimitsFile,
  readConfig,
  readRateLimits,
} from "../infrastructure/files/config-files.ts";
import { refuseFile } from "./chosen-folders.ts";

/** What every command and every call can be told. */
export interface CommonOptions {
  /** The folder that holds `data/`. @default LEVADA_ROOT, else the current folder */
  readonly root?: string;
  /** @default levada.config.yaml in the root */
  readonly configFile?: string;
  /** Allows addresses that are not public (loopback, private networks). @default false */
  readonly allowPrivateNetwork?: boolean;
  /** Hosts worked on at once. @default 16 */
  readonly concurrency?: number;
}

/** Settings with their provenance. */
export interface Configuration {
  readonly root: string;
  readonly settings: Settings;
  readonly values: readonly ResolvedValue[];
  readonly config: ConfigFile;
  readonly rateLimits: RateLimitsFile;
  readonly files: { readonly config: string; readonly rateLimits: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Precedence: flag, environment, file (the source's section first), the source itself, defaults. */
export async function loadConfiguration(
  options: CommonOptions,
  source?: string,
  environment: Environment = process.env,
  ofSource: SettingsLayer = {},
): Promise<Configuration> {
  const root = resolve(options.root ?? environment["LEVADA_ROOT"] ?? ".");
  await refuseFile(root, `the root ${root}`, "--root takes the folder that holds data/");
  const files = {
    config: resolve(root, options.configFile ?? "levada.config.yaml"),
    rateLimits: join(root, "rate_limits.yaml"),
  };
  const config = await readConfig(files.config, { required: options.configFile !== undefined });
  refuseCluster(config, environment);
  const rateLimits = await readRateLimits(files.rateLimits);
  const layers: NamedLayer[] = [
    { from: "flag", values: flagLayer(options) },
    { from: "environment", values: environmentLayer(environment) },
    { from: files.rateLimits, values: rateLimitsLayer(rateLimits) },
    { from: files.config, values: configLayer(config, source) },
    { from: `source ${source}`, values: ofSource },
  ];
  const settings = resolveSettings(layers, rateLimits.hosts, rateLimits.default?.obeyRobots);
  if (settings.refetch.minMs > settings.refetch.maxMs)
    throw new MisuseError(`${files.config}: refetch.min is longer than refetch.max; no interval fits`);
  return {
    root,
    settings,
    values: resolveValues(layers),
    config,
    rateLimits,
    files,
  };
}

/** Better no run than one that quietly writes somewhere else than the user said. */
function refuseCluster({ database, storage }: ConfigFile, environment: Environment): void {
  const asked = [
    database?.url === undefined ? "" : "database.url",
    environment["LEVADA_DATABASE_URL"] === undefined ? "" : "LEVADA_DATABASE_URL",
    storage?.url === undefined ? "" : "storage.url",
  ].filter((name) => name !== "");
  if (asked.length === 0) return;
  throw new MisuseError(
    `${asked.join(" and ")}: this version keeps its state in the root only; remove the setting`,
  );
}

function flagLayer({ allowPrivateNetwork, concurrency }: CommonOptions): SettingsLayer {
  if (concurrency !== undefined && !(Number.isInteger(concurrency) && concurrency >= 1)) {
    throw new MisuseError(`concurrency is ${concurrency}; it takes a whole number from 1`);
  }
  return defined({ allowPrivate: allowPrivateNetwork, hostsInFlight: concurrency });
}

function environmentLayer(environment: Environment): SettingsLayer {
  const allow = environment["LEVADA_ALLOW_PRIVATE_NETWORK"];
  return defined({
    allowPrivate: allow === undefined ? undefined : allow === "1" || allow === "true",
    userAgent: headerOf("LEVADA_USER_AGENT", environment["LEVADA_USER_AGENT"]),
  });
}

/** It goes into a header: no line breaks, nothing outside ASCII. Empty is not set. */
function headerOf(name: string, value: string | undefined): string | undefined {
  if (value === undefined || value === "") return undefined;
  if (isHeaderText(value)) return value;
  throw new MisuseError(`${name} is not a text of printable ASCII characters; set another, or none`);
}

function rateLimitsLayer({ default: pace }: RateLimitsFile): SettingsLayer {
  return defined({ delayMs: pace?.delayMs, hostConcurrency: pace?.concurrency });
}

function configLayer(
  { network, politeness, extraction, health, refetch, sources }: ConfigFile,
  source: string | undefined,
): SettingsLayer {
  const own = source === undefined ? undefined : sources?.[source as keyof typeof sources];
  return defined({
    allowPrivate: network?.allowPrivate,
    userAgent: network?.userAgent,
    maxBodyBytes: own?.maxBodyBytes ?? network?.maxBodyBytes,
    maxDecodedBytes: own?.maxDecodedBytes ?? network?.maxDecodedBytes,
    maxListingBytes: own?.maxListingBytes ?? network?.maxListingBytes,
    extractionWorkers: extraction?.workers,
    extractionTimeoutMs: extraction?.timeoutMs,
    extractionMemoryMb: extraction?.memoryMb,
    healthDegradedAfter: health?.degradedAfter,
    healthInactiveAfterMs: health?.inactiveAfter,
    healthCertificateDays: health?.certificateDays,
    refetchMinMs: refetch?.min,
    refetchMaxMs: refetch?.max,
    refetchStartMs: refetch?.start,
    ...politeness,
  });
}

/** Leaves out what was not said. */
function defined(values: {
  readonly [K in keyof SettingsLayer]: SettingsLayer[K] | undefined;
}): SettingsLayer {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as SettingsLayer;
}
