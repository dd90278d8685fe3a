import { MisuseError } from "../domain/errors.ts";
import { missingOcrPackages } from "../infrastructure/extraction/ocr-packages.ts";

/** Throws `MisuseError` where something that OCR needs is not installed: it says what, and how to get it. */
export function requireOcr(missing: readonly string[] = missingOcrPackages()): void {
  if (missing.length === 0) return;
  const [first = "", ...others] = missing;
  const named = others.length === 0 ? `${first}, which is` : `${missing.join(", ")}, which are`;
  throw new MisuseError(
    `--ocr needs ${named} not installed; run npm install --include=optional, or npm install ${missing.join(" ")}`,
  );
}
