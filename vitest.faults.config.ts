import { defineConfig } from "vitest/config";
import { MANY_THREADS } from "./test/kit/many-threads.ts";

/** Faults of the disk, at counted calls. Apart from `npm test`: it takes minutes and wants a C compiler. */
export default defineConfig({
  test: {
    include: ["test/faults/**/*.test.ts"],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // Each file keeps both cores busy by itself.
    fileParallelism: false,
    ...MANY_THREADS,
  },
});
