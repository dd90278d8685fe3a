/** What a root says, in a form in which two roots can be compared: what depends on when and how often it ran is left out. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { rows } from "../kit/wiki-files.ts";
import type { TestRoot } from "../kit/root.ts";
import { filesOf, SOURCES } from "./whole-root.ts";

/** By what it is about; two roots are alike where all of it is. */
export type RootState = Readonly<Record<string, string>>;

export function stateOf(root: TestRoot): RootState {
  const files = filesOf(root).filter((path) => COMPARED.test(path));
  return Object.fromEntries([
    ...files.map((path) => [path, contentOf(root, path)] as const),
    ...SOURCES.flatMap((source) => manifestOf(root, source)),
    ...SOURCES.map((source) => [`checkpoint of ${source}`, checkpointOf(root, source)] as const),
    ...TABLES.map(([name, sql]) => [`table ${name}`, tableOf(root, sql)] as const),
  ]);
}

/** In words: what one root has and the other has not, or has otherwise. */
export function differencesOf(expected: RootState, found: RootState): readonly string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].toSorted();
  return names.flatMap((name) => {
    if (expected[name] === found[name]) return [];
    if (found[name] === undefined) return [`${name} is not there`];
    if (expected[name] === undefined) return [`${name} should not be there`];
    return [`${name} differs: ${around(expected[name] ?? "", found[name] ?? "")}`];
  });
}

function around(expected: string, found: string): string {
  let at = 0;
  while (at < found.length && expected[at] === found[at]) at++;
  const piece = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 40), at + 60));
  return `${piece(found)} instead of ${piece(expected)}`;
}

/** Documents and what is made of them, for readers. Logs, caches, locks and what was set aside are not. */
const COMPARED =
  /^(?:data\/(?:raw|retired|extracted|tramites)\/|artifacts\/raw\/wiki\/(?:page|retired)\/|data\/ingestion\/(?:proposals|previous|retired)\/|data\/ingestion\/(?:ingestion_catalog|review_queue|offices|discovery_queue|seeds|reviews)\b)(?!.*manifest\.jsonl$)/;

const TIMES = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

function contentOf(root: TestRoot, path: string): string {
  const bytes = readFileSync(root.file(path));
  if (!/\.(?:json|jsonl|md|txt)$/.test(path)) return createHash("sha256").update(bytes).digest("hex");
  return timeless(bytes.toString("utf8"));
}

/** A page that was asked for again was asked for by another request: its Date, and whether it was new, are another's. */
function timeless(text: string): string {
  return (
    text
      .replaceAll(TIMES, "T")
      .replaceAll(/("extraction_duration_ms": )\d+/g, "$10")
      // What became of it in the last run that looked at it is history, which a new database has not.
      .replaceAll(/("outcome":)"(?:new|updated|unchanged)"/g, '$1""')
      .replaceAll(/("(?:date|last_checked|fetched_at|response_ms|duration_ms)": )[^\n]*/gi, "$10")
  );
}

interface Line {
  readonly local_path: string;
  readonly source_url: string;
  readonly sha256_checksum: string;
  readonly pageid?: number;
  readonly metadata: { readonly key?: string; readonly retired_reason?: string };
}

/** The last word on each document. A page of a wiki says when it was fetched, and so has other bytes when it is fetched again. */
function manifestOf(root: TestRoot, source: string): readonly (readonly [string, string])[] {
  const file = root.file(`data/raw/${source}/manifest.jsonl`);
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  // A line whose names have lost a bit is no line of ours.
  const lines = text
    .split("\n")
    .flatMap((line) => lineIn(line) ?? [])
    .filter(({ metadata }) => metadata);
  const last = new Map(lines.map((line) => [line.metadata.key ?? line.pageid ?? line.local_path, line]));
  return [...last].map(([key, { local_path, source_url, sha256_checksum, metadata }]) => [
    `line of ${source} ${key}`,
    JSON.stringify([
      local_path,
      source_url,
      source === "wiki" ? "" : sha256_checksum,
      metadata.retired_reason ?? null,
    ]),
  ]);
}

function lineIn(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}

function checkpointOf(root: TestRoot, source: string): string {
  const text = readFileSync(root.file(`data/state/${source}.json`), "utf8");
  try {
    const { completed_ids, failed_ids, skipped_ids } = JSON.parse(text) as Record<string, string[]>;
    return JSON.stringify([completed_ids, failed_ids, skipped_ids].map((ids) => ids?.toSorted()));
  } catch {
    return text;
  }
}

const TABLES: readonly (readonly [string, string])[] = [
  [
    "document",
    "SELECT source, key, url, local_path, CASE source WHEN 'wiki' THEN '' ELSE sha256 END AS sha256, original_size, fields FROM document ORDER BY source, key",
  ],
  ["retired", "SELECT source, key, url, local_path, reason FROM retired ORDER BY source, key"],
  ["pages", "SELECT page_id, title, last_revid, file_path, categories FROM pages ORDER BY page_id"],
  [
    "extract",
    "SELECT source, key, sha256, extractor, status, words, reason, stem FROM extract ORDER BY source, key",
  ],
  [
    "procedure",
    "SELECT source, key, url, reason, tramite, content_hash, needs_review, is_proposal FROM procedure ORDER BY source, key",
  ],
];

function tableOf(root: TestRoot, sql: string): string {
  return timeless(JSON.stringify(rows(root.databaseFile, sql)));
}
