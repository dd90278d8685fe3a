/**
 * `node test/fuzz/fuzz.ts [TARGET…] [--seconds N] [--seed N]`: every parser, or those that are named, one after another.
 * `node test/fuzz/fuzz.ts TARGET --input FILE`: one input again, as when it found something.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type CampaignResult, runCampaign } from "./campaign.ts";
import { examine } from "./oracle.ts";
import { TARGET_NAMES, targetNamed } from "./targets.ts";

const { values, positionals } = understood();
const chosen = positionals.length === 0 ? TARGET_NAMES : positionals;
const unknown = chosen.filter((name) => !TARGET_NAMES.includes(name));
if (unknown.length > 0) misused(`no target ${unknown.join(", ")}; there are ${TARGET_NAMES.join(", ")}`);

if (values.input === undefined) await fuzz(Number(values.seconds), Number(values.seed));
else await replay(values.input);

function understood() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seconds: { type: "string", default: process.env["LEVADA_FUZZ_SECONDS"] ?? "60" },
        seed: { type: "string", default: process.env["LEVADA_SEED"] ?? String(Date.now() % 1_000_000) },
        input: { type: "string" },
      },
    });
  } catch (error) {
    return misused((error as Error).message);
  }
}

function misused(message: string): never {
  console.error(`fuzz: ${message}`);
  process.exit(2);
}

async function replay(file: string): Promise<void> {
  const input = readFileSync(file);
  for (const target of await Promise.all(chosen.map(targetNamed))) {
    const finding = await examine(target, input);
    console.log(
      finding === null
        ? `${target.name}: nothing is wrong`
        : `${target.name}: ${finding.kind}\n${finding.message}`,
    );
    if (finding !== null) process.exitCode = 1;
  }
}

async function fuzz(seconds: number, seed: number): Promise<void> {
  if (!(seconds > 0) || !Number.isSafeInteger(seed)) misused("--seconds and --seed take numbers");
  console.log(`${chosen.length} targets, ${seconds} s each, seed ${seed}`);
  const results: CampaignResult[] = [];
  for (const target of await Promise.all(chosen.map(targetNamed))) {
    const onProgress = process.stderr.isTTY
      ? ({ runs, corpus, blocks }: { runs: number; corpus: number; blocks: number }) =>
          process.stderr.write(`\r\x1b[K${target.name}: ${runs} runs, ${corpus} inputs, ${blocks} blocks`)
      : () => {};
    const result = await runCampaign(target, { seconds, seed, onProgress });
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
    console.log(rowOf(result));
    for (const { kind, message, file } of result.findings) {
      console.log(`  ${kind}: ${message.split("\n").slice(0, 6).join("\n    ")}`);
      console.log(`  again: node test/fuzz/fuzz.ts ${target.name} --input ${file}`);
    }
    results.push(result);
  }
  const findings = results.reduce((sum, result) => sum + result.findings.length, 0);
  const runs = results.reduce((sum, result) => sum + result.runs, 0);
  console.log(`${runs} runs, ${findings} findings`);
  if (findings > 0) process.exitCode = 1;
}

function rowOf({ target, runs, seconds, corpus, blocks, findings, repeats }: CampaignResult): string {
  const each = [
    target.padEnd(14),
    `${String(runs).padStart(9)} runs`,
    `${String(Math.round(runs / seconds)).padStart(6)}/s`,
    `${String(corpus).padStart(5)} inputs`,
    `${String(blocks).padStart(5)} blocks`,
    `${String(findings.length).padStart(3)} findings`,
  ];
  return each.join(" ") + (repeats > 0 ? ` (${repeats} repeats)` : "");
}
