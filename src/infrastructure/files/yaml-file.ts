import { type FileHandle, open } from "node:fs/promises";
import type * as Yaml from "yaml";
import { MisuseError } from "../../domain/errors.ts";
import { errnoOf } from "./storage-error.ts";
import type { Place, Shape } from "./yaml-shape.ts";

const MAX_BYTES = 1024 * 1024;
/** What an anchor may weigh, expanded: enough for people, too little for a bomb. */
const MAX_ALIASES = 100;

/** The file's content by its shape; undefined where there is no file. The YAML parser is loaded only for a file that is there. */
export async function readYaml<T>(file: string, shape: Shape<T>): Promise<T | undefined> {
  const text = await readText(file);
  if (text === undefined) return undefined;
  const yaml = await import("yaml");
  try {
    const lines = new yaml.LineCounter();
    const document = yaml.parseDocument(text, { lineCounter: lines });
    checkSyntax(file, document, lines);
    const at: Place = { file, path: "", line: 1, yaml, document, lines };
    return shape(document.contents, at);
  } catch (cause) {
    // The parser follows what nests with calls.
    if (cause instanceof RangeError) throw new MisuseError(`${file} nests too deeply to be read`, { cause });
    throw cause;
  }
}

function checkSyntax(file: string, document: Yaml.Document.Parsed, lines: Yaml.LineCounter): void {
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lines.linePos(error.pos[0]);
    const what = error.message
      .split("\n", 1)[0]
      ?.replace(/ at line \d+, column \d+:?$/, "")
      .slice(0, 200);
    throw new MisuseError(`${file}:${line}: not valid YAML: ${what}`, { cause: error });
  }
  try {
    document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (cause) {
    throw new MisuseError(`${file}: its aliases cannot be resolved: ${messageOf(cause)}`, { cause });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readText(file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    await using handle = await open(file, "r");
    bytes = await readUpTo(handle, MAX_BYTES + 1);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw new MisuseError(`cannot read ${file}: ${messageOf(error)}`, { cause: error });
  }
  if (bytes.length > MAX_BYTES) throw new MisuseError(`${file} is larger than ${MAX_BYTES} bytes`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new MisuseError(`${file} is not UTF-8 text`, { cause });
  }
}

/** Bounded by what is read, not by what `stat` says: the file may be a pipe. */
async function readUpTo(handle: FileHandle, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let size = 0; size < limit;) {
    const chunk = Buffer.allocUnsafe(Math.min(64 * 1024, limit - size));
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, null);
    if (bytesRead === 0) break;
    chunks.push(chunk.subarray(0, bytesRead));
    size += bytesRead;
  }
  return Buffer.concat(chunks);
}
