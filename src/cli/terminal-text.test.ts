import fc from "fast-check";
import { describe, expect, it, test as property } from "vitest";
import { clip, jsonLine, safeJson, visible, visibleText } from "./terminal-text.ts";

const DANGEROUS = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

describe("text from a site on a terminal", () => {
  it.each([
    ["an ESC sequence", "\u001b[2J\u001b[H", "\\x1b[2J\\x1b[H"],
    ["a window title", "\u001b]0;owned\u0007", "\\x1b]0;owned\\x07"],
    ["an 8-bit CSI", "\u009b2J", "\\x9b2J"],
    ["a line break", "a\r\nb", "a\\r\\nb"],
    ["a tab", "a\tb", "a\\tb"],
    ["NUL and DEL", "\0\u007f", "\\x00\\x7f"],
    ["a bidi override", "fdp.\u202eexe", "fdp.\\u202eexe"],
    ["isolates", "\u2066a\u2069", "\\u2066a\\u2069"],
    ["line separators", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
    ["zero-width marks", "a\u200bb\ufeff", "a\\u200bb\\ufeff"],
    ["a tag", "\u{e0041}", "\\u{e0041}"],
    ["a lone surrogate", "\ud800", "\\ud800"],
  ])("shows %s as an escape", (_, text, shown) => expect(visible(text)).toBe(shown));

  it.each(["Pozo Ñandú nº 3", "井戸 42", "🛢️".replace("\ufe0f", ""), String.raw`C:\data`])(
    "leaves %j alone",
    (text) => expect(visible(text)).toBe(text),
  );

  property("is safe whatever the text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !DANGEROUS.test(visible(text))));
  });
});

describe("NDJSON", () => {
  property("is one safe line that reads back as the same value", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, value) => {
        const line = jsonLine({ [`k${name}`]: value });
        expect(DANGEROUS.test(line.slice(0, -1))).toBe(false);
        expect(JSON.parse(line)).toEqual({ [`k${name}`]: value });
      }),
    );
  });

  it("spells what lies outside the first plane as two units", () =>
    expect(safeJson('"\u{e0041}"')).toBe('"\\udb40\\udc41"'));
});

it.each([
  ["abcdef", 6, "abcdef"],
  ["abcdef", 4, "abc…"],
  ["abcdef", 1, "a"],
  ["abcdef", -3, ""],
])("clips %j to %i as %j", (text, width, clipped) => expect(clip(text, width)).toBe(clipped));

describe("a text of many lines", () => {
  it.each([
    ["uno\n\tdos", "uno\n\tdos"],
    ["a\u001b[2Jb\u009b31m\r\u0000", "a\\x1b[2Jb\\x9b31m\\r\\x00"],
    ["foto\u202egpj.exe\u2066x\u2069", "foto\\u202egpj.exe\\u2066x\\u2069"],
    ["na\u00adtu\u200dral 👩\u200d🔧 ñ", "na\u00adtu\u200dral 👩\u200d🔧 ñ"],
  ])("shows %j as %j", (text, shown) => {
    expect(visibleText(text)).toBe(shown);
  });
});
