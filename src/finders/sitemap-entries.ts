/** The entries of a sitemap, an index of sitemaps, or a feed that stands in for one (sitemaps.org/protocol.html). */
import { type MarkupHandler, splitName } from "./markup.ts";

export type SitemapFormat = "urlset" | "sitemapindex" | "feed" | "text";

/** As written; nothing is resolved or checked. */
export interface RawEntry {
  readonly kind: "url" | "sitemap";
  readonly location: string;
  readonly lastmod: string;
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
}

/** The protocol allows 2,048 characters; escapes of other scripts need more. */
const MAX_TEXT = 8192;
const MAX_ALTERNATES = 200;

const FORMATS: ReadonlyMap<string, SitemapFormat | "html"> = new Map([
  ["urlset", "urlset"],
  ["sitemapindex", "sitemapindex"],
  ["rss", "feed"],
  ["feed", "feed"],
  ["rdf", "feed"],
  ["html", "html"],
]);
const ENTRIES: ReadonlySet<string> = new Set(["url", "sitemap", "item", "entry"]);
/** Elements of extensions that have a `loc` or `title` of their own. */
const EXTENSIONS: ReadonlySet<string> = new Set(["image", "video", "news", "pagemap", "source"]);
const DATES: ReadonlySet<string> = new Set(["lastmod", "pubdate", "updated", "modified", "date"]);

/**
 * Forgiving: an element that is not closed ends where the next one begins, and entries are found by their names, not
 * by their depth. Elements of another namespace than their entry's are not its own (`image:loc` in `url`).
 */
export class SitemapEntries implements MarkupHandler {
  /** Null until an element tells. */
  format: SitemapFormat | "html" | "unknown" | null = null;
  /** The closing tag of the root was there. */
  closed = false;
  entriesSeen = 0;
  readonly #found: RawEntry[] = [];
  #root = "";
  #prefix = "";
  #entry: { kind: "url" | "sitemap"; location: string; lastmod: string } | null = null;
  #alternates: { language: string; url: string }[] = [];
  #extension: string | null = null;
  #capture: "location" | "lastmod" | null = null;
  #text = "";

  take(): RawEntry[] {
    return this.#found.splice(0);
  }

  declaration(text: string): void {
    if (this.format === null && /^doctype\s+html\b/i.test(text)) this.format = "html";
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    this.#endCapture();
    const { prefix, local } = splitName(name);
    if (this.#root === "" && this.format === null) this.#setRoot(name, local);
    if (ENTRIES.has(local)) this.#begin(prefix, local);
    else if (local === "link") this.#link(attributes);
    else if (EXTENSIONS.has(local)) this.#extension = name;
    else if (this.#extension === null) this.#startCapture(prefix, local);
  }

  close(name: string): void {
    this.#endCapture();
    const { local } = splitName(name);
    if (name === this.#extension) this.#extension = null;
    if (ENTRIES.has(local)) this.end();
    if (name === this.#root) this.closed = true;
  }

  text(text: string): void {
    if (this.#capture !== null && this.#text.length < MAX_TEXT) this.#text += text;
  }

  /** The entry that is open, if any, is one. */
  end(): void {
    this.#endCapture();
    const entry = this.#entry;
    this.#entry = null;
    this.#extension = null;
    if (entry === null || entry.location === "") return;
    this.#found.push({ ...entry, alternates: this.#alternates });
  }

  #setRoot(name: string, local: string): void {
    this.#root = name;
    this.format = FORMATS.get(local) ?? "unknown";
  }

  #begin(prefix: string, local: string): void {
    this.end();
    this.entriesSeen++;
    this.#prefix = prefix;
    this.#alternates = [];
    this.#entry = { kind: local === "sitemap" ? "sitemap" : "url", location: "", lastmod: "" };
  }

  #startCapture(prefix: string, local: string): void {
    if (local === "loc" && (this.#entry === null || prefix === this.#prefix)) this.#beginLocation();
    else if (DATES.has(local)) this.#capture = "lastmod";
    this.#text = "";
  }

  /** A second location in an entry, or one outside of any, is an entry that lost its tags. */
  #beginLocation(): void {
    if (this.#entry === null || this.#entry.location !== "") {
      this.#begin(this.#prefix, this.format === "sitemapindex" ? "sitemap" : "url");
    }
    this.#capture = "location";
  }

  #endCapture(): void {
    const entry = this.#entry;
    if (entry !== null && this.#capture !== null && entry[this.#capture] === "") {
      entry[this.#capture] = this.#text.trim();
    }
    this.#capture = null;
    this.#text = "";
  }

  #link(attributes: ReadonlyMap<string, string>): void {
    const entry = this.#entry;
    if (entry === null) return;
    const href = attributes.get("href");
    const rel = attributes.get("rel") ?? "alternate";
    const language = attributes.get("hreflang");
    if (this.format === "feed") {
      if (href === undefined) this.#capture = "location";
      else if (rel === "alternate" && entry.location === "") entry.location = href.trim();
    } else if (href !== undefined && rel === "alternate" && language !== undefined) {
      if (this.#alternates.length < MAX_ALTERNATES) this.#alternates.push({ language, url: href.trim() });
    }
  }
}
