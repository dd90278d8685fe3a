import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { MisuseError } from "../../domain/errors.ts";
import { BrokenModel } from "../../search/static-model/broken-model.ts";
import { MODEL_FILE } from "../../search/static-model/safetensors.ts";
import { staticModel, type StaticModel } from "../../search/static-model/static-model.ts";
import { TOKENIZER_FILE } from "../../search/static-model/tokenizer.ts";

export interface LoadedModel extends StaticModel {
  /** Of its files: vectors of another model say nothing to this one. */
  readonly fingerprint: string;
}

const MAX_TOKENIZER_BYTES = 128 * 1024 * 1024;
const MAX_MODEL_BYTES = 2 * 1024 * 1024 * 1024 - 1;

/** Loads a folder with `tokenizer.json` and `model.safetensors`. What is wrong with it is misuse, and named. */
export async function loadStaticModel(folder: string): Promise<LoadedModel> {
  const tokenizer = await readWhole(folder, TOKENIZER_FILE, MAX_TOKENIZER_BYTES);
  const vectors = await readWhole(folder, MODEL_FILE, MAX_MODEL_BYTES);
  try {
    const model = staticModel(tokenizer.toString("utf8"), vectors);
    return { ...model, fingerprint: fingerprintOf(tokenizer, vectors) };
  } catch (error) {
    if (!(error instanceof BrokenModel)) throw error;
    throw refused(folder, error.file, error.message);
  }
}

async function readWhole(folder: string, name: string, most: number): Promise<Buffer> {
  let handle: FileHandle;
  try {
    handle = await open(join(folder, name), "r");
  } catch (error) {
    throw refused(folder, name, `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`);
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw refused(folder, name, "is no file");
    if (stat.size > most) throw refused(folder, name, `has ${stat.size} bytes; up to ${most} are read`);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function refused(folder: string, name: string, problem: string): MisuseError {
  return new MisuseError(
    `search.model: ${join(folder, name)} ${problem}. Give a folder with a static embedding model (${TOKENIZER_FILE} and ${MODEL_FILE}), or set search.retriever to lexical`,
  );
}

const SAMPLES = 256;
const SAMPLE_BYTES = 4096;

/** Samples of a large file tell models apart as well as all of it, in a hundredth of the time. */
function fingerprintOf(tokenizer: Buffer, vectors: Buffer): string {
  const hash = createHash("sha256").update(tokenizer).update(`${vectors.length}`);
  const step = Math.max(SAMPLE_BYTES, Math.floor(vectors.length / SAMPLES));
  for (let at = 0; at < vectors.length; at += step) hash.update(vectors.subarray(at, at + SAMPLE_BYTES));
  return hash.digest("hex");
}
