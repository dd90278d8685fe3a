import type { Finding } from "../../domain/reference.ts";
import { type CatalogPage, type CatalogRow, parseCatalogHtml } from "./catalog-html.ts";
import type { Column } from "./columns.ts";
import { documentsOf, type FoundLink, type KnownWell } from "./documents.ts";
import { CATALOG_READING, forState, isTemplate, PAGE_READING } from "./endpoints.ts";
import type { Parsed } from "./parsed.ts";
import { filtered, type Walk } from "./walk.ts";
import { checkWell } from "./wells.ts";

interface ReadPage extends CatalogPage {
  readonly url: string;
}

interface Group {
  readonly well: KnownWell;
  readonly links: FoundLink[];
}

/** A plain HTML catalog: one page per state, or one page whose rows name their state. */
export class HtmlWalk {
  readonly #walk: Walk;
  readonly #url: string;
  readonly #states: readonly string[];
  /** The one page, where there is but one. Null once it has failed: that is said once. */
  #single: Promise<Parsed<ReadPage>> | null = null;
  #failed = false;

  constructor(walk: Walk, url: string, states: readonly string[]) {
    this.#walk = walk;
    this.#url = url;
    this.#states = states;
  }

  async *discover(state: string): AsyncGenerator<Finding> {
    const url = forState(this.#url, state);
    // No well has a page of its own here that could have been unreadable.
    if (this.#walk.looksAgain) return;
    if (this.#failed || this.#walk.stopped || this.#walk.isHeld(url)) return;
    const page = await this.#page(url);
    if (!page.ok) {
      this.#failed = !isTemplate(this.#url);
      this.#walk.note(url, page.failure);
      yield { kind: "catalog_failed", url, failure: page.failure };
      return;
    }
    yield* this.#discoverPage(page.value, state);
  }

  #page(url: string): Promise<Parsed<ReadPage>> {
    if (isTemplate(this.#url)) return this.#readPage(url);
    this.#single ??= this.#readPage(url);
    return this.#single;
  }

  async #readPage(url: string): Promise<Parsed<ReadPage>> {
    const reading = await this.#walk.context.readText(url, { ...CATALOG_READING, ...PAGE_READING });
    if (!reading.ok) return reading;
    const page = parseCatalogHtml(reading.value);
    return page.ok ? { ok: true, value: { ...page.value, url: reading.url } } : page;
  }

  /** Links of one library number are gathered first, wherever on the page they are: keys go by order of URL. */
  async *#discoverPage(page: ReadPage, state: string): AsyncGenerator<Finding> {
    const groups = new Map<string, Group>();
    for (const row of page.rows) {
      const cells = this.#withState(row, state);
      const checked = checkWell(this.#walk, cells, { state, states: this.#states, where: page.url });
      if (checked.kind === "well") gather(groups, checked.well, row);
      else if (checked.finding !== null) yield checked.finding;
    }
    for (const { well, links } of groups.values()) {
      if (this.#walk.stopped) return;
      if (links.length > 0) yield* documentsOf(this.#walk, well, links, page);
      else if (this.#walk.isNews("no_link", page.url, well.libraryNumber))
        yield filtered("no_link", page.url);
    }
  }

  /** A page of its own per state need not repeat the state; neither need the page of a catalog for one state. */
  #withState(row: CatalogRow, state: string): ReadonlyMap<Column, string> {
    const known = isTemplate(this.#url) || this.#states.length === 1;
    return row.cells.has("state") || !known ? row.cells : new Map(row.cells).set("state", state);
  }
}

function gather(groups: Map<string, Group>, well: KnownWell, row: CatalogRow): void {
  const identity = `${well.state} ${well.libraryNumber}`;
  const group = groups.get(identity) ?? { well, links: [] };
  groups.set(identity, group);
  for (const link of documentLinks(row)) group.links.push({ ...link, description: row.description });
}

/** A row may also link to a page about the well: links to files go before links that do not say what they are. */
function documentLinks(row: CatalogRow): readonly FoundLink[] {
  const files = row.links.filter((link) =>
    /\.(?!html?\b|xhtml\b)[a-z0-9]{1,8}$/i.test(lastSegment(link.href)),
  );
  return files.length > 0 ? files : row.links.filter((link) => !/^\s*(#|$)/.test(link.href));
}

function lastSegment(href: string): string {
  const path = (href.split(/[?#]/, 1)[0] ?? "").trim();
  return path.slice(path.lastIndexOf("/") + 1);
}
