import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { NO_FACTS } from "../../domain/search-document.ts";
import { openForReading, openForWriting } from "./search-database.ts";
import { SqliteSearchIndex } from "./search-index.ts";
import { SearchReader } from "./search-reader.ts";

function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "levada-search-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "search.db");
}

const document = (key: string, text: string) => ({
  source: "site",
  key,
  id: key,
  title: key,
  url: null,
  path: null,
  keywords: [],
  headings: [],
  text,
  filters: NO_FACTS,
  updatedAt: null,
});

async function filled(path: string): Promise<void> {
  const index = new SqliteSearchIndex(openForWriting(path));
  await index.put("site", [{ key: "a", stamp: "1", document: document("a", "beca") }]);
  await index.close();
}

it("is read where no file can be made beside it", async () => {
  const path = newFile();
  await filled(path);
  // As on a disk that cannot be written to: SQLite cannot have its index of the log there.
  mkdirSync(`${path}-shm`);
  const db = openForReading(path);
  expect(db).not.toBeNull();
  if (db === null) return;
  const reader = new SearchReader(db);
  expect(await reader.lexical.retrieve("becas")).toMatchObject({ total: 1, hits: [{ id: "a" }] });
  reader.close();
});

it.each([
  ["missing", () => {}],
  ["no database", (path: string) => writeFileSync(path, "x".repeat(5000))],
  ["empty", (path: string) => writeFileSync(path, "")],
])("is none where the file is %s", (_, make) => {
  const path = newFile();
  make(path);
  expect(openForReading(path)).toBeNull();
});

it("is refused with its name where it cannot be made", () => {
  const path = newFile();
  mkdirSync(path);
  expect(() => openForWriting(path)).toThrow(path);
});

it("takes all of a batch or none of it", async () => {
  const path = newFile();
  await filled(path);
  const index = new SqliteSearchIndex(openForWriting(path));
  const broken = { ...document("c", "x"), title: null as unknown as string };
  const batch = [
    { key: "b", stamp: "1", document: document("b", "beca") },
    { key: "c", stamp: "1", document: broken },
  ];
  await expect(index.put("site", batch)).rejects.toThrow();
  expect([...(await index.known("site"))]).toEqual([["a", "1"]]);
  await index.drop("site", ["a", "nobody"]);
  expect((await index.known("site")).size).toBe(0);
  await index.close();
  await index.close();
});

it("keeps the number of a document that changes, so that equals stay in order", async () => {
  const path = newFile();
  const index = new SqliteSearchIndex(openForWriting(path));
  const put = (key: string, stamp: string, text: string) =>
    index.put("site", [{ key, stamp, document: document(key, text) }]);
  await put("x1", "1", "beca");
  await put("x2", "1", "beca");
  await put("x1", "2", "beca");
  const reader = new SearchReader(index.db);
  const { hits } = await reader.lexical.retrieve("beca");
  expect(hits.map(({ id }) => id)).toEqual(["x1", "x2"]);
  await index.put("site", [{ key: "x1", stamp: "3", document: null }]);
  expect((await reader.lexical.retrieve("beca")).total).toBe(1);
  await index.close();
});

it("knows all of a large source, and gives others a turn meanwhile", async () => {
  const index = new SqliteSearchIndex(openForWriting(newFile()));
  const entries = Array.from({ length: 4500 }, (_, n) => ({
    key: `k${n}`,
    stamp: String(n),
    document: null,
  }));
  await index.put("site", entries);
  await index.put("wiki", [{ key: "other", stamp: "1", document: null }]);
  let turns = 0;
  const count = () => void turns++;
  for (let n = 0; n < 2; n++) setImmediate(count);
  const known = await index.known("site");
  expect(known).toEqual(new Map(entries.map(({ key, stamp }) => [key, stamp])));
  expect(turns).toBe(2);
  await index.close();
});
