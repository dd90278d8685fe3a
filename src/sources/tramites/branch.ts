import { plainText } from "./parsed.ts";

/**
 * One element of an answer that exists as XML and as JSON. Both are read into this form, in which what the two spell
 * differently is the same: an attribute and a scalar property (`codigo`), one child and a list of one, `urlPdf`,
 * `urlpdf` and `url_pdf`, an element's text and a property `texto` or `_`.
 */
export interface Branch {
  /** As `foldedName` spells it. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parts: readonly (string | Branch)[];
}

/** What a reader may build before it gives up: far more than a gazette ever has, far less than hurts. */
export const MAX_DEPTH = 64;
export const MAX_BRANCHES = 100_000;

/** Most have none. */
export const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

export function childrenOf(branch: Branch, ...names: readonly string[]): readonly Branch[] {
  return branch.parts.filter(
    (part): part is Branch => typeof part !== "string" && (names.length === 0 || names.includes(part.name)),
  );
}

export function childOf(branch: Branch | undefined, ...names: readonly string[]): Branch | undefined {
  return branch === undefined ? undefined : childrenOf(branch, ...names)[0];
}

/** All text under the branch, as one line; empty where there is none. */
export function textOf(branch: Branch | undefined): string {
  if (branch === undefined) return "";
  const pieces: string[] = [];
  collectText(branch, pieces);
  return plainText(pieces.join(""));
}

/** The first of these fields that says something, be it an attribute or a child; null where none does. */
export function fieldOf(branch: Branch | undefined, ...names: readonly string[]): string | null {
  for (const name of branch === undefined ? [] : names) {
    const text = plainText(branch?.attributes.get(name) ?? "") || textOf(childOf(branch, name));
    if (text !== "") return text;
  }
  return null;
}

/** What an unknown answer looks like, for a message. */
export function outlineOf(branch: Branch): string {
  const inside = new Set([...branch.attributes.keys(), ...childrenOf(branch).map((child) => child.name)]);
  const names = [...inside].slice(0, 12).join(", ");
  const text = names === "" ? textOf(branch).slice(0, 120) : "";
  return `<${branch.name}> with ${names || (text === "" ? "nothing in it" : `the text "${text}"`)}`;
}

function collectText(branch: Branch, pieces: string[]): void {
  for (const part of branch.parts) {
    if (typeof part === "string") pieces.push(part);
    else collectText(part, pieces);
  }
}
