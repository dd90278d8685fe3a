/** Dots that lead over a line, often drawn one by one, as the one thing that they are. */
import { boxOf } from "./geometry.ts";
import { asWord, DOTS, isLeader, isPageAfter, PAGE } from "./leaders.ts";
import { lineWords } from "./rows.ts";
import type { Word } from "./word-builder.ts";

const GLUED = /[.…․]{5,}/u;
/** Of the size: dots farther apart are cells, each for a figure that is missing. */
const DOT_STEP = 2.5;
/** Of the size: a space. */
const SPACE = 0.2;
/** "1.120,00 €", "4,5 %": a sign, a figure and a unit. */
const AMOUNT = /\d[.,]\d|^[€$%]$/;
const AMOUNT_WORDS = 3;
/** Of the lines with dots: where more lead to amounts, whole figures are amounts as well. */
const AMOUNTS = 0.2;

/** Words of a line that are one: all dots of a run, or a word alone. */
interface Piece {
  readonly words: readonly Word[];
  readonly whole: Word;
}

/**
 * The words of a page in the order they are drawn, each run of dots as one. Before amounts there is none: there they
 * stand for white space in which columns are seen.
 */
export function withWholeLeaders(words: readonly Word[]): readonly Word[] {
  if (!words.some(({ text }) => mayLead(text))) return words;
  const parted = words.flatMap(unglued);
  const lines = lineWords(parted).map(piecesOf).filter(isLabelled);
  const led = lines.filter((line) => line.some(isLed));
  const areAmounts = led.filter(leadsToAmount).length > led.length * AMOUNTS;
  const instead = new Map<Word, Word | null>();
  for (const line of led) {
    const last =
      leadsToAmount(line) || (areAmounts && leadsToFigure(line)) ? line.findLast(isLed) : undefined;
    line.forEach((piece, at) => {
      if (!isLed(piece)) return;
      for (const word of piece.words) instead.set(word, null);
      const leader = reaching(piece.whole, line[at - 1]?.whole, line[at + 1]?.whole);
      if (piece !== last && piece.words[0] !== undefined) instead.set(piece.words[0], leader);
    });
  }
  return parted.flatMap((word) => {
    const leader = instead.get(word);
    return leader === undefined ? [word] : leader === null ? [] : [leader];
  });
}

/** Asked of every word of a page: most are told by their first letter and their length. */
const mayLead = (text: string) => FIRST_DOTS.has(text.charCodeAt(0)) || (text.length > 5 && GLUED.test(text));
const FIRST_DOTS: ReadonlySet<number> = new Set([...".…․·"].map((dot) => dot.charCodeAt(0)));

const isLed = ({ whole }: Piece) => isLeader(whole.text);

/** Dots lead from something: those of a map or of a dump of bytes are what is drawn. */
function isLabelled(line: readonly Piece[]): boolean {
  const first = line.findIndex(isLed);
  return line.slice(0, first).some(({ whole }) => LABEL.test(whole.text));
}

const LABEL = /\p{L}|\d{2}/u;

function piecesOf(words: readonly Word[]): Piece[] {
  const runs: Word[][] = [];
  for (const word of words) {
    const last = runs.at(-1)?.at(-1);
    const isMore =
      last !== undefined &&
      DOTS.test(word.text) &&
      DOTS.test(last.text) &&
      word.x0 - last.x1 < DOT_STEP * word.size;
    if (isMore) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs.flatMap(asPieces);
}

/** A few dots are none that lead. */
function asPieces(run: readonly Word[]): Piece[] {
  const [first] = run;
  const text = run.map((word) => word.text).join("");
  if (first === undefined || !isLeader(text)) return run.map((word) => ({ words: [word], whole: word }));
  return [{ words: run, whole: asWord(first, text, first.x0, boxOf(run).x1) }];
}

/** Dots stand in places of their own, one under the other: what is left beside them is no white space of a column. */
function reaching(leader: Word, name: Word | undefined, page: Word | undefined): Word {
  const space = SPACE * leader.size;
  if (name === undefined || page === undefined || !isPageAfter(leader, page)) return leader;
  const isNear = leader.x0 - name.x1 < DOT_STEP * leader.size;
  const from = isNear ? Math.min(leader.x0, name.x1 + space) : leader.x0;
  return asWord(leader, leader.text, from, Math.max(leader.x1, page.x0 - space));
}

/** "Introduction.......5": a name, dots and a page, in places that are near enough. */
function unglued(word: Word): Word[] {
  if (!GLUED.test(word.text)) return [word];
  const parts = word.text.split(/([.…․]{5,})/u).filter((part) => part !== "");
  if (parts.length === 1 || parts.length > 3 || !leads(parts)) return [word];
  const widths = parts.map((part) => part.length * (DOTS.test(part) ? 1 : 2));
  const unit = (word.x1 - word.x0) / widths.reduce((sum, width) => sum + width, 0);
  let end = word.x0;
  return parts.map((part, at) => {
    const from = end;
    end += (widths[at] ?? 0) * unit;
    return asWord(word, part, from, end);
  });
}

/** From a name, or to a page whose name is the word before. */
const leads = ([first = "", ...others]: readonly string[]): boolean =>
  DOTS.test(first) ? PAGE.test(others.at(-1) ?? "") : /^[\p{L}\p{N}]/u.test(first);

function leadsToAmount(line: readonly Piece[]): boolean {
  const last = line.findLastIndex(isLed);
  const amount = line.slice(last + 1);
  const isNear = last > 0 && amount.length > 0 && amount.length <= AMOUNT_WORDS;
  return isNear && amount.some(({ whole }) => AMOUNT.test(whole.text));
}

function leadsToFigure(line: readonly Piece[]): boolean {
  const [leader, figure] = line.slice(-2);
  return (
    line.length > 2 &&
    leader !== undefined &&
    figure !== undefined &&
    isLed(leader) &&
    /^\d{1,4}$/.test(figure.whole.text)
  );
}
