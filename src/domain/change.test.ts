import { describe, expect, it } from "vitest";
import {
  type Change,
  type ChangeRules,
  type Check,
  compare,
  conditionalHeaders,
  type Known,
} from "./change.ts";
import type { Reference, StoredDocument, Validators } from "./reference.ts";

const reference: Reference = {
  key: "T055",
  url: "https://x/T055.pdf",
  path: "TX/T055.pdf.zst",
  fields: {},
  metadata: {},
};

function stored(validators: Validators = {}): StoredDocument {
  return {
    key: "T055",
    url: reference.url,
    localPath: "data/raw/usgs/TX/T055.pdf.zst",
    sha256: "00",
    originalSize: 1,
    compressedSize: 1,
    storedAt: "2026-01-01T00:00:00.000Z",
    fields: {},
    validators,
  };
}

const known = (
  state: Known["state"],
  document: StoredDocument | null,
  reason: string | null = null,
): Known => ({
  state,
  document,
  reason,
});
const resume = { resume: true, revalidates: false };

describe("compare", () => {
  it.each<[string, Partial<Reference>, Known | undefined, Partial<typeof resume>, Change]>([
    ["an unknown document is new", {}, undefined, {}, { kind: "new" }],
    ["a stored one is unchanged", {}, known("completed", stored()), {}, { kind: "unchanged" }],
    ["a failed one is tried again", {}, known("failed", null, "timeout"), {}, { kind: "new" }],
    ["a pending one is tried again", {}, known("pending", null), {}, { kind: "new" }],
    [
      "one that was not found is asked for again",
      {},
      known("skipped", null, "not_found"),
      {},
      { kind: "new" },
    ],
    ["one that is gone is not", {}, known("skipped", null, "gone"), {}, { kind: "gone", reason: "gone" }],
    [
      "an archive that had nothing is not",
      { opens: "pdf" },
      { ...known("skipped", null, "no_documents"), opens: "pdf" },
      {},
      { kind: "gone", reason: "no_documents" },
    ],
    [
      "an archive that had nothing is asked for something else",
      { opens: "pdf,csv" },
      { ...known("skipped", null, "no_documents"), opens: "pdf" },
      {},
      { kind: "new" },
    ],
    [
      "--no-resume fetches a stored one again",
      {},
      known("completed", stored()),
      { resume: false },
      { kind: "changed", conditional: false },
    ],
    [
      "--no-resume asks for a gone one again",
      {},
      known("skipped", null, "gone"),
      { resume: false },
      { kind: "new" },
    ],
    [
      "an equal token means unchanged",
      { token: "r7" },
      known("completed", stored({ token: "r7" })),
      { revalidates: true },
      { kind: "unchanged" },
    ],
    [
      "another token means changed",
      { token: "r6" },
      known("completed", stored({ token: "r7" })),
      {},
      { kind: "changed", conditional: true },
    ],
    [
      "without tokens a revalidating source asks",
      {},
      known("completed", stored()),
      { revalidates: true },
      { kind: "changed", conditional: true },
    ],
  ])("%s", (_, own, before, rules, expected) => {
    expect(compare({ ...reference, ...own }, before, { ...resume, ...rules })).toEqual(expected);
  });
});

