/**
 * kill -9 of a real process that collects pages of the web, at random moments: at the first crawl, while changed pages
 * replace their versions, and while pages move, repeat each other and go. `LEVADA_SEED` repeats a sequence of moments,
 * `LEVADA_ENDURANCE` makes it long.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Office, Offices } from "../../src/sandbox/offices.ts";
import { openScratchState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import type { TestRoot } from "../kit/root.ts";
import {
  type Ended,
  expectSound,
  filesBelow,
  ingestTramites,
  isRetired,
  lastLines,
  officesRoot,
  pageLines,
  stagedHashes,
  startOffices,
  stateOf,
} from "../kit/tramites-root.ts";
import { randomNumbers } from "../kit/wiki-editors.ts";

const KILLS = process.env["LEVADA_ENDURANCE"] === "1" ? 50 : 4;
const KILLS_IN_A_ROW = 5;
const SEED = Number(process.env["LEVADA_SEED"] ?? Date.now() % 1_000_000);

/** Sources that show all ways to a page: sitemaps, feeds, links, and a list of the user's. */
const FLAGS = ["--only", "sede,comunidad,ayuntamiento,seed", "--allow-mass-removal"];

/** Pages of the sandbox that have another session in them at every request. */
const isVolatile = (url: string) => /\/consulta\/|:\d+\/$/.test(url);

function rootWithSeeds(offices: Offices): TestRoot {
  const root = officesRoot(offices);
  mkdirSync(root.file("data/ingestion"), { recursive: true });
  writeFileSync(
    root.file("data/ingestion/seeds.txt"),
    OLD.map((path) => `${offices.sede.url}${path}\n`).join(""),
  );
  return root;
}

/** Runs until it ends, or is killed so long after the offices were first asked. */
function run(root: TestRoot, offices: Offices, afterMs: number | null): Promise<Ended> {
  const asked = () => offices.all.reduce((sum, { requests }) => sum + requests.length, 0);
  const before = asked();
  const killer = (kill: () => void) => {
    let timer: NodeJS.Timeout | undefined;
    const watch = setInterval(() => {
      if (afterMs === null || timer !== undefined || asked() === before) return;
      timer = setTimeout(kill, afterMs);
    }, 2);
    return () => {
      clearInterval(watch);
      clearTimeout(timer);
    };
  };
  return ingestTramites(root, { killer, flags: FLAGS });
}

/** What does not hold of the files right after a kill, before anything is repaired. */
function brokenPromises(root: TestRoot, whole: ReadonlySet<string>): string[] {
  const staged = stagedHashes(root);
  const files = filesBelow(root, "data/raw");
  const problems: string[] = [];
  for (const [key, line] of lastLines(root)) {
    const { local_path: path, sha256_checksum: hash } = line;
    // A page that is retired may still be where it was.
    const places = isRetired(line) ? [path, String(line.metadata["former_path"])] : [path];
    const isThere =
      staged.has(hash) ||
      places.some((place) => (files[place] ?? filesBelow(root, "data/retired")[place]) === hash);
    if (!isThere) problems.push(`${key}: neither ${path} nor a staged file has the bytes of its line`);
  }
  const lined = new Set(pageLines(root).map(({ sha256_checksum }) => sha256_checksum));
  for (const [name, hash] of Object.entries(files)) {
    const isPage = /\/[0-9a-f]{16}(?:\.prev)?\.(?!meta|prev)\w+$/.test(name);
    const isWhole = () => /<\/html>\s*$/.test(readFileSync(root.file(name), "utf8"));
    if (isPage && !lined.has(hash) && !whole.has(hash) && !isWhole()) problems.push(`${name} is half a page`);
  }
  return problems;
}

/** Pages whose line was written in this cycle, and that were sent once more since. */
function sentAgain(from: ReadonlyMap<Office, number>, lined: readonly string[]): string[] {
  const known = new Set(lined);
  return [...from].flatMap(([office, first]) =>
    office.requests
      .slice(first)
      .filter(({ status }) => status === 200)
      .map(({ path }) => `${office.url}${path}`)
      .filter((url) => known.has(url)),
  );
}

function linedSince(root: TestRoot, since: string): readonly string[] {
  return pageLines(root)
    .filter((line) => !isRetired(line) && line.downloaded_at >= since)
    .map(({ source_url, metadata }) => String(metadata["final_url"] ?? source_url));
}

