import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { DigestOf } from "../application/checking-links.ts";
import type { DocumentReader, ExtractFiles, Extracts } from "../application/ports.ts";
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { RENDERED } from "../domain/extraction.ts";
import type { StoredDocument } from "../domain/reference.ts";

interface Parts {
  readonly source: string;
  readonly reader: Pick<DocumentReader, "read">;
  readonly extracts: Pick<Extracts, "find">;
  readonly files: Pick<ExtractFiles, "read">;
}

/**
 * SHA-256 of what a page says, else of its bytes, or that of the stored version where it says the same: session ids and
 * counters change the bytes of many pages with every request, and nothing that anybody reads. A person who has settled
 * that it says something else is not asked again at every look.
 */
export function digestOfSeen(parts: Parts): DigestOf {
  return async (body, { document, url, contentType }) => {
    const stored = document?.validators.contentSha256;
    if (document === null || stored === undefined) return hashOf(body);
    const folder = await mkdtemp(join(tmpdir(), "levada-seen-"));
    try {
      const file = join(folder, "page");
      const hash = await copied(body, file);
      if (hash === stored) return hash;
      const outcome = await parts.reader.read({ file, url, contentType });
      if (!outcome.ok) return hash;
      const said = wordsOf(outcome.document);
      if (said === (await storedWords(document, parts))) return stored;
      return outcome.document.extracted_text === "" ? hash : sha256(said);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

async function hashOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of body) hash.update(chunk);
  return hash.digest("hex");
}

async function copied(body: AsyncIterable<Uint8Array>, file: string): Promise<string> {
  const hash = createHash("sha256");
  async function* hashed() {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(hashed(), createWriteStream(file, { flags: "wx" }));
  return hash.digest("hex");
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What a browser made of a page cannot be held against its bytes. */
async function storedWords(
  { key }: StoredDocument,
  { source, extracts, files }: Parts,
): Promise<string | null> {
  const record = (await extracts.find(source, [key])).get(key);
  if (record === undefined || record.stem === "" || record.reason === RENDERED) return null;
  const before = await files.read(record.stem);
  return before === null ? null : wordsOf(before);
}

function wordsOf({ title, extracted_text }: Pick<ExtractedDocument, "title" | "extracted_text">): string {
  return JSON.stringify([title, extracted_text]);
}
