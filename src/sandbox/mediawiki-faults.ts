import type { IncomingMessage, ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { ApiError } from "./mediawiki-params.ts";
import { maxlagError } from "./mediawiki-query.ts";
import { type ApiReply, errorReply, html, jsonReply } from "./mediawiki-replies.ts";
import type { JsonObject } from "./mediawiki-result.ts";
import type { WikiRequest } from "./mediawiki.ts";
import type { Behaviour } from "./usgs.ts";

/** Faults, for tests: those of every sandbox, and those only an API can have. */
export type MediaWikiBehaviour =
  | Behaviour
  /** HTTP 200 with the body and the headers of a lagged database. */
  | { readonly kind: "maxlag"; readonly lag?: number; readonly retryAfter?: number }
  /** HTTP 200 with an error body. */
  | { readonly kind: "error"; readonly code: string; readonly info?: string }
  /** Where the request was a continuation, it is told to go on where it is: the same page, for ever. */
  | { readonly kind: "repeat-continue" }
  /** The right answer, changed. */
  | { readonly kind: "change"; readonly change: (answer: JsonObject) => JsonObject };

export interface Fault {
  readonly behaviour: MediaWikiBehaviour | undefined;
  readonly request: WikiRequest;
  readonly origin: string;
}

/** Below, Apache sends as it is: the header would cost more than it saves. */
const GZIP_FROM_BYTES = 200;

export function send(
  incoming: IncomingMessage,
  response: ServerResponse,
  reply: () => ApiReply,
  fault: Fault,
): void {
  const { behaviour } = fault;
  switch (behaviour?.kind) {
    case "hang":
      return;
    case "reset":
      incoming.socket.resetAndDestroy();
      return;
    case "delay": {
      const timer = setTimeout(() => write(incoming, response, reply()), behaviour.ms);
      response.once("close", () => clearTimeout(timer));
      return;
    }
    case "cut":
    case "short":
    case "unframed":
      return writeDamaged(response, reply(), behaviour);
    default:
      return write(incoming, response, instead(reply, fault));
  }
}

/** The reply that a fault puts in the place of the right one. */
function instead(reply: () => ApiReply, { behaviour, request, origin }: Fault): ApiReply {
  switch (behaviour?.kind) {
    case "status":
      return {
        status: behaviour.status,
        type: "text/plain",
        body: behaviour.body ?? "",
        headers: behaviour.headers ?? {},
      };
    case "redirect":
      return {
        status: behaviour.status ?? 302,
        type: "text/plain",
        body: "",
        headers: { location: behaviour.location },
      };
    case "html":
      return html(200, "Service unavailable", "Please try again later.");
    case "body":
      return { status: 200, type: behaviour.contentType, body: Buffer.from(behaviour.body).toString() };
    case "maxlag": {
      const error = maxlagError(behaviour.lag ?? 12, behaviour.retryAfter ?? 5);
      const retry = behaviour.retryAfter === undefined ? {} : { "Retry-After": String(behaviour.retryAfter) };
      return errorReply(
        new ApiError(error.code, error.message, error.details, { ...error.headers, ...retry }),
        origin,
      );
    }
    case "error":
      return errorReply(new ApiError(behaviour.code, behaviour.info ?? "An error of the sandbox."), origin);
    case "repeat-continue":
      return changed(reply(), (answer) => repeating(answer, request.params));
    case "change":
      return changed(reply(), behaviour.change);
    default:
      return reply();
  }
}

function changed(reply: ApiReply, change: (answer: JsonObject) => JsonObject): ApiReply {
  return reply.json === undefined
    ? reply
    : { ...jsonReply(change(reply.json)), headers: reply.headers ?? {} };
}

function repeating(answer: JsonObject, params: Readonly<Record<string, string>>): JsonObject {
  const given = Object.entries(params).filter(([name]) => name.endsWith("continue"));
  return given.length === 0 ? answer : { ...answer, continue: Object.fromEntries(given) };
}

function write(
  incoming: IncomingMessage,
  response: ServerResponse,
  { status, type, body, headers }: ApiReply,
): void {
  const bytes = Buffer.from(body);
  const gzip =
    bytes.length >= GZIP_FROM_BYTES && /\bgzip\b/.test(String(incoming.headers["accept-encoding"] ?? ""));
  const sent = gzip ? gzipSync(bytes, { level: 1 }) : bytes;
  const encoding = gzip ? { "Content-Encoding": "gzip" } : {};
  response.writeHead(status, {
    ...headers,
    ...encoding,
    "Content-Type": type,
    "Content-Length": sent.length,
  });
  response.end(sent);
}

function writeDamaged(
  response: ServerResponse,
  { status, type, body }: ApiReply,
  behaviour: Extract<Behaviour, { kind: "cut" | "short" | "unframed" }>,
): void {
  const gzip = behaviour.kind === "cut" && behaviour.gzip === true;
  const whole = gzip ? gzipSync(Buffer.from(body)) : Buffer.from(body);
  const half = whole.subarray(0, whole.length >> 1);
  const headers = { "Content-Type": type, ...(gzip ? { "Content-Encoding": "gzip" } : {}) };
  if (behaviour.kind === "cut") {
    response.writeHead(status, { ...headers, "Content-Length": half.length }).end(half);
  } else if (behaviour.kind === "short") {
    response.writeHead(status, { ...headers, "Content-Length": whole.length });
    response.write(half, () => response.socket?.end());
  } else {
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response
      .writeHead(status, { ...headers, Connection: "close" })
      .end(behaviour.cut === true ? half : whole);
  }
}
