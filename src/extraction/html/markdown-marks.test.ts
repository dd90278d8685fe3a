import { describe, expect, it } from "vitest";
import { withMarkupEscaped, withoutMarks, withStartsEscaped } from "./markdown-marks.ts";

describe("Markdown without its marks", () => {
  it.each([
    ["a [link](https://a.es/x) here", "a link here"],
    ["[one](https://a.es/1)[two](https://a.es/2)", "onetwo"],
    ["![](https://a.es/x.png)", "!"],
    ["see [1] and [2](https://a.es/)", "see [1] and 2"],
    ["[not a link] (at all)", "[not a link] (at all)"],
    ["a<br>b", "a\nb"],
    [String.raw`\| \# 2 \* 3`, "| # 2 * 3"],
    ["**bold** and *italic*", "bold and italic"],
  ])("of %j is %j", (markdown, text) => {
    expect(withoutMarks(markdown)).toBe(text);
  });

  it.each(["[", "[](", "[a](", "[]", "]("])("takes a million of %s in one pass", (piece) => {
    const text = piece.repeat(1 << 20);
    expect(withoutMarks(text)).toHaveLength(text.length);
  });
});

describe("prose with what would be markup", () => {
  it.each([
    ["<script>", String.raw`\<script>`],
    [String.raw`\<script>`, String.raw`\\\<script>`],
    [String.raw`\\<b>`, String.raw`\\\\\<b>`],
    ["a < b", "a < b"],
    ["cut in two: <", String.raw`cut in two: \<`],
    [String.raw`C:\dir`, String.raw`C:\dir`],
    ["~~no~~", String.raw`\~~no\~~`],
    ["[a](javascript:alert(1))", String.raw`[a]\(javascript:alert(1))`],
    ["art. 3 [1] (nota)", "art. 3 [1] (nota)"],
  ])("%j is written as %j", (text, written) => {
    expect(withMarkupEscaped(text)).toBe(written);
  });

  it.each(["\\", "](", "\\<", "~"])("takes a million of %s in one pass", (piece) => {
    expect(withMarkupEscaped(piece.repeat(1 << 20)).length).toBeGreaterThanOrEqual(1 << 20);
  });
});

describe("prose that begins like what it is not", () => {
  it.each([
    ["foo\n===\nbar\n---", "foo\n\\===\nbar\n\\---"],
    ["[ref]: javascript:alert(1)", "\\[ref]: javascript:alert(1)"],
    ["[1] as in the note", "[1] as in the note"],
    ["== not drawn through ==", "== not drawn through =="],
    ["# one", "\\# one"],
  ])("of %j is %j, and reads the same", (line, escaped) => {
    expect(withStartsEscaped(line)).toBe(escaped);
    expect(withoutMarks(escaped)).toBe(line);
  });
});
