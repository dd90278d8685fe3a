/**
 * The last line of every file that is only added to, torn at every byte, and lines in the middle that are damaged (R3):
 * cut or told, never passed over in silence. `LEVADA_FAULT_POINTS` sets at how many places the real command meets it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CallLogText } from "../../src/infrastructure/files/call-log-text.ts";
import { FetchLog } from "../../src/infrastructure/files/fetch-log.ts";
import { createManifest } from "../../src/infrastructure/files/manifest.ts";
import { createProcedureFiles } from "../../src/infrastructure/files/procedure-files.ts";
import { type LogEntry, RawLogReader } from "../../src/sources/wiki/replay-log.ts";
import { figure } from "../kit/figures.ts";
import type { TestRoot } from "../kit/root.ts";
import { chance, POINTS, SEED } from "./points.ts";
import { differencesOf, type RootState, stateOf } from "./root-state.ts";
import { type Said, several } from "./several.ts";
import {
  copyOf,
  filesOf,
  ingestWords,
  removeRoot,
  type Sites,
  SOURCES,
  startSites,
  wholeRoot,
} from "./whole-root.ts";

const HOURS = 3_600_000;
/** Of each manifest, torn under the eyes of the command. */
const TORN = Math.max(1, Math.round(POINTS / 140));

let sites: Sites;
let whole: TestRoot;
let expected: RootState;
let positions = 0;

beforeAll(async () => {
  sites = await startSites();
  whole = await wholeRoot(sites);
  const sound = copyOf(whole);
  await several(SOURCES.map((source) => ingestWords(sound, source, sites)));
  expected = stateOf(sound);
  removeRoot(sound);
}, HOURS);

afterAll(async () => {
  removeRoot(whole);
  await sites.close();
  figure("R3", "bytes at which a last line was torn, in every file that is only added to", positions);
});

/** Calls back with the file torn after each byte of its last line, the last one left out; then puts it back. */
async function tornEverywhere(
  file: string,
  meet: (place: { readonly before: string; readonly torn: number }) => Promise<void>,
): Promise<void> {
  const bytes = readFileSync(file);
  const start = bytes.lastIndexOf("\n", bytes.length - 2) + 1;
  const before = bytes.toString("utf8", 0, start);
  for (let end = start + 1; end < bytes.length; end++) {
    writeFileSync(file, bytes.subarray(0, end));
    await meet({ before, torn: end - start });
    positions++;
  }
  writeFileSync(file, bytes);
}

const MANIFEST = (source: string) => `data/raw/${source}/manifest.jsonl`;

describe("a last line that was torn at any byte", () => {
  it.each(SOURCES)(
    "of the manifest of %s is cut, with nothing before it",
    async (source) => {
      const root = copyOf(whole);
      const file = root.file(MANIFEST(source));
      await tornEverywhere(file, async ({ before, torn }) => {
        const manifest = createManifest(root.path);
        const { cutBytes } = await manifest.recover(source);
        await manifest.close();
        expect(cutBytes).toBe(torn);
        expect(readFileSync(file, "utf8")).toBe(before);
      });
      removeRoot(root);
    },
    HOURS,
  );

  it("of people's decisions is told, and cut by the next one", async () => {
    const root = copyOf(whole);
    const files = createProcedureFiles(root.path);
    const file = root.file("data/ingestion/reviews.jsonl");
    const [line] = await files.decisions();
    if (line === undefined) throw new Error("nobody has decided anything");
    const next = { ...line, by: "the next one" };
    await tornEverywhere(file, async ({ before }) => {
      const isWhole = (await files.reviewProblems()).length === 0;
      await files.decide(next);
      const kept = isWhole ? `${before}${JSON.stringify(line)}\n` : before;
      expect(readFileSync(file, "utf8")).toBe(`${kept}${JSON.stringify(next)}\n`);
    });
    removeRoot(root);
  });

  it("of the log of fetches is cut before anything is added to it", async () => {
    const root = copyOf(whole);
    const file = root.file("data/ingestion/fetch_log.jsonl");
    await tornEverywhere(file, async ({ before }) => {
      const log = new FetchLog(root.file("data/ingestion"), "next");
      await log.open();
      await log.close(new Date());
      expect(readFileSync(file, "utf8")).toBe(before);
    });
    removeRoot(root);
  });
});

/** What a replay would read in a log of calls. */
async function entriesOf(file: string): Promise<readonly LogEntry[]> {
  const text = await CallLogText.open(file);
  const reader = new RawLogReader();
  const entries: LogEntry[] = [];
  for await (const line of text.lines()) entries.push(...reader.next(line.text));
  await text.close();
  return [...entries, ...reader.end()];
}

