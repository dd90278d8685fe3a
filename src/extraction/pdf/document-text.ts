/** Pages of blocks as one text: headings told by their letters, what goes on over pages joined. */
import type { ExtractedHeading, ExtractedTable } from "../../domain/extracted-document.ts";
import { joinedPair } from "./line-joining.ts";
import type { Block } from "./page-layout.ts";
import { LIST_MARK, type Paragraph } from "./paragraphs.ts";
import type { Word } from "./word-builder.ts";
import { goesOn, joined, tableMarkdown } from "./table.ts";

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
    for (const { text: letters, size, bold } of words) {
      const rounded = Math.round(size * 2) / 2;
      count(this.#letters, rounded, letters.length);
      if (text.length >= RUNNING_TEXT) count(this.#running, rounded, letters.length);
      this.#all += letters.length;
      if (bold) this.#bold += letters.length;
    }
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

export function documentText(pages: readonly (readonly Block[])[], sizes: SizeCounts): DocumentText {
  const blocks = joinedPages(pages);
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
      parts.push(markdown);
      return;
    }
    const depth = level(block);
    if (depth !== null) headings.push({ level: depth, text: block.text });
    parts.push(depth === null ? plain(block.text) : `${"#".repeat(depth)} ${block.text}`);
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

function joinedPages(pages: readonly (readonly Block[])[]): Block[] {
  const blocks: Block[] = [];
  for (const page of pages) {
    const [first, ...rest] = page;
    if (first === undefined) continue;
    const last = blocks.at(-1);
    const whole = last === undefined ? null : joinedBlocks(last, first);
    if (whole === null) blocks.push(first);
    else blocks[blocks.length - 1] = whole;
    blocks.push(...rest);
  }
  return blocks;
}

function joinedBlocks(last: Block, first: Block): Block | null {
  if (last.kind === "table")
    return first.kind === "table" && goesOn(last, first) ? joined(last, first) : null;
  if (first.kind !== "paragraph" || !isCutOff(last, first)) return null;
  return { ...last, text: joinedPair(last.text, first.text), lines: last.lines + first.lines };
}

/** A sentence that goes on over the page. */
function isCutOff(last: Paragraph, first: Paragraph): boolean {
  if (Math.abs(last.size - first.size) > 0.6 || last.bold !== first.bold) return false;
  if (last.text.length > LONGEST_PARAGRAPH) return false;
  return /[\p{L}\p{N},-]$/u.test(last.text) && /^\p{Ll}/u.test(first.text) && !LIST_MARK.test(first.text);
}

/** Which paragraphs are headings, and of what level: the largest letters are the first, bold ones of the text the last. */
function levels(blocks: readonly Block[], sizes: SizeCounts): (block: Paragraph) => number | null {
  const { body, boldStandsOut } = sizes;
  const isLarge = (block: Paragraph) => block.size >= body * LARGER;
  const isHeading = (block: Paragraph) =>
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
