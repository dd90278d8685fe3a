import { describe, expect, it } from "vitest";
import { pdfOf, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

async function read(...content: readonly (readonly string[])[]) {
  const bytes = pdfOf([{ content: content.flat().join("\n") }]);
  const outcome = await readPdf({ bytes, url: "https://example.org/" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document;
}

const LINE = "el pleno trató de las obras que siguen en la";
const prose = (x: number, top: number, lines: number, leading = 12) =>
  Array.from({ length: lines }, (_, at) => shown(LINE, x, top - at * leading, 10));

const ROWS = [
  ["Método", "Aciertos", "Fallos"],
  ["Primero", "71,2", "28,8"],
  ["Segundo", "88,4", "11,6"],
  ["Tercero", "95,0", "5,0"],
];
const table = (x: number, top: number) =>
  ROWS.flatMap((row, at) => row.map((cell, column) => shown(cell, x + column * 75, top - at * 12, 10)));

it("columns that are no more than ten points apart are read one after the other", async () => {
  const lines = (name: string, x: number) =>
    Array.from({ length: 12 }, (_, at) =>
      shown(`${name} ${at} el pleno trató de las obras de la`, x, 700 - at * 12, 10),
    );
  // Helvetica's own widths: the left column ends at 247.
  const document = await read(lines("izquierda", 50), lines("derecha", 257));
  const numbers = [...document.extracted_text.matchAll(/(izquierda|derecha) (\d+)/g)].map(([text]) => text);
  expect(numbers).toEqual(
    ["izquierda", "derecha"].flatMap((name) => Array.from({ length: 12 }, (_, at) => `${name} ${at}`)),
  );
});

describe("columns are read one after the other", () => {
  const column = (name: string, x: number, indented: readonly number[]) =>
    Array.from({ length: 24 }, (_, at) =>
      // Lines of the right column are a little lower, as below a heading.
      shown(
        `${name} ${at} el pleno trató de las obras de${indented.includes(at) ? "" : " la"}`,
        indented.includes(at) ? x + 12 : x,
        600 - at * 12 - (x > 200 ? 4 : 0),
        10,
      ),
    );
  const wide = Array.from({ length: 6 }, (_, at) => [
    shown(`Obra ${at}`, 50, 760 - at * 12, 10),
    shown(`${2012 + at}`, 242, 760 - at * 12, 10),
    shown("se acabó en el mes", 330, 760 - at * 12, 10),
  ]).flat();

  it.each<[string, readonly number[], readonly string[]]>([
    ["whatever paragraphs are indented in them", [0, 4, 8, 12, 14, 16, 18, 20, 22], []],
    ["whatever table stands over them", [], wide],
  ])("%s", async (_, indented, above) => {
    const document = await read(above, column("izquierda", 50, indented), column("derecha", 257, indented));
    const order = [...document.extracted_text.matchAll(/(izquierda|derecha) (\d+)/g)].map(([text]) => text);
    expect(order).toEqual(
      ["izquierda", "derecha"].flatMap((name) => [...Array(24).keys()].map((at) => `${name} ${at}`)),
    );
    expect(document.tables.map(({ rows }) => rows.length)).toEqual(above.length === 0 ? [] : [6]);
  });
});

describe("a table in a column of a text", () => {
  it("is a table, whatever stands beside it", async () => {
    const left = [...prose(50, 720, 9), ...table(60, 600), ...prose(50, 540, 9)];
    const document = await read(left, prose(300, 720, 24));
    expect(document.tables.map(({ rows }) => rows)).toEqual([ROWS]);
    expect(document.extracted_text.match(/el pleno/g)).toHaveLength(42);
  });

  it("is one in the other column as well, and where its lines are not those of the text", async () => {
    const right = [...prose(300, 720, 9), ...table(310, 604), ...prose(300, 540, 9)];
    const document = await read(prose(50, 720, 24, 11), right);
    expect(document.tables.map(({ rows }) => rows)).toEqual([ROWS]);
  });
});

it("a column of texts in a table is none of the page, though lines over the whole page begin as one would", async () => {
  const rows = Array.from({ length: 9 }, (_, at) => [`Obra ${at}`, `20${at + 10}`, LINE]);
  const cells = rows.flatMap(([name = "", year = "", text = ""], at) => [
    shown(name, 50, 600 - at * 18, 10),
    shown(year, 200, 600 - at * 18, 10),
    shown(text, 300, 600 - at * 18, 10),
  ]);
  const whole = Array.from({ length: 9 }, (_, at) => shown(`${LINE} ${LINE} plaza`, 50, 760 - at * 12, 10));
  const document = await read(whole, prose(50, 640, 1), cells);
  expect(document.tables.map((each) => each.rows)).toEqual([rows]);
});

it.each<[string, readonly string[], string]>([
  [
    "a note begins with its number, apart from its text",
    [shown("3", 50, 104, 6), shown("Una nota al pie", 53.5, 100, 9)],
    "3 Una nota al pie",
  ],
  [
    "a note of a table has its raised letter before it, apart",
    [shown("a", 50, 104, 6), shown("Una nota de la tabla", 53.5, 100, 9)],
    "a Una nota de la tabla",
  ],
  [
    "a raised letter before a sign stays with that",
    [shown("a", 50, 104, 6), shown("K es el orden", 53.5, 100, 9)],
    "aK es el orden",
  ],
  [
    "a sentence within a line has its raised number before it, apart",
    [shown("Vale.", 50, 100, 9), shown("2", 75.5, 104, 6), shown("El resto no.", 79, 100, 9)],
    "Vale. 2 El resto no.",
  ],
  [
    "an isotope within a line has its number with it",
    [shown("Con", 50, 100, 9), shown("131", 70, 104, 6), shown("I, o no.", 80.3, 100, 9)],
    "Con 131I, o no.",
  ],
  [
    "a raised number after a word stays with that",
    [shown("Una nota", 50, 100, 9), shown("2", 86.8, 104, 6), shown(", y más", 90.4, 100, 9)],
    "Una nota2, y más",
  ],
  [
    "a raised number that is apart from its word as well has its comma",
    [shown("Una nota", 50, 100, 9), shown("2", 88.5, 104, 6), shown(", y más", 92, 100, 9)],
    "Una nota 2, y más",
  ],
])("%s", async (_, content, expected) => {
  const document = await read(content);
  expect(document.extracted_text).toBe(expected);
});

describe("lines that are spread to the end of a column", () => {
  /** Word by word in Courier, with as much space as the line has in a column of 36 letters. */
  const spread = (line: string, x: number, y: number) => {
    const words = line.split(" ");
    const space = (216 - words.join("").length * 6) / (words.length - 1);
    let at = x;
    return words.map((word) => {
      const drawn = shown(word, at, y, 10, "F3");
      at += word.length * 6 + space;
      return drawn;
    });
  };
  const FULL = Array.from({ length: 4 }, () => "el pleno ha tratado de las obras que");
  // Space under space, as happens: as wide as what parts columns.
  const LINES = [
    ...FULL,
    "destinadas a los gastos de",
    "aprobadas y por bases al",
    "presentes o sin objeto en",
    ...FULL,
  ];

  it("are lines, however far apart their words are", async () => {
    const column = (x: number) => LINES.flatMap((line, at) => spread(line, x, 700 - at * 12));
    const document = await read(column(50), column(300));
    expect(document.extracted_text.split("\n\n")).toEqual([LINES.join(" "), LINES.join(" ")]);
    expect(document.tables).toEqual([]);
  });

  it("are told from cells, which are as far apart in one row by chance", async () => {
    const rows = [
      ["si", "no", "si", "no"],
      ["nunca", "ahora", "antes", "luego"],
      ["1", "22", "333", "4444"],
    ];
    const cells = rows.flatMap((row, y) =>
      row.map((cell, column) => shown(cell, 60 + column * 50, 700 - y * 14, 10, "F3")),
    );
    expect((await read(cells)).tables[0]?.rows).toEqual(rows);
  });
});

it("a text that ends a few lines into its last column is read column by column", async () => {
  const lines = (name: string, x: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      shown(`${name} ${at} el pleno trató de las obras de la`, x, 700 - at * 12, 10),
    );
  const document = await read(lines("izquierda", 50, 14), lines("derecha", 257, 3));
  const numbers = [...document.extracted_text.matchAll(/(izquierda|derecha) (\d+)/g)].map(([text]) => text);
  expect(numbers.slice(12)).toEqual(["izquierda 12", "izquierda 13", "derecha 0", "derecha 1", "derecha 2"]);
});

describe("a word that is divided at the end of a column", () => {
  const divided = (x: number, first: string, last: string) => [
    shown(first, x, 700, 10),
    ...prose(x, 688, 10),
    shown(last, x, 568, 10),
  ];
  const left = divided(50, LINE, "el pleno trató de las obras y de sus modi-");
  const right = divided(257, "ficaciones, que siguen en la plaza y en la", LINE);

  it.each<[string, readonly string[]]>([
    ["at the top of the next", []],
    ["around a note below the first", [shown("1 Según el acta del pleno de mayo.", 50, 548, 7)]],
  ])("goes on %s", async (_, note) => {
    const { extracted_text } = await read(left, note, right);
    expect(extracted_text).toContain("y de sus modificaciones, que siguen");
    expect(extracted_text.includes("Según el acta")).toBe(note.length > 0);
  });

  it("keeps its hyphen where the next begins with a name", async () => {
    const { extracted_text } = await read(
      left,
      divided(257, "Ficaciones, que siguen en la plaza y en la", LINE),
    );
    expect(extracted_text).toContain("modi-\n\nFicaciones");
  });
});

it("a heading in one column, as far from the line beside it as a space of its letters, stands alone", async () => {
  const lines = (name: string, x: number, top: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) =>
      shown(`${name} ${from + at} el pleno trató de las obras de la`, x, top - at * 12, 10),
    );
  const document = await read(
    lines("izquierda", 50, 700, 0, 24),
    lines("derecha", 259, 700, 0, 11),
    [shown("Artículo segundo", 259, 545, 16)],
    lines("derecha", 259, 520, 11, 20),
  );
  expect(document.headings.map(({ text }) => text)).toEqual(["Artículo segundo"]);
  const order = [...document.extracted_text.matchAll(/(izquierda|derecha) (\d+)|Artículo/g)];
  expect(order.map(([text]) => text)).toEqual([
    ...[...Array(24).keys()].map((at) => `izquierda ${at}`),
    ...[...Array(11).keys()].map((at) => `derecha ${at}`),
    "Artículo",
    ...[...Array(9).keys()].map((at) => `derecha ${11 + at}`),
  ]);
});

describe("below two columns, a line no wider than one of them", () => {
  const column = (name: string, x: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      shown(`${name} ${at} el pleno trató de las obras de la`, x, 700 - at * 12, 10),
    );
  const wordsOf = async (lines: number) => {
    const end = 700 - 20 * 12;
    const title = [shown("Título", 50, end - 16, 14), shown("Final.", 50, end - 40, 10)];
    const document = await read(column("izquierda", 50, 20), column("derecha", 259, lines), title);
    return [...document.extracted_text.matchAll(/izquierda 19|derecha 0|Título|Final/g)].map(
      ([text]) => text,
    );
  };

  it.each([20, 19])("is read after both, where these end together (%i lines)", async (lines) => {
    expect(await wordsOf(lines)).toEqual(["izquierda 19", "derecha 0", "Título", "Final"]);
  });

  it("belongs to its column, where the other has ended before", async () => {
    expect(await wordsOf(12)).toEqual(["izquierda 19", "Título", "Final", "derecha 0"]);
  });
});
