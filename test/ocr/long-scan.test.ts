import { writeFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { createReaderPool } from "../../src/infrastructure/extraction/reader-pool.ts";
import { newRoot } from "../kit/root.ts";
import { scanOf, scanPdf } from "../kit/scans.ts";
import { SPANISH } from "./texts.ts";

const PAGES = 10;
/** Less than ten pages take on any machine of today, more than it takes to come to the first. */
const TIMEOUT_MS = 5_000;

it("a long scan is read to its end, though a document has less time than all its pages take", async () => {
  const file = newRoot().file("long.pdf");
  const picture = await scanOf(SPANISH);
  writeFileSync(file, scanPdf(Array.from({ length: PAGES }, () => ({ picture }))));
  const reader = createReaderPool({ workers: 1, timeoutMs: TIMEOUT_MS, memoryMb: 512, maxBytes: 64 << 20 });
  onTestFinished(() => reader.close());
  const outcome = await reader.read({
    file,
    url: "https://example.org/long.pdf",
    contentType: "",
    ocr: true,
  });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  const { extracted_text, metadata } = outcome.document;
  expect(metadata).toMatchObject({ requires_ocr: false, partial: false, page_count: PAGES });
  expect(metadata.ocr?.pages.map(({ page }) => page)).toEqual(
    Array.from({ length: PAGES }, (_, at) => at + 1),
  );
  expect(extracted_text.split("mayores de edad").length - 1).toBe(PAGES);
});
