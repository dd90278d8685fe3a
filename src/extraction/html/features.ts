/** What is known of each run of text, as numbers that a model can weigh: names, places, density, links, neighbours. */
import type { PageElement } from "./element.ts";
import { contentAmid } from "./found-content.ts";
import { type Measure, type Measures, measured, NOTHING } from "./measure.ts";
import { ofPlace, type Place, placesIn } from "./places.ts";
import { noiseIn } from "./pruning.ts";
import { type Run, runsOf } from "./runs.ts";
import { coreOf, ofSite, type Site, sitesIn } from "./siting.ts";
import { HEADINGS } from "./tag-names.ts";
import { trimOfLine } from "./trimming.ts";
import { flag, ofWording, SENTENCE, shareOfDigits } from "./wording.ts";

export interface PageFeatures {
  readonly runs: readonly Run[];
  readonly rows: readonly Record<string, number>[];
  /** Whether the rules alone would keep a run. */
  readonly byRule: readonly boolean[];
}

/** The tree must be without noise tags; it is left as it is. */
export function featuresOf(root: PageElement, title: string): PageFeatures {
  const measures = measured(root);
  const noise = noiseIn(root, measures);
  const places = placesIn(root, measures, noise, contentAmid(root, noise));
  const runs = runsOf(root);
  const page = new PageOfRuns(runs, places, measures, title, root);
  const rows = runs.map((_, at) => page.row(at));
  return { runs, rows, byRule: runs.map((run) => isKeptByRule(places.get(run.block))) };
}

function isKeptByRule(place: Place | undefined): boolean {
  return (
    place !== undefined &&
    place.noise === null &&
    place.trim === null &&
    (place.container || place.lead || place.rest)
  );
}

const NEAR = 3;

/** Runs in the order of the page, with what is known of the page as a whole. */
class PageOfRuns {
  readonly #runs: readonly Run[];
  readonly #places: ReadonlyMap<PageElement, Place>;
  readonly #measures: Measures;
  readonly #prose: readonly boolean[];
  readonly #whole: number;
  readonly #title: string;
  readonly #shapes = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly #titleAt: number;
  readonly #first: number;
  readonly #last: number;
  readonly #sites: ReadonlyMap<PageElement, Site>;
  readonly #length: number;
  #away = 0;
  #before = 0;

  constructor(
    runs: readonly Run[],
    places: ReadonlyMap<PageElement, Place>,
    measures: Measures,
    title: string,
    root: PageElement,
  ) {
    this.#runs = runs;
    this.#places = places;
    this.#measures = measures;
    this.#title = title.toLowerCase();
    this.#prose = runs.map((run) => isProse(run));
    let whole = 0;
    runs.forEach((run, at) => {
      this.#counts.set(run.text, (this.#counts.get(run.text) ?? 0) + 1);
      if (this.#prose[at] !== true) return;
      whole += run.text.length;
      const shape = shapeOf(run);
      this.#shapes.set(shape, (this.#shapes.get(shape) ?? 0) + run.text.length);
    });
    this.#whole = Math.max(1, whole);
    this.#titleAt = runs.findLastIndex(({ block, text }) => block.name === "h1" && text.length > 8);
    const isMain = (run: Run, at: number) =>
      this.#prose[at] === true && run.text.length > 80 && this.#isWithin(run);
    this.#first = Math.max(0, runs.findIndex(isMain));
    const last = runs.findLastIndex(isMain);
    this.#last = last === -1 ? runs.length : last;
    const isCore = (run: Run, at: number) => this.#prose[at] === true && this.#isWithin(run);
    const core = coreOf(
      root,
      runs.filter(isCore).map(({ block, text }) => ({ block, length: text.length })),
    );
    this.#sites = sitesIn(root, measures, core);
    this.#length = Math.max(
      1,
      runs.reduce((sum, { text }) => sum + text.length, 0),
    );
  }

