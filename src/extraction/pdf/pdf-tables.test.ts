import { describe, expect, it } from "vitest";
import { ruled, shown } from "../../../test/kit/pdf.ts";
import { outcomeOf, read, lines, PROSE, table, FEES } from "../../../test/kit/pdf-reading.ts";
import { coreReport } from "../../../test/kit/pdf-report.ts";

describe("tables", () => {
  it.each([true, false])("are read cell by cell, with rules: %s", async (rules) => {
    const { tables, extracted_text } = await read([
      `${lines(PROSE)}\n${table(FEES, { rules })}\n${lines(PROSE, 50, 500)}`,
    ]);
    expect(tables.map(({ rows }) => rows)).toEqual([FEES]);
    expect(extracted_text).toBe(
      [
        PROSE.join(" "),
        "",
        "| Concepto | Importe | Plazo |",
        "| --- | --- | --- |",
        "| Licencia de obra | 1.250,00 | 30 |",
        "| Ocupación de vía | 85,40 | 10 |",
        "| Vado | 120,00 | 15 |",
        "",
        PROSE.join(" "),
      ].join("\n"),
    );
  });

  it("keep empty cells in their place", async () => {
    const rows = FEES.map((row, at) => (at === 2 ? [row[0] ?? "", "", row[2] ?? ""] : row));
    for (const rules of [true, false]) {
      expect((await read([table(rows, { rules })])).tables[0]?.rows).toEqual(rows);
    }
  });

  it("escape what parts cells in Markdown", async () => {
    const { tables } = await read([
      table(
        [
          ["A|B", "C"],
          ["1", "2"],
        ],
        { rules: true },
      ),
    ]);
    expect(tables[0]?.markdown).toBe("| A\\|B | C |\n| --- | --- |\n| 1 | 2 |");
  });

  it("join the lines of a cell", async () => {
    const content = [
      table(
        [
          ["Trámite", "Órgano"],
          ["", ""],
          ["Vado", "Tráfico"],
        ],
        { rules: true },
      ),
      shown("Licencia de primera", 64, 675, 7),
      shown("ocupación", 64, 667, 7),
      shown("Urbanismo", 164, 671, 7),
    ].join("\n");
    expect((await read([content])).tables[0]?.rows[1]).toEqual([
      "Licencia de primera ocupación",
      "Urbanismo",
    ]);
  });

  it("join the lines of a cell without rules", async () => {
    const content = [
      table([
        ["Código", "Objeto", "Euros"],
        ["A-1", "Obras en la plaza", "1.200"],
        ["A-2", "Limpieza", "300"],
      ]),
      shown("y en las calles", 164, 658, 9),
    ].join("\n");
    expect((await read([content])).tables[0]?.rows).toEqual([
      ["Código", "Objeto", "Euros"],
      ["A-1", "Obras en la plaza y en las calles", "1.200"],
      ["A-2", "Limpieza", "300"],
    ]);
  });

  it("are whole where a rule is drawn after some rows only", async () => {
    const years = Array.from({ length: 6 }, (_, at) => [`${2010 + at}`, `${at * 7 + 3}`, `${at * 11 + 2}`]);
    const content = [
      table(years),
      ...[0, 3, 6].map((at) => ruled(60, 700 - at * 18, 360, 700 - at * 18)),
      ...[0, 1, 2, 3].map((at) => ruled(60 + at * 100, 700, 60 + at * 100, 592)),
    ].join("\n");
    expect((await read([content])).tables[0]?.rows).toEqual(years);
  });

  it("are one over pages, without the head that is repeated", async () => {
    const head = FEES[0] ?? [];
    const more = [head, ["Poda", "40,00", "5"], ["Feria", "60,00", "8"], ["Quiosco", "75,10", "9"]];
    const { tables } = await read([table(FEES, { rules: true }), table(more, { rules: true, top: 780 })]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...FEES, ...more.slice(1)]]);
  });

  it("are one over two pages, around a foot and a head that are too deep in the page to be dropped", async () => {
    const more = [
      ["Poda", "40,00", "5"],
      ["Feria", "60,00", "8"],
      ["Quiosco", "75,10", "9"],
    ];
    const margins = `${shown("Ordenanza de tasas", 60, 735, 8)}\n${shown("Sede electrónica", 480, 110, 8)}`;
    const { tables, extracted_text: text } = await read([
      `${table(FEES)}\n${margins}`,
      `${table(more)}\n${margins}`,
    ]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...FEES, ...more]]);
    expect(text.match(/Sede electrónica/g)).toHaveLength(2);
  });

  it("have their last row on the next page too, where it is alone", async () => {
    const last = [["Poda", "40,00", "5"]];
    const top = { rules: true, top: 780 };
    const { tables } = await read([table(FEES, { rules: true }), table(last, top)]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...FEES, ...last]]);
    const alone = await read([lines(PROSE), table(last, top)]);
    expect([alone.tables, alone.extracted_text]).toEqual([[], expect.stringContaining("Poda 40,00 5")]);
  });

  it("keep a row that is the same on the next page below the head", async () => {
    const more = [...FEES.slice(0, 2), ["Poda", "40,00", "5"]];
    const { tables } = await read([table(FEES, { rules: true }), table(more, { rules: true, top: 780 })]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...FEES, ...more.slice(1)]]);
  });

  it("leave out a head of two rows that is repeated", async () => {
    const heads = [
      ["Concepto", "Importe", "Plazo"],
      ["", "2026", "(2)"],
    ];
    const more = [...heads, ["Poda", "40,00", "5"], ["Feria", "60,00", "8"]];
    const first = [...heads, ...FEES.slice(1)];
    const { tables } = await read([table(first, { rules: true }), table(more, { rules: true, top: 780 })]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...first, ...more.slice(2)]]);
  });

  it.each([
    ["on one page", [`${table(FEES, { rules: true })}\n${table(FEES, { rules: true, top: 620 })}`]],
    ["on two", [table(FEES, { rules: true }), table(FEES, { rules: true })]],
  ])("are two where all of one is there again, %s", async (_, pages) => {
    expect((await read(pages)).tables.map(({ rows }) => rows)).toEqual([FEES, FEES]);
  });

  it("are two over pages, where their columns differ", async () => {
    const other = FEES.map((row) => row.slice(0, 2));
    const { tables } = await read([table(FEES, { rules: true }), table(other, { rules: true, width: 200 })]);
    expect(tables.map(({ rows }) => rows)).toEqual([FEES, other]);
  });

  it("are told from text in columns, lists and boxes", async () => {
    const column = (word: string) =>
      Array.from({ length: 9 }, (_, at) => `${word} de la línea ${at} que llena su columna`);
    const content = [
      lines(column("Texto"), 50, 780),
      lines(column("Resto"), 320, 780),
      lines(["1.", "2.", "3."], 50, 600),
      lines(["Primero en la lista", "Segundo de ella", "Tercero y último"], 80, 600),
      lines(PROSE, 60, 400),
      ruled(50, 420, 500, 420),
      ruled(50, 360, 500, 360),
      ruled(50, 360, 50, 420),
      ruled(500, 360, 500, 420),
    ].join("\n");
    const { tables, extracted_text } = await read([content]);
    expect(tables).toEqual([]);
    expect(extracted_text).toContain("1. Primero en la lista");
  });

  it("take the line before them as a caption, where it is one", async () => {
    const { tables } = await read([
      `${shown("Tabla 3. Tasas", 60, 720, 9)}\n${table(FEES, { rules: true })}`,
    ]);
    expect(tables[0]?.caption).toBe("Tabla 3. Tasas");
  });

  it("without rules are right in every cell of a report", async () => {
    const report = coreReport(25);
    const outcome = await outcomeOf(report.bytes);
    expect(outcome.ok && outcome.document.tables.map(({ rows }) => rows)).toEqual(report.tables);
  });
});
