/**
 * The pages of a site as its sitemaps list them (P1): those that robots.txt names, then `/sitemap.xml`, and what their
 * indexes lead to. Each file is read once, breadth first. The end tells whether this was everything the site lists,
 * because only then does absence prove anything (E14).
 */
import { createHash } from "node:crypto";
import { canonicalUrl } from "../domain/canonical-url.ts";
import { isSameSite } from "./site-scope.ts";
import type { SitemapEnd, SitemapFinding, SitemapProblemCode } from "./sitemap.ts";

/** What came of reading a sitemap; `missing` where the server said that there is none (404, 410). */
export type SitemapReading =
  | { readonly ok: true; readonly url: string; readonly findings: FindingsOfFile }
  | { readonly ok: false; readonly missing: boolean; readonly reason: string };

type FindingsOfFile = AsyncIterable<SitemapFinding> | Iterable<SitemapFinding>;

export interface SitemapWalkOptions {
  /** Any page of the site. */
  readonly site: string;
  /** The `Sitemap:` lines of robots.txt. They may name other sites; what those list must be accepted like the rest. */
  readonly robotsSitemaps?: readonly string[];
  /** Sitemaps that the user named. */
  readonly named?: readonly string[];
  readonly read: (url: string) => Promise<SitemapReading>;
  /** Whether a page is wanted at all. @default pages of the same site */
  readonly accepts?: (page: URL) => boolean;
  /** An index in an index in an index. @default 5 */
  readonly maxDepth?: number;
  /** @default 1,000 */
  readonly maxFiles?: number;
  /** @default 1,000,000 */
  readonly maxUrls?: number;
}

export type IncompleteCode =
  | "no_sitemap"
  | "unreadable"
  | "too_deep"
  | "too_many_files"
  | "too_many_pages"
  | "other_site"
  /** A feed shows the latest entries only. */
  | "is_feed"
  /** Nothing at all is listed: more likely a mistake than the end of the site. */
  | "empty"
  | Extract<
      SitemapProblemCode,
      "too_many_urls" | "too_large" | "cut" | "not_a_sitemap" | "bad_urls" | "url_too_long"
    >;

export interface IncompleteReason {
  readonly code: IncompleteCode;
  readonly sitemap: string;
  readonly detail: string;
}

export interface WalkedPage {
  readonly kind: "page";
  readonly url: string;
  readonly lastmod: string | null;
  readonly alternates: readonly { readonly language: string; readonly url: string }[];
  /** The file that lists it. */
  readonly sitemap: string;
}

export interface WalkEnd {
  readonly kind: "end";
  /** Everything that the site lists was seen. */
  readonly complete: boolean;
  readonly reasons: readonly IncompleteReason[];
  readonly files: number;
  readonly pages: number;
  /** Listed, and not accepted. */
  readonly refused: number;
}

const LOSSES: ReadonlySet<string> = new Set<IncompleteCode>([
  "too_many_urls",
  "too_large",
  "cut",
  "not_a_sitemap",
  "bad_urls",
  "url_too_long",
]);
const MAX_REASONS = 1000;

interface File {
  readonly url: string;
  readonly depth: number;
  /** Nobody named it; it need not exist. */
  readonly guessed: boolean;
}

export async function* walkSitemaps(options: SitemapWalkOptions): AsyncGenerator<WalkedPage | WalkEnd> {
  const walk = new Walk(options);
  for (let file = walk.next(); file !== null; file = walk.next()) {
    const reading = await options.read(file.url);
    if (!reading.ok) {
      walk.unread(file, reading);
      continue;
    }
    if (!walk.isNewTarget(file, reading.url)) continue;
    for await (const finding of reading.findings) {
      const page = walk.take(finding, file);
      if (page !== null) yield page;
      if (walk.isFull) break;
    }
  }
  yield walk.end();
}

class Walk {
  isFull = false;
  readonly #options: SitemapWalkOptions;
  readonly #site: URL;
  readonly #queue: File[] = [];
  readonly #files = new Set<string>();
  readonly #pages = new Set<string>();
  readonly #reasons: IncompleteReason[] = [];
  #position = 0;
  #recognised = 0;
  #refused = 0;

  constructor(options: SitemapWalkOptions) {
    this.#options = options;
    this.#site = new URL(options.site);
    for (const url of [...(options.named ?? []), ...(options.robotsSitemaps ?? [])]) this.#enqueueNamed(url);
    this.#enqueue({ url: new URL("/sitemap.xml", this.#site).href, depth: 1, guessed: true });
  }

