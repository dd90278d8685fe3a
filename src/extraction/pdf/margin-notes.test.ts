import { describe, expect, it } from "vitest";
import { pdfOf, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

async function textOf(...content: readonly (readonly string[])[]): Promise<string> {
  const bytes = pdfOf([{ content: content.flat().join("\n") }]);
  const outcome = await readPdf({ bytes, url: "https://example.org/" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document.extracted_text;
}

const LINES = [..."abcdefghijkl"].map(
  (name) => `la línea ${name} de un texto que trata de las obras del puer-`,
);
const text = (x: number) => LINES.map((line, at) => shown(`to ${line}`, x, 700 - at * 14, 11));
const WHOLE = LINES.map((line) => `to ${line}`)
  .join(" ")
  .replaceAll("puer- to", "puerto");
const NOTE = ["El puerto se abrió", "en el año del cam-", "bio, y se cerró", "en el siguiente"];
const note = (x: number, top: number, size: number, leading: number) =>
  NOTE.map((line, at) => shown(line, x, top - at * leading, size));

describe("a note in a margin", () => {
  it.each<[string, number, number]>([
    ["right", 50, 420],
    ["left", 180, 50],
  ])("is read whole, as is the text it stands beside, on the %s", async (_, x, beside) => {
    const read = await textOf(
      [...text(x), shown("El fin de la obra.", x, 400, 11)],
      note(beside, 664, 8, 9.5),
    );
    expect(read.split("\n\n")).toEqual([
      WHOLE,
      "El puerto se abrió en el año del cambio, y se cerró en el siguiente",
      "El fin de la obra.",
    ]);
  });

  it("is put after the only paragraph of its page", async () => {
    expect(await textOf(text(50), note(420, 664, 8, 9.5))).toMatch(/puer-\n\nEl puerto se abrió en el año/);
  });

  it("does not stand where its page goes on from the one before, nor where it goes on to the next", async () => {
    const page = { content: [...text(50), ...note(420, 660, 8, 9.5), ...note(420, 560, 8, 9.5)].join("\n") };
    const outcome = await readPdf({ bytes: pdfOf([page, page]), url: "https://example.org/" });
    const read = outcome.ok ? outcome.document.extracted_text : "";
    expect(read.match(/el año del cambio/g)).toHaveLength(4);
  });
});

describe("what only stands beside a text is left beside it", () => {
  it.each<[string, readonly string[]]>([
    ["on its lines", note(420, 672, 8, 14)],
    ["in letters of its size", note(420, 664, 11, 12)],
    ["one line at a time", NOTE.map((line, at) => shown(line, 420, 695 - at * 42, 8))],
    ["in figures", NOTE.map((_, at) => shown(`${at + 1}.204,00`, 420, 664 - at * 9.5, 8))],
  ])("%s", async (_, beside) => {
    expect(await textOf(text(50), beside)).not.toContain(WHOLE);
  });
});
