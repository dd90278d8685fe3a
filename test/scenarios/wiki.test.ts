/** A wiki crawled whole: every page once, as it is; and again, at no cost. */
import { mkdtempSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { repair, status, verify } from "../../src/index.ts";
import { HARD_TITLES } from "../../src/sandbox/mediawiki-hard-titles.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import {
  contentIds,
  contentRequests,
  crawl,
  expectAgreement,
  expectLikeFresh,
  startWiki,
  textsOf,
  type MediaWikiSandbox,
} from "../kit/wiki.ts";
import {
  PAGE_DIR,
  RAW_DIR,
  filesIn,
  manifestLines,
  pageRows,
  pagesIn,
  rawEvents,
} from "../kit/wiki-files.ts";

const EVENT_FIELDS = [
  "run_id",
  "operation",
  "pageid",
  "attempt",
  "request",
  "http",
  "response_json",
  "response_text",
  "warnings",
  "continue_token",
  "error",
  "timing",
  "outcome",
];

async function crawled(options: Parameters<typeof startWiki>[0] = {}) {
  const site = await startWiki(options);
  const root = newRoot();
  const run = await crawl(root, site);
  expect(run.summary).toMatchObject({ exit_code: 0, discovery: "complete" });
  return { site, root, ...run };
}

const modified = (root: TestRoot) =>
  Object.keys(filesIn(root)).map((name) => [name, statSync(root.file(PAGE_DIR, name)).mtimeMs]);

const contents = (root: TestRoot, folder = PAGE_DIR) =>
  new Map([...pagesIn(root, folder).values()].map((doc) => [doc.pageid, doc.content]));

