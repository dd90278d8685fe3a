/** Collects what a page says of itself and where it leads, as it is written; `<base>` may come after the first link. */
import type { MarkupHandler } from "./markup.ts";

export interface FoundLink {
  readonly href: string;
  readonly kind: "anchor" | "area" | "frame" | "refresh" | "next" | "previous" | "language";
  text: string;
  readonly nofollow: boolean;
}

export interface PageFindings {
  readonly title: string;
  readonly language: string | null;
  readonly base: string | null;
  readonly canonical: string | null;
  readonly robots: string;
  readonly links: readonly FoundLink[];
  readonly tooMany: number;
  readonly feeds: readonly { readonly href: string; readonly type: string; readonly title: string }[];
  readonly sample: string;
}

type Attributes = ReadonlyMap<string, string>;

const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)\b/i;
/** Their text is not for readers. */
const UNSEEN: ReadonlySet<string> = new Set(["script", "style", "template", "textarea", "noembed", "xmp"]);
/** Tags within a line of text; any other ends the line. */
const INLINE: ReadonlySet<string> = new Set(
  "a abbr acronym b bdi bdo big cite code data dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const MAX_TITLE = 1000;
const MAX_LINK_TEXT = 300;
const MAX_FEEDS = 100;
const MAX_SIMPLE = 4096;

export class PageHandler implements MarkupHandler {
  readonly #maxLinks: number;
  readonly #sample: Sample;
  readonly #links: FoundLink[] = [];
  readonly #feeds: { href: string; type: string; title: string }[] = [];
  #tooMany = 0;
  #title: string | null = null;
  #language: string | null = null;
  #base: string | null = null;
  #canonical: string | null = null;
  #robots = "";
  #unseen: string | null = null;
  #inTitle = false;
  #anchor: FoundLink | null = null;

  constructor(options: { readonly maxLinks: number; readonly sampleLength: number }) {
    this.#maxLinks = options.maxLinks;
    this.#sample = new Sample(options.sampleLength);
  }

  open(name: string, attributes: Attributes): void {
    if (!INLINE.has(name)) this.#sample.endLine();
    if (name === "a") this.#openAnchor(attributes);
    else if (UNSEEN.has(name)) this.#unseen = name;
    else if (name === "title") this.#openTitle();
    else this.#openOther(name, attributes);
  }

  close(name: string): void {
    if (!INLINE.has(name)) this.#sample.endLine();
    if (name === this.#unseen) this.#unseen = null;
    if (name === "a") this.#anchor = null;
    if (name === "title") this.#inTitle = false;
  }

  text(text: string): void {
    if (this.#unseen !== null) return;
    if (this.#inTitle) {
      if ((this.#title ?? "").length < MAX_TITLE) this.#title = (this.#title ?? "") + text;
      return;
    }
    if (this.#anchor !== null && this.#anchor.text.length < MAX_LINK_TEXT) this.#anchor.text += text;
    this.#sample.add(text);
  }

  finish(): PageFindings {
    for (const link of this.#links) link.text = oneLine(link.text, MAX_LINK_TEXT);
    return {
      title: oneLine(this.#title ?? "", MAX_TITLE),
      language: this.#language,
      base: this.#base,
      canonical: this.#canonical,
      robots: this.#robots,
      links: this.#links,
      tooMany: this.#tooMany,
      feeds: this.#feeds,
      sample: this.#sample.text(),
    };
  }

  /** The first title is the page's; drawings have titles, too. */
  #openTitle(): void {
    this.#inTitle = this.#title === null;
  }

  #openAnchor(attributes: Attributes): void {
    this.#anchor = this.#add("anchor", attributes.get("href"), attributes);
  }

  #openOther(name: string, attributes: Attributes): void {
    if (name === "area") this.#add("area", attributes.get("href"), attributes);
    else if (name === "frame" || name === "iframe") this.#add("frame", attributes.get("src"), attributes);
    else if (name === "link") this.#openLink(attributes);
    else if (name === "meta") this.#openMeta(attributes);
    else if (name === "base") this.#base ??= attributes.get("href")?.slice(0, MAX_SIMPLE) ?? null;
    else if (name === "html") this.#language ??= attributes.get("lang") ?? attributes.get("xml:lang") ?? null;
  }

  #openLink(attributes: Attributes): void {
    const href = attributes.get("href");
    const type = attributes.get("type") ?? "";
    const rel = relations(attributes);
    if (href === undefined) return;
    if (rel.has("canonical")) this.#canonical ??= href.slice(0, MAX_SIMPLE);
    if (rel.has("next")) this.#add("next", href, attributes);
    if (rel.has("prev") || rel.has("previous")) this.#add("previous", href, attributes);
    const isFeed = FEED_TYPES.test(type.trim()) || rel.has("feed");
    if (isFeed && this.#feeds.length < MAX_FEEDS) {
      this.#feeds.push({
        href,
        type: type.trim().toLowerCase(),
        title: oneLine(attributes.get("title") ?? "", MAX_TITLE),
      });
    } else if (rel.has("alternate") && attributes.has("hreflang")) this.#add("language", href, attributes);
  }

  #openMeta(attributes: Attributes): void {
    const content = attributes.get("content") ?? "";
    if (attributes.get("name")?.trim().toLowerCase() === "robots")
      this.#robots += `,${content.slice(0, MAX_SIMPLE)}`;
    if (attributes.get("http-equiv")?.trim().toLowerCase() !== "refresh") return;
    // HTML, shared declarative refresh steps: `5; url='…'`, with most of it optional.
    const target = /^\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is.exec(
      content.slice(0, MAX_SIMPLE),
    );
    this.#add("refresh", target?.[1] ?? target?.[2] ?? target?.[3]?.trim(), attributes);
  }

  #add(kind: FoundLink["kind"], href: string | undefined, attributes: Attributes): FoundLink | null {
    if (href === undefined || href.trim() === "") return null;
    if (this.#links.length >= this.#maxLinks) {
      this.#tooMany++;
      return null;
    }
    const text = kind === "area" ? (attributes.get("alt") ?? "") : "";
    const link = { href: href.trim(), kind, text, nofollow: relations(attributes).has("nofollow") };
    this.#links.push(link);
    return link;
  }
}

function relations(attributes: Attributes): ReadonlySet<string> {
  return new Set((attributes.get("rel") ?? "").toLowerCase().split(/\s+/, 20));
}

function oneLine(text: string, max: number): string {
  return text.replace(/\s+/g, " ").trim().slice(0, max);
}

/** Lines of text up to a length; white space is one blank, as a browser shows it. */
class Sample {
  readonly #max: number;
  readonly #lines: string[] = [];
  #line = "";
  #length = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(text: string): void {
    if (this.#length + this.#line.length < this.#max) this.#line += text.replace(/\s+/g, " ");
  }

  endLine(): void {
    if (this.#line === "") return;
    const line = oneLine(this.#line, this.#max - this.#length);
    this.#line = "";
    if (line === "") return;
    this.#lines.push(line);
    this.#length += line.length + 1;
  }

  text(): string {
    this.endLine();
    return this.#lines.join("\n");
  }
}
