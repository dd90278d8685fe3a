import type { RetrieveOptions, Retriever } from "../../application/ports.ts";
import type { SearchAnswer, SearchFilters } from "../../domain/search-document.ts";
import { parseQuery } from "../../search/query.ts";
import type { StaticModel } from "../../search/static-model/static-model.ts";
import { number, type Statements } from "../sqlite/statements.ts";
import { filterSql } from "./filter-sql.ts";
import { type Found, showFound } from "./found-documents.ts";
import { DEFAULT_LIMIT } from "./lexical-retriever.ts";

/** Texts that are less alike have nothing to do with each other. */
const LEAST_SIMILAR = 0.3;

interface Table {
  /** As SQLite counts changes that others make. */
  readonly version: unknown;
  readonly documents: Int32Array;
  readonly starts: Int32Array;
  /** All vectors, one after the other. */
  readonly values: Float32Array;
}

/** By meaning: every vector is looked at, which is exact, and fast enough for a hundred thousand documents. */
export class EmbeddingRetriever implements Retriever {
  readonly kind = "embedding";
  readonly #sql: Statements;
  readonly #model: StaticModel;
  #table: Table | null = null;

  constructor(sql: Statements, model: StaticModel) {
    this.#sql = sql;
    this.#model = model;
  }

  async retrieve(question: string, options: RetrieveOptions = {}): Promise<SearchAnswer> {
    const { filters = {}, limit = DEFAULT_LIMIT } = options;
    const found = this.find(question, filters);
    return { total: found.length, hits: showFound(this.#sql, found.slice(0, limit), parseQuery(question)) };
  }

  /** All that are like enough, the likest first; each by its likest passage. */
  find(question: string, filters: SearchFilters): readonly Found[] {
    const asked = this.#model.embed(question);
    if (asked === null) return [];
    const { documents, starts, values } = this.#current();
    const allowed = this.#allowed(filters);
    const best = new Map<number, Found>();
    for (const [nth, id] of documents.entries()) {
      if (allowed !== null && !allowed.has(id)) continue;
      const score = dot(asked, values, nth * asked.length);
      if (score < LEAST_SIMILAR || score <= (best.get(id)?.score ?? 0)) continue;
      best.set(id, { id, score, start: starts[nth] ?? 0 });
    }
    return [...best.values()].toSorted((a, b) => b.score - a.score || a.id - b.id);
  }

  /** Null: every document. */
  #allowed(filters: SearchFilters): ReadonlySet<number> | null {
    const { where, values } = filterSql(filters);
    if (where === "") return null;
    const rows = this.#sql.all(`SELECT d.id AS id FROM document d WHERE TRUE${where}`, ...values);
    return new Set(rows.map((row) => number(row, "id")));
  }

  /** Kept until somebody writes to the index. */
  #current(): Table {
    const version = this.#sql.get("PRAGMA data_version")?.["data_version"];
    if (this.#table === null || this.#table.version !== version) this.#table = this.#read(version);
    return this.#table;
  }

  #read(version: unknown): Table {
    const { dimensions } = this.#model;
    const count = number(this.#sql.get("SELECT count(*) AS n FROM vector") ?? {}, "n");
    const table = {
      version,
      documents: new Int32Array(count),
      starts: new Int32Array(count),
      values: new Float32Array(count * dimensions),
    };
    const rows = this.#sql.iterate("SELECT document, start, value FROM vector LIMIT ?", count);
    let nth = 0;
    for (const row of rows) {
      const value = row["value"] as Uint8Array;
      if (value.byteLength !== dimensions * 4) continue;
      table.documents[nth] = number(row, "document");
      table.starts[nth] = number(row, "start");
      new Uint8Array(table.values.buffer).set(value, nth * dimensions * 4);
      nth++;
    }
    return table;
  }
}

function dot(a: Float32Array, values: Float32Array, offset: number): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (values[offset + at] ?? 0);
  return sum;
}
