/** A wiki that changes between runs: only what changed is asked for, and what is left is what a fresh crawl brings. */
import { cpSync, statSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { newRoot, type TestRoot } from "../kit/root.ts";
import {
  contentIds,
  crawl,
  expectLikeFresh,
  expectSame,
  freshCrawl,
  isListing,
  startWiki,
  type CrawlRun,
  type MediaWikiSandbox,
  type Wiki,
} from "../kit/wiki.ts";
import { PAGE_DIR, RETIRED_DIR, filesIn, pageRows, pagesIn } from "../kit/wiki-files.ts";
import { Editors } from "../kit/wiki-editors.ts";

/** `LEVADA_WIKI_SEEDS` sets how many sequences of changes are tried. */
const SEEDS = Array.from({ length: Number(process.env["LEVADA_WIKI_SEEDS"] ?? 1) }, (_, nth) => nth + 1);

const SINCE = [null, "auto"];

interface Expected {
  readonly title: string;
  /** What the wiki was before the first run. */
  readonly before?: (wiki: Wiki) => void;
  readonly change: (wiki: Wiki) => void;
  /** Titles, as they are afterwards, whose text is asked for. */
  readonly fetched: readonly string[];
  /** Titles, as they were, whose pages go. */
  readonly retired?: readonly string[];
}

const CHANGES: readonly Expected[] = [
  {
    title: "an edit",
    change: (wiki) => wiki.edit("Alpha", "Changed."),
    fetched: ["Alpha"],
  },
  {
    title: "a new page",
    change: (wiki) => wiki.edit("Entirely new", "New."),
    fetched: ["Entirely new"],
  },
  {
    title: "a protection, which is a revision without a change of text",
    change: (wiki) => wiki.protect("Alpha"),
    fetched: ["Alpha"],
  },
  {
    title: "a move that leaves a redirect",
    change: (wiki) => wiki.move("Alpha", "Omega"),
    fetched: ["Omega", "Alpha"],
  },
  {
    title: "a move that leaves nothing",
    change: (wiki) => wiki.move("Alpha", "Omega", { redirect: false }),
    fetched: ["Omega"],
  },
  {
    title: "a move over a redirect, and back",
    before: (wiki) => wiki.move("Alpha", "Omega"),
    change: (wiki) => wiki.move("Omega", "Alpha", { redirect: false }),
    fetched: ["Alpha"],
    retired: ["Alpha"],
  },
  {
    title: "a move out of the namespaces that are wanted",
    change: (wiki) => wiki.move("Alpha", "Project:Alpha", { redirect: false }),
    fetched: [],
    retired: ["Alpha"],
  },
  {
    title: "a move into the namespaces that are wanted",
    before: (wiki) => wiki.edit("Project:Draft", "A draft."),
    change: (wiki) => wiki.move("Project:Draft", "Draft", { redirect: false }),
    fetched: ["Draft"],
  },
  {
    title: "a deletion",
    change: (wiki) => wiki.delete("Alpha"),
    fetched: [],
    retired: ["Alpha"],
  },
  {
    title: "a deletion taken back",
    change: (wiki) => {
      wiki.delete("Alpha");
      wiki.undelete("Alpha");
    },
    fetched: [],
  },
  {
    title: "a restoration of the oldest revision only: the revision id goes down",
    before: (wiki) => wiki.edit("Alpha", "Second revision."),
    change: (wiki) => {
      wiki.delete("Alpha");
      wiki.undelete("Alpha", { revisions: 1 });
    },
    fetched: ["Alpha"],
  },
  {
    title: "a page made anew under the title of a deleted one",
    change: (wiki) => {
      wiki.delete("Alpha");
      wiki.edit("Alpha", "Another page.");
    },
    fetched: ["Alpha"],
    retired: ["Alpha"],
  },
  {
    title: "a page that comes back",
    before: (wiki) => wiki.delete("Alpha"),
    change: (wiki) => wiki.undelete("Alpha"),
    fetched: ["Alpha"],
  },
  {
    title: "a redirect that leads elsewhere: its old and new target are rewritten from what is here",
    before: (wiki) => wiki.edit("Shortcut", "#REDIRECT [[Alpha]]"),
    change: (wiki) => wiki.edit("Shortcut", "#REDIRECT [[Beta]]"),
    fetched: ["Shortcut"],
  },
  {
    title: "a redirect of another namespace",
    change: (wiki) => wiki.edit("Project:Shortcut", "#REDIRECT [[Alpha]]"),
    fetched: [],
  },
  {
    title: "the target of a redirect going away",
    before: (wiki) => wiki.edit("Shortcut", "#REDIRECT [[Alpha]]"),
    change: (wiki) => wiki.delete("Alpha"),
    fetched: [],
    retired: ["Alpha"],
  },
  {
    title: "the missing target of a redirect of another namespace coming to be",
    before: (wiki) => wiki.edit("Shortcut", "#REDIRECT [[Project:Late]]"),
    change: (wiki) => wiki.edit("Project:Late", "Here now."),
    fetched: [],
  },
  {
    title: "a redirect becoming a page, and a page a redirect",
    before: (wiki) => wiki.edit("Shortcut", "#REDIRECT [[Alpha]]"),
    change: (wiki) => {
      wiki.edit("Shortcut", "A page now.");
      wiki.edit("Beta", "#REDIRECT [[Shortcut]]");
    },
    fetched: ["Shortcut", "Beta"],
  },
];

async function smallWiki(before: (wiki: Wiki) => void = () => {}): Promise<MediaWikiSandbox> {
  const site = await startWiki({ pages: 30, oddities: false });
  site.wiki.edit("Alpha", "The first page.\n[[Category:Letters]]");
  site.wiki.edit("Beta", "The second page.");
  before(site.wiki);
  // Longer ago than a run looks back.
  for (const text of ["one", "two", "three"]) site.wiki.edit("Gamma", text);
  return site;
}

const idsOf = ({ wiki }: MediaWikiSandbox, titles: readonly string[]) =>
  titles.map((title) => wiki.pageTitled(title)?.id).toSorted();

const fetchedIds = ({ requests }: CrawlRun) => [...new Set(contentIds(requests))].toSorted();

const modified = (root: TestRoot) =>
  new Map(Object.keys(filesIn(root)).map((name) => [name, statSync(root.file(PAGE_DIR, name)).mtimeMs]));

/** Two roots of one state, one for each way. */
async function rootForEachWay(
  site: MediaWikiSandbox,
): Promise<readonly { root: TestRoot; since: string | null }[]> {
  const root = newRoot();
  await crawl(root, site);
  return SINCE.map((since, nth) => {
    if (nth === 0) return { root, since };
    const copy = newRoot();
    cpSync(root.path, copy.path, { recursive: true, preserveTimestamps: true });
    return { root: copy, since };
  });
}

describe("changes of a wiki, by a full listing and by what changed since the last run", () => {
  it.each(CHANGES)("$title", async ({ before, change, fetched, retired = [] }) => {
    const site = await smallWiki(before);
    const roots = await rootForEachWay(site);
    const [{ root: first } = expect.fail("no root")] = roots;
    const goes = idsOf(site, retired);
    const leaving = Object.entries(filesIn(first)).filter(([name]) =>
      goes.some((id) => name.endsWith(`_${id}.json`)),
    );
    change(site.wiki);
    const expected = await freshCrawl(site);
    for (const { root, since } of roots) {
      const run = await crawl(root, site, { since });
      expect(run.requests.some(isListing)).toBe(since === null);
      expect(run.summary).toMatchObject({ exit_code: 0, retired: retired.length, failed: 0, pending: 0 });
      expect(run.summary.discovered).toBe(run.summary.unchanged + run.summary.completed);
      expect(fetchedIds(run)).toEqual(idsOf(site, fetched));
      expect(filesIn(root, RETIRED_DIR)).toEqual(Object.fromEntries(leaving));
      expect(pageRows(root.databaseFile).filter(({ page_id }) => goes.includes(page_id))).toEqual([]);
      expectSame(root, expected);
    }
  });

  it.each(SINCE)("a page that is retired twice keeps both files (since: %s)", async (since) => {
    const site = await smallWiki();
    const root = newRoot();
    await crawl(root, site);
    for (const text of ["again", "and again"]) {
      site.wiki.delete("Beta");
      await crawl(root, site, { since });
      site.wiki.undelete("Beta");
      site.wiki.edit("Beta", text);
      await crawl(root, site, { since });
    }
    expect(Object.keys(filesIn(root, RETIRED_DIR))).toHaveLength(2);
    await expectLikeFresh(root, site);
  });

  it.each(SINCE)("what nothing happened to is not written again (since: %s)", async (since) => {
    const site = await smallWiki();
    const root = newRoot();
    await crawl(root, site);
    const before = modified(root);
    site.wiki.edit("Alpha", "Changed.");
    await crawl(root, site, { since });
    const written = [...modified(root)].filter(([name, time]) => before.get(name) !== time);
    expect(written.map(([name]) => name)).toEqual([expect.stringMatching(/^Alpha_\d+\.json$/)]);
  });

  it.each(SEEDS)("editors at random, seed %i: at every stop as a fresh crawl would have it", async (seed) => {
    const site = await startWiki({ pages: 40, oddities: false });
    site.wiki.edit("Seen in the recent changes", "Long ago.");
    const editors = new Editors(site.wiki, seed);
    const done = [...editors.act(30), "run"];
    const roots = await rootForEachWay(site);
    for (let round = 0; round < 3; round++) {
      done.push(...editors.act(1 + ((seed * 3 + round) % 12)), "run");
      const expected = await freshCrawl(site);
      for (const { root, since } of roots) {
        const run = await crawl(root, site, { since }, { allowMassRemoval: true });
        expect(run.summary, done.join("\n")).toMatchObject({ exit_code: 0, discovery: "complete" });
        expect(run.requests.some(isListing)).toBe(since === null);
        expectSame(root, expected, done.join("\n"));
      }
    }
  });
});

describe("since", () => {
  it("what the wiki no longer tells of is found by a full listing, with a warning", async () => {
    const site = await startWiki({ pages: 20, oddities: false, retentionDays: 0 });
    const root = newRoot();
    await crawl(root, site);
    site.wiki.edit("Entirely new", "New.");
    const run = await crawl(root, site, { since: "auto" });
    expect(run.requests.some(isListing)).toBe(true);
    expect(run.events).toContainEqual(expect.objectContaining({ type: "warning", code: "since_too_old" }));
    await expectLikeFresh(root, site);
  });

  it("a first run lists everything, whatever it is told", async () => {
    const site = await smallWiki();
    const root = newRoot();
    const run = await crawl(root, site, { since: "auto" });
    expect(run.requests.some(isListing)).toBe(true);
    await expectLikeFresh(root, site);
  });

  it("a date of the user's is taken as the moment to ask from", async () => {
    const site = await smallWiki();
    const root = newRoot();
    await crawl(root, site);
    const moment = new Date(site.wiki.now).toISOString();
    site.wiki.edit("Beta", "Changed.");
    const run = await crawl(root, site, { since: moment });
    expect(run.requests.some(isListing)).toBe(false);
    expect(fetchedIds(run)).toEqual(idsOf(site, ["Beta"]));
    expect(pagesIn(root).get("Beta")?.content).toBe("Changed.");
  });

  it("a run that left something undone does not move the moment on", async () => {
    let isDown = false;
    const site = await startWiki({
      pages: 20,
      oddities: false,
      behave: ({ params }) =>
        isDown && params["rvprop"]?.includes("content") ? { kind: "status", status: 404 } : undefined,
    });
    for (const text of ["one", "two", "three"]) site.wiki.edit("Gamma", text);
    const root = newRoot();
    await crawl(root, site);
    site.wiki.edit("Gamma", "missed");
    isDown = true;
    expect((await crawl(root, site, { since: "auto" })).summary.exit_code).not.toBe(0);
    isDown = false;
    for (const text of ["a", "b", "c"]) site.wiki.edit("Delta", text);
    await crawl(root, site, { since: "auto" });
    await expectLikeFresh(root, site);
  });
});
