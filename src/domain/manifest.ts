import type { Json, JsonObject } from "./json.ts";
import type {
  ArchiveVersion,
  Reference,
  Retirement,
  StoredDocument,
  StoredPage,
  Validators,
} from "./reference.ts";

/** What the archive knows about a file it has written. */
export interface FileFacts {
  /** Of the compressed file, hex. */
  readonly sha256: string;
  /** Of the bytes the server sent, hex. */
  readonly contentSha256: string;
  readonly originalSize: number;
  readonly compressedSize: number;
}

/** One line of `data/raw/{source}/manifest.jsonl`, the truth about a stored document (E1). */
export type ManifestLine = JsonObject & {
  readonly source_url: string;
  readonly source_module: string;
  readonly local_path: string;
  readonly sha256_checksum: string;
  readonly original_size: number;
  readonly compressed_size: number;
  readonly downloaded_at: string;
  readonly metadata: JsonObject;
};

export interface AnswerFacts {
  readonly downloadedAt: string;
  readonly etag?: string;
  readonly lastModified?: string;
  /** After redirects, where that differs. */
  readonly finalUrl?: string;
  /** The end of the body was not announced: a cut could not have been noticed. */
  readonly unframed?: boolean;
  /** Of a page of the web: what was said of it besides. */
  readonly page?: PageFacts;
}

/** What an answer says of a page. */
export interface PageFacts {
  readonly status: number;
  /** Lower-case names; what is secret or personal is left out. */
  readonly headers: Readonly<Record<string, string>>;
  /** Addresses in the order they were asked, the last one left out. */
  readonly redirectChain: readonly string[];
  readonly canonicalUrl: string;
  readonly freshUntil?: string;
}

/** Names in `metadata` that the engine writes and reads back; a source cannot set them. */
const RESERVED: ReadonlySet<string> = new Set([
  "content_sha256",
  "etag",
  "last_modified",
  "final_url",
  "unframed",
  "status",
  "headers",
  "redirect_chain",
  "canonical_url",
  "fresh_until",
  "alias_key",
  "change_token",
  "key",
  "archive_key",
  "archive_entry",
  "archive_sha256",
  "archive_documents",
  "former_path",
  "retired_at",
  "retired_reason",
]);

/** Fields of the source's own come first, then the common ones. */
export function manifestLine(
  source: string,
  reference: Reference,
  localPath: string,
  file: FileFacts,
  answer: AnswerFacts,
): ManifestLine {
  return {
    ...reference.fields,
    ...(isUsual(localPath) ? {} : { [OUTSIDE]: localPath.slice(0, localPath.lastIndexOf("/")) }),
    source_url: reference.url,
    source_module: source,
    local_path: localPath,
    sha256_checksum: file.sha256,
    original_size: file.originalSize,
    compressed_size: file.compressedSize,
    downloaded_at: answer.downloadedAt,
    metadata: {
      ...without(reference.metadata, RESERVED),
      content_sha256: file.contentSha256,
      ...(answer.etag === undefined ? {} : { etag: answer.etag }),
      ...(answer.lastModified === undefined ? {} : { last_modified: answer.lastModified }),
      ...(answer.finalUrl === undefined ? {} : { final_url: answer.finalUrl }),
      ...(answer.unframed === true ? { unframed: true } : {}),
      ...pageFields(answer.page),
      ...(reference.alias === undefined ? {} : { alias_key: reference.alias }),
      ...(reference.token === undefined ? {} : { change_token: reference.token }),
      ...(keyOfPath(localPath) === reference.key ? {} : { key: reference.key }),
      ...(reference.formerPath === undefined ? {} : { former_path: reference.formerPath }),
      ...archiveFields(reference),
    },
  };
}

