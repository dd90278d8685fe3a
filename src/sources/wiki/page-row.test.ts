import { expect, it } from "vitest";
import { readPageRow } from "./page-row.ts";

it.each([
  [
    "a page",
    { pageid: 7, ns: 14, title: "Category:Bed", redirect: true },
    { kind: "page", pageid: 7, namespace: 14, title: "Category:Bed" },
  ],
  ["missing by id", { pageid: 9, missing: true }, { kind: "missing", pageid: 9, title: null }],
  [
    "missing by title",
    { ns: 0, title: "Bed", missing: true },
    { kind: "missing", pageid: null, title: "Bed" },
  ],
  [
    "an invalid title",
    { title: "A[", invalidreason: "why", invalid: true },
    { kind: "invalid", title: "A[", reason: "why" },
  ],
  [
    "invalid without a reason",
    { invalid: true },
    { kind: "invalid", title: null, reason: "no reason given" },
  ],
  [
    "special",
    { ns: -1, title: "Special:Version", special: true },
    { kind: "special", title: "Special:Version" },
  ],
  [
    "special and missing",
    { ns: -1, title: "Special:No", special: true, missing: true },
    { kind: "special", title: "Special:No" },
  ],
  ["a page without a title", { pageid: 7, ns: 0 }, null],
  ["a page with an id that is none", { pageid: 0, ns: 0, title: "A" }, null],
  ["a page with a text as id", { pageid: "7", ns: 0, title: "A" }, null],
  ["something special without a name", { special: true }, null],
  ["nothing", {}, null],
])("%s is read from its shape", (_, row, expected) => {
  expect(readPageRow(row)).toEqual(expected);
});
