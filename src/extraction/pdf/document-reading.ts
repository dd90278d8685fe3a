/** What is gathered of a document while its pages are read, one after the other. */
import type { ExtractedLink, FormField } from "../../domain/extracted-document.ts";
import { webUrl } from "../../finders/web-url.ts";
import type { SeenText } from "../ocr/seen-page.ts";
import { SizeCounts } from "./document-text.ts";
import { fieldsOf, type Widget } from "./form-fields.ts";
import { type Box, holds, movedBox } from "./geometry.ts";
import { gatherCompounds } from "./line-joining.ts";
import { turnedRule, turnMatrix } from "./page-content.ts";
import { type PageBlock, pageBlocks } from "./page-layout.ts";
import type { ReadPage } from "./pdf-file.ts";
import { type Row, rowsOf, type Segment, textOf } from "./rows.ts";
import type { PdfTable } from "./table.ts";
import { type Margins, marginsOf, RunningLines } from "./running-lines.ts";
import { withWholeLeaders } from "./whole-leaders.ts";
import type { Turn, Word } from "./word-builder.ts";

/** Pages on which a title may stand. */
const FIRST_PAGES = 2;
/** Pages read ahead, to tell what runs through them. */
const LOOK_AHEAD = 6;
/** On a page that is a picture, no more words than a stamp or a scanner's name. */
const STAMP_WORDS = 8;

/** A page as it was read, or as it was seen where it is a picture. */
type GatheredPage = ReadPage & { readonly seen?: SeenText };

interface OpenPage {
  readonly number: number;
  readonly page: GatheredPage;
  /** As most of its text runs. */
  readonly turn: Turn;
  readonly words: readonly Word[];
  readonly rows: readonly Row[];
  readonly margins: Margins;
}

/** Most words stand between the margins: only the others are looked up. */
function withoutRunning(words: readonly Word[], running: ReadonlySet<Word>, height: number): Word[] {
  let [top, bottom] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const { y } of running) {
    if (y < height / 2) top = Math.max(top, y);
    else bottom = Math.min(bottom, y);
  }
  return words.filter((word) => {
    const { y } = word;
    return (y > top && y < bottom) || !running.has(word);
  });
}

/** What has been read so far: of each page no more than its blocks, but for the few that are still compared. */
export class DocumentReading {
  readonly pages: PageBlock[][] = [];
  /** Those that nobody has looked at. */
  readonly imagePages: number[] = [];
  readonly seenPages: { readonly page: number; readonly confidence: number }[] = [];
  readonly links = new Map<string, ExtractedLink>();
  readonly fields: FormField[] = [];
  readonly sizes = new SizeCounts();
  /** What is written on the first pages: a title may follow a cover. */
  readonly opening: string[] = [];
  damaged = 0;
  letters = 0;
  isPartial = false;
  /** In a text layer. */
  hasText = false;
  /** In a picture. */
  hasSeenText = false;
  #read = 0;
  #withOwnWords = 0;
  #withoutOwnWords = 0;
  #pictures: { readonly from: number } | null = null;
  readonly #stamped: { readonly number: number; readonly blocks: PageBlock[] }[] = [];
  readonly #open: OpenPage[] = [];
  readonly #running = new RunningLines();
  readonly #compounds = new Set<string>();
  readonly #fieldNames = new Set<string>();

  get isEmpty(): boolean {
    return this.#read === 0;
  }

