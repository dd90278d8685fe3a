/** What the phase `repair` finds in its root: three of six documents damaged, each in its own way, and a stranger. */
import { readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { keyOf, type ManifestRow, type TestRoot } from "../kit/root.ts";

export const STRANGER = "data/raw/usgs/TX/stranger.pdf.zst";
export const STRANGER_ASIDE = "data/orphaned/usgs/TX/stranger.pdf.zst";
export const STRANGER_TEXT = "not ours";

/** By the document's key. The first is the large one, whose repair is written in pieces. */
const DAMAGE: ReadonlyMap<string, (file: string) => void> = new Map([
  ["T002-1000100", (file) => flipBit(file, 12_345)],
  ["S001-2000000", (file) => rmSync(file)],
  ["L002-3000100", (file) => truncateSync(file, 100)],
]);

export const DAMAGED = DAMAGE.size;

export function damage(root: TestRoot): void {
  const rows = root.manifest().filter(isDamaged);
  if (rows.length !== DAMAGE.size) throw new Error(`only ${rows.length} documents to damage`);
  for (const { local_path } of rows) DAMAGE.get(keyOf(local_path))?.(root.file(local_path));
  writeFileSync(root.file(STRANGER), STRANGER_TEXT);
}

export function isDamaged({ local_path }: Pick<ManifestRow, "local_path">): boolean {
  return DAMAGE.has(keyOf(local_path));
}

export function flipBit(file: string, bit: number): void {
  const bytes = readFileSync(file);
  bytes[bit >> 3] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
  writeFileSync(file, bytes);
}
