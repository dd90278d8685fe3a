import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import {
  type CrawlOptions,
  type CrawlSummary,
  fetchCategories,
  type LevadaEvent,
  runCrawl,
} from "../../src/index.ts";
import type { MediaWikiBehaviour, MediaWikiSandbox } from "../../src/sandbox/mediawiki.ts";
import { parseFeature, Steps } from "../../test/kit/gherkin.ts";
import { newRoot, type TestRoot } from "../../test/kit/root.ts";
import { startWiki } from "../../test/kit/wiki.ts";
import { filesIn, PAGE_DIR, pageRows, rawEvents } from "../../test/kit/wiki-files.ts";

interface World {
  site: MediaWikiSandbox;
  root: TestRoot;
  behave: (nth: number, params: Readonly<Record<string, string>>) => MediaWikiBehaviour | undefined;
  summary: CrawlSummary;
  categories: readonly string[];
  events: LevadaEvent[];
  /** Requests before the last crawl. */
  asked: number;
}

const SRC = join(import.meta.dirname, "../../src");
const steps = new Steps<World>();

async function crawl(world: World, more: CrawlOptions = {}): Promise<void> {
  world.asked = world.site.requests.length;
  const { root, site } = world;
  world.summary = await runCrawl({
    root: root.path,
    apiUrl: site.apiUrl,
    allowPrivateNetwork: true,
    ...more,
  });
}

/** Rooms that the files of a room enter; what is no file of ours is named as it is. */
function roomsEnteredBy(room: string): ReadonlySet<string> {
  const files = readdirSync(join(SRC, room), { recursive: true, encoding: "utf8" });
  const own = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const entered = own.flatMap((file) =>
    importsOf(join(SRC, room, file)).map((name) =>
      name.startsWith(".") ? relative(SRC, resolve(SRC, room, dirname(file), name)).split(sep)[0] : name,
    ),
  );
  return new Set(entered.map(String));
}

const importsOf = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/ from "([^"]+)"/g)].map((match) => match[1] ?? "");

