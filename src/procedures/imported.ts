/** A person's file as it is kept (`levada tramites import`): what it says as it says it, and what today's form wants behind it. */
import { derivedFields } from "./completeness.ts";
import { type CuratedFile, migrateProcedure } from "./migrate.ts";

export interface ImportContext {
  /** The name of the file, without its ending: that of the procedure where it does not say its own. */
  readonly name: string;
  /** ISO 8601; for files that do not say when they were checked. */
  readonly at: string;
}

export type ImportCheck =
  | { readonly ok: true; readonly tramite: string; readonly procedure: CuratedFile }
  | { readonly ok: false; readonly problems: readonly string[] };

export function importedProcedure(file: unknown, { name, at }: ImportContext): ImportCheck {
  const named = isObject(file) ? withName(file, name) : file;
  const checked = migrateProcedure(named, at);
  if (!checked.ok) return checked;
  const { procedure } = checked;
  // The schema's own order is not that of the person: theirs comes first.
  const whole = { ...(named as CuratedFile), ...missing(named as CuratedFile, procedure) };
  const kept = { ...whole, ...verification(whole, at) };
  return { ok: true, tramite: procedure.tramite, procedure: { ...kept, ...derivedFields(kept) } };
}

const isObject = (value: unknown): value is CuratedFile =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const NAME = /^[a-z0-9][a-z0-9_-]{0,119}$/;

/** "File name = tramite" holds the other way round, too. */
function withName(file: CuratedFile, name: string): CuratedFile {
  return file["tramite"] === undefined && NAME.test(name) ? { ...file, tramite: name } : file;
}

function missing(file: CuratedFile, fields: CuratedFile): CuratedFile {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => file[field] === undefined));
}

/** A file that a person brings is theirs, unless it says that nobody has checked it. */
function verification(file: CuratedFile, at: string): CuratedFile {
  if (file["verificado"] === false) return {};
  return { verified_at: file["verified_at"] ?? momentOfCheck(file) ?? at, verified_by: "manual" };
}

function momentOfCheck({ fecha_verificacion: day }: CuratedFile): string | null {
  return typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T00:00:00Z` : null;
}

/** What is said of a procedure by whoever keeps it: no loss where it is written anew. */
const RENEWED: ReadonlySet<string> = new Set(
  "content_hash word_count completeness_score extracted_at verified_at verified_by".split(" "),
);

/** Whether all that the one says is in the other. */
export function keepsAllOf(before: CuratedFile, after: CuratedFile): boolean {
  return Object.entries(before).every(([field, value]) => RENEWED.has(field) || isSame(value, after[field]));
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
