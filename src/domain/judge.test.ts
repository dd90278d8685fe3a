import { describe, expect, it } from "vitest";
import type { Failure } from "./failure.ts";
import { describe as inWords } from "./failure.ts";
import { judge, type RetryPolicy, signOfHealth } from "./judge.ts";

const rule = { attempts: 3, firstWaitMs: 2000, maxWaitMs: 30_000 };
const policy: RetryPolicy = {
  serverError: rule,
  tooManyRequests: rule,
  timeout: rule,
  connection: rule,
  brokenBody: rule,
};

const status = (code: number, retryAfterMs?: number): Failure => ({
  kind: "http_status",
  status: code,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

describe("judge", () => {
  it.each<[string, Failure, number, ReturnType<typeof judge>]>([
    ["a 503 is tried again after 2 s", status(503), 1, { action: "retry", afterMs: 2000 }],
    ["the second wait doubles", status(503), 2, { action: "retry", afterMs: 4000 }],
    ["the third attempt is the last", status(503), 3, { action: "fail", reason: "server_error" }],
    ["Retry-After lengthens the wait", status(503, 9000), 1, { action: "retry", afterMs: 9000 }],
    ["Retry-After never shortens the wait", status(429, 0), 1, { action: "retry", afterMs: 2000 }],
    ["429 is tried again", status(429), 2, { action: "retry", afterMs: 4000 }],
    ["429 ends after its attempts", status(429, 1), 3, { action: "fail", reason: "too_many_requests" }],
    ["404 is skipped", status(404), 1, { action: "skip", reason: "not_found" }],
    ["410 is skipped as gone", status(410), 1, { action: "skip", reason: "gone" }],
    ["403 without a rule fails", status(403), 1, { action: "fail", reason: "forbidden" }],
    ["other 4xx fail at once", status(400), 1, { action: "fail", reason: "http_400" }],
    ["timeouts are tried again", { kind: "timeout", phase: "idle" }, 1, { action: "retry", afterMs: 2000 }],
    [
      "resets are tried again",
      { kind: "connection", code: "ECONNRESET" },
      1,
      { action: "retry", afterMs: 2000 },
    ],
    [
      "cut bodies are tried again",
      { kind: "body_broken", detail: "cut" },
      1,
      { action: "retry", afterMs: 2000 },
    ],
    [
      "a body that is too large fails",
      { kind: "too_large", stage: "wire", maxBytes: 1 },
      1,
      { action: "fail", reason: "too_large" },
    ],
    [
      "HTML instead of a PDF fails",
      { kind: "unexpected_content", expected: "PDF", seen: "HTML" },
      1,
      { action: "fail", reason: "unexpected_content" },
    ],
    [
      "an unknown page fails",
      { kind: "structure_changed", expected: "a", seen: "b" },
      1,
      { action: "fail", reason: "structure_changed" },
    ],
    [
      "a refused redirect fails",
      { kind: "redirect_refused", detail: "loop" },
      1,
      { action: "fail", reason: "redirect_refused" },
    ],
    [
      "a private address is skipped",
      { kind: "address_refused", detail: "x" },
      1,
      { action: "skip", reason: "address_refused" },
    ],
    [
      "another host is skipped",
      { kind: "outside_scope", detail: "x" },
      1,
      { action: "skip", reason: "outside_scope" },
    ],
    [
      "what robots.txt disallows is skipped",
      { kind: "robots_disallowed" },
      1,
      { action: "skip", reason: "robots_disallowed" },
    ],
    [
      "missing robots.txt holds",
      { kind: "robots_unavailable", host: "x", detail: "503" },
      1,
      { action: "hold", reason: "robots_unavailable" },
    ],
    [
      "an open breaker holds",
      { kind: "host_held", host: "x", cause: "breaker_open", until: 0 },
      1,
      { action: "hold", reason: "breaker_open" },
    ],
    ["an interruption holds", { kind: "interrupted" }, 1, { action: "hold", reason: "interrupted" }],
  ])("%s", (_, failure, attempt, verdict) => {
    expect(judge(failure, attempt, policy)).toEqual(verdict);
    expect(inWords(failure)).not.toBe("");
  });

  it("never waits longer than the rule allows", () => {
    const patient = { serverError: { attempts: 20, firstWaitMs: 2000, maxWaitMs: 30_000 } };
    expect(judge(status(500), 10, patient)).toEqual({ action: "retry", afterMs: 30_000 });
  });

  it("fails at once where the policy has no rule", () => {
    expect(judge(status(500), 1, {})).toEqual({ action: "fail", reason: "server_error" });
  });
});

describe("signOfHealth", () => {
  it.each<[string, Failure | null, ReturnType<typeof signOfHealth>]>([
    ["success is healthy", null, "healthy"],
    ["404 is healthy", status(404), "healthy"],
    ["429 says nothing", status(429), "silent"],
    ["503 is sick", status(503), "sick"],
    ["a timeout is sick", { kind: "timeout", phase: "headers" }, "sick"],
    ["a reset is sick", { kind: "connection", code: "ECONNRESET" }, "sick"],
    ["a body that breaks is sick, whatever the status", { kind: "body_broken", detail: "" }, "sick"],
    ["a wrong content is healthy", { kind: "unexpected_content", expected: "", seen: "" }, "healthy"],
    ["our own refusal says nothing", { kind: "robots_disallowed" }, "silent"],
    ["an interruption says nothing", { kind: "interrupted" }, "silent"],
  ])("%s", (_, failure, sign) => {
    expect(signOfHealth(failure)).toBe(sign);
  });
});
