import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ReviewDecision } from "../../domain/procedure.ts";
import { Durability } from "./durability.ts";
import { appendDecision, readDecisions, undecidedLines } from "./review-lines.ts";

const decision = (url_hash: string): ReviewDecision => ({
  id: url_hash,
  url_hash,
  tramite: null,
  decision: "reject",
  fields: null,
  by: "ana",
  at: "2026-11-16T10:00:00.000Z",
  of: "v1",
});
const [FIRST, SECOND, THIRD] = ["a1", "b2", "c3"].map((key) => JSON.stringify(decision(key))) as [
  string,
  string,
  string,
];

let file: string;
beforeEach(() => (file = join(mkdtempSync(join(tmpdir(), "levada-reviews-")), "reviews.jsonl")));
afterEach(() => rmSync(join(file, ".."), { recursive: true, force: true }));

const readKeys = async () => (await readDecisions(file)).map(({ url_hash }) => url_hash);

it("is empty where there is no file", async () => {
  expect(await readKeys()).toEqual([]);
  expect(await undecidedLines(file)).toEqual([]);
});

describe("a line in the middle", () => {
  it.each([
    ["bytes that are not JSON", `#${SECOND.slice(1)}`],
    ["a decision of another word", SECOND.replace("reject", "rejecu")],
    ["no address", SECOND.replace("url_hash", "url_hasi")],
    ["a list", "[1]"],
    ["null", "null"],
    ["fields that are none", SECOND.replace(`"fields":null`, `"fields":7`)],
  ])("that is %s is told by its number, and the others count", async (_, line) => {
    writeFileSync(file, `${FIRST}\n${line}\n${THIRD}\n`);
    expect(await readKeys()).toEqual(["a1", "c3"]);
    expect(await undecidedLines(file)).toEqual([2]);
  });

  it("that is empty is nothing to speak of", async () => {
    writeFileSync(file, `${FIRST}\n\n${THIRD}\n`);
    expect(await undecidedLines(file)).toEqual([]);
  });
});

it("a last line that was torn anywhere is told, cut by the next decision, and takes nothing with it", async () => {
  for (let length = 1; length < SECOND.length; length++) {
    writeFileSync(file, `${FIRST}\n${SECOND.slice(0, length)}`);
    expect(await undecidedLines(file), `torn after ${length} bytes`).toEqual([2]);
    await appendDecision(file, decision("c3"), new Durability());
    expect(readFileSync(file, "utf8")).toBe(`${FIRST}\n${THIRD}\n`);
  }
});

it("a last line without its end, as editors leave it, is kept", async () => {
  writeFileSync(file, `${FIRST}\n${SECOND}`);
  await appendDecision(file, decision("c3"), new Durability());
  expect(readFileSync(file, "utf8")).toBe(`${FIRST}\n${SECOND}\n${THIRD}\n`);
});
