import type { LevadaEvent } from "../domain/events.ts";
import { levelOf } from "./event-lines.ts";
import type { Output } from "./io.ts";
import { safeJson } from "./terminal-text.ts";

export interface EventLog {
  readonly event: (event: LevadaEvent) => void;
  /** What is no event, as a line of the same kind. */
  readonly say: (line: string) => void;
}

/** Every event as a line of JSON on `output` (E21). Loaded on demand: pino costs more to start than Levada. */
export async function createEventLog(output: Output, now: () => number): Promise<EventLog> {
  const { pino } = await import("pino");
  const logger = pino(
    {
      level: "debug",
      base: null,
      // An event carries its own time.
      timestamp: false,
      formatters: { level: (label) => ({ level: label }) },
    },
    { write: (line: string) => output.write(safeJson(line)) },
  );
  let run: { readonly run_id?: string } = {};
  return {
    event(event) {
      run = { run_id: event.run_id };
      logger[levelOf(event)]({ time: event.at, ...hostOf(event), ...event });
    },
    say: (line) => logger.info({ time: new Date(now()).toISOString(), ...run }, line),
  };
}

/** Whoever looks for a host finds all that was said of it. */
function hostOf(event: LevadaEvent): { readonly host?: string } {
  const host = "url" in event ? URL.parse(event.url)?.host : undefined;
  return host === undefined || host === "" ? {} : { host };
}
