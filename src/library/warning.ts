import type { RunRequest } from "../application/engine.ts";
import { EVENT_VERSION } from "../domain/events.ts";

/** Says something to whoever watches, outside of any run. */
export function warn<O>(
  { onEvent, runId, source }: Pick<RunRequest<O>, "onEvent" | "runId" | "source">,
  code: string,
  message: string,
  at = new Date(),
): void {
  onEvent({
    type: "warning",
    code,
    message,
    version: EVENT_VERSION,
    source: source.name,
    run_id: runId,
    at: at.toISOString(),
  });
}
