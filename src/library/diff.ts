import { MisuseError } from "../domain/errors.ts";
import type { JsonObject } from "../domain/json.ts";
import { type DiffLine, diffLines } from "../domain/line-diff.ts";
import type { StoredDocument } from "../domain/reference.ts";
import { openScratchState } from "../infrastructure/sqlite/sqlite-state.ts";
import { identifyPage } from "../finders/page-identity.ts";
import { extensionOf } from "../finders/page-kind.ts";
import { readPage } from "../finders/page-links.ts";
import { decodeWhole } from "../finders/text-decoding.ts";
import { BUILT_IN_SOURCES } from "../sources/index.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import { archiveOf } from "./documents-folder.ts";

/** The two versions of a page that are kept, compared. */
export interface PageDiff {
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
}

/** Compares the two kept versions of a page, given by its key (url_hash) or any spelling of its address. Offline. */
export async function diff(id: string, options: CommonOptions = {}): Promise<PageDiff> {
  const configuration = await loadConfiguration(options);
  const state = await openScratchState(configuration.root);
  try {
    const keys = [...new Set([id, identifyPage(id)?.key ?? id])];
    for (const { name, pages } of BUILT_IN_SOURCES) {
      if (pages === undefined) continue;
      const found = await state.registry.find(name, keys);
      const document = keys.map((key) => found.get(key)?.document).find((one) => one != null);
      if (document == null) continue;
      return await compareVersions(name, document, await archiveOf(name, configuration));
    }
  } finally {
    await state.close();
  }
  throw new MisuseError(
    `there is no stored page ${JSON.stringify(id.slice(0, 200))}; give its address, or the name of its file without the extension`,
  );
}

async function compareVersions(
  source: string,
  document: StoredDocument,
  archive: Awaited<ReturnType<typeof archiveOf>>,
): Promise<PageDiff> {
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
