import { ApiError, type Params } from "./mediawiki-params.ts";
import type { ApiResult, JsonObject } from "./mediawiki-result.ts";
import { type PageTitle, parseTitle, prefixedText } from "./mediawiki-titles.ts";
import type { WikiPage } from "./mediawiki-page.ts";
import type { Wiki } from "./mediawiki-wiki.ts";

/** The pages that a query speaks of: by id, title, revision or generator; found, missing, invalid, special. */

const SPECIAL_PAGES = new Set(["Version", "AllPages", "RecentChanges", "Search", "Random", "Statistics"]);

const NOT_NORMALIZED =
  'The value passed for "titles" contains invalid or non-normalized data. Textual data should be valid, NFC-normalized Unicode without C0 control characters other than HT (\\t), LF (\\n), and CR (\\r).';

export class PageSet {
  /** By id. */
  readonly good = new Map<number, WikiPage>();
  /** Titles without a page, by the negative id that stands for one. */
  readonly missing = new Map<number, PageTitle>();
  /** Where revisions were asked for, not pages. */
  readonly revisionIds = new Set<number>();
  readonly #wiki: Wiki;
  readonly #result: ApiResult;
  readonly #followRedirects: boolean;
  readonly #seen = new Set<string>();
  #entries = new Map<number, JsonObject>();
  #lastFakeId = 0;

  constructor(wiki: Wiki, result: ApiResult, followRedirects: boolean) {
    this.#wiki = wiki;
    this.#result = result;
    this.#followRedirects = followRedirects;
  }

  fromRequest(params: Params): void {
    const [source, another] = ["titles", "pageids", "revids"].filter((name) => params.has(name));
    if (another !== undefined) {
      throw new ApiError("multisource", `The "${another}" parameter cannot be used with "${source}".`);
    }
    if (params.has("titles")) this.#fromTitles(params);
    if (params.has("revids")) this.#fromRevisions(params.integers("revids"));
    const ids = [...new Set(params.integers("pageids"))];
    this.fromPages(ids.map((id) => this.#wiki.page(id)).filter((page) => page !== null));
    for (const id of ids)
      if (this.#wiki.page(id) === null) this.#entries.set(id, { pageid: id, missing: true });
    this.#write();
  }

  fromGenerator(pages: readonly WikiPage[]): void {
    this.fromPages(pages);
    this.#write();
  }

  fromPages(pages: readonly WikiPage[]): void {
    let wave = this.#take(pages);
    while (wave.length > 0) wave = this.#take(this.#followWave(wave));
  }

  /** Redirects among them, where those are to be followed; the others are found. */
  #take(pages: readonly WikiPage[]): readonly WikiPage[] {
    const redirects: WikiPage[] = [];
    for (const page of pages) {
      this.#seen.add(prefixedText(page));
      if (this.#followRedirects && page.redirect !== null) redirects.push(page);
      else this.good.set(page.id, page);
    }
    return redirects.toSorted((a, b) => a.id - b.id);
  }

  /** A target that was met before is not looked at again: this ends loops, whose pages are in no answer. */
  #followWave(redirects: readonly WikiPage[]): readonly WikiPage[] {
    const targets = new Map<string, PageTitle>();
    for (const page of redirects) {
      const target = page.redirect as PageTitle;
      const to = prefixedText(target);
      const tofragment = target.fragment === "" ? {} : { tofragment: target.fragment };
      this.#result.push("redirects", { from: prefixedText(page), to, ...tofragment });
      if (!this.#seen.has(to)) targets.set(to, target);
    }
    return this.#existing([...targets.values()]);
  }

  #existing(titles: readonly PageTitle[]): readonly WikiPage[] {
    return titles.flatMap((title) => {
      const page = this.#wiki.tables.pageAt(title);
      if (page !== null) return [page];
      this.#seen.add(prefixedText(title));
      this.missing.set(this.#fakeId(), title);
      return [];
    });
  }

  #fromTitles(params: Params): void {
    const given = params.list("titles");
    const texts = new Set(given.map((text) => text.normalize("NFC")));
    for (const text of given) {
      const normal = text.normalize("NFC");
      if (text === normal) continue;
      params.warn("query", NOT_NORMALIZED);
      this.#result.push("normalized", { fromencoded: true, from: encodeURIComponent(text), to: normal });
    }
    const parsed = [...texts].map((text) => ({ text, title: parseTitle(text) }));
    for (const { text, title } of parsed) {
      if (title.kind !== "invalid") continue;
      this.#entries.set(this.#fakeId(), { title: text, invalidreason: title.reason, invalid: true });
    }
    const pages = new Map<string, PageTitle>();
    for (const { text, title } of parsed) {
      if (title.kind === "interwiki") {
        this.#result.push("interwiki", { title: `${title.prefix}:${title.text}`, iw: title.prefix });
      } else if (title.kind === "page") {
        const to = prefixedText(title);
        if (text !== to) this.#result.push("normalized", { fromencoded: false, from: text, to });
        if (title.ns < 0) this.#special(title, to);
        else if (title.key !== "") pages.set(to, title);
      }
    }
    this.fromPages(this.#existing([...pages.values()]));
  }

  #special(title: PageTitle, text: string): void {
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    const known =
      title.ns === -1
        ? SPECIAL_PAGES.has(title.key.split("/")[0] ?? "")
        : this.#wiki.tables.pageAt({ ns: 6, key: title.key }) !== null;
    this.#entries.set(this.#fakeId(), {
      ns: title.ns,
      title: text,
      special: true,
      ...(known ? {} : { missing: true }),
    });
  }

  #fromRevisions(ids: readonly number[]): void {
    const bad: Record<string, JsonObject> = {};
    const pages = ids.flatMap((id) => {
      const page = this.#wiki.pageOfRevision(id);
      if (page === null) bad[id] = { revid: id, missing: true };
      else this.revisionIds.add(id);
      return page === null ? [] : [page];
    });
    if (Object.keys(bad).length > 0) this.#result.set("badrevids", bad);
    this.fromPages(pages);
  }

  #fakeId(): number {
    this.#lastFakeId -= 1;
    return this.#lastFakeId;
  }

  #write(): void {
    for (const [id, { ns, key }] of this.missing) {
      this.#result.page(id, { ns, title: prefixedText({ ns, key }), missing: true });
    }
    for (const [id, entry] of this.#entries) this.#result.page(id, entry);
    this.#entries = new Map();
    for (const page of this.good.values()) {
      this.#result.page(page.id, { pageid: page.id, ns: page.ns, title: prefixedText(page) });
    }
  }
}
