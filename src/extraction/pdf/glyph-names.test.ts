import { expect, it } from "vitest";
import { pdfOf } from "../../../test/kit/pdf.ts";
import { withPlainNames } from "./glyph-names.ts";
import { readPdf } from "./pdf-document.ts";

class Name {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

it.each([
  ["one.oldstyle", "one"],
  ["a.sc", "a"],
  ["uni0031.os", "uni0031"],
  ["f_i", "fi"],
  ["f_f_i.alt", "ffi"],
  [".notdef", ".notdef"],
  ["T_h", "T_h"],
  ["one", "one"],
])("the letter %s is read as %s", (name, plain) => {
  expect(withPlainNames([128, new Name(name)])).toEqual([128, new Name(plain)]);
});

it.each([[[1, new Name("a")]], [null], ["a.sc"]])("%j stays as it is", (differences) => {
  expect(withPlainNames(differences)).toBe(differences);
});

it("letters that are named by their form are read", async () => {
  const names = "/T /e /s.alt /f_i /one.oldstyle /nine.oldstyle";
  const font =
    `<< /Type /Font /Subtype /Type1 /BaseFont /Own /FirstChar 1 /LastChar 6 /Widths [${"500 ".repeat(6)}] ` +
    `/Encoding << /Type /Encoding /Differences [1 ${names}] >> >>`;
  const content = "BT /T 12 Tf 50 700 Td <0102030405060506> Tj ET";
  const bytes = pdfOf([{ content }], { fonts: { T: font } });
  const outcome = await readPdf({ bytes, url: "https://example.org/a.pdf" });
  expect(outcome.ok && outcome.document.extracted_text).toBe("Tesfi1919");
});
