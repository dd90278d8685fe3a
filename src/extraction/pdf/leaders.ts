/** Dots that lead the eye over a line, from a name to its page: entries of a table of contents, a line each. */
import { isNumeric } from "./columns.ts";
import type { Word } from "./word-builder.ts";

/** What a run of dots is read as. */
export const SHORT_LEADER = "…";
export const DOTS = /^[.…․·]+$/u;
const LEAST_DOTS = 4;
/** Of the size: a wider gap is more than a space. */
const WIDE_GAP = 0.9;
/** Of the size: as far as dots end from the page that they lead to. */
const LED_GAP = 3;
/** Of the size: pages end at the same place. */
const ALIGNED = 0.2;
/** Of the size: as far from its text as the number of a chapter stands. */
const NUMBER_GAP = 5;
/** "12", "xiv", "A-3", "2–14". */
export const PAGE = /^(?:\d{1,4}|[ivxlc]{1,7}|[A-Z]{1,2}-?\d{1,3}|\d{1,3}[-–]\d{1,3})$/iu;
const CHAPTER = /^(?:\p{L}|[ivxlc]{1,6}|(?:\p{L}\.)?\d+(?:\.\d+)*)[.)]?$/iu;
/** Lines of a table of contents that show that it is one. */
const LEAST_LED = 3;
/** Of the size: from line to line of a table of contents. */
const NEAR = 3.5;

export interface LedLine {
  readonly words: readonly Word[];
  /** Those that go on with the word before, however far it is. */
  readonly joined: ReadonlySet<Word>;
}

const NONE: ReadonlySet<Word> = new Set();

export function isLeader(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first !== 0x2e && first < 0xb7) return false;
  return DOTS.test(text) && dotsOf(text) >= LEAST_DOTS;
}

/** Whether dots lead over several of their lines, to pages: amounts have none before them. */
export const areLed = (words: readonly Word[]): boolean =>
  words.filter(({ text }) => isLeader(text)).length >= LEAST_LED;

/** Of words side by side: a name, dots, and a page at their end. */
export function isEntry(words: readonly Word[]): boolean {
  const [leader, page] = words.slice(-2);
  return words.length > 2 && page !== undefined && isLeader(leader?.text ?? "") && PAGE.test(page.text);
}

/** Lines of words from the left, in which dots before a page go on with their line. */
export function ledLines(lines: readonly (readonly Word[])[]): LedLine[] {
  const isLed = lines.some((words) => words.some(({ text }) => isLeader(text)));
  return isLed ? withUndotted(lines.map(entriesOf)) : lines.map((words) => ({ words, joined: NONE }));
}

const dotsOf = (text: string) => text.replaceAll("…", "...").length;

/** A line may have several, side by side. */
function entriesOf(words: readonly Word[]): LedLine {
  const joined = new Set<Word>();
  words.forEach((leader, at) => {
    const page = words[at + 1];
    if (at === 0 || page === undefined || !isLeader(leader.text) || !endsEntry(words, at + 1)) return;
    joinNumber(words.slice(0, at), joined);
    joined.add(leader).add(page);
  });
  return { words, joined };
}

/** The number of a chapter goes on with its name. */
function joinNumber(label: readonly Word[], joined: Set<Word>): void {
  const start = label.findLastIndex(
    (word, at) => word.x0 - (label[at - 1]?.x1 ?? word.x0) > WIDE_GAP * word.size,
  );
  const [number, name] = [label[start - 1], label[start]];
  if (number === undefined || name === undefined || !CHAPTER.test(number.text)) return;
  if (name.x0 - number.x1 < NUMBER_GAP * name.size) joined.add(name);
}

/** Whether a word is a page, with nothing beside it but another entry or another column. */
function endsEntry(words: readonly Word[], at: number): boolean {
  const [leader, page, next] = words.slice(at - 1, at + 2);
  if (leader === undefined || page === undefined || !isPageAfter(leader, page)) return false;
  if (next === undefined) return true;
  if (next.x0 - page.x1 < WIDE_GAP * page.size) return false;
  return !isNumeric(next.text) || words.slice(at + 2).some(({ text }) => isLeader(text));
}

/** Dots that end long before a figure lead to a column of them. */
export const isPageAfter = (leader: Word, word: Word): boolean =>
  PAGE.test(word.text) && word.x0 - leader.x1 < LED_GAP * word.size;

/** Of the chapters of a table of contents often only the parts have dots: their pages stand where those of the parts do. */
function withUndotted(lines: readonly LedLine[]): LedLine[] {
  const entries = lines.flatMap(({ words }) => (isEntry(words) ? words.slice(-1) : []));
  if (entries.length < LEAST_LED) return [...lines];
  let near = entries;
  const settled = (line: LedLine): LedLine => {
    const page = undottedPage(line.words);
    if (page === undefined) return line;
    const aligned = entries.filter(({ x1 }) => Math.abs(x1 - page.x1) < ALIGNED * page.size);
    const isBeside = near.some(({ y }) => Math.abs(y - page.y) < NEAR * page.size);
    if (aligned.length < LEAST_LED || !isBeside) return line;
    near = [...near, page];
    const label = line.words.slice(0, -1);
    const { x1 } = label.at(-1) ?? page;
    const leader = asWord(page, ".".repeat(LEAST_DOTS), x1, page.x0);
    const joined = new Set([...line.joined, page]);
    joinNumber(label, joined);
    return { words: [...label, leader, page], joined };
  };
  return lines.map(settled);
}

function undottedPage(words: readonly Word[]): Word | undefined {
  const [last, page] = words.slice(-2);
  if (last === undefined || page === undefined || isLeader(last.text) || !PAGE.test(page.text))
    return undefined;
  return page.x0 - last.x1 > WIDE_GAP * page.size ? page : undefined;
}

/** Another beside a word. Of one that was drawn, the place is not a property of its own. */
export const asWord = (
  { y, y0, y1, size, bold, spaced }: Word,
  text: string,
  x0: number,
  x1: number,
): Word => ({ text, x0, x1, y, y0, y1, size, bold, spaced });
