import { missingPackages } from "../../extraction/ocr/packages.ts";

/** What must be installed before text in pictures can be read, and is not. */
export function missingOcrPackages(): readonly string[] {
  return missingPackages();
}
