import type { LevadaEvent } from "../domain/events.ts";
import { bytesText, durationText } from "./quantities.ts";
import { clip, visible } from "./terminal-text.ts";

/** What the progress line knows of a run. */
export interface Progress {
  readonly source: string;
  readonly queued: number;
  /** Nothing more will be queued. */
  readonly discovered: boolean;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  /** As they arrive, also of documents in hand. */
  readonly bytes: number;
  readonly host: string;
  /** When the first document was queued; wall clock, ms. */
  readonly startedAt: number | null;
  readonly waitingFor: { readonly host: string; readonly until: string } | null;
}

export const NO_PROGRESS: Progress = {
  source: "",
  queued: 0,
  discovered: false,
  completed: 0,
  failed: 0,
  skipped: 0,
  bytes: 0,
  host: "",
  startedAt: null,
  waitingFor: null,
};

export function afterEvent(progress: Progress, event: LevadaEvent): Progress {
  switch (event.type) {
    case "run_started":
      return { ...NO_PROGRESS, source: event.source };
    case "queued":
      return {
        ...progress,
        queued: progress.queued + 1,
        startedAt: progress.startedAt ?? Date.parse(event.at),
      };
    case "exchange":
      return { ...progress, host: event.host, waitingFor: null };
    case "progress":
      return { ...progress, host: event.host, bytes: progress.bytes + event.bytes };
    case "completed":
      return { ...progress, completed: progress.completed + 1 };
    case "failed":
      return { ...progress, failed: progress.failed + 1 };
    case "skipped":
      // What a catalog could not even name was never queued.
      return event.id === "" ? progress : { ...progress, skipped: progress.skipped + 1 };
    case "host_parked":
    case "breaker_opened":
      return { ...progress, waitingFor: { host: event.host, until: event.until } };
    case "discovery_ended":
      return { ...progress, discovered: true };
    default:
      return progress;
  }
}

/** From wide to narrow: what gives way first is the bar, then the bytes, then the rate. */
const LAYOUTS = [
  { barWidth: 16, hasBytes: true, hasRate: true },
  { barWidth: 8, hasBytes: true, hasRate: true },
  { barWidth: 0, hasBytes: true, hasRate: true },
  { barWidth: 0, hasBytes: false, hasRate: true },
  { barWidth: 0, hasBytes: false, hasRate: false },
] as const;

/** The line, at most `columns` wide. Without colours: its width is its length. */
export function progressLine(progress: Progress, now: number, columns: number): string {
  const { source, queued, host, waitingFor } = progress;
  const where = (waitingFor === null ? null : waitingText(waitingFor, now)) ?? host;
  if (queued === 0) return clip(visible(`${source}: looking for documents  ${where}`.trimEnd()), columns);
  let line = "";
  for (const layout of LAYOUTS) {
    line = visible([...countParts(progress, now, layout), where].filter((part) => part !== "").join("  "));
    if (line.length <= columns) break;
  }
  return clip(line, columns);
}

function countParts(
  { source, queued, discovered, completed, failed, skipped, bytes, startedAt }: Progress,
  now: number,
  { barWidth, hasBytes, hasRate }: (typeof LAYOUTS)[number],
): readonly string[] {
  const done = Math.min(completed + failed + skipped, queued);
  const seconds = Math.max((now - (startedAt ?? now)) / 1000, 0.001);
  const rate = done / seconds;
  const hasEnd = discovered && done > 0 && done < queued;
  return [
    // Until discovery has ended nobody knows the total: a bar or an end would be made up.
    `${source} ${discovered ? `${bar(done / queued, barWidth)}${done}/${queued}` : `${done} of ${queued} queued so far`}`,
    hasRate ? `${rate.toFixed(rate < 10 ? 1 : 0)}/s` : "",
    hasBytes ? `${bytesText(bytes)} (${bytesText(Math.round(bytes / seconds))}/s)` : "",
    hasEnd ? `ETA ${durationText(((queued - done) / rate) * 1000)}` : "",
    failed === 0 ? "" : `${failed} failed`,
    skipped === 0 ? "" : `${skipped} skipped`,
  ];
}

function bar(share: number, width: number): string {
  if (width === 0) return "";
  const filled = Math.floor(share * width);
  const head = filled < width ? ">" : "";
  return `[${"=".repeat(filled)}${head}${" ".repeat(width - filled - head.length)}] `;
}

/** A countdown, because the line is drawn anew all the time; null when the wait is over. */
function waitingText({ host, until }: NonNullable<Progress["waitingFor"]>, now: number): string | null {
  const ms = Date.parse(until) - now;
  return ms > 0 ? `waiting ${durationText(ms)} for ${host}` : null;
}
