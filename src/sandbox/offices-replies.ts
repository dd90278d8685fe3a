import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { CurrentPage, Freshness, Found } from "./offices-pages.ts";

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface ReplyContent extends Freshness {
  /** @default 200 */
  readonly status?: number;
  readonly type: string;
  readonly body: string | Uint8Array;
  readonly lastmod?: Date;
  readonly headers?: Readonly<Record<string, string>>;
}

const FRESH_MS = 3_600_000;

export function foundReply(found: Found, asked: IncomingHttpHeaders): Reply {
  if (found.kind === "removed") return plainReply(found.status);
  if (found.kind === "redirect") {
    const { status, location } = found.redirect;
    return { ...plainReply(status), headers: { location, "content-type": "text/plain; charset=utf-8" } };
  }
  return contentReply(pageContent(found.page), asked);
}

function pageContent(page: CurrentPage): ReplyContent {
  return { ...page, body: page.body(page) };
}

/** A page, or 304 where the client has it (RFC 9110, 13.2.2 and 15.4.5). */
export function contentReply(content: ReplyContent, asked: IncomingHttpHeaders): Reply {
  const body = typeof content.body === "string" ? new TextEncoder().encode(content.body) : content.body;
  const status = content.status ?? 200;
  const validators = validatorsOf(content, body);
  const headers = { ...content.headers, ...validators, ...cachingOf(content) };
  if (status === 200 && isKnown(validators, asked)) return { status: 304, headers, body: new Uint8Array() };
  return {
    status,
    headers: { "content-type": content.type, "content-length": String(body.length), ...headers },
    body,
  };
}

export function plainReply(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  const body = new TextEncoder().encode(`${status}\n`);
  return { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}

interface Validators {
  readonly etag?: string;
  readonly "last-modified"?: string;
}

function validatorsOf({ etag, lastModified, lastmod }: ReplyContent, body: Uint8Array): Validators {
  const tag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
  return {
    ...(etag === undefined ? {} : { etag: etag === "weak" ? `W/${tag}` : tag }),
    ...(lastModified === true && lastmod !== undefined ? { "last-modified": lastmod.toUTCString() } : {}),
  };
}

function cachingOf({ cache }: ReplyContent): Readonly<Record<string, string>> {
  switch (cache) {
    case "max-age":
      return { "cache-control": `max-age=${FRESH_MS / 1000}` };
    case "expires":
      return { expires: new Date(Date.now() + FRESH_MS).toUTCString() };
    case "no-cache":
      return { "cache-control": "no-cache" };
    default:
      return {};
  }
}

/** If-None-Match goes before If-Modified-Since (RFC 9110, 13.1.3), and compares weakly (13.1.2). */
function isKnown(own: Validators, asked: IncomingHttpHeaders): boolean {
  const tags = asked["if-none-match"];
  if (tags !== undefined) {
    if (tags.trim() === "*") return true;
    return own.etag !== undefined && tags.split(",").some((tag) => opaque(tag) === opaque(own.etag ?? ""));
  }
  const since = Date.parse(asked["if-modified-since"] ?? "");
  return own["last-modified"] !== undefined && Date.parse(own["last-modified"]) <= since;
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
