/** A page as blocks in the order they are read. */
import { alignedTables } from "./aligned-table.ts";
import type { Box } from "./geometry.ts";
import { type Line, linesAsParagraphs, type Paragraph } from "./paragraphs.ts";
import { inReadingOrder, type Placed } from "./reading-order.ts";
import { type Row, rowsOf } from "./rows.ts";
import { gridsOf, isUpright } from "./rule-grid.ts";
import { ruledParts } from "./ruled-table.ts";
import { goesOn, joined, type PdfTable } from "./table.ts";
import type { Word } from "./word-builder.ts";

export type Block = Paragraph | PdfTable;

/** Something that has one place in the reading order. */
type Part = Placed &
  (
    | { readonly kind: "line"; readonly line: Line }
    | { readonly kind: "block"; readonly blocks: readonly Block[] }
  );

/** Frames in frames, as deep as they are opened. */
const MAX_DEPTH = 3;
/** Rules shorter than a few lines underline a word. */
const WALL = 24;

/** `known` are the rows of these words, where they have been told before. */
export function pageBlocks(
  words: readonly Word[],
  rules: readonly Box[],
  compounds: ReadonlySet<string>,
  known?: readonly Row[],
): Block[] {
  return joinedTables(layout(words, rules, compounds, 0, known));
}

function layout(
  words: readonly Word[],
  rules: readonly Box[],
  compounds: ReadonlySet<string>,
  depth: number,
  known?: readonly Row[],
): Block[] {
  const { parts, rest } =
    depth < MAX_DEPTH ? ruled(words, rules, compounds, depth) : { parts: [], rest: words };
  const walls = rules.filter((rule) => isUpright(rule) && rule.y1 - rule.y0 >= WALL);
  const rows = known !== undefined && rest === words && walls.length === 0 ? known : rowsOf(rest, walls);
  const tables = alignedTables(rows, walls);
  const taken = new Set<Row>(tables.flatMap((found) => found.rows));
  const lines = rows.filter((row) => !taken.has(row)).flatMap(linesOf);
  const all: Part[] = [...parts, ...tables.map(({ table }) => blockPart([table], table)), ...lines];
  return blocksOf(inReadingOrder(all), compounds);
}

/** What stands in grids of rules, and the words that do not. */
function ruled(
  words: readonly Word[],
  rules: readonly Box[],
  compounds: ReadonlySet<string>,
  depth: number,
): { parts: Part[]; rest: readonly Word[] } {
  const taken = new Set<Word>();
  const parts: Part[] = [];
  const area = (box: Box) => (box.x1 - box.x0) * (box.y1 - box.y0);
  for (const grid of gridsOf(rules).toSorted((a, b) => area(a) - area(b))) {
    for (const part of ruledParts(
      grid,
      words.filter((word) => !taken.has(word)),
    )) {
      const blocks: Block[] =
        part.kind === "table" ? [part.table] : layout(part.words, [], compounds, depth + 1);
      parts.push(blockPart(blocks, part.kind === "table" ? part.table : extentOf(part.words)));
      for (const word of part.words) taken.add(word);
    }
  }
  return { parts, rest: taken.size === 0 ? words : words.filter((word) => !taken.has(word)) };
}

function extentOf(words: readonly Word[]): Box {
  return {
    x0: Math.min(...words.map(({ x0 }) => x0)),
    y0: Math.min(...words.map(({ y0 }) => y0)),
    x1: Math.max(...words.map(({ x1 }) => x1)),
    y1: Math.max(...words.map(({ y1 }) => y1)),
  };
}

function blockPart(blocks: readonly Block[], { x0, y0, x1, y1 }: Box): Part {
  return { kind: "block", blocks, x0, y0, x1, y1, size: 0 };
}

function linesOf(row: Row): Part[] {
  return row.segments.map((segment) => ({
    kind: "line",
    x0: segment.x0,
    x1: segment.x1,
    y0: row.y0,
    y1: row.y1,
    size: row.size,
    line: {
      x0: segment.x0,
      x1: segment.x1,
      y: row.y,
      size: largest(segment.words),
      bold: segment.words.every(({ bold }) => bold),
      text: segment.text,
    },
  }));
}

/** Of most letters. */
function largest(words: readonly Word[]): number {
  return words.reduce((size, word) => Math.max(size, word.size), 0);
}

function blocksOf(parts: readonly Part[], compounds: ReadonlySet<string>): Block[] {
  const blocks: Block[] = [];
  let lines: Line[] = [];
  for (const part of parts) {
    if (part.kind === "line") {
      lines.push(part.line);
      continue;
    }
    blocks.push(...linesAsParagraphs(lines, compounds), ...part.blocks);
    lines = [];
  }
  return [...blocks, ...linesAsParagraphs(lines, compounds)];
}

/** A head in rules of its own and the rows under it are one table. */
function joinedTables(blocks: readonly Block[]): Block[] {
  const found: Block[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    if (block.kind === "table" && last?.kind === "table" && block.y0 - last.y1 < 24 && goesOn(last, block))
      found[found.length - 1] = { ...joined(last, block), y1: block.y1 };
    else found.push(block);
  }
  return found;
}
