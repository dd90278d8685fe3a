import { expect, it } from "vitest";
import { missingPackages } from "./packages.ts";

it("names what is not installed of what the languages need", () => {
  const without = (...names: string[]) => missingPackages(["es", "eu"], (name) => !names.includes(name));
  expect(without()).toEqual([]);
  expect(without("@tesseract.js-data/eus", "@tesseract.js-data/cat")).toEqual(["@tesseract.js-data/eus"]);
  expect(without("tesseract.js-core", "@embedpdf/pdfium")).toEqual(["tesseract.js-core", "@embedpdf/pdfium"]);
});

it("finds all of them where they are", () => {
  expect(missingPackages()).toEqual([]);
  expect(missingPackages(["xx"])).toEqual(["@tesseract.js-data/xx"]);
});
