import type { FieldDifference, ProcedureFiles } from "../application/ports.ts";
import type { ProcedureFields } from "../domain/procedure.ts";
import { diffProcedures } from "../procedures/compare.ts";
import { migrateProcedure } from "../procedures/migrate.ts";
import { proposalChanges } from "../procedures/proposal-changes.ts";
import { pageKeysOf } from "./procedure-page.ts";

/** The versions of a procedure that are kept, compared field by field. */
export interface ProcedureDiff {
  readonly kind: "procedure";
  readonly tramite: string;
  /** Where it says that it was read; null where it does not. */
  readonly url: string | null;
  /** From the version before to the one that stands; null where only one is kept. */
  readonly versions: readonly FieldDifference[] | null;
  /** From the curated file to what its page says now; null where nothing waits beside it. */
  readonly proposal: readonly FieldDifference[] | null;
}

/** Null where there is no such procedure. */
export async function procedureDiff(files: ProcedureFiles, tramite: string): Promise<ProcedureDiff | null> {
  const current = await files.read(tramite);
  if (current === null) return null;
  const previous = await files.previous(tramite);
  const found = await files.proposal(tramite);
  const url = current["fuente_url"] ?? current["source_url"];
  return {
    kind: "procedure",
    tramite,
    url: typeof url === "string" ? url : null,
    versions: previous === null ? null : diffProcedures(asToday(previous), asToday(current)),
    proposal: found === null ? null : proposalChanges(current, found.proposal),
  };
}

/** A file that was brought to today's form says what it said. */
function asToday(file: ProcedureFields): ProcedureFields {
  const migrated = migrateProcedure(file);
  return migrated.ok ? migrated.procedure : file;
}

/** The file that says it was made from the page of this key: for pages that no run has looked at since it came. */
export async function procedureOfPage(files: ProcedureFiles, key: string): Promise<string | null> {
  for await (const { tramite, procedure } of files.all())
    if (procedure !== null && pageKeysOf(procedure).includes(key)) return tramite;
  return null;
}
