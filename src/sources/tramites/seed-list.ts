import { MisuseError } from "../../domain/errors.ts";
import type { Canonical } from "./seeds.ts";

/**
 * A user's list of pages: one URL a line, `#` begins a comment (at the beginning of a line or after a blank, so that a
 * URL may have a fragment). People edit it by hand, so lines that are not understood are kept and reported.
 */
export interface SeedList {
  readonly lines: readonly SeedLine[];
}

export interface SeedLine {
  /** As written. */
  readonly text: string;
  /** Null for comments, empty lines, and what is no web address. */
  readonly url: string | null;
}

export interface SeedProblem {
  readonly line: number;
  readonly detail: string;
}

export function parseSeedList(text: string): SeedList {
  const written = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  if (written.at(-1) === "") written.pop();
  return { lines: written.map((line) => ({ text: line, url: urlIn(line) })) };
}

/** The pages of the list, each once: of two spellings of one address the first counts. */
export function seedUrls(list: SeedList, canonical: Canonical): readonly string[] {
  const known = new Map<string, string>();
  for (const { url } of list.lines) {
    const key = url === null ? null : canonical(url);
    if (url !== null && key !== null && !known.has(key)) known.set(key, url);
  }
  return [...known.values()];
}

/** Lines that say something which is no web address. */
export function seedProblems(list: SeedList): readonly SeedProblem[] {
  return list.lines.flatMap(({ text, url }, index) =>
    url === null && withoutComment(text) !== ""
      ? [{ line: index + 1, detail: "not an http or https URL" }]
      : [],
  );
}

export type SeedAddition =
  | { readonly added: true; readonly list: SeedList; readonly url: string }
  /** The list has it already, perhaps spelt differently: in this line. */
  | { readonly added: false; readonly list: SeedList; readonly url: string; readonly line: number };

/** Adds one page at the end. Throws a MisuseError for what is no web address. */
export function addSeed(list: SeedList, address: string, canonical: Canonical): SeedAddition {
  const url = urlIn(address);
  const key = url === null ? null : canonical(url);
  if (url === null || key === null) {
    throw new MisuseError(
      "a seed is an http or https URL without user and password, such as https://sede.example.es/tramites/1",
    );
  }
  const line = list.lines.findIndex((one) => one.url !== null && canonical(one.url) === key);
  if (line !== -1) return { added: false, list, url: list.lines[line]?.url ?? url, line: line + 1 };
  return { added: true, list: { lines: [...list.lines, { text: url, url }] }, url };
}

/** The list as its file has it; what people wrote stays as they wrote it. */
export function serialiseSeedList({ lines }: SeedList): string {
  return lines.map(({ text }) => `${text}\n`).join("");
}

function withoutComment(line: string): string {
  return line.replace(/(?:^|\s)#.*$/, "").trim();
}

function urlIn(line: string): string | null {
  const address = withoutComment(line);
  // A second word or a control character would put a second entry into the file.
  if (/[\s\p{Cc}]/u.test(address)) return null;
  const url = URL.parse(address);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isWeb ? url.href : null;
}