const journal = ({ all }: Offices) => new Map(all.map((office) => [office, office.requests.length]));

/** Pages that only old addresses lead to, which the user has in a list. */
const HIDDEN = [0, 1, 2, 3, 4].map((nth) => `/tramites/oculto-${nth}`);
const OLD = HIDDEN.map((_, nth) => `/viejo/${nth}`);

function addHidden({ sede }: Offices): void {
  for (const [nth, path] of HIDDEN.entries()) {
    sede.add({ path, listed: false });
    sede.pages.redirect(OLD[nth] as string, 301, path);
  }
}

function changeHalf({ sede, comunidad, ayuntamiento }: Offices): void {
  HIDDEN.forEach((path) => sede.change(path));
  for (const office of [sede, comunidad, ayuntamiento])
    office.pages
      .listed()
      .filter((_, nth) => nth % 2 === 0)
      .forEach(({ path }) => office.change(path));
}

function moveAndGo({ sede }: Offices): void {
  const [moved = "", ...others] = HIDDEN;
  sede.add({ path: "/tramites/trasladado", listed: false });
  sede.pages.redirect(moved, 301, "/tramites/trasladado");
  sede.pages.redirect(OLD[1] as string, 302, String(others[1]));
  sede.remove(String(others[2]), 410);
  sede.remove(String(others[3]), 404);
  const body = "<!doctype html><html><h1>Requisitos</h1><p>La misma página.</p></html>";
  for (const path of ["/tramites/copia-a", "/tramites/copia-b"]) sede.add({ path, body });
  const listed = sede.pages.listed().map(({ path }) => path);
  listed.slice(0, 2).forEach((path) => sede.remove(path, 410));
  listed.slice(2, 4).forEach((path) => sede.remove(path, 404));
  listed.slice(4, 12).forEach((path) => sede.change(path));
}

const SITUATIONS = [
  ["the first crawl", addHidden],
  ["changed pages", changeHalf],
  ["pages that move, repeat each other and go", moveAndGo],
] as const;

async function cameToItsEnd(root: TestRoot): Promise<boolean> {
  const state = await openScratchState(root.path);
  const last = await state.registry.lastRun("tramites");
  await state.close();
  return last !== null && last.endedAt !== null;
}

/** Killed again and again in each situation, then left alone. Answers how often. */
async function shaken(random: () => number): Promise<number> {
  const offices = await startOffices();
  const [root, twin] = [rootWithSeeds(offices), rootWithSeeds(offices)];
  let kills = 0;
  for (const [what, happen] of SITUATIONS) {
    happen(offices);
    const began = performance.now();
    const undisturbed = await run(twin, offices, null);
    const durationMs = performance.now() - began;
    expect(undisturbed, undisturbed.stderr).toMatchObject({ killed: false });
    const whole = new Set(Object.values(filesBelow(twin, "data/raw")));
    let since = new Date().toISOString();
    for (let nth = 0, ended: Ended | null = null; ended === null || ended.killed; nth++) {
      const [lined, from] = [linedSince(root, since), journal(offices)];
      ended = await run(root, offices, nth < KILLS_IN_A_ROW ? random() * durationMs * 0.7 : null);
      if (ended.killed) kills += 1;
      if (ended.killed && existsSync(root.file("data/raw"))) expect(brokenPromises(root, whole)).toEqual([]);
      expect(sentAgain(from, lined), what).toEqual([]);
      if (!ended.killed) expect(ended.code, ended.stderr).toBe(undisturbed.code);
      else if (await cameToItsEnd(root)) {
        // Killed behind its last word: the next run is another one, and so it is for the twin.
        await run(twin, offices, null);
        since = new Date().toISOString();
      }
    }
    expect(stateOf(root, isVolatile), what).toEqual(stateOf(twin, isVolatile));
    await expectSound(root);
  }
  await offices.close();
  return kills;
}

it(`kill -9 ${KILLS} times (seed ${SEED}), while pages are crawled, change and go: then one run, and all is as if nothing had been`, async () => {
  const random = randomNumbers(SEED);
  for (let kills = 0; kills < KILLS;) kills += await shaken(random);
}, 1_800_000);