const NOW = Date.UTC(2026, 5, 10);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("compare, where the server is asked", () => {
  const asked = (ago: number, more: Partial<Check> = {}): Check => ({
    at: NOW - ago,
    freshUntil: null,
    misses: 0,
    ...more,
  });
  const page = (check: Check | undefined, validators: Validators = {}): Known => ({
    ...known("completed", stored(validators)),
    ...(check === undefined ? {} : { check }),
  });
  const failed = (check: Check, validators: Validators = {}): Known => ({
    ...page(check, validators),
    reason: "fetch_failed",
  });
  const twin = (check: Check): Known => ({
    ...known("skipped", null, "duplicate"),
    twin: { of: "T001", validators: {}, check },
  });
  const lastmod = (token: string, tokenCoversUntil?: number): Partial<Reference> => ({
    token,
    ...(tokenCoversUntil === undefined ? {} : { tokenCoversUntil }),
  });
  const ask: Change = { kind: "changed", conditional: true };
  const same: Change = { kind: "unchanged" };
  const isTwin: Change = { kind: "gone", reason: "duplicate" };
  const day = { token: "2026-06-01" };
  const bounds = { minMs: DAY, maxMs: 30 * DAY, startMs: 7 * DAY };
  const due: Partial<ChangeRules> = { revisit: { which: "due", bounds } };
  const listed: Partial<ChangeRules> = { revisit: { which: "listed", bounds } };

  it.each<[string, Partial<Reference>, Known, Partial<ChangeRules>, Change]>([
    ["a page of which nothing is known is asked for", {}, page(undefined), {}, ask],
    ["a page that was asked for before is asked for again", {}, page(asked(HOUR)), {}, ask],
    ["a fresh page is not", {}, page(asked(HOUR, { freshUntil: NOW + 1 })), {}, same],
    ["one that has just become stale is", {}, page(asked(HOUR, { freshUntil: NOW })), {}, ask],
    [
      "one that was missing is, fresh or not",
      {},
      page(asked(1, { freshUntil: NOW + 1, misses: 1 })),
      {},
      ask,
    ],
    ["asked for since the cycle began: not again", {}, page(asked(1)), { checkedSince: NOW - 1 }, same],
    ["asked for before it: again", {}, page(asked(2)), { checkedSince: NOW - 1 }, ask],
    [
      "missing once since then: not again",
      {},
      page(asked(1, { misses: 1 })),
      { checkedSince: NOW - 1 },
      same,
    ],
    ["proven gone and not let go: again", {}, page(asked(1, { misses: 2 })), { checkedSince: NOW - 1 }, ask],
    [
      "another token, but asked since then: not again",
      lastmod("b"),
      page(asked(1), { token: "a" }),
      { checkedSince: NOW - 1 },
      same,
    ],
    [
      "--no-resume: all again",
      {},
      page(asked(1)),
      { checkedSince: NOW - 1, resume: false },
      { kind: "changed", conditional: false },
    ],
    ["a source that asks nobody does not care", {}, page(asked(9 * DAY)), { revalidates: false }, same],
    ["an equal lastmod is believed", lastmod("2026-06-01"), page(asked(DAY), day), {}, same],
    ["another lastmod is news", lastmod("2026-06-02"), page(asked(DAY), day), {}, ask],
    ["a lastmod where there was none: the server is asked", lastmod("2026-06-02"), page(asked(DAY)), {}, ask],
    ["none where there was one: too", {}, page(asked(DAY), day), {}, ask],
    ["none, but fresh: not", {}, page(asked(DAY, { freshUntil: NOW + 1 }), day), {}, same],
    [
      "an equal lastmod is believed for a week",
      lastmod("2026-06-01"),
      page(asked(7 * DAY - 1), day),
      {},
      same,
    ],
    ["and no longer", lastmod("2026-06-01"), page(asked(7 * DAY), day), {}, ask],
    ["nor where the page was missing", lastmod("2026-06-01"), page(asked(DAY, { misses: 1 }), day), {}, ask],
    [
      "nor where the day was not over",
      lastmod("2026-06-01", NOW - HOUR),
      page(asked(2 * HOUR), day),
      {},
      ask,
    ],
    ["but where it was", lastmod("2026-06-01", NOW - HOUR), page(asked(HOUR), day), {}, same],
    ["an equal token, and nobody was ever asked", lastmod("2026-06-01", NOW), page(undefined, day), {}, same],
    ["a twin is asked for again", {}, twin(asked(HOUR)), {}, ask],
    ["a twin that is fresh is not", {}, twin(asked(HOUR, { freshUntil: NOW + 1 })), {}, isTwin],
    ["nor one asked for since the cycle began", {}, twin(asked(1)), { checkedSince: NOW - 1 }, isTwin],
    ["due: before its time a page is not asked for", {}, page(asked(6 * DAY)), due, same],
    ["due: when its time has come it is", {}, page(asked(7 * DAY)), due, ask],
    [
      "due: a page that seldom changes waits longer",
      {},
      page(asked(20 * DAY, { intervalMs: 30 * DAY })),
      due,
      same,
    ],
    ["due: one that often does is asked for sooner", {}, page(asked(2 * DAY, { intervalMs: DAY })), due, ask],
    [
      "due: bounds stand above what was learned",
      {},
      page(asked(31 * DAY, { intervalMs: 99 * DAY })),
      due,
      ask,
    ],
    ["due: a page that was missing is asked for", {}, page(asked(HOUR, { misses: 1 })), due, ask],
    [
      "due: what is fresh by its server's word is not",
      {},
      page(asked(9 * DAY, { freshUntil: NOW + 1 })),
      due,
      same,
    ],
    ["due: a page from a clock that was ahead is asked for", {}, page(asked(-DAY)), due, ask],
    ["due: another lastmod is news at once", lastmod("2026-06-02"), page(asked(HOUR), day), due, ask],
    [
      "due: an equal one is believed until its time comes",
      lastmod("2026-06-01"),
      page(asked(20 * DAY, { intervalMs: 30 * DAY }), day),
      due,
      same,
    ],
    ["due: and no longer", lastmod("2026-06-01"), page(asked(2 * DAY, { intervalMs: DAY }), day), due, ask],
    [
      "due: not where the day was not over",
      lastmod("2026-06-01", NOW - HOUR),
      page(asked(2 * HOUR), day),
      due,
      ask,
    ],
    ["due: a twin waits, too", {}, twin(asked(HOUR)), due, isTwin],
    ["due: until its time comes", {}, twin(asked(7 * DAY)), due, ask],
    [
      "due: --no-resume stands above it",
      {},
      page(asked(HOUR)),
      { ...due, resume: false },
      { kind: "changed", conditional: false },
    ],
    ["due: one that could not be fetched is asked for", {}, failed(asked(HOUR)), due, ask],
    ["listed: so it is, whatever the list says", lastmod("2026-06-01"), failed(asked(DAY), day), listed, ask],
    ["and fresh or not", {}, failed(asked(HOUR, { freshUntil: NOW + 1 })), {}, ask],
    ["listed: without a list's word nothing is asked for", {}, page(asked(99 * DAY)), listed, same],
    [
      "listed: nor with one that says the same",
      lastmod("2026-06-01"),
      page(asked(99 * DAY), day),
      listed,
      same,
    ],
    ["listed: another lastmod is news", lastmod("2026-06-02"), page(asked(HOUR), day), listed, ask],
    ["listed: a page that was missing is asked for", {}, page(asked(HOUR, { misses: 1 })), listed, ask],
    [
      "a duplicate of which nobody knows what it is one is new",
      {},
      known("skipped", null, "duplicate"),
      {},
      { kind: "new" },
    ],
  ])("%s", (_, own, before, rules, expected) => {
    const all = { resume: true, revalidates: true, now: NOW, ...rules };
    expect(compare({ ...reference, ...own }, before, all)).toEqual(expected);
  });
});

