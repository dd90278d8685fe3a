import { bringUpToDate } from "../application/indexing.ts";
import type { Extracts, Manifest, Registry } from "../application/ports.ts";
import type { Source } from "../domain/source.ts";
import type { ConfigFile } from "../infrastructure/files/config-files.ts";
import { discard, searchFileOf } from "../infrastructure/search/search-database.ts";
import { openSearchIndex, type SqliteSearchIndex } from "../infrastructure/search/search-index.ts";
import { isUnusableIndex, SearchReader } from "../infrastructure/search/search-reader.ts";
import { sourceMark } from "../infrastructure/search/source-mark.ts";
import { BUILT_IN_SOURCES } from "../sources/index.ts";
import { searchCorpus } from "./search-corpora.ts";
import { searchModel } from "./search-model.ts";

/** What is to be found is asked of these; under the root's lock. */
export interface RefreshParts {
  readonly root: string;
  readonly registry: Registry;
  readonly extracts: Extracts;
  readonly manifest: Manifest;
  readonly warn: (code: string, message: string) => void;
  readonly config: Pick<ConfigFile, "search">;
  /** Once it aborts, a little more is done and the rest is left to the next run. @default never */
  readonly signal?: AbortSignal;
}

type Rules = Pick<Source<never>, "name" | "pages" | "extraction">;

/** After a request to stop. */
const GRACE_MS = 1000;

/**
 * Brings the index up to date after a run, under the run's lock: its source, and whatever else the index lacks. The
 * index is derived, so whatever happens to it is a warning: it does not change what became of the run.
 */
export async function refreshIndex<O>(ran: Source<O>, parts: RefreshParts): Promise<void> {
  const rules = ran as unknown as Rules;
  try {
    const others = BUILT_IN_SOURCES.filter(({ name }) => name !== ran.name);
    const behind = sourcesBehind(parts.root, others).map((name) => others.find((one) => one.name === name));
    await indexSources([rules, ...behind.filter((one) => one !== undefined)], parts);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    parts.warn(
      "search_index",
      `the search index could not be brought up to date (${detail}); what was stored is stored, and the next run tries again`,
    );
  }
}

/** Sources of which the index does not know all; all that have something where there is no index. */
export function sourcesBehind(root: string, sources: readonly Rules[] = BUILT_IN_SOURCES): readonly string[] {
  const known = knownMarks(root);
  return sources
    .filter(({ name }) => sourceMark(root, name) !== (known.get(name) ?? ""))
    .map(({ name }) => name);
}

function knownMarks(root: string): ReadonlyMap<string, string> {
  const reader = SearchReader.open(root);
  try {
    return reader?.marks() ?? new Map();
  } catch {
    return new Map();
  } finally {
    reader?.close();
  }
}

/** One that turns out to be damaged half-way is made anew, with everything in it. */
export async function indexSources(sources: readonly Rules[], parts: RefreshParts): Promise<void> {
  try {
    await withIndex(parts.root, (index) => indexAll(sources, index, parts));
  } catch (error) {
    if (!isUnusableIndex(error)) throw error;
    discard(searchFileOf(parts.root));
    const all = [
      ...sources,
      ...BUILT_IN_SOURCES.filter(({ name }) => sources.every((one) => one.name !== name)),
    ];
    await withIndex(parts.root, (index) => indexAll(all, index, parts));
  }
}

async function withIndex(root: string, work: (index: SqliteSearchIndex) => Promise<void>): Promise<void> {
  const index = openSearchIndex(root);
  try {
    await work(index);
  } finally {
    await index.close();
  }
}

async function indexAll(
  sources: readonly Rules[],
  index: SqliteSearchIndex,
  parts: RefreshParts,
): Promise<void> {
  const { root, signal, warn } = parts;
  const isOver = deadlineAfter(signal);
  for (const source of sources) {
    const mark = sourceMark(root, source.name);
    const corpus = searchCorpus({ ...parts, source, warn: (message) => warn("search_index", message) });
    const { complete } = await bringUpToDate({ corpus, index, isOver });
    if (complete) await index.complete(source.name, mark);
  }
  const model = await searchModel(root, parts.config);
  if (model === null) return;
  const { bringVectorsUpToDate } = await import("../infrastructure/search/vector-index.ts");
  await bringVectorsUpToDate(index.db, model, isOver);
}

function deadlineAfter(signal: AbortSignal | undefined): () => boolean {
  let end: number | null = null;
  return () => {
    if (signal?.aborted !== true) return false;
    end ??= Date.now() + GRACE_MS;
    return Date.now() >= end;
  };
}
