/** What a page says about how it may be asked for again. */
export interface Freshness {
  readonly etag?: "strong" | "weak";
  readonly lastModified?: boolean;
  readonly cache?: "max-age" | "expires" | "no-cache";
}

/** What a page's text may depend on. */
export interface PageState {
  /** How often the page was changed. */
  readonly revision: number;
  /** When its text was last changed. */
  readonly changed: Date;
}

export interface OfficePage extends Freshness {
  /** With query, where that decides what is shown. */
  readonly path: string;
  readonly title: string;
  /** @default "text/html; charset=utf-8" */
  readonly type?: string;
  /** Shown in sitemaps, feeds and lists of links. @default true */
  readonly listed?: boolean;
  readonly changed: Date;
  readonly body: (state: PageState) => string | Uint8Array;
}

export interface Redirect {
  readonly path: string;
  readonly status: 301 | 302 | 303 | 307 | 308;
  readonly location: string;
}

/** A page as it is now. */
export interface CurrentPage extends OfficePage, PageState {
  readonly type: string;
  /** What sitemaps, feeds and Last-Modified say. */
  readonly lastmod: Date;
}

export type Found =
  | { readonly kind: "page"; readonly page: CurrentPage }
  | { readonly kind: "redirect"; readonly redirect: Redirect }
  | { readonly kind: "removed"; readonly status: 404 | 410; readonly lastmod: Date };

/** The pages of an office, which can change while it is open. */
export class OfficePages {
  readonly #entries = new Map<string, Found>();
  /** When a change that is made now is said to have been made. */
  readonly now: () => Date;

  constructor(now: () => Date) {
    this.now = now;
  }

  put(page: OfficePage): void {
    const { type = "text/html; charset=utf-8", changed } = page;
    this.#entries.set(page.path, {
      kind: "page",
      page: { ...page, type, revision: 0, changed, lastmod: changed },
    });
  }

  redirect(path: string, status: Redirect["status"], location: string): void {
    this.#entries.set(path, { kind: "redirect", redirect: { path, status, location } });
  }

  /** New text; ETag, Last-Modified and lastmod follow. */
  change(path: string): void {
    const now = this.now();
    const page = this.#page(path);
    this.#replace({ ...page, revision: page.revision + 1, changed: now, lastmod: now });
  }

  /** A new date on the old text. */
  touchLastmod(path: string): void {
    this.#replace({ ...this.#page(path), lastmod: this.now() });
  }

  remove(path: string, status: 404 | 410): void {
    this.#page(path);
    this.#entries.set(path, { kind: "removed", status, lastmod: this.now() });
  }

  /** In the order in which they were put. */
  listed(): readonly CurrentPage[] {
    return this.all().filter(({ listed }) => listed !== false);
  }

  all(): readonly CurrentPage[] {
    return [...this.#entries.values()].flatMap((found) => (found.kind === "page" ? [found.page] : []));
  }

  /** When a list of these pages last became another: one that went counts too. */
  edited(includes: (path: string) => boolean = () => true): Date {
    let latest = 0;
    for (const [path, found] of this.#entries) {
      if (found.kind === "redirect" || !includes(path)) continue;
      const { lastmod } = found.kind === "page" ? found.page : found;
      latest = Math.max(latest, lastmod.getTime());
    }
    return new Date(latest);
  }

  /** Session ids, campaign parameters and a trailing slash do not lead elsewhere, as on most servers. */
  find(path: string): Found | undefined {
    const pathname = path.replace(/[?#].*$/s, "");
    const plain = pathname.replace(/;jsessionid=[^/]*/i, "");
    return (
      this.#entries.get(path) ??
      this.#entries.get(pathname) ??
      this.#entries.get(plain) ??
      this.#entries.get(plain.replace(/\/$/, ""))
    );
  }

  #page(path: string): CurrentPage {
    const found = this.#entries.get(path);
    if (found?.kind !== "page") throw new Error(`there is no page ${path}`);
    return found.page;
  }

  #replace(page: CurrentPage): void {
    this.#entries.set(page.path, { kind: "page", page });
  }
}
