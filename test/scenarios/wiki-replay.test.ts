import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type LevadaEvent,
  LockedError,
  MisuseError,
  replay,
  type ReplayOptions,
  runCrawl,
  status,
  verify,
} from "../../src/index.ts";
import { createRootLock } from "../../src/infrastructure/files/root-lock.ts";
import { type MediaWikiSandbox, mutateWiki } from "../../src/sandbox/mediawiki.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { startWiki } from "../kit/wiki.ts";
import { PAGE_DIR, RAW_DIR, filesIn, pageRows, pagesIn, timelessPages } from "../kit/wiki-files.ts";

/** A wiki crawled once, gone through changes of every kind, and crawled again; then its server is gone. */
async function crawledTwice(since?: "auto"): Promise<{ root: TestRoot; runs: readonly string[] }> {
  const [root, site] = [newRoot(), await startWiki({ pages: 80 })];
  mutateWiki(site.wiki, "1");
  const options = { root: root.path, apiUrl: site.apiUrl, allowPrivateNetwork: true };
  const first = await runCrawl(options);
  await passTime();
  mutateWiki(site.wiki, "2");
  site.wiki.delete("New in round 1");
  site.wiki.move("Has moved quietly 1", "Has moved again");
  site.wiki.edit("Fresh redirect", "#REDIRECT [[Main Page]]");
  const second = await runCrawl({ ...options, ...(since === undefined ? {} : { since }) });
  expect(second).toMatchObject({ failed: 0, pending: 0 });
  expect(second.retired).toBeGreaterThan(0);
  expect(second.processed).toBeGreaterThan(0);
  await site.close();
  return { root, runs: [first.runId, second.runId] };
}

/** Times in logs are of milliseconds. */
const passTime = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A root with the logs of another, and nothing else. */
function withLogsOf(other: TestRoot): TestRoot {
  const root = newRoot();
  cpSync(other.file(RAW_DIR), root.file(RAW_DIR), { recursive: true });
  return root;
}

const rows = (root: TestRoot) => pageRows(root.databaseFile).map((row) => ({ ...row, last_updated: "" }));

/** A replay, and the last warning of each kind. */
async function replayed(root: TestRoot, options: ReplayOptions = {}) {
  const warnings = new Map<string, string>();
  const onEvent = (event: LevadaEvent) =>
    void (event.type === "warning" && warnings.set(event.code, event.message));
  return { summary: await replay("wiki", { root: root.path, onEvent, ...options }), warnings };
}

async function expectSound(root: TestRoot): Promise<void> {
  const [report] = await verify("wiki", { root: root.path });
  expect(report).toMatchObject({ missing: [], corrupt: [], orphaned: [] });
}

/** Manifest, table and the files of pages: everything of the root that a replay could change. */
const stateOf = (root: TestRoot) => ({
  manifest: readFileSync(root.file("data/raw/wiki/manifest.jsonl"), "utf8"),
  table: pageRows(root.databaseFile),
  pages: filesIn(root),
  retired: readdirSync(root.file("artifacts/raw/wiki/retired")),
});

