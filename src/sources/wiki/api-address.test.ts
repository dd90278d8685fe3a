import { describe, expect, it } from "vitest";
import type { Failure } from "../../domain/failure.ts";
import { notAnApi, ofAddress } from "./api-address.ts";
import { parseApiAnswer } from "./api-answer.ts";

const HTML = "text/html; charset=UTF-8";
const JSON_TYPE = "application/json; charset=utf-8";

describe("the first answer of an address", () => {
  it.each([
    ["a page", HTML, "<!DOCTYPE html>\n<title>Main\nPage</title>", "a page of HTML (Main Page)"],
    ["a page without a title", HTML, "\n<html><body>x", "a page of HTML (<html><body>x)"],
    ["plain text", "text/plain", "It works!", "text that is not JSON (It works!)"],
    ["text of no type", undefined, "It works!", "text that is not JSON (It works!)"],
    ["a feed", "application/xml", "<rss/>", "text that is not JSON (<rss/>)"],
    ["JSON of something else", JSON_TYPE, '{"message":"x"}', "other JSON (an object with message)"],
    ["a JSON text", JSON_TYPE, '"x"', 'other JSON ("x")'],
  ])("(%s) proves that it is no api.php", (_, type, body, seen) => {
    expect(notAnApi(parseApiAnswer(body), type)).toMatchObject({ kind: "unexpected_content", seen });
  });

  it.each([
    ["a success", JSON_TYPE, '{"batchcomplete":true}'],
    ["an error of its own", JSON_TYPE, '{"error":{"code":"maxlag","info":"x"}}'],
    ["JSON that was cut", "text/plain", '  {"batchcomplete":tr'],
    ["what calls itself JSON", "Application/JSON", "Internal error"],
    ["nothing", HTML, " \n"],
  ])("(%s) does not", (_, type, body) => {
    expect(notAnApi(parseApiAnswer(body), type)).toBeNull();
  });

  it.each<[Failure, string]>([
    [{ kind: "http_status", status: 404 }, "status 404"],
    [{ kind: "http_status", status: 410 }, "status 410"],
    [{ kind: "api_error", code: "badvalue", detail: "why", retryable: false }, "the error badvalue (why)"],
    [
      { kind: "api_error", code: "unknown_action", detail: "why", retryable: false },
      "the error unknown_action (why)",
    ],
    [{ kind: "outside_scope", detail: "www.example.org" }, "a redirect to www.example.org"],
  ])("that is %j is told as what it says of the address", (failure, seen) => {
    expect(ofAddress(failure)).toMatchObject({ kind: "unexpected_content", seen });
  });

  it.each<Failure>([
    { kind: "http_status", status: 403 },
    { kind: "http_status", status: 503 },
    { kind: "api_error", code: "internal_api_error", detail: "x", retryable: true },
    { kind: "api_error", code: "readapidenied", detail: "x", retryable: false },
    { kind: "asked_to_wait", code: "maxlag" },
    { kind: "body_broken", detail: "x" },
  ])("that is %j says nothing of it", (failure) => {
    expect(ofAddress(failure)).toBe(failure);
  });
});
