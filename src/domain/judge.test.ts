import { describe, expect, it } from "vitest";
import type { Failure } from "./failure.ts";
import { describe as inWords } from "./failure.ts";
import { judge, patience, type RetryPolicy, signOfHealth, silenceAfter } from "./judge.ts";

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

const lagging = (retryAfterMs?: number): Failure => ({
  kind: "asked_to_wait",
  code: "maxlag",
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});
const apiError = (retryable: boolean): Failure => ({ kind: "api_error", code: "x", detail: "y", retryable });

describe("judge", () => {
  it.each<[string, Failure, number, ReturnType<typeof judge>]>([
    ["a 503 is tried again after 2 s", status(503), 1, { action: "retry", afterMs: 2000 }],
    ["the second wait doubles", status(503), 2, { action: "retry", afterMs: 4000 }],
    ["the third attempt is the last", status(503), 3, { action: "fail", reason: "server_error" }],
    ["Retry-After lengthens the wait", status(503, 9000), 1, { action: "retry", afterMs: 9000 }],
    ["Retry-After never shortens the wait", status(429, 0), 1, { action: "retry", afterMs: 2000 }],
    ["429 is tried again", status(429), 2, { action: "retry", afterMs: 4000 }],
    ["429 ends after its attempts", status(429, 1), 3, { action: "fail", reason: "too_many_requests" }],
    ["an API that asks for patience gets it", lagging(), 2, { action: "retry", afterMs: 4000 }],
    ["an API says how long to wait", lagging(5000), 1, { action: "retry", afterMs: 5000 }],
    ["patience with an API ends", lagging(5000), 3, { action: "fail", reason: "asked_to_wait" }],
    ["an API's own trouble is tried again", apiError(true), 1, { action: "retry", afterMs: 2000 }],
    ["an API's own trouble ends", apiError(true), 3, { action: "fail", reason: "api_error" }],
    ["what an API refuses fails at once", apiError(false), 1, { action: "fail", reason: "api_error" }],
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
    ["an API that asks for patience says nothing", lagging(1), "silent"],
    ["an API's own trouble is sick", apiError(true), "sick"],
    ["an API that refuses a question is healthy", apiError(false), "healthy"],
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

describe("silenceAfter", () => {
  it.each<[string, Failure | null, number, RetryPolicy, number]>([
    ["success asks for none", null, 1, policy, 0],
    ["Retry-After is kept to", status(503, 9000), 1, policy, 9000],
    ["a 429 without Retry-After means the rule's wait", status(429), 2, policy, 4000],
    ["a 503 without Retry-After means none", status(503), 1, policy, 0],
    ["an API's Retry-After is kept to", lagging(5000), 1, policy, 5000],
    ["an API that asks without a time means the rule's wait", lagging(), 2, policy, 4000],
    ["without a rule there is no wait to take", lagging(), 2, {}, 0],
    ["an API's own trouble means none", apiError(true), 1, policy, 0],
    ["a timeout means none", { kind: "timeout", phase: "idle" }, 1, policy, 0],
  ])("%s", (_, failure, attempt, rules, ms) => {
    expect(silenceAfter(failure, attempt, rules)).toBe(ms);
  });
});

describe("a policy that names what failed in vain", () => {
  const named = { ...policy, failedReason: "fetch_failed" };

  it.each<[string, Failure, number, ReturnType<typeof judge>]>([
    ["the last attempt", status(503), 3, { action: "fail", reason: "fetch_failed" }],
    ["what is not tried again", status(400), 1, { action: "fail", reason: "fetch_failed" }],
    [
      "a refused redirect",
      { kind: "redirect_refused", detail: "loop" },
      1,
      { action: "fail", reason: "fetch_failed" },
    ],
    ["not what is tried again", status(503), 1, { action: "retry", afterMs: 2000 }],
    ["nor what is skipped", status(404), 1, { action: "skip", reason: "not_found" }],
    [
      "nor a duplicate",
      { kind: "duplicate", of: "k", why: "content" },
      1,
      { action: "skip", reason: "duplicate" },
    ],
    ["nor what is held", { kind: "interrupted" }, 1, { action: "hold", reason: "interrupted" }],
  ])("names %s", (_, failure, attempt, verdict) => {
    expect(judge(failure, attempt, named)).toEqual(verdict);
  });
});

describe("patience", () => {
  const timeout = { attempts: 2, firstWaitMs: 0, maxWaitMs: 0, timeoutFactor: 2 };

  it.each([
    ["the first attempt has the usual time", { timeout }, 1, 1],
    ["the second twice of it", { timeout }, 2, 2],
    ["further ones, of other troubles, no more", { timeout }, 4, 2],
    ["three attempts four times of it", { timeout: { ...timeout, attempts: 3 } }, 3, 4],
    ["without a factor all have the same", { timeout: rule }, 3, 1],
    ["and without a rule", {}, 3, 1],
  ])("%s", (_, given, attempt, factor) => {
    expect(patience(given, attempt)).toBe(factor);
  });
});
