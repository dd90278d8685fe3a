import { defineConfig } from "vitest/config";

/** A long run with faults, measured. Apart from `npm test`: it takes minutes, and wants the machine to itself. */
export default defineConfig({
  test: {
    include: ["test/soak/**/*.test.ts"],
    testTimeout: 3 * 3_600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
