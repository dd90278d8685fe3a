/** What the tests of faults share: lanes, and the calls of clean runs to choose points from. */
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import type { LogEntry } from "./call-log.ts";
import { Lane, type Phase } from "./lane.ts";
import { inFairOrder, type Point, pointsOf, pointToReplay } from "./points.ts";
import { buildPreload } from "./preload.ts";

/** A run waits for its disk a third of the time: one more than cores keeps them busy. */
const LANES = availableParallelism() + 1;

/** What a run does to documents, with faults. */
export const STRUCK = ["new", "replace", "repair"] as const satisfies readonly Phase[];

export interface Bench {
  /** The preload. */
  readonly library: string;
  readonly lanes: readonly Lane[];
  /** Points of these phases in an order that the seed decides. */
  points(phases: readonly Phase[], when?: readonly ("before" | "after")[]): readonly Point[];
}

/** Declares tests that need the preload; where it cannot be built they are skipped, and it says why. */
export function describeFaults(name: string, tests: (bench: Bench) => void): void {
  const preload = buildPreload();
  if (!preload.ok) {
    console.warn(`test/faults: NOT RUN (${name}): ${preload.reason}`);
    describe.skip(`${name} (not run: ${preload.reason})`, () =>
      tests({ library: "", lanes: [], points: () => [] }));
    return;
  }
  const lanes: Lane[] = [];
  const clean = new Map<Phase, readonly LogEntry[]>();
  const bench: Bench = {
    library: preload.library,
    lanes,
    points: (phases, when = ["before"]) =>
      pointToReplay()?.filter(({ phase }) => phases.includes(phase)) ??
      inFairOrder(phases.flatMap((phase) => pointsOf(phase, clean.get(phase) ?? [], when))),
  };
  describe(name, () => {
    beforeAll(async () => {
      for (let i = 0; i < LANES; i++) lanes.push(await Lane.open(preload.library));
      for (const phase of STRUCK) clean.set(phase, await cleanLog(lanes[0] as Lane, phase));
    });
    afterAll(async () => {
      for (const lane of lanes) await lane.close();
      rmSync(dirname(preload.library), { recursive: true });
    });
    tests(bench);
  });
}

async function cleanLog(lane: Lane, phase: Phase): Promise<readonly LogEntry[]> {
  const root = await lane.rootFor(phase);
  const { code, stderr, log } = await lane.run(root, phase);
  if (code !== 0) throw new Error(`a run without faults ended with ${code}: ${stderr}`);
  lane.forget(root);
  return log;
}