steps.define("a wiki with {number} pages", async (world, [pages]) => {
  const behave: World["behave"] = (nth, params) => world.behave(nth, params);
  world.site = await startWiki({
    pages: Number(pages),
    oddities: false,
    behave: ({ params }, nth) => behave(nth, params),
  });
});
steps.define("an empty root", (world) => void (world.root = newRoot()));
steps.define("the rules for names and differences need neither files nor network", () => {
  for (const file of ["naming.ts", "diff.ts", "redirects.ts"]) {
    const entered = importsOf(join(SRC, "sources/wiki", file));
    expect(entered.filter((name) => /^node:(fs|http|https|net)/.test(name))).toEqual([]);
  }
});
steps.define("the domain imports nothing but itself", () => {
  expect(roomsEnteredBy("domain")).toEqual(new Set(["domain"]));
});
steps.define("the application imports nothing but the domain", () => {
  expect(roomsEnteredBy("application")).toEqual(new Set(["application", "domain"]));
});
steps.define("the wiki gives {number} categories in an answer", (world, [count]) => {
  for (let n = 0; n < 12; n++) world.site.wiki.edit(`Filed ${n}`, `[[Category:Shelf ${n}]]`);
  const change = (answer: Record<string, unknown>, params: Readonly<Record<string, string>>) =>
    inParts(answer, Number(count), Number(params["accontinue"] ?? 0));
  world.behave = (_, params) => ({ kind: "change", change: (answer) => change(answer, params) as never });
});
steps.define("the wiki answers everything with the error {text}", (world, [code]) => {
  world.behave = () => ({ kind: "error", code: code ?? "" });
});
steps.define("the wiki answers request {number} with status {number}", (world, [which, status]) => {
  world.behave = (nth) => (nth === Number(which) ? { kind: "status", status: Number(status) } : undefined);
});
steps.define("the categories are fetched", async (world) => {
  world.categories = await fetchCategories({
    root: world.root.path,
    apiUrl: world.site.apiUrl,
    allowPrivateNetwork: true,
    onEvent: (event) => void world.events.push(event),
  });
});
steps.define("there are more than {number} categories, each once", ({ categories }, [count]) => {
  expect(categories.length).toBeGreaterThan(Number(count));
  expect(new Set(categories).size).toBe(categories.length);
});
steps.define("every answer but the last has a continue token in the raw log", ({ root }) => {
  const tokens = rawEvents(root).map((event) => event["continue_token"] !== null);
  expect(tokens.length).toBeGreaterThan(1);
  expect(tokens).toEqual(tokens.map((_, index) => index < tokens.length - 1));
});
steps.define("the list of categories is empty", ({ categories }) => expect(categories).toEqual([]));
steps.define("a warning names {text}", ({ events }, [text]) => {
  const warnings = events.flatMap((event) => (event.type === "warning" ? event.message : []));
  expect(warnings.join("\n")).toContain(text);
});
steps.define("the wiki was crawled", (world) => crawl(world));
steps.define("the wiki is crawled", (world) => crawl(world));
steps.define("the wiki is crawled into {text}", (world, [pageDir]) =>
  crawl(world, { pageDir: pageDir ?? "" }),
);
steps.define("the wiki is crawled with the registry {text}", (world, [registryPath]) =>
  crawl(world, { registryPath: registryPath ?? "" }),
);
steps.define("the wiki was crawled by an earlier program with the registry {text}", async (world, [file]) => {
  await crawl(world);
  const earlier = world.root;
  world.root = newRoot();
  mkdirSync(world.root.file(PAGE_DIR), { recursive: true });
  const db = new DatabaseSync(world.root.file(file ?? ""));
  db.exec(
    "CREATE TABLE pages (page_id INTEGER PRIMARY KEY, title TEXT, last_revid INTEGER, last_updated TIMESTAMP DEFAULT CURRENT_TIMESTAMP, file_path TEXT, categories TEXT)",
  );
  const insert = db.prepare(
    "INSERT INTO pages (page_id, title, last_revid, file_path, categories) VALUES (?, ?, ?, ?, ?)",
  );
  for (const row of pageRows(earlier.databaseFile)) {
    const path = `${PAGE_DIR}/${row.page_id}.json`;
    writeFileSync(world.root.file(path), readFileSync(earlier.file(row.file_path)));
    insert.run(row.page_id, row.title, row.last_revid, path, row.categories);
  }
  db.close();
});
steps.define(
  "the page {text} is written",
  ({ site }, [title]) => void site.wiki.edit(title ?? "", "Written."),
);
steps.define("{number} page was processed", ({ summary }, [count]) => {
  expect(summary).toMatchObject({ processed: Number(count), queued: Number(count) });
});
steps.define("the other pages were skipped", ({ summary }) => {
  expect(summary.skipped).toBe(summary.discovered - summary.processed);
  expect(summary.skipped).toBeGreaterThan(0);
});
steps.define(
  "the counts add up",
  ({ summary: { discovered, queued, processed, failed, skipped, pending } }) => {
    expect(discovered).toBe(queued + skipped);
    expect(queued).toBe(processed + failed + pending);
  },
);
steps.define("no page failed", ({ summary }) => {
  expect(summary).toMatchObject({ failed: 0, pending: 0, exitCode: 0 });
  expect(summary.processed).toBeGreaterThan(0);
});
steps.define("every page file has these fields", ({ root, summary }, _, table) => {
  const pages = Object.values(filesIn(root)).map((text) => JSON.parse(text) as object);
  expect(pages.length).toBe(summary.processed);
  for (const page of pages) expect(Object.keys(page)).toEqual(expect.arrayContaining(table.flat()));
});
steps.define("the table pages has exactly these columns", ({ root }, _, table) => {
  const [row] = pageRows(root.databaseFile);
  expect(Object.keys(row ?? {})).toEqual(table.flat());
});
steps.define("the raw log has an attempt {number} with outcome {text}", ({ root }, [attempt, outcome]) => {
  const found = rawEvents(root).find(
    (event) => event["attempt"] === Number(attempt) && event["outcome"] === outcome,
  );
  expect(found).toBeDefined();
});
steps.define("the crawl is up to date", ({ summary }) => {
  expect(summary).toMatchObject({ upToDate: true, queued: 0, exitCode: 0 });
});
steps.define("no content was asked for", ({ site, asked }) => {
  const contents = site.requests.slice(asked).filter(({ params }) => params["rvprop"]?.includes("content"));
  expect(contents).toEqual([]);
});
steps.define("the pages are in {text}", ({ root, summary }, [folder]) => {
  expect(Object.keys(filesIn(root, folder))).toHaveLength(summary.processed);
});
steps.define("the raw log of the run is in {text}", ({ root, summary }, [folder]) => {
  expect(Object.keys(filesIn(root, folder))).toEqual([`api_calls_${summary.runId}.jsonl`]);
});
steps.define("every raw event has these fields", ({ root }, _, table) => {
  const events = rawEvents(root);
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect(Object.keys(event)).toEqual(expect.arrayContaining(table.flat()));
});
steps.define("there is nothing in {text}", ({ root }, [folder]) => {
  expect(existsSync(root.file(folder ?? ""))).toBe(false);
});

/** A long list as a server with a small limit would give it. */
function inParts(answer: Record<string, unknown>, size: number, from: number): Record<string, unknown> {
  const {
    query,
    continue: _,
    batchcomplete: __,
    ...rest
  } = answer as { query: { allcategories: unknown[] } } & typeof answer;
  const all = query.allcategories;
  const some = { ...rest, query: { allcategories: all.slice(from, from + size) } };
  const isLast = from + size >= all.length;
  return isLast
    ? { ...some, batchcomplete: true }
    : { ...some, continue: { accontinue: String(from + size), continue: "-||" } };
}

const file = join(import.meta.dirname, "ingestion_crawler_ddd_acceptance.feature");
const feature = parseFeature(readFileSync(file, "utf8"));

describe(feature.name, () => {
  it.each(feature.scenarios)("$name", async (scenario) => {
    const world = { behave: () => undefined, categories: ["nobody asked"], events: [], asked: 0 };
    await steps.run(scenario, world as unknown as World);
  });

  it("has scenarios, and refuses a step that nobody has defined", async () => {
    expect(feature.scenarios.length).toBeGreaterThanOrEqual(10);
    const [stray] = parseFeature("Feature: x\nScenario: y\nGiven a step of nobody's").scenarios;
    await expect(steps.run(stray ?? { name: "", steps: [] }, {} as World)).rejects.toThrow(/line 3.*nobody/);
  });
});
