/**
 * kill -9 at counted calls of the real command (R1). `LEVADA_FAULT_POINTS` sets how many kills, over all sources;
 * `LEVADA_SEED` repeats a choice, `LEVADA_FAULT="wiki new write 17 after"` one point of it.
 */
import { expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import { brokenInAftermath, hasToldItsEnd, nextAfter } from "./aftermath.ts";
import { describeFaults, SUBJECTS } from "./bench.ts";
import { type Fault, type Lane, spread } from "./lane.ts";
import { grown } from "./lines.ts";
import { chance, nameOf, type Point, POINTS, SEED } from "./points.ts";
import { brokenAfterFault, prepared, type Struck } from "./promises.ts";

const HOURS = 3_600_000;
const EACH = Math.ceil(POINTS / SUBJECTS.length);
const TWICE_EACH = Math.ceil(POINTS / 7 / SUBJECTS.length);

interface Outcome {
  readonly point: Point;
  readonly killed: boolean;
  readonly problems: readonly string[];
}

const killAt = ({ at, class: only, after }: Point): Fault => ({ at, do: "kill", only, after });

/** Kills at the point, and again in the recovery where `second` is given; then lets it finish. */
async function killAndRecover(lane: Lane, point: Point, second: Fault | null): Promise<Outcome> {
  const struck = await prepared(lane, point.phase);
  const first = await struck.run(point.phase, killAt(point));
  const problems = brokenAfterFault(struck, first.acknowledged);
  const acknowledged = [...first.acknowledged];
  let killed = first.killed;
  const hadEnded = second !== null && (await hasToldItsEnd(struck));
  if (second !== null) {
    const again = await killRecovery(struck, second);
    killed &&= again.killed;
    acknowledged.push(...again.acknowledged);
    problems.push(...brokenAfterFault(struck, acknowledged), ...again.problems);
  }
  problems.push(...(await brokenInAftermath(struck, nameOf(point), hadEnded)));
  problems.push(...brokenAfterFault(struck, acknowledged));
  if (!first.killed && first.code !== 0) problems.push(`ended with ${first.code}: ${first.stderr}`);
  lane.forget(struck.root);
  return { point, killed, problems: [...new Set(problems)] };
}

async function killRecovery(struck: Struck, fault: Fault) {
  const { lane, root, phase, base } = struck;
  const stored = grown(lane.linesOf(root), base);
  const { killed, acknowledged } = await struck.run(nextAfter(phase), fault);
  const again = acknowledged.filter((id) => stored.has(id));
  const problems = again.length > 0 ? [`stored twice: ${again.join(" ")}`] : [];
  return { killed, acknowledged, problems };
}

/** Calls of a recovery, by class: a second kill falls among them, or among the first documents after it. */
const RECOVERY = { write: 60, fsync: 12, rename: 6 };

function secondFor(point: Point): Fault {
  const name = nameOf(point);
  const classes = ["write", "fsync", "rename"] as const;
  const only = classes[Math.floor(chance(`class ${name}`) * classes.length)] ?? "write";
  const at = 1 + Math.floor(chance(`at ${name}`) * RECOVERY[only]);
  return { at, do: "kill", only, after: chance(`after ${name}`) < 0.5 };
}

/** As many kills of each source as asked for: a run that ended before its point does not count. */
async function killMany(
  lanes: readonly Lane[],
  points: readonly Point[],
  wanted: number,
  second: (point: Point) => Fault | null,
): Promise<Outcome[]> {
  const kills = new Map<string, number>();
  const outcomes = await spread(lanes, points, async (lane, point) => {
    if ((kills.get(lane.source) ?? 0) >= wanted) return null;
    const outcome = await killAndRecover(lane, point, second(point));
    if (outcome.killed) kills.set(lane.source, (kills.get(lane.source) ?? 0) + 1);
    return outcome;
  });
  return outcomes.filter((outcome) => outcome !== null);
}

function report(what: string, outcomes: readonly Outcome[]): string[] {
  const killed = outcomes.filter((outcome) => outcome.killed);
  const groups = Object.entries(Object.groupBy(killed, ({ point }) => point.group));
  const counts = groups.map(([group, members]) => `${group} ${members?.length}`).toSorted();
  console.log(`seed ${SEED}: ${killed.length} kills in ${outcomes.length} runs\n  ${counts.join("\n  ")}`);
  for (const { source, phases } of SUBJECTS) {
    const own = killed.filter(({ point }) => point.source === source);
    const inPhase = phases.map(
      (phase) => `${phase} ${own.filter(({ point }) => point.phase === phase).length}`,
    );
    figure("R1", `${what} of ${source}`, own.length);
    console.log(`  of these: ${inPhase.join(", ")}`);
  }
  const problems = outcomes.flatMap((outcome) =>
    outcome.problems.map((problem) => `${nameOf(outcome.point)}: ${problem}`),
  );
  figure("R1", `lost, doubled, half-written or fetched twice after a ${what}`, problems.length);
  return problems;
}

describeFaults("kill -9 at a counted call", ({ lanes, points }) => {
  const allPoints = async () => {
    const each = await Promise.all(SUBJECTS.map(({ source }) => points(source, ["before", "after"])));
    return each.flat();
  };
  /** Almost as many as there are, where they are fewer than asked for. */
  const enough = (all: readonly Point[], wanted: number) =>
    SUBJECTS.map(({ source }) => all.filter((point) => point.source === source).length)
      .map((there) => Math.min(wanted, Math.floor(there * 0.5)))
      .reduce((sum, n) => sum + n, 0);

  it(
    `loses, doubles and halves nothing of any source, ${POINTS} times (seed ${SEED})`,
    async () => {
      const all = await allPoints();
      const outcomes = await killMany(lanes, all, EACH, () => null);
      expect(report("kill -9 at a counted call", outcomes)).toEqual([]);
      expect(outcomes.filter(({ killed }) => killed).length).toBeGreaterThanOrEqual(enough(all, EACH));
    },
    HOURS,
  );

  it(
    `does so when the recovery is killed too (seed ${SEED})`,
    async () => {
      const all = await allPoints();
      const outcomes = await killMany(lanes, all, TWICE_EACH, secondFor);
      const what = "kill -9 at a counted call and another in the recovery";
      expect(report(what, outcomes)).toEqual([]);
      expect(outcomes.filter(({ killed }) => killed).length).toBeGreaterThanOrEqual(enough(all, TWICE_EACH));
    },
    HOURS,
  );
});
