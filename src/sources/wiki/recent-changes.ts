/**
 * What happened since a moment, from `list=recentchanges` and `list=logevents` together. Neither is enough: recent
 * changes leave out redirects that moves made, restored and imported pages; the log leaves out edits. Both hold only
 * inside the wiki's retention window.
 */
import type { JsonObject } from "../../domain/json.ts";
import type { ApiSuccess } from "./api-answer.ts";
import { found, integerOf, isSet, objectsOf, type Parsed, structureChanged, textOf } from "./json-value.ts";

/** Logs to ask for, one a request; what the others tell is in the recent changes with a page id. */
export const LOG_TYPES_TO_ASK = ["delete", "move", "import", "merge"] as const;

export interface ChangeRow {
  readonly type: string;
  /** 0 where it concerns no page. */
  readonly pageid: number;
  readonly title: string;
  readonly timestamp: string;
}

export interface LogRow {
  readonly logid: number;
  readonly type: string;
  readonly action: string;
  readonly title: string;
  readonly timestamp: string;
  /** The page it happened to; 0 where the log does not know. */
  readonly logpage: number;
  /** What sits at the title now, after a move the redirect that was left there; 0 where nothing does. */
  readonly pageid: number;
}

/** Rows, and how many of them hide what they are about. */
export interface Rows<T> {
  readonly rows: readonly T[];
  readonly hidden: number;
}

export function readRecentChanges(answer: ApiSuccess): Parsed<Rows<ChangeRow>> {
  return readRows(answer, "recentchanges", (row) => {
    const [type, title, timestamp] = [textOf(row["type"]), textOf(row["title"]), textOf(row["timestamp"])];
    const pageid = integerOf(row["pageid"]);
    return type === null || title === null || timestamp === null || pageid === null
      ? null
      : { type, pageid, title, timestamp };
  });
}

export function readLogEvents(answer: ApiSuccess): Parsed<Rows<LogRow>> {
  return readRows(answer, "logevents", (row) => {
    const [type, action, title] = [textOf(row["type"]), textOf(row["action"]), textOf(row["title"])];
    const [logid, timestamp] = [integerOf(row["logid"]), textOf(row["timestamp"])];
    const [logpage, pageid] = [integerOf(row["logpage"]), integerOf(row["pageid"])];
    if (type === null || action === null || title === null || timestamp === null) return null;
    if (logid === null || logpage === null || pageid === null) return null;
    return { logid, type, action, title, timestamp, logpage, pageid };
  });
}

/** A row that is not understood spoils the answer: what it tells would be missed for ever. */
function readRows<T>(
  { query, json }: ApiSuccess,
  list: string,
  read: (row: JsonObject) => T | null,
): Parsed<Rows<T>> {
  const rows = objectsOf(query?.[list]);
  if (rows === null) return structureChanged(`${list} in the answer`, query ?? json);
  const known: T[] = [];
  let hidden = 0;
  for (const row of rows) {
    const value = read(row);
    if (value !== null) known.push(value);
    else if (isHidden(row)) hidden += 1;
    else return structureChanged(`a row of ${list}`, row);
  }
  return found({ rows: known, hidden });
}

/** Its title was hidden from the public by somebody with the right to do so. */
function isHidden(row: JsonObject): boolean {
  return isSet(row["actionhidden"]) || isSet(row["suppressed"]);
}

export interface SinceResult {
  /** Pages to look at again, by id: new, changed, moved, restored, left behind as redirects. */
  readonly ids: readonly number[];
  /** The same for those whose id nobody tells. */
  readonly titles: readonly string[];
  /** Pages of which the log says that they were deleted, and nothing newer says anything. */
  readonly deleted: readonly number[];
}

export function sumUpChanges(changes: readonly ChangeRow[], log: readonly LogRow[]): SinceResult {
  const ids = new Set<number>();
  const titles = new Set<string>();
  const deletedAt = deletionsIn(log);
  for (const { logpage, pageid, title } of log) {
    for (const id of [logpage, pageid]) if (id > 0) ids.add(id);
    if (logpage <= 0 && pageid <= 0) titles.add(title);
  }
  for (const { type, pageid, title, timestamp } of changes) {
    if (pageid > 0) ids.add(pageid);
    else if (type !== "log") titles.add(title);
    const gone = deletedAt.get(pageid);
    if (gone !== undefined && type !== "log" && timestamp >= gone) deletedAt.delete(pageid);
  }
  for (const id of deletedAt.keys()) ids.delete(id);
  return { ids: [...ids], titles: [...titles], deleted: [...deletedAt.keys()] };
}

/** Pages whose last entry is their deletion, with its time. */
function deletionsIn(log: readonly LogRow[]): Map<number, string> {
  const deletedAt = new Map<number, string>();
  for (const { type, action, logpage, timestamp } of inOrder(log)) {
    const isDeletion = type === "delete" && (action === "delete" || action === "delete_redir");
    // Revisions of a deleted page can still be hidden; every other entry says that it is back.
    const saysNothing = type === "delete" && (action === "revision" || action === "event");
    if (logpage <= 0 || saysNothing) continue;
    if (isDeletion) deletedAt.set(logpage, timestamp);
    else deletedAt.delete(logpage);
  }
  return deletedAt;
}

/** As it happened, whatever order the answers came in; within a second by the number of the entry. */
function inOrder(log: readonly LogRow[]): readonly LogRow[] {
  const time = (a: LogRow, b: LogRow) => (a.timestamp < b.timestamp ? -1 : Number(a.timestamp > b.timestamp));
  return log.toSorted((a, b) => time(a, b) || a.logid - b.logid);
}

/**
 * Whether recent changes reach back to a moment. They do when something older is still there; where nothing is, what
 * happened before may have been swept away, and only a full listing tells.
 * @param oldest Time of the oldest row the wiki still has (`rcdir=newer&rclimit=1`).
 */
export function reachesBack(since: string, oldest: string | null): boolean {
  return oldest !== null && Date.parse(oldest) <= Date.parse(since);
}