/** The last line of a document that is no longer at its source: where its file was put, when and why. */
export function retirementLine(
  source: string,
  document: StoredDocument,
  localPath: string,
  { at, reason }: Retirement,
): ManifestLine {
  const { token, etag, lastModified, contentSha256 } = document.validators;
  return {
    ...document.fields,
    source_url: document.url,
    source_module: source,
    local_path: localPath,
    sha256_checksum: document.sha256,
    original_size: document.originalSize,
    compressed_size: document.compressedSize,
    downloaded_at: document.storedAt,
    metadata: {
      ...(contentSha256 === undefined ? {} : { content_sha256: contentSha256 }),
      ...(etag === undefined ? {} : { etag }),
      ...(lastModified === undefined ? {} : { last_modified: lastModified }),
      ...(token === undefined ? {} : { change_token: token }),
      key: document.key,
      former_path: document.localPath,
      retired_at: at,
      retired_reason: reason,
    },
  };
}

function pageFields(page: PageFacts | undefined): JsonObject {
  if (page === undefined) return {};
  return {
    status: page.status,
    headers: page.headers,
    redirect_chain: page.redirectChain,
    canonical_url: page.canonicalUrl,
    ...(page.freshUntil === undefined ? {} : { fresh_until: page.freshUntil }),
  };
}

/**
 * What stands beside a page of the web in `{url_hash}.meta.json`; everything in it is in the manifest line too, from
 * which it can be written again.
 */
export function pageMeta(line: ManifestLine): JsonObject | null {
  const { metadata } = line;
  if (typeof metadata["status"] !== "number") return null;
  const headers = (metadata["headers"] ?? {}) as JsonObject;
  return {
    url: line.source_url,
    canonical_url: metadata["canonical_url"] ?? line.source_url,
    final_url: metadata["final_url"] ?? line.source_url,
    redirect_chain: metadata["redirect_chain"] ?? [],
    status: metadata["status"],
    headers,
    etag: metadata["etag"] ?? null,
    last_modified: metadata["last_modified"] ?? null,
    content_type: headers["content-type"] ?? null,
    fetched_at: line.downloaded_at,
    sha256: line.sha256_checksum,
    bytes: line.original_size,
    source_id: line["source_id"] ?? null,
    file: line.local_path.slice(line.local_path.lastIndexOf("/") + 1),
  };
}

function archiveFields({ archive }: Reference): JsonObject {
  if (archive === undefined) return {};
  return {
    archive_key: archive.key,
    archive_entry: archive.entry,
    archive_sha256: archive.sha256,
    archive_documents: archive.documents,
  };
}

/**
 * JSON on one line. `JSON.stringify` escapes line feeds; the line breaks of Unicode that it leaves (U+0085, U+2028,
 * U+2029) are escaped too, so that no reader that splits on them ever sees two lines, and with U+0085 the other
 * controls of its row, which a terminal would obey (R15).
 */
