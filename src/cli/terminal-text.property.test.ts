import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip, safeJson, visible } from "./terminal-text.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom(
      "\x1b",
      "[",
      "2",
      "J",
      "\u009b",
      "\u202e",
      "\u2028",
      "\n",
      "\ud800",
      "\udc00",
      "ñ",
      "😀",
    ),
  }),
);

describe("text for a terminal", () => {
  it("changes nothing that is safe, so that it may pass twice", () => {
    fc.assert(fc.property(text, (said) => void expect(visible(visible(said))).toBe(visible(said))));
  });

  it("is one line, and has every letter that can be seen", () => {
    fc.assert(
      fc.property(text, (said) => {
        const shown = visible(said);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(shown.length).toBeGreaterThanOrEqual(said.length);
        for (const letter of said.match(/[\p{L}\p{N}]/gu) ?? []) expect(shown).toContain(letter);
      }),
    );
  });

  it("in JSON says the same to whoever reads it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), text, (value, key) => {
        const json = JSON.stringify({ [key]: value, key });
        expect(JSON.parse(safeJson(json))).toEqual(JSON.parse(json));
      }),
    );
  });

  it("is cut to its width, and only where it is too long", () => {
    fc.assert(
      fc.property(text, fc.nat(60), (said, width) => {
        const cut = clip(said, width);
        expect(cut.length).toBeLessThanOrEqual(Math.max(width, 0));
        if (said.length <= width) expect(cut).toBe(said);
      }),
    );
  });
});
