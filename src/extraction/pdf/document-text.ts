/** Pages of blocks as one text: headings told by their letters, what goes on over pages joined. */
import type { ExtractedHeading, ExtractedTable } from "../../domain/extracted-document.ts";
import { withMarkupEscaped } from "../html/markdown-marks.ts";
import { DIVIDED, joinedPair } from "./line-joining.ts";
import type { Block, PageBlock } from "./page-layout.ts";
import { LIST_MARK, type Paragraph } from "./paragraphs.ts";
import type { Word } from "./word-builder.ts";
import { goesOn, joinedOverPage, pagedMarkdown, tableMarkdown, withColumnsOf } from "./table.ts";

export interface DocumentText {
  readonly markdown: string;
  readonly headings: readonly ExtractedHeading[];
  readonly tables: readonly ExtractedTable[];
}

/** Of the size of the text. */
const LARGER = 1.15;
const LONGEST_HEADING = 200;
/** A text of pages without an end to its sentences is left in pieces. */
const LONGEST_PARAGRAPH = 5_000;
/** Letters of a line that is part of a text. */
const RUNNING_TEXT = 40;
const MAX_LEVEL = 6;
const BULLET = /^[•◦▪‣●○■□–—*·-]\s+/u;
const CAPTION = /^(?:tabla|taula|táboa|taboa|taula|table|tabela|cuadro|quadre|cadro|anexo)\s+[\p{N}ivxlc]+/iu;

/** Letters by their size, over the whole document. */
export class SizeCounts {
  readonly #letters = new Map<number, number>();
  readonly #running = new Map<number, number>();
  #bold = 0;
  #all = 0;

  add({ words, text }: { readonly words: readonly Word[]; readonly text: string }): void {
    let size = 0;
    let letters = 0;
    for (const word of words) {
      const rounded = Math.round(word.size * 2) / 2;
      if (rounded !== size) {
        this.#count(size, letters, text);
        size = rounded;
        letters = 0;
      }
      letters += word.text.length;
      if (word.bold) this.#bold += word.text.length;
    }
    this.#count(size, letters, text);
  }