  #isWithin({ block }: Run): boolean {
    const place = this.#places.get(block);
    return place !== undefined && (place.container || place.loose);
  }

  /** Rows have to be asked for in order. */
  row(at: number): Record<string, number> {
    const run = this.#runs[at] as Run;
    const place = this.#places.get(run.block) as Place;
    return {
      ...ofPlace(place),
      ...this.#ofLine(run, place, at),
      ...this.#ofSurroundings(run, at),
      ...this.#ofPosition(run, at),
      ...ofSite(this.#sites.get(run.block) as Site),
      ...ofWording(run.text),
      ...this.#ofNext(at),
    };
  }

  #ofLine(run: Run, place: Place, at: number): Record<string, number> {
    const { block, text, linkLength, links, strongLength } = run;
    const isHeading = HEADINGS.has(block.name);
    const line = trimOfLine(text, links > 0);
    if (line === "away" && (isHeading || text.length < 60)) this.#away = 1;
    else if (isHeading || (this.#prose[at] === true && text.length > 250)) this.#away = 0;
    return {
      trim_links: flag(place.trim === "links"),
      trim_credit: flag(place.trim === "credit" || line === "credit"),
      trim_stamp: flag(place.trim === "stamp" || line === "stamp"),
      trim_away: flag(place.trim === "away"),
      line_away: flag(line === "away"),
      after_away: this.#away,
      length: Math.log2(1 + text.length) / 8,
      link_share: linkLength / text.length,
      links: Math.min(links, 5) / 5,
      sentence: flag(SENTENCE.test(text)),
      prose: flag(this.#prose[at] === true),
      strong: strongLength / text.length,
      is_heading: flag(isHeading),
      is_item: flag(block.name === "li" || block.parent?.name === "li"),
      is_cell: flag(block.name === "td" || block.name === "th"),
      is_paragraph: flag(block.name === "p"),
      is_div: flag(block.name === "div"),
      repeated: flag((this.#counts.get(text) ?? 1) > 1),
      digits: shareOfDigits(text),
      colon_end: flag(text.endsWith(":")),
      is_title: flag(
        text.length > 8 && text.length <= this.#title.length && this.#title.includes(text.toLowerCase()),
      ),
    };
  }

  #ofSurroundings(run: Run, at: number): Record<string, number> {
    const own = this.#measureOf(run.block);
    const parent = this.#measureOf(run.block.parent ?? run.block);
    const grand = this.#measureOf(run.block.parent?.parent ?? run.block);
    return {
      ...this.#ofNeighbours(at),
      block_link_share: own.linkText / Math.max(1, own.text),
      parent_link_share: parent.linkText / Math.max(1, parent.text),
      grand_link_share: grand.linkText / Math.max(1, grand.text),
      parent_prose_share: Math.min(1, parent.prose / this.#whole),
      grand_prose_share: Math.min(1, grand.prose / this.#whole),
      same_shape: (this.#shapes.get(shapeOf(run)) ?? 0) / this.#whole,
      dense: parent.runs === 0 ? 0 : Math.min(1, parent.text / parent.runs / 200),
    };
  }

  #ofNeighbours(at: number): Record<string, number> {
    let text = 0;
    let prose = 0;
    let links = 0;
    for (let near = Math.max(0, at - NEAR); near <= Math.min(this.#runs.length - 1, at + NEAR); near++) {
      const other = this.#runs[near] as Run;
      text += other.text.length;
      links += other.linkLength;
      if (this.#prose[near] === true) prose += other.text.length;
    }
    return {
      prev_prose: flag(this.#prose[at - 1] === true),
      next_prose: flag(this.#prose[at + 1] === true),
      near_prose: prose / Math.max(1, text),
      near_links: links / Math.max(1, text),
    };
  }

  #ofPosition({ text }: Run, at: number): Record<string, number> {
    return {
      before_title: flag(this.#titleAt !== -1 && at < this.#titleAt),
      from_first_prose: at < this.#first ? Math.min(1, (this.#first - at) / 10) : 0,
      after_last_prose: at > this.#last ? Math.min(1, (at - this.#last) / 10) : 0,
      weak_end: flag(at >= this.#last - 1 && text.length < 120),
    };
  }

  #ofNext(at: number): Record<string, number> {
    const before = this.#before / this.#length;
    this.#before += (this.#runs[at] as Run).text.length;
    const next = this.#runs[at + 1];
    const prev = this.#runs[at - 1];
    return {
      text_before: before,
      runs_before: at / this.#runs.length,
      next_length: next === undefined ? 0 : Math.log2(1 + next.text.length) / 8,
      prev_length: prev === undefined ? 0 : Math.log2(1 + prev.text.length) / 8,
      next_link_share: next === undefined ? 1 : next.linkLength / next.text.length,
      prev_link_share: prev === undefined ? 1 : prev.linkLength / prev.text.length,
      next_heading: next === undefined ? -1 : flag(HEADINGS.has(next.block.name)),
      prev_heading: prev === undefined ? -1 : flag(HEADINGS.has(prev.block.name)),
      same_parent_next: flag(
        next !== undefined && next.block.parent === (this.#runs[at] as Run).block.parent,
      ),
      same_parent_prev: flag(
        prev !== undefined && prev.block.parent === (this.#runs[at] as Run).block.parent,
      ),
      page_prose: Math.log2(1 + this.#whole) / 16,
      page_runs: Math.log2(1 + this.#runs.length) / 12,
    };
  }

  #measureOf(element: PageElement): Measure {
    return this.#measures.get(element) ?? NOTHING;
  }
}

function isProse({ text, linkLength }: Run): boolean {
  return text.length >= 40 && linkLength < text.length * 0.4 && (SENTENCE.test(text) || text.length > 120);
}

/** Paragraphs of one text share their tag, their class, and those of what they stand in. */
function shapeOf({ block }: Run): string {
  const { parent } = block;
  return `${block.name}.${block.get("class")}<${parent?.name ?? ""}.${parent?.get("class") ?? ""}<${parent?.parent?.name ?? ""}`;
}
