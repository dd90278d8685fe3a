/**
 * Why an attempt gave no usable document. A `Failure` is a value: it travels through `judge` (judge.ts) to exactly
 * one verdict, and its `kind` is the reason users see in `status --failed`, in events and in summaries.
 */
export type Failure =
  /** An answer that is not a success. `retryAfterMs` is what the server asked for, if it asked. */
  | { readonly kind: "http_status"; readonly status: number; readonly retryAfterMs?: number }
  /** A success by its status in which an API asks for patience (MediaWiki: `maxlag`, `ratelimited`, `readonly`). */
  | { readonly kind: "asked_to_wait"; readonly code: string; readonly retryAfterMs?: number }
  /** A success by its status in which an API reports an error. `retryable`: trouble of its own, not of the question. */
  | {
      readonly kind: "api_error";
      readonly code: string;
      readonly detail: string;
      readonly retryable: boolean;
    }
  | { readonly kind: "timeout"; readonly phase: "connect" | "headers" | "idle" | "total" | "rate" }
  /** Refused, reset, DNS or TLS trouble; `code` as the platform names it (ECONNRESET …). */
  | { readonly kind: "connection"; readonly code: string }
  /** The body is not what was announced: cut, badly framed, badly encoded. */
  | { readonly kind: "body_broken"; readonly detail: string }
  /** `setting`: what lets in more, where something does. */
  | {
      readonly kind: "too_large";
      readonly stage: "wire" | "decoded";
      readonly maxBytes: number;
      readonly setting?: string;
    }
  /** A 200 that carries something else (an HTML error page instead of a PDF). */
  | { readonly kind: "unexpected_content"; readonly expected: string; readonly seen: string }
  /** An archive that is hostile, damaged or beyond the limits: nothing of it is stored. */
  | { readonly kind: "archive_refused"; readonly detail: string }
  /** A sound archive in which nothing was asked for. */
  | { readonly kind: "no_documents"; readonly wanted: string }
  /** A catalog or listing in which the parser recognises nothing. */
  | { readonly kind: "structure_changed"; readonly expected: string; readonly seen: string }
  /** The server has said that there is nothing to be had, in its own words. */
  | {
      readonly kind: "not_to_be_had";
      readonly reason: "missing" | "invalid" | "unreadable";
      readonly detail: string;
    }
  | { readonly kind: "address_refused"; readonly detail: string }
  | { readonly kind: "outside_scope"; readonly detail: string }
  | { readonly kind: "redirect_refused"; readonly detail: string }
  | { readonly kind: "robots_disallowed" }
  | { readonly kind: "robots_unavailable"; readonly host: string; readonly detail: string }
  /** No request may go to this host before `until` (wall clock, ms). */
  | { readonly kind: "host_held"; readonly host: string; readonly cause: HoldCause; readonly until: number }
  /** It is another document: that of the address it leads to, or one with the same bytes. */
  | { readonly kind: "duplicate"; readonly of: string; readonly why: "address" | "content" }
  /** Another document of the source is stored under the same path. */
  | { readonly kind: "path_taken"; readonly by: string }
  /** The run is stopping. */
  | { readonly kind: "interrupted" };

export type HoldCause = "retry_after" | "breaker_open";

export type FailureKind = Failure["kind"];

/** Thrown inside body streams only, where a value cannot be returned; caught where the stream is consumed. */
export class BrokenBody extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(describe(failure));
    this.name = "BrokenBody";
    this.failure = failure;
  }
}

/** The word by which summaries and `status` count a failure. */
export function reasonOf(failure: Failure): string {
  if (failure.kind === "not_to_be_had") return failure.reason;
  return failure.kind === "host_held" ? failure.cause : failure.kind;
}

/** How long the server asked to be left alone, ms, if it asked. */
export function askedSilence(failure: Failure): number | undefined {
  const asks = failure.kind === "http_status" || failure.kind === "asked_to_wait";
  return asks ? failure.retryAfterMs : undefined;
}

/** One line for people: what happened. */
export function describe(failure: Failure): string {
  switch (failure.kind) {
    case "http_status":
      return `the server answered ${failure.status}`;
    case "asked_to_wait":
      return `the server asked to wait (${failure.code})`;
    case "api_error":
      return `the API answered ${failure.code}: ${failure.detail}`;
    case "timeout":
      return `timed out (${failure.phase})`;
    case "connection":
      return `connection failed (${failure.code})`;
    case "body_broken":
      return `the body is broken: ${failure.detail}`;
    case "too_large":
      return `larger than ${failure.maxBytes} bytes (${failure.stage})${failure.setting === undefined ? "" : `; to read it, set ${failure.setting} higher`}`;
    case "unexpected_content":
      return `expected ${failure.expected}, got ${failure.seen}`;
    case "archive_refused":
      return `archive refused: ${failure.detail}`;
    case "no_documents":
      return `the archive holds no ${failure.wanted}`;
    case "structure_changed":
      return `expected ${failure.expected}, saw ${failure.seen}`;
    case "not_to_be_had":
      return `${failure.reason}: ${failure.detail}`;
    case "address_refused":
      return `address refused: ${failure.detail}`;
    case "outside_scope":
      return `outside the source's hosts: ${failure.detail}`;
    case "redirect_refused":
      return `redirect refused: ${failure.detail}`;
    case "robots_disallowed":
      return "robots.txt disallows it";
    case "robots_unavailable":
      return `robots.txt of ${failure.host} is unavailable: ${failure.detail}`;
    case "duplicate":
      return failure.why === "address" ? `leads to ${failure.of}` : `has the same bytes as ${failure.of}`;
    case "path_taken":
      return `its path belongs to ${failure.by}`;
    case "host_held":
      return `${failure.host}: ${failure.cause === "breaker_open" ? "circuit breaker open" : "the host asked to wait"} until ${new Date(failure.until).toISOString()}`;
    case "interrupted":
      return "interrupted";
  }
}
