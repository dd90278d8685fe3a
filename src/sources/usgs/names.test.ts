import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitizeLibraryNumber, sanitizePathComponent, sanitizeState, sanitizeWellName } from "./names.ts";

const HOSTILE: readonly (readonly [raw: string, problem: string])[] = [
  ["../../../etc", "traversal"],
  ["..\\..\\windows", "traversal"],
  ["a/../b", "traversal"],
  ["a\\..", "traversal"],
  ["..", "traversal"],
  [" .. / x", "traversal"],
  ["%2e%2e%2fetc", "traversal"],
  ["%2E%2E/etc", "traversal"],
  ["%252e%252e%252fetc", "traversal"],
  ["%25252e%25252e%25252fetc", "traversal"],
  ["%u002e%u002e/etc", "traversal"],
  ["．．／etc", "traversal"],
  ["‥/etc", "traversal"],
  ["..∕etc", "traversal"],
  ["..⧵etc", "traversal"],
  ["%EF%BC%8E%EF%BC%8E%EF%BC%8Fetc", "traversal"],
  ["/etc/passwd", "absolute_path"],
  ["\\\\server\\share", "absolute_path"],
  ["C:\\x", "absolute_path"],
  ["c:x", "absolute_path"],
  ["Ｃ：＼x", "absolute_path"],
  ["%2fetc%2fpasswd", "absolute_path"],
  ["~/x", "absolute_path"],
  ["file:///etc/passwd", "absolute_path"],
  ["%c0%ae%c0%ae/x", "percent_encoded"],
  ["%25252525252541", "percent_encoded"],
  ["T055\0", "control_character"],
  ["well\0name", "control_character"],
  ["T055%00.pdf", "control_character"],
  ["T055%2500", "control_character"],
  ["a\nb", "control_character"],
  ["\u001b[2J", "control_character"],
  ["abc\u202Efdp", "control_character"],
  ["a\u200Bb", "control_character"],
  ["a\uD800b", "control_character"],
  ["a\u2028b", "control_character"],
  ["", "empty"],
  ["   ", "empty"],
  ["a".repeat(1001), "too_long"],
];

describe.each([
  ["library number", sanitizeLibraryNumber],
  ["state", sanitizeState],
  ["well name", sanitizeWellName],
])("a %s", (_, sanitize) => {
  it.each(HOSTILE)("is rejected when it is %j (%s)", (raw, problem) => {
    expect(sanitize(raw)).toEqual({ ok: false, problem });
  });
});

describe("library numbers", () => {
  it.each(["T055", "CZ11554", "lib-001", " A029 ", "7", "a".repeat(50)])("take %j", (raw) => {
    expect(sanitizeLibraryNumber(raw)).toEqual({ ok: true, value: raw.trim() });
  });

  it.each([
    ["T_055", "forbidden_character"],
    ["T 055", "forbidden_character"],
    ["T055.", "forbidden_character"],
    ["T055/1", "forbidden_character"],
    ["T055%41", "forbidden_character"],
    ["Ｔ０５５", "forbidden_character"],
    ["-rf", "forbidden_character"],
    ["ñ1", "forbidden_character"],
    ["CON", "reserved_name"],
    ["lpt1", "reserved_name"],
    ["a".repeat(51), "too_long"],
  ])("refuse %j: %s", (raw, problem) => {
    expect(sanitizeLibraryNumber(raw)).toEqual({ ok: false, problem });
  });
});

describe("states", () => {
  it.each([
    ["TX", "TX"],
    ["tx", "TX"],
    [" Ok ", "OK"],
    ["Texas", "TX"],
    ["NEW  MEXICO", "NM"],
    ["dc", "DC"],
    ["PR", "PR"],
  ])("take %j as %s", (raw, value) => {
    expect(sanitizeState(raw)).toEqual({ ok: true, value });
    expect(sanitizeState(raw, "keep")).toEqual({ ok: true, value });
  });

  it.each([["XX"], ["T"], ["TXX"], ["GM"], ["Alberta"], ["constructor"], ["__proto__"]])(
    "refuse %j, or keep it as unknown where asked to",
    (raw) => {
      expect(sanitizeState(raw)).toEqual({ ok: false, problem: "unknown_state" });
      expect(sanitizeState(raw, "keep")).toEqual({ ok: true, value: "unknown" });
    },
  );

  it("keep an empty one as unknown, but never a hostile one", () => {
    expect(sanitizeState("", "keep")).toEqual({ ok: true, value: "unknown" });
    const kept = HOSTILE.filter(([raw]) => raw.trim() !== "" && sanitizeState(raw, "keep").ok);
    expect(kept).toEqual([]);
  });
});

describe("well names", () => {
  it.each([
    ["Well<Name>:Test", "Well_Name_Test"],
    ["STATE A/C 1", "STATE_A_C_1"],
    ["SMITH #1-A (OWWO)", "SMITH_1-A_OWWO"],
    ["50% UNIT", "50_UNIT"],
    ["No. 1..2", "No._1..2"],
    ["Peña", "Pena"],
    ["Pen\u0303a", "Pena"],
    ["-rf", "rf"],
    ["a.", "a"],
    ["<x>", "x"],
    ["=1+1", "1_1"],
    ["½ MILE", "1_2_MILE"],
    ["a".repeat(150), "a".repeat(100)],
    ["ñ".repeat(128), "n".repeat(100)],
  ])("make %j to %j", (raw, value) => {
    expect(sanitizeWellName(raw)).toEqual({ ok: true, value });
  });

  it.each([
    ["<>:", "empty"],
    ["日本", "empty"],
    ["nul", "reserved_name"],
    ["COM1.txt", "reserved_name"],
  ])("refuse %j: %s", (raw, problem) => {
    expect(sanitizeWellName(raw)).toEqual({ ok: false, problem });
  });
});

it("whatever comes in, what comes out is one safe path component, and the same again", () => {
  const nasty = fc.constantFrom(
    "../",
    "..\\",
    "%2e",
    "%2f",
    "%25",
    "\0",
    "．",
    "／",
    "C:",
    "\u202E",
    " ",
    "T0",
  );
  const text = fc.array(fc.oneof(nasty, fc.string({ unit: "binary" }))).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (raw) => {
      const name = sanitizePathComponent(raw, 60);
      expect(sanitizePathComponent(raw, 60)).toEqual(name);
      if (name.ok) {
        expect(name.value).toMatch(/^[A-Za-z0-9]([A-Za-z0-9._-]{0,58}[A-Za-z0-9])?$/);
        expect(sanitizePathComponent(name.value, 60)).toEqual(name);
      }
      const number = sanitizeLibraryNumber(raw);
      if (number.ok) expect(number.value).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,49}$/);
    }),
    { numRuns: 1000 },
  );
});
