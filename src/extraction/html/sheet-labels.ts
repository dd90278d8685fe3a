/**
 * Labels of a sheet by their shape alone, whatever they say and whatever tag they bear: short lines that look alike,
 * each with something under it or after it. Sheets of procedures are written as headings and lists, but as often as
 * divisions in rows, cards, cells and bold words at the beginning of a line.
 */
import { PageElement, squeezed, textOf } from "./element.ts";
import { PROCEDURE_STEMS } from "./noise-rules.ts";
import { type Run, runsOf } from "./runs.ts";
import { sectionHeadedBy } from "./sections.ts";
import { folded } from "./trimming.ts";

interface Candidate {
  readonly element: PageElement;
  readonly at: number;
  readonly text: string;
  /** What follows it in its own line. */
  readonly rest: number;
}

const LEAST_LABELS = 4;
const MAX_LABEL = 80;
/** Of labels that look alike, so many have to head something, and so many to differ: "reply" heads nothing. */
const NEARLY_ALL = 0.8;
const DIFFERENT = 0.4;
const IN_ROWS = new Set(["td", "div", "span", "li"]);
const SENTENCE_END = /[.;,!…]$/u;

/** What makes a sheet: so many labels, with so much text each at most (longer parts are chapters), and such a share of it all. */
interface Demand {
  readonly labels: number;
  readonly length: number;
  readonly share: number;
}

/** Much may be written around the parts of a procedure. */
const OF_PROCEDURE: Demand = { labels: 4, length: 400, share: 0.35 };
const OF_WHOLE: Demand = { ...OF_PROCEDURE, share: 0.7 };
const OF_ANYTHING: Demand = { labels: 5, length: 200, share: 0.7 };
const LEAST_STEMS = 4;
/** A sheet may be half an accordion and half a table. */
const MAX_SHAPES = 3;
/** So many of the sections that procedures have make a sheet, however long they are. */
const KNOWN_SECTIONS = 3;

/** The labels of a page that is little but a sheet. */
export function sheetIn(root: PageElement): readonly PageElement[] | null {
  const runs = runsOf(root);
  const lengths = lengthsBefore(runs, ({ text }) => text.length);
  const own = lengthsBefore(runs, ({ text, linkLength }) => text.length - linkLength);
  const shapes = LIKENESSES.flatMap((likeness) => [...byShape(runs, likeness)])
    .filter((candidates) => areLabels(candidates, lengths))
    .toSorted((a, b) => textUnder(b, lengths) - textUnder(a, lengths));
  const known = shapes.find((candidates) => knownSections(candidates) >= KNOWN_SECTIONS);
  if (known !== undefined) return known.map(({ element }) => element);
  return sheetOf(shapes, runs, { lengths, own })?.map(({ element }) => element) ?? null;
}

/** One shape makes a sheet of anything; the parts of a procedure may be of several. */
function sheetOf(
  shapes: readonly (readonly Candidate[])[],
  runs: readonly Run[],
  lengths: Lengths,
): readonly Candidate[] | null {
  const [best = []] = shapes;
  if (isSheet(best, lengths)) return best;
  if (!speaksOfProcedures(runs)) return null;
  const sheets = unionsOf(shapes).filter((labels) => isSheetOfProcedure(labels, lengths, OF_PROCEDURE));
  // One of them may head but a half of it.
  return sheets.find((labels) => isSheetOfProcedure(labels, lengths, OF_WHOLE)) ?? sheets[0] ?? null;
}

/** The first shape, the first two, the first three that differ. */
function unionsOf(shapes: readonly (readonly Candidate[])[]): (readonly Candidate[])[] {
  const unions: (readonly Candidate[])[] = [];
  let labels: readonly Candidate[] = [];
  for (const candidates of shapes) {
    const more = joined(labels, candidates);
    if (more.length > labels.length) unions.push(more);
    labels = more;
    if (unions.length === MAX_SHAPES) break;
  }
  return unions;
}

interface Lengths {
  /** Of the runs before each, with their links and without. */
  readonly lengths: readonly number[];
  readonly own: readonly number[];
}

function isSheet(labels: readonly Candidate[], { own }: Lengths): boolean {
  return isMost({ text: textUnder(labels, own), whole: own.at(-1) ?? 0, count: labels.length }, OF_ANYTHING);
}

/** Under a label of a procedure links to its papers count too; in menus they do not. */
function isSheetOfProcedure(
  labels: readonly Candidate[],
  { lengths, own }: Lengths,
  demand: Demand,
): boolean {
  const text = textUnder(labels, lengths);
  const whole = (own.at(-1) ?? 0) + text - textUnder(labels, own);
  return isMost({ text, whole, count: labels.length }, demand);
}

interface Share {
  readonly text: number;
  readonly whole: number;
  readonly count: number;
}

function isMost({ text, whole, count }: Share, { labels, length, share }: Demand): boolean {
  return count >= labels && text <= count * length && text >= whole * share;
}

const FOLDED_WORDS = /[\p{L}·@]+/gu;
const MAX_WORDS = 5000;
const LONGEST_STEM = PROCEDURE_STEMS.reduce((most, stem) => Math.max(most, stem.length), 0);
const STEMS = new Set(PROCEDURE_STEMS);

