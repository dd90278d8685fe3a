/** Two versions of a procedure, field by field, and the merge of the fields that a person chose (P30). */
import { isDeepStrictEqual } from "node:util";
import { contentOf } from "./completeness.ts";
import { changeLine } from "./change-line.ts";
import { olderNamesOf } from "./older-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface FieldChange {
  readonly field: string;
  readonly kind: "added" | "removed" | "changed";
  /** Undefined where there was nothing. */
  readonly before: unknown;
  readonly after: unknown;
  /** For people: `plazos: 15 → 10 días hábiles`. */
  readonly line: string;
}

/** What procedures say and where they say it; what is only said of them is no change. */
export function diffProcedures(before: Fields, after: Fields): FieldChange[] {
  const [a, b] = [comparable(before), comparable(after)];
  const fields = [...Object.keys(a), ...Object.keys(b).filter((field) => !(field in a))];
  return fields
    .filter((field) => !isDeepStrictEqual(a[field], b[field]))
    .map((field) => changeOf(field, a[field], b[field]));
}

/** Keywords and address are what the assistant finds and shows: a change of them is one. */
const ALSO = ["fuente_url", "keywords"];

function comparable(procedure: Fields): Record<string, unknown> {
  const also = ALSO.filter((field) => procedure[field] !== undefined).map((field) => [
    field,
    procedure[field],
  ]);
  return Object.fromEntries(
    [...Object.entries(contentOf(procedure)), ...also].filter(([, value]) => !isEmpty(value)),
  );
}

/** An empty list says as much as no list. */
function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function changeOf(field: string, before: unknown, after: unknown): FieldChange {
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  return { field, kind, before, after, line: changeLine(field, before, after) };
}

/**
 * The curated procedure with exactly these fields as the proposal has them: taken over, or taken away where the proposal
 * has none. What said the same under an older name goes, too: a file must not contradict itself. Nothing else moves, nor
 * does the order of the file; `derivedFields` is for the caller to renew.
 */
export function mergeFields<T extends Fields>(curated: T, proposal: Fields, fields: readonly string[]): T {
  const chosen = new Set(fields);
  const changed = [...chosen].filter((field) => !isDeepStrictEqual(curated[field], proposal[field]));
  const older = new Set(changed.flatMap((field) => olderNamesOf(field, curated)));
  const kept = Object.entries(curated)
    .filter(([field]) => !older.has(field) && (!chosen.has(field) || proposal[field] !== undefined))
    .map(([field, value]) => [field, chosen.has(field) ? proposal[field] : value]);
  const added = [...chosen].filter((field) => !(field in curated) && proposal[field] !== undefined);
  return Object.fromEntries([...kept, ...added.map((field) => [field, proposal[field]])]) as T;
}
