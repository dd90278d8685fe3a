/** Lines in reading order as paragraphs. */
import { joinedPair } from "./line-joining.ts";

export interface Line {
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly bold: boolean;
  readonly text: string;
}

export interface Paragraph {
  readonly kind: "paragraph";
  readonly text: string;
  readonly size: number;
  readonly bold: boolean;
  readonly lines: number;
  readonly x0: number;
  readonly y: number;
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
  let text = "";
  let last: Line | undefined;
  for (const line of lines) {
    text =
      last !== undefined && isSameRow(last, line)
        ? `${text} ${line.text}`
        : joinedPair(text, line.text, compounds);
    last = line;
  }
  const rows = lines.filter((line, at) => at === 0 || !isSameRow(lines[at - 1] as Line, line)).length;
  return {
    kind: "paragraph",
    text,
    size: Math.max(...lines.map(({ size }) => size)),
    bold: lines.every(({ bold }) => bold),
    lines: rows,
    x0: first.x0,
    y: first.y,
  };
}

const isSameRow = (a: Line, b: Line) => Math.abs(a.y - b.y) < 0.3 * Math.max(a.size, b.size);

function continues(open: readonly Line[], line: Line): boolean {
  const last = open.at(-1) as Line;
  if (isSameRow(last, line)) return true;
  const size = Math.max(last.size, line.size);
  const pitch = line.y - last.y;
  if (pitch < 0 || pitch > LEADING * size) return false;
  if (Math.abs(last.size - line.size) > 0.12 * size || last.bold !== line.bold) return false;
  if (line.x0 > last.x1 || line.x1 < last.x0) return false;
  if (LIST_MARK.test(line.text)) return false;
  return !startsParagraph(open, line, size) && !isFarther(open, line, pitch);
}

/** An indent after a line that is not indented, or a line that ended early before a new sentence. */
function startsParagraph(open: readonly Line[], line: Line, size: number): boolean {
  const first = open[0] as Line;
  const last = open.at(-1) as Line;
  const left = open.length === 1 ? first.x0 : Math.min(...open.slice(1).map(({ x0 }) => x0));
  if (open.length > 1 && line.x0 > left + INDENT * size && !isCentred(open, line)) return true;
  const right = Math.max(...open.map(({ x1 }) => x1), line.x1);
  const isShort = right - last.x1 > 0.25 * (right - Math.min(left, line.x0));
  return isShort && /[.!?:;]["”»)]?$/u.test(last.text) && /^["“«(¿¡]?[\p{Lu}\p{N}]/u.test(line.text);
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
