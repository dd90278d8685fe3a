import { toFormatVersion1 } from "./mediawiki-format.ts";
import { ApiError } from "./mediawiki-params.ts";
import { answerQuery, type ApiSite, errorBody } from "./mediawiki-query.ts";
import type { JsonObject } from "./mediawiki-result.ts";
import { parseTitle, prefixedText, SITE_NAME } from "./mediawiki-titles.ts";
import type { WikiRequest } from "./mediawiki.ts";

/** An answer before it is sent. */
export interface ApiReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the body is JSON, its value: some faults change it. */
  readonly json?: JsonObject;
}

/** Apache's LimitRequestLine. */
const MAX_REQUEST_LINE = 8190;
const HTML = "text/html; charset=UTF-8";

export function apiReply(request: WikiRequest, site: ApiSite): ApiReply {
  if (`${request.method} ${request.path} HTTP/1.1`.length > MAX_REQUEST_LINE) return tooLong();
  const params = new Map(Object.entries(request.params));
  const format = params.get("format");
  // Without a format the answer is for people, and without an action it is the manual: HTML with 200, no error.
  if (format !== "json" || !params.has("action"))
    return html(200, "MediaWiki API result", "This is the HTML representation.");
  const older = params.get("formatversion") !== "2";
  const shape = (json: JsonObject) => (older ? toFormatVersion1(json) : json);
  try {
    return jsonReply(shape(answerQuery(site, params)));
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error, site.origin);
    throw error;
  }
}

export function jsonReply(json: JsonObject, headers: Readonly<Record<string, string>> = {}): ApiReply {
  const type = "application/json; charset=utf-8";
  return {
    status: 200,
    type,
    body: JSON.stringify(json),
    headers: { ...apiHeaders("json"), ...headers },
    json,
  };
}

/** Every API error is HTTP 200. */
export function errorReply(error: ApiError, origin: string): ApiReply {
  return jsonReply(errorBody(error, origin), { "MediaWiki-API-Error": error.code, ...error.headers });
}

/** No ETag, no Last-Modified: api.php gives neither. */
const apiHeaders = (extension: string) => ({
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Content-Disposition": `inline; filename=api-result.${extension}`,
  Vary: "Accept-Encoding,Treat-as-Untrusted,Cookie",
  "Cache-Control": "private, must-revalidate, max-age=0",
});

function tooLong(): ApiReply {
  const text = "The requested URL's length exceeds the capacity\nlimit for this server.";
  return {
    ...html(414, "414 Request-URI Too Long", text),
    type: "text/html; charset=iso-8859-1",
    headers: { Connection: "close" },
  };
}

/** A page for people. */
export function pageReply(pathname: string, { wiki }: ApiSite): ApiReply {
  const title = pathname.startsWith("/wiki/") ? parseTitle(decoded(pathname.slice("/wiki/".length))) : null;
  if (title?.kind !== "page")
    return html(404, "404 Not Found", "The requested URL was not found on this server.");
  const page = wiki.tables.pageAt(title);
  const heading = `${prefixedText(title)} - ${SITE_NAME}`;
  if (page === null) return html(404, heading, "There is currently no text in this page.");
  return html(200, heading, page.latest.text);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

export function html(status: number, title: string, text: string): ApiReply {
  const body = `<!DOCTYPE html>\n<html><head><title>${escapeHtml(title)}</title></head><body>\n<p>${escapeHtml(text)}</p>\n</body></html>\n`;
  return { status, type: HTML, body };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
