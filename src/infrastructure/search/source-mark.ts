import { hash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { procedureFiles } from "./procedure-files.ts";

/** A word that changes when something of a source is stored or goes, at the cost of a look; empty where nothing is. */
export function sourceMark(root: string, source: string): string {
  const files = source === "tramites" ? procedureFiles(root) : [];
  const listed = files.map(({ key, stamp }) => `${key} ${stamp}`).join("\n");
  const parts = [manifestMark(root, source), files.length === 0 ? "" : hash("sha256", listed, "hex")];
  return parts.every((part) => part === "") ? "" : parts.join(" ");
}

function manifestMark(root: string, source: string): string {
  try {
    const { size, mtimeMs } = statSync(join(root, "data", "raw", source, "manifest.jsonl"));
    return size === 0 ? "" : `${size}-${mtimeMs}`;
  } catch {
    return "";
  }
}
