import { describe, expect, it } from "vitest";
import { parseIdPage, ReportIds } from "./arcgis.ts";
import { IDS_PER_PAGE } from "./endpoints.ts";

type Pair = readonly [libraryNumber: string, id: number];

const many = (from: number, count = IDS_PER_PAGE): Pair[] =>
  Array.from({ length: count }, (_, index) => [`X${from + index}`, from + index] as const);

function listing(pageAt: (offset: number) => string | null) {
  const offsets: number[] = [];
  const ids = new ReportIds(
    (url) => {
      offsets.push(Number(url));
      const value = pageAt(Number(url));
      if (value === null)
        return Promise.resolve({ ok: false, failure: { kind: "http_status", status: 500 } });
      return Promise.resolve({ ok: true, value, url, headers: {} });
    },
    (offset) => String(offset),
  );
  return { ids, offsets };
}

const page = (pairs: readonly Pair[], more = false) =>
  JSON.stringify({
    exceededTransferLimit: more,
    features: pairs.map(([libno, id]) => ({ properties: { libno, id } })),
  });

const nameless = (name: string) =>
  JSON.stringify({ features: [{ properties: { id: 1, libno: null, name } }] });

describe("the listing of ids", () => {
  it("is read only until the number has turned up, and each page once", async () => {
    const { ids, offsets } = listing((offset) => page(many(offset)));
    expect(await ids.find("X5")).toEqual({ kind: "found", id: "5" });
    expect(await ids.find("x7 ")).toEqual({ kind: "found", id: "7" });
    expect(offsets).toEqual([0]);
    expect(await ids.find("X1001")).toEqual({ kind: "found", id: "1001" });
    expect(offsets).toEqual([0, 1000]);
  });

  it.each([
    ["an empty page", (offset: number) => page(offset === 0 ? many(0) : []), [0, 1000], 1000],
    ["nothing after a short page", (offset: number) => page(many(offset, offset === 0 ? 3 : 0)), [0, 3], 3],
    ["a server that heeds no offset", () => page(many(0, 3)), [0, 3], 3],
    ["numbers that are missing again and again", () => nameless("A"), [0, 1], 0],
    ["a page that repeats", () => page(many(0), true), [0, 1000], 1000],
    ["nothing at all", () => page([]), [0], 0],
  ])("ends with %s", async (_, pageAt, expectedOffsets, entries) => {
    const { ids, offsets } = listing(pageAt);
    expect(await ids.find("T055")).toEqual({ kind: "absent", entries });
    expect(await ids.find("T056")).toEqual({ kind: "absent", entries });
    expect(offsets).toEqual(expectedOffsets);
  });

  it.each([true, false])(
    "goes on after a short page, from where it ended (said to be more: %s)",
    async (more) => {
      const { ids, offsets } = listing((offset) =>
        page(offset < 30 ? many(offset, 10) : [["T1", 9]], more && offset < 30),
      );
      expect(await ids.find("X12")).toEqual({ kind: "found", id: "12" });
      expect(offsets).toEqual([0, 10]);
      expect(await ids.find("T1")).toEqual({ kind: "found", id: "9" });
      expect(offsets).toEqual([0, 10, 20, 30]);
    },
  );

  it("goes on after a page on which no well has a number", async () => {
    const { ids, offsets } = listing((offset) => (offset < 2 ? nameless(String(offset)) : page([["T1", 9]])));
    expect(await ids.find("T1")).toEqual({ kind: "found", id: "9" });
    expect(offsets).toEqual([0, 1, 2]);
  });

  it("has an end even where the server has none", async () => {
    const { ids, offsets } = listing((offset) => page(many(offset, 1), true));
    expect(await ids.find("T1")).toMatchObject({ kind: "absent" });
    expect(offsets.length).toBe(5000);
  });

  it("tells several ids of one number apart", async () => {
    const { ids } = listing(() =>
      page([
        ["T1", 4],
        ["T1", 5],
        ["T1", 4],
      ]),
    );
    expect(await ids.find("T1", 1)).toEqual({ kind: "found", id: "5" });
    expect(await ids.find("T1", 2)).toMatchObject({ kind: "absent" });
  });

  it("is not asked again once it has failed, but keeps what it knew", async () => {
    const { ids, offsets } = listing((offset) => (offset === 0 ? page(many(0)) : null));
    const failed = { kind: "failed", url: "1000", failure: { kind: "http_status", status: 500 } };
    expect(await ids.find("T1")).toEqual(failed);
    expect(await ids.find("T2")).toEqual(failed);
    expect(await ids.find("X1")).toEqual({ kind: "found", id: "1" });
    expect(offsets).toEqual([0, 1000]);
  });
});

describe("a page of ids", () => {
  it.each([
    ['{"features":[{"attributes":{"ID":3,"CHLIBNO":" cz1 "}}]}', [{ libraryNumber: "CZ1", id: "3" }]],
    [
      '{"features":[{"properties":{"id":"3","libno":"T1"}},{"properties":null},7]}',
      [{ libraryNumber: "T1", id: "3" }],
    ],
    [
      '{"features":[{"properties":{"id":"../3","libno":"T1"}},{"properties":{"id":1,"libno":"T2"}}]}',
      [{ libraryNumber: "T2", id: "1" }],
    ],
    ['{"features":[]}', []],
  ])("%s holds %j", (text, entries) => {
    expect(parseIdPage(text)).toMatchObject({ ok: true, value: { entries } });
  });

  it.each([
    ["", "an empty body"],
    ["<html>", "<html>"],
    ["null", "null"],
    ["[]", "[]"],
    ['{"error":{"code":400,"message":"Invalid query"}}', "an error: Invalid query"],
    ['{"features":[{"properties":{"name":"x"}}]}', 'features such as {"properties":{"name":"x"}}'],
  ])("%j is none", (text, seen) => {
    expect(parseIdPage(text)).toMatchObject({ ok: false, failure: { kind: "structure_changed", seen } });
  });
});
