import { randomBytes } from "node:crypto";

/**
 * Names in `.incoming/`. A file under way is `{encoded path}+{ticket}.part`, a staged one
 * `{encoded path}+{ticket}.next`; the path is percent-encoded, so that `+` and `/` are free for us.
 *
 * A staged file's name must give its path back after a crash. Where the encoded path is too long for one name,
 * it is cut into folders that end in `+`: `{piece}+/{piece}+/{rest}+{ticket}.next`.
 */
const PIECE = 200;

export interface StagedName {
  readonly path: string;
  readonly ticket: string;
}

/** Unique in this folder for ever: leftovers of a killed process never collide with new files. */
export function createTickets(): () => string {
  const session = randomBytes(6).toString("hex");
  let count = 0;
  return () => `${session}-${(count++).toString(36)}`;
}

/** Cut where it is long: nobody reads the path of an unfinished file back. */
export function partName(path: string, ticket: string): string {
  return `${encode(path).slice(0, PIECE)}+${ticket}.part`;
}

/** Folders, then the file's name. */
export function nextName(path: string, ticket: string): readonly [...string[], string] {
  const pieces = encode(path).match(new RegExp(`.{1,${PIECE}}`, "g")) ?? [];
  const folders = pieces.slice(0, -1).map((piece) => `${piece}+`);
  return [...folders, `${pieces.at(-1) ?? ""}+${ticket}.next`];
}

/** Reads a staged file's name, given as its path inside `.incoming/`; null where it is not one of ours. */
export function readNextName(relative: string): StagedName | null {
  const found = /^(?<encoded>[^+]*)\+(?<ticket>[0-9a-z-]+)\.next$/.exec(relative.replaceAll("+/", ""));
  if (found?.groups === undefined) return null;
  const { encoded = "", ticket = "" } = found.groups;
  const path = decode(encoded);
  if (path === null || nextName(path, ticket).join("/") !== relative) return null;
  return { path, ticket };
}

/** `*` is the one character encodeURIComponent leaves that not every file system takes. */
function encode(path: string): string {
  return encodeURIComponent(path).replaceAll("*", "%2A");
}

function decode(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
