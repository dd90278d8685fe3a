/** The course of a measured run: what its samples say of memory, file descriptors, lateness and speed. Pure. */
import type { MeasuredRun, Probe, Sample } from "./measured-run.ts";
import { lastFifthToFirst, mean, type Point, slopeOf } from "./series.ts";

const MB = 1e6;
const PER = 10_000;

export interface Course {
  /** That this run has brought to their end. */
  readonly jobs: number;
  /** Over which slopes were taken. */
  readonly span: number;
  /** MB per 10,000 jobs, resident and in the heap. */
  readonly rssSlope: number;
  readonly heapSlope: number;
  readonly peakMb: number;
  /** From the beginning of the steady part to its end. */
  readonly fdsRise: number;
  readonly mostFds: number;
  readonly jobsPerSecond: number;
  /** Jobs per second in the last fifth against the first; others use the machine, too. */
  readonly speedRatio: number;
  /** Processor time of a job in the last fifth against the first. */
  readonly costRatio: number;
  readonly cpuMsPerJob: number;
  readonly mostWalMb: number;
}

/** Until then code is compiled, hosts are met and their sitemaps read. */
const WARM_UP = 0.2;
/** Then the last pages wait for their last attempt. */
const END = 0.98;

export function courseOf({ samples, probes }: MeasuredRun): Course {
  const jobs = samples.at(-1)?.jobs ?? 0;
  const steady = samples.filter(({ jobs: n }) => n >= WARM_UP * jobs && n <= END * jobs);
  const span = (steady.at(-1)?.jobs ?? 0) - (steady[0]?.jobs ?? 0);
  const within = probes.filter(({ at }) => at >= (steady[0]?.at ?? 0) && at <= (steady.at(-1)?.at ?? 0));
  const jobsAt = (at: number) => steady.find((sample) => sample.at >= at)?.jobs ?? jobs;
  const rss = steady.map(({ jobs: x, rss: y }) => ({ x, y }));
  const heap = within.flatMap(({ at, live }) => (live === null ? [] : [{ x: jobsAt(at), y: live }]));
  const cpu = within.map(({ at, cpuMs }) => ({ x: jobsAt(at), y: cpuMs }));
  const done = steady.map(({ at, jobs: y }) => ({ x: at / 1000, y }));
  return {
    jobs,
    span,
    rssSlope: (slopeOf(rss) * PER) / MB,
    heapSlope: (slopeOf(heap) * PER) / MB,
    peakMb: Math.max(...samples.map((sample) => sample.rss)) / MB,
    fdsRise: riseOf(steady.map(({ fds }) => fds)),
    mostFds: Math.max(...samples.map(({ fds }) => fds)),
    jobsPerSecond: slopeOf(done),
    speedRatio: lastFifthToFirst(done),
    costRatio: lastFifthToFirst(cpu),
    cpuMsPerJob: slopeOf(cpu),
    mostWalMb: Math.max(...samples.map(({ wal }) => wal)) / MB,
  };
}

/** The mean of the last fifth over that of the first. */
function riseOf(values: readonly number[]): number {
  const fifth = Math.max(1, Math.floor(values.length / 5));
  return mean(values.slice(-fifth)) - mean(values.slice(0, fifth));
}

/** For a drawing: jobs of all runs one after the other, and what was measured then. */
export function drawnPoints(
  runs: readonly MeasuredRun[],
  pick: { readonly sample?: (one: Sample) => number; readonly probe?: (one: Probe) => number },
): readonly Point[] {
  let before = 0;
  return runs.flatMap(({ samples, probes }) => {
    const jobsAt = (at: number) =>
      samples.find((sample) => sample.at >= at)?.jobs ?? samples.at(-1)?.jobs ?? 0;
    const { sample, probe } = pick;
    const points = [
      ...(sample === undefined ? [] : samples.map((one) => ({ x: before + one.jobs, y: sample(one) }))),
      ...(probe === undefined ? [] : probes.map((one) => ({ x: before + jobsAt(one.at), y: probe(one) }))),
    ];
    before += samples.at(-1)?.jobs ?? 0;
    return points;
  });
}
