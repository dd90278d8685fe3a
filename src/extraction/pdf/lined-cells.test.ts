import { describe, expect, it } from "vitest";
import { pdfOf, ruled, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

async function read(content: string) {
  const outcome = await readPdf({ bytes: pdfOf([{ content }]), url: "https://sede.example.org/plazos.pdf" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document;
}

/** Each cell is its lines. */
const ROWS: readonly (readonly (readonly string[])[])[] = [
  [["Trámite"], ["Plazo"], ["Órgano que resuelve"]],
  [["Licencia de obra mayor", "con proyecto"], ["Tres meses"], ["Junta de gobierno local"]],
  [["Vado"], ["Un mes desde la", "solicitud"], ["Concejalía de vías y obras", "públicas, por delegación"]],
  [["Ocupación de la calle", "con mesas y sillas"], ["Quince días"], ["Alcaldía"]],
  [["Poda"], ["Diez días"], ["Concejalía de parques y", "jardines"]],
];
const EXPECTED = ROWS.map((row) => row.map((lines) => lines.join(" ")));
const WIDTHS = [0, 150, 260];

interface Drawing {
  /** Between the lines of a row, and what a row has besides. */
  readonly leading: number;
  readonly padding: number;
  readonly rules: boolean;
  readonly frame?: boolean;
  readonly isCentred?: boolean;
  /** Whether the row of this number has a stripe behind it. */
  readonly isShaded?: (row: number) => boolean;
}

const filled = (x: number, y: number, width: number, height: number) =>
  `0.9 g ${x} ${y} ${width} ${height} re f 0 g`;

function drawn(
  rows: typeof ROWS,
  { leading, padding, rules, frame = false, isCentred = false, isShaded = () => false }: Drawing,
): string {
  const parts: string[] = [];
  let top = 700;
  for (const [number, row] of rows.entries()) {
    const most = Math.max(...row.map((lines) => lines.length));
    row.forEach((lines, column) => {
      const down = isCentred ? ((most - lines.length) * leading) / 2 : 0;
      lines.forEach((line, at) =>
        parts.push(shown(line, 60 + (WIDTHS[column] ?? 0), top - 9 - down - at * leading, 9)),
      );
    });
    if (isShaded(number)) parts.push(filled(56, top + padding / 2, 424, -most * leading - padding));
    top -= most * leading + padding;
    if (rules) parts.push(ruled(56, top + padding / 2, 480, top + padding / 2));
  }
  if (frame) {
    const bottom = top + padding / 2;
    parts.push(ruled(56, 704, 480, 704), ruled(56, 704, 56, bottom), ruled(480, 704, 480, bottom));
  }
  return parts.join("\n");
}

describe("rows of several lines", () => {
  it.each<[string, Drawing]>([
    ["level rules between them", { leading: 11, padding: 6, rules: true }],
    [
      "rules, and lines in the middle of their cells",
      { leading: 11, padding: 6, rules: true, isCentred: true },
    ],
    ["rules and a frame around all", { leading: 11, padding: 6, rules: true, frame: true }],
    [
      "stripes behind every second row",
      { leading: 11, padding: 2, rules: false, isCentred: true, isShaded: (row) => row % 2 === 0 },
    ],
    [
      "stripes behind the others, the last row without",
      { leading: 11, padding: 2, rules: false, isCentred: true, isShaded: (row) => row < 2 || row === 3 },
    ],
    [
      "a stripe behind each of them",
      { leading: 11, padding: 0, rules: false, isCentred: true, isShaded: () => true },
    ],
    ["more space between them than between lines", { leading: 11, padding: 8, rules: false }],
    [
      "space, where lines stand in the middle of their cells",
      { leading: 11, padding: 4, rules: false, isCentred: true },
    ],
    ["lines far apart, and rows farther", { leading: 15, padding: 12, rules: false }],
  ])("are told by %s", async (_, drawing) => {
    expect((await read(drawn(ROWS, drawing))).tables.map(({ rows }) => rows)).toEqual([EXPECTED]);
  });

  it("are not made of names and figures one under the other", async () => {
    const groups = [
      [["Provincia"], ["Solicitudes"], ["Concedidas"]],
      [
        ["Lugo", "Vigo", "Ávila"],
        ["120", "340", "95"],
        ["100", "300", "80"],
      ],
      [
        ["Cádiz", "Ceuta", "Soria"],
        ["220", "140", "35"],
        ["200", "100", "30"],
      ],
      [
        ["Teruel", "Huelva", "Jaén"],
        ["20", "40", "75"],
        ["10", "30", "70"],
      ],
    ];
    const { tables } = await read(drawn(groups, { leading: 11, padding: 6, rules: true }));
    expect(tables[0]?.rows).toContainEqual(["Vigo", "340", "300"]);
    expect(tables[0]?.rows).toHaveLength(10);
  });

  it("have no column more where a line is spread to the end of its cell", async () => {
    const spread = ["Concejalía de parques y jardines       en", "todos los barrios que hay en la ciudad"];
    const rows = ROWS.map((row, at) => (at === 4 ? [...row.slice(0, 2), spread] : row));
    const isShaded = () => true;
    const { tables } = await read(drawn(rows, { leading: 11, padding: 2, rules: false, isShaded }));
    expect(tables.map((table) => table.rows[4])).toEqual([
      ["Poda", "Diez días", spread.join(" ").replace(/ {2,}/, " ")],
    ]);
  });

  it("are not what stands between stripes that head it", async () => {
    const names = ["Norte", "Sur", "Este", "Oeste"].map((name) => [[name], ["abierta"], ["Calle Mayor"]]);
    const rows = [1, 2, 3].flatMap((zone) => [[[`Zona ${zone}`], ["Oficina"], ["Calle"]], ...names]);
    const isShaded = (row: number) => row % 5 === 0;
    const { tables } = await read(drawn(rows, { leading: 11, padding: 2, rules: false, isShaded }));
    expect(tables.flatMap((table) => table.rows)).toHaveLength(15);
  });

  it.each<[string, typeof ROWS]>([
    [
      "items of a list",
      ["1.", "2.", "3."].map((mark) => [[mark], ["Copia del documento que acredita", "la identidad"], []]),
    ],
    [
      "columns of a text",
      [1, 2, 3].map(() => [
        ["La solicitud se pone", "en el registro"],
        ["y el plazo es de un", "mes desde hoy"],
        [],
      ]),
    ],
  ])("are not %s", async (_, rows) => {
    expect((await read(drawn(rows, { leading: 11, padding: 8, rules: false }))).tables).toEqual([]);
  });

  it("end before a heading, where another table begins", async () => {
    const first = drawn(ROWS, { leading: 11, padding: 8, rules: false });
    const heading = shown("Otras tasas", 60, 548, 14);
    const second = [0, 1, 2, 3].map((at) =>
      WIDTHS.map((x, column) => shown(`${"abc"[column]}${at}`, 60 + x, 522 - at * 18, 9)).join("\n"),
    );
    const { tables, headings } = await read([first, heading, ...second].join("\n"));
    expect(tables.map(({ rows }) => rows)).toEqual([EXPECTED, expect.arrayContaining([["a1", "b1", "c1"]])]);
    expect(headings.map(({ text }) => text)).toEqual(["Otras tasas"]);
  });

  it("leave a table alone that has rules around its head only", async () => {
    const head = [ruled(56, 704, 480, 704), ruled(56, 688, 480, 688), ruled(56, 672, 480, 672)];
    const figures = Array.from({ length: 8 }, (_, at) => [[`Lugar ${at}`], [`${at}4,50`], [`${at}7`]]);
    const rows = [[["Sitio"], ["Media"], ["Total"]], ...figures];
    const content = drawn(rows, { leading: 11, padding: 5, rules: false });
    const { tables } = await read(`${content}\n${head.join("\n")}`);
    expect(tables.map(({ rows: found }) => found)).toEqual([rows.map((row) => row.flat())]);
  });

  it("have their head though a text ends close above it", async () => {
    const prose =
      "Los plazos se cuentan desde el día siguiente a aquel en que la solicitud entra en el registro";
    const text = Array.from({ length: 6 }, (_, at) => shown(prose, 60, 704 + at * 11, 9)).join("\n");
    const document = await read(`${text}\n${drawn(ROWS, { leading: 11, padding: 6, rules: true })}`);
    expect(document.tables.map(({ rows }) => rows)).toEqual([EXPECTED]);
  });
});

describe("rows with their shorter cells in the middle", () => {
  /** As fpdf2 draws them: 31, 166 and 435 points from the left, the long cell up to the next column. */
  const LINES: readonly (readonly [y: number, ...cells: readonly [x: number, text: string][]])[] = [
    [0, [31, "Plazo"], [166, "Trámite"], [435, "Órgano"]],
    [22, [166, "Subsanación y mejora voluntaria de la solicitud"], [400, "que se"]],
    [33, [31, "10 días"], [435, "Registro"]],
    [44, [166, "presentó"]],
    [66, [31, "1 mes"], [166, "Resolución"], [435, "Alcaldía"]],
    [88, [166, "Recurso contencioso administrativo ante el juzgado"]],
    [99, [31, "2 meses"], [435, "Juzgado"]],
    [110, [166, "competente"]],
  ];
  const PROSE =
    "El plazo se cuenta desde el día siguiente al de la publicación de este anuncio en el boletín";
  const drawnLines = [
    ...LINES.flatMap(([y, ...cells]) => cells.map(([x, text]) => shown(text, x, 700 - y, 11))),
    shown(PROSE, 31, 560, 11),
  ];
  const expected = [
    ["Plazo", "Trámite", "Órgano"],
    ["10 días", "Subsanación y mejora voluntaria de la solicitud que se presentó", "Registro"],
    ["1 mes", "Resolución", "Alcaldía"],
    ["2 meses", "Recurso contencioso administrativo ante el juzgado competente", "Juzgado"],
  ];

  it("are rows, the last with its last line", async () => {
    const { tables, extracted_text: text } = await read(drawnLines.join("\n"));
    expect(tables.map(({ rows }) => rows)).toEqual([expected]);
    expect(text.match(/competente/g)).toHaveLength(1);
  });

  it("are rows between rules that neither the first has over it nor the last under it", async () => {
    const rules = [690, 648, 626].map((y) => ruled(28, y, 567, y));
    const { tables, extracted_text: text } = await read([...drawnLines, ...rules].join("\n"));
    expect(tables.map(({ rows }) => rows)).toEqual([expected]);
    expect(text).toMatch(/\n\nEl plazo se cuenta/);
  });
});
