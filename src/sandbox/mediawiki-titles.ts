/** Titles as MediaWiki reads them: namespaces, first letter, spaces, what is invalid and why. */

export interface PageTitle {
  readonly ns: number;
  /** As in the database: underscores for spaces, no namespace. Empty where there was only a fragment. */
  readonly key: string;
  readonly fragment: string;
}

export type ParsedTitle =
  | ({ readonly kind: "page" } & PageTitle)
  | { readonly kind: "interwiki"; readonly prefix: string; readonly text: string }
  | { readonly kind: "invalid"; readonly reason: string };

export interface Namespace {
  readonly id: number;
  readonly name: string;
  readonly canonical: string;
}

export const SITE_NAME = "Sandbox Wiki";
export const CATEGORY = 14;

export const NAMESPACES: readonly Namespace[] = [
  [-2, "Media"],
  [-1, "Special"],
  [0, ""],
  [1, "Talk"],
  [2, "User"],
  [3, "User talk"],
  [4, SITE_NAME, "Project"],
  [5, `${SITE_NAME} talk`, "Project talk"],
  [6, "File"],
  [7, "File talk"],
  [8, "MediaWiki"],
  [9, "MediaWiki talk"],
  [10, "Template"],
  [11, "Template talk"],
  [12, "Help"],
  [13, "Help talk"],
  [CATEGORY, "Category"],
  [15, "Category talk"],
].map(([id, name, canonical]) => ({
  id: Number(id),
  name: String(name),
  canonical: String(canonical ?? name),
}));

const INTERWIKI = new Set(["wikipedia", "commons", "mediawikiwiki", "wikidata"]);

const NAMESPACE_ID = new Map(
  NAMESPACES.flatMap(({ id, name, canonical }) => [
    [name.toLowerCase(), id],
    [canonical.toLowerCase(), id],
  ]),
);
const NAMESPACE_NAME = new Map(NAMESPACES.map(({ id, name }) => [id, name]));

const SPACES = /[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/gu;
const DIRECTION_MARKS = /[\u200e\u200f\u202a-\u202e]+/gu;
const PREFIX = /^(.+?)_*:_*(.*)$/s;
/** What $wgLegalTitleChars does not allow, percent-encoded bytes and character references. */
const ILLEGAL =
  /[^ %!"$&'()*,\-./0-9:;=?@A-Z\\^_`a-z~\u0080-\u{10ffff}+]|%[0-9A-Fa-f]{2}|&[\w\u0080-\u{10ffff}]+;/u;
const RELATIVE = /^\.{1,2}$|^\.{1,2}\/|\/\.{1,2}\/|\/\.{1,2}$/;
const MAX_KEY_BYTES = 255;

const EMPTY = "The requested page title is empty or contains only the name of a namespace.";

/** Follows MediaWikiTitleCodec::splitTitleString. */
export function parseTitle(text: string, defaultNamespace = 0): ParsedTitle {
  let key = trimKey(text.replaceAll(" ", "_").replace(DIRECTION_MARKS, "").replace(SPACES, "_"));
  let ns = defaultNamespace;
  if (key.startsWith(":")) {
    ns = 0;
    key = trimKey(key.slice(1));
  }
  if (key === "") return invalid(EMPTY);
  const [, prefix = "", rest = ""] = PREFIX.exec(key) ?? [];
  const named = prefix === "" ? undefined : namespaceId(prefix);
  if (named !== undefined) {
    if (named === 1 && hasNamespace(rest))
      return invalid("The requested talk page title refers to a talk page that cannot exist.");
    [ns, key] = [named, rest];
  } else if (INTERWIKI.has(prefix.toLowerCase())) {
    return { kind: "interwiki", prefix: prefix.toLowerCase(), text: toText(rest) };
  }
  return withinNamespace(ns, key);
}

function withinNamespace(ns: number, key: string): ParsedTitle {
  const hash = key.indexOf("#");
  const fragment = hash < 0 ? "" : toText(key.slice(hash + 1));
  const name = hash < 0 ? key : key.slice(0, hash).replace(/_*$/, "");
  const reason = problemOf(name);
  if (reason !== null) return invalid(reason);
  if (name === "" && ns !== 0) return invalid(EMPTY);
  if (name.startsWith(":"))
    return invalid("The requested page title contains an invalid colon at the beginning.");
  return { kind: "page", ns, key: capitalized(name), fragment };
}

function problemOf(name: string): string | null {
  const illegal = ILLEGAL.exec(name);
  if (illegal !== null) return `The requested page title contains invalid characters: "${illegal[0]}".`;
  if (RELATIVE.test(name)) {
    return "Title has relative path. Relative page titles (./, ../) are invalid because they will often be unreachable when handled by user's browser.";
  }
  if (name.includes("~~~"))
    return "The requested page title contains invalid magic tilde sequence (<nowiki>~~~</nowiki>).";
  if (Buffer.byteLength(name) > MAX_KEY_BYTES) {
    return `The requested page title is too long. It must be no longer than ${MAX_KEY_BYTES} bytes in UTF-8 encoding.`;
  }
  return null;
}

const invalid = (reason: string): ParsedTitle => ({ kind: "invalid", reason });
const trimKey = (key: string) => key.replace(/^_+|_+$/g, "");
const toText = (key: string) => key.replaceAll("_", " ");
const namespaceId = (prefix: string) => NAMESPACE_ID.get(prefix.replaceAll("_", " ").toLowerCase());

function hasNamespace(key: string): boolean {
  const prefix = PREFIX.exec(key)?.[1];
  return prefix !== undefined && (namespaceId(prefix) !== undefined || INTERWIKI.has(prefix.toLowerCase()));
}

/** Only where one character becomes one: "ß" stays. */
function capitalized(name: string): string {
  const first = String.fromCodePoint(name.codePointAt(0) ?? 0);
  const upper = first.toUpperCase();
  const single = upper.length === String.fromCodePoint(upper.codePointAt(0) ?? 0).length;
  return name === "" || !single ? name : upper + name.slice(first.length);
}

/** A title that must be one of a page: those that the sandbox itself writes. */
export function pageTitle(text: string, defaultNamespace = 0): PageTitle {
  const parsed = parseTitle(text, defaultNamespace);
  if (parsed.kind !== "page" || parsed.key === "") throw new Error(`not the title of a page: ${text}`);
  return { ns: parsed.ns, key: parsed.key, fragment: parsed.fragment };
}

export function prefixedText({ ns, key }: Pick<PageTitle, "ns" | "key">): string {
  const name = NAMESPACE_NAME.get(ns) ?? "";
  return toText(name === "" ? key : `${name}:${key}`);
}
