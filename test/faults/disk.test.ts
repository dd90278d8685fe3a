/** A disk that reports errors, is full, or takes half of what it is given (E5, R5), at counted calls of every source. */
import { expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import { brokenInAftermath } from "./aftermath.ts";
import { describeFaults, SUBJECTS } from "./bench.ts";
import { completes, type Judge, stopsCleanly, stopsSilently, struckFile } from "./judges.ts";
import { type Ended, type Fault, type Lane, type RunOptions, spread } from "./lane.ts";
import { MOVED_OFTEN, mutantHome } from "./mutant.ts";
import { inFairOrder, nameOf, type Point, pointsOf, POINTS, SEED } from "./points.ts";
import { brokenAfterFault, prepared } from "./promises.ts";

const HOURS = 3_600_000;

/** Of each source, so that together they are a part of `LEVADA_FAULT_POINTS`. */
const share = (part: number) => Math.ceil((POINTS * part) / SUBJECTS.length);
const [EIO_EACH, FULL_EACH, SHORT_EACH] = [share(1 / 4), share(1 / 12), share(1 / 12)];

interface Outcome {
  readonly point: Point;
  readonly ended: Ended;
  readonly problems: readonly string[];
}

/** Strikes at the point, judges how the run ended, then lets a run without faults finish. */
async function strike(
  lane: Lane,
  point: Point,
  fault: Omit<Fault, "at" | "only">,
  judge: Judge,
  home: Pick<RunOptions, "home"> = {},
): Promise<Outcome> {
  const struck = await prepared(lane, point.phase, home);
  const ended = await struck.run(point.phase, { ...fault, at: point.at, only: point.class });
  const problems = [...brokenAfterFault(struck, ended.acknowledged), ...(await judge(ended, struck))];
  problems.push(...(await brokenInAftermath(struck, nameOf(point))));
  problems.push(...brokenAfterFault(struck, ended.acknowledged));
  lane.forget(struck.root);
  return { point, ended, problems: [...new Set(problems)] };
}

function report(what: string, outcomes: readonly Outcome[]): string[] {
  const struck = outcomes.filter(({ ended }) => ended.struck);
  const codes = Object.entries(Object.groupBy(struck, ({ ended }) => String(ended.code)));
  const ends = codes.map(([code, members]) => `exit ${code}: ${members?.length}`).join(", ");
  console.log(`seed ${SEED}: ${what} struck ${struck.length} times in ${outcomes.length} runs; ${ends}`);
  for (const [source, own] of Map.groupBy(struck, ({ point }) => point.source))
    figure("R5", `${what} of ${source}`, own.length);
  expect(struck.length).toBeGreaterThanOrEqual(outcomes.length / 2);
  return outcomes.flatMap(({ point, ended, problems }) =>
    problems.map((problem) => `${nameOf(point)} (${struckFile(ended)}): ${problem}`),
  );
}

describeFaults("a failing disk", ({ lanes, laneOf, points }) => {
  const of = async (kind: Point["class"], most: number) => {
    const each = await Promise.all(SUBJECTS.map(({ source }) => points(source)));
    return each.flatMap((own) => own.filter((point) => point.class === kind).slice(0, most));
  };
  const strikeAll = async (
    what: string,
    chosen: readonly Point[],
    fault: Omit<Fault, "at" | "only">,
    judge: Judge,
    home?: Pick<RunOptions, "home">,
  ) => report(what, await spread(lanes, chosen, (lane, point) => strike(lane, point, fault, judge, home)));

  it(
    `EIO at a sync: exit 4, nothing is acknowledged after it, the next run completes (seed ${SEED})`,
    async () => {
      const chosen = await of("fsync", EIO_EACH);
      expect(await strikeAll("EIO at a sync", chosen, { do: "eio" }, stopsSilently)).toEqual([]);
    },
    HOURS,
  );

  it.runIf(SUBJECTS.some(({ source }) => source === "usgs"))(
    `EIO at a sync while the log is moved into the database: the same (seed ${SEED})`,
    async () => {
      const home = mutantHome(MOVED_OFTEN);
      const lane = laneOf("usgs");
      const { log } = await lane.run(await lane.rootFor("new"), "new", { home });
      const all = pointsOf({ source: "usgs", phase: "new" }, log, ["before"]).filter((point) =>
        /fsync (wal|database)$/.test(point.group),
      );
      const chosen = inFairOrder(all).slice(0, EIO_EACH);
      const what = "EIO at a sync while the log is moved";
      expect(await strikeAll(what, chosen, { do: "eio" }, stopsSilently, { home })).toEqual([]);
    },
    HOURS,
  );

  it.each([
    ["once", false],
    ["for good", true],
  ])(
    `a disk that is full %s: exit 4, the next run completes (seed ${SEED})`,
    async (how, sticky) => {
      const fault = { do: "enospc", sticky } as const;
      const chosen = await of("write", FULL_EACH);
      expect(await strikeAll(`ENOSPC ${how}`, chosen, fault, stopsCleanly)).toEqual([]);
    },
    HOURS,
  );

  it(
    `short writes are finished (seed ${SEED})`,
    async () => {
      const chosen = await of("write", SHORT_EACH);
      expect(await strikeAll("a short write", chosen, { do: "short" }, completes)).toEqual([]);
    },
    HOURS,
  );
});
