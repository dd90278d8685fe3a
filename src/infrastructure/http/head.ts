import type { HttpRequest } from "../../application/ports.ts";
import type { Failure } from "../../domain/failure.ts";
import { type Coding, parseContentEncoding } from "./decode.ts";

/** What the headers of an answer announce about its body. */
export interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly framing: "length" | "chunked" | "close";
  /** Bytes of the body where they were announced. */
  readonly bodyBytes: number | null;
  readonly codings: readonly Coding[];
  /** Why the body cannot be read. The status of a failed request counts for more than its body, so that it stands. */
  readonly flaw: Failure | null;
}

export type HeadResult =
  | { readonly ok: true; readonly head: Head }
  | { readonly ok: false; failure: Failure };

/** Refuses before the body what its headers already make worthless. */
export function readHead(status: number, raw: readonly Buffer[], request: HttpRequest): HeadResult {
  const headers = collectHeaders(raw);
  const framed = request.method === "HEAD" ? NO_BODY : readFraming(status, headers);
  if (typeof framed === "string") return broken(framed);
  if (status === 206 && !asksForRange(request)) return broken("206 to a request for the whole");
  const encoding = parseContentEncoding(headers["content-encoding"]);
  const flaw = encoding.ok ? tooLarge(framed.bodyBytes, request.limits.maxBodyBytes) : encoding.failure;
  if (flaw !== null && status < 300) return { ok: false, failure: flaw };
  const codings = encoding.ok ? encoding.codings : [];
  return { ok: true, head: { status, headers, ...framed, codings, flaw } };
}

const NO_BODY = { framing: "length", bodyBytes: 0 } as const;

function tooLarge(bodyBytes: number | null, maxBytes: number): Failure | null {
  return bodyBytes !== null && bodyBytes > maxBytes ? { kind: "too_large", stage: "wire", maxBytes } : null;
}

function broken(detail: string): HeadResult {
  return { ok: false, failure: { kind: "body_broken", detail } };
}

function asksForRange(request: HttpRequest): boolean {
  return Object.keys(request.headers).some((name) => name.toLowerCase() === "range");
}

/** No prototype: a header may be called `__proto__`. */
function collectHeaders(raw: readonly Buffer[]): Readonly<Record<string, string>> {
  const headers = Object.create(null) as Record<string, string>;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as Buffer).toString("latin1").toLowerCase();
    const value = (raw[index + 1] as Buffer).toString("latin1");
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return headers;
}

/** RFC 9112 §6.3: how the end of the body is found. A string says why it cannot be. */
function readFraming(
  status: number,
  headers: Readonly<Record<string, string>>,
): Pick<Head, "framing" | "bodyBytes"> | string {
  if (status === 204 || status === 304) return NO_BODY;
  const transfer = headers["transfer-encoding"]?.trim().toLowerCase();
  const length = headers["content-length"]?.trim();
  if (transfer !== undefined && length !== undefined) return "Content-Length beside Transfer-Encoding";
  if (transfer === "chunked") return { framing: "chunked", bodyBytes: null };
  if (transfer !== undefined && transfer !== "identity") return "unknown transfer coding";
  if (length === undefined) return { framing: "close", bodyBytes: null };
  if (!/^\d{1,15}$/.test(length)) return "unreadable Content-Length";
  return { framing: "length", bodyBytes: Number(length) };
}
