/** Tables: those that are the sheet of a procedure, label beside value, and those that are data. */
import { areColumnNames } from "../extraction/column-names.ts";
import { type Block, blocksOf } from "./markdown-blocks.ts";
import { plainLine } from "./plain-text.ts";
import { isPartOf, kindOf, type SectionKind } from "./section-kind.ts";

export interface SheetRow {
  readonly label: string;
  readonly cell: string;
}

type Rows = readonly (readonly string[])[];

/** Inside a part that has a heading, a table is its data, unless it names several other parts. */
export function sheetOf(
  rows: Rows,
  { kind: around, heading }: { readonly kind: SectionKind | null; readonly heading: string },
): SheetRow[] | null {
  const least = heading === "" ? 2 : 3;
  const [{ before, banded }, stacked] = [bandedRows(rows), stackedRows(rows)];
  const bands = knownLabels(banded, around);
  if (bands >= Math.max(least, LEAST_BANDS) && bands > knownLabels(stacked, around))
    return [...before, ...banded];
  const vertical = rows.filter((row) => filled(row).length >= 1).map(asRow);
  const isWide = rows.every((row) => row.length > 1 && new Set(filled(row)).size <= 1);
  if (!isWide && rows.every((row) => row.length <= 3) && knownLabels(vertical, around) >= least)
    return vertical;
  if (knownLabels(stacked, around) >= least) return stacked;
  const [head = [], ...body] = rows;
  const horizontal = head.map((label, column) => ({
    label: plainLine(label),
    cell: body
      .map((row) => row[column] ?? "")
      .filter((cell) => cell !== "")
      .join("<br>"),
  }));
  return body.length > 0 && knownLabels(horizontal, around) >= least ? horizontal : null;
}

/** Below a sheet that a line of the site has cut in two, fewer rows tell that it goes on: most of them name parts. */
export function sheetGoingOn(rows: Rows): SheetRow[] | null {
  const [head = []] = rows;
  const isPaired = rows.every((row) => row.length === 2 && new Set(filled(row)).size === 2);
  if (!isPaired || (rows.length > 1 && areColumnNames(head.map(plainLine)))) return null;
  const vertical = rows.map(asRow);
  return knownLabels(vertical, null) > vertical.length / 2 ? vertical : null;
}

/** Label above value, each the whole width of the table. */
function stackedRows(rows: Rows): SheetRow[] {
  const singles = rows.map((row) => [...new Set(filled(row))]);
  if (singles.some((row) => row.length > 1)) return [];
  const lines = singles.flat();
  return lines.flatMap((label, at) =>
    at % 2 === 0 ? [{ label: plainLine(label).replace(/\s*:$/, ""), cell: lines[at + 1] ?? "" }] : [],
  );
}

/** Bands over the whole width that name a part, and below each the rows that say it. */
function bandedRows(rows: Rows): Record<"before" | "banded", SheetRow[]> {
  const bands = rows.map(bandOf);
  const known = bands.filter((band) => band !== null && kindOf(band) !== null);
  const areLoud = known.filter((band) => band !== null && isLoud(band)).length * 2 > known.length;
  const isHead = (band: string) => (areLoud ? isLoud(band) : kindOf(band) !== null);
  const found: { label: string; cells: string[] }[] = [];
  const before: SheetRow[] = [];
  for (const [at, row] of rows.entries()) {
    const band = bands[at] ?? null;
    // What stands right below a head is said of it, even if it sounds like one: "Gratuito", "Registro General".
    const isBelowHead = found.at(-1)?.cells.length === 0;
    if (band !== null && isHead(band) && (areLoud || !isBelowHead)) found.push({ label: band, cells: [] });
    else if (found.length === 0) before.push(asRow(row));
    else found.at(-1)?.cells.push(band === null ? besideOf(row) : (filled(row)[0] ?? ""));
  }
  const banded = found.map(({ label, cells }) => ({
    label,
    cell: cells.filter((cell) => cell !== "").join("<br>"),
  }));
  return { before: before.filter(({ cell }) => cell !== ""), banded };
}

