import { expect, it } from "vitest";
import { pdfOf } from "../../../test/kit/pdf.ts";
import { drawnHeight } from "./drawn-font.ts";
import { readPdf } from "./pdf-document.ts";

it.each<[string, number, readonly number[], readonly number[], number]>([
  ["letters of thousandths", 0.001, [556, 278, 500, 222, 833], [], 1],
  ["letters of a printer's dots", 1, [34, 22, 30, 31, 50], [], 66.8],
  ["small letters", 0.0042, [21, 10, 20, 18, 33], [], 0.1714],
  ["letters of one width", 0.1, [50, 50, 50, 50, 50], [], 7.5],
  ["figures only", 0.01, [50], [], 1],
  ["a few letters, with a box around all", 1, [34, 22], [0, -14, 64, 58], 72],
  ["a few letters, with a box that is made up", 0.012, [28], [0, 0, 1000, 1000], 1],
  ["a few letters, with a box that is none", 1, [28], [0, 0, 0, 0], 1],
  ["no letters", 1, [], [], 1],
])("the height of %s", (_, unit, widths, bbox, height) => {
  expect(drawnHeight({ fontMatrix: [unit, 0, 0, unit, 0, 0], bbox }, widths)).toBeCloseTo(height);
});

/** The number of the second page's operators, which are those of every letter as well. */
const DRAWING = 11;

/** Letters of a printer's dots. */
const FONT =
  `<< /Type /Font /Subtype /Type3 /FontBBox [0 -8 32 40] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 99 ` +
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
