/** What is done after a fault until nothing is left to do, and what did not hold on the way. */
import { status } from "../../src/index.ts";
import { chance } from "./points.ts";
import {
  brokenAfterInterlude,
  brokenAfterRecovery,
  type Found,
  leftToRepair,
  type Struck,
} from "./promises.ts";
import type { Phase } from "./subject.ts";

/** What a user does after a fault: the same again; after everything was to be fetched again, only what is missing. */
export function nextAfter(phase: Struck["phase"]): Phase {
  return phase === "repair" || phase === "reextract" ? phase : "plain";
}

/**
 * A look at what the fault left, which must always be possible; then a run without faults. After a fault in a repair
 * that is another repair; half of the time, as the seed decides, a plain run comes before it: either must do as the
 * first to find the root.
 */
export async function brokenInAftermath(struck: Struck, name: string, hadEnded = false): Promise<string[]> {
  const { phase } = struck;
  const problems: string[] = [];
  let found = await look(struck, problems);
  // A run that began after the first had told its end is another, also where it was killed.
  if (hadEnded) found = { ...found, hadEnded };
  if (phase === "repair" && chance(`interlude ${name}`) < 0.5) {
    problems.push(...brokenAfterInterlude(struck, found, await struck.run("plain")));
    found = await look(struck, problems);
  }
  const ended = await struck.run(nextAfter(phase));
  return [...problems, ...(await brokenAfterRecovery(struck, found, ended))];
}

async function look(struck: Struck, problems: string[]): Promise<Found> {
  const [lines, left] = [struck.lane.linesOf(struck.root), leftToRepair(struck)];
  const hadEnded = await hasToldItsEnd(struck).catch((error: unknown) => {
    problems.push(`status beside it: ${String(error)}`);
    return false;
  });
  return { lines, left, hadEnded };
}

/** Whether the last run came to its end: the next one is another, and may ask whether there is news. */
export async function hasToldItsEnd({ lane, root }: Struck): Promise<boolean> {
  const [report] = await status(lane.source, { root: root.path });
  const code = report?.last_exit_code ?? null;
  return code !== null && ![4, 130, 143].includes(code);
}
