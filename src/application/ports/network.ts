import type { Failure } from "../../domain/failure.ts";

export interface Clock {
  /** Wall clock, ms. For what must survive a restart. */
  now(): number;
  /** Never goes back, ms. For durations. */
  monotonic(): number;
  /** The wall clock at start plus monotonic time since: comparable with stored times, and it never jumps. */
  steady(): number;
  /** Resolves after `ms`, or at once when the signal aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Deadlines {
  readonly connectMs: number;
  /** From the request to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two chunks of the body. */
  readonly idleMs: number;
  readonly totalMs: number;
  /** Measured over the whole body once it has run for 30 s. */
  readonly minBytesPerSecond: number;
}

export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly maxDecodedBytes: number;
}

export interface HttpRequest {
  readonly url: URL;
  /** A HEAD has no body, whatever its answer announces (RFC 9110 §9.3.2). @default GET */
  readonly method?: "GET" | "HEAD";
  readonly headers: Readonly<Record<string, string>>;
  readonly deadlines: Deadlines;
  readonly limits: BodyLimits;
  /** Sent by POST. @default nothing is sent: GET */
  readonly body?: string;
}

export interface HttpAnswer {
  readonly ok: true;
  readonly status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  /** How the end of the body was announced; `close` cannot be told from a cut (E15: marked). */
  readonly framing: "length" | "chunked" | "close";
  /** ms from send to the end of the headers. */
  readonly latencyMs: number;
  /** When the certificate of the connection expires; wall clock, ms. Absent where it has none. */
  readonly certificateExpiresAt?: number;
  /** Decoded, checked bytes. Throws `BrokenBody` when the body is not what was announced. Consumed at most once. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives the body up without reading it. */
  discard(): Promise<void>;
  /** Bytes that came over the wire so far. */
  wireBytes(): number;
}

export interface RefusedExchange {
  readonly ok: false;
  readonly failure: Failure;
}

/** One request, one answer. No retries, no redirects, no pace: those are decided above. */
export interface Transport {
  /** `onSent` is called when the request goes out (not while connecting to a refused address). */
  exchange(
    request: HttpRequest,
    signal: AbortSignal,
    onSent?: () => void,
  ): Promise<HttpAnswer | RefusedExchange>;
  close(): Promise<void>;
}
