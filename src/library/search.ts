import type { RetrieveOptions, Retriever } from "../application/ports.ts";
import { recover } from "../application/recover.ts";
import { LevadaError, MisuseError } from "../domain/errors.ts";
import type { SearchAnswer, SearchFilters, SearchHit } from "../domain/search-document.ts";
import { discard, searchFileOf } from "../infrastructure/search/search-database.ts";
import { isUnusableIndex, SearchReader } from "../infrastructure/search/search-reader.ts";
import type { LoadedModel } from "../infrastructure/search/static-model-file.ts";
import { stateError } from "../infrastructure/sqlite/storage-trouble.ts";
import { checkFilters, FILTER_NAMES, type RefusedFilter } from "../search/filter-values.ts";
import { BUILT_IN_SOURCES } from "../sources/index.ts";
import { asWriter, type WriterPorts } from "./as-writer.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { archiveOf } from "./documents-folder.ts";
import { searchModel } from "./search-model.ts";
import { indexSources, sourcesBehind } from "./search-refresh.ts";

export interface OpenSearchOptions extends CommonOptions {
  /** Hears what does not stand in the way of an answer, in sentences. @default nobody does */
  readonly onNote?: (note: string) => void;
}

export interface SearchOptions extends OpenSearchOptions, RetrieveOptions {}

/** Names are those of `search --json`. */
export interface SearchResult {
  readonly query: string;
  /** As they were understood. */
  readonly filters: SearchFilters;
  readonly retriever: Retriever["kind"];
  readonly total: number;
  /** From the question to the answer, without opening the index. */
  readonly took_ms: number;
  readonly hits: readonly SearchHit[];
}

/** Answers questions from one open index. */
export interface Searcher extends Retriever {
  search(query: string, options?: RetrieveOptions): Promise<SearchResult>;
  close(): Promise<void>;
}

/**
 * Finds documents of every source. Offline; works beside a process that writes. An index that is missing, damaged or
 * behind what is stored is first brought up to date, where nobody else holds the root.
 *
 * @example
 * const { hits } = await search("prestación por desempleo", { root: "corpus", filters: { level: "estatal" } });
 */
export async function search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
  // Before anything is opened, let alone written.
  refuseUnknown(options);
  const searcher = await openSearch(options);
  try {
    return await searcher.search(query, options);
  } finally {
    await searcher.close();
  }
}

/** For more than one question. */
export async function openSearch(options: OpenSearchOptions = {}): Promise<Searcher> {
  const configuration = await loadConfiguration(options);
  const { root } = configuration;
  const note = options.onNote ?? (() => {});
  const model = await searchModel(root, configuration.config);
  await bringIndexUpToDate(configuration, model, note);
  return new RootSearcher({ configuration, model, note }, SearchReader.open(root));
}

type Note = (note: string) => void;

async function bringIndexUpToDate(
  configuration: Configuration,
  model: LoadedModel | null,
  note: Note,
): Promise<void> {
  const { root, config } = configuration;
  const behind = sourcesBehind(root);
  if (behind.length === 0 && !(await lacksVectors(root, model))) return;
  try {
    await asWriter(root, "search", async (ports) => {
      const sources = BUILT_IN_SOURCES.filter(({ name }) => behind.includes(name));
      for (const { name } of sources) await adoptStored(name, configuration, ports, note);
      await indexSources(sources, { ...ports, root, config, warn: (_, message) => note(message) });
    });
  } catch (error) {
    refuseWithoutIndex(root, error);
    note(`the index may be behind what is stored: ${messageOf(error)}`);
  }
}

/** A source in trouble is found as far as it is known, and the others are found all the same. */
async function adoptStored(
  name: string,
  configuration: Configuration,
  ports: WriterPorts,
  note: Note,
): Promise<void> {
  try {
    await recover(name, { ...ports, archive: await archiveOf(name, configuration) }, () => {});
  } catch (error) {
    note(`${name}: ${messageOf(error)}`);
  }
}

async function lacksVectors(root: string, model: LoadedModel | null): Promise<boolean> {
  if (model === null) return false;
  const { isWithoutVectors } = await import("../infrastructure/search/vector-index.ts");
  const reader = SearchReader.open(root);
  try {
    return reader !== null && isWithoutVectors(reader.sql, model.fingerprint);
  } catch {
    return true;
  } finally {
    reader?.close();
  }
}

