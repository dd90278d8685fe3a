/** Pages with segments of text that a reading must keep, and others that it must drop. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getDomain } from "tldts";
import { decodeWhole } from "../src/finders/text-decoding.ts";

export interface CorpusPage {
  readonly url: string;
  readonly html: string;
  readonly with: readonly string[];
  readonly without: readonly string[];
  /** The registrable domain that the page is from. */
  readonly site: string;
  /** Word lists and rules were made by looking at pages of one half; nobody looked at the other. */
  readonly half: "seen" | "unseen";
}

interface Entry {
  readonly file: string;
  readonly with: readonly string[];
  readonly without: readonly string[];
}

export function readCorpus(folder: string): CorpusPage[] {
  const entries = JSON.parse(readFileSync(join(folder, "segments.json"), "utf8")) as Record<string, Entry>;
  return Object.entries(entries).map(([url, entry]) => ({
    url,
    html: decodeWhole(readFileSync(join(folder, "html", entry.file))),
    with: entry.with,
    without: entry.without,
    site: siteOf(url, entry.file),
    half: halfOf(entry.file),
  }));
}

function halfOf(name: string): CorpusPage["half"] {
  const [byte = 0] = createHash("sha256").update(name).digest();
  return byte % 2 === 0 ? "seen" : "unseen";
}

/** An archive's address bears that of the page; where there is none, the name of the file begins with the host. */
function siteOf(url: string, file: string): string {
  const archived = /^https?:\/\/web\.archive\.org\/web\/\d+\/(?:https?:\/\/)?(.*)$/.exec(url)?.[1];
  const address = archived === undefined ? url : `http://${archived}`;
  return getDomain(address) ?? file.replace(/-.*/, "");
}

/** Pages of one site are in one fold. */
export function foldOf(site: string, folds: number): number {
  const [byte = 0] = createHash("sha256").update(site).digest();
  return byte % folds;
}

/** Segments are looked for in the text alone: no marks of Markdown, white space as one space, the same for all. */
export function comparable(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replaceAll(/\[((?:[^\][]|\[[^\][]*\])*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<br>/g, " ")
    .replaceAll(/^[ \t]*(?:(?:[>#:+-]+|\d+\.)[ \t]+)+/gm, " ")
    .replaceAll(/\|(?: --- \|)+/g, " ")
    .replaceAll(/[*_`|\\]/g, "")
    .replaceAll("\u{ad}", "")
    .replaceAll(/[\s\u{a0}\u{200b}\u{feff}]+/gu, " ")
    .trim();
}

export class Score {
  #kept = 0;
  #lost = 0;
  #leaked = 0;

  /** What was lost and what leaked, for those who look into it. */
  add(page: CorpusPage, text: string): { readonly lost: string[]; readonly leaked: string[] } {
    const read = comparable(text);
    const holds = (segment: string) => read.includes(comparable(segment));
    const lost = page.with.filter((segment) => !holds(segment));
    const leaked = page.without.filter(holds);
    this.#kept += page.with.length - lost.length;
    this.#lost += lost.length;
    this.#leaked += leaked.length;
    return { lost, leaked };
  }

  get precision(): number {
    return this.#kept / Math.max(1, this.#kept + this.#leaked);
  }

  get recall(): number {
    return this.#kept / Math.max(1, this.#kept + this.#lost);
  }

  get f1(): number {
    return (2 * this.#kept) / Math.max(1, 2 * this.#kept + this.#lost + this.#leaked);
  }
}
