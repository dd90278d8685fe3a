/**
 * robots.txt as RFC 9309 describes it. Pure: who fetches it, and what 4xx and 5xx mean (2.3.1), is decided elsewhere.
 *
 * Not done: misspelt keys ("dissallow") are not guessed. Crawl-delay is no record of the RFC, so it neither opens
 * nor closes a group (2.2.4); it is kept for the agents named above it.
 */
import { compilePattern, encodeForm, type PathForms, type PathPattern, pathForms } from "./robots-pattern.ts";

export interface RobotsRules {
  /** A string is taken as it is written; a `URL` has been percent-encoded by its parser. */
  allows(url: URL | string): boolean;
  /** As the file says it, uncapped. */
  readonly crawlDelayMs: number | null;
  readonly sitemaps: readonly string[];
}

/** RFC 9309 2.5: a limit of at least 500 KiB. */
export const MAX_ROBOTS_BYTES = 500 * 1024;

interface Rule {
  readonly allow: boolean;
  readonly octets: number;
  readonly pattern: PathPattern;
}

/** Everything said to one agent, from all of its groups (2.2.1: groups of the same agent are combined). */
interface Group {
  named: boolean;
  rules: Rule[];
  crawlDelayMs: number | null;
}

export function parseRobots(text: string, token: string): RobotsRules {
  const own: Group = { named: false, rules: [], crawlDelayMs: null };
  const everyone: Group = { named: false, rules: [], crawlDelayMs: null };
  const sitemaps = new Set<string>();
  const addressed = new Set<Group>();
  const wanted = leadingToken(token).toLowerCase();
  let rulesSeen = false;

  for (const line of linesOf(text)) {
    const record = parseRecord(line);
    if (record === null) continue;
    const { key, value } = record;
    if (key === "user-agent") {
      // 2.1: consecutive user-agent lines share one group; the first rule closes the list.
      if (rulesSeen) addressed.clear();
      rulesSeen = false;
      const group = groupFor(value, wanted, own, everyone);
      if (group !== null) {
        group.named = true;
        addressed.add(group);
      }
    } else if (key === "allow" || key === "disallow") {
      rulesSeen = true;
      // 2.2.2 and 2.1: an empty pattern matches nothing; a rule outside of any group is ignored.
      if (value !== "" && addressed.size > 0) addRule(addressed, key === "allow", value);
    } else if (key === "crawl-delay") {
      for (const group of addressed) group.crawlDelayMs = longerDelay(group.crawlDelayMs, value);
    } else if (key === "sitemap" && value !== "") {
      sitemaps.add(value);
    }
  }
  return rulesOf(own.named ? own : everyone, [...sitemaps]);
}

/** `Levada/0.1 (+https://…)` → `Levada`; `Mozilla/5.0 (compatible; Levada/0.1)` → `Levada`. */
export function productToken(userAgent: string): string {
  const compatible = /\(\s*compatible\s*;\s*([A-Za-z_-]+)/i.exec(userAgent);
  return compatible?.[1] ?? leadingToken(userAgent.trim());
}

/** 2.2.1: a product token holds letters, "_" and "-" only; what follows ("/1.0", " Bar") is not part of it. */
function leadingToken(text: string): string {
  return /^[A-Za-z_-]+/.exec(text)?.[0] ?? "";
}

function groupFor(value: string, wanted: string, own: Group, everyone: Group): Group | null {
  if (/^\*(\s|$)/.test(value)) return everyone;
  const token = leadingToken(value).toLowerCase();
  return token !== "" && token === wanted ? own : null;
}

function addRule(groups: ReadonlySet<Group>, allow: boolean, value: string): void {
  const encoded = encodeForm(value);
  const rule = { allow, octets: encoded.length, pattern: compilePattern(encoded) };
  for (const group of groups) group.rules.push(rule);
}

/** Of several delays for one agent the longest: nobody is asked faster than any of its lines says. */
function longerDelay(before: number | null, value: string): number | null {
  if (!/^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) return before;
  const ms = Math.min(Number(value) * 1000, Number.MAX_SAFE_INTEGER);
  return Math.max(before ?? 0, Math.round(ms));
}

/**
 * The lines that count. NUL is dropped rather than kept as a character: it is no part of any record, and a file in
 * UTF-16 that was read as UTF-8 becomes readable that way.
 */
function linesOf(text: string): string[] {
  return firstBytes(text, MAX_ROBOTS_BYTES)
    .replace(/^(?:\u{FEFF}|\u{FFFD}+|ï»¿)/u, "")
    .replaceAll("\0", "")
    .split(/\r\n|\r|\n/);
}

/** A line cut by the limit is left out: half a rule is another rule. */
function firstBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  if (read >= text.length) return text;
  const cut = text.slice(0, read);
  if (/[\r\n]/.test(text.charAt(read))) return cut;
  return cut.slice(0, Math.max(cut.lastIndexOf("\n"), cut.lastIndexOf("\r")) + 1);
}

/** 2.2: `key: value # comment`. Without a colon, a line of exactly two words is taken for one. */
function parseRecord(line: string): { readonly key: string; readonly value: string } | null {
  const comment = line.indexOf("#");
  const text = (comment === -1 ? line : line.slice(0, comment)).trim();
  const colon = text.indexOf(":");
  if (colon > 0) {
    return { key: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
  }
  const words = colon === -1 ? text.split(/\s+/) : [];
  const [key, value] = words;
  if (words.length !== 2 || key === undefined || value === undefined) return null;
  return { key: key.toLowerCase(), value };
}

function rulesOf(group: Group, sitemaps: readonly string[]): RobotsRules {
  // 2.2.2: the most specific match, in octets, wins; of equal ones the allow. So the first match in this order.
  const rules = group.rules.toSorted((a, b) => b.octets - a.octets || Number(b.allow) - Number(a.allow));
  return {
    crawlDelayMs: group.crawlDelayMs,
    sitemaps,
    allows(url) {
      const path = pathOf(url);
      // 2.2.2: the robots.txt file itself is implicitly allowed.
      if (path === "/robots.txt" || rules.length === 0) return true;
      const forms = pathForms(path);
      return rules.find((rule) => ruleMatches(rule, forms))?.allow ?? true;
    },
  };
}

/**
 * 2.2.2 has escaped unreserved characters unescaped before comparison ("%62" is "b"); Google's matcher, which most
 * files are written against, does not. Both readings of a disallow are obeyed; an allow must match as written.
 */
function ruleMatches(rule: Rule, forms: PathForms): boolean {
  if (rule.pattern.matchesWritten(forms.written)) return true;
  return !rule.allow && rule.pattern.matchesUnescaped(forms.unescaped);
}

/** Path and query, without the fragment. */
function pathOf(url: URL | string): string {
  if (typeof url !== "string") return url.pathname + url.search;
  const withoutFragment = url.split("#", 1)[0] ?? "";
  const authority = withoutFragment.indexOf("//");
  const rest = authority === -1 ? withoutFragment : withoutFragment.slice(authority + 2);
  const start = rest.search(/[/?;]/);
  if (start === -1) return "/";
  return rest[start] === "/" ? rest.slice(start) : `/${rest.slice(start)}`;
}
