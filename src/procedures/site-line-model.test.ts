import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { featuresOf, modelOf, scoreOf, siteScore, writtenModel } from "../extraction/line-sound.ts";
import { isSurelyOfSite } from "./site-line-model.ts";

/** Sets that the model has not learnt from: lines of portals, and facts of which half were written to be mistaken for them. */
const setOf = (name: string) =>
  readFileSync(join(import.meta.dirname, "../../test/kit/site-lines", name), "utf8")
    .trim()
    .split("\n")
    .map((row) => row.split("\t"))
    .map(([kind, , text = ""]) => ({ isSite: kind === "site", text }));

describe.each(["portals-4.tsv", "portals-5.tsv"])("lines of portals that it has not seen: %s", (name) => {
  const lines = setOf(name);
  const share = (isSite: boolean, isTaken: (text: string) => boolean) => {
    const asked = lines.filter((line) => line.isSite === isSite);
    return asked.filter(({ text }) => isTaken(text)).length / asked.length;
  };

  it("are mostly told from facts", () => {
    expect(share(true, (text) => siteScore(text) > 0)).toBeGreaterThan(0.9);
    expect(share(false, (text) => siteScore(text) > 0)).toBeLessThan(0.15);
  });

  it("are known to be a site's on one page alone where hardly a fact is", () => {
    expect(share(true, (text) => isSurelyOfSite(text))).toBeGreaterThan(0.7);
    expect(share(false, (text) => isSurelyOfSite(text))).toBeLessThan(0.015);
    expect(share(false, (text) => isSurelyOfSite(text, "among deadlines"))).toBeLessThan(0.01);
  });
});

it.each([["Gratuito"], ["Libro de familia"], ["Requisitos"], ["Imprimir"], [""], ["?"], ["x ".repeat(100)]])(
  "is never sure of what is short, or endless: %s",
  (text) => {
    expect(isSurelyOfSite(text)).toBe(false);
  },
);

it.each([
  ["Para imprimir esta página pulse aquí. El plazo acaba el 5 de mayo."],
  ["Please bring the certificate of your marriage and two photographs"],
  ["Треба подати заяву та копію паспорта до кінця місяця"],
])("is not sure of a line that says something else besides, or in another language: %s", (text) => {
  expect(isSurelyOfSite(text)).toBe(false);
});

it("asks for more where a line stands among facts, and for the most where it tells a number", () => {
  const lines = ["portals-4.tsv", "portals-5.tsv"].flatMap(setOf).filter(({ isSite }) => isSite);
  const taken = (["alone", "in a list", "among deadlines", "among ways", "with a number"] as const).map(
    (standing) => lines.filter(({ text }) => isSurelyOfSite(text, standing)).length,
  );
  expect(taken).toEqual(taken.toSorted((a, b) => b - a));
  expect(new Set(taken).size).toBe(5);
});

it("knows a line by its words, their beginnings, their pairs and its length; numbers are one", () => {
  expect(featuresOf("Paga 12,50 €")).toEqual(
    expect.arrayContaining(["wpaga", "w0", "bpaga 0", "b0 0", "fpaga", "gpaga", "l2", "mnumber", "mmoney"]),
  );
});

it("is written down and read as it was, to a tenth", () => {
  const weights = new Map([
    ["wpaga", -1.24],
    ["gpaga", -1.2],
    ["l0", 0.01],
    ["wde", 0.01],
    ["l1", 2],
  ]);
  const read = modelOf(writtenModel(0.5, weights));
  expect(read.bias).toBe(0.5);
  expect(["wpaga", "gpaga", "l0", "wde", "l1"].map((feature) => read.weights.get(feature))).toEqual([
    -1.2,
    -1.2,
    undefined,
    0,
    2,
  ]);
  expect(scoreOf("Paga", read)).toBeCloseTo(0.5 + (-1.2 - 1.2 + 2) / Math.sqrt(4));
});
