import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonTooRich, MAX_JSON_VALUES, parseForeignJson } from "./foreign-json.ts";

describe("JSON of strangers", () => {
  it("is read as JSON.parse reads it, whatever is in its strings", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseForeignJson(text)).toEqual(JSON.parse(text));
      }),
    );
    const text = JSON.stringify({ ['[,{\\"'.repeat(MAX_JSON_VALUES)]: "\\" });
    expect(parseForeignJson(text)).toEqual(JSON.parse(text));
  });

  it.each(["", "[", '{"a":', '"a', '"a\\"', '["a\\\\",', "[1,]", "]"])(
    "refuses %j as JSON.parse does",
    (text) => {
      expect(() => parseForeignJson(text)).toThrow(SyntaxError);
    },
  );

  it.each([
    ["levels", "[", "]"],
    ["objects with nothing in them", "{},", ""],
    ["lists with nothing in them", "[],", ""],
    ["numbers", "1,", ""],
    ["names", '"a":1,', ""],
  ])("counts %s before it takes them into memory", (_, unit, end) => {
    const rich = (count: number) => `[${unit.repeat(count)}${end.repeat(count)}`;
    expect(() => parseForeignJson(rich(MAX_JSON_VALUES))).toThrow(JsonTooRich);
    // None of them is whole: had it been given to JSON.parse, it would have said so.
    expect(() => parseForeignJson(rich(1000))).toThrow(SyntaxError);
  });

  it("takes what is large in an honest way", () => {
    const rows = Array.from({ length: 30_000 }, (_, i) => ({ id: i, title: `Trámite ${i}`, tags: ["a"] }));
    expect(parseForeignJson(JSON.stringify(rows))).toEqual(rows);
    expect(parseForeignJson(JSON.stringify("x".repeat(5_000_000)))).toHaveLength(5_000_000);
  });
});
