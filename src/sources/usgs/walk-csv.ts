import type { Failure } from "../../domain/failure.ts";
import type { Finding } from "../../domain/reference.ts";
import { ReportIds } from "./arcgis.ts";
import { parseCatalogCsv } from "./catalog-csv.ts";
import { type Cells, cellsOf, columnPositions } from "./columns.ts";
import { documentsOf, type KnownWell } from "./documents.ts";
import {
  CATALOG_READING,
  csvCatalogAddress,
  idsUrl,
  PAGE_READING,
  reportUrl,
  type SampleKind,
} from "./endpoints.ts";
import { parseReportPage, type ReportPage } from "./report-page.ts";
import type { Parsed } from "./parsed.ts";
import { stateCodeOf } from "./states.ts";
import type { Walk } from "./walk.ts";
import { checkWell } from "./wells.ts";

/** The site's own catalog: wells of a state as CSV, ids of their report pages, links to documents on those. */
export class CsvWalk {
  readonly #walk: Walk;
  readonly #address: ReturnType<typeof csvCatalogAddress>;
  readonly #states: readonly string[];
  readonly #ids: Readonly<Record<SampleKind, ReportIds>>;
  readonly #lists = new Map<string, Promise<Parsed<Iterable<Cells>>>>();
  /** How many states have had a library number. */
  readonly #occurrences = new Map<string, number>();

  constructor(walk: Walk, url: string, states: readonly string[]) {
    this.#walk = walk;
    this.#address = csvCatalogAddress(url);
    this.#states = states;
    const listing = (kind: SampleKind) =>
      new ReportIds(
        (page) => walk.context.readText(page, { ...PAGE_READING, accept: "application/json" }),
        (offset) => idsUrl(this.#address.base, kind, offset),
      );
    this.#ids = { core: listing("core"), cutting: listing("cutting") };
  }

  async *discover(state: string): AsyncGenerator<Finding> {
    yield* this.#discoverKind("core", state);
    if (this.#walk.options.includeCuttings && this.#address.searchable) {
      yield* this.#discoverKind("cutting", state);
    }
  }

  async *#discoverKind(kind: SampleKind, state: string): AsyncGenerator<Finding> {
    const where = this.#address.listUrl(kind, state);
    if (this.#stops(where)) return;
    const wells = await this.#list(where);
    if (!wells.ok) {
      yield this.#failed(where, wells.failure);
      return;
    }
    for (const cells of wells.value) {
      if (this.#stops(this.#address.base)) return;
      if (!this.#walk.looksAt(cells.get("libraryNumber") ?? "")) continue;
      const checked = checkWell(this.#walk, cells, { state, states: this.#states, where });
      if (checked.kind === "well") yield* this.#discoverWell(kind, checked.well, where);
      else if (checked.finding !== null) yield checked.finding;
    }
  }

  #stops(url: string): boolean {
    return this.#walk.stopped || this.#walk.isHeld(url);
  }

  /** A file that is the same for every state is read once. */
  #list(url: string): Promise<Parsed<Iterable<Cells>>> {
    const known = this.#lists.get(url);
    if (known !== undefined) return known;
    const list = this.#readList(url);
    if (!this.#address.searchable) this.#lists.set(url, list);
    return list;
  }

  async #readList(url: string): Promise<Parsed<Iterable<Cells>>> {
    const reading = await this.#walk.context.read(url, parseCatalogCsv, CATALOG_READING);
    return reading.ok ? reading.value : reading;
  }

  #failed(url: string, failure: Failure): Finding {
    this.#walk.note(url, failure);
    return { kind: "catalog_failed", url, failure };
  }

  async *#discoverWell(kind: SampleKind, well: KnownWell, where: string): AsyncGenerator<Finding> {
    const { libraryNumber, state } = well;
    if (!this.#walk.isNews("well", this.#address.base, kind, libraryNumber, state)) return;
    // The search was asked for analysed wells; where the column is there all the same, it has the last word.
    if (well.cells.has("analysis") && !well.analysed) {
      yield { kind: "filtered", reason: "no_analysis", url: where };
      return;
    }
    const occurrence = this.#occurrences.get(`${kind} ${libraryNumber}`) ?? 0;
    this.#occurrences.set(`${kind} ${libraryNumber}`, occurrence + 1);
    const found = await this.#ids[kind].find(libraryNumber, occurrence);
    if (found.kind === "found") {
      const url = reportUrl(this.#address.base, kind, found.id);
      yield* this.#discoverReport(url, { ...well, analysed: true }, () =>
        this.#reportOfState(kind, well, occurrence),
      );
    } else if (found.kind === "failed") {
      if (this.#walk.isNews("ids", found.url)) yield this.#failed(found.url, found.failure);
    } else if (occurrence === 0) {
      yield withoutId(libraryNumber, found.entries, idsUrl(this.#address.base, kind, 0));
    }
  }

  async *#discoverReport(
    url: string,
    well: KnownWell,
    elsewhere: () => Promise<FetchedReport | null>,
  ): AsyncGenerator<Finding> {
    const page = await this.#readReport(url);
    if (page.ok) {
      const isOther = stateOf(page.value) !== null && stateOf(page.value) !== well.state;
      const report = (isOther ? await elsewhere() : null) ?? page.value;
      this.#walk.context.readable(well.libraryNumber);
      const cells = new Map([...cellsOfFacts(report.facts), ...well.cells]);
      yield* documentsOf(this.#walk, { ...well, cells }, report.links, report);
      return;
    }
    const { failure } = page;
    yield { kind: "unreadable", key: well.libraryNumber, url, failure };
    // The engine must know that not this page alone is out of reach.
    if (this.#walk.note(url, failure)) yield { kind: "catalog_failed", url, failure };
  }

  /** One library number in two states has two pages; each says of which state it is. Null where none is of ours. */
  async #reportOfState(kind: SampleKind, well: KnownWell, tried: number): Promise<FetchedReport | null> {
    for (let nth = 0; ; nth += 1) {
      if (nth === tried) continue;
      const found = await this.#ids[kind].find(well.libraryNumber, nth);
      if (found.kind !== "found") return null;
      const page = await this.#readReport(reportUrl(this.#address.base, kind, found.id));
      if (page.ok && stateOf(page.value) === well.state) return page.value;
    }
  }

  async #readReport(url: string): Promise<Parsed<FetchedReport>> {
    const reading = await this.#walk.context.readText(url, { ...PAGE_READING, accept: "text/html" });
    if (!reading.ok) return reading;
    const page = parseReportPage(reading.value);
    return page.ok ? { ok: true, value: { ...page.value, url: reading.url } } : page;
  }
}

/** With the address it was found at, after redirects. */
type FetchedReport = ReportPage & { readonly url: string };

function stateOf({ facts }: ReportPage): string | null {
  const said = [...facts].find(([label]) => label.toLowerCase() === "state")?.[1];
  return said === undefined ? null : stateCodeOf(said);
}

/** What the page says of a well fills in what the search left out. */
function cellsOfFacts(facts: ReadonlyMap<string, string>): Cells {
  return cellsOf(columnPositions([...facts.keys()]), [...facts.values()]);
}

/** A well that the search lists and the id listing does not know: it exists, and we cannot get at its page. */
function withoutId(libraryNumber: string, entries: number, url: string): Finding {
  const expected = `an id for library number ${libraryNumber}`;
  const failure = { kind: "structure_changed", expected, seen: `${entries} entries without it` } as const;
  return { kind: "unreadable", key: libraryNumber, url, failure };
}
