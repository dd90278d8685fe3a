/** Where inputs come from, and where those that found something go. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bytesOf, type FuzzTarget } from "./target.ts";

const CORPUS = join(import.meta.dirname, "corpus");

export interface NamedInput {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Kept in the repository: sound inputs, and those that found something once. */
export function corpusOf(target: string): readonly NamedInput[] {
  const folder = join(CORPUS, target);
  let names: readonly string[];
  try {
    names = readdirSync(folder).toSorted();
  } catch {
    return [];
  }
  return names.map((name) => ({ name, bytes: readFileSync(join(folder, name)) }));
}

export function firstInputs(target: FuzzTarget): readonly Uint8Array[] {
  return [...corpusOf(target.name).map(({ bytes }) => bytes), ...target.seeds().map(bytesOf)];
}

/** Writes an input that found something; its path is how it is replayed. */
export function keepFinding(target: string, kind: string, input: Uint8Array): string {
  const folder = process.env["LEVADA_FUZZ_FINDINGS"] ?? join(tmpdir(), "levada-fuzz");
  mkdirSync(folder, { recursive: true });
  const digest = createHash("sha256").update(input).digest("hex").slice(0, 12);
  const file = join(folder, `${target}-${kind}-${digest}`);
  writeFileSync(file, input);
  return file;
}