export function serializeLine(line: ManifestLine): string {
  return JSON.stringify(line).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The line's fields, or what is wrong with it. */
export function parseLine(text: string): ManifestLine | { readonly problem: string } {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return { problem: "not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { problem: "not an object" };
  const line = value as JsonObject;
  for (const [name, type] of REQUIRED) {
    if (typeof line[name] !== type) return { problem: `${name} is missing or not a ${type}` };
  }
  for (const name of SIZES) {
    if (!isSize(line[name])) return { problem: `${name} is not a number of bytes` };
  }
  if (!isInside(line["local_path"] as string, line[OUTSIDE]))
    return { problem: "local_path leads out of the root's folders" };
  if (line["metadata"] === null || Array.isArray(line["metadata"]))
    return { problem: "metadata is not an object" };
  return line as ManifestLine;
}

/** A field of lines whose files the user wanted in a folder that is not one of the usual. */
const OUTSIDE = "folder";

function isUsual(localPath: string): boolean {
  return ["data/raw/", "data/retired/", "artifacts/raw/"].some((folder) => localPath.startsWith(folder));
}

/** Nothing a line says may lead a reader out of the folders it names (R15). */
function isInside(localPath: string, outside: Json | undefined): boolean {
  const parts = (localPath.startsWith("/") ? localPath.slice(1) : localPath).split("/");
  return (
    (isUsual(localPath) || (typeof outside === "string" && localPath.startsWith(`${outside}/`))) &&
    parts.every((part) => !["", ".", ".."].includes(part)) &&
    !/[\0\\]/.test(localPath)
  );
}

const REQUIRED = [
  ["source_url", "string"],
  ["source_module", "string"],
  ["local_path", "string"],
  ["sha256_checksum", "string"],
  ["original_size", "number"],
  ["compressed_size", "number"],
  ["downloaded_at", "string"],
  ["metadata", "object"],
] as const;

const SIZES = ["original_size", "compressed_size"] as const;

/** JSON has numbers that no file has bytes of: -1, 1.5, and 1e999, which is read as Infinity. */
function isSize(value: Json | undefined): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The usual key of a document, its file's name without format and codec: `…/TX/T055-1.pdf.zst` → `T055-1`. */
export function keyOfPath(localPath: string): string {
  const name = localPath.slice(localPath.lastIndexOf("/") + 1);
  return name.replace(/\.zst$/, "").replace(/\.[A-Za-z0-9]{1,8}$/, "");
}

export function storedDocument(line: ManifestLine): StoredDocument {
  return {
    key: typeof line.metadata["key"] === "string" ? line.metadata["key"] : keyOfPath(line.local_path),
    url: line.source_url,
    localPath: line.local_path,
    sha256: line.sha256_checksum,
    originalSize: line.original_size,
    compressedSize: line.compressed_size,
    storedAt: line.downloaded_at,
    validators: validatorsOf(line.metadata),
    fields: without(line, COMMON),
    ...archiveOf(line.metadata),
    ...storedPage(line),
    ...(typeof line.metadata["alias_key"] === "string" ? { alias: line.metadata["alias_key"] } : {}),
    ...(typeof line.metadata["former_path"] === "string" ? { formerPath: line.metadata["former_path"] } : {}),
    ...retirementOf(line.metadata),
  };
}

const COMMON: ReadonlySet<string> = new Set([
  "source_url",
  "source_module",
  "local_path",
  "sha256_checksum",
  "original_size",
  "compressed_size",
  "downloaded_at",
  "metadata",
]);

/** Enough to fetch a line's document, at `path`, again; where it came out of an archive, that archive. */
export function referenceOf(path: string, line: ManifestLine): Reference {
  const { key, validators, archive } = storedDocument(line);
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return {
    key: archive?.key ?? key,
    url: line.source_url,
    path: archive === undefined ? path : `${folder}${archive.key}.zip.zst`,
    fields: without(line, COMMON),
    metadata: without(line.metadata, RESERVED),
    ...(validators.token === undefined ? {} : { token: validators.token }),
  };
}

function storedPage({ source_url, metadata }: ManifestLine): { readonly page?: StoredPage } {
  if (typeof metadata["status"] !== "number") return {};
  const headers = metadata["headers"] as JsonObject | undefined;
  const url = metadata["final_url"];
  const contentType = headers?.["content-type"];
  return {
    page: {
      url: typeof url === "string" ? url : source_url,
      contentType: typeof contentType === "string" ? contentType : "",
    },
  };
}

function retirementOf({ retired_at: at, retired_reason: reason }: JsonObject): {
  readonly retired?: Retirement;
} {
  return typeof at === "string" && typeof reason === "string" ? { retired: { at, reason } } : {};
}

function archiveOf(metadata: JsonObject): { readonly archive?: ArchiveVersion } {
  const { archive_key: key, archive_sha256: sha256, archive_documents: documents } = metadata;
  if (typeof key !== "string" || typeof sha256 !== "string" || !Number.isSafeInteger(documents)) return {};
  return { archive: { key, sha256, documents: documents as number } };
}

function validatorsOf(metadata: JsonObject): Validators {
  const text = (name: string) =>
    typeof metadata[name] === "string" ? (metadata[name] as string) : undefined;
  const found = {
    token: text("change_token"),
    etag: text("etag"),
    lastModified: text("last_modified"),
    contentSha256: text("content_sha256"),
    freshUntil: text("fresh_until"),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as Validators;
}

function without(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
