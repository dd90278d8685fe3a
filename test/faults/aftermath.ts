/** What is done after a fault until nothing is left to do, and what did not hold on the way. */
import { status } from "../../src/index.ts";
import type { TestRoot } from "../kit/root.ts";
import type { Lane } from "./lane.ts";
import { chance, nameOf, type Point } from "./points.ts";
import {
  type Lines,
  brokenAfterInterlude,
  brokenAfterRecovery,
  brokenAfterRepair,
  linesOf,
} from "./promises.ts";

/**
 * A look at what the fault left, which must always be possible; then a run without faults. After a fault in a repair that is another repair; half of the time, as the seed decides, a
 * plain run comes before it: either must do as the first to find the root.
 */
export async function brokenInAftermath(lane: Lane, root: TestRoot, point: Point): Promise<string[]> {
  const before = linesOf(root);
  const unseen = await status("usgs", { root: root.path }).then(
    () => [],
    (error: unknown) => [`status beside it: ${String(error)}`],
  );
  return [...unseen, ...(await brokenInNextRuns(lane, root, point, before))];
}

async function brokenInNextRuns(lane: Lane, root: TestRoot, point: Point, before: Lines): Promise<string[]> {
  if (point.phase !== "repair") {
    return brokenAfterRecovery(lane, root, before, await lane.run(root, "plain"));
  }
  const problems: string[] = [];
  if (chance(`interlude ${nameOf(point)}`) < 0.5) {
    problems.push(...brokenAfterInterlude(before, root, await lane.run(root, "plain")));
  }
  problems.push(...brokenAfterRepair(lane, root, before, await lane.run(root, "repair")));
  return problems;
}
