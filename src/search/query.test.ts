import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ftsExpression, isHit, parseQuery, strictnesses } from "./query.ts";
import { textTerms } from "./terms.ts";

const db = new DatabaseSync(":memory:");
db.exec(
  `CREATE VIRTUAL TABLE term USING fts5(text, tokenize = "unicode61 remove_diacritics 2 tokenchars '=_'")`,
);

function matches(text: string, question: string): boolean {
  db.exec("DELETE FROM term");
  db.prepare("INSERT INTO term (text) VALUES (?)").run(textTerms(text));
  const query = parseQuery(question);
  return strictnesses(query).some(
    (strictness) =>
      db.prepare("SELECT 1 FROM term WHERE term MATCH ?").get(ftsExpression(query, strictness)) !== undefined,
  );
}

describe("a question", () => {
  it.each([
    ["prestación", "una prestacion económica"],
    ["prestacion", "una PRESTACIÓN"],
    ["prestaciones", "la prestación"],
    ["Prestac", "prestaciones"],
    ["ano", "el año"],
    ["¿Cómo puedo renovar mi DNI?", "Renovación del D.N.I."],
    ["para", "es para ti"],
    ["居留", "关于居留许可"],
    ["NEAR", "near the river"],
    ["AND OR NOT", "not so"],
    ['"beca" AND (title:beca*) NEAR/2', "una beca"],
    ["beca\0--; DROP TABLE term", "una beca"],
    ["^beca -beca {a b}:c", "beca"],
  ])("%j finds %j", (question, text) => {
    expect(matches(text, question)).toBe(true);
  });

  it.each([
    ["paro", "esto es para ti"],
    ["beca*", "otra cosa"],
    ["=beca", "otra cosa"],
    ["title:beca", "otra cosa"],
    ["cert ificado", "certificado"],
  ])("%j does not find %j", (question, text) => {
    expect(matches(text, question)).toBe(false);
  });

  it.each(["", " ", "¿?¡!", '""', "😀😀", "\0", "***", "\ud800", "--", "' OR 1=1 --".replaceAll(/\w/g, "")])(
    "without a word (%j) asks for nothing",
    (question) => {
      expect(strictnesses(parseQuery(question))).toEqual([]);
    },
  );

  it("drops words that say nothing, unless there are no others", () => {
    expect(parseQuery("¿qué es la beca?").words.map(({ folded }) => folded)).toEqual(["beca"]);
    expect(parseQuery("que es la").words.map(({ folded }) => folded)).toEqual(["que", "es", "la"]);
  });

  it("takes the last word for a beginning only where it is the last", () => {
    const [first, last] = parseQuery("certificado empad").words;
    expect([first?.isPrefix, last?.isPrefix]).toEqual([false, true]);
    expect(parseQuery("de ab").words.at(-1)?.isPrefix).toBe(false);
  });

  it("of 100 kB is cut where it has said enough", () => {
    const long = Array.from({ length: 20_000 }, (_, n) => `w${n}`).join(" ");
    expect(parseQuery(long).words.length).toBeLessThanOrEqual(32);
    expect(matches("w0 something", long)).toBe(true);
    expect(matches("x", "a".repeat(100_000))).toBe(false);
  });

  it("is text, whatever it holds: no question is an error, and each finds what it is made of", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (question) => {
        const found = matches(question, question);
        expect(found || strictnesses(parseQuery(question)).length === 0 || !isAscii(question)).toBe(true);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (question) => void matches("x", question)),
      { numRuns: 500 },
    );
  });

  it("knows its words in a text again", () => {
    const { words } = parseQuery("becas universit");
    expect(["beca", "universitaria", "universitat", "otro"].map((word) => isHit(word, words))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

/** Of other letters SQLite may know fewer than JavaScript does. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}
