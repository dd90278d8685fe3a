import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const HOME = join(import.meta.dirname, "../..");

export interface Mutation {
  readonly name: string;
  /** Under `src/`. */
  readonly file: string;
  /** Text that is in the file once, and what takes its place. */
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/** No bug: a run of few documents, too, moves the log into the database in mid-run. */
export const MOVED_OFTEN: Mutation = {
  name: "the log moved into the database after every second commit",
  file: "infrastructure/sqlite/durable-log.ts",
  changes: [["const COMMITS = 200;", "const COMMITS = 2;"]],
};

/** A copy of the sources with a bug put back on purpose. Gone after the test. */
export function mutantHome(...mutations: readonly Mutation[]): string {
  const home = mkdtempSync(join(tmpdir(), "levada-mutant-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(join(HOME, "src"), join(home, "src"), { recursive: true });
  cpSync(join(HOME, "package.json"), join(home, "package.json"));
  symlinkSync(join(HOME, "node_modules"), join(home, "node_modules"));
  for (const mutation of mutations) mutate(home, mutation);
  return home;
}

function mutate(home: string, { name, file, changes }: Mutation): void {
  const path = join(home, "src", file);
  let text = readFileSync(path, "utf8");
  for (const [from, to] of changes) {
    if (text.split(from).length !== 2)
      throw new Error(`${name}: ${JSON.stringify(from)} is not once in ${file}`);
    text = text.replace(from, () => to);
  }
  writeFileSync(path, text);
}
