/** What must be so after a file was damaged, by what kind of file it is. Answers what is not, in words. */
import { existsSync, readFileSync } from "node:fs";
import type { TestRoot } from "../kit/root.ts";
import { differencesOf, type RootState, stateOf } from "./root-state.ts";
import type { FileKind } from "./file-kinds.ts";
import { CURATED_FILE } from "./whole-root.ts";
import type { Said } from "./several.ts";

export interface DamagedCase {
  readonly kind: FileKind;
  /** Of the damaged file, below the root. */
  readonly path: string;
  /** Of that file, right after it was damaged; null where it was deleted. */
  readonly damaged: Buffer | null;
  readonly root: TestRoot;
}

interface Report {
  readonly missing: readonly { readonly path: string }[];
  readonly corrupt: readonly { readonly path: string }[];
  readonly orphaned: readonly string[];
  readonly manifest_problems: readonly unknown[];
  readonly state_problems?: readonly string[];
}

const reportsOf = ({ stdout }: Said) =>
  stdout === "" ? [] : (JSON.parse(stdout) as { sources: readonly Report[] }).sources;

const allOf = (said: Said, list: (report: Report) => readonly unknown[]) => reportsOf(said).flatMap(list);

const documentsIn = (said: Said) => [
  ...allOf(said, ({ missing, corrupt }) => [...missing, ...corrupt].map(({ path }) => path)),
  ...allOf(said, ({ orphaned }) => orphaned),
];

/** Whatever was damaged: a command works or says what is wrong, and never breaks down. */
export function brokenManners(said: readonly Said[], { kind, path, damaged }: DamagedCase): string[] {
  return said.flatMap(({ words, code, stdout, stderr }) => {
    const name = words.slice(0, 2).join(" ");
    const text = `${stdout}\n${stderr}`;
    if (code === null) return [`${name} ended without an end: ${stderr}`];
    if (/is a bug|^\s+at .+:\d+:\d+\)?$/m.test(text)) return [`${name} broke down: ${stderr}`];
    if (kind.nature === "settings") return code === 2 && !stderr.includes(path) ? [`${name}: ${stderr}`] : [];
    // Storage trouble is told by the name of the file.
    if (code === 4 && stderr.includes(path)) return [];
    // The procedure that is asked for by its name may be the one that is gone.
    if (code === 2 && words[0] === "diff" && path === `data/tramites/${words[1]}.json` && damaged === null)
      return [];
    // Half of an address in a person's list may be that of a host that does not answer.
    if (code === 3 && kind.nature === "written") return [];
    return [0, 1].includes(code) ? [] : [`${name} ended with ${code}: ${stderr}`];
  });
}

/** `verify` before anything is mended: each damaged document, and nothing else. */
export function brokenVerdict(first: Said, { kind, path }: DamagedCase): string[] {
  const found = documentsIn(first);
  if (kind.nature === "manifest") return first.code === 0 ? ["verify finds nothing wrong"] : [];
  const expected = kind.nature === "document" ? [path] : [];
  if (kind.nature === "settings" || found.join() === expected.join()) return [];
  return [`verify finds ${found.join(" ") || "nothing"} instead of ${expected.join(" ") || "nothing"}`];
}

/** After runs and repairs: what the same commands make of a root that was not damaged. */
export function brokenEnd(one: DamagedCase, expected: RootState, last: Said): string[] {
  const { kind, root, path } = one;
  const problems = [...overwritten(one)];
  if (kind.nature === "settings") return problems;
  const isForgiven = FORGIVEN[kind.nature] ?? (() => false);
  const found = documentsIn(last);
  if (found.length > 0) problems.push(`not mended: ${found.join(" ")}`);
  const differences = differencesOf(expected, stateOf(root));
  return [...problems, ...differences.filter((text) => !text.startsWith(path) && !isForgiven(text))];
}

/** What the loss of a file may cost beside the file itself. */
const FORGIVEN: Partial<Record<FileKind["nature"], (difference: string) => boolean>> = {
  // Lines of what was gone, files that no line speaks of any more (they are set aside), and what is said after a line.
  manifest: (text) =>
    /^(?:line of \w+ \S+ |table retired|data\/retired|artifacts\/raw\/wiki\/retired|data\/ingestion\/|table document|\S+\.prev\.|\S+\.meta\.json)/.test(
      text,
    ),
  // What follows from people's own words follows from what is left of them.
  written: (text) =>
    /^(?:data\/ingestion\/|table procedure|checkpoint of tramites|data\/tramites)/.test(text),
};

/** What people have written is as they wrote it, or as the damage left it; a file that is gone may be made anew. */
function overwritten({ kind, path, damaged, root }: DamagedCase): string[] {
  const isTheirs = kind.nature === "written" || kind.nature === "settings";
  if (!isTheirs || damaged === null) return [];
  const now = existsSync(root.file(path)) ? readFileSync(root.file(path)) : null;
  return now?.equals(damaged) === true ? [] : [`${path} was written over`];
}

export function curatedOf(root: TestRoot): Buffer {
  return readFileSync(root.file(CURATED_FILE));
}

/** What people's or our own files say that cannot be used is told by their names. */
export function brokenSilence(said: readonly Said[], { kind, path, damaged }: DamagedCase): string[] {
  if (kind.nature === "message") return untoldMessage(said, damaged);
  if (!["written", "procedure"].includes(kind.nature) || !path.endsWith(".json") || damaged === null)
    return [];
  const isTold = said.some(({ stderr }) => stderr.includes(path));
  return isTold || isJson(damaged) ? [] : [`nobody told that ${path} cannot be read`];
}

/** Its hook is called and asked for nothing: all that is said is that the message is damaged. */
function untoldMessage(said: readonly Said[], damaged: Buffer | null): string[] {
  const [line = "", sum = ""] = damaged?.toString("utf8").split("\n") ?? [];
  const isWhole = damaged === null || (sum === "" && isJson(Buffer.from(line)));
  const isTold = said.some(({ stdout, stderr }) =>
    `${stdout}${stderr}`.includes("is damaged and was thrown away"),
  );
  return isTold || isWhole ? [] : ["nobody told that a message for a hook is damaged"];
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}
