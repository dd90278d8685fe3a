import { defineConfig } from "vitest/config";
import { ENDURANCE } from "./vitest.endurance.config.ts";
import { MANY_THREADS } from "./test/kit/many-threads.ts";

/** `.ci/run` tries a test once more before it fails, and names it. */
const RETRIES = Number(process.env["LEVADA_RETRIES"] ?? 0);

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "spec/**/*.test.ts"],
    exclude: [
      "test/faults/**",
      "test/hostile/**",
      "test/mediawiki/real*.test.ts",
      "test/browser/**",
      "test/ocr/**",
      "test/soak/**",
      "test/fuzz/{campaigns,growth}.test.ts",
      ...ENDURANCE,
    ],
    setupFiles: ["test/kit/accounts-setup.ts"],
    retry: RETRIES,
    reporters: RETRIES > 0 ? ["default", "./test/kit/tried-again.ts"] : ["default"],
    // Most tests wait for a disk or a clock: one file a core would leave both idle.
    maxWorkers: 3,
    ...MANY_THREADS,
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
