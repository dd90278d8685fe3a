/**
 * One page, one URL (P12). The canonical form identifies a page; what is fetched is the URL as it was found.
 *
 * Not done here, because the URL alone does not tell: `www.` or not, the final target of redirects, language variants.
 */
import { isNoise, isSession } from "./url-noise.ts";

export interface CanonicalOptions {
  /** This very host (and port) is known to answer https. @default false */
  readonly https?: boolean;
}

/** Removing one thing may bring another to light (`..;sid=1` becomes a dot segment); each round makes the URL shorter. */
const MAX_ROUNDS = 16;

/** Null for what is no http(s) URL. The canonical form of a canonical form is itself. */
export function canonicalUrl(url: string, options: CanonicalOptions = {}): string | null {
  let current = url;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = canonicalOnce(current, options.https === true);
    if (next === null || next === current) return next;
    current = next;
  }
  return current;
}

function canonicalOnce(text: string, https: boolean): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  if (https) url.protocol = "https:";
  const host = url.hostname.replace(/\.+$/, "");
  if (host === "") return null;
  const port = url.port === "" ? "" : `:${url.port}`;
  const query = canonicalQuery(url.search.slice(1));
  return `${url.protocol}//${host}${port}${canonicalPath(url.pathname)}${query === "" ? "" : `?${query}`}`;
}

function canonicalPath(path: string): string {
  const segments = normaliseEscapes(path).split("/").filter(isNoSessionSegment);
  const joined = segments.map(withoutSessionParameters).join("/");
  return joined.slice(0, lengthWithoutTrailing(joined, "/"));
}

/** ASP.NET keeps the session in a segment of its own where cookies are refused: `/(S(lit3py55t21z5v55vlm25s55))/`. */
function isNoSessionSegment(segment: string): boolean {
  return !/^\((?:[SAFX]\([^()]*\))+\)$/.test(segment);
}

/** RFC 3986 3.3: parameters of a segment follow a semicolon. */
function withoutSessionParameters(segment: string): string {
  if (!/;|%3B/.test(segment)) return segment;
  const [name = "", ...parameters] = segment.replace(/%3B(?=jsessionid)/gi, ";").split(";");
  return [name, ...parameters.filter((parameter) => !isSessionParameter(parameter))].join(";");
}

function isSessionParameter(parameter: string): boolean {
  const { name, value } = nameAndValue(parameter.replace(/%3D/i, "="));
  return isSession(name, value);
}

/** The order of parameters is kept: a site may read it. */
function canonicalQuery(query: string): string {
  return normaliseEscapes(query).split("&").map(withoutPathSession).filter(isContent).join("&");
}

/** `?id=1;jsessionid=…`: appended at the wrong end. */
function withoutPathSession(part: string): string {
  return part.replace(/(?:;|%3B)jsessionid(?:=|%3D)[^;]*/gi, "");
}

function isContent(part: string): boolean {
  if (part === "") return false;
  const { name, value } = nameAndValue(part);
  return !isNoise(decodeName(name), value);
}

function nameAndValue(part: string): { readonly name: string; readonly value: string } {
  const equals = part.indexOf("=");
  if (equals === -1) return { name: part, value: "" };
  return { name: part.slice(0, equals), value: part.slice(equals + 1) };
}

function decodeName(name: string): string {
  return name.replace(/%[2-7][0-9A-F]/g, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
}

/**
 * RFC 3986 6.2.2: digits of escapes in upper case, escapes of unreserved characters decoded, and no others ("%2F" is
 * not "/"). What the URL parser leaves although 3.3 and 3.4 have no place for it is escaped, a lone "%" too.
 */
function normaliseEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}|[%[\]{}|\\^`"<>\s]/gi, (found) => {
    if (found.length === 1) return escapeOf(found);
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[A-Za-z0-9._~-]/.test(character) ? character : found.toUpperCase();
  });
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

function lengthWithoutTrailing(text: string, character: string): number {
  let length = text.length;
  while (length > 0 && text[length - 1] === character) length--;
  return length;
}