describe("replay", () => {
  it.each([[undefined], ["auto" as const]])(
    "gives the same files and rows from the logs alone, twice (since: %s)",
    async (since) => {
      const { root } = await crawledTwice(since);
      const empty = withLogsOf(root);
      const first = await replay("wiki", { root: empty.path });
      expect(first).toMatchObject({ failed: 0, problems: [], exitCode: 0 });
      expect(timelessPages(empty)).toEqual(timelessPages(root));
      expect(rows(empty)).toEqual(rows(root));
      await expectSound(empty);

      const [files, retired] = [filesIn(empty), readdirSync(empty.file("artifacts/raw/wiki/retired"))];
      const second = await replay("wiki", { root: empty.path });
      expect(second).toMatchObject({ processed: 0, retired: 0, exitCode: 0 });
      expect(filesIn(empty)).toEqual(files);
      expect(readdirSync(empty.file("artifacts/raw/wiki/retired"))).toEqual(retired);
    },
  );

  it("changes nothing in a folder that is as it should be, and mends one that is not", async () => {
    const { root, runs } = await crawledTwice();
    const before = filesIn(root);
    expect(await replay("wiki", { root: root.path })).toMatchObject({ processed: 0, retired: 0 });
    expect(await replay("wiki", { root: root.path, run: runs[0] ?? "" })).toMatchObject({
      processed: 0,
      retired: 0,
    });
    expect(filesIn(root)).toEqual(before);

    const names = Object.keys(before);
    for (const name of names.filter((_, i) => i % 3 === 0)) rmSync(root.file(PAGE_DIR, name));
    for (const name of names.filter((_, i) => i % 3 === 1)) appendFileSync(root.file(PAGE_DIR, name), "x");
    expect(await replay("wiki", { root: root.path })).toMatchObject({ failed: 0, exitCode: 0 });
    expect(Object.keys(filesIn(root))).toEqual(names);
    const timeless = (text: string) => text.replace(/"fetched_at": "[^"]*"/, "");
    for (const [name, text] of Object.entries(filesIn(root)))
      expect(timeless(text)).toBe(timeless(before[name] ?? ""));
    await expectSound(root);
  });

  it("rebuilds everything over files whose manifest and database were lost", async () => {
    const { root } = await crawledTwice();
    const [pages, table] = [timelessPages(root), rows(root)];
    rmSync(root.file("data"), { recursive: true });
    await replay("wiki", { root: root.path });
    expect(timelessPages(root)).toEqual(pages);
    expect(rows(root)).toEqual(table);
    await expectSound(root);
  });

  it("puts one run into a folder of its own, of which the root knows nothing", async () => {
    const { root, runs } = await crawledTwice();
    const only = withLogsOf(root);
    await replay("wiki", { root: only.path, run: runs[0] ?? "" });
    const before = stateOf(root);
    const summary = await replay("wiki", {
      root: root.path,
      run: runs[0] ?? "",
      pageDir: "artifacts/raw/wiki/first",
    });
    expect(summary).toMatchObject({ runs: [runs[0]], failed: 0, retired: 0 });
    expect(timelessPages(root, "artifacts/raw/wiki/first")).toEqual(timelessPages(only));
    expect(stateOf(root)).toEqual(before);
    const outside = newRoot();
    await replay("wiki", { root: root.path, pageDir: outside.file("pages") });
    expect(timelessPages(outside, "pages")).toEqual(timelessPages(root));
    expect(stateOf(root)).toEqual(before);
    expect(await replay("wiki", { root: root.path })).toMatchObject({
      processed: 0,
      retired: 0,
      exitCode: 0,
    });
  });

  it("keeps the registry with a folder of the user's where the root has no other", async () => {
    const { root } = await crawledTwice();
    const empty = withLogsOf(root);
    await replay("wiki", { root: empty.path, pageDir: "mine" });
    expect(timelessPages(empty, "mine")).toEqual(timelessPages(root));
    expect(rows(empty).map(({ file_path }) => file_path)).toEqual(
      rows(root).map(({ file_path }) => file_path.replace(PAGE_DIR, "mine")),
    );
  });

  it("takes fetched_at from the log", async () => {
    const { root } = await crawledTwice();
    const empty = withLogsOf(root);
    await replay("wiki", { root: empty.path });
    const [then, now] = [pagesIn(root).get("Main Page"), pagesIn(empty).get("Main Page")];
    const apart = Date.parse(then?.fetched_at ?? "") - Date.parse(now?.fetched_at ?? "");
    expect(apart).toBeGreaterThanOrEqual(0);
    expect(apart).toBeLessThan(5_000);
  });

  it("goes on after bad lines, names them, and does not mind a torn last line", async () => {
    const { root, runs } = await crawledTwice();
    const [torn, bad] = [withLogsOf(root), withLogsOf(root)];
    appendFileSync(torn.file(RAW_DIR, `api_calls_${runs[1]}.jsonl`), '{"run_id":"x","oper');
    const { summary: ofTorn, warnings } = await replayed(torn);
    expect(ofTorn).toMatchObject({ problems: [], missing: [], exitCode: 0 });
    expect(warnings.get("log_torn")).toMatch(new RegExp(`run ${runs[1]} ends in the middle of line \\d+`));
    expect(timelessPages(torn)).toEqual(timelessPages(root));

    const file = bad.file(RAW_DIR, `api_calls_${runs[0]}.jsonl`);
    const lines = readFileSync(file, "utf8").split("\n");
    writeFileSync(file, ["garbage", lines[0], "{}", ...lines.slice(1)].join("\n"));
    const summary = await replay("wiki", { root: bad.path });
    expect(summary).toMatchObject({ exitCode: 1, problems: [{ run: runs[0], line: 1 }, { line: 3 }] });
    expect(timelessPages(bad)).toEqual(timelessPages(root));
  });
});

