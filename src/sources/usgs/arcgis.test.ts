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
    ["a short page", (offset: number) => page(offset === 0 ? many(0) : many(1000, 3)), [0, 1000], 1003],
    ["a page that repeats", () => page(many(0), true), [0, 1000], 1000],
    ["nothing at all", () => page([]), [0], 0],
  ])("ends with %s", async (_, pageAt, expectedOffsets, entries) => {
    const { ids, offsets } = listing(pageAt);
    expect(await ids.find("T055")).toEqual({ kind: "absent", entries });
    expect(await ids.find("T056")).toEqual({ kind: "absent", entries });
    expect(offsets).toEqual(expectedOffsets);
  });

  it("goes on after a short page that says there is more, from where it ended", async () => {
    const { ids, offsets } = listing((offset) =>
      offset === 0 ? page(many(0, 10), true) : page([["T1", 9]]),
    );
    expect(await ids.find("T1")).toEqual({ kind: "found", id: "9" });
    expect(offsets).toEqual([0, 10]);
  });

  it("has an end even where the server has none", async () => {
    const { ids, offsets } = listing((offset) => page(many(offset, 1), true));
    expect(await ids.find("T1")).toMatchObject({ kind: "absent" });
    expect(offsets.length).toBe(1000);
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

  it("says that there is more, where geojson says it", () => {
    const text = '{"features":[],"properties":{"exceededTransferLimit":true}}';
    expect(parseIdPage(text)).toMatchObject({ ok: true, value: { more: true } });
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
