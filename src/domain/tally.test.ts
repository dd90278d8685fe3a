import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exitCode } from "./exit-code.ts";
import { defineSource } from "./source.ts";
import { type EndState, Tally } from "./tally.ts";

const STATES: readonly EndState[] = ["completed", "failed", "skipped", "unchanged", "pending"];

describe("Tally", () => {
  it("balances when everything found has ended once, and shows by how much it does not", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...STATES), fc.nat(5))), (ends) => {
        const tally = new Tally();
        for (const [state, count] of ends) {
          tally.found(count);
          tally.end(state, "why", count);
        }
        const totals = tally.totals();
        expect(tally.imbalance()).toBe(0);
        expect(totals.discovered).toBe(STATES.reduce((sum, state) => sum + totals[state], 0));
        expect(totals.reasons["why"] ?? 0).toBe(totals.discovered);
        tally.found();
        expect(tally.imbalance()).toBe(1);
        tally.end("completed");
        tally.end("completed");
        expect(tally.imbalance()).toBe(-1);
      }),
    );
  });
});

describe("exitCode", () => {
  const calm = { interruptedBy: null, storageFailed: false, held: false, failed: false } as const;
  it.each([
    [calm, 0],
    [{ ...calm, failed: true }, 1],
    [{ ...calm, failed: true, held: true }, 3],
    [{ ...calm, failed: true, held: true, storageFailed: true }, 4],
    [{ ...calm, storageFailed: true, interruptedBy: "SIGINT" as const }, 130],
    [{ ...calm, held: true, interruptedBy: "SIGTERM" as const }, 143],
  ])("%o → %i", (run, code) => {
    expect(exitCode(run)).toBe(code);
  });
});

describe("defineSource", () => {
  it("refuses a name that could not be a folder", () => {
    const source = { summary: "", policy: {}, allows: () => true, discover: async function* () {} };
    expect(() => defineSource({ ...source, name: "../x" })).toThrow(/lower-case letters/);
    expect(defineSource({ ...source, name: "notes" }).name).toBe("notes");
  });
});
