import { describe, expect, it } from "vitest";
import {
  joinedOverPage,
  pagedMarkdown,
  type PdfTable,
  tableMarkdown,
  withColumnsOf,
  withCurrency,
} from "./table.ts";

const columns = (...xs: readonly number[]) => xs.map((x0) => ({ x0, x1: x0 + 30 }));

const table = (rows: readonly (readonly string[])[], ...xs: readonly number[]): PdfTable => ({
  kind: "table",
  x0: 0,
  y0: 0,
  x1: 500,
  y1: 100,
  rows,
  columns: columns(...xs),
});

describe("signs of money in a column of their own", () => {
  it("belong to the figures beside them", () => {
    const rows = [
      ["Caja", "", "2023", "", "2022"],
      ["Banco", "$", "1,200", "$", "900"],
      ["Deuda", "$", "(80)", "$", "—"],
    ];
    const joined = withCurrency({ rows, columns: columns(0, 100, 140, 200, 240) });
    expect(joined.rows).toEqual([
      ["Caja", "2023", "2022"],
      ["Banco", "$1,200", "$900"],
      ["Deuda", "$(80)", "$—"],
    ]);
    expect(joined.columns.map(({ x0 }) => x0)).toEqual([0, 100, 200]);
  });

  it("stay where names stand beside them", () => {
    const rows = [
      ["$", "Dólar"],
      ["€", "Euro"],
    ];
    expect(withCurrency({ rows, columns: columns(0, 50) }).rows).toEqual(rows);
  });
});

describe("the rest of a table on another page", () => {
  const first = table([["Fecha", "Concepto", "Cargo", "Abono"]], 0, 50, 100, 150);

  it("has the columns that say nothing there", () => {
    const rest = table([["02/03", "Recibo", "35,10"]], 0, 50, 155);
    expect(withColumnsOf(first, rest).rows).toEqual([["02/03", "Recibo", "", "35,10"]]);
  });

  it("is another table where its columns are in other places", () => {
    const other = table([["a", "b", "c"]], 0, 35, 300);
    expect(withColumnsOf(first, other)).toBe(other);
  });
});

describe("a row that the end of a page has parted", () => {
  const before = (...last: readonly string[]) =>
    table([["Nombre", "Cargo", "Nota", "Sala"], last], 0, 50, 100, 150);

  it.each([
    {
      what: "is whole again where the rest fills what it has left empty",
      last: ["Ana Gil", "", "", "12"],
      rest: ["", "Jefa de servicio", "", ""],
      rows: [["Ana Gil", "Jefa de servicio", "", "12"]],
    },
    {
      what: "is whole again where one of its texts goes on",
      last: ["Ana Gil", "Jefa del servicio de", "Titular", "12"],
      rest: ["", "compras", "", ""],
      rows: [["Ana Gil", "Jefa del servicio de compras", "Titular", "12"]],
    },
    {
      what: "is not seen in a row of a group, which has a cell for each",
      last: ["Ana Gil", "jefa", "titular", "12"],
      rest: ["", "vocal", "suplente", "13"],
    },
    {
      what: "is not seen in a row with a name",
      last: ["Ana Gil", "", "", ""],
      rest: ["Leo Paz", "Vocal", "", "3"],
    },
  ])("$what", ({ last, rest, rows }) => {
    const whole = joinedOverPage(before(...last), table([rest], 0, 50, 100, 150));
    expect(whole.rows.slice(1)).toEqual(rows ?? [last, rest]);
  });
});

describe("a table over pages that has its head on each of them", () => {
  const head = [
    ["", "Censo"],
    ["Municipio", "Altas"],
  ];
  const page = (...rows: readonly (readonly string[])[]) => table([...head, ...rows], 0, 50);
  const pages = [page(["Aia", "3"], ["Bera", ""]), page(["", "4"], ["Deba", "5"]), page(["Elgoibar", "6"])];
  const whole = pages.reduce(joinedOverPage);

  it("is one with one head", () => {
    expect(whole.rows).toEqual([...head, ["Aia", "3"], ["Bera", "4"], ["Deba", "5"], ["Elgoibar", "6"]]);
  });

  it("is read with all of them", () => {
    const parts = [
      [
        ["Aia", "3"],
        ["Bera", "4"],
      ],
      [["Deba", "5"]],
      [["Elgoibar", "6"]],
    ];
    const expected = parts.map((rows) => tableMarkdown([...head, ...rows])).join("\n\n");
    expect(pagedMarkdown(whole)).toBe(expected);
  });

  it("is read as one where it goes on without", () => {
    const rest = joinedOverPage(page(["Aia", "3"]), table([["Bera", "4"]], 0, 50));
    expect(pagedMarkdown(rest)).toBe(tableMarkdown(rest.rows));
  });
});
