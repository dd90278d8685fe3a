/** A page as blocks in the order they are read. */
import { alignedTables, type FoundTable } from "./aligned-table.ts";
import { type BandedTable, bandedTables } from "./banded-table.ts";
import { drawnTables } from "./drawn-table.ts";
import type { Box } from "./geometry.ts";
import { type GoingOn, goingOnRows } from "./going-on-rows.ts";
import { areLed, isEntry } from "./leaders.ts";
import { withoutNotes } from "./margin-notes.ts";
import { type Line, linesAsParagraphs, type Paragraph } from "./paragraphs.ts";
import { columnRows } from "./prose-columns.ts";
import { inReadingOrder, NARROW_GUTTER, type Placed } from "./reading-order.ts";
import { type Row, rowsOf } from "./rows.ts";
import { headedGrids } from "./shaded-head.ts";
import { shadedTables } from "./shaded-table.ts";
import { isUpright } from "./rule-grid.ts";
import { type RuledPart, ruledParts } from "./ruled-table.ts";
import { beginsAlike, goesOn, joined, type LoneRow, type PdfTable } from "./table.ts";
import type { Word } from "./word-builder.ts";

export type Block = Paragraph | PdfTable;
/** What a page may begin with, besides. */
export type PageBlock = Block | LoneRow<Block>;

/** Something that has one place in the reading order. */
type Part = Placed &
  (
    | { readonly kind: "line"; readonly line: Line }
    | { readonly kind: "block"; readonly blocks: readonly PageBlock[] }
  );

/** Frames in frames, as deep as they are opened. */
const MAX_DEPTH = 3;
/** Rules shorter than a few lines underline a word. */
const WALL = 24;

/** What is known of a page beside its words and rules. */
interface Surroundings {
  /** The rows of these words, where they have been told before. */
  readonly known?: readonly Row[];
  readonly shades?: readonly Box[];
  /** The table with which the page before ended. */
  readonly before?: PdfTable | undefined;
}

export function pageBlocks(
  words: readonly Word[],
  rules: readonly Box[],
  compounds: ReadonlySet<string>,
  around: Surroundings = {},
): PageBlock[] {
  const blocks = layout(words, rules, compounds, 0, around);
  const at = blocks.findIndex((block) => block.kind !== "paragraph" || block.lines > 1);
  const row = blocks[at];
  if (row?.kind !== "row") return joinedTables(settled(blocks));
  return [...blocks.slice(0, at), row, ...joinedTables(settled(blocks.slice(at + 1)))];
}

/** Only at the top of a page, or below the lines of its head, may a row go on with the table of the page before. */
function settled(blocks: readonly PageBlock[]): Block[] {
  return blocks.flatMap((block) => (block.kind === "row" ? block.otherwise : [block]));
}

function layout(
  words: readonly Word[],
  rules: readonly Box[],
  compounds: ReadonlySet<string>,
  depth: number,
  { known, shades = [], before }: Surroundings = {},
): PageBlock[] {
  const walls = rules.filter((rule) => isUpright(rule) && rule.y1 - rule.y0 >= WALL);
  const { parts, rest } =
    depth < MAX_DEPTH ? ruled(words, rules, walls, compounds, depth, shades) : { parts: [], rest: words };
  const whole = known !== undefined && rest === words && walls.length === 0 ? known : rowsOf(rest, walls);
  const parted = columnRows(whole, walls);
  const { text, notes } = parted.length > 1 ? { text: [], notes: [] } : withoutNotes(whole, walls);
  const columns = parted.length > 1 ? parted : [text];
  const rows = columns.flat();
  const found = columns.flatMap((column) => alignedTables(column, walls));
  const going = before === undefined || columns.length > 1 ? null : goingOn(rows, found, before);
  const tables =
    going === null ? found : found.filter((each) => !each.rows.some((row) => going.rows.includes(row)));
  if (going !== null) parts.push(blockPart([loneRow(going, compounds)], going.table));
  const taken = new Set<Row>([...tables.flatMap((each) => each.rows), ...(going?.rows ?? [])]);
  const lines = rows.filter((row) => !taken.has(row)).flatMap(linesOf);
  const all: Part[] = [...parts, ...tables.map((table) => tablePart(table, compounds)), ...lines];
  const blocks = blocksOf(inReadingOrder(all, columns.length > 1 ? NARROW_GUTTER : undefined), compounds);
  return notes.length === 0 ? blocks : withNotes(blocks, notes, compounds);
}

/** Each after what it stands beside, but neither first nor last: there the text may go on over pages. */
function withNotes(
  blocks: readonly PageBlock[],
  notes: readonly (readonly Row[])[],
  compounds: ReadonlySet<string>,
): PageBlock[] {
  const tops = blocks.map((block) => (block.kind === "paragraph" ? block.y : tableOf(block).y0));
  const placeOf = ([first]: readonly Row[]) => {
    const beside = tops.findLastIndex((top) => first !== undefined && top <= first.y);
    return Math.max(1, Math.min(beside + 1, blocks.length - 1));
  };
  const placed = notes.map((note) => ({ place: placeOf(note), lines: note.flatMap(linesOf) }));
  const at = (place: number) =>
    placed.filter((note) => note.place === place).flatMap(({ lines }) => blocksOf(lines, compounds));
  return [...blocks.flatMap((block, place) => [...at(place), block]), ...at(blocks.length)];
}

const tableOf = (block: PdfTable | LoneRow<Block>) => (block.kind === "row" ? block.table : block);

