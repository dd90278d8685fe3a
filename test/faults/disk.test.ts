/** A disk that reports errors, is full, or takes half of what it is given (E5, R5), at counted calls. */
import { expect, it } from "vitest";
import { brokenInAftermath } from "./aftermath.ts";
import { describeFaults, STRUCK } from "./bench.ts";
import { acknowledgedAfterFault, type Call, callsOf } from "./call-log.ts";
import { DAMAGED } from "./damage.ts";
import { type Ended, type Fault, type Lane, type RunOptions, spread } from "./lane.ts";
import { MOVED_OFTEN, mutantHome } from "./mutant.ts";
import { inFairOrder, kindOf, nameOf, type Point, pointsOf, POINTS, SEED } from "./points.ts";
import { brokenAfterFault } from "./promises.ts";
import type { TestRoot } from "../kit/root.ts";

const HOURS = 3_600_000;

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
  judge: (ended: Ended, lane: Lane, root: TestRoot) => readonly string[],
  home: Pick<RunOptions, "home"> = {},
): Promise<Outcome> {
  const root = await lane.rootFor(point.phase);
  const struck = { ...fault, at: point.at, only: point.class };
  const ended = await lane.run(root, point.phase, { fault: struck, ...home });
  const problems = [...brokenAfterFault(root, point.phase, ended.acknowledged), ...judge(ended, lane, root)];
  problems.push(...(await brokenInAftermath(lane, root, point)));
  problems.push(...brokenAfterFault(root, point.phase, ended.acknowledged));
  lane.forget(root);
  return { point, ended, problems: [...new Set(problems)] };
}

function report(what: string, outcomes: readonly Outcome[]): string[] {
  const struck = outcomes.filter(({ ended }) => ended.struck);
  const codes = Object.entries(Object.groupBy(struck, ({ ended }) => String(ended.code)));
  const ends = codes.map(([code, members]) => `exit ${code}: ${members?.length}`).join(", ");
  console.log(`seed ${SEED}: ${what} struck ${struck.length} times in ${outcomes.length} runs; ${ends}`);
  expect(struck.length).toBeGreaterThanOrEqual(outcomes.length / 2);
  return outcomes.flatMap(({ point, ended, problems }) =>
    problems.map((problem) => `${nameOf(point)} (${struckFile(ended)}): ${problem}`),
  );
}

/** The call that was made to fail, and where it is in the log. */
function struckCall({ log }: Ended): Call | undefined {
  const fault = log.find((entry) => entry.kind === "fault");
  return callsOf(log).find(({ number }) => number === fault?.number);
}

function struckFile(ended: Ended): string {
  const call = struckCall(ended);
  return call === undefined ? "not met" : `${call.call} ${kindOf(call)} ${call.path}`;
}

/** After a failed sync there is not a word of success (E5). */
function stopsSilently(ended: Ended): string[] {
  const late = ended.struck ? acknowledgedAfterFault(ended.log) : [];
  const problems = late.length > 0 ? [`acknowledged after the fault: ${late.join(" ")}`] : [];
  return [...problems, ...stopsCleanly(ended)];
}

/** Trouble that the run noticed: exit 4 and one line that says so. What was stored by then may still be told. */
function stopsCleanly(ended: Ended): string[] {
  if (!ended.struck) return [];
  const problems: string[] = [];
  if (ended.code !== 4) problems.push(`ended with ${ended.code}: ${ended.stderr.trim()}`);
  if (!ended.stderr.includes("levada: ")) problems.push(`said nothing of it: ${ended.stderr.trim()}`);
  return problems;
}

/** Every document; in a repair, every damaged one. */
function completes(ended: Ended, lane: Lane, root: TestRoot): string[] {
  const { length } = ended.acknowledged;
  return ended.code === 0 && (length === lane.documents || length === DAMAGED)
    ? brokenAfterFault(root, "new", ended.acknowledged)
    : [`ended with ${ended.code} after ${ended.acknowledged.length} documents: ${ended.stderr.trim()}`];
}

describeFaults("a failing disk", ({ lanes, points }) => {
  const of = (kind: Point["class"], most: number) =>
    points(STRUCK)
      .filter((point) => point.class === kind)
      .slice(0, most);

  it(
    `EIO at a sync: exit 4, nothing is acknowledged after it, the next run completes (seed ${SEED})`,
    async () => {
      const fault = { do: "eio" } as const;
      const outcomes = await spread(lanes, of("fsync", POINTS), (lane, point) =>
        strike(lane, point, fault, stopsSilently),
      );
      expect(report("EIO", outcomes)).toEqual([]);
    },
    HOURS,
  );

  it(
    `EIO at a sync while the log is moved into the database: the same (seed ${SEED})`,
    async () => {
      const home = mutantHome(MOVED_OFTEN);
      const { log } = await (lanes[0] as Lane).run((lanes[0] as Lane).emptyRoot(), "new", { home });
      const all = pointsOf("new", log, ["before"]).filter((point) =>
        /fsync (wal|database)$/.test(point.group),
      );
      const chosen = inFairOrder(all).slice(0, POINTS);
      const outcomes = await spread(lanes, chosen, (lane, point) =>
        strike(lane, point, { do: "eio" }, stopsSilently, { home }),
      );
      expect(report("EIO", outcomes)).toEqual([]);
    },
    HOURS,
  );

  it.each([
    ["once", false],
    ["for good", true],
  ])(
    `a disk that is full %s: exit 4, the next run completes (seed ${SEED})`,
    async (_, sticky) => {
      const fault = { do: "enospc", sticky } as const;
      const outcomes = await spread(lanes, of("write", Math.ceil(POINTS / 10)), (lane, point) =>
        strike(lane, point, fault, stopsCleanly),
      );
      expect(report("ENOSPC", outcomes)).toEqual([]);
    },
    HOURS,
  );

  it(
    `short writes are finished (seed ${SEED})`,
    async () => {
      const fault = { do: "short" } as const;
      const outcomes = await spread(lanes, of("write", Math.ceil(POINTS / 5)), (lane, point) =>
        strike(lane, point, fault, completes),
      );
      expect(report("short writes", outcomes)).toEqual([]);
    },
    HOURS,
  );
});
