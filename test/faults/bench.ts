/** What the tests of faults share: lanes of every subject, and the calls of clean runs to choose points from. */
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import { Lane } from "./lane.ts";
import { inFairOrder, type Point, pointsOf, pointToReplay } from "./points.ts";
import { buildPreload } from "./preload.ts";
import type { Subject } from "./subject.ts";
import { site } from "./subjects/site.ts";
import { tramites } from "./subjects/tramites.ts";
import { usgs } from "./subjects/usgs.ts";
import { wiki } from "./subjects/wiki.ts";

/** `LEVADA_FAULT_SOURCES=wiki,site` for some of them. */
export const SUBJECTS: readonly Subject[] = [usgs, wiki, site, tramites].filter(({ source }) =>
  (process.env["LEVADA_FAULT_SOURCES"]?.split(",") ?? [source]).includes(source),
);

/** A run waits for its disk a third of the time: one more than cores keeps them busy. */
const LANES_EACH = Math.ceil((availableParallelism() + 1) / SUBJECTS.length);

export interface Bench {
  /** The preload. */
  readonly library: string;
  readonly lanes: readonly Lane[];
  /** The first lane of a source. */
  laneOf(source: string): Lane;
  /** Points of all phases of a source, in an order that the seed decides. */
  points(source: string, when?: readonly ("before" | "after")[]): Promise<readonly Point[]>;
}

/** Declares tests that need the preload; where it cannot be built they are skipped, and it says why. */
export function describeFaults(name: string, tests: (bench: Bench) => void, subjects = SUBJECTS): void {
  const preload = buildPreload();
  const library = preload.ok ? preload.library : "";
  const lanes: Lane[] = [];
  const bench: Bench = {
    library,
    lanes,
    laneOf: (source) => lanes.find((lane) => lane.source === source) as Lane,
    points: (source, when = ["before"]) => pointsFor(source, bench.laneOf(source), when, subjects),
  };
  if (!preload.ok) {
    console.warn(`test/faults: NOT RUN (${name}): ${preload.reason}`);
    describe.skip(`${name} (not run: ${preload.reason})`, () => tests(bench));
    return;
  }
  describe(name, () => {
    beforeAll(async () => {
      for (const subject of subjects)
        for (let i = 0; i < LANES_EACH; i++) lanes.push(await Lane.open(library, subject));
    });
    afterAll(async () => {
      for (const lane of lanes) await lane.close();
      rmSync(dirname(library), { recursive: true });
    });
    tests(bench);
  });
}

async function pointsFor(
  source: string,
  lane: Lane,
  when: readonly ("before" | "after")[],
  subjects: readonly Subject[],
): Promise<readonly Point[]> {
  const replayed = pointToReplay();
  if (replayed !== null) return replayed.filter((point) => point.source === source);
  const points: Point[] = [];
  for (const phase of subjects.find((subject) => subject.source === source)?.phases ?? [])
    points.push(...pointsOf({ source, phase }, (await lane.undisturbed(phase)).ended.log, when));
  return inFairOrder(points);
}
