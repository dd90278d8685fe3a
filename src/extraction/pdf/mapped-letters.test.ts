import { expect, it } from "vitest";
import { pdfOf } from "../../../test/kit/pdf.ts";
import { knownLetters } from "./mapped-letters.ts";
import { readPdf } from "./pdf-document.ts";

const map = new Map([
  [1, "a"],
  [2, ""],
]);

it.each<[string, number, string, string]>([
  ["a letter", 1, "a", "a"],
  ["none, where the map says so", 2, "\u{2}", ""],
  ["none, where the map leaves the code out", 0x176, "Ŷ", ""],
])("a code of a composite font stands for what its map names: %s", (_, originalCharCode, unicode, letter) => {
  expect(knownLetters({ composite: true, toUnicode: map })?.({ unicode, originalCharCode })).toBe(letter);
});

it.each([
  ["that is not composite", { composite: false, toUnicode: map }],
  ["whose map cannot be asked", { composite: true, toUnicode: {} }],
  ["of which nothing is told", {}],
])("a font %s is read as it is", (_, font) => {
  expect(knownLetters(font)).toBeNull();
});

/** The content of the second page: where its stream is, is known. */
const MAP = 11;
const CODES =
  "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange " +
  "3 beginbfchar <0004> <004f> <0005> <006e> <0006> <0065> endbfchar endcmap end";
const FONT =
  `<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /ToUnicode ${MAP} 0 R /DescendantFonts [` +
  `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /DW 500 ` +
  `/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ` +
  `/FontDescriptor << /Type /FontDescriptor /FontName /Own /Flags 4 /Ascent 880 /Descent -120 /StemV 80 ` +
  `/CapHeight 700 /ItalicAngle 0 /FontBBox [0 -120 1000 880] >> >>] >>`;

it("the number of a glyph that has no letter is not read as one", async () => {
  const content = "BT /T 12 Tf 50 700 Td <000400050006> Tj 0 -20 Td <0176018c0004> Tj ET";
  const bytes = pdfOf([{ content }, { content: CODES }], { fonts: { T: FONT } });
  const outcome = await readPdf({ bytes, url: "https://example.org/a.pdf" });
  expect(outcome.ok && outcome.document.extracted_text).toBe("One\n\nO");
});
