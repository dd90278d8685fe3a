/** The order of the commit as it is, and as it would be with a bug in it: the suite must tell them apart (E2, R2). */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import { brokenInAftermath } from "./aftermath.ts";
import { describeFaults, SUBJECTS } from "./bench.ts";
import { stopsSilently } from "./judges.ts";
import type { Lane } from "./lane.ts";
import { manifestOf } from "./lines.ts";
import { type Bug, MUTATIONS } from "./mutations.ts";
import { MOVED_OFTEN, mutantHome } from "./mutant.ts";
import { brokenOrder } from "./order.ts";
import { brokenAfterFault, prepared } from "./promises.ts";
import type { StruckPhase } from "./subject.ts";

const [HERE, HOURS] = [{}, 3_600_000];
const RUNS = 2;
const PHASES = ["new", "replace"] as const;

interface Home {
  readonly home?: string;
}

async function orderOf(lane: Lane, phase: StruckPhase, home: Home): Promise<string[]> {
  const { root, run } = await prepared(lane, phase, home);
  const ended = await run(phase);
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  const expected = (await lane.undisturbed(phase)).ended.acknowledged;
  expect(ended.acknowledged.toSorted()).toEqual(expected.toSorted());
  const problems = brokenOrder(lane.source, ended.log, readFileSync(root.file(manifestOf(lane.source))));
  lane.forget(root);
  return problems;
}

/** Strikes where the bug is to show; the run after it has it, too. Null where there is no such call. */
async function strike(lane: Lane, { shows, phase }: Bug, at: number, home: Home): Promise<string[] | null> {
  if (shows.by === "order") return null;
  const { only, path, after = false } = shows;
  const struck = await prepared(lane, phase, home);
  const fault = { at, do: shows.by === "eio" ? "eio" : "kill", only, path, after } as const;
  const ended = await lane.run(struck.root, phase, { fault, ...(shows.by === "recovery" ? HERE : home) });
  const problems = brokenAfterFault(struck, ended.acknowledged);
  if (shows.by === "eio") problems.push(...stopsSilently(ended));
  if (shows.by === "recovery") {
    problems.push(...(await brokenInAftermath(struck, `${lane.source} ${path} ${at}`)));
    problems.push(...brokenAfterFault(struck, ended.acknowledged));
  }
  lane.forget(struck.root);
  return ended.struck ? problems : null;
}

/** One strike that shows it is enough. */
async function problemsWith(lane: Lane, bug: Bug, home: Home): Promise<string[]> {
  if (bug.shows.by === "order") return orderOf(lane, bug.phase, home);
  const all: string[] = [];
  for (let at = 1; !all.some((problem) => problem.includes(bug.caught)); at++) {
    const problems = await strike(lane, bug, at, home);
    if (problems === null) break;
    all.push(...problems);
  }
  return all;
}

describeFaults("the order of a commit", ({ laneOf }) => {
  const sources = SUBJECTS.map(({ source }) => source);
  const runs = sources.flatMap((source) => PHASES.map((phase) => [source, phase] as const));

  it.each(runs)("is kept for documents of %s (%s)", async (source, phase) => {
    for (let run = 0; run < RUNS; run++) expect(await orderOf(laneOf(source), phase, HERE)).toEqual([]);
    const { acknowledged } = (await laneOf(source).undisturbed(phase)).ended;
    const what = `documents of ${source} (${phase}), each step synced before the next`;
    figure("R2", what, RUNS * acknowledged.length);
  });

  it.runIf(sources.includes("usgs")).each(PHASES)(
    "is kept for documents while the log is moved often (%s)",
    async (phase) => {
      expect(await orderOf(laneOf("usgs"), phase, { home: mutantHome(MOVED_OFTEN) })).toEqual([]);
    },
  );

  const bugs = MUTATIONS.filter(({ source }) => sources.includes(source));
  it.each(bugs.map((bug) => [bug.name, bug] as const))(
    "a bug put back: %s",
    async (_, bug) => {
      const problems = await problemsWith(laneOf(bug.source), bug, { home: mutantHome(bug) });
      expect(problems).toContainEqual(expect.stringContaining(bug.caught));
    },
    HOURS,
  );
});
