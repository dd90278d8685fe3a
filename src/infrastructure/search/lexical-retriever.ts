import type { RetrieveOptions, Retriever } from "../../application/ports.ts";
import type { SearchAnswer, SearchFilters } from "../../domain/search-document.ts";
import { ftsExpression, parseQuery, type SearchQuery, strictnesses } from "../../search/query.ts";
import { number, type Statements } from "../sqlite/statements.ts";
import { filterSql } from "./filter-sql.ts";
import { type Found, showFound } from "./found-documents.ts";

export const DEFAULT_LIMIT = 10;

/** How much more a word counts in the title, the keywords and the headings than in the text. */
const RANK = "bm25(term, 10.0, 6.0, 3.0, 1.0)";

/** By words: BM25 over stems and words as they are written. */
export class LexicalRetriever implements Retriever {
  readonly kind = "lexical";
  readonly #sql: Statements;

  constructor(sql: Statements) {
    this.#sql = sql;
  }

  async retrieve(question: string, options: RetrieveOptions = {}): Promise<SearchAnswer> {
    const { filters = {}, limit = DEFAULT_LIMIT } = options;
    const query = parseQuery(question);
    const { total, found } = this.find(query, filters, limit);
    return { total, hits: showFound(this.#sql, found, query) };
  }

  /** The best first. */
  find(
    query: SearchQuery,
    filters: SearchFilters,
    limit: number,
  ): { readonly total: number; readonly found: readonly Found[] } {
    const { where, values } = filterSql(filters);
    const from = `FROM term CROSS JOIN document d ON d.id = term.rowid WHERE term MATCH ?${where}`;
    for (const strictness of strictnesses(query)) {
      const expression = ftsExpression(query, strictness);
      const total = number(this.#sql.get(`SELECT count(*) AS n ${from}`, expression, ...values) ?? {}, "n");
      if (total === 0) continue;
      const rows = this.#sql.all(
        `SELECT d.id AS id, -${RANK} AS score ${from} ORDER BY score DESC, d.id LIMIT ?`,
        expression,
        ...values,
        limit,
      );
      return { total, found: rows.map((row) => ({ id: number(row, "id"), score: number(row, "score") })) };
    }
    return { total: 0, found: [] };
  }
}
