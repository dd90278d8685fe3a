import type { JsonObject } from "../../domain/json.ts";
import type { Check } from "../../domain/change.ts";
import type { StoredDocument, StoredPage, Validators } from "../../domain/reference.ts";
import { number, numberOrNull, type Row, text, textOrNull } from "./statements.ts";

export const ARCHIVE_COLUMNS = "archive_key, archive_sha256, archive_documents";
export const DOCUMENT_UPDATES = `url = excluded.url, local_path = excluded.local_path, sha256 = excluded.sha256,
  original_size = excluded.original_size, compressed_size = excluded.compressed_size, stored_at = excluded.stored_at,
  validators = excluded.validators, archive_key = excluded.archive_key, archive_sha256 = excluded.archive_sha256,
  archive_documents = excluded.archive_documents, fields = excluded.fields, content_sha256 = excluded.content_sha256, page = excluded.page,
  checked_at = NULL, fresh_until = NULL, misses = 0, checked_validators = NULL`;
/** Only pages have them: their bytes are looked for. */
export const PAGE_COLUMNS = "content_sha256, page";
export const RETIRED_COLUMNS = "source, key, url, local_path, fields, at, reason";

/** In the order of the columns of `document`, after `source`. */
export function documentValues(document: StoredDocument): (string | number | null)[] {
  return [
    document.key,
    document.url,
    document.localPath,
    document.sha256,
    document.originalSize,
    document.compressedSize,
    document.storedAt,
    JSON.stringify(document.validators),
    document.archive?.key ?? null,
    document.archive?.sha256 ?? null,
    document.archive?.documents ?? null,
    JSON.stringify(document.fields),
    document.page === undefined ? null : (document.validators.contentSha256 ?? null),
    document.page === undefined ? null : JSON.stringify(document.page),
  ];
}

/** `data/raw/usgs/TX/T055.pdf.zst` → `TX`: what a source says about a key when it claims it. */
export function folderOf(source: string, localPath: string): string {
  const prefix = `data/raw/${source}/`;
  const path = localPath.startsWith(prefix) ? localPath.slice(prefix.length) : localPath;
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function storedDocument(row: Row): StoredDocument {
  return {
    key: text(row, "key"),
    url: text(row, "url"),
    localPath: text(row, "local_path"),
    sha256: text(row, "sha256"),
    originalSize: number(row, "original_size"),
    compressedSize: number(row, "compressed_size"),
    storedAt: text(row, "stored_at"),
    validators: JSON.parse(text(row, "validators")) as Validators,
    fields: JSON.parse(text(row, "fields")) as JsonObject,
    ...archiveOf(row),
    ...(row["page"] === null ? {} : { page: JSON.parse(text(row, "page")) as StoredPage }),
  };
}

function archiveOf(row: Row): Pick<StoredDocument, "archive"> {
  const key = textOrNull(row, "archive_key");
  if (key === null) return {};
  return {
    archive: { key, sha256: text(row, "archive_sha256"), documents: number(row, "archive_documents") },
  };
}

/** Until somebody has asked again, what was said when it was stored counts. */
export function checkOf(row: Row): Check {
  const { freshUntil } = JSON.parse(text(row, "validators")) as Validators;
  const checkedAt = numberOrNull(row, "checked_at");
  if (checkedAt === null)
    return {
      at: Date.parse(text(row, "stored_at")),
      freshUntil: freshUntil === undefined ? null : Date.parse(freshUntil),
      misses: 0,
    };
  const validators = textOrNull(row, "checked_validators");
  return {
    at: checkedAt,
    freshUntil: numberOrNull(row, "fresh_until"),
    misses: number(row, "misses"),
    ...(validators === null ? {} : { validators: JSON.parse(validators) as Validators }),
  };
}
