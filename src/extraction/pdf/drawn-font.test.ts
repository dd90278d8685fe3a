import { expect, it } from "vitest";
import { pdfOf } from "../../../test/kit/pdf.ts";
import { drawnHeight } from "./drawn-font.ts";
import { readPdf } from "./pdf-document.ts";

const OPERATORS = { dependency: 1, setCharWidth: 48, setCharWidthAndBounds: 49 };

it.each<[string, number, readonly number[], number]>([
  ["letters of thousandths", 0.001, [556, 833], 1],
  ["letters of a printer's dots", 1, [34, 50], 50],
  ["small letters", 0.0042, [21, 33], 0.1386],
  ["figures only", 0.01, [50], 1],
  ["no width", 1, [], 1],
])("the height of %s", (_, unit, widths, height) => {
  const drawings = widths.map((width) => ({
    fnArray: [OPERATORS.dependency, OPERATORS.setCharWidthAndBounds],
    argsArray: [["x"], [width, 0, 0, 0, 1, 1]],
  }));
  const font = {
    fontMatrix: [unit, 0, 0, unit, 0, 0],
    charProcOperatorList: Object.fromEntries(drawings.entries()),
  };
  expect(drawnHeight(font, OPERATORS)).toBeCloseTo(height);
});

/** The number of the second page's operators, which are those of every letter as well. */
const DRAWING = 11;

/** Letters of a printer's dots. */
const FONT =
  `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 99 ` +
  `/Widths [32 32 32] /Encoding << /Type /Encoding /Differences [97 /a /l /o] >> ` +
  `/CharProcs << /a ${DRAWING} 0 R /l ${DRAWING} 0 R /o ${DRAWING} 0 R >> /Resources << >> >>`;

it("words of a drawn font are parted by the height of its letters", async () => {
  const place = (codes: string, x: number) => `1 0 0 1 ${x} 700 Tm (${codes}) Tj`;
  const words = [place("a", 50), place("bb", 58), place("a", 74), place("cba", 87)].join(" ");
  const pages = [{ content: `BT /T 0.24 Tf ${words} ET` }, { content: "32 0 d0" }];
  const outcome = await readPdf({
    bytes: pdfOf(pages, { fonts: { T: FONT } }),
    url: "https://example.org/a.pdf",
  });
  expect(outcome.ok && outcome.document.extracted_text).toBe("alla ola");
});