describe("conditionalHeaders", () => {
  it("asks with what the server gave last time, and with nothing where it gave nothing", () => {
    expect(conditionalHeaders({ etag: '"a"', lastModified: "Thu, 01 Jan 2026 00:00:00 GMT" })).toEqual({
      "if-none-match": '"a"',
      "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT",
    });
    expect(conditionalHeaders({})).toEqual({});
    expect(conditionalHeaders(undefined)).toEqual({});
  });
});

const BOUNDS = { minMs: 1_000_000, maxMs: 1_000_000, startMs: 1_000_000 };

it.each<[string, boolean, Partial<ChangeRules>, Change["kind"]]>([
  ["whose time has not come", true, { revisit: { which: "due", bounds: BOUNDS } }, "changed"],
  ["that a list says nothing of", true, { revisit: { which: "listed", bounds: BOUNDS } }, "changed"],
  ["that its server calls fresh", true, {}, "changed"],
  ["that an earlier run has asked for", true, { checkedSince: 0 }, "changed"],
  ["that has not drifted", false, {}, "unchanged"],
])("P38: a page that has drifted is asked for at once, one %s", (_, hasDrifted, rules, kind) => {
  const check: Check = { at: 1_000, freshUntil: 9_000, misses: 0, hasDrifted };
  const page = { ...known("completed", stored({ token: "monday" })), check };
  const listed = { ...reference, token: "monday" };
  expect(compare(listed, page, { resume: true, revalidates: true, now: 2_000, ...rules }).kind).toBe(kind);
});
