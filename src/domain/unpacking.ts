/**
 * Rules for archives whose documents are taken out (U14). Pure: what may be opened, what is taken, how it is named.
 * Nothing an archive says becomes a path: names of entries are looked at, and kept as text only.
 */
import type { Failure } from "./failure.ts";
import type { Reference } from "./reference.ts";

/** An entry as the archive's directory lists it. Sizes are what it claims. */
export interface ArchiveEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "special";
  readonly encrypted: boolean;
  readonly compressedSize: number;
  readonly size: number;
}

/** What a source wants of an archive. */
export interface UnpackRules {
  /** The extension under which an entry of this name is filed (`pdf`); null where it is not wanted. */
  extensionOf(name: string): string | null;
  /** What it means that nothing is wanted. */
  readonly whenNone: Failure;
}

export interface ChosenEntry {
  /** In the archive's directory. */
  readonly index: number;
  readonly name: string;
  readonly size: number;
  readonly extension: string;
}

export const UNPACK_LIMITS = {
  /** Listed in the directory. */
  entries: 10_000,
  /** Taken out of one archive. */
  documents: 200,
  nameLength: 1024,
  /** Deflate itself ends at about 1,032 : 1, which only runs of one byte reach. */
  ratio: 1000,
  /** Below this nobody cares how well something compresses. */
  ratioFromBytes: 1024 * 1024,
} as const;

const MAX_SHOWN_NAME = 300;

export type Choice =
  | { readonly ok: true; readonly chosen: readonly ChosenEntry[] }
  | { readonly ok: false; readonly failure: Failure };

/** The documents of an archive in the order of its directory, or why none of it is touched. */
export function chooseDocuments(
  entries: readonly ArchiveEntry[],
  rules: UnpackRules,
  maxBytes: number,
): Choice {
  const problem = problemOf(entries);
  if (problem !== null) return refused({ kind: "archive_refused", detail: problem });
  const chosen = entries.flatMap(({ name, kind, size }, index) => {
    const extension = kind === "file" && !isResourceFork(name) ? rules.extensionOf(name) : null;
    return extension === null ? [] : [{ index, name, size, extension }];
  });
  if (chosen.length === 0) return refused(rules.whenNone);
  if (chosen.length > UNPACK_LIMITS.documents) {
    const detail = `${chosen.length} documents, more than ${UNPACK_LIMITS.documents}`;
    return refused({ kind: "archive_refused", detail });
  }
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxBytes) return refused({ kind: "too_large", stage: "decoded", maxBytes });
  return { ok: true, chosen };
}

function refused(failure: Failure): Choice {
  return { ok: false, failure };
}

/** What is wrong with the archive as a whole; null where nothing is. */
function problemOf(entries: readonly ArchiveEntry[]): string | null {
  if (entries.length > UNPACK_LIMITS.entries) return `more than ${UNPACK_LIMITS.entries} entries`;
  const names = new Set<string>();
  for (const entry of entries) {
    const problem = names.has(entry.name) ? "is there twice" : entryProblem(entry);
    if (problem !== null) return `entry ${JSON.stringify(shownName(entry.name))} ${problem}`;
    names.add(entry.name);
  }
  return null;
}

/** Why an entry makes its whole archive unwelcome; null where it does not. */
export function entryProblem({ name, kind, encrypted, compressedSize, size }: ArchiveEntry): string | null {
  if (encrypted) return "is encrypted";
  if (kind === "link") return "is a symbolic link";
  if (kind === "special") return "is neither file nor folder";
  if (size > UNPACK_LIMITS.ratioFromBytes && size > compressedSize * UNPACK_LIMITS.ratio) {
    return `claims to inflate more than ${UNPACK_LIMITS.ratio} times`;
  }
  return nameProblem(name);
}

function nameProblem(name: string): string | null {
  if (name === "") return "has no name";
  if (name.length > UNPACK_LIMITS.nameLength) {
    return `has a name of more than ${UNPACK_LIMITS.nameLength} characters`;
  }
  if (/^[\\/]|^[A-Za-z]:/.test(name)) return "has an absolute path";
  if (name.split(/[\\/]/).some((part) => /^\s*\.\.\s*$/.test(part))) return "leads out of the archive";
  return null;
}

/** What macOS puts beside the files of an archive: under their names, but never one of them. */
function isResourceFork(name: string): boolean {
  const parts = name.split(/[\\/]/);
  return parts.includes("__MACOSX") || parts.at(-1)?.startsWith("._") === true;
}

/** An entry's name as text that can be shown: one line, nothing that acts on a terminal, not endless. */
export function shownName(name: string): string {
  return name
    .slice(0, UNPACK_LIMITS.nameLength)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .slice(0, MAX_SHOWN_NAME)
    .toWellFormed();
}

/** The extension of an entry's name, lower case; empty where it has none. */
export function extensionOfEntry(name: string): string {
  return /[^\\/]\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
}

/** `{key}` for the only document of an archive, `{key}-{n}` for one of several, n from 1. */
export function memberKey(archiveKey: string, index: number, count: number): string {
  return count === 1 ? archiveKey : `${archiveKey}-${index + 1}`;
}

/** A document of an archive as a document of its own, filed beside where the archive would be. */
export function memberReference(
  archive: Reference,
  member: { readonly key: string; readonly entry: ChosenEntry },
  of: { readonly sha256: string; readonly documents: number },
): Reference {
  const folder = archive.path.slice(0, archive.path.lastIndexOf("/") + 1);
  const codec = archive.path.endsWith(".zst") ? ".zst" : "";
  return {
    ...archive,
    key: member.key,
    path: `${folder}${member.key}.${member.entry.extension}${codec}`,
    archive: { key: archive.key, entry: shownName(member.entry.name), ...of },
  };
}
