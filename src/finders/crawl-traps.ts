/**
 * Places from which a crawl does not come back (security.md H): calendars without end, a session in every link, paths
 * that repeat themselves, every combination of filters. Decided by the address alone, before it is asked for. The budgets
 * are for one crawl; the pages of one kind that they leave out are told with the reason.
 */
import { calendarDate, foldNumbers, namesCalendar } from "./url-shape.ts";

export type TrapReason =
  | "too_long"
  | "too_deep"
  | "repeating_path"
  | "too_many_parameters"
  | "calendar"
  | "session"
  | "parameter_order"
  | "facets"
  | "same_shape";

export interface TrapLimits {
  readonly maxLength: number;
  readonly maxSegments: number;
  readonly maxParameters: number;
  /** Addresses of one path that differ in dates only. */
  readonly maxDates: number;
  /** Addresses of one path that differ in numbers only: there are sites whose pages are all called by number. */
  readonly maxNumbers: number;
  /** Sets of parameter names at one path. */
  readonly maxKeySets: number;
  /** Combinations of the values of two or more parameters at one path. */
  readonly maxCombinations: number;
  /** Values of one parameter that look drawn by lot, everything else being the same. */
  readonly maxTokens: number;
  /** Paths at which a parameter must come with ever new values to be taken for a session. */
  readonly sessionPaths: number;
}

export const TRAP_LIMITS: TrapLimits = {
  maxLength: 2000,
  maxSegments: 15,
  maxParameters: 12,
  maxDates: 40,
  maxNumbers: 500,
  maxKeySets: 12,
  maxCombinations: 100,
  maxTokens: 50,
  sessionPaths: 4,
};

/** What a crawl has taken so far. */
export class SeenShapes {
  /** How often a shape was taken, by what kind of shape it is. */
  readonly counts = new Map<string, number>();
  /** The order of parameters in which an address was taken first. */
  readonly orders = new Map<string, string>();
  /** For each parameter the paths that were seen with two or more tokens in it. */
  readonly tokenPaths = new Map<string, Set<string>>();

  /** The address is going to be asked for. */
  add(url: URL): void {
    const shapes = shapesOf(url);
    for (const { key } of shapes.budgets) this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    this.orders.set(shapes.sorted, shapes.written);
    this.#addKeySet(shapes);
    for (const { name, path } of shapes.tokens) this.#addToken(name, path);
  }

  #addKeySet({ path, keySet }: Shapes): void {
    if (this.counts.has(keySet)) return;
    this.counts.set(keySet, 1);
    this.counts.set(`keys ${path}`, (this.counts.get(`keys ${path}`) ?? 0) + 1);
  }

  #addToken(name: string, path: string): void {
    if ((this.counts.get(`token ${name} ${path}`) ?? 0) < 2) return;
    const paths = this.tokenPaths.get(name) ?? new Set();
    this.tokenPaths.set(name, paths.add(path));
  }
}

/** The reason why an address should not be asked for; null where there is none. Asked before `SeenShapes.add`. */
export function trapOf(
  url: URL,
  seen: SeenShapes,
  now: Date,
  limits: TrapLimits = TRAP_LIMITS,
): TrapReason | null {
  return shapelessTrap(url, now, limits) ?? trapByHistory(shapesOf(url), seen, limits);
}

function shapelessTrap(url: URL, now: Date, limits: TrapLimits): TrapReason | null {
  if (url.href.length > limits.maxLength) return "too_long";
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  if (segments.length > limits.maxSegments) return "too_deep";
  if (repeats(segments)) return "repeating_path";
  if (url.searchParams.size > limits.maxParameters) return "too_many_parameters";
  return isFarAway(url, now) ? "calendar" : null;
}

function trapByHistory(shapes: Shapes, seen: SeenShapes, limits: TrapLimits): TrapReason | null {
  const before = seen.orders.get(shapes.sorted);
  if (before !== undefined && before !== shapes.written) return "parameter_order";
  if (shapes.tokens.some(({ name, path }) => isSession(name, path, seen, limits))) return "session";
  const isNewKeySet = !seen.counts.has(shapes.keySet);
  if (isNewKeySet && (seen.counts.get(`keys ${shapes.path}`) ?? 0) >= limits.maxKeySets) return "facets";
  const spent = shapes.budgets.find(({ key, limit }) => (seen.counts.get(key) ?? 0) >= limits[limit]);
  return spent?.reason ?? null;
}

