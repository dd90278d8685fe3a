import { defineConfig } from "vitest/config";

/** Scans, read by the real Tesseract. Apart from `npm test`: a page takes seconds. */
export default defineConfig({
  test: {
    include: ["test/ocr/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
