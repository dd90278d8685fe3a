/** Numbers as people read them. */

const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

export function bytesText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return unit === 0 ? `${value} B` : `${value < 99.95 ? value.toFixed(1) : Math.round(value)} ${UNITS[unit]}`;
}

/** `0.4 s`, `12 s`, `4 min 12 s`, `3 h 5 min`, `2 d 4 h`. */
export function durationText(ms: number): string {
  if (ms < 10_000) return `${(Math.max(ms, 0) / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return pair(Math.floor(seconds / 60), "min", seconds % 60, "s");
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1440) return pair(Math.floor(minutes / 60), "h", minutes % 60, "min");
  const hours = Math.round(ms / 3_600_000);
  return pair(Math.floor(hours / 24), "d", hours % 24, "h");
}

function pair(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** `2026-11-15 21:34:44 UTC (in 4 min 12 s)`, or how long ago it was. In UTC, as in every file and event. */
export function momentText(iso: string, now: number): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return "an unknown time";
  const distance = at >= now ? `in ${durationText(at - now)}` : `${durationText(now - at)} ago`;
  const [day, time] = new Date(at).toISOString().split(/[T.]/);
  return `${day} ${time} UTC (${distance})`;
}

/** `1 document`, `2 documents`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
