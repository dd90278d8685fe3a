import { NO_FACTS, type SearchDocument } from "../../domain/search-document.ts";
import type { StoredDocument } from "../../domain/reference.ts";
import { communitySlug } from "../slugs.ts";
import { allTexts, type Fields, isFields, MAX_TEXT, textIn, textsIn, tidyText } from "./fields.ts";
import { plainMarkdown, plainWikitext, wikiHeadings } from "./plain-markdown.ts";

/** A stored document, and what is known of it besides. */
export interface Stored {
  readonly source: string;
  readonly document: StoredDocument;
  /** What was read of it (P20); null where nothing was. */
  readonly extract: Fields | null;
  /** Where that was written, relative to the root, without its ending. */
  readonly stem: string | null;
}

/** By what a reader made of it (P20). */
export function extractedDocument(
  { source, document, stem }: Stored,
  extract: Fields,
  { markdown = false } = {},
): SearchDocument {
  const headings = headingsOf(extract);
  const boe = isFields(extract["boe"]) ? extract["boe"] : null;
  return {
    source,
    key: document.key,
    id: (boe === null ? null : textIn(boe, "identifier")) ?? document.key,
    title: textIn(extract, "title") ?? headings[0] ?? document.url,
    url: document.page?.url ?? document.url,
    path: markdown && stem !== null ? `${stem}.md` : document.localPath,
    keywords: boe === null ? [] : boeKeywords(boe),
    headings,
    text: bodyOf(extract),
    filters: {
      ...NO_FACTS,
      ...(boe === null ? {} : { level: "estatal", organism: codedName(boe["department"]) }),
      type: textIn(extract, "document_type"),
      languages: languageOf(extract),
    },
    updatedAt: textIn(extract, "extracted_at"),
  };
}

function bodyOf(extract: Fields): string {
  return tidyText([plainMarkdown((textIn(extract, "extracted_text") ?? "").slice(0, MAX_TEXT))]);
}

function headingsOf({ headings }: Fields): readonly string[] {
  if (!Array.isArray(headings)) return [];
  return headings.slice(0, 500).flatMap((heading) => (isFields(heading) ? textsIn(heading["text"]) : []));
}

function languageOf({ metadata }: Fields): readonly string[] {
  const code = isFields(metadata) ? textIn(metadata, "language_detected") : null;
  return code === null ? [] : [code.toLowerCase()];
}

function boeKeywords(boe: Fields): readonly string[] {
  const named = ["rank", "department", "origin"].flatMap((name) => codedName(boe[name]) ?? []);
  return [...textsIn(boe["identifier"]), ...named, ...textsIn(boe["subjects"])];
}

/** A name from one of the gazette's own lists. */
function codedName(value: unknown): string | null {
  return isFields(value) ? textIn(value, "name") : null;
}

/**
 * A document of the official gazette, in whatever form it was to be had; null for any other page. `metadata` is that of
 * the manifest, where what the gazette's daily summary said of it is kept.
 */
export function gazetteDocument(stored: Stored, metadata: Fields): SearchDocument | null {
  const { extract } = stored;
  if (extract === null) return null;
  const found = extractedDocument(stored, extract);
  if (extract["document_type"] === "boe_xml" || isFields(extract["boe"])) return found;
  const told = isFields(metadata["supplementary"]) ? metadata["supplementary"] : {};
  const id = textIn(told, "identifier");
  if (id === null || !GAZETTE_ID.test(id)) return null;
  const organism = textIn(told, "department");
  return {
    ...found,
    id,
    title: textIn(metadata, "title") ?? found.title,
    keywords: [id, ...textsIn(organism), ...textsIn(told["heading"])],
    filters: { ...found.filters, level: "estatal", organism },
  };
}

/** `BOE-A-2024-10849`. */
const GAZETTE_ID = /^BOE-[A-Z]-\d{4}-\d{1,6}$/;

/** A page of a wiki, as its file says. Redirects are found by the page they lead to. */
export function wikiDocument({ source, document }: Stored, page: Fields): SearchDocument | null {
  const { redirects_from: redirects, categories, is_redirect: isRedirect } = page;
  const title = textIn(page, "title");
  if (title === null || isRedirect === true) return null;
  const content = (textIn(page, "content") ?? "").slice(0, MAX_TEXT);
  return {
    source,
    key: document.key,
    id: document.key,
    title,
    url: textIn(page, "canonical_url") ?? document.url,
    path: document.localPath,
    keywords: [...textsIn(redirects), ...textsIn(categories)],
    headings: wikiHeadings(content),
    text: tidyText([plainWikitext(content)]),
    filters: { ...NO_FACTS, type: textIn(page, "content_model"), languages: [] },
    updatedAt: textIn(page, "timestamp"),
  };
}

/** A document that is known by what a catalog says of it, and by its own text where that was read. */
export function cataloguedDocument(stored: Stored, metadata: Fields): SearchDocument {
  const { source, document, extract } = stored;
  const facts: Fields = { ...document.fields, ...metadata };
  const told = Object.entries(facts).filter(([name]) => !NOT_TOLD.has(name));
  const lines = told.map(
    ([name, value]) => `${name.replaceAll("_", " ")}: ${[...allTexts(value)].join(" ")}`,
  );
  const own = extract === null ? null : extractedDocument(stored, extract);
  return {
    source,
    key: document.key,
    id: document.key,
    title: catalogueTitle(document.key, facts, own?.title ?? ""),
    url: document.url,
    path: document.localPath,
    keywords: [document.key, ...told.flatMap(([, value]) => (typeof value === "string" ? value : []))],
    headings: own?.headings ?? [],
    text: tidyText([...lines, own?.text ?? ""]),
    filters: {
      ...NO_FACTS,
      ccaa: communitySlug(textIn(facts, "ccaa") ?? ""),
      organism: textIn(facts, "operator"),
      type: own?.filters.type ?? formatOf(document.localPath),
      languages: own?.filters.languages ?? [],
    },
    updatedAt: document.storedAt,
  };
}

/** Of the engine, or addresses and numbers that nobody looks for. */
const NOT_TOLD = new Set([
  "content_sha256",
  "etag",
  "last_modified",
  "final_url",
  "change_token",
  "key",
  "archive_key",
  "archive_sha256",
  "archive_documents",
  "former_path",
  "catalog_page",
  "latitude",
  "longitude",
  "security_flag",
  "folder",
]);

function catalogueTitle(key: string, facts: Fields, own: string): string {
  const name = textIn(facts, "well_name");
  const place = [textIn(facts, "county"), textIn(facts, "state")].filter((part) => part !== null).join(", ");
  const called = name ?? (own === "" ? key : own);
  return place === "" ? called : `${called} (${place})`;
}

function formatOf(localPath: string): string | null {
  return /\.([a-z0-9]{1,8})(?:\.zst)?$/i.exec(localPath)?.[1]?.toLowerCase() ?? null;
}
