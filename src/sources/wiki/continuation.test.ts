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
