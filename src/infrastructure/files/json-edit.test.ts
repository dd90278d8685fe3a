import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editedJson } from "./json-edit.ts";

describe("an edited JSON file", () => {
  it.each([
    ["another value", '{\n  "a": 1.0,\n  "b": 2\n}\n', { a: 1, b: 3 }, '{\n  "a": 1.0,\n  "b": 3\n}\n'],
    ["nothing new", '{"z":1e2 ,"a":[1,  2]}', { a: [1, 2], z: 100 }, '{"z":1e2,"a":[1,  2]}'],
    [
      "a new member",
      '{\r\n\t"a": "x"\r\n}',
      { a: "x", l: ["y"] },
      '{\r\n\t"a": "x",\r\n\t"l": [\r\n\t\t"y"\r\n\t]\r\n}',
    ],
    [
      "one less",
      '{\n "a": 1,\n "b": {"c": ["}", 2]},\n "d": 3\n}',
      { a: 1, d: 3 },
      '{\n "a": 1,\n "d": 3\n}',
    ],
    ["the last one less", '{\n "a": 1,\n "b": 2\n}\n', { a: 1 }, '{\n "a": 1\n}\n'],
    ["names that are numbers", '{"b": 1, "1": 2}', { 1: 2, b: 5 }, '{"b": 5, "1": 2}'],
    ["a mark at the beginning", '\uFEFF{"a": 1}', { a: 2 }, '\uFEFF{"a": 2}'],
    [
      "escapes",
      '{"\\u0061": "\\u00f1 \\"", "b": 0}',
      { a: 'ñ "', b: 1 },
      '{"\\u0061": "\\u00f1 \\"", "b": 1}',
    ],
    ["an empty object", "{}", { a: 1 }, '{\n  "a": 1\n}\n'],
    ["names that every object has", '{"valueOf": {}, "a": 1}', { a: 1 }, '{ "a": 1}'],
    ["a name written twice", '{"a": 1, "a": 2}', { a: 3 }, '{"a": 3, "a": 3}'],
  ])("keeps what it does not change: %s", (_, text, wanted, edited) => {
    expect(editedJson(text, wanted)).toBe(edited);
  });

  it("keeps digits that no number holds", () => {
    const text = '{"big": 12345678901234567890, "a": 1}';
    expect(editedJson(text, { ...(JSON.parse(text) as object), a: 2 })).toBe(text.replace(": 1}", ": 2}"));
  });

  it("says what is wanted, whatever it was and is to be", () => {
    const fields = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fields, fields, fc.constantFrom(0, 1, 4, "\t"), (before, after, indent) => {
        const edited = editedJson(JSON.stringify(before, null, indent), after);
        expect(JSON.parse(edited)).toEqual(JSON.parse(JSON.stringify(after)));
      }),
    );
  });
});
