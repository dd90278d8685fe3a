import type { LevadaEvent } from "../domain/events.ts";
import { bytesText, durationText, localTime } from "./quantities.ts";
import { clip, visible } from "./terminal-text.ts";

/** What the progress line knows of a run. */
export interface Progress {
  readonly source: string;
  readonly limit: number | null;
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
  limit: null,
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
      return { ...NO_PROGRESS, source: event.source, limit: event.limit };
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
      return { ...progress, skipped: progress.skipped + 1 };
    case "host_parked":
    case "breaker_opened":
      return { ...progress, waitingFor: { host: event.host, until: event.until } };
    case "discovery_ended":
      return { ...progress, discovered: true };
    default:
      return progress;
  }
}

const BAR_WIDTH = 16;

/** The line, at most `columns` wide. Without colours: its width is its length. */
export function progressLine(progress: Progress, now: number, columns: number): string {
  const { source, queued, bytes, failed, skipped, host, startedAt, waitingFor } = progress;
  if (queued === 0) return clip(visible(`${source}: looking for documents ${host}`.trimEnd()), columns);
  const total = totalOf(progress);
  const done = Math.min(progress.completed + failed + skipped, total);
  const seconds = Math.max((now - (startedAt ?? now)) / 1000, 0.001);
  const rate = done / seconds;
  const parts = [
    `${source} ${bar(done / total)} ${done}/${total}`,
    `${rate.toFixed(rate < 10 ? 1 : 0)}/s`,
    `${bytesText(bytes)} (${bytesText(Math.round(bytes / seconds))}/s)`,
    done === 0 || done === total ? null : `ETA ${durationText(((total - done) / rate) * 1000)}`,
    failed === 0 ? null : `${failed} failed`,
    skipped === 0 ? null : `${skipped} skipped`,
    waitingFor === null ? host : waitingText(waitingFor, now),
  ];
  return clip(visible(parts.filter((part) => part !== null).join("  ")), columns);
}

/** Until discovery ends the limit is the best guess; then what was queued is the truth. */
function totalOf({ limit, queued, discovered }: Progress): number {
  return discovered || limit === null ? queued : Math.max(limit, queued);
}

function bar(share: number): string {
  const filled = Math.floor(share * BAR_WIDTH);
  const head = filled < BAR_WIDTH ? ">" : "";
  return `[${"=".repeat(filled)}${head}${" ".repeat(BAR_WIDTH - filled - head.length)}]`;
}

function waitingText(
  { host, until }: { readonly host: string; readonly until: string },
  now: number,
): string {
  return `waiting for ${host} until ${localTime(Date.parse(until), now)}`;
}
