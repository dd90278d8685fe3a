import { defineConfig } from "vitest/config";

/** Every parser against inputs that a fuzzer makes up. Apart from `npm test`: each takes seconds, or as long as one likes. */
export default defineConfig({
  test: {
    include: ["test/fuzz/campaigns.test.ts", "test/fuzz/growth.test.ts"],
    testTimeout: 24 * 3_600_000,
    // Each keeps a core busy, and is measured.
    fileParallelism: false,
  },
});