  #count(size: number, letters: number, line: string): void {
    if (letters === 0) return;
    count(this.#letters, size, letters);
    if (line.length >= RUNNING_TEXT) count(this.#running, size, letters);
    this.#all += letters;
  }

  /** What the text is set in: of the sizes that have a good part of its long lines, the largest. */
  get body(): number {
    const sizes = [...(this.#running.size > 0 ? this.#running : this.#letters)];
    const all = sizes.reduce((sum, [, letters]) => sum + letters, 0);
    const most = sizes.reduce((best, entry) => (entry[1] > best[1] ? entry : best), [10, 0]);
    return Math.max(most[0], ...sizes.filter(([, letters]) => letters >= all * 0.25).map(([size]) => size));
  }

  /** Bold letters stand out only where they are the exception. */
  get boldStandsOut(): boolean {
    return this.#bold < this.#all * 0.4;
  }
}

function count(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

export function documentText(pages: readonly (readonly PageBlock[])[], sizes: SizeCounts): DocumentText {
  const blocks = withWholeWords(joinedPages(pages));
  const level = levels(blocks, sizes);
  const headings: ExtractedHeading[] = [];
  const tables: ExtractedTable[] = [];
  const parts: string[] = [];
  let wasItem = false;
  blocks.forEach((block, at) => {
    const isItem = block.kind === "paragraph" && level(block) === null && LIST_MARK.test(block.text);
    if (parts.length > 0) parts.push(isItem && wasItem ? "\n" : "\n\n");
    wasItem = isItem;
    if (block.kind === "table") {
      const markdown = tableMarkdown(block.rows);
      tables.push({ caption: captionOf(blocks[at - 1]), markdown, rows: block.rows });
      parts.push(block.headedAt === undefined ? markdown : pagedMarkdown(block));
      return;
    }
    const depth = level(block);
    if (depth !== null) headings.push({ level: depth, text: block.text });
    const text = withMarkupEscaped(block.text);
    parts.push(depth === null ? plain(text) : `${"#".repeat(depth)} ${text}`);
  });
  return { markdown: parts.join(""), headings, tables };
}

/** A text that would be read as a mark of Markdown is not one. */
function plain(text: string): string {
  if (BULLET.test(text)) return text.replace(BULLET, "- ");
  return /^#{1,6}\s/.test(text) ? `\\${text}` : text;
}

function captionOf(before: Block | undefined): string {
  return before?.kind === "paragraph" && before.text.length <= 300 && CAPTION.test(before.text)
    ? before.text
    : "";
}

function joinedPages(pages: readonly (readonly PageBlock[])[]): Block[] {
  const blocks: Block[] = [];
  pages.forEach((page, number) => {
    const before = pages[number - 1] ?? [];
    const feet = blocks.splice(feetFrom(blocks, page));
    const last = blocks.at(-1);
    const inner = page.findIndex((block) => !isRunning(block, before));
    const settled = page.flatMap((block, at) => settledBlock(at === inner ? last : undefined, block));
    const start = settled.findIndex((block, at) => at === MAX_MARGIN || !isRunning(block, before));
    const heads = settled.slice(0, Math.max(0, start));
    const [first, ...rest] = settled.slice(heads.length);
    const whole = last === undefined || first === undefined ? null : joinedBlocks(last, first);
    // Only a table goes on around the lines in the margins: they may stand in a text.
    const isWhole = whole !== null && (whole.kind === "table" || feet.length + heads.length === 0);
    if (isWhole) blocks[blocks.length - 1] = whole;
    blocks.push(...feet, ...heads, ...(isWhole || first === undefined ? [] : [first]), ...rest);
  });
  return blocks;
}

/** Points: as far as a line may move from page to page. */
const SAME_HEIGHT = 6;
/** Lines of a head or a foot, at most. */
const MAX_MARGIN = 6;

/** Where the last of the blocks are lines that the next page has too. */
function feetFrom(blocks: readonly Block[], next: readonly PageBlock[]): number {
  const last = blocks.slice(-MAX_MARGIN);
  return blocks.length - last.length + last.findLastIndex((block) => !isRunning(block, next)) + 1;
}

/** A line in the margin that the page beside has too. Of two pages both may keep theirs. */
function isRunning(block: PageBlock, page: readonly PageBlock[]): boolean {
  if (block.kind !== "paragraph" || block.lines > 1) return false;
  return page.some(
    (other) =>
      other.kind === "paragraph" &&
      Math.abs(other.y - block.y) < SAME_HEIGHT &&
      masked(other.text) === masked(block.text),
  );
}

const masked = (text: string) => text.replaceAll(/\d+/g, "#");

function settledBlock(last: Block | undefined, block: PageBlock): readonly Block[] {
  if (block.kind !== "row") return [block];
  return last?.kind === "table" && goesOn(last, block.table) ? [block.table] : block.otherwise;
}

function joinedBlocks(last: Block, first: Block): Block | null {
  if (last.kind === "table") {
    if (first.kind !== "table") return null;
    const next = withColumnsOf(last, first);
    return goesOn(last, next) ? joinedOverPage(last, next) : null;
  }
  if (first.kind !== "paragraph" || !isCutOff(last, first)) return null;
  return joinedParagraphs(last, first);
}

const joinedParagraphs = (last: Paragraph, first: Paragraph): Paragraph => ({
  ...last,
  text: joinedPair(last.text, first.text),
  lines: last.lines + first.lines,
  bottom: first.bottom,
});

/** Notes, captions and tables between the end of a column and the top of the next, at most. */
const MOST_BETWEEN = 6;

/** A word that was divided at the end of a column goes on at the top of the next, around what stands between them. */
function withWholeWords(blocks: readonly Block[]): Block[] {
  const whole = [...blocks];
  for (let at = 0; at < whole.length - 1; at++) {
    const last = whole[at];
    if (last?.kind !== "paragraph" || !DIVIDED.test(last.text.slice(-4))) continue;
    const near = whole.slice(at + 1, at + 2 + MOST_BETWEEN);
    const place = near.findIndex((block) => block.kind === "paragraph" && isSetAs(last, block));
    const first = near[place];
    if (first?.kind !== "paragraph" || first.y > last.bottom || !isCutOff(last, first)) continue;
    whole[at] = joinedParagraphs(last, first);
    whole.splice(at + 1 + place, 1);
    at--;
  }
  return whole;
}

const isSetAs = (last: Paragraph, first: Paragraph) =>
  Math.abs(last.size - first.size) <= 0.6 && last.bold === first.bold;

/** A sentence that goes on over the page. */
function isCutOff(last: Paragraph, first: Paragraph): boolean {
  if (!isSetAs(last, first)) return false;
  if (last.isEntry === true || last.text.length > LONGEST_PARAGRAPH) return false;
  return /[\p{L}\p{N},-]$/u.test(last.text) && /^\p{Ll}/u.test(first.text) && !LIST_MARK.test(first.text);
}

/** Which paragraphs are headings, and of what level: the largest letters are the first, bold ones of the text the last. */
function levels(blocks: readonly Block[], sizes: SizeCounts): (block: Paragraph) => number | null {
  const { body, boldStandsOut } = sizes;
  const isLarge = (block: Paragraph) => block.size >= body * LARGER;
  const isHeading = (block: Paragraph) =>
    block.isEntry !== true &&
    block.text.length <= LONGEST_HEADING &&
    block.lines <= 4 &&
    !(block.lines > 1 && /[.;,]$/u.test(block.text)) &&
    /\p{L}{2}/u.test(block.text) &&
    (isLarge(block) || (block.bold && boldStandsOut && block.size >= body * 0.95 && isTitleLike(block)));
  const steps = [
    ...new Set(
      blocks.flatMap((block) =>
        block.kind === "paragraph" && isHeading(block) && isLarge(block) ? [Math.round(block.size)] : [],
      ),
    ),
  ].toSorted((a, b) => b - a);
  return (block) => {
    if (!isHeading(block)) return null;
    const at = isLarge(block) ? steps.indexOf(Math.round(block.size)) : steps.length;
    return Math.min(at + 1, MAX_LEVEL);
  };
}

function isTitleLike({ text, lines }: Paragraph): boolean {
  return lines <= 2 && text.length <= 140 && !/[.,;]$/u.test(text) && !BULLET.test(text);
}
