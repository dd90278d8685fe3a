import type { LevadaEvent } from "../domain/events.ts";
import { levelOf } from "./event-lines.ts";
import type { Output } from "./io.ts";
import { safeJson } from "./terminal-text.ts";

/** Every event as a line of JSON on `output` (E21). Loaded on demand: pino costs more to start than Levada. */
export async function createEventLog(output: Output): Promise<(event: LevadaEvent) => void> {
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
  return (event) => logger[levelOf(event)](event);
}
