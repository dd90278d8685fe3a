import { describe, expect, it } from "vitest";
import { Continuation, isContinueName, stepKey } from "./continuation.ts";

const question = { action: "query", generator: "allpages", prop: "info" };
const changed = (seen: unknown) => ({ ok: false, failure: expect.objectContaining({ seen }) });

describe("a continuation", () => {
  it("starts with the question", () => {
    expect(new Continuation(question).params).toEqual(question);
  });

  it("adds the latest continue to the question, not all of them", () => {
    const walk = new Continuation(question);
    expect(walk.advance({ clcontinue: "7|B", continue: "||info" })).toEqual({ ok: true, value: "more" });
    walk.advance({ gapcontinue: "B", continue: "gapcontinue||" });
    expect(walk.params).toEqual({ ...question, gapcontinue: "B", continue: "gapcontinue||" });
  });

  it("is done when nothing follows", () => {
    expect(new Continuation(question).advance(null)).toEqual({ ok: true, value: "done" });
  });

  it("stops at a continue seen before, also several steps ago and in another order", () => {
    const walk = new Continuation(question);
    walk.advance({ gapcontinue: "B", continue: "x" });
    walk.advance({ gapcontinue: "C", continue: "x" });
    const again = walk.advance({ continue: "x", gapcontinue: "B" });
    expect(again).toEqual(changed(expect.stringContaining("the same again")));
    expect(walk.params["gapcontinue"]).toBe("C");
  });

  it("stops at its bound although every continue is new", () => {
    const walk = new Continuation(question, 3);
    const answers = ["a", "b", "c", "d"].map((gapcontinue) => walk.advance({ gapcontinue }).ok);
    expect(answers).toEqual([true, true, true, false]);
  });

  it("stops where every continue is new and every answer is the same", () => {
    const walk = new Continuation(question);
    const go = (step: number, said: object) => walk.advance({ gapcontinue: `${step}` }, said as never);
    for (let step = 1; step < 200; step += 1) expect(go(step, { pages: [step % 40] }).ok).toBe(true);
    const ends = Array.from({ length: 60 }, (_, i) => go(i + 200, { pages: [] }));
    expect(ends.findIndex(({ ok }) => !ok)).toBe(49);
    expect(ends[49]).toEqual(changed("the same answer 50 times"));
  });

  it("bears an answer that is nested too deeply to be compared", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) as never;
    expect(new Continuation(question).advance({ gapcontinue: "B" }, deep).ok).toBe(true);
  });

  it("takes no thousand answers for fifty pages", () => {
    const walk = new Continuation({ ...question, pageids: "1|2" });
    const answers = Array.from({ length: 1001 }, (_, i) => walk.advance({ clcontinue: `${i}` }).ok);
    expect(answers.indexOf(false)).toBe(1000);
  });

  it.each([
    [{ action: "delete", continue: "x" }, "another action"],
    [{ prop: "revisions" }, "another prop"],
  ])("refuses %j, which would change the question", (further, seen) => {
    expect(new Continuation(question).advance(further)).toEqual(changed(seen));
  });

  it("lets the place in a list that the question named be changed", () => {
    const walk = new Continuation({ ...question, gapcontinue: "A" });
    expect(walk.advance({ gapcontinue: "B" }).ok).toBe(true);
    expect(walk.params["gapcontinue"]).toBe("B");
  });

  it("is not confused by names that objects have", () => {
    expect(new Continuation(question).advance({ constructor: "x" } as never).ok).toBe(true);
  });
});

it("knows the names by which MediaWiki goes on", () => {
  expect(["continue", "rvcontinue", "continued", "prop"].filter(isContinueName)).toEqual([
    "continue",
    "rvcontinue",
  ]);
});

it("gives equal steps one key", () => {
  expect(stepKey({ a: "1", b: "2" })).toBe(stepKey({ b: "2", a: "1" }));
  expect(stepKey({ a: "1", b: "2" })).not.toBe(stepKey({ a: "2", b: "1" }));
});
