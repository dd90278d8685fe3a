import { defineConfig } from "vitest/config";

/** Hostile inputs one by one, and the command under strace. Apart from `npm test`, which meets them side by side. */
export default defineConfig({
  test: {
    include: ["test/hostile/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Memory is measured.
    fileParallelism: false,
  },
});
