/**
 * kill -9 of a real process that crawls a wiki, at random moments, while pages are stored, renamed and retired.
 * `LEVADA_SEED` repeats a sequence of moments, `LEVADA_ENDURANCE` makes it long.
 */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newRoot, type TestRoot } from "../kit/root.ts";
import {
  contentIds,
  expectSame,
  freshCrawl,
  startWiki,
  type MediaWikiSandbox,
  type Wiki,
} from "../kit/wiki.ts";
import { RETIRED_DIR, filesIn, manifestLines } from "../kit/wiki-files.ts";
import { randomNumbers } from "../kit/wiki-editors.ts";

const KILLS = process.env["LEVADA_ENDURANCE"] === "1" ? 50 : 4;
const SEED = Number(process.env["LEVADA_SEED"] ?? Date.now() % 1_000_000);
const CHILD = join(import.meta.dirname, "../kit/wiki-child.ts");

interface Ended {
  readonly killed: boolean;
  readonly code: number | null;
  readonly stderr: string;
}

/** Killed `afterMs` after the wiki was asked for the first time: before that, nothing happens that could break. */
function runChild(root: TestRoot, site: MediaWikiSandbox, afterMs: number | null): Promise<Ended> {
  const child = spawn(process.execPath, [
    "--disable-warning=ExperimentalWarning",
    CHILD,
    root.path,
    site.apiUrl,
  ]);
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk));
  const before = site.requests.length;
  let timer: NodeJS.Timeout | undefined;
  const watch = setInterval(() => {
    if (afterMs === null || site.requests.length === before || timer !== undefined) return;
    timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  }, 2);
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      clearInterval(watch);
      clearTimeout(timer);
      resolve({ killed: signal === "SIGKILL", code, stderr });
    });
  });
}

/** What the manifest says of each page: its revision, or that it is gone. */
function stored(root: TestRoot): ReadonlyMap<number, number | null> {
  if (!existsSync(root.file("data/raw/wiki/manifest.jsonl"))) return new Map();
  return new Map(
    manifestLines(root).map(({ pageid, revid, metadata }) => [
      pageid,
      metadata.retired_at === undefined ? revid : null,
    ]),
  );
}

/** Pages that were asked for though the manifest had what the wiki has. */
function askedAgain(
  site: MediaWikiSandbox,
  from: number,
  before: ReadonlyMap<number, number | null>,
): number[] {
  return contentIds(site.requests.slice(from)).filter(
    (id) => before.get(id) !== undefined && before.get(id) === site.wiki.page(id)?.latest.id,
  );
}

/** Edits, moves, deletions, all over the wiki. */
function shake(wiki: Wiki, round: number, random: () => number): void {
  const ids = Array.from({ length: wiki.pageCount }, (_, nth) => nth + 1);
  for (const id of ids) {
    const page = wiki.page(id);
    const chance = random();
    if (page === null || chance > 0.4) continue;
    const title = page.key.replaceAll("_", " ");
    if (chance < 0.15) wiki.move(title, `Moved ${round} of ${id}`, { redirect: chance < 0.05 });
    else if (chance < 0.22) wiki.delete(title);
    else wiki.edit(title, `Edited in round ${round}.`);
  }
}

it(`kill -9 ${KILLS} times (seed ${SEED}), while a wiki is crawled and while it is synced: then one run, and all is as if nothing had been`, async () => {
  const random = randomNumbers(SEED);
  const site = await startWiki({ pages: 220, oddities: false });
  const root = newRoot();
  let kills = 0;
  for (let round = 0; kills < KILLS; round++) {
    if (round > 0) shake(site.wiki, round, random);
    const expected = await freshCrawl(site);
    const leaving = [...stored(root)].filter(([id, revid]) => revid !== null && site.wiki.page(id) === null);
    const retiredBefore = Object.keys(filesIn(root, RETIRED_DIR)).length;
    for (let nth = 0; nth < 5; nth++) {
      const [before, from] = [stored(root), site.requests.length];
      const ended = await runChild(root, site, random() * 250);
      if (!ended.killed) expect(ended, ended.stderr).toMatchObject({ code: 0 });
      expect(askedAgain(site, from, before)).toEqual([]);
      if (!ended.killed) break;
      kills += 1;
    }
    const [before, from] = [stored(root), site.requests.length];
    const last = await runChild(root, site, null);
    expect(last, last.stderr).toMatchObject({ killed: false, code: 0 });
    expect(askedAgain(site, from, before)).toEqual([]);
    expectSame(root, expected);
    expect(Object.keys(filesIn(root, RETIRED_DIR))).toHaveLength(retiredBefore + leaving.length);
  }
}, 900_000);
