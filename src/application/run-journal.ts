import type { Summary } from "../domain/events.ts";
import type { JsonObject } from "../domain/json.ts";
import type { RunRequest } from "./engine.ts";
import type { Clock, Registry, RunRecord } from "./ports.ts";

interface JournalPorts {
  readonly registry: Registry;
  readonly clock: Clock;
}

/** As records and checkpoints have it. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** Notes that a run began, and how it ended: what has no end was killed. */
export function runJournal<O>(
  { runId, source }: RunRequest<O>,
  { registry, clock }: JournalPorts,
  startedAt: number,
) {
  const run = { id: runId, source: source.name, startedAt: iso(startedAt) };
  return {
    began: () => registry.saveRun({ ...run, endedAt: null, exitCode: null, summary: null }),
    ended: (summary: Summary) =>
      registry.saveRun({
        ...run,
        endedAt: iso(clock.now()),
        exitCode: summary.exit_code,
        summary: summary as unknown as JsonObject,
      }),
  };
}

export const DAY_MS = 24 * 3_600_000;

/**
 * When the first of the latest runs began that did not come to their end: what they have asked for need not be asked
 * again by the one that goes on where they were stopped (within a day: then there is news).
 */
export async function cycleStart<O>(
  { source }: RunRequest<O>,
  ports: JournalPorts,
): Promise<number | undefined> {
  if (source.pages === undefined) return undefined;
  const oldest = ports.clock.now() - DAY_MS;
  let start: number | undefined;
  for (const run of await ports.registry.recentRuns(source.name, 100)) {
    const startedAt = Date.parse(run.startedAt);
    if (startedAt < oldest || cameToItsEnd(run)) break;
    start = startedAt;
  }
  return start;
}

function cameToItsEnd({ endedAt, exitCode, summary }: RunRecord): boolean {
  const wasCut = endedAt === null || exitCode === null || [4, 130, 143].includes(exitCode);
  return !wasCut && summary?.["discovery"] !== "limited";
}
