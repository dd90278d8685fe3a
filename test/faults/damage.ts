/** What the phase `repair` finds in its root: three documents damaged, each in its own way, and a stranger. */
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TestRoot } from "../kit/root.ts";
import type { Lines } from "./lines.ts";
import type { Stage } from "./subject.ts";

export const STRANGER_TEXT = "not ours";

const DAMAGE: readonly ((file: string) => void)[] = [
  (file) => flipBit(file, Math.min(12_345, statSync(file).size * 4)),
  (file) => rmSync(file),
  (file) => truncateSync(file, 100),
];

export function damage(root: TestRoot, lines: Lines, { damaged, stranger }: Stage): void {
  for (const [nth, key] of damaged.entries()) {
    const path = lines.get(key)?.at(-1)?.local_path;
    if (path === undefined) throw new Error(`no document ${key} to damage`);
    DAMAGE[nth]?.(root.file(path));
  }
  mkdirSync(dirname(root.file(stranger)), { recursive: true });
  writeFileSync(root.file(stranger), STRANGER_TEXT);
}

/** Where a repair puts a file that nobody stored. */
export function asideOf({ stranger }: Stage): string {
  return ["data/orphaned", ...stranger.split("/").slice(2)].join("/");
}

export function flipBit(file: string, bit: number): void {
  const bytes = readFileSync(file);
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  writeFileSync(file, bytes);
}
