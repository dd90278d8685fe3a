import type { Reference, StoredDocument } from "../../src/domain/reference.ts";
import type { Task } from "../../src/application/ports.ts";

/** What the conformance suites talk about: document `key` on `host`. */
export function reference(key: string, host = "a.test", url = `https://${host}/${key}.pdf`): Reference {
  return {
    key,
    url,
    path: `TX/${key}.pdf.zst`,
    fields: { state: "TX" },
    metadata: { well_name: `Well ${key}` },
  };
}

export function stored(key: string, url = `https://a.test/${key}.pdf`): StoredDocument {
  return {
    key,
    url,
    localPath: `data/raw/usgs/TX/${key}.pdf.zst`,
    sha256: "ab".repeat(32),
    originalSize: 2_000,
    compressedSize: 1_000,
    storedAt: "2026-01-02T03:04:05.000Z",
    fields: { library_number: key },
    validators: { etag: `"${key}"` },
  };
}

/** One of `documents` documents of the archive `key`, as a version of it had them. */
export function member(key: string, nth: number, documents: number, version = 1): StoredDocument {
  return {
    ...stored(`${key}-${nth}`, `https://a.test/${key}.pdf`),
    storedAt: `2026-01-0${version}T00:00:00.000Z`,
    archive: { key, sha256: `${version}`.repeat(64), documents },
  };
}

/** A task as a worker of another process might still hold it. */
export function taskFor(key: string, id = 999_999): Task {
  return { id, source: "usgs", host: "a.test", reference: reference(key), attempts: 0 };
}

export async function* streamOf<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}

export const WATERMARK = { size: 4_096, mtimeMs: 1_767_323_045_000.5, crc32: 0xdeadbeef, lines: 12 };
