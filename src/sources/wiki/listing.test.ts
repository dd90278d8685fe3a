import { describe, expect, it } from "vitest";
import { readListing, uniquePages } from "./listing.ts";
import { successOf } from "./testing/answers.ts";

const row = {
  pageid: 7,
  ns: 0,
  title: "Bed",
  lastrevid: 12,
  length: 3,
  revisions: [{ revid: 12, parentid: 0 }],
};
const read = (json: object) => readListing(successOf(json));
const changed = { ok: false, failure: { kind: "structure_changed" } };

describe("readListing", () => {
  it("reads pages with revision and redirect", () => {
    const other = { ...row, pageid: 8, ns: 4, title: "Project:Old", redirect: true };
    expect(read({ batchcomplete: true, query: { pages: [row, other] } })).toEqual({
      ok: true,
      value: [
        { pageid: 7, title: "Bed", namespace: 0, revid: 12, isRedirect: false },
        { pageid: 8, title: "Project:Old", namespace: 4, revid: 12, isRedirect: true },
      ],
    });
  });

  it.each([
    ["the revision counts where info differs", { ...row, lastrevid: 11 }, 12],
    ["info counts where the revision was cut away", { ...row, revisions: [] }, 12],
    ["info counts where there is no revision", { pageid: 7, ns: 0, title: "B", lastrevid: 3 }, 3],
  ])("%s", (_, one, revid) => {
    expect(read({ batchcomplete: true, query: { pages: [one] } })).toMatchObject({ value: [{ revid }] });
  });

  it.each([
    ["an empty namespace", { batchcomplete: true }],
    ["an empty step", { continue: { gapcontinue: "B" } }],
    ["an empty list", { batchcomplete: true, query: { pages: [] } }],
    ["a page deleted meanwhile", { batchcomplete: true, query: { pages: [{ pageid: 7, missing: true }] } }],
  ])("%s is no page, honestly", (_, json) => {
    expect(read(json)).toEqual({ ok: true, value: [] });
  });

  it.each([
    ["a query about something else", { batchcomplete: true, query: { general: {} } }],
    ["an empty query", { batchcomplete: true, query: {} }],
    ["pages by id, as in formatversion 1", { batchcomplete: true, query: { pages: { "7": row } } }],
    [
      "a row without a revision",
      { batchcomplete: true, query: { pages: [row, { ...row, lastrevid: 0, revisions: [] }] } },
    ],
    [
      "a row without an id",
      { batchcomplete: true, query: { pages: [row, { ns: 0, title: "A", lastrevid: 1 }] } },
    ],
    ["rows that are not objects", { batchcomplete: true, query: { pages: [7] } }],
  ])("%s is a changed structure, not zero pages", (_, json) => {
    expect(read(json)).toMatchObject(changed);
  });
});

it("keeps what was said last of a page that came twice", () => {
  const page = { pageid: 7, title: "Bed", namespace: 0, revid: 1, isRedirect: false };
  const moved = { ...page, title: "New bed", revid: 2 };
  expect([...uniquePages([page, moved]).values()]).toEqual([moved]);
});
