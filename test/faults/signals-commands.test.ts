/**
 * SIGINT and SIGTERM at moments that the seed decides, for every source and every command that takes long (E22, R7),
 * alone and twice. `LEVADA_FAULT_POINTS` sets how many.
 */
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { figure } from "../kit/figures.ts";
import type { TestRoot } from "../kit/root.ts";
import { type Ended, startCommand } from "./command.ts";
import { doDamage } from "./damages.ts";
import { chance, POINTS, SEED } from "./points.ts";
import { differencesOf, type RootState, stateOf } from "./root-state.ts";
import { several } from "./several.ts";
import {
  configureFor,
  copyOf,
  filesOf,
  ingestWords,
  newFolder,
  removeRoot,
  type Sites,
  SOURCES,
  startSites,
  wholeRoot,
} from "./whole-root.ts";

const HOURS = 3_600_000;
const ROUNDS = Math.max(1, Math.round(POINTS / 140));
const CODES = { SIGINT: 130, SIGTERM: 143 } as const;
/** The promise, ms, after one signal and after a second. A machine with much else to do is given twice as long. */
const PROMISED = { once: 5_000, twice: 1_000 };
const LOADED = 2;

let sites: Sites;
let whole: TestRoot;
/** Of `whole`, once everything in it has come to its end. */
let expected: RootState;
const worst = { once: 0, twice: 0 };
let signals = 0;

beforeAll(async () => {
  sites = await startSites();
  whole = await wholeRoot(sites);
  const sound = copyOf(whole);
  await finish(sound);
  expected = stateOf(sound);
  removeRoot(sound);
}, HOURS);

afterAll(async () => {
  removeRoot(whole);
  await sites.close();
  figure("R7", "signals at any moment of runs of all sources and of long commands", signals);
  figure("R7", "latest end after a signal, ms", Math.round(worst.once));
  figure("R7", "latest end after a second signal, ms", Math.round(worst.twice));
});

/** What anybody would do next: all sources, and a look. */
async function finish(root: TestRoot): Promise<void> {
  const where = ["--root", root.path];
  const said = await several([
    ...SOURCES.map((source) => ingestWords(root, source, sites)),
    ["verify", "all", "--repair", ...where],
    ["verify", "all", "--json", ...where],
  ]);
  expect(
    said.map(({ words, code, stderr }) => (code === 0 ? "" : `${words.join(" ")}: ${stderr}`)).join(""),
  ).toBe("");
}

interface Long {
  readonly name: string;
  /** A root for it, removed by whoever asks. */
  root(): TestRoot;
  words(root: TestRoot): readonly string[];
  /** It goes on until it is told to stop. */
  readonly isEndless?: boolean;
}

/** Everything is new to it. */
function emptyRoot(): TestRoot {
  const root = newFolder();
  writeFileSync(root.file("rate_limits.yaml"), `hosts: {"127.0.0.1": {delay_ms: 40}}`);
  configureFor(root, sites);
  return root;
}

/** In which there is something to fetch again. */
function damagedRoot(): TestRoot {
  const root = copyOf(whole);
  const pages = filesOf(root).filter((path) => /^data\/raw\/.*(?<!\.prev)\.html$|\.pdf\.zst$/.test(path));
  for (const path of pages.slice(0, 6)) doDamage("empty", root.file(path), path);
  return root;
}

const on = (root: TestRoot, ...words: readonly string[]) => [...words, "--root", root.path];

const LONG: readonly Long[] = [
  ...SOURCES.map((source) => ({
    name: `ingest ${source}`,
    root: emptyRoot,
    words: (root: TestRoot) => ingestWords(root, source, sites),
  })),
  { name: "verify --repair", root: damagedRoot, words: (root) => on(root, "verify", "all", "--repair") },
  { name: "reextract site", root: () => copyOf(whole), words: (root) => on(root, "reextract", "site") },
  {
    name: "reextract tramites",
    root: () => copyOf(whole),
    words: (root) => on(root, "reextract", "tramites"),
  },
  { name: "replay wiki", root: () => copyOf(whole), words: (root) => on(root, "replay", "wiki") },
  { name: "health --check", root: () => copyOf(whole), words: (root) => on(root, "health", "--check") },
  {
    name: "schedule run",
    root: () => copyOf(whole),
    words: (root) => on(root, "schedule", "run"),
    isEndless: true,
  },
];

/** How long it takes where nobody stops it: the moments are chosen within. */
const MOMENTS_MS = 2_500;

async function interrupted(
  long: Long,
  root: TestRoot,
  name: string,
  isTwice: boolean,
): Promise<{ readonly ended: Ended; readonly signal: keyof typeof CODES; readonly lateMs: number }> {
  const signal = chance(`signal ${name}`) < 0.5 ? "SIGINT" : "SIGTERM";
  const { child, ended } = startCommand(long.words(root));
  await Promise.race([sleep(MOMENTS_MS * chance(`at ${name}`)), ended]);
  child.kill(signal);
  if (isTwice) {
    await Promise.race([sleep(100 * chance(`again ${name}`)), ended]);
    child.kill(signal);
  }
  const sent = performance.now();
  return { ended: await ended, signal, lateMs: performance.now() - sent };
}

it.each(LONG.map((long, nth) => ({ ...long, nth })))(
  `$name ends in time when it is told to, once or twice, and nothing is lost (seed ${SEED})`,
  async ({ nth, ...long }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const isTwice = (nth + round) % 2 === 1;
      const root = long.root();
      const name = `${long.name} ${round}`;
      const { ended, signal, lateMs } = await interrupted(long, root, name, isTwice);
      signals++;
      // Before Node has started there is nobody to catch a signal; after the last document there is nothing to stop.
      const codes = long.isEndless === true ? [CODES[signal]] : [0, CODES[signal]];
      if (ended.signal === null) expect(codes, ended.stderr).toContain(ended.code);
      else expect(ended.signal).toBe(signal);
      expect(ended.stderr).not.toMatch(/is a bug|^\s+at .+:\d+:\d+\)?$/m);
      const kind = isTwice ? "twice" : "once";
      worst[kind] = Math.max(worst[kind], lateMs);
      expect(lateMs).toBeLessThan(PROMISED[kind] * LOADED);
      await finish(root);
      if (long.root !== emptyRoot) expect(differencesOf(expected, stateOf(root))).toEqual([]);
      removeRoot(root);
    }
  },
  HOURS,
);