/** Fewer may be chance. */
const LEAST_BANDS = 3;
/** A part is named in few words, and in one line. */
const MAX_BAND = 80;
const isLoud = (text: string) => text === text.toUpperCase() && text !== text.toLowerCase();

function bandOf(row: readonly string[]): string | null {
  const [cell = ""] = row;
  if (row.length < 2 || cell === "" || row.some((other) => other !== cell)) return null;
  return cell.length > MAX_BAND || /<br/i.test(cell) || isSentence(cell)
    ? NOT_NAMED
    : plainLine(cell).replace(/\s*:$/, "");
}

/** "L'adreça electrònica no es publicarà." */
const isSentence = (cell: string) =>
  /[.!]\s*$/.test(cell) && cell.trim().split(/\s+/).length >= WORDS_OF_SENTENCE;
const WORDS_OF_SENTENCE = 4;

/** As wide as a band, and no name. */
const NOT_NAMED = "";

/** "1 | Documento de identidad", "En línea | Con certificado": an item, with what it calls itself. */
function besideOf(row: readonly string[]): string {
  const [first = "", ...rest] = filled(row);
  if (rest.length === 0) return first;
  return /^\d{1,3}[.)º]?$/.test(first)
    ? `- ${rest.join("; ")}`
    : `- ${first.replace(/:$/, "")}: ${rest.join("; ")}`;
}

const filled = (row: readonly string[]) => row.filter((cell) => cell !== "");

function asRow(row: readonly string[]): SheetRow {
  const [label = "", ...cells] = row;
  return { label: plainLine(label).replace(/\s*:$/, ""), cell: [...new Set(filled(cells))].join("<br>") };
}

/** Different parts, each with something to say: a column of deadlines or of channels is no sheet. */
function knownLabels(rows: readonly SheetRow[], around: SectionKind | null): number {
  const kinds = rows
    .filter(({ cell, label }) => cell !== "" && label.length <= 80)
    .map(({ label }) => kindOf(label)?.kind)
    .filter((kind) => kind !== undefined)
    .filter((kind) => around === null || (kind !== around && !isPartOf(kind, around)));
  return new Set(kinds).size;
}

/** The parts of a cell are told apart by `<br>`. */
export function cellBlocks(cell: string): Block[] {
  return blocksOf(cell.replaceAll(/<br\s*\/?>/gi, "\n").replaceAll(String.raw`\|`, "|"));
}

export interface TableItem {
  readonly label: string | null;
  readonly text: string;
}

/** One item a row; the names of the columns, where there are three or more, stand in every item. */
export function itemsOfTable(rows: Rows): TableItem[] {
  const [head = [], ...body] = rows;
  if (head.length <= 2 || body.length === 0) {
    const isNamed = body.length > 0 && areColumnNames(head.map(plainLine));
    return (isNamed ? body : rows).flatMap((row) => itemOf(row));
  }
  const names = head.map(plainLine);
  return body.flatMap((row) => {
    const cells = row.map(plainLine);
    const text = cells
      .map((cell, at) =>
        cell === "" ? "" : at === 0 || (names[at] ?? "") === "" ? cell : `${names[at]}: ${cell}`,
      )
      .filter((cell) => cell !== "");
    return text.length === 0 ? [] : [{ label: cells[0] || null, text: text.join("; ") }];
  });
}

/** A cell may hold nothing but the bullet of the next one. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;

function itemOf(row: readonly string[]): TableItem[] {
  const [first = "", ...rest] = filled(row)
    .map(plainLine)
    .filter((cell) => SAYS_SOMETHING.test(cell));
  if (first === "") return [];
  return rest.length === 0
    ? [{ label: null, text: first }]
    : [{ label: first, text: `${first.replace(/:$/, "")}: ${rest.join("; ")}` }];
}