/** A parameter that has had new values at several paths: what is new about this address is the session. */
function isSession(name: string, path: string, seen: SeenShapes, limits: TrapLimits): boolean {
  const paths = seen.tokenPaths.get(name);
  return paths !== undefined && paths.size >= limits.sessionPaths && seen.counts.has(`token ${name} ${path}`);
}

interface Budget {
  readonly key: string;
  readonly limit: keyof TrapLimits;
  readonly reason: TrapReason;
}

interface Shapes {
  readonly path: string;
  /** Parameters as they stand, and in the order of the alphabet. */
  readonly written: string;
  readonly sorted: string;
  readonly keySet: string;
  /** Parameters with a value that looks drawn by lot; `path` is the address without it. */
  readonly tokens: readonly { readonly name: string; readonly path: string }[];
  readonly budgets: readonly Budget[];
}

function shapesOf(url: URL): Shapes {
  const path = url.host + url.pathname;
  const pairs = [...url.searchParams].map(([name, value]) => `${name}=${value}`);
  const keys = [...new Set(url.searchParams.keys())].toSorted();
  const tokens = tokensOf(url);
  return {
    path,
    written: pairs.join("&"),
    sorted: `${path}?${pairs.toSorted().join("&")}`,
    keySet: `set ${path}?${keys.join("&")}`,
    tokens,
    budgets: budgetsOf(url, path, keys, tokens),
  };
}

function budgetsOf(url: URL, path: string, keys: readonly string[], tokens: Shapes["tokens"]): Budget[] {
  const budgets: Budget[] = tokens.map(({ name, path: rest }) => ({
    key: `token ${name} ${rest}`,
    limit: "maxTokens",
    reason: "session",
  }));
  const whole = url.pathname + url.search;
  const shape = `${url.host}${foldNumbers(whole)}`;
  if (calendarDate(url) !== null)
    budgets.push({ key: `dates ${shape}`, limit: "maxDates", reason: "calendar" });
  else if (/\d/.test(whole))
    budgets.push({ key: `numbers ${shape}`, limit: "maxNumbers", reason: "same_shape" });
  if (keys.length > 1) {
    budgets.push({ key: `values ${path}?${keys.join("&")}`, limit: "maxCombinations", reason: "facets" });
  }
  return budgets;
}

/** Names of parameters that call a page by its id, however odd its value looks (Vignette's `vgnextoid`). */
const IDS = /^vgn|id$|^(?:cod|ref|doc|file|clave|key|slug|page|lang|q$|h$|hash)/i;

function tokensOf(url: URL): { name: string; path: string }[] {
  return [...url.searchParams].flatMap(([name, value]) => {
    if (IDS.test(name) || !looksLikeToken(value)) return [];
    const rest = new URL(url);
    rest.searchParams.delete(name);
    return [{ name, path: rest.host + rest.pathname + rest.search }];
  });
}

function looksLikeToken(value: string): boolean {
  if (!/^[\w.~+/=!-]{8,}$/.test(value)) return false;
  return (
    /^[0-9a-f-]{16,}$/i.test(value) ||
    (/\d/.test(value) && /[a-z]/i.test(value) && !/[-_.].*[-_.]/.test(value))
  );
}

/** `/a/b/a/b`, `/a/a/a`, or one segment four times anywhere; numbers may repeat (`/2024/05/05`). */
function repeats(segments: readonly string[]): boolean {
  for (let length = 1; length <= segments.length / 2; length++) {
    const times = length === 1 ? 3 : 2;
    for (let from = 0; from + length * times <= segments.length; from++) {
      if (isRepeated(segments, from, length, times)) return true;
    }
  }
  const counts = new Map<string, number>();
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1);
  return [...counts].some(([segment, count]) => count >= 4 && !/^\d+$/.test(segment));
}

function isRepeated(segments: readonly string[], from: number, length: number, times: number): boolean {
  const unit = segments.slice(from, from + length);
  if (unit.every((segment) => /^\d+$/.test(segment))) return false;
  for (let index = from + length; index < from + length * times; index++) {
    if (segments[index] !== unit[(index - from) % length]) return false;
  }
  return true;
}

/** Pages may well be old; a calendar is of no use five years back, and nothing is announced three years ahead. */
function isFarAway(url: URL, now: Date): boolean {
  const date = calendarDate(url);
  if (date === null) return false;
  const months = (date.year - now.getUTCFullYear()) * 12 + (date.month - now.getUTCMonth() - 1);
  return namesCalendar(url) ? months > 24 || months < -60 : months > 36;
}
