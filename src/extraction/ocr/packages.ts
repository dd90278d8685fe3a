/** Where the packages are that OCR needs. They are large, and an install may leave them out. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gunzipSync } from "node:zlib";
import { OCR_LANGUAGES, trainedName } from "./languages.ts";

const { resolve } = createRequire(import.meta.url);

export const ENGINE = "tesseract.js-core";
export const DRAWING = "@embedpdf/pdfium";
const dataOf = (language: string) => `@tesseract.js-data/${trainedName(language)}`;

/** Of those that text in any of the languages needs, those that are not installed. */
export function missingPackages(
  languages: readonly string[] = OCR_LANGUAGES,
  isInstalled: (name: string) => boolean = isHere,
): readonly string[] {
  return [ENGINE, DRAWING, ...languages.map(dataOf)].filter((name) => !isInstalled(name));
}

function isHere(name: string): boolean {
  try {
    resolve(entryOf(name));
    return true;
  } catch {
    return false;
  }
}

/** A file that is in it: what it names as its main one need not be there. */
function entryOf(name: string): string {
  if (name === ENGINE) return `${ENGINE}/tesseract-core-simd-lstm.js`;
  if (name === DRAWING) return `${DRAWING}/pdfium.wasm`;
  const [, language = ""] = name.split("/");
  return `${name}/4.0.0_best_int/${language}.traineddata.gz`;
}

/** The engine without what only older models need, for processors that work on several numbers at once. */
export const engineFile = (): string => resolve(entryOf(ENGINE));

export const drawingBinary = (): Uint8Array => readFileSync(resolve(entryOf(DRAWING)));

export const trainedData = (language: string): Uint8Array =>
  gunzipSync(readFileSync(resolve(entryOf(dataOf(language)))));
