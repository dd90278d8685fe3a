/** What an automatic version would change in a curated file of any age, if a person took it over (P30). */
import { identifyPage } from "../finders/page-identity.ts";
import { isFilled } from "./completeness.ts";
import { diffProcedures, type FieldChange } from "./compare.ts";
import { migrateProcedure } from "./migrate.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a reading of a page can have. Of a person's other fields it says nothing, also not that they are gone. */
const READABLE: ReadonlySet<string> = new Set(
  "nombre descripcion canal estado requisitos documentos_necesarios plazos tasas base_legal como_solicitar donde_solicitar telefono datos_importantes datos_adicionales organismo organismo_abrev territorio tipo idioma idioma_secundario fuente_url".split(
    " ",
  ),
);

export function proposalChanges(curated: Fields, proposal: Fields): FieldChange[] {
  const migrated = migrateProcedure(curated);
  const changes = diffProcedures(migrated.ok ? migrated.procedure : curated, proposal);
  return changes.filter(
    (change) => isRemovable(change, curated) && !isSamePage(change) && !isOfThePerson(change, curated),
  );
}

/** No page says by which words people ask for it: those of a person are better than those that were made up. */
function isOfThePerson({ field }: FieldChange, curated: Fields): boolean {
  return field === "keywords" && isFilled(curated["keywords"]);
}

/** What older fields say in today's place cannot be taken out of it. */
function isRemovable({ field, kind }: FieldChange, curated: Fields): boolean {
  return kind !== "removed" || (READABLE.has(field) && curated[field] !== undefined);
}

function isSamePage({ field, before, after }: FieldChange): boolean {
  return field === "fuente_url" && keyOf(before) !== null && keyOf(before) === keyOf(after);
}

function keyOf(url: unknown): string | null {
  return typeof url === "string" ? (identifyPage(url)?.key ?? null) : null;
}
