import type { LookupAddress } from "node:dns";
import { ingest as runIngest } from "../../src/application/ingest.ts";
import type { Clock, Deadlines, Transport } from "../../src/application/ports.ts";
import { type LevadaEvent, loadConfiguration, type Source, type Summary, usgs } from "../../src/index.ts";
import { systemClock } from "../../src/infrastructure/clock.ts";
import { createArchive } from "../../src/infrastructure/files/archive.ts";
import { noCallLog } from "../../src/infrastructure/files/call-log.ts";
import { createDiskGauge } from "../../src/infrastructure/files/disk-gauge.ts";
import { createManifest } from "../../src/infrastructure/files/manifest.ts";
import { zipUnpacker } from "../../src/infrastructure/files/zip-unpacker.ts";
import { createTransport } from "../../src/infrastructure/http/transport.ts";
import { openSqliteState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import type { UsgsOptions } from "../../src/sources/usgs/options.ts";
import type { TestRoot } from "./root.ts";

export interface EngineOptions {
  /** @default usgs, hastily */
  readonly source?: Source<never>;
  readonly sourceOptions: Readonly<Record<string, unknown>>;
  readonly deadlines?: Partial<Deadlines>;
  /** How much faster than real time waits go by. @default 1 */
  readonly speed?: number;
  readonly allowPrivate?: boolean;
  /** Answers for names. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  /** Hosts that are reached though they are on loopback: the site that a guarded run starts from. */
  readonly reachable?: readonly string[] | ((host: string) => boolean);
  /** Where SQLite works; in the same thread where a test has many runs side by side. @default "worker" */
  readonly thread?: "worker" | "same";
  /** Hears how the run ends before that is noted. */
  readonly beforeEnd?: (summary: Summary) => Promise<void>;
}

export interface EngineRun {
  readonly summary: Summary;
  readonly events: readonly LevadaEvent[];
}

const QUICK = { attempts: 3, firstWaitMs: 10, maxWaitMs: 20 };

/** `usgs` as it is, but for the patience between attempts. */
export const hastyUsgs: typeof usgs = {
  ...usgs,
  policy: {
    serverError: QUICK,
    tooManyRequests: QUICK,
    timeout: QUICK,
    connection: QUICK,
    brokenBody: QUICK,
  },
};

/**
 * `ingest` with the parts of the library, where a test must set what no user can: short deadlines, a clock that
 * hurries, answers of DNS, and the one host that a guarded run may reach on loopback.
 */
export async function runEngine(root: TestRoot, options: EngineOptions): Promise<EngineRun> {
  const { allowPrivate = true, speed = 1 } = options;
  const source = (options.source ?? hastyUsgs) as typeof usgs;
  const { settings } = await loadConfiguration(
    { root: root.path, allowPrivateNetwork: allowPrivate },
    source.name,
  );
  const own = (await source.resolveOptions?.(options.sourceOptions)) as UsgsOptions;
  const events: LevadaEvent[] = [];
  const transport = transportOf(options, allowPrivate);
  const [state, manifest] = [
    await openSqliteState(root.path, { thread: options.thread ?? "worker" }),
    createManifest(root.path),
  ];
  try {
    const request = {
      source,
      options: own,
      settings: {
        ...settings,
        hostsInFlight: 64,
        deadlines: { ...settings.deadlines, ...options.deadlines },
      },
      runId: "hostile",
      ...(options.beforeEnd === undefined ? {} : { beforeEnd: options.beforeEnd }),
      limit: 1000,
      resume: true,
      retryFailed: false,
      wait: false,
      allowMassRemoval: false,
      onEvent: (event: LevadaEvent) => void events.push(event),
      signal: new AbortController().signal,
    };
    const summary = await runIngest(request, {
      ...state,
      clock: hurried(speed),
      transport,
      archive: createArchive(root.path, {
        folders: { [source.name]: source.folders?.(own).documents },
        pages: source.pages === undefined ? [] : [source.name],
      }),
      calls: noCallLog,
      unpacker: zipUnpacker,
      manifest,
      disk: createDiskGauge(root.path),
      databaseWasCorrupt: false,
    });
    return { summary, events };
  } finally {
    await state.close();
    await manifest.close();
    await transport.close();
  }
}

/** `reachable` hosts pass by the guard; every other address, redirect targets included, meets it. */
export function transportOf({ resolve, reachable = [] }: EngineOptions, allowPrivate: boolean): Transport {
  const answers = resolve === undefined ? {} : { resolve };
  const guarded = createTransport({ allowPrivate, ...answers });
  const open = createTransport({
    allowPrivate: true,
    resolve: async () => [{ address: "127.0.0.1", family: 4 }],
  });
  const isReachable =
    typeof reachable === "function" ? reachable : (host: string) => reachable.includes(host);
  return {
    exchange: (request, ...rest) =>
      (isReachable(request.url.host) ? open : guarded).exchange(request, ...rest),
    close: async () => void (await Promise.all([guarded.close(), open.close()])),
  };
}

/** A clock on which `speed` seconds go by in one. */
export function hurried(speed: number): Clock {
  const [wall, monotonic, steady] = [systemClock.now(), systemClock.monotonic(), systemClock.steady()];
  const elapsed = () => (systemClock.monotonic() - monotonic) * speed;
  return {
    now: () => wall + elapsed(),
    monotonic: () => monotonic + elapsed(),
    steady: () => steady + elapsed(),
    sleep: (ms, signal) => systemClock.sleep(ms / speed, signal),
  };
}
