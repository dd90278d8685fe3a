import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Extracts, Registry } from "../../src/application/ports.ts";
import type { FailedRecord, ReadRecord } from "../../src/domain/extraction.ts";
import { stored } from "./documents.ts";

export interface OpenExtracts {
  readonly extracts: Extracts;
  readonly registry: Registry;
  close(): Promise<void>;
}

const record = (key: string, change: Partial<ReadRecord> = {}): ReadRecord => ({
  key,
  sha256: "ab".repeat(32),
  extractor: "1",
  status: "accept",
  score: 0.85,
  words: 120,
  reason: "",
  stem: `data/extracted/${key}`,
  ...change,
});

const failed = (key: string): FailedRecord => ({
  ...record(key, { score: 0, words: 0, stem: "" }),
  status: "failed",
  reason: "timeout",
});

const WATERMARK = { size: 1, mtimeMs: 1, crc32: 1, lines: 1 };

/** What every `Extracts` promises; `open` gives an empty one. */
export function describeExtracts(name: string, open: () => Promise<OpenExtracts>): void {
  describe(`extracts: ${name}`, () => {
    let opened: OpenExtracts;
    let extracts: Extracts;

    beforeEach(async () => {
      opened = await open();
      extracts = opened.extracts;
    });
    afterEach(() => opened.close());

    it("finds what was noted, by source and key", async () => {
      await extracts.note("tramites", [record("a"), failed("b")]);
      await extracts.note("site", [record("a", { score: 0.5, status: "review" })]);
      const found = await extracts.find("tramites", ["a", "b", "c"]);
      expect([...found.values()]).toEqual([record("a"), failed("b")]);
    });

    it("keeps the last of several readings", async () => {
      await extracts.note("tramites", [record("a")]);
      await extracts.note("tramites", [record("a", { extractor: "2", words: 7 })]);
      expect((await extracts.find("tramites", ["a"])).get("a")).toEqual(
        record("a", { extractor: "2", words: 7 }),
      );
      expect(await extracts.counts("tramites")).toEqual({ accept: 1, review: 0, reject: 0, failed: 0 });
    });

    it("tells readings whose document is gone, and forgets them", async () => {
      const documents = async function* () {
        yield stored("a");
      };
      await opened.registry.rebuild("usgs", documents(), () => ({ watermark: WATERMARK, problems: [] }));
      await extracts.note("usgs", [record("a"), record("b"), record("c", { status: "reject" })]);
      expect((await extracts.orphans("usgs")).map(({ key }) => key)).toEqual(["b", "c"]);
      await extracts.forget("usgs", ["b", "c"]);
      expect(await extracts.orphans("usgs")).toEqual([]);
      expect(await extracts.counts("usgs")).toEqual({ accept: 1, review: 0, reject: 0, failed: 0 });
    });
  });
}
