import { describe, expect, it } from "vitest";
import { guttersOf } from "./columns.ts";
import { rowsOf } from "./rows.ts";
import type { Word } from "./word-builder.ts";

/** Letters are five points wide; a cell begins, or ends, where its column does. */
const WIDTH = 5;

type Cells = readonly (readonly [string, number])[];

/** `isSpacedFirst` says whether a space is drawn before the first word of a cell too. */
function wordsOf(cells: Cells, line: number, isSpacedFirst = true): Word[] {
  return cells.flatMap(([cell, x]) => {
    let x0 = x;
    return cell.split(" ").map((text, at) => {
      const word: Word = {
        text,
        x0,
        x1: x0 + text.length * WIDTH,
        y: 100 + line * 20,
        y0: 92 + line * 20,
        y1: 102 + line * 20,
        size: 10,
        bold: false,
        spaced: isSpacedFirst || at > 0,
      };
      x0 = word.x1 + 2.8;
      return word;
    });
  });
}

const columnsOf = (lines: readonly Cells[], isSpacedFirst = true) =>
  guttersOf(rowsOf(lines.flatMap((cells, at) => wordsOf(cells, at, isSpacedFirst))), []).length + 1;

describe("columns that stand close", () => {
  it("are told by where most rows begin again", () => {
    const phones = ["ana@a.es", "leo paz", "sol@sol.es", "eva luz", "rosa@a.es"];
    expect(
      columnsOf(
        phones.map((mail, at) => [
          ["Ana Gil", 0],
          [`60012345${at}`, 100],
          [mail, 149],
        ]),
      ),
    ).toBe(3);
  });

  it.each([
    {
      what: "are told by spaces that are not drawn, however near they are",
      isSpacedFirst: false,
      columns: 3,
    },
    { what: "are not told where a space is drawn as between any words", isSpacedFirst: true, columns: 2 },
  ])("$what", ({ isSpacedFirst, columns }) => {
    const names = ["Ana Gil", "Leonor Paz", "Sol Rey", "Eva Luz", "Rosa Cano"];
    const lines = names.map(
      (name, at): Cells => [
        [name, 0],
        [`Casa ${at}`, 50],
        ["Vigo", 120],
      ],
    );
    expect(columnsOf(lines, isSpacedFirst)).toBe(columns);
  });

  it("are not made by spaces between words", () => {
    const names = ["Ana Gil", "Leonor Paz", "Sol Rey", "Evaristo Luz", "Rosa Cano"];
    expect(
      columnsOf(
        names.map((name, at) => [
          [name, 0],
          [`60012345${at}`, 150],
        ]),
      ),
    ).toBe(2);
  });

  it("of figures are told though names stand beside those that are left out", () => {
    const figures = (text: string, end: number): [string, number] => [text, end - text.length * WIDTH];
    const full = (name: string): [string, number][] => [
      [name, 0],
      figures("1.234,5", 150),
      figures("2.345,6", 190),
      figures("99", 260),
    ];
    const without = (name: string): [string, number][] => [
      [name, 0],
      figures("2.345,6", 190),
      figures("99", 260),
    ];
    const lines = [
      full("Sueldos"),
      without("Rentas"),
      full("Tasas"),
      without("Multas"),
      full("Luz"),
      without("Agua"),
    ];
    expect(columnsOf(lines)).toBe(4);
  });
});
