import { SortedKeys } from "./mediawiki-order.ts";
import type { WikiPage } from "./mediawiki-page.ts";
import { CATEGORY, type PageTitle } from "./mediawiki-titles.ts";

/** The tables that MediaWiki derives from its pages: by title, redirects, category members. */

export interface CategorySize {
  pages: number;
  files: number;
  subcats: number;
}

export type RedirectFilter = "all" | "redirects" | "nonredirects";

/** Sorts before every character of a title, and never occurs in one. */
const SEPARATOR = "\u0000";

const titleKey = ({ ns, key }: Pick<PageTitle, "ns" | "key">) => `${ns}:${key}`;

export class Tables {
  readonly #byTitle = new Map<string, WikiPage>();
  readonly #titles = new Map<string, SortedKeys>();
  readonly #redirects = new Map<number, SortedKeys>();
  readonly #redirectsByKey = new Map<string, { readonly page: WikiPage; readonly target: PageTitle }>();
  readonly #categories = new Map<string, CategorySize>();
  readonly categoryKeys = new SortedKeys();

  pageAt(title: Pick<PageTitle, "ns" | "key">): WikiPage | null {
    return this.#byTitle.get(titleKey(title)) ?? null;
  }

  titles(ns: number, filter: RedirectFilter): SortedKeys {
    return indexIn(this.#titles, `${ns} ${filter}`);
  }

  /** Keys of redirects to a namespace, by target and then by page id. */
  redirectsTo(ns: number): SortedKeys {
    return indexIn(this.#redirects, ns);
  }

  redirectAt(ns: number, key: string): { readonly page: WikiPage; readonly target: PageTitle } | null {
    return this.#redirectsByKey.get(`${ns}:${key}`) ?? null;
  }

  category(key: string): CategorySize {
    return this.#categories.get(key) ?? { pages: 0, files: 0, subcats: 0 };
  }

  add(page: WikiPage): void {
    for (const filter of filtersOf(page)) this.titles(page.ns, filter).add(page.key);
    this.#addFacts(page);
  }

  remove(page: WikiPage): void {
    for (const filter of filtersOf(page)) this.titles(page.ns, filter).remove(page.key);
    this.#removeFacts(page);
  }

  /** An edit leaves the order of titles alone, unless it makes or unmakes a redirect. */
  replace(before: WikiPage, page: WikiPage): void {
    const sameTitle = before.ns === page.ns && before.key === page.key;
    if (!sameTitle || (before.redirect === null) !== (page.redirect === null)) {
      this.remove(before);
      this.add(page);
      return;
    }
    this.#removeFacts(before);
    this.#addFacts(page);
  }

  #addFacts(page: WikiPage): void {
    this.#byTitle.set(titleKey(page), page);
    if (page.redirect !== null) {
      const key = redirectKey(page, page.redirect);
      this.redirectsTo(page.redirect.ns).add(key);
      this.#redirectsByKey.set(`${page.redirect.ns}:${key}`, { page, target: page.redirect });
    }
    if (page.ns === CATEGORY) this.#touchCategory(page.key);
    for (const category of page.categories) this.#touchCategory(category)[memberKind(page)] += 1;
  }

  #removeFacts(page: WikiPage): void {
    this.#byTitle.delete(titleKey(page));
    if (page.redirect !== null) {
      const key = redirectKey(page, page.redirect);
      this.redirectsTo(page.redirect.ns).remove(key);
      this.#redirectsByKey.delete(`${page.redirect.ns}:${key}`);
    }
    for (const category of page.categories) {
      this.#touchCategory(category)[memberKind(page)] -= 1;
      this.#dropEmptyCategory(category);
    }
    if (page.ns === CATEGORY) this.#dropEmptyCategory(page.key);
  }

  #touchCategory(key: string): CategorySize {
    const known = this.#categories.get(key);
    if (known !== undefined) return known;
    const size = { pages: 0, files: 0, subcats: 0 };
    this.#categories.set(key, size);
    this.categoryKeys.add(key);
    return size;
  }

  #dropEmptyCategory(key: string): void {
    const { pages, files, subcats } = this.category(key);
    if (pages + files + subcats > 0 || this.pageAt({ ns: CATEGORY, key }) !== null) return;
    if (this.#categories.delete(key)) this.categoryKeys.remove(key);
  }
}

function indexIn<K>(indexes: Map<K, SortedKeys>, key: K): SortedKeys {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  const index = new SortedKeys();
  indexes.set(key, index);
  return index;
}

const filtersOf = (page: WikiPage): readonly RedirectFilter[] => [
  "all",
  page.redirect === null ? "nonredirects" : "redirects",
];

const memberKind = ({ ns }: WikiPage): keyof CategorySize =>
  ns === CATEGORY ? "subcats" : ns === 6 ? "files" : "pages";

/** Page ids as digits of one width: they sort as numbers. */
export function redirectKey(page: Pick<WikiPage, "id">, target: Pick<PageTitle, "key">): string {
  return `${target.key}${SEPARATOR}${String(page.id).padStart(12, "0")}`;
}
