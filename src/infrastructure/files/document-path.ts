import { MisuseError } from "../../domain/errors.ts";

const MAX_PART_BYTES = 255;
const MAX_PATH_BYTES = 2_048;
/** Names in a source's folder that are ours, whatever the case a file system folds them to. */
const RESERVED = new Set([".incoming", "manifest.jsonl"]);

/**
 * The parts of a document's path, checked again here although sources check what they build: this is the last
 * place before the disk (R15). Lengths are in bytes of UTF-8, as file systems count.
 */
export function partsOf(path: string): readonly string[] {
  const parts = path.split("/");
  const problem = problemOf(path, parts);
  if (problem !== null) throw new MisuseError(`document path ${JSON.stringify(path)} is refused: ${problem}`);
  return parts;
}

function problemOf(path: string, parts: readonly string[]): string | null {
  if (path === "") return "it is empty";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "it is absolute";
  if (path.includes("\0")) return "it has a NUL character";
  if (/[\u0001-\u001f\u007f-\u009f]/.test(path)) return "it has a control character";
  if (path.includes("\\")) return "it has a backslash";
  if (!path.isWellFormed()) return "it is not well-formed Unicode";
  if (Buffer.byteLength(path) > MAX_PATH_BYTES) return `it is longer than ${MAX_PATH_BYTES} bytes`;
  if (RESERVED.has((parts[0] ?? "").toLowerCase())) return `${parts[0]} is reserved`;
  for (const part of parts) {
    if (part === "") return "a part is empty";
    if (part === "." || part === "..") return `a part is "${part}"`;
    if (Buffer.byteLength(part) > MAX_PART_BYTES) return `a part is longer than ${MAX_PART_BYTES} bytes`;
  }
  return null;
}

/** A source's name is a folder's name too. */
export function checkSource(source: string): string {
  if (!/^[a-z][a-z0-9]{0,30}$/.test(source)) {
    throw new MisuseError(`source ${JSON.stringify(source)} is refused: use lower-case letters and digits`);
  }
  return source;
}
