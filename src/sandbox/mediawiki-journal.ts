import { lowerBound } from "./mediawiki-order.ts";
import type { PageTitle } from "./mediawiki-titles.ts";

/** What a wiki tells of its changes: the log, which is complete, and the recent changes, which are not. */

/** A row of the log, its parameters in the shape of the API. */
export interface LogRow {
  readonly id: number;
  readonly timestamp: string;
  readonly type: LogType;
  readonly action: string;
  /** Where the page was when it happened. */
  readonly title: PageTitle;
  /** The page it happened to. */
  readonly pageId: number;
  readonly comment: string;
  readonly params: Readonly<Record<string, unknown>>;
}

export const LOG_TYPES = [
  "create",
  "delete",
  "move",
  "protect",
  "import",
  "merge",
  "upload",
  "block",
  "rights",
] as const;
export type LogType = (typeof LOG_TYPES)[number];

export interface ChangeRow {
  readonly id: number;
  readonly timestamp: string;
  readonly type: "edit" | "new" | "log";
  readonly title: PageTitle;
  readonly pageId: number;
  readonly revisionId: number;
  readonly oldRevisionId: number;
  readonly oldSize: number;
  readonly newSize: number;
  readonly comment: string;
  readonly log: LogRow | null;
}

interface Row {
  readonly id: number;
  readonly timestamp: string;
}

/** Rows in the order they were written, which is that of time and id both. */
export class Journal {
  readonly #log: LogRow[] = [];
  readonly #byType = new Map<LogType, LogRow[]>();
  readonly #changes: ChangeRow[] = [];
  readonly #forgotten = new Set<number>();
  readonly #edits = new Map<number, number[]>();

  log(row: Omit<LogRow, "id">): LogRow {
    const entry = { id: this.#log.length + 1, ...row };
    this.#log.push(entry);
    const ofType = this.#byType.get(row.type);
    if (ofType === undefined) this.#byType.set(row.type, [entry]);
    else ofType.push(entry);
    return entry;
  }

  change(row: Omit<ChangeRow, "id">): void {
    const entry = { id: this.#changes.length + 1, ...row };
    this.#changes.push(entry);
    if (row.type === "log") return;
    const edits = this.#edits.get(row.pageId);
    if (edits === undefined) this.#edits.set(row.pageId, [entry.id]);
    else edits.push(entry.id);
  }

  /** The recent changes of a log entry. */
  logged(log: LogRow, revisionId: number): void {
    const { timestamp, title, pageId, comment } = log;
    const none = { oldRevisionId: 0, oldSize: 0, newSize: 0 };
    this.change({ timestamp, type: "log", title, pageId, revisionId, comment, log, ...none });
  }

  /** A deleted page takes its edits out of the recent changes, and a restored one does not bring them back. */
  forgetEdits(pageId: number): void {
    for (const id of this.#edits.get(pageId) ?? []) this.#forgotten.add(id);
    this.#edits.delete(pageId);
  }

  logRows(type: LogType | null, range: RowRange): Generator<LogRow> {
    return rowsIn(type === null ? this.#log : (this.#byType.get(type) ?? []), range);
  }

  *changeRows(range: RowRange): Generator<ChangeRow> {
    for (const row of rowsIn(this.#changes, range)) if (!this.#forgotten.has(row.id)) yield row;
  }
}

export interface RowRange {
  readonly newerFirst: boolean;
  /** Inclusive, as timestamps; null where open. */
  readonly earliest: string | null;
  readonly latest: string | null;
  /** The row to go on with. */
  readonly from: Row | null;
}

function* rowsIn<T extends Row>(rows: readonly T[], range: RowRange): Generator<T> {
  const { newerFirst, earliest, latest, from } = range;
  const ascendingFrom = newerFirst ? null : from;
  const descendingFrom = newerFirst ? from : null;
  const start = lowerBound(
    rows,
    (row) =>
      (earliest !== null && row.timestamp < earliest) ||
      (ascendingFrom !== null && isBefore(row, ascendingFrom)),
  );
  const end = lowerBound(
    rows,
    (row) =>
      (latest === null || row.timestamp <= latest) &&
      (descendingFrom === null || !isBefore(descendingFrom, row)),
  );
  if (newerFirst) for (let at = end - 1; at >= start; at -= 1) yield rows[at] as T;
  else for (let at = start; at < end; at += 1) yield rows[at] as T;
}

function isBefore(row: Row, other: Row): boolean {
  return row.timestamp === other.timestamp ? row.id < other.id : row.timestamp < other.timestamp;
}
