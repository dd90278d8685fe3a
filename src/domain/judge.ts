import { askedSilence, type Failure, reasonOf } from "./failure.ts";

/** How often and how patiently one class of failure is tried again. */
export interface RetryRule {
  /** Attempts in all, the first included. */
  readonly attempts: number;
  /** Wait before the second attempt; doubles for each further one. */
  readonly firstWaitMs: number;
  readonly maxWaitMs: number;
  /** Each further attempt multiplies the deadlines by this. @default 1 */
  readonly timeoutFactor?: number;
}

/** Retry policy of a source: data, interpreted by `judge` alone. A class without a rule is not retried. */
export interface RetryPolicy {
  readonly serverError?: RetryRule;
  readonly tooManyRequests?: RetryRule;
  /** An API that asks for patience inside a success. @default as tooManyRequests */
  readonly askedToWait?: RetryRule;
  readonly timeout?: RetryRule;
  readonly connection?: RetryRule;
  readonly brokenBody?: RetryRule;
  readonly forbidden?: RetryRule;
  /** What a document is counted under that was tried in vain, whatever the trouble was. @default the trouble */
  readonly failedReason?: string;
}

export type Verdict =
  /** Try again, not before `afterMs` from now. */
  | { readonly action: "retry"; readonly afterMs: number }
  /** Nothing is wrong with us or the server: the document is not to be had. Counts `skipped`. */
  | { readonly action: "skip"; readonly reason: string }
  /** Counts `failed`; tried again in the next run. */
  | { readonly action: "fail"; readonly reason: string }
  /** The host, not the document, is the obstacle: the task stays pending. */
  | { readonly action: "hold"; readonly reason: string };

/**
 * The one place that decides what a failure means. `attempt` counts from 1.
 * Total: every failure gets a verdict, the compiler checks it.
 */
export function judge(failure: Failure, attempt: number, policy: RetryPolicy): Verdict {
  const verdict = verdictOn(failure, attempt, policy);
  const { failedReason } = policy;
  return verdict.action === "fail" && failedReason !== undefined
    ? { ...verdict, reason: failedReason }
    : verdict;
}

function verdictOn(failure: Failure, attempt: number, policy: RetryPolicy): Verdict {
  switch (failure.kind) {
    case "http_status":
      return judgeStatus(failure.status, failure.retryAfterMs, attempt, policy);
    case "asked_to_wait":
      return atLeast(
        failure.retryAfterMs,
        retryOrFail(policy.askedToWait ?? policy.tooManyRequests, attempt, failure.kind),
      );
    case "api_error":
      return retryOrFail(failure.retryable ? policy.serverError : undefined, attempt, failure.kind);
    case "timeout":
      return retryOrFail(policy.timeout, attempt, "timeout");
    case "connection":
      return retryOrFail(policy.connection, attempt, "connection");
    case "body_broken":
      return retryOrFail(policy.brokenBody, attempt, "body_broken");
    case "too_large":
    case "unexpected_content":
    case "archive_refused":
    case "structure_changed":
    case "redirect_refused":
    case "path_taken":
      return { action: "fail", reason: failure.kind };
    case "no_documents":
    case "address_refused":
    case "outside_scope":
    case "robots_disallowed":
    case "duplicate":
      return { action: "skip", reason: failure.kind };
    case "not_to_be_had":
      return { action: "skip", reason: failure.reason };
    case "robots_unavailable":
    case "interrupted":
      return { action: "hold", reason: failure.kind };
    case "host_held":
      return { action: "hold", reason: reasonOf(failure) };
  }
}

function judgeStatus(
  status: number,
  retryAfterMs: number | undefined,
  attempt: number,
  policy: RetryPolicy,
): Verdict {
  if (status === 404) return { action: "skip", reason: "not_found" };
  if (status === 410) return { action: "skip", reason: "gone" };
  if (status === 429) {
    return atLeast(retryAfterMs, retryOrFail(policy.tooManyRequests, attempt, "too_many_requests"));
  }
  if (status >= 500) {
    return atLeast(retryAfterMs, retryOrFail(policy.serverError, attempt, "server_error"));
  }
  if (status === 403) return retryOrFail(policy.forbidden, attempt, "forbidden");
  return { action: "fail", reason: `http_${status}` };
}

/** Retry-After lengthens a wait, never shortens it. */
function atLeast(ms: number | undefined, verdict: Verdict): Verdict {
  if (verdict.action !== "retry" || ms === undefined) return verdict;
  return { action: "retry", afterMs: Math.max(ms, verdict.afterMs) };
}

function retryOrFail(rule: RetryRule | undefined, attempt: number, reason: string): Verdict {
  if (rule === undefined || attempt >= rule.attempts) return { action: "fail", reason };
  return { action: "retry", afterMs: waitAfter(rule, attempt) };
}

function waitAfter(rule: RetryRule, attempt: number): number {
  return Math.min(rule.firstWaitMs * 2 ** (attempt - 1), rule.maxWaitMs);
}

/**
 * How long a host is left alone after this failure, whatever becomes of the document: as it asked, or as a 429
 * or an API that asks for patience means.
 */
export function silenceAfter(failure: Failure | null, attempt: number, policy: RetryPolicy): number {
  if (failure === null) return 0;
  const asked = askedSilence(failure);
  if (asked !== undefined) return asked;
  const asks = failure.kind === "asked_to_wait" || (failure.kind === "http_status" && failure.status === 429);
  return asks && policy.tooManyRequests !== undefined ? waitAfter(policy.tooManyRequests, attempt) : 0;
}

/** By what the deadlines of an attempt are multiplied, where the policy gives a slow server more time. */
export function patience(policy: RetryPolicy, attempt: number): number {
  const { timeoutFactor = 1, attempts = 1 } = policy.timeout ?? {};
  return timeoutFactor ** Math.min(attempt - 1, attempts - 1);
}

/**
 * What an attempt says about the health of its host. 429 and its like say nothing: they park the host instead;
 * a refusal of our own never reached the host.
 */
export function signOfHealth(failure: Failure | null): "healthy" | "sick" | "silent" {
  if (failure === null) return "healthy";
  switch (failure.kind) {
    case "http_status":
      if (failure.status === 429) return "silent";
      return failure.status >= 500 ? "sick" : "healthy";
    case "api_error":
      return failure.retryable ? "sick" : "healthy";
    case "timeout":
    case "connection":
    case "body_broken":
      return "sick";
    case "too_large":
    case "unexpected_content":
    case "archive_refused":
    case "no_documents":
    case "not_to_be_had":
    case "structure_changed":
    case "redirect_refused":
    case "duplicate":
      return "healthy";
    case "asked_to_wait":
    case "address_refused":
    case "outside_scope":
    case "robots_disallowed":
    case "robots_unavailable":
    case "host_held":
    case "path_taken":
    case "interrupted":
      return "silent";
  }
}
