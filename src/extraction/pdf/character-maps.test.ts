import { describe, expect, it } from "vitest";
import { pdfOf } from "../../../test/kit/pdf.ts";
import { CharacterMaps } from "./character-maps.ts";
import { readPdf } from "./pdf-document.ts";

/** A font that no file brings: its codes are told by the name of their map, its letters by that of their collection. */
const fontOf = (encoding: string, ordering: string) =>
  `<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /${encoding} /DescendantFonts [` +
  `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /DW 1000 ` +
  `/CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> ` +
  `/FontDescriptor << /Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /Ascent 880 /Descent -120 /StemV 80 ` +
  `/CapHeight 700 /ItalicAngle 0 /FontBBox [0 -120 1000 880] >> >>] >>`;

async function textOf(encoding: string, ordering: string, operators: string): Promise<string> {
  const bytes = pdfOf([{ content: `BT /J 12 Tf ${operators} ET` }], {
    fonts: { J: fontOf(encoding, ordering) },
  });
  const outcome = await readPdf({ bytes, url: "https://example.org/a.pdf" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document.extracted_text;
}

describe("letters of a map that the file names", () => {
  it.each<[string, string, string, string, string]>([
    ["Shift-JIS", "90ms-RKSJ-H", "Japan1", "<93fa967b8cea>", "日本語"],
    ["EUC-JP", "EUC-H", "Japan1", "<c6fccbdcb8ec>", "日本語"],
    ["UTF-16, Chinese", "UniGB-UTF16-H", "GB1", "<4e2d6587>", "中文"],
    ["GBK", "GBK-EUC-H", "GB1", "<d6d0cec4>", "中文"],
    ["Big Five", "B5pc-H", "CNS1", "<a4a4a4e5>", "中文"],
    ["Korean", "KSCms-UHC-H", "Korea1", "<c7d1b1db>", "한글"],
    ["numbers of glyphs alone", "Identity-H", "Japan1", "<034b034c>", "あぃ"],
  ])("are read: %s", async (_, encoding, ordering, codes, text) => {
    expect(await textOf(encoding, ordering, `50 700 Td ${codes} Tj`)).toBe(text);
  });

  it("run down the page, their lines from the right, where the map says so", async () => {
    const lines = "300 700 Td <93fa967b8cea> Tj -20 0 Td <95b68e9a> Tj";
    expect(await textOf("90ms-RKSJ-V", "Japan1", lines)).toBe("日本語\n\n文字");
  });
});

it.each([
  ["another folder", "cMapUrl", "../character-maps.ts"],
  ["another kind", "wasmUrl", "openjpeg.wasm"],
])("nothing is handed out of %s", async (_, kind, filename) => {
  await expect(new CharacterMaps().fetch({ kind, filename })).rejects.toThrow("there is no");
});
