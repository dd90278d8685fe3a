import { isUtf8 } from "node:buffer";
import { z } from "zod";
import { describe, type Failure } from "../../domain/failure.ts";
import { GrowingBytes } from "../../domain/growing-bytes.ts";
import type { Json } from "../../domain/json.ts";
import type { ApiAnswer, ApiParams } from "./api-answer.ts";
import type { HttpFacts } from "./content.ts";

/** What a call was for. */
export const OPERATIONS = [
  "siteinfo",
  "allpages",
  "pages",
  "allredirects",
  "redirects",
  "content",
  "allcategories",
  "recentchanges",
  "logevents",
] as const;

export type Operation = (typeof OPERATIONS)[number];

const rawHttpSchema = z.looseObject({
  status: z.int(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  content_type: z.string().nullable(),
  retry_after: z.string().nullable(),
  /** The header `MediaWiki-API-Error`. */
  api_error: z.string().nullable(),
});

/** One line of `api_calls_{run_id}.jsonl`: one attempt of one request, whatever came of it. */
export const rawEventSchema = z.looseObject({
  run_id: z.string().min(1),
  operation: z.string().min(1),
  /** Where the call was for one page. */
  pageid: z.int().nullable(),
  attempt: z.int().positive(),
  request: z.looseObject({ base_url: z.string(), params: z.record(z.string(), z.string()) }),
  /** Null where no answer came. */
  http: rawHttpSchema.nullable(),
  /** Whole; null where the body was not JSON. Not looked into here: it can have megabytes. */
  response_json: z.unknown(),
  response_text: z.string().nullable(),
  warnings: z.array(z.looseObject({ module: z.string(), text: z.string() })),
  continue_token: z.record(z.string(), z.string()).nullable(),
  error: z.looseObject({ type: z.string(), message: z.string() }).nullable(),
  timing: z.looseObject({ started_at: z.string(), finished_at: z.string(), duration_ms: z.number() }),
  outcome: z.enum(["success", "retryable_error", "http_error", "api_error"]),
});

export type RawHttp = Readonly<z.infer<typeof rawHttpSchema>>;
export type RawEvent = Readonly<z.infer<typeof rawEventSchema>>;
export type RawOutcome = RawEvent["outcome"];

/** An attempt, as the client knows it. */
export interface CallRecord {
  readonly runId: string;
  readonly operation: Operation;
  readonly pageid?: number;
  /** Counts from 1. */
  readonly attempt: number;
  readonly baseUrl: string;
  readonly params: ApiParams;
  readonly http: RawHttp | null;
  /** Null where no body was read. */
  readonly answer: ApiAnswer | null;
  /** What went wrong outside the body: status, connection, deadline. */
  readonly failure: Failure | null;
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly durationMs: number;
}

export function buildRawEvent(call: CallRecord): RawEvent {
  const { answer } = call;
  const failure = call.failure ?? (answer !== null && "failure" in answer ? answer.failure : null);
  return {
    run_id: call.runId,
    operation: call.operation,
    pageid: call.pageid ?? null,
    attempt: call.attempt,
    request: { base_url: call.baseUrl, params: { ...call.params } },
    http: call.http,
    response_json: answer !== null && "json" in answer ? answer.json : null,
    response_text: answer?.kind === "not_json" ? answer.text : null,
    warnings: answer !== null && "warnings" in answer ? answer.warnings.map((one) => ({ ...one })) : [],
    continue_token: answer?.kind === "success" && answer.continue !== null ? { ...answer.continue } : null,
    error: failure === null ? null : { type: errorType(failure), message: describe(failure) },
    timing: {
      started_at: call.startedAt,
      finished_at: call.finishedAt,
      duration_ms: call.durationMs,
    },
    outcome: outcomeOf(failure),
  };
}

/** MediaWiki's own name of the error where it gave one. */
function errorType(failure: Failure): string {
  return failure.kind === "api_error" || failure.kind === "asked_to_wait" ? failure.code : failure.kind;
}

export function outcomeOf(failure: Failure | null): RawOutcome {
  if (failure === null) return "success";
  switch (failure.kind) {
    case "http_status":
      return failure.status === 429 || failure.status >= 500 ? "retryable_error" : "http_error";
    case "api_error":
      return failure.retryable ? "retryable_error" : "api_error";
    case "asked_to_wait":
    case "timeout":
    case "connection":
    case "body_broken":
    case "interrupted":
      return "retryable_error";
    case "structure_changed":
      return "api_error";
    default:
      return "http_error";
  }
}

/** What is worth keeping of an answer's head. Names of headers in lower case. */
export function rawHttp(status: number, headers: Readonly<Record<string, string>>): RawHttp {
  return {
    status,
    etag: headers["etag"] ?? null,
    last_modified: headers["last-modified"] ?? null,
    content_type: headers["content-type"] ?? null,
    retry_after: headers["retry-after"] ?? null,
    api_error: headers["mediawiki-api-error"] ?? null,
  };
}

export function httpFacts(http: RawHttp | null): HttpFacts {
  return {
    status: http?.status ?? 0,
    etag: http?.etag ?? null,
    lastModified: http?.last_modified ?? null,
  };
}

/**
 * One line, without its line feed, in parts. U+2028/2029 are escaped, so that no reader that splits on Unicode line
 * breaks sees two lines. Without its body, an answer nested so deeply that it cannot be written again is left out, and the
 * event says so.
 *
 * @param body What came, where it was JSON: it is in the line as it came, and megabytes are not written anew.
 */
export function serializeRawEvent(event: RawEvent, body: Uint8Array | null = null): readonly Uint8Array[] {
  if (body !== null && event.response_json !== null && isUtf8(body)) {
    const [before = "", after = ""] = (oneLine({ ...event, response_json: null }) ?? "").split(NO_JSON);
    return [Buffer.from(before + AS_JSON), onOneLine(body), Buffer.from(after)];
  }
  const line =
    oneLine(event) ?? oneLine({ ...event, response_json: null, response_text: "nested too deeply" }) ?? "";
  return [Buffer.from(line)];
}

/** In no value: there, quotes are escaped. */
const AS_JSON = '"response_json":';
const NO_JSON = `${AS_JSON}null`;

const BYTE_ORDER_MARK = Buffer.from("\ufeff");
const LINE_ENDS = ["\n", "\r"];
const SPACE = 0x20;
const BREAKS: readonly (readonly [what: Buffer, by: Buffer])[] = [
  [Buffer.from("\u2028"), Buffer.from("\\u2028")],
  [Buffer.from("\u2029"), Buffer.from("\\u2029")],
];

/** JSON as it came, but for its line ends: those between its values become spaces, in place. */
function onOneLine(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  for (const end of LINE_ENDS)
    for (let at = bytes.indexOf(end); at !== -1; at = bytes.indexOf(end, at + 1)) bytes[at] = SPACE;
  const isMarked = bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const json = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  return BREAKS.reduce((now, [what, by]) => replaced(now, what, by), json);
}

function replaced(bytes: Buffer, what: Buffer, by: Buffer): Buffer {
  let at = bytes.indexOf(what);
  if (at === -1) return bytes;
  const whole = new GrowingBytes();
  for (let from = 0; ; at = bytes.indexOf(what, from)) {
    whole.append(bytes.subarray(from, at === -1 ? undefined : at));
    if (at === -1) return Buffer.from(whole.end().buffer);
    whole.append(by);
    from = at + what.length;
  }
}

function oneLine(event: RawEvent): string | null {
  try {
    return JSON.stringify(event).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export type ParsedRawEvent =
  | { readonly kind: "event"; readonly event: RawEvent }
  /** Not JSON at all: cut, where it is the last line. */
  | { readonly kind: "not_json" }
  | { readonly kind: "bad"; readonly problem: string };

export function parseRawEvent(line: string): ParsedRawEvent {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return { kind: "not_json" };
  }
  const parsed = rawEventSchema.safeParse(json);
  if (!parsed.success) return { kind: "bad", problem: z.prettifyError(parsed.error) };
  return { kind: "event", event: parsed.data };
}

/** The answer of an event as it was understood when it came; null where none was read. */
export function responseOf(event: RawEvent): Json | null {
  return (event.response_json ?? null) as Json | null;
}
