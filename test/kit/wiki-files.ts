/** What crawls of a wiki leave on disk. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { WikiPageDoc } from "../../src/sources/wiki/page-doc.ts";
import type { RawEvent } from "../../src/sources/wiki/raw-event.ts";
import type { TestRoot } from "./root.ts";

export const PAGE_DIR = "artifacts/raw/wiki/page";
export const RAW_DIR = "artifacts/raw/wiki/raw";
export const RETIRED_DIR = "artifacts/raw/wiki/retired";

/** Everything in a folder of the root, by name; `.incoming` is not for readers. */
export function filesIn(root: TestRoot, folder = PAGE_DIR): Readonly<Record<string, string>> {
  const path = resolve(root.path, folder);
  if (!existsSync(path)) return {};
  const names = readdirSync(path).filter((name) => name !== ".incoming");
  return Object.fromEntries(names.toSorted().map((name) => [name, readFileSync(join(path, name), "utf8")]));
}

/** The same but for what differs between two crawls of one wiki. */
export function timelessPages(root: TestRoot, folder = PAGE_DIR): Readonly<Record<string, string>> {
  const timeless = (text: string) => text.replace(/"fetched_at": "[^"]*"/, '"fetched_at": ""');
  return Object.fromEntries(
    Object.entries(filesIn(root, folder)).map(([name, text]) => [name, timeless(text)]),
  );
}

/** By title. */
export function pagesIn(root: TestRoot, folder = PAGE_DIR): ReadonlyMap<string, WikiPageDoc> {
  const docs = Object.values(filesIn(root, folder)).map((text) => JSON.parse(text) as WikiPageDoc);
  return new Map(docs.map((doc) => [doc.title, doc]));
}

export interface PageRow {
  readonly page_id: number;
  readonly title: string;
  readonly last_revid: number;
  readonly last_updated: string;
  readonly file_path: string;
  readonly categories: string;
}

/** The table `pages` of a database. */
export function pageRows(file: string): readonly PageRow[] {
  return rows(file, "SELECT * FROM pages ORDER BY page_id") as unknown as readonly PageRow[];
}

export function rows(file: string, sql: string): readonly Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

export interface WikiLine {
  readonly pageid: number;
  readonly title: string;
  readonly revid: number;
  readonly local_path: string;
  readonly sha256_checksum: string;
  readonly original_size: number;
  readonly metadata: { readonly retired_at?: string; readonly retired_reason?: string };
}

export function manifestLines(root: TestRoot): readonly WikiLine[] {
  const text = readFileSync(root.file("data/raw/wiki/manifest.jsonl"), "utf8");
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as WikiLine);
}

/** The last word on each page. */
export function manifestOf(root: TestRoot): ReadonlyMap<number, WikiLine> {
  return new Map(manifestLines(root).map((line) => [line.pageid, line]));
}

/** Lines of the logs of all runs, in the order of the runs. */
export function rawEvents(root: TestRoot, folder = RAW_DIR): readonly RawEvent[] {
  return Object.values(filesIn(root, folder)).flatMap((text) =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as RawEvent),
  );
}
