/**
 * What can be saved of a feed that is not well-formed: entries are found by the names of their tags. A field ends at
 * its closing tag or where the next field begins; nothing is expected to be closed.
 */
import type { FeedFormat, RawFeed, RawFeedEntry } from "./feed-raw.ts";
import { alternates } from "./feed-parsing.ts";
import { type MarkupHandler, MarkupReader, splitName } from "./markup.ts";

const FORMATS: ReadonlyMap<string, FeedFormat> = new Map([
  ["rss", "rss"],
  ["channel", "rss"],
  ["item", "rss"],
  ["rdf", "rdf"],
  ["feed", "atom"],
  ["entry", "atom"],
]);

/** The format that the first known tag tells; null where there is none. */
export function formatOf(text: string): FeedFormat | null {
  let format: FeedFormat | null = null;
  let isHtml = false;
  const reader = new MarkupReader(
    {
      open(name) {
        isHtml ||= name === "html";
        if (!isHtml) format ??= FORMATS.get(splitName(name).local) ?? null;
      },
      close() {},
      text() {},
    },
    { xml: true },
  );
  for (let from = 0; from < text.length && format === null && !isHtml; from += 4096) {
    reader.write(text.slice(from, from + 4096));
  }
  return format;
}

export function recoverFeed(text: string, format: FeedFormat, maxEntries: number): RawFeed {
  const recovery = new Recovery(maxEntries);
  const reader = new MarkupReader(recovery, { xml: true });
  reader.write(text);
  reader.end();
  recovery.endEntry();
  const { base, home, entries } = recovery;
  return { format, base, home, entries };
}

type Field = "title" | "link" | "guid" | "published" | "updated";

const FIELDS: ReadonlyMap<string, Field> = new Map([
  ["title", "title"],
  ["link", "link"],
  ["guid", "guid"],
  ["id", "guid"],
  ["pubdate", "published"],
  ["published", "published"],
  ["issued", "published"],
  ["created", "published"],
  ["date", "published"],
  ["updated", "updated"],
  ["modified", "updated"],
]);
/** Prefixes that name an entry's own fields; `media:title` is not the entry's. */
const OWN_PREFIXES: ReadonlySet<string> = new Set(["", "atom", "atom10", "a10", "rss", "dc", "dcterms"]);
/** Parts with titles and links of their own. */
const FOREIGN_PARTS: ReadonlySet<string> = new Set(["image", "textinput", "source", "author", "contributor"]);
/** Text that may hold markup of its own, escaped or not. */
const BODIES: ReadonlySet<string> = new Set([
  "description",
  "content",
  "summary",
  "encoded",
  "body",
  "tagline",
]);
const MAX_FIELD = 16_384;

interface OpenEntry {
  readonly base: string | null;
  readonly about: string;
  readonly links: { href: string; rel?: string | undefined; type?: string | undefined }[];
  readonly fields: Record<Field, string>;
  isPermaLink: boolean;
  titleIsHtml: boolean;
}

class Recovery implements MarkupHandler {
  base: string | null = null;
  home: string | null = null;
  readonly entries: RawFeedEntry[] = [];
  readonly #maxEntries: number;
  #entry: OpenEntry | null = null;
  #prefix = "";
  /** The part or body that is skipped, by its name. */
  #skipped: string | null = null;
  #field: Field | null = null;
  #fieldName = "";
  #text = "";

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const { prefix, local } = splitName(name);
    if (local === "item" || local === "entry") return this.#beginEntry(prefix, attributes);
    if (local === "rss" || local === "feed" || local === "channel" || local === "rdf") {
      this.base ??= attributes.get("xml:base") ?? null;
      return;
    }
    const field = this.#fieldOf(prefix, local, attributes);
    if (field !== null) this.#beginField(field, name, attributes);
    else if (this.#field === null && this.#skipped === null) this.#maybeSkip(name, local);
  }

  close(name: string): void {
    const { local } = splitName(name);
    if (name === this.#fieldName) this.#endField();
    if (name === this.#skipped) this.#skipped = null;
    if (local === "item" || local === "entry") this.endEntry();
  }

  text(text: string): void {
    if (this.#field !== null && this.#text.length < MAX_FIELD) this.#text += text;
  }

  #maybeSkip(name: string, local: string): void {
    if (FOREIGN_PARTS.has(local) || BODIES.has(local)) this.#skipped = name;
  }

  /** In a body only what HTML does not have is taken for a field: its closing tag may be what is missing. */
  #fieldOf(prefix: string, local: string, attributes: ReadonlyMap<string, string>): Field | null {
    const field = FIELDS.get(local) ?? null;
    if (field === null || (prefix !== this.#prefix && !OWN_PREFIXES.has(prefix))) return null;
    if (this.#field === "title" && field === "title") return null;
    if (this.#skipped === null) return field;
    const isInBody = BODIES.has(splitName(this.#skipped).local);
    const isHtml = local === "title" || (local === "link" && attributes.size > 0);
    return isInBody && !isHtml ? field : null;
  }

  #beginEntry(prefix: string, attributes: ReadonlyMap<string, string>): void {
    this.endEntry();
    this.#prefix = prefix;
    this.#entry = {
      base: attributes.get("xml:base") ?? null,
      about: attributes.get("rdf:about") ?? "",
      links: [],
      fields: { title: "", link: "", guid: "", published: "", updated: "" },
      isPermaLink: true,
      titleIsHtml: true,
    };
  }

  #beginField(field: Field, name: string, attributes: ReadonlyMap<string, string>): void {
    this.#endField();
    this.#skipped = null;
    const href = attributes.get("href");
    if (field === "link" && href !== undefined) return this.#addLink(href, attributes);
    this.#field = field;
    this.#fieldName = name;
    const entry = this.#entry;
    if (entry === null) return;
    if (name === "guid") entry.isPermaLink = attributes.get("ispermalink")?.toLowerCase() !== "false";
    if (field === "title") entry.titleIsHtml = attributes.get("type") !== "text";
  }

  #addLink(href: string, attributes: ReadonlyMap<string, string>): void {
    const link = { href, rel: attributes.get("rel"), type: attributes.get("type") };
    if (this.#entry === null) this.home ??= alternates([link])[0] ?? null;
    else if (this.#entry.links.length < 50) this.#entry.links.push(link);
  }

  #endField(): void {
    const field = this.#field;
    const text = this.#text.trim();
    this.#field = null;
    this.#fieldName = "";
    this.#text = "";
    if (field === null || text === "") return;
    if (this.#entry === null) {
      if (field === "link") this.home ??= text;
    } else if (this.#entry.fields[field] === "") this.#entry.fields[field] = text;
  }

  endEntry(): void {
    this.#endField();
    this.#skipped = null;
    const entry = this.#entry;
    this.#entry = null;
    if (entry === null || this.entries.length >= this.#maxEntries) return;
    const { title, link, guid, published, updated } = entry.fields;
    const permanent = entry.isPermaLink ? guid : "";
    const links = [link, ...alternates(entry.links), permanent, entry.about].filter((text) => text !== "");
    const { base, titleIsHtml } = entry;
    this.entries.push({ links, base, title, titleIsHtml, published, updated, id: guid || entry.about });
  }
}
