/** Where the pages, the log and the registry of a wiki are, and what checks and repairs do with them (R4, U24). */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { repair, status, type Summary, verify } from "../../src/index.ts";
import type { MediaWikiSandbox } from "../../src/sandbox/mediawiki.ts";
import { eventsIn } from "../kit/command.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { contentIds, crawl, startWiki } from "../kit/wiki.ts";
import {
  PAGE_DIR,
  RAW_DIR,
  RETIRED_DIR,
  filesIn,
  manifestLines,
  manifestOf,
  rows,
  timelessPages,
} from "../kit/wiki-files.ts";

const SMALL = { pages: 24, oddities: false };
const ALL = 25;

function folderElsewhere(): string {
  const path = mkdtempSync(join(tmpdir(), "levada-elsewhere-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function crawled(): Promise<{ root: TestRoot; site: MediaWikiSandbox }> {
  const [root, site] = [newRoot(), await startWiki(SMALL)];
  expect((await crawl(root, site)).summary.exit_code).toBe(0);
  return { root, site };
}

const registered = (file: string) =>
  rows(file, "SELECT page_id, title, last_revid, file_path FROM pages ORDER BY page_id");

const removeDatabase = (root: TestRoot) => {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(root.databaseFile + suffix, { force: true });
};

describe("--page-dir", () => {
  it.each([
    ["in the root", () => "pages"],
    ["deep in the root", () => "corpus/wiki/pages"],
    ["outside the root", () => join(folderElsewhere(), "pages")],
  ])("%s is where the pages are, for every later run", async (_, folder) => {
    const [root, site, pageDir] = [newRoot(), await startWiki(SMALL), folder()];
    const sourceOptions = { pageDir };
    await crawl(root, site, sourceOptions);
    const path = pageDir.startsWith("/") ? pageDir : root.file(pageDir);
    expect(Object.keys(filesIn(root, path))).toHaveLength(ALL);
    expect(Object.keys(filesIn(root))).toHaveLength(0);
    const again = await crawl(root, site, sourceOptions);
    expect(again.summary).toMatchObject({ unchanged: ALL, completed: 0, exit_code: 0 });
    site.wiki.move("Amber ridge", "Amber crest", { redirect: false });
    site.wiki.delete("Main Page");
    const third = await crawl(root, site, sourceOptions);
    expect(third.summary).toMatchObject({ completed: 1, retired: 1, exit_code: 0 });
    expect(Object.keys(filesIn(root, path))).toHaveLength(ALL - 1);
    expect(Object.keys(filesIn(root, path)).filter((name) => /ridge_2\b/.test(name))).toEqual([]);
    expect(Object.keys(filesIn(root, RETIRED_DIR))).toHaveLength(1);
    removeDatabase(root);
    const rebuilt = await crawl(root, site, sourceOptions);
    expect(rebuilt.summary).toMatchObject({ unchanged: ALL - 1, completed: 0, exit_code: 0 });
    expect(rebuilt.events.filter(({ type }) => type === "warning")).toEqual([]);
  });

  it("that changes gets all pages, and the old folder keeps its own", async () => {
    const { root, site } = await crawled();
    const before = timelessPages(root);
    const { summary } = await crawl(root, site, { pageDir: "elsewhere" });
    expect(summary).toMatchObject({ completed: ALL, exit_code: 0 });
    expect(timelessPages(root, "elsewhere")).toEqual(before);
    expect(timelessPages(root)).toEqual(before);
    const [page] = registered(root.databaseFile);
    expect(page?.["file_path"]).toMatch(/^elsewhere\//);
    const again = await crawl(root, site, { pageDir: "elsewhere" });
    expect(again.summary).toMatchObject({ completed: 0, unchanged: ALL });
  });

  it.each([{}, { since: "auto" }])("gets back a page whose file was deleted by hand (%j)", async (how) => {
    const { root, site } = await crawled();
    const line = manifestOf(root).get(2);
    rmSync(root.file(line?.local_path ?? ""));
    const { summary, requests } = await crawl(root, site, how);
    expect(summary).toMatchObject({ completed: 1, unchanged: ALL - 1, exit_code: 0 });
    expect(contentIds(requests)).toEqual([2]);
    expect(Object.keys(filesIn(root))).toHaveLength(ALL);
  });
});

describe("--raw-dir", () => {
  it.each([
    ["in the root", () => "calls"],
    ["outside the root", () => join(folderElsewhere(), "calls")],
  ])("%s is where the log of each run is, in a file of its own", async (_, folder) => {
    const [root, site, rawDir] = [newRoot(), await startWiki(SMALL), folder()];
    for (let run = 0; run < 2; run++) await crawl(root, site, { rawDir });
    expect(Object.keys(filesIn(root, rawDir))).toHaveLength(2);
    expect(Object.keys(filesIn(root, RAW_DIR))).toHaveLength(0);
  });
});

describe("--registry", () => {
  it("is filled with what is stored already, and follows every change", async () => {
    const { root, site } = await crawled();
    const registry = join(folderElsewhere(), "registry.db");
    await crawl(root, site, { registry });
    expect(registered(registry)).toEqual(registered(root.databaseFile));
    expect(registered(registry)).toHaveLength(ALL);
    site.wiki.delete("Main Page");
    site.wiki.edit("Amber ridge", "Edited.");
    await crawl(root, site, { registry });
    expect(registered(registry)).toEqual(registered(root.databaseFile));
    expect(registered(registry)).toHaveLength(ALL - 1);
  });

  it("catches up on what runs without it have done", async () => {
    const [root, site, registry] = [newRoot(), await startWiki(SMALL), join(folderElsewhere(), "r.db")];
    await crawl(root, site, { registry });
    site.wiki.delete("Main Page");
    site.wiki.edit("Amber ridge", "Edited.");
    await crawl(root, site);
    await crawl(root, site, { registry });
    expect(registered(registry)).toEqual(registered(root.databaseFile));
  });

  it("that is no database is refused, and stays as it is", async () => {
    const [root, site, registry] = [newRoot(), await startWiki(SMALL), join(folderElsewhere(), "r.db")];
    writeFileSync(registry, "not a database at all, but long enough to be looked at".repeat(50));
    const before = readFileSync(registry, "utf8");
    await expect(crawl(root, site, { registry })).rejects.toThrow(/registry .* cannot be used/);
    expect(readFileSync(registry, "utf8")).toBe(before);
    expect(site.requests).toEqual([]);
  });

  it("with a table of other columns is refused", async () => {
    const [root, site, registry] = [newRoot(), await startWiki(SMALL), join(folderElsewhere(), "r.db")];
    const db = new DatabaseSync(registry);
    db.exec("CREATE TABLE pages (id INTEGER PRIMARY KEY, name TEXT)");
    db.close();
    await expect(crawl(root, site, { registry })).rejects.toThrow(/cannot be used/);
  });
});

describe("two wikis", () => {
  it("in one root are refused, in words, and nothing of the first is touched", async () => {
    const { root } = await crawled();
    const before = root.listing();
    const other = await startWiki({ pages: 3, oddities: false });
    await expect(crawl(root, other)).rejects.toThrow(/this root holds pages of 127\.0\.0\.1:\d+, not of/);
    const pages = (listing: Readonly<Record<string, string>>) =>
      Object.entries(listing).filter(
        ([name]) => name.startsWith(PAGE_DIR) || name.endsWith("manifest.jsonl"),
      );
    expect(pages(root.listing())).toEqual(pages(before));
  });
});

describe("--namespaces", () => {
  it("that become fewer leave the pages of the others alone", async () => {
    const [root, site] = [newRoot(), await startWiki({ pages: 5 })];
    await crawl(root, site, { namespaces: "0,14".split(",") });
    const before = timelessPages(root);
    const { summary } = await crawl(root, site, { namespaces: [0] });
    expect(summary).toMatchObject({ retired: 0, completed: 0, exit_code: 0 });
    expect(timelessPages(root)).toEqual(before);
  });
});

describe("a root with a wiki in it", () => {
  it("verifies, and says what was damaged, is missing or belongs to nobody", async () => {
    const { root, site } = await crawled();
    const common = { root: root.path, allowPrivateNetwork: true };
    expect(await verify("wiki", common)).toMatchObject([
      { checked: ALL, missing: [], corrupt: [], orphaned: [], manifest_problems: [] },
    ]);
    const [first, second] = [manifestOf(root).get(2), manifestOf(root).get(3)];
    rmSync(root.file(first?.local_path ?? ""));
    writeFileSync(root.file(second?.local_path ?? ""), "{}\n");
    writeFileSync(root.file(PAGE_DIR, "Nobody's_999.json"), "{}\n");
    expect(await verify("wiki", common)).toMatchObject([
      { missing: [{ key: "2" }], corrupt: [{ key: "3" }], orphaned: [`${PAGE_DIR}/Nobody's_999.json`] },
    ]);
    const sent = site.requests.length;
    const [result] = await verify("wiki", { ...common, repair: true });
    expect(result?.repair?.summary).toMatchObject({ completed: 2, failed: 0, exit_code: 0 });
    expect(contentIds(site.requests.slice(sent)).toSorted()).toEqual([2, 3]);
    expect(await verify("wiki", common)).toMatchObject([{ missing: [], corrupt: [], orphaned: [] }]);
    const fresh = newRoot();
    await crawl(fresh, site);
    expect(timelessPages(root)).toEqual(timelessPages(fresh));
  });

  it("is repaired to the same state, its pages and what is retired included", async () => {
    const { root, site } = await crawled();
    site.wiki.delete("Main Page");
    site.wiki.move("Amber ridge", "Amber crest");
    await crawl(root, site);
    const state = async () => [
      registered(root.databaseFile),
      rows(root.databaseFile, "SELECT key, local_path, reason, at FROM retired"),
      (await status("wiki", { root: root.path })).map(({ completed, failed, pending }) => [
        completed,
        failed,
        pending,
      ]),
    ];
    const before = await state();
    expect(before[1]).toHaveLength(1);
    await repair("wiki", { root: root.path });
    expect(await state()).toEqual(before);
    removeDatabase(root);
    await repair("wiki", { root: root.path });
    expect(await state()).toEqual(before);
    const { summary } = await crawl(root, site);
    expect(summary).toMatchObject({ completed: 0, retired: 0, unchanged: ALL, exit_code: 0 });
  });

  it("moved to another place is the same root", async () => {
    const { root, site } = await crawled();
    const moved = newRoot();
    cpSync(root.path, moved.path, { recursive: true });
    const { summary } = await crawl(moved, site);
    expect(summary).toMatchObject({ unchanged: ALL, completed: 0, exit_code: 0 });
  });
});

describe("the command", () => {
  const levada = async (root: TestRoot, ...flags: readonly string[]) => {
    const home = join(import.meta.dirname, "../..");
    const all = [...flags, "--root", root.path, "--allow-private-network", "--json"];
    const run = promisify(execFile)(join(home, "bin/levada"), all, { timeout: 60_000 });
    return run.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
  };
  const summaryIn = (stdout: string) =>
    eventsIn(stdout).findLast(({ type }) => type === "summary") as Summary | undefined;

  it("crawls, syncs, tells how it stands, and refuses another wiki", async () => {
    const [root, site] = [newRoot(), await startWiki(SMALL)];
    const ingest = (...more: readonly string[]) =>
      levada(root, "ingest", "wiki", "--api", site.apiUrl, ...more);
    const first = await ingest();
    expect(first).toMatchObject({ code: 0 });
    expect(summaryIn(first.stdout)).toMatchObject({ completed: ALL, exit_code: 0 });
    site.wiki.edit("Amber ridge", "Edited.");
    const second = await ingest("--since", "auto");
    expect(summaryIn(second.stdout)).toMatchObject({ completed: 1, exit_code: 0 });
    const told = await levada(root, "status", "wiki");
    expect(told.code).toBe(0);
    expect(told.stdout).toContain(`"completed":${ALL}`);
    expect((await levada(root, "verify", "wiki")).code).toBe(0);
    for (let nth = 0; nth < 4; nth++)
      site.wiki.delete(`${["Main Page", "Amber ridge"][nth] ?? titleOf(site, nth + 2)}`);
    const asks = await ingest();
    expect(asks.code).toBe(1);
    expect(asks.stdout + asks.stderr).toContain("--allow-mass-removal");
    const lets = await ingest("--allow-mass-removal");
    expect(lets.code).toBe(0);
    expect(summaryIn(lets.stdout)).toMatchObject({ retired: 4 });
    const other = await startWiki({ pages: 2, oddities: false });
    const refused = await levada(root, "ingest", "wiki", "--api", other.apiUrl);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("use another --root for another wiki");
    expect(manifestLines(root).length).toBe(ALL + 1 + 4);
  });
});

/** Of a page of namespace 0, by its id. */
function titleOf(site: MediaWikiSandbox, id: number): string {
  return site.wiki.page(id)?.key.replaceAll("_", " ") ?? "";
}
