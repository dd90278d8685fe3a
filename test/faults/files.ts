/** What lies in a root: what is whole, what is half-way, and what nobody will ever look at again. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";
import type { TestRoot } from "../kit/root.ts";

/** Full paths of the files in a folder and below. */
export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** What a line may have been written for and is not yet in its place, by hash. */
export function stagedHashes(root: TestRoot): ReadonlySet<string> {
  const staged = filesUnder(root.path).filter((file) => file.endsWith(".next"));
  return new Set(staged.map((file) => createHash("sha256").update(readFileSync(file)).digest("hex")));
}

/** Temporary names, whoever looks at the folder may see them while a process writes; `data/cache/` is nobody's truth. */
const HALF_WAY = /\/\.incoming\/|\.(?:part|next|tmp)$|^data\/(?:cache|state)\//;

/** Files under the name that readers look for, of which only a part is there; `excused` were damaged on purpose. */
export function halfWritten(root: TestRoot, excused: readonly string[]): string[] {
  return filesUnder(root.path)
    .map((file) => file.slice(root.path.length + 1))
    .filter((name) => !HALF_WAY.test(name) && !excused.includes(name) && !name.includes("stranger"))
    .flatMap((name) => (isWhole(name, readFileSync(root.file(name))) ? [] : [`${name} is half a file`]));
}

function isWhole(name: string, bytes: Buffer): boolean {
  try {
    if (name.endsWith(".zst")) zstdDecompressSync(bytes);
    if (name.endsWith(".json")) JSON.parse(bytes.toString());
    if (name.endsWith(".jsonl")) parseWholeLines(bytes.toString());
    return !name.endsWith(".html") || /<\/html>\s*$/.test(bytes.toString());
  } catch {
    return false;
  }
}

/** The last line may be torn; the next writer sees that. */
function parseWholeLines(text: string): void {
  for (const line of text.split("\n").slice(0, -1)) JSON.parse(line);
}

/** What may be in `data/state/` when nobody runs. */
const STATE_FILES = /^(?:(?:levada|search)\.db(?:-wal|-shm)?|levada\.lock)$/;

/** What nobody will look at again. */
export function litter(root: TestRoot, source: string): string[] {
  const own = new Set([`${source}.json`, `${source}.json.bak`]);
  return filesUnder(root.path)
    .map((file) => file.slice(root.path.length + 1))
    .filter((name) => {
      const [, inState] = /^data\/state\/(.*)$/.exec(name) ?? [];
      if (inState !== undefined) return !STATE_FILES.test(inState) && !own.has(inState);
      return /\.(?:part|next|tmp)$/.test(name) && !name.startsWith("data/cache/");
    });
}
