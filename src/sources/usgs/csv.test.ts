import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CsvFieldTooLong, type CsvRow, MAX_FIELD_CHARACTERS, readCsv } from "./csv.ts";

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function rowsOf(text: string, size = 1 << 16): Promise<CsvRow[]> {
  const rows: CsvRow[] = [];
  for await (const some of readCsv(inChunks(new TextEncoder().encode(text), size))) rows.push(...some);
  return rows;
}

describe("CSV", () => {
  it.each([
    [
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    ["a\r1\r", [["a"], ["1"]]],
    ["\uFEFFa,b", [["a", "b"]]],
    ['"a","b, c"\n', [["a", "b, c"]]],
    ['"say ""hi"""\n', [['say "hi"']]],
    ['"two\r\nlines",x\r\n', [["two\r\nlines", "x"]]],
    ['""\n"",x', [["", "x"]]],
    ["\n\n a ,\n\n,,\n", [[" a ", ""]]],
    ["a,b,c\n1\n1,2,3,4", [["a", "b", "c"], ["1"], ["1", "2", "3", "4"]]],
    [
      '5" CASING,x\ny,z',
      [
        ['5" CASING', "x"],
        ["y", "z"],
      ],
    ],
    ['O"BRIEN "A" 1,x', [['O"BRIEN "A" 1', "x"]]],
    [' "a, b" ,c', [["a, b ", "c"]]],
    ['"open, to the end\nof it', [["open, to the end\nof it"]]],
    ["", []],
  ])("%j is read as %j, wherever it is split", async (text, expected) => {
    for (const size of [1, 2, 3, 1000]) expect(await rowsOf(text, size)).toEqual(expected);
  });

  it("gives up on a quote that is never closed", async () => {
    const text = `a\n"${"x".repeat(MAX_FIELD_CHARACTERS + 1)}`;
    await expect(rowsOf(text)).rejects.toThrow(CsvFieldTooLong);
  });

  it("reads back whatever a plain writer wrote", async () => {
    const field = fc.string({ unit: fc.constantFrom("a", '"', ",", "\r", "\n", " ", "ñ", "😀") });
    const row = fc.array(field, { minLength: 1, maxLength: 4 }).filter((r) => r.some((f) => f.trim() !== ""));
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 9 }), async (rows, size) => {
        const text = rows.map((r) => r.map((f) => `"${f.replaceAll('"', '""')}"`).join(",")).join("\r\n");
        expect(await rowsOf(text, size)).toEqual(rows);
      }),
    );
  });
});
