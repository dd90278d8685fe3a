/** The manifest of any source, as a reader of the file sees it. */
import { existsSync, readFileSync } from "node:fs";
import type { TestRoot } from "../kit/root.ts";

export interface Line {
  readonly source_url: string;
  readonly local_path: string;
  readonly sha256_checksum: string;
  readonly original_size: number;
  readonly compressed_size: number;
  readonly metadata: {
    readonly key?: string;
    readonly former_path?: string;
    readonly retired_at?: string;
  } & Readonly<Record<string, unknown>>;
}

/** By key, in their order. */
export type Lines = ReadonlyMap<string, readonly Line[]>;

export const manifestOf = (source: string) => `data/raw/${source}/manifest.jsonl`;

/** Those that are complete; throws on one that is not JSON. */
export function linesOf(root: TestRoot, source: string): Lines {
  const file = root.file(manifestOf(source));
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1);
  return Map.groupBy(
    lines.map((line) => JSON.parse(line) as Line),
    keyOfLine,
  );
}

export function keyOfLine({ local_path: path, metadata }: Pick<Line, "local_path" | "metadata">): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return metadata.key ?? name.replace(/\.zst$/, "").replace(/\.[A-Za-z0-9]{1,8}$/, "");
}

export function isRetired({ metadata }: Line): boolean {
  return metadata.retired_at !== undefined;
}

/** Keys that have more lines now than they had. */
export function grown(now: Lines, before: Lines): Set<string> {
  const keys = [...now.keys()];
  return new Set(keys.filter((key) => countOf(now, key) > countOf(before, key)));
}

export function countOf(lines: Lines, key: string): number {
  return lines.get(key)?.length ?? 0;
}

/** `T001-1 1, T002-2 2`: how many of each. */
export function countsOf(lines: Lines): string {
  return [...lines]
    .map(([key, { length }]) => `${key} ${length}`)
    .toSorted()
    .join(", ");
}
