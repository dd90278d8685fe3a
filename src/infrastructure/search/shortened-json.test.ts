import fc from "fast-check";
import { expect, it } from "vitest";
import { shortened } from "./shortened-json.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom("\\", '"', "\n", "a", "–", "\u{1f600}", "\u0001"), maxLength: 60 }),
);

it("strings of JSON are cut between characters, and all else stays", () => {
  const value = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(text, fc.nat(), fc.array(text)));
  fc.assert(
    fc.property(value, fc.integer({ min: 12, max: 80 }), (fields, most) => {
      const cut: unknown = JSON.parse(shortened(Buffer.from(JSON.stringify(fields)), most));
      expect(Object.keys(cut as object)).toEqual(Object.keys(fields));
      for (const [name, one] of Object.entries(fields)) {
        const now = (cut as Record<string, unknown>)[name];
        if (typeof one === "string") {
          expect(one.toWellFormed().startsWith(String(now).toWellFormed())).toBe(true);
          // A pair is not parted.
          const least = Math.min(one.length, most - 1);
          expect(String(now).length).toBeGreaterThanOrEqual(least);
          expect(String(now).length).toBeLessThanOrEqual(most);
        } else if (typeof one === "number") expect(now).toBe(one);
        else expect((now as readonly string[]).length).toBe(one.length);
      }
    }),
    { numRuns: 500 },
  );
});

it.each(["a", "–", "\n", "\u0001", '"', "\\", "\u{1f600}"])(
  "as many characters are left of a text of %j as are wanted",
  (character) => {
    const content = character.repeat(1000);
    const cut = JSON.parse(shortened(Buffer.from(JSON.stringify({ content, n: 1 })), 600)) as unknown;
    expect(cut).toEqual({ content: content.slice(0, 600), n: 1 });
  },
);

it("what is not JSON ends as it is", () => {
  expect(shortened(Buffer.from(`{"a": "${"x".repeat(50)}`), 20)).toBe(`{"a": "${"x".repeat(20)}`);
});
