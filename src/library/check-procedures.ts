import { normalizedOf, siteLinesOf } from "../application/procedure-reading.ts";
import { NO_CLAIMS } from "../application/procedure-shelf.ts";
import type { ExtractFiles, ProcedureFiles } from "../application/ports.ts";
import { isCurated, type ProcedureFields } from "../domain/procedure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import { identifyPage } from "../finders/page-identity.ts";
import { createExtractFiles } from "../infrastructure/files/extract-files.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { openScratchState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import {
  agreementOf,
  type AgreementTotal,
  type FieldAgreement,
  totalOf,
  totalsByField,
} from "../procedures/agreement.ts";
import { tramites } from "../sources/tramites/source.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import { pageKeysOf } from "./procedure-page.ts";
import { procedureRules } from "./procedure-rules.ts";

export interface CheckedProcedure {
  readonly tramite: string;
  /** Where it says that it is from; null where it does not. */
  readonly url: string | null;
  readonly status: "compared" | "not_fetched" | "not_read";
  /** Why it was not compared, or what it was compared with. */
  readonly reason: string;
  /** What to do about it; empty where there is nothing to be done. */
  readonly advice: string;
  readonly total: AgreementTotal;
  readonly fields: readonly FieldAgreement[];
}

export interface CheckReport {
  readonly procedures: readonly CheckedProcedure[];
  /** Of all that were compared. */
  readonly fields: readonly AgreementTotal[];
  readonly total: AgreementTotal;
}

/**
 * Compares what is read automatically of the page of each curated procedure with what people wrote of it. Offline, beside a
 * running process, and writes nothing.
 */
export async function checkProcedures(options: CommonOptions = {}): Promise<CheckReport> {
  const { root } = await loadConfiguration(options);
  const files = createProcedureFiles(root);
  const state = await openScratchState(root);
  try {
    const desk: Desk = { files, extractFiles: createExtractFiles(root), state };
    const procedures: CheckedProcedure[] = [];
    for await (const { tramite, procedure } of files.all())
      if (procedure !== null && isCurated(procedure))
        procedures.push(await checked(tramite, procedure, desk));
    const parts = procedures.flatMap(({ fields }) => fields);
    return { procedures, fields: totalsByField(parts), total: totalOf("all", parts) };
  } finally {
    await state.close();
  }
}

interface Desk {
  readonly files: ProcedureFiles;
  readonly extractFiles: ExtractFiles;
  readonly state: Pick<SqliteState, "registry" | "extracts" | "procedures">;
}

async function checked(tramite: string, curated: ProcedureFields, desk: Desk): Promise<CheckedProcedure> {
  const given = curated["fuente_url"] ?? curated["source_url"];
  const url = typeof given === "string" ? given : null;
  const found = await automaticOf(tramite, curated, url, desk);
  const fields = found.procedure === null ? [] : agreementOf(curated, found.procedure);
  const { status, reason, advice } = found;
  return { tramite, url, status, reason, advice, total: totalOf("all", fields), fields };
}

interface Automatic extends Pick<CheckedProcedure, "status" | "reason" | "advice"> {
  readonly procedure: ProcedureFields | null;
}

async function automaticOf(
  tramite: string,
  curated: ProcedureFields,
  url: string | null,
  { files, extractFiles, state }: Desk,
): Promise<Automatic> {
  const document = (await pageOf(curated, state)) ?? (await pageNamed(tramite, state));
  if (document === null) return notFetched(url);
  const proposal = await files.proposal(tramite);
  if (proposal !== null)
    return { status: "compared", reason: "proposal", advice: "", procedure: proposal.proposal };
  const { key } = document;
  const extract = (await state.extracts.find(tramites.name, [key])).get(key);
  if (extract === undefined) return notRead("not_extracted", "levada reextract tramites reads it");
  const noted = (await state.procedures.find(tramites.name, [key])).get(key);
  const lines = { ofSite: noted === undefined ? [] : siteLinesOf(noted) };
  const read = await normalizedOf(
    { document, extract, office: noted?.office ?? null, decision: undefined, lines, claims: NO_CLAIMS },
    { rules: procedureRules, extractFiles, identify: identifyPage },
  );
  if (read.ok) return { status: "compared", reason: "reading", advice: "", procedure: read.procedure };
  return notRead(read.reason, read.detail);
}

async function pageOf(
  curated: ProcedureFields,
  { registry }: Pick<SqliteState, "registry">,
): Promise<StoredDocument | null> {
  const known = [...(await registry.find(tramites.name, pageKeysOf(curated))).values()];
  const own = known.find(({ document }) => document !== null)?.document ?? null;
  // An address that brought the same document as another one has none of its own.
  const others = known.flatMap(({ twin }) => (twin === undefined ? [] : [twin.of]));
  if (own !== null || others.length === 0) return own;
  const twins = [...(await registry.find(tramites.name, others)).values()];
  return twins.find(({ document }) => document !== null)?.document ?? null;
}

/** The page that belongs to a curated file by its name. */
async function pageNamed(
  tramite: string,
  { procedures, registry }: Desk["state"],
): Promise<StoredDocument | null> {
  const named = await procedures.like(tramites.name, { tramites: [tramite], likenesses: [] });
  const own = named.find(({ outcome }) => outcome !== "duplicate" && outcome !== "gone");
  if (own === undefined) return null;
  return (await registry.find(tramites.name, [own.key])).get(own.key)?.document ?? null;
}

function notFetched(url: string | null): Automatic {
  const advice =
    url === null
      ? "it names no page: give it a fuente_url"
      : `levada seed add ${shellWord(url)}, then levada ingest tramites --only seed`;
  return { status: "not_fetched", reason: "not_fetched", advice, procedure: null };
}

function notRead(reason: string, advice: string): Automatic {
  return { status: "not_read", reason, advice, procedure: null };
}

/** As it can be pasted. */
function shellWord(url: string): string {
  return /^[\w@%+=:,./-]+$/.test(url) ? url : `'${url.replaceAll("'", "%27")}'`;
}
