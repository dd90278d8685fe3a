import { describe, expect, it } from "vitest";
import type { Failure } from "../../domain/failure.ts";
import { parseApiAnswer } from "./api-answer.ts";
import {
  buildRawEvent,
  type CallRecord,
  httpFacts,
  outcomeOf,
  parseRawEvent,
  rawHttp,
  type RawEvent,
  serializeRawEvent,
} from "./raw-event.ts";

const call: CallRecord = {
  runId: "20240501-a",
  operation: "content",
  attempt: 2,
  baseUrl: "https://strata.example/w/api.php",
  params: { action: "query", pageids: "7|8" },
  http: rawHttp(200, { etag: '"x"', "retry-after": "5", "content-type": "application/json" }),
  answer: null,
  failure: null,
  startedAt: "2024-05-01T10:00:00.000Z",
  finishedAt: "2024-05-01T10:00:00.250Z",
  durationMs: 250,
};
const withBody = (body: string) => buildRawEvent({ ...call, answer: parseApiAnswer(body) });

describe("a raw event", () => {
  it("has the fields of the contract, and the whole answer", () => {
    const body = {
      continue: { rvcontinue: "8|80" },
      warnings: { result: { warnings: "cut" } },
      query: { pages: [{ __proto__x: 1 }] },
    };
    expect(withBody(JSON.stringify(body))).toEqual({
      run_id: "20240501-a",
      operation: "content",
      pageid: null,
      attempt: 2,
      request: { base_url: "https://strata.example/w/api.php", params: { action: "query", pageids: "7|8" } },
      http: {
        status: 200,
        etag: '"x"',
        last_modified: null,
        content_type: "application/json",
        retry_after: "5",
        api_error: null,
      },
      response_json: body,
      response_text: null,
      warnings: [{ module: "result", text: "cut" }],
      continue_token: { rvcontinue: "8|80" },
      error: null,
      timing: {
        started_at: "2024-05-01T10:00:00.000Z",
        finished_at: "2024-05-01T10:00:00.250Z",
        duration_ms: 250,
      },
      outcome: "success",
    });
  });

  it.each([
    ["an error in a 200", '{"error":{"code":"badvalue","info":"x"}}', "badvalue", "api_error", false],
    ["a request to wait", '{"error":{"code":"maxlag","info":"x"}}', "maxlag", "retryable_error", false],
    [
      "an exception",
      '{"error":{"code":"internal_api_error_X"}}',
      "internal_api_error_X",
      "retryable_error",
      false,
    ],
    ["HTML", "<html>", "body_broken", "retryable_error", true],
    ["other JSON", "[7]", "structure_changed", "api_error", false],
  ])("names %s", (_, body, type, outcome, isText) => {
    const event = withBody(body);
    expect(event).toMatchObject({ error: { type }, outcome });
    expect(event.response_text).toBe(isText ? body : null);
    expect(event.response_json === null).toBe(isText);
  });

  it("tells of an attempt without an answer", () => {
    const failure: Failure = { kind: "timeout", phase: "headers" };
    expect(buildRawEvent({ ...call, pageid: 7, http: null, failure })).toMatchObject({
      pageid: 7,
      http: null,
      response_json: null,
      error: { type: "timeout", message: "timed out (headers)" },
      outcome: "retryable_error",
    });
  });

  it.each<[Failure | null, string]>([
    [null, "success"],
    [{ kind: "http_status", status: 503 }, "retryable_error"],
    [{ kind: "http_status", status: 429 }, "retryable_error"],
    [{ kind: "http_status", status: 403 }, "http_error"],
    [{ kind: "connection", code: "ECONNRESET" }, "retryable_error"],
    [{ kind: "interrupted" }, "retryable_error"],
    [{ kind: "too_large", stage: "wire", maxBytes: 1 }, "http_error"],
    [{ kind: "redirect_refused", detail: "x" }, "http_error"],
  ])("of %j is a %s", (failure, outcome) => {
    expect(outcomeOf(failure)).toBe(outcome);
  });

  it("gives a page what it keeps of the exchange", () => {
    expect(httpFacts(call.http)).toEqual({ status: 200, etag: '"x"', lastModified: null });
    expect(httpFacts(null)).toEqual({ status: 0, etag: null, lastModified: null });
  });
});

function lineOf(event: RawEvent, body?: Uint8Array): string {
  return Buffer.concat(serializeRawEvent(event, body)).toString();
}

describe("a line of the raw log", () => {
  it("gives the event back, on one line for every reader", () => {
    const event = withBody(
      JSON.stringify({ batchcomplete: true, query: { text: "a\nb\u2028c\u2029d\u0085" } }),
    );
    const line = lineOf(event);
    expect(line).not.toMatch(/[\n\r\u2028\u2029]/);
    expect(parseRawEvent(line)).toEqual({ kind: "event", event });
  });

  it.each([
    ["as it came", '{"batchcomplete":true,"query":{"n":1.0,"t":"é – €"}}', '"query":{"n":1.0,"t":"é – €"}'],
    [
      "without its line ends",
      '{\r\n"batchcomplete":true,\n"query":{}}\n',
      '{  "batchcomplete":true, "query":{}} ',
    ],
    [
      "with escaped separators",
      '{"batchcomplete":true,"query":{"t":"a\u2028b\u2029"}}',
      '"a\\u2028b\\u2029"',
    ],
    ["without its byte order mark", '\ufeff{"batchcomplete":true,"query":{"t":1}}', '{"batchcomplete":true'],
    [
      "that names the field itself",
      '{"batchcomplete":true,"query":{"response_json":null}}',
      ':null}},"response_text"',
    ],
    ["however deep", `{"batchcomplete":true,"query":{"a":${"[".repeat(500)}${"]".repeat(500)}}}`, "]]]"],
  ])("has the answer %s", (_, body, expected) => {
    const event = withBody(body.replace("\ufeff", ""));
    const line = lineOf(event, Buffer.from(body));
    expect(line).toContain(expected);
    expect(line).not.toMatch(/[\n\r\u2028\u2029\ufeff]/);
    expect(parseRawEvent(line)).toEqual({ kind: "event", event });
  });

  it("writes anew an answer whose bytes are no text", () => {
    const body = Buffer.from('{"batchcomplete":true,"query":{"t":"?"}}');
    body[body.indexOf("?")] = 0xff;
    const event = withBody(new TextDecoder().decode(body));
    expect(parseRawEvent(lineOf(event, body))).toEqual({ kind: "event", event });
  });

  it("leaves out an answer that is nested too deeply to be written again", () => {
    const deep = `{"batchcomplete":true,"query":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`;
    const parsed = parseRawEvent(lineOf(withBody(deep)));
    expect(parsed).toMatchObject({
      kind: "event",
      event: { response_json: null, response_text: "nested too deeply" },
    });
  });

  it("is cut, or bad, or an event", () => {
    const line = lineOf(withBody("<html>"));
    expect(parseRawEvent(line.slice(0, -5))).toEqual({ kind: "not_json" });
    expect(parseRawEvent("{}")).toMatchObject({ kind: "bad", problem: expect.stringContaining("run_id") });
    expect(parseRawEvent("7").kind).toBe("bad");
  });
});
