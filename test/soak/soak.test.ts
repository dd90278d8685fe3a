/**
 * R14: a long run over fifty hosts in which everything goes wrong now and then.
 *
 *   LEVADA_SOAK_JOBS   pages; 100,000 is the whole soak, with a kill -9 in its middle
 *   LEVADA_SOAK_KILL   1: with the kill, however many there are
 *   LEVADA_SOAK_PLOT   a file: memory and event loop over the jobs, as SVG
 */
import { rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { unbalancedRuns } from "../kit/accounts.ts";
import { figure } from "../kit/figures.ts";
import type { ManifestRow, TestRoot } from "../kit/root.ts";
import { type Course, courseOf, drawnPoints } from "./course.ts";
import { drawing } from "./drawing.ts";
import { FAILS_AFTER, HOSTS } from "./hosts.ts";
import { type MeasuredRun, measuredRun } from "./measured-run.ts";
import type { Ledger } from "./servers.ts";
import { lastSummary, sentContents, soakRoot, type Servers, startServers, storedPages } from "./soak.ts";

const WHOLE = 100_000;
const jobs = Number(process.env["LEVADA_SOAK_JOBS"] ?? 5000);
const withKill = jobs >= WHOLE || process.env["LEVADA_SOAK_KILL"] === "1";
const soak = {
  seed: Number(process.env["LEVADA_SEED"] ?? 482_619),
  jobs,
  hangMs: jobs >= WHOLE ? 120_000 : 12_000,
  readers: Number(process.env["LEVADA_SOAK_READERS"] ?? 0),
};

/** A short one is over before the collector has found its rhythm: it is collected often, and slopes are no figures. */
const isLong = jobs >= WHOLE;
const collectMs = isLong ? 0 : 3000;

/** MB per 10,000 jobs. */
const MAX_SLOPE = 5;
/** Work under way, more of it at one moment than at another, MB: in a short run more than the slope allows. */
const BREATH = 16;
const MAX_LATE_MS = 50;
/** By no more than this a process comes late that does nothing, where others leave it a processor. */
const QUIET_MS = 10;
/** Connections come and go. */
const MAX_FDS_RISE = 10;
/** Of the processor, so that a busy machine does not matter. */
const MAX_COST_RATIO = 1.5;
const MAX_WAL_MB = 128;
/** Documents of a host that are fetched and not yet stored for good: those that a kill costs. */
const MOST_UNDER_WAY = 36;

let servers: Servers;
let root: TestRoot;
const runs: MeasuredRun[] = [];
let courses: readonly Course[];
let ledger: Ledger;
let rows: readonly ManifestRow[];
let atKill: { readonly ledger: Ledger; readonly stored: ReadonlySet<string> } | null = null;

beforeAll(async () => {
  servers = await startServers(soak);
  root = soakRoot(soak, servers.port);
  if (withKill) {
    runs.push(await measuredRun(root, "killed", { killAtJobs: jobs / 2, collectMs }));
    atKill = { ledger: await servers.ledger(), stored: storedPages(root.manifest()) };
  }
  runs.push(await measuredRun(root, "whole", { collectMs }));
  courses = runs.map(courseOf);
  [ledger, rows] = [await servers.ledger(), root.manifest()];
  if (process.env["LEVADA_SOAK_PLOT"] !== undefined) draw(process.env["LEVADA_SOAK_PLOT"]);
}, 3 * 3_600_000);

afterAll(() => {
  servers.close();
  rmSync(root.path, { recursive: true, force: true });
}, 1_800_000);

const most = (pick: (course: Course) => number) => Math.max(...courses.map(pick));
const lateness = (pick: (run: MeasuredRun) => number) => Math.max(...runs.map(pick));
const rounded = (value: number) => Math.round(value * 100) / 100;
const lastOf = ({ probes }: MeasuredRun) => {
  const last = probes.at(-1);
  if (last === undefined) throw new Error("the measured process has told nothing");
  return last;
};

function draw(file: string): void {
  const MB = 1e6;
  const panels = [
    {
      title: "Memory",
      unit: "MB",
      lines: [
        { name: "resident", points: drawnPoints(runs, { sample: ({ rss }) => rss / MB }) },
        {
          name: "heap after collection",
          points: drawnPoints(runs, { probe: ({ live }) => (live ?? 0) / MB }),
        },
      ],
    },
    {
      title: "Event loop late by its own work, p99 of each second",
      unit: "ms",
      bound: MAX_LATE_MS,
      lines: [{ name: "", points: drawnPoints(runs, { probe: ({ recentWork }) => recentWork.p99 }) }],
    },
  ];
  writeFileSync(file, drawing(panels));
}

describe(`${jobs} jobs over ${HOSTS} hosts, with random faults`, () => {
  it("come to their end, and every one of them is accounted for", () => {
    const summary = lastSummary(root);
    const { discovered, completed, failed, skipped, unchanged, pending, reasons } = summary;
    // Three hosts must not be asked: that is what this exit code says.
    expect(runs.at(-1)?.code).toBe(3);
    expect(completed + failed + skipped + unchanged + pending).toBe(discovered);
    // After a kill the failing host is still left alone, so that nobody lists what is stored of it.
    const unlisted = atKill === null ? 0 : FAILS_AFTER;
    expect([jobs - unlisted, jobs]).toContain(discovered);
    expect(unbalancedRuns(root.databaseFile)).toEqual([]);
    expect(Object.keys(reasons)).toEqual(
      expect.arrayContaining(["duplicate", "gone", "not_found", "fetch_failed", "breaker_open"]),
    );
    // The run that was killed has had enough of hosts that do not answer for their robots.txt.
    expect(Object.keys(reasons).includes("robots_unavailable")).toBe(atKill === null);
    figure("R14", "jobs of the soak, over 50 hosts with random faults", jobs);
    figure("R14", "requests that the soak's servers answered", ledger.requests);
    const faulty = Object.entries(ledger.given).filter(([kind]) => !["plain", "gzip"].includes(kind));
    figure(
      "R14",
      "of them answered with a fault",
      faulty.reduce((sum, [, times]) => sum + times, 0),
    );
  });

  it("leave in the manifest exactly what was sent whole, once", () => {
    const [sent, stored] = [sentContents(soak, ledger), rows.map(({ sha256_checksum }) => sha256_checksum)];
    expect(stored.filter((hash) => !sent.has(hash))).toEqual([]);
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored.length).toBe(sent.size);
    figure("R14", "documents stored by the soak", rows.length);
  });

  it("are asked for no more once they are stored", () => {
    const twice = Object.entries(ledger.sent).filter(([, times]) => times > 1);
    const { stored, ledger: before } = atKill ?? { stored: new Set<string>(), ledger };
    const again = [...stored].filter((page) => (ledger.asked[page] ?? 0) > (before.asked[page] ?? 0));
    expect(again).toEqual([]);
    expect(twice.filter(([page]) => atKill === null || stored.has(page))).toEqual([]);
    expect(twice.length).toBeLessThanOrEqual(HOSTS * MOST_UNDER_WAY);
    if (atKill !== null)
      figure("R14", "documents under way at the kill -9, none of them reported, fetched again", twice.length);
  });

  it("are asked for politely to the end: no request in a silence, none beside another", () => {
    expect(ledger.early).toEqual([]);
    expect(ledger.overlapping).toEqual([]);
    const silences = (ledger.given["unavailable"] ?? 0) + (ledger.given["too_many"] ?? 0);
    expect(silences).toBeGreaterThan(0);
    figure("R13", "silences asked for in the soak, all kept", silences);
  });

  it(`take no more memory the longer it goes on: at most ${MAX_SLOPE} MB for 10,000 jobs`, () => {
    if (isLong) {
      figure("R14", "slope of resident memory, MB per 10,000 jobs", rounded(most((one) => one.rssSlope)));
      figure("R14", "slope of the heap, MB per 10,000 jobs", rounded(most((one) => one.heapSlope)));
    }
    figure("R14", "most resident memory of the soak, MB", Math.round(most(({ peakMb }) => peakMb)));
    for (const { span, rssSlope, heapSlope } of courses) {
      const rise = (slope: number) => (slope * span) / 10_000;
      const allowed = Math.max(BREATH, rise(MAX_SLOPE));
      expect(rise(rssSlope)).toBeLessThanOrEqual(allowed);
      expect(rise(heapSlope)).toBeLessThanOrEqual(allowed);
    }
  });

  it("leave no file and no connection open behind them", () => {
    figure(
      "R14",
      "most file descriptors open in the soak",
      most(({ mostFds }) => mostFds),
    );
    expect(most(({ fdsRise }) => fdsRise)).toBeLessThanOrEqual(MAX_FDS_RISE);
  });

  it(`hold up the event loop by at most ${MAX_LATE_MS} ms, 99 times of 100`, () => {
    const late = lateness((run) => lastOf(run).whole.p99);
    const idle = Math.min(...runs.map(({ idleP99 }) => idleP99));
    figure("R14", "event loop late, p50 ms", rounded(lateness((run) => lastOf(run).whole.p50)));
    figure("R14", "event loop late, p99 ms", rounded(late));
    figure(
      "R14",
      "event loop late by its own work, p99 ms",
      rounded(lateness((run) => lastOf(run).work.p99)),
    );
    figure(
      "R14",
      "event loop late by its own work, most ms",
      rounded(lateness((run) => lastOf(run).work.max)),
    );
    figure("R14", "event loop late, p99 ms of an idle process beside it", rounded(idle));
    for (const run of runs) {
      expect(lastOf(run).work.p99).toBeLessThanOrEqual(MAX_LATE_MS);
      // A machine that is too busy for a process that does nothing is late for all of them.
      if (run.idleP99 <= QUIET_MS) expect(lastOf(run).whole.p99).toBeLessThanOrEqual(MAX_LATE_MS);
    }
  });

  it("cost as much at the end as at the beginning", () => {
    const last = courses.at(-1);
    figure("R14", "jobs per second of the soak", Math.round(last?.jobsPerSecond ?? 0));
    figure("R14", "processor ms per job", rounded(last?.cpuMsPerJob ?? 0));
    if (isLong) {
      figure("R14", "jobs per second, last fifth against first", rounded(last?.speedRatio ?? 0));
      figure("R14", "processor ms per job, last fifth against first", rounded(most((one) => one.costRatio)));
    }
    figure("R14", "largest write-ahead log of the soak, MB", Math.round(most(({ mostWalMb }) => mostWalMb)));
    expect(most(({ costRatio }) => costRatio)).toBeLessThanOrEqual(MAX_COST_RATIO);
    expect(most(({ mostWalMb }) => mostWalMb)).toBeLessThanOrEqual(MAX_WAL_MB);
  });
});
