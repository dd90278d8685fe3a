import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Summary } from "../../src/index.ts";
import { RunAccount } from "../../src/domain/run-account.ts";
import { openSqliteState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import { unbalanced, unbalancedRuns } from "./accounts.ts";

const SUMMARY = {
  type: "summary",
  discovered: 2,
  completed: 1,
  failed: 0,
  skipped: 0,
  unchanged: 1,
  pending: 0,
  exit_code: 0,
} as unknown as Summary;

function detailOf(summary: Summary, ...ids: readonly string[]) {
  const account = new RunAccount();
  for (const id of ids) account.see({ type: "unchanged", id, url: `https://a.example/${id}` });
  account.see(summary);
  return account.detail();
}

const WARNED = { ...detailOf(SUMMARY, "a", "b"), warnings: { accounts_differ: 1 } };

describe("the accounts of a run", () => {
  it.each([
    ["balance where each item has ended once", SUMMARY, detailOf(SUMMARY, "a", "b"), 0],
    ["balance where what was left was not told one by one", SUMMARY, detailOf(SUMMARY, "a"), 0],
    ["balance where only the summary is known", SUMMARY, null, 0],
    ["do not where an item is lost", { ...SUMMARY, discovered: 3 }, null, 1],
    ["do not where an item has ended twice", SUMMARY, detailOf(SUMMARY, "a", "b", "b"), 1],
    ["do not where Levada says so", SUMMARY, WARNED, 1],
  ])("E7: %s", (_, summary, detail, problems) => {
    expect(unbalanced("r", summary, detail)).toHaveLength(problems);
  });

  it("E7: are found in the database of a root", async () => {
    const root = mkdtempSync(join(tmpdir(), "levada-accounts-"));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const file = join(root, "data/state/levada.db");
    expect(unbalancedRuns(file)).toEqual([]);
    const state = await openSqliteState(root, { thread: "same" });
    const run = { source: "usgs", startedAt: "x", endedAt: "y", exitCode: 0 };
    const summary = { ...SUMMARY, discovered: 5 } as never;
    await state.registry.saveRun({ ...run, id: "good", summary: SUMMARY as never });
    await state.registry.saveRun({ ...run, id: "bad", summary });
    await state.registry.saveRun({ ...run, id: "unended", endedAt: null, exitCode: null, summary: null });
    await state.close();
    expect(unbalancedRuns(file)).toEqual([expect.stringContaining("run bad:")]);
    writeFileSync(file, "no database");
    expect(unbalancedRuns(file)).toEqual([]);
  });

  it("E7: fail any test in which a run does not balance, in its process or in another", () => {
    const home = join(import.meta.dirname, "../..");
    const folder = mkdtempSync(join(home, "test/kit/.accounts-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "unbalanced.test.ts"), UNBALANCED);
    const { stdout, status } = spawnSync(
      process.execPath,
      [join(home, "node_modules/vitest/vitest.mjs"), "run", folder, "--reporter=json"],
      { cwd: home, encoding: "utf8", timeout: 50_000 },
    );
    const { testResults } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
      testResults: { assertionResults: { title: string; status: string }[] }[];
    };
    const ends = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(ends.map(({ title, status: end }) => `${title}: ${end}`)).toEqual([
      "in a tally: failed",
      "in a root: failed",
      "nowhere: passed",
    ]);
    expect(status).toBe(1);
  });
});

const UNBALANCED = `
import { it } from "vitest";
import { Tally } from "../../../src/domain/tally.ts";
import { openSqliteState } from "../../../src/infrastructure/sqlite/sqlite-state.ts";
import { newRoot } from "../root.ts";

it("in a tally", () => {
  const tally = new Tally();
  tally.found();
  tally.totals();
});
it("in a root", async () => {
  const state = await openSqliteState(newRoot().path, { thread: "same" });
  const summary = { discovered: 3, completed: 1, failed: 0, skipped: 0, unchanged: 0, pending: 0 };
  await state.registry.saveRun({ id: "r", source: "usgs", startedAt: "x", endedAt: "y", exitCode: 0, summary });
  await state.close();
});
it("nowhere", () => {
  const tally = new Tally();
  tally.found();
  tally.end("completed");
  tally.totals();
  newRoot();
});
`;
