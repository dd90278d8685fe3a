import { expect, it } from "vitest";
import { pdfOf } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";
import { lettersByName, lettersByUse } from "./tex-letters.ts";

it.each<[string, string, string | undefined]>([
  ["OXBFNF+CMR10", "\u{c}", "fi"],
  ["CMBX12", "|", "—"],
  ["CMTI9", "a", undefined],
  ["VLUASP+CMMI10", "\u{b}", "α"],
  ["TWSHGK+CMTT9", "|", undefined],
  ["CMSY10", "\u{c}", undefined],
  ["Helvetica", "\u{c}", undefined],
])("in %s the code %j is %s", (name, code, letter) => {
  expect(lettersByName(name)?.get(code)).toBe(letter);
});

it.each<[string, string, string, string | undefined]>([
  ["letters and ligatures of Cork", "eacilo\u{1c}", "\u{1c}", "fi"],
  ["letters and old ligatures", "eacilo\u{c}", "\u{c}", "fi"],
  ["hardly any letters", "ab\u{1}\u{2}\u{1c}", "\u{1c}", undefined],
])("in a font that shows %s", (_, shown, code, letter) => {
  expect(lettersByUse([...shown]).get(code)).toBe(letter);
});

/** The number of the second page's operators, which are those of every letter as well. */
const DRAWING = 11;

/** Drawn letters by codes alone, as TeX's fonts of dots have them. */
function drawnFont(codes: readonly number[]): string {
  const names = codes.map((code) => `${code} /a${code}`).join(" ");
  const drawings = codes.map((code) => `/a${code} ${DRAWING} 0 R`).join(" ");
  return (
    `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 0 ` +
    `/LastChar 127 /Widths [${"500 ".repeat(128)}] /Encoding << /Type /Encoding /Differences [${names}] >> ` +
    `/CharProcs << ${drawings} >> /Resources << >> >>`
  );
}

it.each<[string, string, string]>([
  ["ligatures beside letters are opened", "e\u{1c}cacia", "eficacia"],
  ["an order of its own is no ligatures", "a\u{1c}\u{1d}\u{1e}\u{1f}b", "ab"],
])("of a drawn font without names, %s", async (_, codes, text) => {
  const numbers = [...codes].map((code) => code.charCodeAt(0));
  const hex = numbers.map((code) => code.toString(16).padStart(2, "0")).join("");
  const pages = [{ content: `BT /T 12 Tf 50 700 Td <${hex}> Tj ET` }, { content: "500 0 d0" }];
  const bytes = pdfOf(pages, { fonts: { T: drawnFont([...new Set(numbers)]) } });
  const outcome = await readPdf({ bytes, url: "https://example.org/a.pdf" });
  expect(outcome.ok && outcome.document.extracted_text.replaceAll(" ", "")).toBe(text);
});
