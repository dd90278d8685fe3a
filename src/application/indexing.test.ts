import { expect, it } from "vitest";
import { NO_FACTS, type SearchDocument } from "../domain/search-document.ts";
import { bringUpToDate } from "./indexing.ts";
import type { IndexEntry, SearchCorpus, SearchIndex } from "./ports.ts";

const document = (key: string, text = ""): SearchDocument => ({
  source: "s",
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

/** An index in memory, and what was put into it, batch by batch. */
function memoryIndex(known: Readonly<Record<string, string>> = {}) {
  const stamps = new Map(Object.entries(known));
  const batches: (readonly IndexEntry[])[] = [];
  const index: SearchIndex = {
    known: async () => new Map(stamps),
    put: async (_, entries) => {
      batches.push(entries);
      for (const { key, stamp } of entries) stamps.set(key, stamp);
    },
    drop: async (_, keys) => keys.forEach((key) => stamps.delete(key)),
    complete: async () => {},
    close: async () => {},
  };
  return { index, stamps, batches };
}

function corpusOf(
  stamps: Readonly<Record<string, string>>,
  read = document,
): SearchCorpus & { asked: string[] } {
  const asked: string[] = [];
  return {
    source: "s",
    asked,
    async *entries() {
      for (const [key, stamp] of Object.entries(stamps)) yield { key, stamp };
    },
    async *read(keys) {
      for (const key of keys) {
        asked.push(key);
        yield [key, read(key)];
      }
    },
  };
}

it("reads what is new or changed, leaves what is the same, and drops what is gone", async () => {
  const { index, stamps } = memoryIndex({ same: "1", changed: "1", gone: "1" });
  const corpus = corpusOf({ same: "1", changed: "2", new: "1" });
  expect(await bringUpToDate({ corpus, index })).toEqual({ put: 2, dropped: 1, complete: true });
  expect(corpus.asked.toSorted()).toEqual(["changed", "new"]);
  expect(Object.fromEntries(stamps)).toEqual({ same: "1", changed: "2", new: "1" });
});

it("writes and reads nothing where nothing has changed", async () => {
  const { index, batches } = memoryIndex({ a: "1" });
  const corpus = corpusOf({ a: "1" });
  expect(await bringUpToDate({ corpus, index })).toEqual({ put: 0, dropped: 0, complete: true });
  expect([corpus.asked, batches]).toEqual([[], []]);
});

it("remembers what says nothing, so that it is not read again", async () => {
  const { index, stamps } = memoryIndex();
  const corpus = { ...corpusOf({ a: "1", b: "1" }), async *read() {} };
  await bringUpToDate({ corpus, index });
  expect(Object.fromEntries(stamps)).toEqual({ a: "1", b: "1" });
});

it("takes few large documents at a time, and not many small ones either", async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, nth) => [`k${nth}`, "1"]));
  const small = memoryIndex();
  await bringUpToDate({ corpus: corpusOf(many), index: small.index });
  expect(Math.max(...small.batches.map(({ length }) => length))).toBeLessThanOrEqual(64);
  const large = memoryIndex();
  const text = "x".repeat(600_000);
  await bringUpToDate({ corpus: corpusOf(many, (key) => document(key, text)), index: large.index });
  expect(Math.max(...large.batches.map(({ length }) => length))).toBeLessThanOrEqual(2);
});

it("stops when it is told to, keeps what it has, and goes on the next time", async () => {
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, nth) => [`k${nth}`, "1"]));
  const { index, stamps, batches } = memoryIndex({ k199: "0" });
  const stopped = await bringUpToDate({ corpus: corpusOf(many), index, isOver: () => batches.length > 0 });
  expect(stopped).toMatchObject({ complete: false });
  expect(stamps.size).toBeGreaterThan(0);
  expect(stamps.size).toBeLessThan(200);
  expect(stamps.get("k199"), "the older version stays until it is read").toBe("0");
  expect(await bringUpToDate({ corpus: corpusOf(many), index })).toMatchObject({ complete: true });
  expect(stamps.size).toBe(200);
});

it("takes note of what cannot be read a thousand at a time, and drops as much at a time", async () => {
  const many = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 2500 }, (_, n) => [`${prefix}${n}`, "1"]));
  const { index, stamps, batches } = memoryIndex(many("gone"));
  const drops: number[] = [];
  const drop: SearchIndex["drop"] = (source, keys) => {
    drops.push(keys.length);
    return index.drop(source, keys);
  };
  const corpus = { ...corpusOf(many("silent")), async *read() {} };
  await bringUpToDate({ corpus, index: { ...index, drop } });
  expect(stamps.size).toBe(2500);
  expect(Math.max(...batches.map((batch) => batch.length), ...drops)).toBe(1000);
});
