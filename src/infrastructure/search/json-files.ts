import { readFile } from "node:fs/promises";
import { zstdDecompressSync } from "node:zlib";
import { type Fields, isFields, MAX_TEXT } from "../../search/documents/fields.ts";
import { shortened } from "./shortened-json.ts";

/** A larger file is no document of ours. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Of one value: more than is looked through, in any script (escapes, which we write for control characters only, are longer). */
const MAX_VALUE_BYTES = MAX_TEXT * 3;

/** Null where there is no file, or one that is no JSON object. Of a value of megabytes only the beginning is read. */
export async function readFields(file: string): Promise<Fields | null> {
  try {
    const bytes = await readFile(file);
    const plain = file.endsWith(".zst") ? zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes;
    const value: unknown = JSON.parse(shortened(plain, MAX_VALUE_BYTES).replace(/^\uFEFF/, ""));
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}
