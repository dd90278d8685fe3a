import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "spec/**/*.test.ts"],
    exclude: [
      "test/faults/**",
      "test/hostile/**",
      "test/mediawiki/real*.test.ts",
      "test/browser/**",
      "test/ocr/**",
    ],
    // Most tests wait for a disk or a clock: one file a core would leave both idle.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow, not broken.
    expect: { poll: { timeout: 20_000 } },
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/**/*.test.ts"],
      reporter: ["text-summary", "text"],
      thresholds: { lines: 90 },
    },
  },
});
