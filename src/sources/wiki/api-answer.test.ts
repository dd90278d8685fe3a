import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Failure } from "../../domain/failure.ts";
import { parseApiAnswer } from "./api-answer.ts";

const parse = (value: unknown, retryAfterMs?: number) => parseApiAnswer(JSON.stringify(value), retryAfterMs);

describe("an answer that is a success", () => {
  it("is taken apart", () => {
    const answer = parse({
      continue: { gapcontinue: "Bed", continue: "gapcontinue||", excontinue: 4 },
      warnings: { result: { warnings: "too large" }, main: { warnings: "odd parameter" } },
      query: { pages: [] },
    });
    expect(answer).toMatchObject({
      kind: "success",
      query: { pages: [] },
      continue: { gapcontinue: "Bed", continue: "gapcontinue||", excontinue: "4" },
      batchComplete: false,
      warnings: [
        { module: "result", text: "too large" },
        { module: "main", text: "odd parameter" },
      ],
    });
  });

  it.each([
    ["an empty wiki has no query", { batchcomplete: true }, { query: null, batchComplete: true }],
    ["formatversion 1 says complete by an empty text", { batchcomplete: "" }, { batchComplete: true }],
    [
      "a list can go on although a batch is complete",
      { batchcomplete: true, continue: { apcontinue: "B" }, query: {} },
      { batchComplete: true, continue: { apcontinue: "B" } },
    ],
    [
      "a step can have nothing but the way on",
      { continue: { apcontinue: "B" } },
      { query: null, continue: { apcontinue: "B" } },
    ],
    [
      "warnings can come as a list",
      { batchcomplete: true, warnings: [{ code: "x", module: "query", text: "t" }, { code: "y" }] },
      {
        warnings: [
          { module: "query", text: "t" },
          { module: "main", text: "an object with code" },
        ],
      },
    ],
  ])("%s", (_, json, expected) => {
    expect(parse(json)).toMatchObject({ kind: "success", ...expected });
  });
});

describe("an answer that is an error", () => {
  const error = (code: string) => ({ error: { code, info: "why", docref: "x" }, servedby: "a" });
  const refused = (code: string, retryable: boolean): Failure => ({
    kind: "api_error",
    code,
    detail: "why",
    retryable,
  });

  it.each<[string, number | undefined, Failure]>([
    ["maxlag", 5000, { kind: "asked_to_wait", code: "maxlag", retryAfterMs: 5000 }],
    ["ratelimited", undefined, { kind: "asked_to_wait", code: "ratelimited" }],
    ["readonly", undefined, { kind: "asked_to_wait", code: "readonly" }],
    ["toomanyvalues", undefined, refused("toomanyvalues", false)],
    ["badvalue", 5000, refused("badvalue", false)],
    ["internal_api_error_DBQueryError", undefined, refused("internal_api_error_DBQueryError", true)],
    ["internal_api_errors", undefined, refused("internal_api_errors", false)],
  ])("%s is known by name", (code, retryAfterMs, failure) => {
    expect(parse(error(code), retryAfterMs)).toMatchObject({ kind: "api_error", code, failure });
  });

  it("is an error even beside a query", () => {
    expect(parse({ ...error("badvalue"), batchcomplete: true, query: {} }).kind).toBe("api_error");
  });

  it.each([
    [{ errors: [{ code: "badinteger", text: "why", module: "query" }] }, "badinteger", "why"],
    [{ error: { info: 7 } }, "unknown", "no details"],
    [{ error: { code: "a\nb\u202e", info: "x\ty" } }, "a b", "x y"],
  ])("%j is read whatever its format", (json, code, detail) => {
    expect(parse(json)).toMatchObject({ code, failure: { kind: "api_error", code, detail } });
  });
});

describe("an answer that is neither", () => {
  it.each([
    ["", "not JSON: nothing"],
    ["<!DOCTYPE html><title>x</title>", "not JSON: <!DOCTYPE html><title>x</title>"],
    ['{"batchcomplete":true,"query":{"pa', 'not JSON: {"batchcomplete":true,"query":{"pa'],
  ])("%j is not JSON, and may be tried again", (text, detail) => {
    expect(parseApiAnswer(text)).toEqual({
      kind: "not_json",
      text,
      failure: { kind: "body_broken", detail },
    });
  });

  it.each([
    [[], "an empty list"],
    [null, "null"],
    ["x", '"x"'],
    [{}, "an empty object"],
    [{ message: "hello" }, "an object with message"],
    [{ query: [] }, "an empty list"],
    [[[1], 2], "a list of 2"],
    [{ query: {}, continue: "x" }, '"x"'],
    [{ query: {}, continue: {} }, "an empty object"],
    [{ query: {}, continue: { a: { b: 1 } } }, "an object with a"],
  ])("%j is not of api.php", (json, seen) => {
    expect(parse(json)).toMatchObject({ kind: "wrong_shape", failure: { kind: "structure_changed", seen } });
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(["success", "api_error", "not_json", "wrong_shape"]).toContain(parseApiAnswer(text).kind);
      }),
    );
  });
});
