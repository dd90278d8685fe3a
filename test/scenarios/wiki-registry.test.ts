import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { MisuseError, runCrawl, verify } from "../../src/index.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { filesIn, newWiki, PAGE_DIR, pagesIn, pagesRows } from "../kit/wiki-files.ts";

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
  const pages = [...filesIn(from.file(PAGE_DIR)).values()].map(
    (text) => JSON.parse(text) as Record<string, unknown>,
  );
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
  const site = await newWiki({ pages: 60, oddities: false });
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
  expect(pagesIn(root)).toEqual(pagesIn(from));
  const timeless = (file: string) => pagesRows(file).map((row) => ({ ...row, last_updated: "" }));
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