/** The log of a first run, cut after some of its lines, as a kill leaves it. */
async function cutLog(
  site: MediaWikiSandbox,
  keep: (operations: readonly string[]) => number,
): Promise<TestRoot> {
  const root = newRoot();
  const { runId } = await runCrawl({ root: root.path, apiUrl: site.apiUrl, allowPrivateNetwork: true });
  const file = root.file(RAW_DIR, `api_calls_${runId}.jsonl`);
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  const kept = lines.slice(
    0,
    keep(lines.map((line) => (JSON.parse(line) as { operation: string }).operation)),
  );
  const target = withLogsOf(root);
  truncateSync(target.file(RAW_DIR, `api_calls_${runId}.jsonl`), Buffer.byteLength(`${kept.join("\n")}\n`));
  return target;
}

it("brings what the log of a killed run holds, and no more", async () => {
  const site = await startWiki({ pages: 160 });
  const root = await cutLog(site, (operations) => operations.indexOf("content") + 1);
  const { summary: first, warnings } = await replayed(root);
  expect(first).toMatchObject({ processed: 50, failed: 0, retired: 0, exitCode: 1 });
  const whole = newRoot();
  await runCrawl({ root: whole.path, apiUrl: site.apiUrl, allowPrivateNetwork: true });
  const pages = timelessPages(whole);
  for (const [name, text] of Object.entries(timelessPages(root))) expect(text).toBe(pages[name]);
  const lost = rows(whole).filter(({ file_path }) => !existsSync(root.file(file_path)));
  const named = ({ page_id: pageid, title }: { page_id: number; title: string }) => ({ pageid, title });
  expect(first.missing.toSorted((a, b) => a.pageid - b.pageid)).toEqual(lost.map(named));
  expect(warnings.get("not_in_log")).toContain(`tell of ${lost.length} pages`);
  // The crawl goes on from there: only the rest is asked for.
  const { processed, discovered } = await runCrawl({
    root: root.path,
    apiUrl: site.apiUrl,
    allowPrivateNetwork: true,
  });
  expect(processed).toBe(discovered - 50);
  // With the log of the run that fetched them, nothing is missing any more.
  rmSync(root.file("data"), { recursive: true });
  expect(await replay("wiki", { root: root.path })).toMatchObject({ missing: [], exitCode: 0 });
});

it("retires nothing for a listing that is cut, and does nothing for a log without pages", async () => {
  const site = await startWiki({ pages: 30, oddities: false });
  const root = newRoot();
  const options = { root: root.path, apiUrl: site.apiUrl, allowPrivateNetwork: true };
  await runCrawl(options);
  await passTime();
  const before = timelessPages(root);
  const [log] = readdirSync(root.file(RAW_DIR));
  const events = readFileSync(root.file(RAW_DIR, log ?? ""), "utf8")
    .split("\n")
    .slice(0, -1);
  const listing = events.findIndex((line) => line.includes('"operation":"allpages"'));
  const cut = JSON.parse(events[listing] ?? "") as {
    response_json: { continue?: object; query: { pages: object[] } };
    timing: { finished_at: string };
  };
  cut.response_json.continue = { gapcontinue: "Zebra", continue: "gapcontinue||" };
  cut.response_json.query.pages.splice(3);
  cut.timing.finished_at = new Date(Date.now() + 60_000).toISOString();
  rmSync(root.file(RAW_DIR, log ?? ""));
  const lines = [events[0], JSON.stringify(cut)];
  writeFileSync(root.file(RAW_DIR, "api_calls_99990101T000000Z-cut.jsonl"), `${lines.join("\n")}\n`);
  writeFileSync(root.file(RAW_DIR, "api_calls_99990102T000000Z-none.jsonl"), "");
  expect(await replay("wiki", { root: root.path })).toMatchObject({ processed: 0, retired: 0, exitCode: 0 });
  expect(timelessPages(root)).toEqual(before);
});

it("works while its host is parked, and leaves what is known of it alone", async () => {
  let isBusy = false;
  const busy = { kind: "status", status: 503, headers: { "retry-after": "3600" } } as const;
  const site = await startWiki({ pages: 10, oddities: false, behave: () => (isBusy ? busy : undefined) });
  const root = newRoot();
  const options = { root: root.path, apiUrl: site.apiUrl, allowPrivateNetwork: true };
  await runCrawl(options);
  isBusy = true;
  expect(await runCrawl(options)).toMatchObject({ exitCode: 3 });
  const hostsOf = async () => (await status("wiki", { root: root.path })).flatMap(({ hosts }) => hosts);
  const before = await hostsOf();
  rmSync(root.file(PAGE_DIR), { recursive: true });
  expect(await replay("wiki", { root: root.path })).toMatchObject({ failed: 0, exitCode: 0 });
  expect(Object.keys(filesIn(root)).length).toBeGreaterThanOrEqual(10);
  expect(before).toMatchObject([{ parked_until: expect.any(String) }]);
  expect(await hostsOf()).toEqual(before);
});

