import { describe, expect, it } from "vitest";
import { pdfOf, shown, widthOf } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

type Line = readonly string[];

const BODY: readonly Line[] = [
  ["Lugo", "1.204", "318", "26,4"],
  ["Soria", "977", "204", "20,9"],
  ["Teruel", "1.031", "275", "26,7"],
  ["Huesca", "884", "190", "21,5"],
];

/** A head with its words in the middle of their columns, over figures that end together. */
async function tableOf(head: readonly Line[], afterHead: number): Promise<readonly Line[] | undefined> {
  const middle = (text: string, at: number, y: number) =>
    text === "" ? "" : shown(text, 120 + 110 * at - widthOf(text, 10) / 2, y, 10);
  const content = [
    ...head.flatMap((line, row) => line.map((text, at) => middle(text, at, 700 - 11 * row))),
    ...BODY.flatMap((line, row) =>
      line.map((text, at) =>
        shown(
          text,
          145 + 110 * at - widthOf(text, 10),
          700 - 11 * (head.length - 1) - afterHead - 13 * row,
          10,
        ),
      ),
    ),
  ];
  const outcome = await readPdf({
    bytes: pdfOf([{ content: content.join("\n") }]),
    url: "https://example.org/",
  });
  return outcome.ok ? outcome.document.tables[0]?.rows : undefined;
}

describe("the lines of a head", () => {
  it.each<[string, readonly Line[], Line]>([
    [
      "every column has both",
      [
        ["Provincia", "Ayudas", "Ayudas", "Parte del"],
        ["de España", "pedidas", "pagadas", "total (%)"],
      ],
      ["Provincia de España", "Ayudas pedidas", "Ayudas pagadas", "Parte del total (%)"],
    ],
    [
      "some have one",
      [
        ["", "Ayudas", "Ayudas", ""],
        ["Provincia", "pedidas", "pagadas", "Parte"],
      ],
      ["Provincia", "Ayudas pedidas", "Ayudas pagadas", "Parte"],
    ],
  ])("are one row where %s", async (_, head, expected) => {
    expect(await tableOf(head, 18)).toEqual([expected, ...BODY]);
  });

  it.each<[string, readonly Line[], number]>([
    ["as far apart as the rows", [BODY[0]?.map(() => "Zona") ?? [], BODY[0]?.map(() => "euros") ?? []], 11],
    [
      "about different things",
      [
        ["Zona", "Ayudas", "", ""],
        ["", "", "Pagadas", "Parte"],
      ],
      18,
    ],
  ])("are rows where they are %s", async (_, head, afterHead) => {
    expect(await tableOf(head, afterHead)).toHaveLength(6);
  });
});
