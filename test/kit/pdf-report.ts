/** A long report of core analyses: prose, and four tables of eleven columns without a rule. */
import { pdfOf, type PdfPageParts, shown, widthOf } from "./pdf.ts";

const HEAD = ["Sample", "Depth", "Kair", "Kmax", "Kvert", "Por", "Sat", "Gas", "Dens", "Temp", "Class"];
const WORDS =
  "the core was cut in a sandstone of fine grain with some shale and a little calcite at the base of the unit where porosity and permeability are low compared with the interval above".split(
    " ",
  );
const ROWS = 34;
const SIZE = 8;

export interface Report {
  readonly bytes: Uint8Array;
  /** By table, with its head. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

export function coreReport(pageCount = 253): Report {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const tables = Array.from({ length: 4 }, (_, at) => [HEAD, ...tableRows(at, random)]);
  const places = tables.map((_, at) => Math.floor(((at + 0.5) * pageCount) / 4));
  const pages = Array.from({ length: pageCount }, (_, number) => {
    const at = places.indexOf(number);
    const table = at === -1 ? undefined : tables[at];
    return page(number, pageCount, random, table, at);
  });
  return { bytes: pdfOf(pages, { title: "Core analysis of a well" }), tables };
}

function tableRows(table: number, random: () => number): string[][] {
  return Array.from({ length: ROWS }, (_, row) => [
    `${table + 1}-${row + 1}`,
    (4000 + table * 400 + row * 1.3).toFixed(1),
    ...Array.from({ length: 8 }, (__, column) =>
      // Now and then nothing was measured.
      random() < 0.06 ? "" : (random() * 10 ** (column % 4)).toFixed(column % 3),
    ),
    ["A", "B", "C", "sandy shale"][Math.floor(random() * 4)] ?? "A",
  ]);
}

function page(
  number: number,
  pageCount: number,
  random: () => number,
  table: readonly (readonly string[])[] | undefined,
  at: number,
): PdfPageParts {
  const lines = [
    shown("Report of core analyses", 50, 810, 8),
    shown(`Page ${number + 1} of ${pageCount}`, 270, 30, 8),
  ];
  let y = 770;
  if (number % 10 === 0) {
    lines.push(shown(`Section ${number / 10 + 1}: results`, 50, y, 14, "F2"));
    y -= 30;
  }
  if (table !== undefined) {
    lines.push(shown(`Table ${at + 1}. Measured values`, 50, y, 9));
    y -= 20;
    for (const row of table) {
      lines.push(...rowOf(row, y));
      y -= 12;
    }
    y -= 20;
  }
  for (; y > 60; y -= 13) lines.push(shown(prose(random), 50, y, 10));
  return { content: lines.join("\n") };
}

/** Figures end at the right of their column, the rest starts at its left. */
function rowOf(row: readonly string[], y: number): string[] {
  return row.flatMap((cell, at) => {
    if (cell === "") return [];
    const left = 45 + at * 46;
    const x = at === 0 || at === 10 ? left : left + 34 - widthOf(cell, SIZE);
    return [shown(cell, Number(x.toFixed(2)), y, SIZE)];
  });
}

function prose(random: () => number): string {
  return Array.from({ length: 15 }, () => WORDS[Math.floor(random() * WORDS.length)] ?? "").join(" ");
}
