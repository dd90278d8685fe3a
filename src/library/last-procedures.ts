import type { RunRecord } from "../application/ports.ts";
import type { ProcedureCounts, Summary } from "../domain/events.ts";

/** Of the last run that came to look at procedures; the last run first. */
export function lastProcedures(runs: readonly RunRecord[]): ProcedureCounts | null {
  const summaries = runs.map(({ summary }) => summary as unknown as Summary | null);
  return summaries.find((summary) => summary?.procedures !== undefined)?.procedures ?? null;
}
