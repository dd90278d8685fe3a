const YEAR_MS = 365 * 24 * 3_600_000;

/**
 * Until when an answer is fresh, wall clock, ms; null where it has to be asked for again (RFC 9111 §4.2). We are a
 * private cache: `s-maxage` is not for us. There is no heuristic: who says nothing is asked. An answer without storing
 * (`no-store`) is stored, because that is what an archive is for, but never taken as fresh.
 */
export function freshUntil(headers: Readonly<Record<string, string>>, receivedAt: number): number | null {
  if (headers["vary"]?.split(",").some((name) => name.trim() === "*") === true) return null;
  const directives = cacheDirectives(headers["cache-control"] ?? "");
  if (directives.has("no-cache") || directives.has("no-store")) return null;
  const isOld = /\bno-cache\b/i.test(headers["pragma"] ?? "") && headers["cache-control"] === undefined;
  const lifetime = isOld ? null : lifetimeMs(headers, directives, receivedAt);
  if (lifetime === null) return null;
  const left = Math.min(lifetime, YEAR_MS) - ageMs(headers["age"]);
  return left > 0 ? receivedAt + left : null;
}

/** §5.2.2.5: its server wants no copy of it to be made for later. */
export function forbidsKeeping(headers: Readonly<Record<string, string>>): boolean {
  return cacheDirectives(headers["cache-control"] ?? "").has("no-store");
}

/** §5.2: names without regard to case; of a directive said twice the first counts (§4.2.1). */
function cacheDirectives(value: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", quoted, plain] of value.matchAll(
    /([!#$%&'*+.^_`|~0-9a-z-]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,]*)))?/gi,
  )) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted ?? plain ?? "");
  }
  return found;
}

/** §4.2.1: max-age stands above Expires; what cannot be read counts as stale. */
function lifetimeMs(
  headers: Readonly<Record<string, string>>,
  directives: ReadonlyMap<string, string>,
  receivedAt: number,
): number | null {
  const maxAge = directives.get("max-age");
  if (maxAge !== undefined) return /^\d+$/.test(maxAge) ? Number(maxAge) * 1000 : null;
  const expires = Date.parse(headers["expires"] ?? "");
  const date = Date.parse(headers["date"] ?? "");
  return Number.isNaN(expires) ? null : expires - (Number.isNaN(date) ? receivedAt : date);
}

function ageMs(value: string | undefined): number {
  return value !== undefined && /^\d+$/.test(value.trim()) ? Number(value) * 1000 : 0;
}