/** By the different words of its kind that a page uses. */
function speaksOfProcedures(runs: readonly Run[]): boolean {
  const found = new Set<string>();
  let words = 0;
  for (const { text, links } of runs) {
    if (links > 0) continue;
    for (const [word] of folded(text).matchAll(FOLDED_WORDS)) {
      if (++words > MAX_WORDS) return false;
      for (let length = 3; length <= Math.min(LONGEST_STEM, word.length); length++)
        if (STEMS.has(word.slice(0, length))) found.add(word.slice(0, length));
    }
    if (found.size >= LEAST_STEMS) return true;
  }
  return false;
}

function joined(some: readonly Candidate[], others: readonly Candidate[]): readonly Candidate[] {
  const all = new Map([...some, ...others].map((candidate) => [candidate.at, candidate]));
  return [...all.values()].toSorted((a, b) => a.at - b.at);
}

function knownSections(candidates: readonly Candidate[]): number {
  return new Set(candidates.map(({ text }) => sectionHeadedBy(text)).filter((section) => section !== null))
    .size;
}

function lengthsBefore(runs: readonly Run[], lengthOf: (run: Run) => number): number[] {
  const before = [0];
  for (const run of runs) before.push((before.at(-1) ?? 0) + lengthOf(run));
  return before;
}

/** What makes labels alike. `step-1` and `step-2` are, `col-3` and `col-9` are not: all are tried. */
interface Likeness {
  readonly withNumbers: boolean;
  /** A cell or a division that comes first among its siblings is told from those that follow it. */
  readonly inRows: boolean;
}

const LIKENESSES: readonly Likeness[] = [
  { withNumbers: true, inRows: true },
  { withNumbers: true, inRows: false },
  { withNumbers: false, inRows: false },
];

function byShape(runs: readonly Run[], likeness: Likeness): Iterable<readonly Candidate[]> {
  const shapes = new Map<string, Candidate[]>();
  runs.forEach((run, at) => {
    const candidate = candidateOf(run, at);
    if (candidate === null) return;
    const shape = shapeOf(candidate.element, likeness);
    const alike = shapes.get(shape);
    if (alike === undefined) shapes.set(shape, [candidate]);
    else alike.push(candidate);
  });
  return shapes.values();
}

function candidateOf(run: Run, at: number): Candidate | null {
  const { block, text, linkLength, nodes } = run;
  const first = nodes.find((node) => squeezed(typeof node === "string" ? node : textOf(node)) !== "");
  const element = first instanceof PageElement ? first : block;
  const label = element === block ? text : squeezed(textOf(element));
  if (element === block && (linkLength > 0 || block.children.length > nodes.length)) return null;
  if (leadsElsewhere(element) || !isShort(label)) return null;
  return { element, at, text: label, rest: text.length - label.length };
}

/** A link within the page, or to a script, only opens what it heads. */
function leadsElsewhere(element: PageElement): boolean {
  return element.name === "a" && !/^(?:#|javascript:|$)/i.test(element.get("href").trim());
}

function isShort(text: string): boolean {
  return text.length > 1 && text.length <= MAX_LABEL && !SENTENCE_END.test(text);
}

function shapeOf(element: PageElement, likeness: Likeness): string {
  const { parent } = element;
  const isFirst =
    likeness.inRows && IN_ROWS.has(element.name) && parent?.children.find(isElement) === element;
  const [own, above, further] = [element, parent, parent?.parent ?? null].map((one) => kinOf(one, likeness));
  return `${own}${isFirst ? "^" : ""}<${above}<${further}`;
}

function isElement(node: PageElement | string): node is PageElement {
  return node instanceof PageElement;
}

function kinOf(element: PageElement | null, { withNumbers }: Likeness): string {
  if (element === null) return "";
  const [name = ""] = element.get("class").trim().split(/\s/, 1);
  return `${element.name}.${withNumbers ? name : name.replaceAll(/\d+/g, "")}`;
}

/** Nearly all differ and head something, and it is longer than they are. */
function areLabels(candidates: readonly Candidate[], before: readonly number[]): boolean {
  if (candidates.length < LEAST_LABELS) return false;
  const least = candidates.length * NEARLY_ALL;
  if (new Set(candidates.map(({ text }) => text)).size < candidates.length * DIFFERENT) return false;
  const heading = candidates.filter(
    ({ at, rest }, place) => rest > 0 || candidates[place + 1]?.at !== at + 1,
  );
  const labels = candidates.reduce((sum, { text }) => sum + text.length, 0);
  return heading.length >= least && textUnder(candidates, before) >= labels * 2;
}

/** What the last one heads has no end that could be known: one line counts. */
function textUnder(candidates: readonly Candidate[], before: readonly number[]): number {
  const upTo = (at: number) => before[Math.min(at, before.length - 1)] ?? 0;
  return candidates.reduce(
    (sum, { at }, place) => sum + upTo(candidates[place + 1]?.at ?? at + 2) - upTo(at),
    0,
  );
}
