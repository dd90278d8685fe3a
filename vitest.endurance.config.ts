import { defineConfig } from "vitest/config";
import { MANY_THREADS } from "./test/kit/many-threads.ts";

/** Kills at random moments and torn files, over and over (`LEVADA_KILLS` says how many), and what waits most of its time. */
export const ENDURANCE: readonly string[] = [
  "test/scenarios/*-crash.test.ts",
  "test/scenarios/{,*-}recovery.test.ts",
  "test/conformance/*-crash.test.ts",
  "test/scenarios/{hostile,hostile-inputs,link-checks,link-health,run-watchers}.test.ts",
  "test/scenarios/{tramites-hosts,wiki-faults,wiki-replay,wiki-trouble}.test.ts",
  "test/scenarios/{archives,listings,runs,wiki-changes,wiki-roots}.test.ts",
];

/** Apart from `npm test`, which ends within ten minutes. */
export default defineConfig({
  test: {
    // `npm test` has a few kills of its own.
    include: [...ENDURANCE, "test/scenarios/crash.test.ts"],
    setupFiles: ["test/kit/accounts-setup.ts"],
    maxWorkers: 3,
    ...MANY_THREADS,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
