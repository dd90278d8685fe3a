import type { Failure } from "../../domain/failure.ts";
import { parseForeignJson } from "../../domain/foreign-json.ts";
import type { ReadResult } from "../../domain/source.ts";
import { excerpt, type Parsed, structureChanged } from "./parsed.ts";

/** Pages, and ids, of one listing. Some 80,000 wells are known: only a server that has no end comes here. */
const MAX_PAGES = 5000;
const MAX_IDS = 500_000;

export type IdAnswer =
  | { readonly kind: "found"; readonly id: string }
  /** The whole listing was read; it has `entries` other ones. */
  | { readonly kind: "absent"; readonly entries: number }
  | { readonly kind: "failed"; readonly url: string; readonly failure: Failure };

/**
 * Ids of report pages by library number. The listing is paged and in no useful order; pages are read one by one,
 * only until the wanted number has turned up, and kept.
 */
export class ReportIds {
  readonly #read: (url: string) => Promise<ReadResult<string>>;
  readonly #urlAt: (offset: number) => string;
  readonly #ids = new Map<string, string[]>();
  readonly #pairs = new Set<string>();
  #offset = 0;
  #pages = 0;
  #lastPage = "";
  #complete = false;
  #failed: Extract<IdAnswer, { kind: "failed" }> | null = null;

  constructor(read: (url: string) => Promise<ReadResult<string>>, urlAt: (offset: number) => string) {
    this.#read = read;
    this.#urlAt = urlAt;
  }

  /** @param nth Which of several ids with this library number; counts from 0. */
  async find(libraryNumber: string, nth = 0): Promise<IdAnswer> {
    const key = libraryNumber.trim().toUpperCase();
    for (;;) {
      const id = this.#ids.get(key)?.[nth];
      if (id !== undefined) return { kind: "found", id };
      if (this.#complete) return { kind: "absent", entries: this.#pairs.size };
      if (this.#failed !== null) return this.#failed;
      await this.#readPage();
    }
  }

  async #readPage(): Promise<void> {
    const url = this.#urlAt(this.#offset);
    const reading = await this.#read(url);
    const text = reading.ok ? reading.value : "";
    const page: Parsed<IdPage> = reading.ok ? parseIdPage(text) : reading;
    if (!page.ok) {
      this.#failed = { kind: "failed", url, failure: page.failure };
      return;
    }
    const news = this.#take(page.value.entries) > 0 || this.#hasOther(page.value, text);
    // A page with entries is never compared with.
    this.#lastPage = page.value.entries.length === 0 ? text : "";
    this.#offset += page.value.size;
    this.#pages += 1;
    // A short page is no end: a server gives as many as it likes and need not say that there are more. A page
    // without news is one: the server does not heed the offset.
    this.#complete = !news || this.#pages >= MAX_PAGES || this.#pairs.size >= MAX_IDS;
  }

  /** Features without number or id teach nothing, but they are not the end, unless they are the same again. */
  #hasOther({ entries, size }: IdPage, text: string): boolean {
    return entries.length === 0 && size > 0 && text !== this.#lastPage;
  }

  #take(entries: readonly IdEntry[]): number {
    const before = this.#pairs.size;
    for (const { libraryNumber, id } of entries) {
      const pair = `${libraryNumber}\n${id}`;
      if (this.#pairs.has(pair)) continue;
      this.#pairs.add(pair);
      const ids = this.#ids.get(libraryNumber);
      if (ids === undefined) this.#ids.set(libraryNumber, [id]);
      else ids.push(id);
    }
    return this.#pairs.size - before;
  }
}

interface IdEntry {
  readonly libraryNumber: string;
  readonly id: string;
}

export interface IdPage {
  readonly entries: readonly IdEntry[];
  /** Features on the page, with or without what we look for. */
  readonly size: number;
}

const EXPECTED = "a list of features with id and libno";

/** GeoJSON (`properties`) and Esri JSON (`attributes`) alike. */
export function parseIdPage(text: string): Parsed<IdPage> {
  const page = asObject(parseJson(text));
  const features = page?.["features"];
  if (page === null || !Array.isArray(features)) return structureChanged(EXPECTED, seenInstead(text, page));
  const entries = features.flatMap((feature) => entryOf(asObject(feature)) ?? []);
  if (features.length > 0 && !features.some((feature) => namesIds(asObject(feature)))) {
    return structureChanged(EXPECTED, `features such as ${excerpt(JSON.stringify(features[0]) ?? "")}`);
  }
  return { ok: true, value: { entries, size: features.length } };
}

/** Whether a feature has what we look for, be it empty. */
function namesIds(feature: Record<string, unknown> | null): boolean {
  const names = attributesOf(feature);
  return names.has("id") && (names.has("libno") || names.has("chlibno"));
}

function attributesOf(feature: Record<string, unknown> | null): Map<string, unknown> {
  const attributes = asObject(feature?.["properties"]) ?? asObject(feature?.["attributes"]) ?? {};
  return new Map(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
}

function entryOf(feature: Record<string, unknown> | null): IdEntry | null {
  const named = attributesOf(feature);
  const libraryNumber = scalar(named.get("libno") ?? named.get("chlibno")).toUpperCase();
  const id = scalar(named.get("id"));
  return libraryNumber !== "" && /^\d{1,15}$/.test(id) ? { libraryNumber, id } : null;
}

function seenInstead(text: string, page: Record<string, unknown> | null): string {
  const message = asObject(page?.["error"])?.["message"];
  if (typeof message === "string") return `an error: ${message}`;
  return text.trim() === "" ? "an empty body" : text;
}

function parseJson(text: string): unknown {
  try {
    return parseForeignJson(text);
  } catch {
    return null;
  }
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function scalar(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
