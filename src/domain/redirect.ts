import type { Failure } from "./failure.ts";

export const MAX_REDIRECTS = 5;

export type Hop =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly failure: Failure };

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Where a redirect leads, `trail` being the URLs asked so far, the redirecting one last. Whether that may be asked is
 * for admission, scope and robots to say, as for every other URL.
 *
 * RFC 9110 §10.2.2: Location is a URI reference, resolved against the request; credentials are never followed.
 */
export function nextHop(location: string | undefined, trail: readonly string[]): Hop {
  if (location === undefined || location === "") return refuse("no Location");
  const target = URL.parse(utf8(location), trail.at(-1));
  if (target === null) return refuse("Location is not a URL");
  if (target.username !== "" || target.password !== "") return refuse("Location carries credentials");
  target.hash = "";
  if (trail.includes(target.href)) return refuse(`loop at ${target.href}`);
  if (trail.length > MAX_REDIRECTS) return refuse(`more than ${MAX_REDIRECTS} redirects`);
  return { ok: true, url: target.href };
}

/** Header values come as one character for each byte; a Location beyond ASCII is UTF-8 that was not percent-encoded. */
function utf8(value: string): string {
  if (!/[\x80-\xff]/.test(value) || /[^\x00-\xff]/.test(value)) return value;
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return value;
  }
}

function refuse(detail: string): Hop {
  return { ok: false, failure: { kind: "redirect_refused", detail } };
}

/** What says nothing about who asks, and may be told to whoever a redirect leads to. */
const PUBLIC_HEADERS = new Set([
  "accept",
  "accept-language",
  "if-modified-since",
  "if-none-match",
  "user-agent",
]);

/** The headers that go to `url` when they were meant for `intended`: a secret stays with its exact origin (E18). */
export function headersFor(
  url: URL,
  intended: URL,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  if (url.origin === intended.origin) return headers;
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => PUBLIC_HEADERS.has(name.toLowerCase())),
  );
}