  add(number: number, page: GatheredPage): void {
    this.#read++;
    const turn = mainTurn(page);
    const words = withWholeLeaders(page.words.get(turn) ?? []);
    const rows = rowsOf(words);
    const margins = marginsOf(turn === 0 ? rows : [], page.height, number);
    for (const { segments } of rows) for (const segment of segments) this.sizes.add(segment);
    if (number <= FIRST_PAGES)
      this.opening.push(...rows.flatMap(({ segments }) => segments.map(({ text }) => text)));
    for (const { text } of words) {
      this.letters += text.length;
      gatherCompounds(text, this.#compounds);
    }
    this.#running.add(number, margins);
    this.#annotations(page, turn, words, rows);
    this.#open.push({ number, page, turn, words, rows, margins });
    if (this.#open.length > LOOK_AHEAD) this.#close();
  }

  /**
   * Where no page has a text, a few words on a picture are a stamp, and not what the page says. Beside pages of text
   * they may be all that there is on it, as on a slide.
   */
  finish(): void {
    while (this.#open.length > 0) this.#close();
    if (this.hasText) return;
    for (const { number, blocks } of this.#stamped) blocks.push(placeholder(number, number));
  }

  #close(): void {
    const open = this.#open.shift();
    if (open === undefined) return;
    const { number, page, turn, words, rows } = open;
    const running = this.#runningWords(open);
    const own = running.size === 0 ? words : withoutRunning(words, running, page.height);
    const ownRows = running.size === 0 ? rows : rows.filter(({ segments }) => !isOf(running, segments));
    const seen = (boxes: readonly Box[]) => (turn === 0 ? boxes : boxes.map((box) => turnedRule(turn, box)));
    const blocks = pageBlocks(own, seen(page.rules), this.#compounds, {
      known: ownRows,
      shades: seen(page.shades),
      before: lastTable(this.pages.at(-1)),
    });
    for (const [other, turned] of page.words) {
      if (other !== turn) blocks.push(...pageBlocks(turned, [], this.#compounds));
    }
    if (page.seen !== undefined) this.#seen(number, page.seen, blocks);
    else if (isPicture(page)) {
      this.imagePages.push(number);
      if (blocks.length === 0) return this.#picture(number);
      this.#stamped.push({ number, blocks });
    } else if (page.words.size > 0) this.hasText = true;
    this.pages.push(blocks);
    this.#pictures = null;
  }

  /**
   * Until a page has had words of its own, those that run may be all that there are. Where pages that have none are as
   * many as others, it is not that they were left empty.
   */
  #runningWords({ number, page, margins, words }: OpenPage): ReadonlySet<Word> {
    const running = this.#running.wordsOf(number, margins, this.sizes.body);
    if (running.size < words.length) this.#withOwnWords++;
    else if (words.length > 0 && !isPicture(page)) this.#withoutOwnWords++;
    const isAll = running.size === words.length && this.#withoutOwnWords >= this.#withOwnWords;
    return this.#withOwnWords === 0 || (isAll && !isPicture(page)) ? new Set() : running;
  }

  #seen(page: number, { confidence, placeholder: instead }: SeenText, blocks: PageBlock[]): void {
    this.seenPages.push({ page, confidence });
    if (instead === null) this.hasSeenText = true;
    else blocks.push(plainBlock(instead));
    // One on which nothing is written has been read; one that is not legible has not.
    this.isPartial ||= instead !== null && confidence > 0;
  }

  /** Pictures that follow each other are named together. */
  #picture(number: number): void {
    if (this.#pictures === null) this.pages.push([]);
    this.#pictures = { from: this.#pictures?.from ?? number };
    this.pages[this.pages.length - 1] = [placeholder(this.#pictures.from, number)];
  }

  #annotations({ widgets, links }: ReadPage, turn: Turn, words: readonly Word[], rows: readonly Row[]): void {
    const matrix = turnMatrix(turn);
    if (widgets.length > 0) {
      const placed: Widget[] = widgets.map((widget) => ({ ...widget, box: movedBox(matrix, widget.box) }));
      const labels = rowsOf(words.filter((word) => !placed.some(({ box }) => isInside(word, box))));
      for (const field of fieldsOf(placed, labels)) {
        if (field.name !== "" && this.#fieldNames.has(field.name)) continue;
        this.#fieldNames.add(field.name);
        this.fields.push(field);
      }
    }
    for (const link of links) {
      const url = webUrl(link.url);
      if (url === null) continue;
      const box = movedBox(matrix, link.box);
      const inside = rows.flatMap(({ segments }) =>
        segments.flatMap((segment) => segment.words.filter((word) => isInside(word, box))),
      );
      const text = textOf(inside);
      this.links.set(`${url} ${text}`, { text, url });
    }
  }
}

/** The table that a page ends with, above the lines of its foot. */
function lastTable(page: readonly PageBlock[] = []): PdfTable | undefined {
  const last = page.findLast((block) => block.kind !== "paragraph" || block.lines > 1);
  return last?.kind === "table" ? last : undefined;
}

/** Rows run whole or not at all. */
const isOf = (running: ReadonlySet<Word>, segments: readonly Segment[]) => {
  const first = segments[0]?.words[0];
  return first !== undefined && running.has(first);
};

const isInside = (word: Word, box: Box) => holds(box, (word.x0 + word.x1) / 2, word.y - 0.3 * word.size);

/** Turned text is the page's own only where there is clearly more of it. */
function mainTurn({ words }: ReadPage): Turn {
  const letters = (turn: Turn) => (words.get(turn) ?? []).reduce((sum, { text }) => sum + text.length, 0);
  const upright = letters(0) * 1.5;
  return [90, 180, 270].find((turn) => letters(turn) > upright) ?? 0;
}

export function isPicture({ words, hasImage, imageShare }: ReadPage): boolean {
  const count = [...words.values()].reduce((sum, each) => sum + each.length, 0);
  return count === 0 ? hasImage : count < STAMP_WORDS && imageShare > 0.6;
}

/** One line, so that nobody takes the pages for empty ones. */
function placeholder(from: number, to: number): PageBlock {
  return plainBlock(
    from === to
      ? `[Page ${from}: image without a text layer, needs OCR]`
      : `[Pages ${from}-${to}: images without a text layer, need OCR]`,
  );
}

function plainBlock(text: string): PageBlock {
  return { kind: "paragraph", text, size: 0, bold: false, lines: 1, x0: 0, y: 0, bottom: 0 };
}
