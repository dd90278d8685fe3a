/**
 * kill -9 at counted calls of the real command (R1). `LEVADA_FAULT_POINTS` sets how many kills, `LEVADA_SEED`
 * repeats a choice, `LEVADA_FAULT="new write 17 after"` one point of it.
 */
import { expect, it } from "vitest";
import { brokenInAftermath } from "./aftermath.ts";
import { describeFaults, STRUCK } from "./bench.ts";
import { type Fault, type Lane, spread } from "./lane.ts";
import { chance, nameOf, type Point, POINTS, SEED } from "./points.ts";
import { brokenAfterFault, linesOf } from "./promises.ts";

const HOURS = 3_600_000;

interface Outcome {
  readonly point: Point;
  readonly killed: boolean;
  readonly problems: readonly string[];
}

const killAt = ({ at, class: only, after }: Point): Fault => ({ at, do: "kill", only, after });

/** Kills at the point, and again in the recovery where `second` is given; then lets it finish. */
async function killAndRecover(lane: Lane, point: Point, second: Fault | null): Promise<Outcome> {
  const { phase } = point;
  const root = await lane.rootFor(phase);
  const first = await lane.run(root, phase, { fault: killAt(point) });
  const problems = brokenAfterFault(root, phase, first.acknowledged);
  const acknowledged = [...first.acknowledged];
  let killed = first.killed;
  if (second !== null) {
    const before = linesOf(root);
    const next = phase === "repair" ? "repair" : "plain";
    const recovery = await lane.run(root, next, { fault: second });
    killed &&= recovery.killed;
    acknowledged.push(...(next === "repair" ? recovery.acknowledged : []));
    // What the first kill left half-way may still be so; what the recovery stored is new.
    problems.push(...brokenAfterFault(root, phase, acknowledged));
    if (next === "plain") problems.push(...brokenAfterFault(root, "plain", recovery.acknowledged));
    const enough = next === "repair" ? 2 : 1;
    const again = recovery.acknowledged.filter((id) => (before.get(id)?.length ?? 0) >= enough);
    if (again.length > 0) problems.push(`stored twice: ${again.join(" ")}`);
  }
  problems.push(...(await brokenInAftermath(lane, root, point)));
  problems.push(...brokenAfterFault(root, phase, acknowledged));
  const ended = first.killed || first.code === 0 ? [] : [`ended with ${first.code}: ${first.stderr}`];
  lane.forget(root);
  return { point, killed, problems: [...new Set([...problems, ...ended])] };
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

/** As many kills as asked for: a run that ended before its point does not count. */
async function killMany(
  lanes: readonly Lane[],
  points: readonly Point[],
  wanted: number,
  second: (point: Point) => Fault | null,
): Promise<Outcome[]> {
  let kills = 0;
  const outcomes = await spread(lanes, points, async (lane, point) => {
    if (kills >= wanted) return null;
    const outcome = await killAndRecover(lane, point, second(point));
    if (outcome.killed) kills++;
    return outcome;
  });
  return outcomes.filter((outcome) => outcome !== null);
}

function report(outcomes: readonly Outcome[]): string[] {
  const killed = outcomes.filter((outcome) => outcome.killed);
  const groups = Object.entries(Object.groupBy(killed, ({ point }) => point.group));
  const counts = groups.map(([group, members]) => `${group} ${members?.length}`).toSorted();
  console.log(`seed ${SEED}: ${killed.length} kills in ${outcomes.length} runs\n  ${counts.join("\n  ")}`);
  return outcomes.flatMap(({ point, problems }) => problems.map((problem) => `${nameOf(point)}: ${problem}`));
}

describeFaults("kill -9 at a counted call", ({ lanes, points }) => {
  it(
    `loses, doubles and halves nothing in new, replaced and repaired documents, ${POINTS} times (seed ${SEED})`,
    async () => {
      const all = points(STRUCK, ["before", "after"]);
      const outcomes = await killMany(lanes, all, POINTS, () => null);
      expect(report(outcomes)).toEqual([]);
      const wanted = Math.min(POINTS, Math.floor(all.length * 0.8));
      expect(outcomes.filter(({ killed }) => killed).length).toBeGreaterThanOrEqual(wanted);
    },
    HOURS,
  );

  it(
    `does so when the recovery is killed too (seed ${SEED})`,
    async () => {
      const wanted = Math.ceil(POINTS / 5);
      const all = points(STRUCK, ["before", "after"]);
      const outcomes = await killMany(lanes, all, wanted, secondFor);
      expect(report(outcomes)).toEqual([]);
      expect(outcomes.filter(({ killed }) => killed).length).toBeGreaterThanOrEqual(
        Math.min(wanted, all.length >> 1),
      );
    },
    HOURS,
  );
});
