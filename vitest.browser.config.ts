import { defineConfig } from "vitest/config";

/** What needs a browser. Apart from `npm test`: Chromium is found on the machine, or installed. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["test/browser/chromium.ts"],
    testTimeout: 180_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
