/**
 * Every parser, fuzzed for LEVADA_FUZZ_SECONDS (2) each. A finding names the file with its input, and how to try it
 * again. LEVADA_SEED chooses the inputs.
 */
import { afterAll, describe, expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import { runCampaign } from "./campaign.ts";
import { TARGET_NAMES, targetNamed } from "./targets.ts";

const seconds = Number(process.env["LEVADA_FUZZ_SECONDS"] ?? 2);
const seed = Number(process.env["LEVADA_SEED"] ?? 1);

describe("a fuzzer", () => {
  it.each(["thrown", "violation", "pollution", "hang", "slow", "memory", "died"])(
    "finds a parser that has a mistake of the kind %s",
    async (kind) => {
      const target = await targetNamed(`planted-${kind}`);
      const { findings } = await runCampaign(target, { seconds: 30, seed, stopAtFinding: true });
      expect(findings.map((finding) => finding.kind)).toContain(kind);
    },
  );

  it("finds nothing where there is nothing, and ends in time", async () => {
    const target = await targetNamed("planted-nothing");
    const { findings, runs } = await runCampaign(target, { seconds: 1, seed });
    expect(findings).toEqual([]);
    expect(runs).toBeGreaterThan(100);
  });
});

describe("inputs that nobody has thought of", () => {
  let total = 0;

  it.each(TARGET_NAMES)("do no harm to the reader of %s", async (name) => {
    const { findings, runs } = await runCampaign(await targetNamed(name), { seconds, seed });
    total += runs;
    const told = findings.map(
      ({ kind, message, file }) =>
        `${kind}: ${message}\nagain: node test/fuzz/fuzz.ts ${name} --input ${file}`,
    );
    expect(told.join("\n\n")).toBe("");
    expect(runs).toBeGreaterThan(0);
  });

  afterAll(() => figure("R12", "made-up inputs that a parser survived", total));
});
