import { describe, expect, it } from "vitest";
import { passagesOf } from "./passages.ts";

describe("passages", () => {
  it.each([
    ["sentences", "Una frase que dice algo. ".repeat(200)],
    ["lines", "una línea\n".repeat(500)],
    ["words", "palabra ".repeat(500)],
    ["one run of letters", "x".repeat(5000)],
    ["emoji", "😀".repeat(2000)],
    ["a short text", "corto"],
  ])("of %s are the whole text, in order and never in the middle of a character", (_, text) => {
    const parts = passagesOf(text).map(({ start, length }) => text.slice(start, start + length));
    expect(parts.join("")).toBe(text);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(801);
      expect(part.isWellFormed()).toBe(true);
    }
  });

  it("end after a sentence where they can", () => {
    const [first] = passagesOf("Una frase que dice algo. ".repeat(200));
    expect(first?.length).toBe(800);
  });

  it("are bounded, and none for nothing", () => {
    expect(passagesOf("a ".repeat(1_000_000))).toHaveLength(64);
    expect(passagesOf("   ")).toEqual([]);
  });
});