describe("a last call that was torn at any byte", () => {
  it("is named by its line, and costs none of the calls before it", async () => {
    const root = copyOf(whole);
    const file = root.file(callLogOf(root));
    const sound = await entriesOf(file);
    expect(sound.map(({ kind }) => kind)).toEqual(sound.map(() => "event"));
    const last = readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "";
    await tornEverywhere(file, async ({ torn }) => {
      const [end, ...before] = (await entriesOf(file)).toReversed();
      // All of it but the line feed.
      if (torn === Buffer.byteLength(last)) expect(end).toEqual(sound.at(-1));
      else expect(end).toEqual({ kind: "torn", line: sound.length });
      expect(before.length).toBe(sound.length - 1);
    });
    removeRoot(root);
  });
});

function callLogOf(root: TestRoot): string {
  return filesOf(root).findLast((name) => name.includes("api_calls_")) ?? "";
}

/** Warnings and results of a command, for people. */
const words = (said: readonly Said[]) => said.map(({ stdout, stderr }) => `${stdout}\n${stderr}`).join("\n");

describe("the real command", () => {
  it.each(SOURCES)(
    `cuts a torn manifest of %s, and ends where it would have ended, ${TORN} times (seed ${SEED})`,
    async (source) => {
      for (let round = 0; round < TORN; round++) {
        const root = copyOf(whole);
        const file = root.file(MANIFEST(source));
        const bytes = readFileSync(file);
        const start = bytes.lastIndexOf("\n", bytes.length - 2) + 1;
        const at = 1 + Math.floor(chance(`torn ${source} ${round}`) * (bytes.length - start - 1));
        writeFileSync(file, bytes.subarray(0, start + at));
        // A last line that lets a document go: it is there again, its file is not, and it goes once more.
        const runs = SOURCES.map((one) => [...ingestWords(root, one, sites), "--allow-mass-removal"]);
        const said = await several([
          ["status", "all", "--root", root.path],
          ...runs,
          ["verify", "all", "--repair", "--root", root.path],
          ["verify", "all", "--root", root.path],
        ]);
        const failed = said.filter(({ code }) => code !== 0);
        expect(failed.map(({ words: line, stderr }) => `${line.join(" ")}: ${stderr}`)).toEqual([]);
        expect(words(said)).toContain(`cut a torn last line of ${at} bytes`);
        // Why and when something went, and the version before of what came again, are told by lines alone.
        const forgiven =
          /^(?:table retired|line of|\S+\.prev\.|\S+\.meta\.json|data\/(?:retired|ingestion)|artifacts\/raw\/wiki\/retired)/;
        const left = differencesOf(expected, stateOf(root)).filter((text) => !forgiven.test(text));
        expect(left).toEqual([]);
        removeRoot(root);
      }
    },
    HOURS,
  );

  it.each([
    ...SOURCES.map((source) => ({
      what: `the manifest of ${source}`,
      path: () => MANIFEST(source),
      commands: [["verify", source], ingestOf(source)],
      told: "line 2",
    })),
    {
      what: "people's decisions",
      path: () => "data/ingestion/reviews.jsonl",
      commands: [["review", "list"], ingestOf("tramites")],
      told: "reviews.jsonl line 2",
    },
    {
      what: "a log of API calls",
      path: () => callLogOf(whole),
      commands: [["replay", "wiki"]],
      told: "line 2",
    },
  ])(
    "tells of a damaged line in the middle of $what by its number, each time",
    async ({ path, commands, told }) => {
      const root = copyOf(whole);
      const file = root.file(path());
      const [first = "", ...others] = readFileSync(file, "utf8").split("\n");
      writeFileSync(file, [first, `#${first.slice(1)}`, first, ...others].join("\n"));
      const said = await several(
        [...commands, ...commands].map((line) =>
          typeof line === "function" ? line(root) : [...line, "--root", root.path],
        ),
      );
      expect(said.map(({ stdout, stderr }) => `${stdout}\n${stderr}`.includes(told))).toEqual(
        said.map(() => true),
      );
      expect(said.every(({ code }) => code === 0 || code === 1)).toBe(true);
      removeRoot(root);
    },
    HOURS,
  );
});

function ingestOf(source: (typeof SOURCES)[number]): (root: TestRoot) => readonly string[] {
  return (root) => ingestWords(root, source, sites);
}
