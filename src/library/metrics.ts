import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { breakerPhase } from "../domain/breaker.ts";
import type { LevadaEvent } from "../domain/events.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { readLockOwner } from "../infrastructure/files/root-lock.ts";
import { writeMetrics } from "../infrastructure/metrics/metrics-file.ts";
import { serveMetrics } from "../infrastructure/metrics/metrics-server.ts";
import {
  type KnownGauge,
  type LastRun,
  type MetricsBaseline,
  RunMetrics,
} from "../infrastructure/metrics/run-metrics.ts";
import { openScratchState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import type { Configuration } from "./configuration.ts";
import { countsOf } from "./health.ts";
import { lastProcedures } from "./last-procedures.ts";
import { DEFAULT_METRICS_HOST } from "./watch-settings.ts";

/** How often the file is written while a run goes on. */
const WRITE_EVERY_MS = 5_000;

type Warn = (code: string, message: string) => void;

/** Metrics of a root, as its settings want them: written, served or both. */
export interface Metrics {
  see(event: LevadaEvent): void;
  /** What is known from before is read again: a run has ended, or something else has changed. */
  refresh(endedSource?: string): Promise<void>;
  close(): Promise<void>;
}

/** Whoever asks for the same ones shares them: a schedule serves them also between its runs. */
const OPEN = new Map<string, { readonly metrics: Promise<Metrics>; users: number }>();

/** Null where the settings ask for none. Trouble with them is a warning. */
export async function openMetrics(configuration: Configuration, warn: Warn): Promise<Metrics | null> {
  const { metrics: wanted } = configuration.config;
  if (wanted?.file === undefined && wanted?.port === undefined) return null;
  const key = JSON.stringify([configuration.root, wanted]);
  const open = OPEN.get(key) ?? { metrics: start(configuration, warn), users: 0 };
  OPEN.set(key, open);
  open.users++;
  const metrics = await open.metrics;
  return {
    see: metrics.see,
    refresh: metrics.refresh,
    close: async () => {
      if (--open.users > 0) return;
      OPEN.delete(key);
      await metrics.close();
    },
  };
}

async function start({ root, config }: Configuration, warn: Warn): Promise<Metrics> {
  const { file, port, host = DEFAULT_METRICS_HOST } = config.metrics ?? {};
  const metrics = new RunMetrics();
  const path = file === undefined ? null : resolve(root, file);
  let writing: Promise<void> = Promise.resolve();
  let hasWarned = false;
  const tell = (what: string) => (error: unknown) => {
    if (!hasWarned)
      warn("metrics_failed", `${what}: ${error instanceof Error ? error.message : String(error)}`);
    hasWarned = true;
  };
  const write = () => {
    if (path === null) return writing;
    writing = writing
      .then(async () => writeMetrics(path, await metrics.text()))
      .catch(tell(`metrics could not be written to ${path}`));
    return writing;
  };
  let seen = "";
  const refresh = async (ended?: string) => {
    seen = await stampOf(root);
    await baselineOf(root).then(
      (known) => metrics.load(known, ended),
      tell("metrics could not be brought up to date"),
    );
    await write();
  };
  // Between its runs, others may run, and write the same file: what is known from before is then theirs.
  const keep = async () => {
    if (!metrics.isLive && (await isWrittenByOther(root))) return;
    await (metrics.isLive || (await stampOf(root)) === seen ? write() : refresh());
  };
  await refresh();
  const server =
    port === undefined
      ? null
      : await serveMetrics(metrics, { host, port }).catch((error: unknown) => {
          tell(`metrics cannot be served on ${host}:${port}`)(error);
          return null;
        });
  const timer = setInterval(() => void keep(), WRITE_EVERY_MS).unref();
  return {
    see: (event) => metrics.see(event),
    refresh,
    close: async () => {
      clearInterval(timer);
      await write();
      await server?.close();
    },
  };
}

async function isWrittenByOther(root: string): Promise<boolean> {
  const owner = await readLockOwner(root);
  return owner !== null && owner.pid !== process.pid;
}

/** Another one where somebody has written to the database. */
async function stampOf(root: string): Promise<string> {
  const files = ["levada.db", "levada.db-wal"].map((name) => join(root, "data", "state", name));
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return stats.map((one) => `${one?.mtimeMs} ${one?.size}`).join(" ");
}

/** Read beside whoever writes; the root is not touched. */
async function baselineOf(root: string): Promise<MetricsBaseline> {
  const state = await openScratchState(root);
  try {
    const totals = await state.history.totals();
    const lastRuns: LastRun[] = [];
    for (const source of new Set(totals.map((one) => one.source))) {
      const run = await lastEnded(source, state);
      if (run !== null) lastRuns.push(run);
    }
    return { totals, lastRuns, gauges: [...(await linkGauges(state)), ...(await certificateGauges(state))] };
  } finally {
    await state.close();
  }
}

async function linkGauges(state: SqliteState): Promise<readonly KnownGauge[]> {
  const name = "levada_links";
  const help = "Known links by how they stand.";
  return Object.entries(await countsOf(state)).flatMap(([source, counts]) =>
    Object.entries(counts).map(([health, value]) => ({
      name,
      help,
      labels: { source, state: health },
      value,
    })),
  );
}

/** Hosts whose certificates are named: those that expire first. */
const NAMED_CERTIFICATES = 20;

async function certificateGauges({ links }: SqliteState): Promise<readonly KnownGauge[]> {
  const soonest = (await links.certificates()).toSorted((a, b) => a.expiresAt - b.expiresAt);
  return soonest.slice(0, NAMED_CERTIFICATES).map(({ host, expiresAt }) => ({
    name: "levada_certificate_expiry_timestamp_seconds",
    help: "When the certificate of a host expires; of those that expire first.",
    labels: { host },
    value: expiresAt / 1000,
  }));
}

/** Runs that are looked at for one that has ended. */
const LOOKED_AT = 20;

async function lastEnded(source: string, { history, ledger }: SqliteState): Promise<LastRun | null> {
  const runs = await history.runs({ source, limit: LOOKED_AT });
  const ended = runs.find(({ endedAt, kind }) => endedAt !== null && kind === "ingest");
  if (ended?.endedAt == null) return null;
  const now = systemClock.now();
  const hosts = await ledger.hostsOf(source);
  return {
    source,
    endedAt: Date.parse(ended.endedAt),
    exitCode: ended.exitCode ?? 0,
    durationMs: Number(ended.summary?.["duration_ms"] ?? 0),
    procedures: lastProcedures(runs),
    openHosts: hosts.filter(({ breaker }) => breakerPhase(breaker, now) === "open").map(({ host }) => host),
  };
}
