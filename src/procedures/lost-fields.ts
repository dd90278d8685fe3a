/** What a page has said and no longer says: whether the office took it away or the reading is broken, nobody knows yet. */
import { derivedFields, isSaid } from "./completeness.ts";
import { foldedWords } from "./plain-text.ts";

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
  /** What the page calls itself, where that is another name than it had. */
  readonly calledNow: string | null;
}

/**
 * Null where the reading has all that is stored. It is the truth where it says something else; what it no longer says is
 * kept. One that has lost most of what there was is broken more likely than true, and changes nothing; so does one that has
 * lost some of it together with its name ("Sede en mantenimiento"): what it says is of something else.
 */
export function lossOf(stored: Fields, reading: Fields): Loss | null {
  const had = MAIN.filter((field) => isSaid(field, stored));
  const fields = had.filter((field) => !isSaid(field, reading));
  if (fields.length === 0) return null;
  const calledNow = otherName(stored, reading);
  if (calledNow !== null || fields.length * 2 > had.length) return { fields, kept: stored, calledNow };
  const kept = { ...reading, ...Object.fromEntries(fields.map((field) => [field, stored[field]])) };
  return { fields, kept: { ...kept, ...derivedFields(kept) }, calledNow };
}

/** A name that has grown or shrunk at its end is no other: "Ayuda al alquiler", "Ayuda al alquiler 2026". */
function otherName(stored: Fields, reading: Fields): string | null {
  const [had, has] = [stored["nombre"], reading["nombre"]];
  if (typeof had !== "string" || typeof has !== "string") return null;
  const [was, is] = [foldedWords(had), foldedWords(has)];
  return was.startsWith(is) || is.startsWith(was) ? null : has;
}