it("refuses what it cannot replay, and writes nothing then", async () => {
  const root = newRoot();
  const before = root.listing();
  await expect(replay("usgs", { root: root.path })).rejects.toThrow(MisuseError);
  await expect(replay("wiki", { root: root.path })).rejects.toThrow(/no log of a run/);
  expect(root.listing()).toEqual(before);
  const site = await startWiki({ pages: 3, oddities: false });
  await runCrawl({ root: root.path, apiUrl: site.apiUrl, allowPrivateNetwork: true });
  await expect(replay("wiki", { root: root.path, run: "../x" })).rejects.toThrow(/no log of run "..\/x"/);
  const held = await createRootLock(root.path).acquire("test");
  await expect(replay("wiki", { root: root.path })).rejects.toThrow(LockedError);
  await held.release();
});

describe("pages whose text is in no log", () => {
  it("are no others than those that the wiki did not speak of", async () => {
    const root = newRoot();
    const site = await startWiki({
      pages: 20,
      oddities: false,
      // Deleted after it was listed.
      behave: ({ params }) =>
        void (params["rvslots"] !== undefined && site.wiki.page(1) !== null && site.wiki.delete("Main Page")),
    });
    expect(await crawlOf(root, site)).toMatchObject({ processed: 20, skipped: 1, exitCode: 0 });
    expect(await replay("wiki", { root: withLogsOf(root).path })).toMatchObject({
      processed: 20,
      missing: [],
      exitCode: 0,
    });
  });

  it("may be in earlier logs, where one run alone is asked for", async () => {
    const { root, runs } = await crawledTwice();
    const empty = withLogsOf(root);
    const { summary, warnings } = await replayed(empty, { run: runs[1] ?? "" });
    expect(summary).toMatchObject({ missing: [], exitCode: 0 });
    expect(warnings.get("in_earlier_logs")).toMatch(/lists \d+ pages that it did not fetch/);
  });

  it("were never stored, where the run was limited", async () => {
    const [root, site] = [newRoot(), await startWiki({ pages: 20, oddities: false })];
    expect(await crawlOf(root, site, { limit: 5 })).toMatchObject({ processed: 5 });
    rmSync(root.file(PAGE_DIR), { recursive: true });
    expect(await replay("wiki", { root: root.path })).toMatchObject({
      processed: 5,
      missing: [],
      exitCode: 0,
    });
    expect(await replay("wiki", { root: withLogsOf(root).path })).toMatchObject({
      processed: 5,
      exitCode: 1,
    });
  });
});

const crawlOf = (root: TestRoot, site: MediaWikiSandbox, options: Parameters<typeof runCrawl>[0] = {}) =>
  runCrawl({ root: root.path, apiUrl: site.apiUrl, allowPrivateNetwork: true, ...options });

describe("more than a tenth of the pages gone at once", () => {
  /** Crawled, and crawled again after a third of the pages was deleted. */
  async function thinnedOut(allowMassRemoval: boolean) {
    const [root, site] = [newRoot(), await startWiki({ pages: 20, oddities: false })];
    await crawlOf(root, site);
    await passTime();
    for (const { title } of rows(root).slice(0, 7)) site.wiki.delete(title);
    expect(await crawlOf(root, site, { allowMassRemoval })).toMatchObject({
      exitCode: allowMassRemoval ? 0 : 1,
    });
    return root;
  }

  it("goes again as the logs tell, without being allowed again", async () => {
    const root = await thinnedOut(true);
    const empty = withLogsOf(root);
    expect(await replay("wiki", { root: empty.path })).toMatchObject({
      processed: 21,
      retired: 7,
      exitCode: 0,
    });
    expect(timelessPages(empty)).toEqual(timelessPages(root));
    rmSync(root.file("data"), { recursive: true });
    expect(await replay("wiki", { root: root.path })).toMatchObject({ retired: 7, exitCode: 0 });
    expect(timelessPages(root)).toEqual(timelessPages(empty));
  });

  it("stays where the root had it before, until the user allows it", async () => {
    const root = await thinnedOut(false);
    const before = timelessPages(root);
    const { summary, warnings } = await replayed(root);
    expect(summary).toMatchObject({ retired: 0, exitCode: 1 });
    expect(warnings.get("mass_removal")).toMatch(/^7 of 21 .*--allow-mass-removal/);
    expect(timelessPages(root)).toEqual(before);
    expect(await replayed(root, { allowMassRemoval: true })).toMatchObject({
      summary: { retired: 7, exitCode: 0 },
    });
  });
});
