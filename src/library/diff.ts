import { MisuseError, StorageError } from "../domain/errors.ts";
import { withoutLikelySecrets } from "../domain/url-noise.ts";
import type { JsonObject } from "../domain/json.ts";
import { type DiffLine, diffLines } from "../domain/line-diff.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { ProcedureFiles } from "../application/ports.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { openScratchState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { identifyPage } from "../finders/page-identity.ts";
import { extensionOf } from "../finders/page-kind.ts";
import { readPage } from "../finders/page-links.ts";
import { decodeWhole } from "../finders/text-decoding.ts";
import { BUILT_IN_SOURCES } from "../sources/index.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { archiveOf } from "./documents-folder.ts";
import { procedureDiff, type ProcedureDiff, procedureOfPage } from "./procedure-diff.ts";

/** The two versions of a page that are kept, compared. */
export interface PageDiff {
  readonly kind: "page";
  readonly source: string;
  readonly key: string;
  readonly url: string;
  /** Null where only one version is kept. */
  readonly previous: JsonObject | null;
  readonly current: JsonObject | null;
  /**
   * What was compared: what a reader of the page sees; the markup, where that is the same; the lines of another text; or
   * only whether the bytes differ.
   */
  readonly compared: "text" | "markup" | "lines" | "bytes";
  readonly lines: readonly DiffLine[];
  /** What has changed in the procedure that was made of it; null where it is none. */
  readonly procedure: ProcedureDiff | null;
}

/**
 * Compares the two kept versions of a procedure, given by its name, or of a page, given by its key (url_hash) or any
 * spelling of its address. Offline.
 */
export async function diff(id: string, options: CommonOptions = {}): Promise<PageDiff | ProcedureDiff> {
  const configuration = await loadConfiguration(options);
  const files = createProcedureFiles(configuration.root);
  const found = (await procedureDiff(files, id)) ?? (await pageDiff(id, configuration, files));
  if (found !== null) return found;
  if (await isUnreadable(files, id))
    throw new StorageError(
      "storage_failed",
      `data/tramites/${id}.json is no JSON object; mend it or take it away`,
    );
  throw new MisuseError(
    `there is no stored page ${JSON.stringify(withoutLikelySecrets(id).slice(0, 200))} and no procedure of that name; give its name, its address, or the name of its file without the extension`,
  );
}

async function pageDiff(
  id: string,
  configuration: Configuration,
  files: ProcedureFiles,
): Promise<PageDiff | null> {
  const state = await openScratchState(configuration.root);
  try {
    const keys = [...new Set([id, identifyPage(id)?.key ?? id])];
    for (const { name, pages, officeOf } of BUILT_IN_SOURCES) {
      if (pages === undefined) continue;
      const found = await state.registry.find(name, keys);
      const document = keys.map((key) => found.get(key)?.document).find((one) => one != null);
      if (document == null) continue;
      const compared = await compareVersions(name, document, await archiveOf(name, configuration));
      const procedure = officeOf === undefined ? null : await procedureAt(document, name, state, files);
      return { kind: "page", ...compared, procedure };
    }
    return null;
  } finally {
    await state.close();
  }
}

async function procedureAt(
  { key }: StoredDocument,
  source: string,
  { procedures }: Pick<SqliteState, "procedures">,
  files: ProcedureFiles,
): Promise<ProcedureDiff | null> {
  const record = (await procedures.find(source, [key])).get(key);
  // A page that only says the same as another has none of its own.
  if (record?.outcome === "duplicate") return null;
  const noted = await procedureDiff(files, record?.tramite ?? "");
  if (noted !== null) return noted;
  const tramite = await procedureOfPage(files, key);
  return tramite === null ? null : procedureDiff(files, tramite);
}

async function compareVersions(
  source: string,
  document: StoredDocument,
  archive: Awaited<ReturnType<typeof archiveOf>>,
): Promise<Omit<PageDiff, "kind" | "procedure">> {
  const { key, url } = document;
  const versions = await archive.versionsOf(document);
  if (versions === null)
    return { source, key, url, previous: null, current: null, compared: "bytes", lines: [] };
  const { previous, current } = versions;
  const shown = { source, key, url, previous: previous.meta, current: current.meta };
  const kinds = [previous, current].map(({ bytes, meta }) => kindOf(bytes, meta));
  const isHtml = kinds.every((kind) => kind === "html");
  if (isHtml) {
    const lines = diffLines(visibleText(previous), visibleText(current));
    if (lines.some(({ kind }) => kind !== "same")) return { ...shown, compared: "text", lines };
  }
  if (kinds.every((kind) => TEXTS.has(kind)))
    return {
      ...shown,
      compared: isHtml ? "markup" : "lines",
      lines: diffLines(writtenLines(previous), writtenLines(current)),
    };
  return { ...shown, compared: "bytes", lines: [] };
}

type Version = { readonly bytes: Uint8Array; readonly meta: JsonObject };

const TEXTS = new Set(["html", "xml", "json", "txt", "csv"]);

function kindOf(bytes: Uint8Array, meta: JsonObject): string {
  return extensionOf(bytes.subarray(0, 1024), contentTypeOf(meta), new URL(String(meta["final_url"])));
}

function contentTypeOf({ content_type }: JsonObject): string {
  return typeof content_type === "string" ? content_type : "";
}

/** What a reader sees, block by block. */
function visibleText({ bytes, meta }: Version): readonly string[] {
  const { title, sample } = readPage(bytes, {
    url: String(meta["final_url"]),
    contentType: contentTypeOf(meta),
    sampleLength: 1_000_000,
  });
  return [title, ...sample.split("\n")].map((line) => line.trim()).filter((line) => line !== "");
}

function writtenLines({ bytes, meta }: Version): readonly string[] {
  return decodeWhole(bytes, { contentType: contentTypeOf(meta) }).split(/\r\n|\r|\n/);
}

async function isUnreadable(files: ProcedureFiles, id: string): Promise<boolean> {
  for await (const { tramite, procedure } of files.all())
    if (tramite === id && procedure === null) return true;
  return false;
}
