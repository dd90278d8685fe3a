import { MisuseError } from "../../domain/errors.ts";

export interface WikiOptions {
  /** Address of `api.php`. @default "https://battlecats.miraheze.org/w/api.php" */
  readonly apiUrl: string;
  /** Where the documents go. @default "artifacts/raw/wiki/page" */
  readonly pageDir: string;
  /** Where the log of API calls goes. @default "artifacts/raw/wiki/raw" */
  readonly rawDir: string;
  /** Numbers of the namespaces whose pages are wanted. @default [0] */
  readonly namespaces: readonly number[];
  /** Only what changed since the last complete run (`auto`) or since a moment. @default a full listing */
  readonly since: "auto" | string | null;
  /** An SQLite file with the table `pages`. @default the table is in data/state/levada.db */
  readonly registry: string | null;
}

export const DEFAULT_WIKI_OPTIONS: WikiOptions = Object.freeze({
  apiUrl: "https://battlecats.miraheze.org/w/api.php",
  pageDir: "artifacts/raw/wiki/page",
  rawDir: "artifacts/raw/wiki/raw",
  namespaces: [0],
  since: null,
  registry: null,
});

export const RETIRED_DIR = "artifacts/raw/wiki/retired";

/** Complete, checked options. Throws `MisuseError` for what cannot be. */
export function resolveWikiOptions(given: Readonly<Record<string, unknown>> = {}): WikiOptions {
  const { apiUrl, pageDir, rawDir, namespaces, since, registry } = given;
  return {
    apiUrl: apiAddress(apiUrl ?? DEFAULT_WIKI_OPTIONS.apiUrl),
    pageDir: folder("page-dir", pageDir ?? DEFAULT_WIKI_OPTIONS.pageDir),
    rawDir: folder("raw-dir", rawDir ?? DEFAULT_WIKI_OPTIONS.rawDir),
    namespaces: namespaceNumbers(namespaces ?? DEFAULT_WIKI_OPTIONS.namespaces),
    since: since === undefined || since === null ? null : moment(since),
    registry: registry === undefined || registry === null ? null : folder("registry", registry),
  };
}

function apiAddress(value: unknown): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (url === null || !isWeb || url.username !== "" || url.password !== "") {
    throw new MisuseError(
      `api ${quote(value)}: use the address of api.php, such as https://example.org/w/api.php`,
    );
  }
  url.search = "";
  url.hash = "";
  return url.href;
}

function folder(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "" && !value.includes("\0")) return value;
  throw new MisuseError(`${name} ${quote(value)}: it takes a path`);
}

function namespaceNumbers(value: unknown): readonly number[] {
  const list = Array.isArray(value) ? (value as unknown[]) : [value];
  const numbers = list.map((one) =>
    typeof one === "string" && /^\d+$/.test(one.trim()) ? Number(one) : one,
  );
  const wrong = numbers.find((one) => !Number.isSafeInteger(one) || (one as number) < 0);
  if (wrong !== undefined || numbers.length === 0) {
    throw new MisuseError(`namespaces ${quote(wrong ?? value)}: use their numbers, such as 0,4,14`);
  }
  return [...new Set(numbers as number[])];
}

/** `auto`, or a moment as MediaWiki writes it. */
function moment(value: unknown): string {
  if (value === "auto") return value;
  const time = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new MisuseError(`since ${quote(value)}: use auto, or a date such as 2026-01-31T12:00:00Z`);
  }
  return mediaWikiTime(time);
}

/** To the second, UTC. */
export function mediaWikiTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function quote(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