const tablePart = ({ table, sides }: FoundTable, compounds: ReadonlySet<string>): Part =>
  blockPart(sides?.flatMap((words) => layout(words, [], compounds, MAX_DEPTH)) ?? [table], table);

/** Rows of a table that go on with the one before as it is say more than if they were cut as that one. */
function goingOn(rows: readonly Row[], tables: readonly FoundTable[], before: PdfTable) {
  const first = tables.find(({ table }) => table.columns.length >= before.columns.length);
  const end = first === undefined ? -1 : rows.findIndex((row) => first.rows.includes(row));
  return goingOnRows(end === -1 ? rows : rows.slice(0, end), before);
}

const loneRow = ({ table, words }: GoingOn, compounds: ReadonlySet<string>): LoneRow<Block> => ({
  kind: "row",
  table,
  otherwise: settled(layout(words, [], compounds, MAX_DEPTH)),
});

/** What stands in grids of rules, or is drawn cell by cell, and the words that do not. */
function ruled(
  words: readonly Word[],
  rules: readonly Box[],
  walls: readonly Box[],
  compounds: ReadonlySet<string>,
  depth: number,
  shades: readonly Box[],
): { parts: Part[]; rest: readonly Word[] } {
  const taken = new Set<Word>();
  const parts: Part[] = [];
  const take = ({ table, words: own }: BandedTable) => {
    parts.push(blockPart([table], table));
    for (const word of own) taken.add(word);
  };
  bandedTables(words, rules).forEach(take);
  const area = (box: Box) => (box.x1 - box.x0) * (box.y1 - box.y0);
  for (const grid of headedGrids(rules, shades).toSorted((a, b) => area(a) - area(b))) {
    for (const part of ruledParts(
      grid,
      words.filter((word) => !taken.has(word)),
    )) {
      // Below other things it goes on with none.
      if (part.kind === "row" && (depth > 0 || words.some(({ y }) => y < grid.y0))) continue;
      parts.push(
        blockPart(
          blocksIn(part, compounds, depth),
          part.kind === "region" ? extentOf(part.words) : part.table,
        ),
      );
      for (const word of part.words) taken.add(word);
    }
  }
  const rest = () => (taken.size === 0 ? words : words.filter((word) => !taken.has(word)));
  drawnTables(rest(), walls)
    .filter(({ words: own }) => !areLed(own))
    .forEach(take);
  shadedTables(rest(), shades).forEach(take);
  return { parts, rest: rest() };
}

function blocksIn(part: RuledPart, compounds: ReadonlySet<string>, depth: number): PageBlock[] {
  if (part.kind === "table") return [part.table];
  const blocks = settled(layout(part.words, [], compounds, depth + 1));
  return part.kind === "row" ? [{ kind: "row", table: part.table, otherwise: blocks }] : blocks;
}

function extentOf(words: readonly Word[]): Box {
  return {
    x0: Math.min(...words.map(({ x0 }) => x0)),
    y0: Math.min(...words.map(({ y0 }) => y0)),
    x1: Math.max(...words.map(({ x1 }) => x1)),
    y1: Math.max(...words.map(({ y1 }) => y1)),
  };
}

function blockPart(blocks: readonly PageBlock[], { x0, y0, x1, y1 }: Box): Part {
  return { kind: "block", blocks, x0, y0, x1, y1, size: 0 };
}

function linesOf(row: Row): Part[] {
  const y = baseline(row);
  return row.segments.map(({ words, text, x0, x1 }) => ({
    kind: "line",
    x0,
    x1,
    y0: row.y0,
    y1: row.y1,
    size: row.size,
    line: {
      x0,
      x1,
      y,
      size: mainSize(words),
      bold: words.every(({ bold }) => bold),
      text,
      isEntry: isEntry(words),
    },
  }));
}

/** Of most letters: a bullet beside them may be set lower. */
function baseline(row: Row): number {
  if (row.segments.every(({ words: own }) => own.every(({ size: each }) => each === row.size))) return row.y;
  const words = row.segments.flatMap((segment) => segment.words);
  const size = mainSize(words);
  if (size === row.size) return row.y;
  return words.reduce((lowest, word) => (word.size === size ? Math.max(lowest, word.y) : lowest), -Infinity);
}

/** Of most letters: a large bullet before a line does not make a heading of it, nor does what is filled in. */
function mainSize(words: readonly Word[]): number {
  const [first] = words;
  if (first === undefined || words.every(({ size }) => size === first.size)) return first?.size ?? 0;
  const letters = new Map<number, number>();
  for (const { size, text } of words) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].reduce((most, each) =>
    each[1] > most[1] || (each[1] === most[1] && each[0] > most[0]) ? each : most,
  )[0];
}

function blocksOf(parts: readonly Part[], compounds: ReadonlySet<string>): PageBlock[] {
  const blocks: PageBlock[] = [];
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

/** A head in rules of its own and the rows under it are one table; where the head comes again, another begins. */
function joinedTables(blocks: readonly Block[]): Block[] {
  const found: Block[] = [];
  for (const block of blocks) {
    const last = found.at(-1);
    const isNear = block.kind === "table" && last?.kind === "table" && block.y0 - last.y1 < 24;
    if (isNear && block.isApart !== true && goesOn(last, block) && !beginsAlike(last, block))
      found[found.length - 1] = { ...joined(last, block), y1: block.y1 };
    else found.push(block);
  }
  return found;
}
