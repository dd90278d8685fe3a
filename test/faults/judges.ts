/** How a run may end on a disk that fails (E5, R5). Answers what was wrong with its end, in words. */
import { acknowledgedAfterFault, type Call, callsOf } from "./call-log.ts";
import type { Ended } from "./lane.ts";
import { kindOf } from "./points.ts";
import type { Struck } from "./promises.ts";

export type Judge = (ended: Ended, struck: Struck) => readonly string[] | Promise<readonly string[]>;

/** The call that was made to fail, and where it is in the log. */
function struckCall({ log }: Ended): Call | undefined {
  const fault = log.find((entry) => entry.kind === "fault");
  return callsOf(log).find(({ number }) => number === fault?.number);
}

export function struckFile(ended: Ended): string {
  const call = struckCall(ended);
  return call === undefined ? "not met" : `${call.call} ${kindOf(call)} ${call.path}`;
}

/** What nothing is acknowledged by, and a run goes on without: the index, lists as they came, the log for people. */
const DISPENSABLE = /search\.db|^data\/cache\/|fetch_log\.jsonl$/;

function struckDispensable(ended: Ended): boolean {
  return DISPENSABLE.test(struckCall(ended)?.path ?? "");
}

/** After a failed sync there is not a word of success (E5). */
export function stopsSilently(ended: Ended): string[] {
  if (struckDispensable(ended)) return stopsCleanly(ended);
  const late = ended.struck ? acknowledgedAfterFault(ended.log) : [];
  const problems = late.length > 0 ? [`acknowledged after the fault: ${late.join(" ")}`] : [];
  if (ended.struck && !ended.stderr.includes("the disk did not confirm"))
    problems.push(`does not say what was not synced: ${ended.stderr.trim()}`);
  return [...problems, ...stopsCleanly(ended)];
}

/** Trouble that the run noticed: exit 4 and one line that says so. What was stored by then may still be told. */
export function stopsCleanly(ended: Ended): string[] {
  if (!ended.struck) return [];
  // Where the disk stays full, what comes after it meets the same.
  if (struckDispensable(ended)) return [0, 4].includes(ended.code ?? -1) ? [] : [`ended with ${ended.code}`];
  const problems: string[] = [];
  if (ended.code !== 4) problems.push(`ended with ${ended.code}: ${ended.stderr.trim()}`);
  if (!ended.stderr.includes("levada: ")) problems.push(`said nothing of it: ${ended.stderr.trim()}`);
  return problems;
}

/** As if nothing had been. */
export async function completes(ended: Ended, { lane, phase }: Struck): Promise<string[]> {
  const [told, expected] = [ended, (await lane.undisturbed(phase)).ended].map(({ acknowledged }) =>
    acknowledged.toSorted().join(" "),
  );
  return ended.code === 0 && told === expected
    ? []
    : [`ended with ${ended.code} after ${told}: ${ended.stderr.trim()}`];
}
