import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slugOf } from "./plain-text.ts";
import { idOf, slugOfName } from "./procedure-id.ts";

const name = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(..."abñé -/.居\u0301\u202e"), maxLength: 300 }),
);
const abbreviation = fc.string({ unit: fc.constantFrom(..."ABCdef09"), minLength: 1, maxLength: 10 });

describe("the id of a procedure", () => {
  it("is the name of a file on every system, whatever the procedure is called", () => {
    fc.assert(
      fc.property(name, abbreviation, (called, organism) => {
        const id = idOf("local", organism, slugOfName(called));
        expect(id).toMatch(/^local-[a-z0-9]+-[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(Buffer.byteLength(id)).toBeLessThanOrEqual(80);
      }),
    );
  });

  it("says as much of the name as there is room for", () => {
    fc.assert(
      fc.property(name, abbreviation, (called, organism) => {
        const slug = slugOfName(called);
        const kept = idOf("age", organism, slug).slice(`age-${organism}-`.length);
        expect(slug.startsWith(kept)).toBe(true);
        if (slug.length <= 60) expect(kept).toBe(slug);
      }),
    );
  });

  it("is made of a slug that is its own slug, however letters are composed", () => {
    fc.assert(
      fc.property(name, (called) => {
        const slug = slugOf(called);
        expect(slugOf(slug)).toBe(slug);
        expect(slugOf(called.normalize("NFD"))).toBe(slugOf(called.normalize("NFC")));
      }),
    );
  });
});
