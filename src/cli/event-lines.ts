import type { LevadaEvent } from "../domain/events.ts";
import type { LogLevel } from "./global-flags.ts";
import { bytesText, durationText, momentText } from "./quantities.ts";
import { visible } from "./terminal-text.ts";

export type EventLevel = Exclude<LogLevel, "silent">;

const SEVERITY: Readonly<Record<LogLevel, number>> = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 };

export function isShown(level: EventLevel, wanted: LogLevel): boolean {
  return SEVERITY[level] <= SEVERITY[wanted];
}

const LEVELS: Readonly<Record<LevadaEvent["type"], EventLevel>> = {
  run_started: "info",
  recovered: "info",
  warning: "warn",
  exchange: "debug",
  retry: "warn",
  planned: "debug",
  queued: "debug",
  unchanged: "debug",
  filtered: "debug",
  completed: "info",
  extracted: "debug",
  extract_failed: "warn",
  normalized: "debug",
  retired: "info",
  failed: "error",
  skipped: "warn",
  pending: "warn",
  progress: "debug",
  host_parked: "warn",
  breaker_opened: "warn",
  breaker_closed: "info",
  discovery_ended: "debug",
  stopping: "info",
  summary: "debug",
};

export function levelOf(event: LevadaEvent): EventLevel {
  // A picture is kept and not read: that is as it should be.
  if (event.type === "extract_failed" && event.reason === "unsupported") return "debug";
  return LEVELS[event.type];
}

/** One line for people, safe for a terminal; null for what they need not read. */
export function eventLine(event: LevadaEvent, now: number): string | null {
  const line = describeEvent(event, now);
  return line === null ? null : `${line[0].padEnd(10)} ${visible(line[1])}`;
}

function describeEvent(event: LevadaEvent, now: number): readonly [what: string, text: string] | null {
  switch (event.type) {
    case "run_started":
      return [
        "started",
        `${event.source}, run ${event.run_id}${event.limit === null ? "" : `, at most ${event.limit}`}`,
      ];
    case "recovered":
      return ["recovered", `${event.what}: ${event.detail}`];
    case "warning":
      return ["warning", event.message];
    case "retry":
      return [
        "retry",
        `${event.url}: ${event.error}; attempt ${event.attempt + 1} in ${durationText(event.after_ms)}`,
      ];
    case "completed":
      return ["completed", `${event.id}  ${bytesText(event.original_size)}  ${event.path}`];
    case "failed":
    case "skipped":
    case "pending":
      // What a catalog could not even name was told by its warning.
      return event.id === "" ? null : [event.type, `${event.id}  ${event.error}  ${event.url}`];
    case "extracted":
      return ["read", `${event.id}  ${event.words} words  ${event.status}  ${event.path}`];
    case "extract_failed":
      return ["not read", `${event.id}  ${event.error}  ${event.url}`];
    case "host_parked":
      return ["parked", `${event.host} asked for silence until ${momentText(event.until, now)}`];
    case "breaker_opened":
      return [
        "breaker",
        `${event.host} failed ${event.failures} times in a row; left alone until ${momentText(event.until, now)}`,
      ];
    case "breaker_closed":
      return ["breaker", `${event.host} answers again`];
    case "stopping":
      return ["stopping", event.reason];
    default:
      return null;
  }
}
