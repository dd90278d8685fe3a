/**
 * `npm run prove [R1 …]`: runs whole, not sampled, the tests that would see a promise broken, and shows the figures
 * that they say. `--quick` samples as CI does; `--write` puts the figures into docs/guarantees.md.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Figure } from "../kit/figures.ts";
import { type Guarantee, GUARANTEES, type Suite, WHOLE } from "./promises.ts";
import { proved, type Proved, table, withFigures } from "./report.ts";

const HOME = join(import.meta.dirname, "../..");
const PAGE = join(HOME, "docs/guarantees.md");
const SUITES: readonly Suite[] = ["tests", "endurance", "faults", "hostile", "fuzz", "soak"];

const { values, positionals } = understood();
const asked = positionals.map((word) => word.toUpperCase());
const unknown = asked.filter((word) => !GUARANTEES.some(({ promise }) => promise === word));
if (unknown.length > 0) {
  console.error(`prove: ${unknown.join(" ")} is no promise; there are R1 to R${GUARANTEES.length}`);
  process.exit(2);
}
if (values.quick && values.write) {
  console.error("prove: --write is for whole runs; leave --quick out");
  process.exit(2);
}
const chosen = GUARANTEES.filter(({ promise }) => asked.length === 0 || asked.includes(promise));
const results = run(chosen, values.quick ? {} : WHOLE);
console.log(`\n${table(results)}`);
if (values.write) writeFileSync(PAGE, withFigures(readFileSync(PAGE, "utf8"), results));
process.exitCode = results.every(({ holds }) => holds) ? 0 : 1;

function run(guarantees: readonly Guarantee[], environment: Readonly<Record<string, string>>): Proved[] {
  const folder = mkdtempSync(join(tmpdir(), "levada-prove-"));
  const said = join(folder, "figures.jsonl");
  const passed = new Set<string>();
  for (const suite of SUITES) {
    const files = new Set(guarantees.flatMap((guarantee) => guarantee.files[suite] ?? []));
    if (files.size === 0) continue;
    const report = join(folder, `${suite}.json`);
    const config = suite === "tests" ? [] : ["--config", `vitest.${suite}.config.ts`];
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    spawnSync("npx", ["--no-install", "vitest", "run", ...config, ...reporters, ...files], {
      cwd: HOME,
      stdio: "inherit",
      env: { ...process.env, ...environment, LEVADA_FIGURES: said },
    });
    for (const file of passedIn(report)) passed.add(file);
  }
  const figures = existsSync(said)
    ? readFileSync(said, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Figure)
    : [];
  rmSync(folder, { recursive: true });
  return guarantees.map((guarantee) => proved(guarantee, passed, figures));
}

/** Files whose tests were run, and all passed. */
function passedIn(report: string): string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    readonly testResults: readonly {
      readonly name: string;
      readonly status: string;
      readonly assertionResults: readonly { readonly status: string }[];
    }[];
  };
  return testResults
    .filter(({ status, assertionResults }) => {
      return status === "passed" && assertionResults.some((test) => test.status === "passed");
    })
    .map(({ name }) => name.slice(HOME.length + 1));
}

function understood() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { quick: { type: "boolean" }, write: { type: "boolean" } },
    });
  } catch (error) {
    console.error(`prove: ${(error as Error).message}`);
    process.exit(2);
  }
}