/** An index that is a little behind answers, too. */
function refuseWithoutIndex(root: string, error: unknown): void {
  const reader = SearchReader.open(root);
  if (reader !== null) return reader.close();
  if (!(error instanceof LevadaError)) throw stateError(error, searchFileOf(root));
  if (error.code !== "root_locked") throw error;
  throw new LevadaError(
    error.code,
    `there is no search index yet, and it cannot be made now: ${error.message}`,
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

interface SearcherParts {
  readonly configuration: Configuration;
  readonly model: LoadedModel | null;
  readonly note: Note;
}

class RootSearcher implements Searcher {
  readonly kind: Retriever["kind"];
  readonly #parts: SearcherParts;
  #reader: SearchReader | null;
  #retriever: Promise<Retriever> | null = null;

  constructor(parts: SearcherParts, reader: SearchReader | null) {
    this.kind = parts.model === null ? "lexical" : "hybrid";
    this.#parts = parts;
    this.#reader = reader;
  }

  async search(query: string, options: RetrieveOptions = {}): Promise<SearchResult> {
    const started = performance.now();
    refuseUnknown(options);
    const { filters: given = {}, limit } = options;
    const filters = this.#understood(given);
    const answer = await this.retrieve(query, { filters, ...(limit === undefined ? {} : { limit }) });
    const took_ms = Math.round((performance.now() - started) * 1000) / 1000;
    return { query, filters, retriever: this.kind, total: answer.total, took_ms, hits: answer.hits };
  }

  /** An index that turns out to be damaged is made anew, once. */
  async retrieve(query: string, options: RetrieveOptions = {}): Promise<SearchAnswer> {
    try {
      return await this.#ask(query, options);
    } catch (error) {
      if (!isUnusableIndex(error)) throw error;
    }
    await this.#makeAnew();
    return this.#ask(query, options);
  }

  async #ask(query: string, options: RetrieveOptions): Promise<SearchAnswer> {
    if (this.#reader === null) return NOTHING;
    this.#retriever ??= retrieverOn(this.#reader, this.#parts.model);
    return (await this.#retriever).retrieve(query, options);
  }

  async close(): Promise<void> {
    this.#reader?.close();
  }

  async #makeAnew(): Promise<void> {
    const { configuration, model, note } = this.#parts;
    const { root } = configuration;
    this.#reader?.close();
    this.#retriever = null;
    await asWriter(root, "search", async () => discard(searchFileOf(root)));
    await bringIndexUpToDate(configuration, model, note);
    this.#reader = SearchReader.open(root);
  }

  #understood(given: SearchFilters): SearchFilters {
    const checked = checkFilters(given, (name) => {
      const known = this.#known(name);
      return name === "source" ? [...new Set([...BUILT_IN_SOURCES.map((one) => one.name), ...known])] : known;
    });
    if (checked.ok) return checked.filters;
    throw refused(checked);
  }

  #known(name: keyof SearchFilters): readonly string[] {
    try {
      return this.#reader?.values(name) ?? [];
    } catch {
      return [];
    }
  }
}

/** What only a search by meaning needs is loaded for one only. */
async function retrieverOn({ sql, lexical }: SearchReader, model: LoadedModel | null): Promise<Retriever> {
  if (model === null) return lexical;
  const { EmbeddingRetriever } = await import("../infrastructure/search/embedding-retriever.ts");
  const { HybridRetriever } = await import("../infrastructure/search/hybrid-retriever.ts");
  return new HybridRetriever(sql, lexical, new EmbeddingRetriever(sql, model));
}

const NOTHING: SearchAnswer = { total: 0, hits: [] };
const MAX_LISTED = 24;

/** What is wrong whatever is stored. */
function refuseUnknown({ filters = {}, limit = 1 }: RetrieveOptions): void {
  if (!(Number.isSafeInteger(limit) && limit >= 1))
    throw new MisuseError(`limit is ${limit}; it takes a whole number from 1`);
  const unknown = Object.keys(filters).find((name) => !FILTER_NAMES.includes(name));
  if (unknown !== undefined)
    throw new MisuseError(
      `unknown filter ${JSON.stringify(unknown.slice(0, 100))}; there are ${FILTER_NAMES.join(", ")}`,
    );
  const { level, channel } = filters;
  const fixed = { ...(level === undefined ? {} : { level }), ...(channel === undefined ? {} : { channel }) };
  const checked = checkFilters(fixed, () => []);
  if (!checked.ok) throw refused(checked);
}

function refused({ name, value, accepted }: RefusedFilter): MisuseError {
  return new MisuseError(
    `${name} ${JSON.stringify(value.slice(0, 100))} is not known; accepted: ${listed(accepted)}`,
  );
}

function listed(values: readonly string[]): string {
  const shown = values.slice(0, MAX_LISTED).join(", ");
  return values.length > MAX_LISTED ? `${shown} … (${values.length - MAX_LISTED} more)` : shown;
}
