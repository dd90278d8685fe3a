/** Lines in reading order as paragraphs. */
import { GrowingText, isDivided } from "./line-joining.ts";
import { MARKER } from "./list-marker.ts";

export interface Line {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly text: string;
  /** Of a table of contents: a name, dots and a page. */
  readonly isEntry?: boolean;
}

export interface Paragraph {
  readonly kind: "paragraph";
  readonly text: string;
  readonly size: number;
  readonly bold: boolean;
  readonly lines: number;
  readonly x0: number;
  readonly y: number;
  /** Of the last line. */
  readonly bottom: number;
  /** Of a table of contents. */
  readonly isEntry?: boolean;
}

/** "• ", "1. ", "a) ", "3.2 " before a text. */
export const LIST_MARK = /^(?:[•◦▪‣●○■□–—*·-]|\(?\d{1,3}[.)]|\(?[a-zñ][.)]|\(?[ivxl]{1,5}[.)])\s+(?=\S)/iu;
/** Of the size: lines farther apart are of two paragraphs. */
const LEADING = 1.75;
const INDENT = 0.9;

export function linesAsParagraphs(lines: readonly Line[], compounds: ReadonlySet<string>): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let open: Line[] = [];
  const end = () => {
    const first = open[0];
    if (first !== undefined) paragraphs.push(paragraphOf(open, first, compounds));
    open = [];
  };
  for (const line of lines) {
    if (open.length > 0 && !continues(open, line)) end();
    open.push(line);
  }
  end();
  return paragraphs;
}

function paragraphOf(lines: readonly Line[], first: Line, compounds: ReadonlySet<string>): Paragraph {
  const text = new GrowingText();
  let rows = 0;
  let last: Line | undefined;
  for (const line of lines) {
    if (last !== undefined && isSameRow(last, line)) text.append(line.text);
    else {
      text.join(line.text, compounds);
      rows++;
    }
    last = line;
  }
  return {
    kind: "paragraph",
    text: text.whole(),
    size: sizeOf(lines),
    bold: lines.every(({ bold }) => bold),
    lines: rows,
    x0: first.x0,
    y: first.y,
    bottom: (last ?? first).y,
    ...(last?.isEntry === true ? { isEntry: true } : {}),
  };
}

/** Bullets and numbers that stand apart from their text, often in letters of another size, do not count. */
function sizeOf(lines: readonly Line[]): number {
  const [first, second] = lines;
  const isMarked = first !== undefined && second !== undefined && isSameRow(first, second);
  const own = isMarked && MARKER.test(first.text) ? lines.slice(1) : lines;
  return own.reduce((size, line) => Math.max(size, line.size), 0);
}

const isSameRow = (a: Line, b: Line) => Math.abs(a.y - b.y) < 0.3 * Math.max(a.size, b.size);

function continues(open: readonly Line[], line: Line): boolean {
  const last = open.at(-1) as Line;
  if (last.isEntry === true) return false;
  if (isSameRow(last, line)) return true;
  const size = Math.max(last.size, line.size);
  const pitch = line.y - last.y;
  if (pitch < 0 || pitch > LEADING * size) return false;
  if (Math.abs(last.size - line.size) > 0.12 * size) return false;
  // A head in bold letters that ends within its second line is part of the text.
  if (last.bold !== line.bold && !isDivided(last.text, line.text)) return false;
  if (line.x0 > last.x1 || line.x1 < last.x0) return false;
  if (LIST_MARK.test(line.text)) return false;
  if (isDivided(last.text, line.text)) return true;
  return !startsParagraph(open, line, size) && !isFarther(open, line, pitch);
}

/** Lines of a paragraph that tell its edges. */
const RECENT = 12;

/** An indent after a line that is not indented, or a line that ended early before a new sentence or an outdent. */
function startsParagraph(open: readonly Line[], line: Line, size: number): boolean {
  const first = open[0] as Line;
  const last = open.at(-1) as Line;
  let left = open.length === 1 ? first.x0 : Infinity;
  let right = line.x1;
  for (let at = Math.max(0, open.length - RECENT); at < open.length; at++) {
    const { x0, x1 } = open[at] as Line;
    if (at > 0) left = Math.min(left, x0);
    right = Math.max(right, x1);
  }
  if (open.length > 1 && line.x0 > left + INDENT * size && !isCentred(open, line)) return true;
  const isShort = right - last.x1 > 0.25 * (right - Math.min(left, line.x0));
  if (!isShort || !/^["“«(¿¡]?[\p{Lu}\p{N}]/u.test(line.text)) return false;
  return /[.!?:;]["”»)]?$/u.test(last.text) || isBelowItem(open, line, size);
}

/** Farther left than the text of an item of a list, whose mark stands apart from it. */
function isBelowItem(open: readonly Line[], line: Line, size: number): boolean {
  const [mark, text] = open;
  if (mark === undefined || text === undefined || !isSameRow(mark, text) || !MARKER.test(mark.text))
    return false;
  return line.x0 < text.x0 - INDENT * size;
}

function isCentred(open: readonly Line[], line: Line): boolean {
  const last = open.at(-1) as Line;
  return Math.abs(last.x0 + last.x1 - (line.x0 + line.x1)) < 0.6 * line.size;
}

/** Farther from the line above than the lines of this paragraph are from each other. */
function isFarther(open: readonly Line[], line: Line, pitch: number): boolean {
  const before = open.at(-2);
  const last = open.at(-1) as Line;
  if (before === undefined || isSameRow(before, last)) return pitch > 1.6 * line.size;
  return pitch > 1.25 * (last.y - before.y);
}
