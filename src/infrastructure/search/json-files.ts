import { readFile } from "node:fs/promises";
import { zstdDecompressSync } from "node:zlib";
import { type Fields, isFields, MAX_TEXT } from "../../search/documents/fields.ts";
import { shortened } from "./shortened-json.ts";

/** A larger file is no document of ours. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Null where there is no file, or one that is no JSON object. Of a value only so much is read as is looked through. */
export async function readFields(file: string): Promise<Fields | null> {
  try {
    const bytes = await readFile(file);
    const plain = file.endsWith(".zst") ? zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
    const json = shortened(plain, MAX_TEXT).replace(/^\uFEFF/, "");
    // Megabytes, which would wait for the collector of garbage.
    if (plain.buffer.byteLength === plain.length) plain.buffer.transfer(0);
    const value: unknown = JSON.parse(json);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