  next(): File | null {
    return this.isFull ? null : (this.#queue[this.#position++] ?? null);
  }

  /** robots.txt promises absolute addresses; some give a path. */
  #enqueueNamed(text: string): void {
    const url = URL.parse(text, this.#site.href);
    const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
    if (url === null || !isWeb) this.#incomplete("other_site", text, "not an address of the web");
    else this.#enqueue({ url: url.href, depth: 1, guessed: false });
  }

  #enqueue(file: File): void {
    const key = canonicalUrl(file.url) ?? file.url;
    if (this.#files.has(key)) return;
    if (this.#queue.length >= (this.#options.maxFiles ?? 1000)) {
      return this.#incomplete("too_many_files", file.url, `more than ${this.#queue.length} files`);
    }
    this.#files.add(key);
    this.#queue.push(file);
  }

  /** A redirect may lead to a file that was read under its own name. */
  isNewTarget(file: File, target: string): boolean {
    const key = canonicalUrl(target) ?? target;
    if (key === canonicalUrl(file.url)) return true;
    if (this.#files.has(key)) return false;
    this.#files.add(key);
    return true;
  }

  unread(file: File, reading: { readonly missing: boolean; readonly reason: string }): void {
    if (file.guessed && reading.missing) return;
    this.#incomplete("unreadable", file.url, reading.reason);
  }

  take(finding: SitemapFinding, file: File): WalkedPage | null {
    if (finding.kind === "url") return this.#page(finding, file);
    if (finding.kind === "sitemap") this.#child(finding.url, file);
    else if (finding.kind === "feed") this.#incomplete("is_feed", file.url, "a feed in place of a sitemap");
    else this.#fileEnded(finding, file);
    return null;
  }

  #page(finding: Extract<SitemapFinding, { kind: "url" }>, file: File): WalkedPage | null {
    const key = shortened(canonicalUrl(finding.url) ?? finding.url);
    if (this.#pages.has(key)) return null;
    if (!this.#isAccepted(new URL(finding.url))) {
      this.#refused++;
      return null;
    }
    if (this.#pages.size >= (this.#options.maxUrls ?? 1_000_000)) {
      this.isFull = true;
      this.#incomplete("too_many_pages", file.url, `more than ${this.#pages.size} pages`);
      return null;
    }
    this.#pages.add(key);
    const { url, lastmod, alternates } = finding;
    return { kind: "page", url, lastmod, alternates, sitemap: file.url };
  }

  #isAccepted(page: URL): boolean {
    return this.#options.accepts?.(page) ?? isSameSite(page, this.#site);
  }

  /** The protocol has an index list files of its own site only; otherwise it could send us anywhere. */
  #child(url: string, parent: File): void {
    const child = new URL(url);
    const isOwn = isSameSite(child, this.#site) || isSameSite(child, new URL(parent.url));
    if (!isOwn) this.#incomplete("other_site", url, `listed in ${parent.url}`);
    else if (this.#files.has(canonicalUrl(url) ?? url)) return;
    else if (parent.depth >= (this.#options.maxDepth ?? 5)) {
      this.#incomplete("too_deep", url, `${parent.depth} indexes above it`);
    } else this.#enqueue({ url, depth: parent.depth + 1, guessed: false });
  }

  /** A site that answers every address with a page has no sitemap at a guessed one. */
  #fileEnded(end: SitemapEnd, file: File): void {
    if (end.recognised) this.#recognised++;
    else if (file.guessed) return;
    for (const { code, count } of end.problems) {
      if (LOSSES.has(code)) this.#incomplete(code as IncompleteCode, file.url, `${count}`);
    }
  }

  #incomplete(code: IncompleteCode, sitemap: string, detail: string): void {
    if (this.#reasons.length < MAX_REASONS) this.#reasons.push({ code, sitemap, detail });
  }

  #noteNothing(): void {
    if (this.#pages.size > 0 || this.#refused > 0) return;
    if (this.#recognised === 0) this.#incomplete("no_sitemap", this.#site.href, "none could be read");
    else this.#incomplete("empty", this.#site.href, "no page is listed");
  }

  end(): WalkEnd {
    this.#noteNothing();
    return {
      kind: "end",
      complete: this.#reasons.length === 0,
      reasons: this.#reasons,
      files: this.#recognised,
      pages: this.#pages.size,
      refused: this.#refused,
    };
  }
}

/** Long addresses are known by their hash: a million of them would not fit. */
function shortened(url: string): string {
  if (url.length <= 64) return url;
  return createHash("sha256").update(url).digest().toString("latin1", 0, 16);
}
