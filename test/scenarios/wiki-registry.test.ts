import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { type LevadaEvent, MisuseError, plan, runCrawl, verify } from "../../src/index.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { startWiki } from "../kit/wiki.ts";
import { PAGE_DIR, filesIn, pageRows, timelessPages } from "../kit/wiki-files.ts";

const ORIGIN = `CREATE TABLE pages (page_id INTEGER PRIMARY KEY, title TEXT, last_revid INTEGER,
  last_updated TIMESTAMP DEFAULT CURRENT_TIMESTAMP, file_path TEXT, categories TEXT);
  CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')`;

/** A registry and page files as the program before wrote them: other names, fewer fields. */
function asOrigin(
  from: TestRoot,
  root: TestRoot,
  spoil: (index: number) => string | null = () => null,
): number {
  const db = new DatabaseSync(root.file("origin.db"));
  db.exec(ORIGIN);
  mkdirSync(root.file(PAGE_DIR), { recursive: true });
  const pages = Object.values(filesIn(from)).map((text) => JSON.parse(text) as Record<string, unknown>);
  for (const [index, page] of pages.entries()) {
    const { redirect_fragment: _f, redirect_problem: _p, redirects_from: _r, ...old } = page;
    const path = `${PAGE_DIR}/old-${String(page["pageid"])}.json`;
    writeFileSync(root.file(path), spoil(index) ?? JSON.stringify(old));
    db.prepare(
      "INSERT INTO pages (page_id, title, last_revid, file_path, categories) VALUES (?, ?, ?, ?, ?)",
    ).run(
      Number(page["pageid"]),
      String(page["title"]),
      Number(page["revid"]),
      index % 2 === 0 ? path : root.file(path),
      JSON.stringify(page["categories"]),
    );
  }
  db.close();
  return pages.length;
}

async function crawledElsewhere() {
  const site = await startWiki({ pages: 60, oddities: false });
  const from = newRoot();
  await runCrawl({ root: from.path, apiUrl: site.apiUrl, allowPrivateNetwork: true });
  const root = newRoot();
  const options = {
    root: root.path,
    apiUrl: site.apiUrl,
    allowPrivateNetwork: true,
    registryPath: "origin.db",
  };
  return { site, from, root, options };
}

it("goes on with a registry of the origin: what is sound is not fetched again", async () => {
  const { site, from, root, options } = await crawledElsewhere();
  const count = asOrigin(from, root);
  const before = site.requests.length;
  const summary = await runCrawl(options);
  expect(summary).toMatchObject({ discovered: count, failed: 0, retired: 0 });
  const asked = site.requests.slice(before).filter(({ params }) => params["rvprop"]?.includes("content"));
  expect(asked).toEqual([]);
  expect(timelessPages(root)).toEqual(timelessPages(from));
  const timeless = (file: string) => pageRows(file).map((row) => ({ ...row, last_updated: "" }));
  expect(timeless(root.file("origin.db"))).toEqual(timeless(from.databaseFile));
  const [report] = await verify("wiki", { root: root.path });
  expect(report).toMatchObject({ missing: [], corrupt: [], orphaned: [] });
  const db = new DatabaseSync(root.file("origin.db"), { readOnly: true });
  expect(db.prepare("SELECT text FROM notes").all()).toMatchObject([{ text: "mine" }]);
  db.close();
  expect(await runCrawl(options)).toMatchObject({ upToDate: true, skipped: count });
});

it("fetches what is not sound, and what has changed since", async () => {
  const { from, root, options } = await crawledElsewhere();
  const count = asOrigin(from, root, (index) => (index === 3 ? "{ torn" : index === 4 ? "[]" : null));
  expect(await runCrawl(options)).toMatchObject({ processed: 2, skipped: count - 2, failed: 0 });
});

it("refuses a file that is no database, and leaves it as it is", async () => {
  const root = newRoot();
  writeFileSync(
    root.file("origin.db"),
    "just text, and enough of it to be taken for a header of something else",
  );
  const before = readFileSync(root.file("origin.db"), "utf8");
  await expect(runCrawl({ root: root.path, registryPath: "origin.db" })).rejects.toThrow(MisuseError);
  expect(readFileSync(root.file("origin.db"), "utf8")).toBe(before);
});

