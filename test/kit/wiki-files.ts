import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import type { WikiPageDoc } from "../../src/index.ts";
import {
  type MediaWikiSandbox,
  type MediaWikiSandboxOptions,
  startMediaWikiSandbox,
} from "../../src/sandbox/mediawiki.ts";
import type { TestRoot } from "./root.ts";

export const PAGE_DIR = "artifacts/raw/wiki/page";
export const RAW_DIR = "artifacts/raw/wiki/raw";

/** A small wiki without the pages of megabytes, gone after the test. */
export async function newWiki(options: MediaWikiSandboxOptions = {}): Promise<MediaWikiSandbox> {
  const sandbox = await startMediaWikiSandbox({ pages: 60, hugePages: 0, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Files of a folder by name; none where there is no folder. */
export function filesIn(folder: string): ReadonlyMap<string, string> {
  const read = (name: string) => [name, readFileSync(join(folder, name), "utf8")] as const;
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json") || name.endsWith(".jsonl"));
    return new Map(names.toSorted().map(read));
  } catch {
    return new Map();
  }
}

/** Pages as they are on disk, but for the moment at which they were fetched. */
export function pagesIn(root: TestRoot, folder = PAGE_DIR): ReadonlyMap<string, string> {
  const timeless = (text: string) => text.replace(/"fetched_at": "[^"]*"/, '"fetched_at": ""');
  return new Map([...filesIn(root.file(folder))].map(([name, text]) => [name, timeless(text)]));
}

export function pageTitled(root: TestRoot, title: string, folder = PAGE_DIR): WikiPageDoc | undefined {
  return [...filesIn(root.file(folder)).values()]
    .map((text) => JSON.parse(text) as WikiPageDoc)
    .find((page) => page.title === title);
}

/** Every event of every raw log. */
export function rawEvents(root: TestRoot, folder = RAW_DIR): readonly Record<string, unknown>[] {
  return [...filesIn(root.file(folder)).values()]
    .flatMap((text) => text.split("\n"))
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

export interface PagesRow {
  readonly page_id: number;
  readonly title: string;
  readonly last_revid: number;
  readonly last_updated: string;
  readonly file_path: string;
  readonly categories: string;
}

/** The table `pages` of a database. */
export function pagesRows(file: string): readonly PagesRow[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare("SELECT * FROM pages ORDER BY page_id").all() as unknown as PagesRow[];
  } finally {
    db.close();
  }
}
