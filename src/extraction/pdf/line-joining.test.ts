import { expect, test } from "vitest";
import { joinedLines, joinedPair } from "./line-joining.ts";

test("a long text is joined as its lines are, pair by pair", () => {
  const lines = Array.from({ length: 200 }, (_, at) =>
    [
      `una línea ${at} de texto que se divi-`,
      "de y que termina en franco-",
      "español, soft\u{ad}",
      "",
      "𝒳𝒴-",
    ].slice(at % 3),
  ).flat();
  const compounds = new Set(["franco-español"]);

  const folded = lines.reduce((text, line) => joinedPair(text, line, compounds), "");

  expect(joinedLines(lines, compounds)).toBe(folded);
  expect(folded).toContain("una línea 99 de texto que se divide y que termina en franco-español");
});

test("a word longer than what is looked at is joined all the same", () => {
  const lines = Array.from({ length: 30 }, () => `${"a".repeat(150)}-`);

  expect(joinedLines([...lines, "fin"])).toBe(`${"a".repeat(150 * 30)}fin`);
});

test("a hyphen before figures parts nothing", () => {
  expect(joinedLines(["Ayudas por la COVID-", "19"])).toBe("Ayudas por la COVID-19");
  expect(joinedLines(["Modelo A -", "19"])).toBe("Modelo A - 19");
});

test("a number that is divided at a hyphen is one number", () => {
  expect(joinedLines(["Resolución 2023-", "0379 del pleno"])).toBe("Resolución 2023-0379 del pleno");
  expect(joinedLines(["de 10–", "12 euros"])).toBe("de 10–12 euros");
  expect(joinedLines(["de 10 -", "12 euros"])).toBe("de 10 - 12 euros");
  expect(joinedLines(["desde 2019-", "Obras"])).toBe("desde 2019- Obras");
});
