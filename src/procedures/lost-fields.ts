/** What a page has said and no longer says: whether the office took it away or the reading is broken, nobody knows yet. */
import { derivedFields, isSaid } from "./completeness.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What people ask of a procedure: to be without one of these is worth a person's look. */
const MAIN = [
  "descripcion",
  "requisitos",
  "documentos_necesarios",
  "plazos",
  "tasas",
  "como_solicitar",
] as const;

export interface Loss {
  /** Filled in what is stored, and not in the reading. */
  readonly fields: readonly string[];
  /** What is stored until a person has looked. */
  readonly kept: Fields;
}

/**
 * Null where the reading has all that is stored. It is the truth where it says something else; what it no longer says is
 * kept. One that has lost most of what there was is broken more likely than true, and changes nothing.
 */
export function lossOf(stored: Fields, reading: Fields): Loss | null {
  const had = MAIN.filter((field) => isSaid(field, stored));
  const fields = had.filter((field) => !isSaid(field, reading));
  if (fields.length === 0) return null;
  if (fields.length * 2 > had.length) return { fields, kept: stored };
  const kept = { ...reading, ...Object.fromEntries(fields.map((field) => [field, stored[field]])) };
  return { fields, kept: { ...kept, ...derivedFields(kept) } };
}