const addRow = (root: TestRoot, id: number, title: string, revid: number | null, path: string | null) => {
  const db = new DatabaseSync(root.file("origin.db"));
  db.prepare("INSERT INTO pages (page_id, title, last_revid, file_path) VALUES (?, ?, ?, ?)").run(
    id,
    title,
    revid,
    path,
  );
  db.close();
};

/** Rows of pages that are not in the wiki, and whose files are of no use; and one of a namespace that nobody asks for. */
function withStaleRows(root: TestRoot, category: number): readonly number[] {
  addRow(root, 90_001, "Gone long ago", 7, `${PAGE_DIR}/nowhere.json`);
  addRow(root, 90_002, "Help:Never fetched", null, null);
  addRow(root, category, "Category:Elsewhere", 1, `${PAGE_DIR}/nowhere.json`);
  return [90_001, 90_002];
}

it("drops rows of pages that are neither stored nor in the wiki, and no others", async () => {
  const { site, from, root, options } = await crawledElsewhere();
  asOrigin(from, root);
  const category = site.wiki.edit("Category:Elsewhere", "A category.").id;
  const stale = withStaleRows(root, category);
  expect(await runCrawl(options)).toMatchObject({ processed: 0, failed: 0, exitCode: 0 });
  const ids = pageRows(root.file("origin.db")).map(({ page_id }) => page_id);
  expect(ids).toEqual([...pageRows(from.databaseFile).map(({ page_id }) => page_id), category]);
  expect(ids).not.toContain(stale[0]);
});

it("asks first where so many rows would go that it may be another wiki's registry", async () => {
  const { from, root, options } = await crawledElsewhere();
  asOrigin(from, root);
  for (let id = 90_001; id <= 90_020; id++) addRow(root, id, `Stale ${id}`, 1, "nowhere.json");
  const before = pageRows(root.file("origin.db")).length;
  expect(await runCrawl(options)).toMatchObject({ exitCode: 1 });
  expect(pageRows(root.file("origin.db"))).toHaveLength(before);
  expect(await runCrawl({ ...options, allowMassRemoval: true })).toMatchObject({ exitCode: 0 });
  expect(pageRows(root.file("origin.db"))).toHaveLength(before - 20);
});

it.each([["a root without state"], ["a root with state"]])(
  "is taken into account by a plan, which writes nothing (%s)",
  async (state) => {
    const { site, from, root, options } = await crawledElsewhere();
    if (state === "a root with state") await runCrawl({ ...options, registryPath: "another.db", limit: 1 });
    const count = asOrigin(from, root, (index) => (index === 3 ? "{ torn" : null));
    const stale = withStaleRows(root, site.wiki.edit("Category:Elsewhere", "A category.").id);
    const before = root.listing();
    const events: LevadaEvent[] = [];
    const { registryPath: registry, apiUrl, ...common } = options;
    const planned = await plan("wiki", {
      ...common,
      sourceOptions: { apiUrl, registry },
      onEvent: (event) => void events.push(event),
    });
    expect(planned).toMatchObject({ queued: 1, unchanged: count - 1, exit_code: 0 });
    const gone = events.filter((event) => event.type === "planned" && event.change === "gone");
    expect(gone).toMatchObject(stale.map((id) => ({ id: String(id) })));
    expect(root.listing()).toEqual(before);
  },
);

it.each([
  ["just text, and enough of it to be taken for a header of something else", /cannot be used/],
  ["", null],
])("a registry with %j in it is refused by a plan as by a run, or taken", async (text, message) => {
  const { root, options } = await crawledElsewhere();
  writeFileSync(root.file("origin.db"), text);
  const { registryPath: registry, apiUrl, ...common } = options;
  const planned = plan("wiki", { ...common, sourceOptions: { apiUrl, registry } });
  if (message === null) expect(await planned).toMatchObject({ queued: 61, exit_code: 0 });
  else await expect(planned).rejects.toThrow(new RegExp(`${root.file("origin.db")}.*${message.source}`));
  expect(readFileSync(root.file("origin.db"), "utf8")).toBe(text);
});
