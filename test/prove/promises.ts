/** The promises of docs/guarantees.md, and the tests that would see one broken. */
import { globSync } from "node:fs";
import { join } from "node:path";
import type { Promised } from "../kit/figures.ts";

export type Suite = "tests" | "endurance" | "faults" | "hostile" | "fuzz" | "soak";

export interface Guarantee {
  readonly promise: Promised;
  /** As a user would say it. */
  readonly words: string;
  readonly target: string;
  readonly files: Readonly<Partial<Record<Suite, readonly string[]>>>;
}

/** How much is struck, flipped and soaked here; CI takes a sample of it. */
export const WHOLE: Readonly<Record<string, string>> = {
  LEVADA_ENDURANCE: "1",
  LEVADA_KILLS: "100",
  LEVADA_FAULT_POINTS: "1000",
  LEVADA_FLIPS: "265",
  LEVADA_FUZZ_SECONDS: "60",
  LEVADA_SOAK_JOBS: "100000",
};

/** All of them: the catalogue of hostile inputs is held against what every file has met. */
const HOSTILE: readonly string[] = globSync("test/hostile/*.test.ts", {
  cwd: join(import.meta.dirname, "../.."),
}).toSorted();

export const GUARANTEES: readonly Guarantee[] = [
  {
    promise: "R1",
    words:
      "Kill it at any instant: what it reported as stored is there, once and whole, and is not fetched again. Kill the recovery, too.",
    target: "0 in ≥ 1,000 kill points",
    files: { faults: ["test/faults/kill.test.ts"] },
  },
  {
    promise: "R2",
    words: "Pull the plug: what it reported as stored is on the disk.",
    target: "0 lost",
    files: { faults: ["test/faults/order.test.ts", "test/faults/syncs.test.ts"] },
  },
  {
    promise: "R3",
    words:
      "A line that was being written when the machine died is cut off; a line that rotted is named by its number.",
    target: "every byte position",
    files: { endurance: ["test/scenarios/recovery.test.ts"], faults: ["test/faults/torn.test.ts"] },
  },
  {
    promise: "R4",
    words:
      "Lose the database, the checkpoint or the index: they are made again from manifest and files, the same as before.",
    target: "identical",
    files: { faults: ["test/faults/flips.test.ts", "test/faults/flips-kinds.test.ts"] },
  },
  {
    promise: "R5",
    words:
      "A full disk stops it cleanly, a failing disk at once; nothing is reported after that, and it goes on when there is space.",
    target: "0 lost",
    files: { faults: ["test/faults/disk.test.ts"] },
  },
  {
    promise: "R6",
    words:
      "Only one process writes to a folder; a second is told so at once; a lock that was left behind bothers nobody.",
    target: "refused in < 1 s",
    files: { faults: ["test/faults/writers.test.ts", "test/faults/writers-commands.test.ts"] },
  },
  {
    promise: "R7",
    words: "Ctrl-C ends it within seconds, a second one at once, and nothing is lost.",
    target: "≤ 5 s, ≤ 1 s, 0 lost",
    files: { faults: ["test/faults/signals.test.ts", "test/faults/signals-commands.test.ts"] },
  },
  {
    promise: "R8",
    words: "No document is stored shorter than it was sent.",
    target: "0 of ≥ 80 cuts taken",
    files: {
      tests: ["src/infrastructure/http/framing.test.ts"],
      hostile: ["test/hostile/cuts.test.ts", "test/hostile/mutants.test.ts"],
    },
  },
  {
    promise: "R9",
    words: "A bomb cannot exhaust memory.",
    target: "≤ 64 MB more at a cap of 32 MiB",
    files: {
      hostile: [
        "test/hostile/memory.test.ts",
        "test/hostile/listings.test.ts",
        "test/hostile/large-listings.test.ts",
      ],
    },
  },
  {
    promise: "R10",
    words: "It never connects to an address that is not public, whatever a site says.",
    target: "0 connects",
    files: { hostile: ["test/hostile/addresses.test.ts"] },
  },
  {
    promise: "R11",
    words: "Your secrets go to the site that they are for, and into no log.",
    target: "0 hits of a canary",
    files: { hostile: ["test/hostile/secrets.test.ts"] },
  },
  {
    promise: "R12",
    words: "A hostile document fails alone; the engine lives.",
    target: "alive, ≤ 50 MB more",
    files: { hostile: ["test/hostile/documents.test.ts"], fuzz: ["test/fuzz/campaigns.test.ts"] },
  },
  {
    promise: "R13",
    words: "It stays polite when servers storm, clocks jump and it is started again.",
    target: "0 early requests",
    files: {
      tests: ["test/scenarios/politeness.test.ts"],
      faults: ["test/faults/clock.test.ts"],
    },
  },
  {
    promise: "R14",
    words: "It can run for days: memory, open files and answers stay as they are.",
    target: "≤ 5 MB per 10,000 jobs, event loop p99 ≤ 50 ms",
    files: { soak: ["test/soak/soak.test.ts"] },
  },
  {
    promise: "R15",
    words:
      "Nothing a site says can write outside your folder, forge a line of the manifest, or move your terminal's cursor.",
    target: "0",
    files: { hostile: HOSTILE },
  },
];
