import { expect, it } from "vitest";
import { requireOcr } from "./ocr.ts";

it("says which packages --ocr needs that are not installed", () => {
  expect(() => requireOcr([])).not.toThrow();
  expect(() => requireOcr(["tesseract.js-core"])).toThrow(
    "--ocr needs tesseract.js-core, which is not installed",
  );
  expect(() => requireOcr(["a", "b"])).toThrow(
    "--ocr needs a, b, which are not installed; run npm install --include=optional, or npm install a b",
  );
});