const folderOutside = () => {
  const path = mkdtempSync(join(tmpdir(), "levada-pages-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

describe("a wiki, for the first time", () => {
  it("every page of namespace 0 comes once, byte for byte, in a tenth of the requests; all accounts agree", async () => {
    const { site, root, summary, requests } = await crawled({ pages: 500 });
    const texts = textsOf(site);
    expect(texts.size).toBeGreaterThan(500);
    expect(summary).toMatchObject({ discovered: texts.size, completed: texts.size, failed: 0, skipped: 0 });
    expect(contents(root)).toEqual(texts);
    expect(contentIds(requests).toSorted()).toEqual([...texts.keys()].toSorted());
    expect(requests.length).toBeLessThanOrEqual(texts.size / 10);
    expectAgreement(root);
    expect(manifestLines(root)).toHaveLength(texts.size);
  });

  it("the table pages has exactly its six columns", async () => {
    const { root } = await crawled({ pages: 5, oddities: false });
    const database = new DatabaseSync(root.databaseFile, { readOnly: true });
    onTestFinished(() => database.close());
    const columns = database.prepare("SELECT name FROM pragma_table_info('pages') ORDER BY cid").all();
    expect(columns.map(({ name }) => name)).toEqual([
      "page_id",
      "title",
      "last_revid",
      "last_updated",
      "file_path",
      "categories",
    ]);
    for (const { last_updated } of pageRows(root.databaseFile))
      expect(Date.parse(last_updated)).toBeGreaterThan(0);
  });

  it("the raw log has a line for every request, with the fields of its contract and the whole answer", async () => {
    const { root, requests } = await crawled({ pages: 120 });
    const events = rawEvents(root);
    expect(events).toHaveLength(requests.length);
    for (const event of events) {
      expect(Object.keys(event)).toEqual(EVENT_FIELDS);
      expect(event).toMatchObject({ attempt: 1, outcome: "success", error: null, http: { status: 200 } });
      expect(event.response_json).toBeTypeOf("object");
    }
    expect(events.map(({ request }) => request.params)).toEqual(requests.map(({ params }) => params));
    expect(Object.keys(filesIn(root, RAW_DIR))).toEqual([`api_calls_${events[0]?.run_id}.jsonl`]);
  });

  it("pages keep all their categories, their models, and where redirects lead", async () => {
    const { root } = await crawled();
    const pages = pagesIn(root);
    expect(pages.get("Many categories")?.categories).toHaveLength(620);
    expect(pages.get("Site table.json")?.content_model).toBe("json");
    expect(pages.get("Raw text page")?.content_model).toBe("text");
    expect(pages.get("Empty page")?.content).toBe("");
    const target = pages.get("Old name 1")?.redirect_target ?? "";
    expect(pages.get("Older name 1")).toMatchObject({ is_redirect: true, redirect_target: target });
    expect(pages.get(target)).toMatchObject({
      is_redirect: false,
      redirect_target: null,
      redirect_problem: null,
    });
    expect(pages.get(target)?.redirects_from).toEqual(expect.arrayContaining(["Old name 1", "Older name 1"]));
    expect(pages.get("Old name 1")?.redirects_from).toEqual(["Older name 1"]);
    expect(pages.get("Section shortcut")).toMatchObject({
      redirect_target: "Amber ridge",
      redirect_fragment: "Position",
    });
    for (const [title, redirect_problem] of [
      ["Broken shortcut", "missing"],
      ["Loop one", "loop"],
      ["Loop two", "loop"],
      ["Self loop", "loop"],
    ] as const)
      expect(pages.get(title)).toMatchObject({ is_redirect: true, redirect_target: null, redirect_problem });
    expect(pages.get("Redirect to category")?.redirect_target).toMatch(/^Category:/);
  });

  it("css and js of other namespaces keep their models", async () => {
    const site = await startWiki({ pages: 5 });
    const root = newRoot();
    await crawl(root, site, { namespaces: [2, 8] });
    const models = [...pagesIn(root).values()].map(({ title, content_model }) => [title, content_model]);
    expect(Object.fromEntries(models)).toEqual({
      "User:Keeper/common.css": "css",
      "User:Keeper/common.js": "javascript",
      "User:Keeper/data.json": "json",
      "MediaWiki:Common.css": "css",
    });
  });

  it("answers that are cut at the server's limit are put together", async () => {
    const { site, root, requests } = await crawled({
      pages: 20,
      hugePages: 8,
      hugeBytes: 40_000,
      maxResultBytes: 100_000,
    });
    expect(contentRequests(requests).length).toBeGreaterThan(4);
    expect(rawEvents(root).some(({ warnings }) => warnings.some(({ module }) => module === "result"))).toBe(
      true,
    );
    expect(contents(root)).toEqual(textsOf(site));
  });

  it("hard titles get names that are safe, of their own even where case is folded, and the same every time", async () => {
    const { site, root } = await crawled({ pages: 3 });
    const names = Object.keys(filesIn(root));
    for (const title of HARD_TITLES) {
      const id = site.wiki.pageTitled(title)?.id;
      expect(
        names.filter((name) => name.endsWith(`_${id}.json`)),
        title,
      ).toHaveLength(1);
    }
    for (const name of names) {
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[\u0000-\u001f<>:"/\\|?*]|^[.-]|^(con|nul|aux|prn)\./i);
    }
    expect(new Set(names.map((name) => name.normalize("NFC").toLowerCase())).size).toBe(names.length);
    await expectLikeFresh(root, site);
  });
});

describe("a wiki, a second time", () => {
  it("nothing is fetched or written, the summary adds up", async () => {
    const { site, root, summary } = await crawled({ pages: 60 });
    const [before, lines] = [modified(root), manifestLines(root).length];
    const again = await crawl(root, site);
    expect(contentRequests(again.requests)).toEqual([]);
    expect(again.summary).toMatchObject({
      exit_code: 0,
      discovered: summary.discovered,
      unchanged: summary.discovered,
      queued: 0,
      completed: 0,
      retired: 0,
    });
    expect(modified(root)).toEqual(before);
    expect(manifestLines(root)).toHaveLength(lines);
    expect(Object.keys(filesIn(root, RAW_DIR))).toHaveLength(2);
  });

  it("a page file that somebody deleted is fetched again, and only that", async () => {
    const { site, root } = await crawled({ pages: 10, oddities: false });
    const [name = ""] = Object.keys(filesIn(root));
    unlinkSync(root.file(PAGE_DIR, name));
    const again = await crawl(root, site);
    expect(again.summary).toMatchObject({ exit_code: 0, completed: 1 });
    expect(contentIds(again.requests)).toHaveLength(1);
    await expectLikeFresh(root, site);
  });

  it("everything is fetched again where the user says so", async () => {
    const { site, root, summary } = await crawled({ pages: 10, oddities: false });
    const again = await crawl(root, site, {}, { resume: false });
    expect(again.summary).toMatchObject({ exit_code: 0, completed: summary.completed });
    await expectLikeFresh(root, site);
  });

  it("a wiki of another address is refused, with its name", async () => {
    const { root } = await crawled({ pages: 3, oddities: false });
    const other = await startWiki({ pages: 3, oddities: false });
    const host = new URL(other.url).host;
    await expect(crawl(root, other)).rejects.toThrow(
      new RegExp(`holds pages of 127.* not of ${host}.*--root`),
    );
  });
});

describe("folders and namespaces", () => {
  it.each([
    { where: "inside the root", pageDir: () => "artifacts/raw/wiki/elsewhere" },
    { where: "deep in the root", pageDir: () => "my/own/pages" },
    { where: "outside the root", pageDir: folderOutside },
  ])("pages go to a folder of the user's choice, $where, and are found there again", async ({ pageDir }) => {
    const site = await startWiki({ pages: 10, oddities: false });
    const [root, folder] = [newRoot(), pageDir()];
    await crawl(root, site, { pageDir: folder });
    expect(contents(root, folder)).toEqual(textsOf(site));
    expect(filesIn(root)).toEqual({});
    site.wiki.move("Amber ridge", "Amber summit");
    site.wiki.delete("Main Page");
    const again = await crawl(root, site, { pageDir: folder });
    expect(again.summary).toMatchObject({ exit_code: 0, completed: 2, retired: 1 });
    expect(contents(root, folder)).toEqual(textsOf(site));
    expectAgreement(root, folder);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(root.databaseFile + suffix, { force: true });
    expect((await crawl(root, site, { pageDir: folder })).summary).toMatchObject({
      completed: 0,
      exit_code: 0,
    });
  });

  it("another page folder is filled anew; the old one stays as it was", async () => {
    const { site, root, summary } = await crawled({ pages: 10, oddities: false });
    const before = filesIn(root);
    const folder = "artifacts/raw/wiki/second";
    const run = await crawl(root, site, { pageDir: folder });
    expect(run.summary).toMatchObject({ exit_code: 0, completed: summary.completed });
    expect(contents(root, folder)).toEqual(textsOf(site));
    expect(filesIn(root)).toEqual(before);
    expectAgreement(root, folder);
  });

  it("the raw log goes to a folder of the user's choice", async () => {
    const site = await startWiki({ pages: 3, oddities: false });
    const [root, rawDir] = [newRoot(), folderOutside()];
    const run = await crawl(root, site, { rawDir });
    expect(rawEvents(root, rawDir)).toHaveLength(run.requests.length);
    expect(filesIn(root, RAW_DIR)).toEqual({});
  });

  it("namespaces are those that were chosen", async () => {
    const site = await startWiki({ pages: 10 });
    const root = newRoot();
    const { summary } = await crawl(root, site, { namespaces: ["0", "14"] });
    expect(contents(root)).toEqual(textsOf(site, [0, 14]));
    expect(summary.completed).toBeGreaterThan(300);
    const fewer = await crawl(root, site, { namespaces: [0] });
    expect(fewer.summary).toMatchObject({ exit_code: 0, completed: 0, retired: 0 });
    expect(contents(root)).toEqual(textsOf(site, [0, 14]));
  });

  it("robots.txt that forbids everything does not stop an API that the user named", async () => {
    const { site, root, requests } = await crawled({
      pages: 3,
      oddities: false,
      robots: "User-agent: *\nDisallow: /\n",
    });
    expect(contents(root)).toEqual(textsOf(site));
    expect(requests.filter(({ pathname }) => pathname === "/robots.txt")).toEqual([]);
  });
});

describe("looking after a root with a wiki in it", () => {
  const common = (root: TestRoot, site: MediaWikiSandbox) => {
    writeFileSync(
      root.file("levada.config.yaml"),
      JSON.stringify({ sources: { wiki: { api_url: site.apiUrl } } }),
    );
    return { root: root.path, allowPrivateNetwork: true };
  };

  it("verify finds nothing wrong, with retired pages too; status counts what is there", async () => {
    const { site, root } = await crawled({ pages: 20, oddities: false });
    site.wiki.delete("Main Page");
    await crawl(root, site);
    const [report] = await verify("wiki", common(root, site));
    expect(report).toMatchObject({ checked: 20, missing: [], corrupt: [], orphaned: [] });
    const [stands] = await status("wiki", common(root, site));
    expect(stands).toMatchObject({ completed: 20, failed: 0, pending: 0 });
  });

  it("verify finds what was damaged, and its repair brings it back", async () => {
    const { site, root } = await crawled({ pages: 20, oddities: false });
    const [gone = "", damaged = ""] = Object.keys(filesIn(root));
    unlinkSync(root.file(PAGE_DIR, gone));
    writeFileSync(root.file(PAGE_DIR, damaged), "{}");
    const [report] = await verify("wiki", common(root, site));
    expect(report?.missing).toHaveLength(1);
    expect(report?.corrupt).toHaveLength(1);
    const [mended] = await verify("wiki", { ...common(root, site), repair: true });
    expect(mended?.repair?.summary).toMatchObject({ exit_code: 0, completed: 2 });
    await expectLikeFresh(root, site);
  });

  it("a repair asks the wiki that the pages came from, though nothing but the pages tells which", async () => {
    const { site, root } = await crawled({ pages: 5, oddities: false });
    const [gone = ""] = Object.keys(filesIn(root));
    unlinkSync(root.file(PAGE_DIR, gone));
    const [mended] = await verify("wiki", { root: root.path, allowPrivateNetwork: true, repair: true });
    expect(mended?.repair?.summary).toMatchObject({ exit_code: 0, completed: 1 });
    await expectLikeFresh(root, site);
  });

  it.each(["by repair", "by the next run"])(
    "a database that is lost is rebuilt to the same state %s",
    async (how) => {
      const { site, root } = await crawled({ pages: 20, oddities: false });
      site.wiki.move("Amber ridge", "Amber summit");
      site.wiki.delete("Main Page");
      await crawl(root, site);
      const before = pageRows(root.databaseFile);
      for (const suffix of ["", "-wal", "-shm"]) rmSync(root.databaseFile + suffix, { force: true });
      if (how === "by repair") await repair("wiki", common(root, site));
      else {
        const { summary, requests } = await crawl(root, site);
        expect(summary).toMatchObject({ exit_code: 0, completed: 0, retired: 0 });
        expect(contentIds(requests)).toEqual([]);
      }
      expect(pageRows(root.databaseFile)).toEqual(before);
      await expectLikeFresh(root, site);
    },
  );
});
