import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { MANY_THREADS } from "./test/kit/many-threads.ts";

/** The catalogue is compared with what the other files have met. */
class CatalogueLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLast = ({ moduleId }: TestSpecification) => moduleId.endsWith("/catalogue.test.ts");
    // oxlint-disable-next-line unicorn/no-array-sort -- the order of test files, not of an array
    const sorted = await super.sort(files);
    return [...sorted.filter((file) => !isLast(file)), ...sorted.filter(isLast)];
  }
}

/** Hostile inputs one by one, and the command under strace. Apart from `npm test`, which meets them side by side. */
export default defineConfig({
  test: {
    include: ["test/hostile/**/*.test.ts"],
    globalSetup: ["test/hostile/ledger-setup.ts"],
    sequence: { sequencer: CatalogueLast },
    // A busy machine is slow, not broken.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    ...MANY_THREADS,
    // Memory is measured.
    fileParallelism: false,
  },
});
