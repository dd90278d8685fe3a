import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { Extracts, Findable, Manifest, Registry } from "../../application/ports.ts";
import type { ExtractRecord } from "../../domain/extraction.ts";
import { type ManifestLine, storedDocument } from "../../domain/manifest.ts";
import type { StoredDocument } from "../../domain/reference.ts";
import type { SearchDocument } from "../../domain/search-document.ts";
import type { Fields } from "../../search/documents/fields.ts";
import type { Stored } from "../../search/documents/stored-documents.ts";
import { readFields } from "./json-files.ts";

export interface StoredCorpusParts {
  readonly root: string;
  readonly source: string;
  readonly registry: Pick<Registry, "documents" | "find">;
  readonly extracts: Pick<Extracts, "find">;
  readonly manifest: Pick<Manifest, "scan">;
  /** Where what was read of a document is written, for where nobody remembers. @default nowhere */
  readonly stemOf?: (document: StoredDocument) => string;
}

/** What a document is found by, of what is there; null where it is not to be found. */
export type Describe = (stored: Stored, raw: () => Promise<Fields | null>) => Promise<SearchDocument | null>;

/** By the words of a catalog, which stand in the manifest only. */
export type DescribeByLine = (stored: Stored, line: ManifestLine) => SearchDocument | null;

/** Everything stored of a source, with a stamp of the document and of what was read of it. */
export async function* storedEntries(parts: StoredCorpusParts): AsyncGenerator<Findable> {
  for await (const { document, record } of withRecords(parts))
    yield { key: document.key, stamp: stampOf(document, record) };
}

export async function* describeStored(
  parts: StoredCorpusParts,
  keys: ReadonlySet<string>,
  describe: Describe,
): AsyncGenerator<readonly [string, SearchDocument | null]> {
  for await (const { document, record } of withRecords(parts, keys)) {
    const stored = await storedOf(parts, document, record);
    const raw = () => readFields(resolve(parts.root, document.localPath));
    yield [document.key, await describe(stored, raw)];
  }
}

/** In the order of the manifest, a page of lines at a time: however long it is, little of it is in memory. */
export async function* describeLines(
  parts: StoredCorpusParts,
  keys: ReadonlySet<string>,
  describe: DescribeByLine,
): AsyncGenerator<readonly [string, SearchDocument | null]> {
  let page = new Map<string, ManifestLine>();
  for await (const entry of parts.manifest.scan(parts.source)) {
    if (entry.kind !== "line") continue;
    const { key } = storedDocument(entry.value);
    if (keys.has(key)) page.set(key, entry.value);
    if (page.size < PAGE) continue;
    yield* describePage(parts, page, describe);
    page = new Map();
  }
  yield* describePage(parts, page, describe);
}

const PAGE = 256;

async function* describePage(
  parts: StoredCorpusParts,
  page: ReadonlyMap<string, ManifestLine>,
  describe: DescribeByLine,
): AsyncGenerator<readonly [string, SearchDocument | null]> {
  const found = await parts.registry.find(parts.source, [...page.keys()]);
  const records = await parts.extracts.find(parts.source, [...page.keys()]);
  for (const [key, line] of page) {
    const document = found.get(key)?.document ?? null;
    // Of two lines with one key the last counts.
    if (document?.sha256 !== line.sha256_checksum || document.localPath !== line.local_path) continue;
    yield [key, describe(await storedOf(parts, document, records.get(key)), line)];
  }
}

async function* withRecords(
  { source, registry, extracts }: StoredCorpusParts,
  keys?: ReadonlySet<string>,
): AsyncGenerator<{ readonly document: StoredDocument; readonly record: ExtractRecord | undefined }> {
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<Registry["documents"]>> = await registry.documents(source, after);
    const documents = page.documents.filter(({ key }) => keys?.has(key) ?? true);
    const asked = documents.map(({ key }) => key);
    const records =
      asked.length === 0 ? new Map<string, ExtractRecord>() : await extracts.find(source, asked);
    for (const document of documents) yield { document, record: records.get(document.key) };
    after = page.next;
  }
}

function stampOf({ sha256, url, localPath }: StoredDocument, record: ExtractRecord | undefined): string {
  const read =
    record === undefined
      ? null
      : [
          record.sha256,
          record.extractor,
          record.status,
          record.score,
          record.words,
          record.reason,
          record.stem,
        ];
  return hash("sha256", JSON.stringify([sha256, url, localPath, read]), "hex").slice(0, 32);
}

async function storedOf(
  { root, source, stemOf }: StoredCorpusParts,
  document: StoredDocument,
  record: ExtractRecord | undefined,
): Promise<Stored> {
  const stem = record === undefined ? (stemOf?.(document) ?? "") : record.stem;
  const written = stem === "" ? null : await readFields(resolve(root, `${stem}.extracted.json`));
  // Of another version of the document it would tell something that is no longer so.
  const extract = written?.["raw_sha256"] === document.sha256 ? written : null;
  return { source, document, extract, stem: extract === null ? null : stem };
}
