/** A replay that is interrupted, and run again (W7, W9, E1). */
import { spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { replay, runCrawl, status, verify } from "../../src/index.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { startWiki } from "../kit/wiki.ts";
import { PAGE_DIR, RAW_DIR, pageRows, timelessPages } from "../kit/wiki-files.ts";

const CHILD = join(import.meta.dirname, "../kit/replay-child.ts");

/** Two runs, the second with changes and more than a tenth of the pages gone. */
async function crawledTwice(): Promise<TestRoot> {
  const [root, site] = [newRoot(), await startWiki({ pages: 120, oddities: false })];
  const options = { root: root.path, apiUrl: site.apiUrl, allowPrivateNetwork: true };
  await runCrawl(options);
  for (const { title, page_id } of pageRows(root.databaseFile).slice(0, 60)) {
    if (page_id % 3 === 0) site.wiki.delete(title);
    else site.wiki.edit(title, "Edited.");
  }
  expect(await runCrawl({ ...options, allowMassRemoval: true })).toMatchObject({ retired: 20, exitCode: 0 });
  await site.close();
  return root;
}

/** How the process ended: the signal, or its exit code. */
function interrupted(root: TestRoot, signal: string, pages: number): Promise<string | number | null> {
  const flags = ["--disable-warning=ExperimentalWarning"];
  const child = spawn(process.execPath, [...flags, CHILD, root.path, signal, String(pages)]);
  return new Promise((resolve) => child.on("close", (code, by) => resolve(by ?? code)));
}

const rows = (root: TestRoot) => pageRows(root.databaseFile).map((row) => ({ ...row, last_updated: "" }));

async function expectWhole(root: TestRoot, original: TestRoot): Promise<void> {
  expect(await replay("wiki", { root: root.path })).toMatchObject({ failed: 0, missing: [], exitCode: 0 });
  expect(timelessPages(root)).toEqual(timelessPages(original));
  expect(rows(root)).toEqual(rows(original));
  const [report] = await verify("wiki", { root: root.path });
  expect(report).toMatchObject({ missing: [], corrupt: [], orphaned: [] });
  const [counts] = await status("wiki", { root: root.path });
  expect(counts).toMatchObject({ completed: rows(original).length, pending: 0, failed: 0 });
}

it.each([
  ["SIGKILL", "SIGKILL"],
  ["SIGINT", 130],
] as const)(
  "a replay ended by %s, early, in the middle and late, is whole when it is run again",
  async (signal, ended) => {
    const original = await crawledTwice();
    for (const pages of [1, 60, 125]) {
      const root = newRoot();
      cpSync(original.file(RAW_DIR), root.file(RAW_DIR), { recursive: true });
      expect(await interrupted(root, signal, pages)).toBe(ended);
      await expectWhole(root, original);
    }
  },
);

it.each(["SIGKILL", "SIGINT"])(
  "a replay over a root that lost its files, ended by %s, leaves nothing pending",
  async (signal) => {
    const original = await crawledTwice();
    const root = newRoot();
    for (const folder of ["data", "artifacts"])
      cpSync(original.file(folder), root.file(folder), { recursive: true });
    rmSync(root.file(PAGE_DIR), { recursive: true });
    await interrupted(root, signal, 10);
    if (signal === "SIGINT") {
      const [counts] = await status("wiki", { root: root.path });
      expect(counts).toMatchObject({ completed: rows(original).length, pending: 0 });
    }
    await expectWhole(root, original);
  },
);
