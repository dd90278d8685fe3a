import type { RetrieveOptions, Retriever } from "../../application/ports.ts";
import type { SearchAnswer } from "../../domain/search-document.ts";
import { fuseRankings } from "../../search/fusion.ts";
import { parseQuery } from "../../search/query.ts";
import type { Statements } from "../sqlite/statements.ts";
import type { EmbeddingRetriever } from "./embedding-retriever.ts";
import { type Found, showFound } from "./found-documents.ts";
import { DEFAULT_LIMIT, type LexicalRetriever } from "./lexical-retriever.ts";

/** Of each ranking so many take part: what stands lower does not come to the top. */
const CANDIDATES = 100;

/** By words and by meaning: what both find stands above what one of them finds. */
export class HybridRetriever implements Retriever {
  readonly kind = "hybrid";
  readonly #sql: Statements;
  readonly #lexical: LexicalRetriever;
  readonly #embedding: EmbeddingRetriever;

  constructor(sql: Statements, lexical: LexicalRetriever, embedding: EmbeddingRetriever) {
    this.#sql = sql;
    this.#lexical = lexical;
    this.#embedding = embedding;
  }

  async retrieve(question: string, options: RetrieveOptions = {}): Promise<SearchAnswer> {
    const { filters = {}, limit = DEFAULT_LIMIT } = options;
    const query = parseQuery(question);
    const candidates = Math.max(CANDIDATES, limit);
    const byWords = this.#lexical.find(query, filters, candidates).found;
    const byMeaning = this.#embedding.find(question, filters).slice(0, candidates);
    const starts = new Map(byMeaning.map(({ id, start }) => [id, start]));
    const fused = fuseRankings([byWords.map(({ id }) => id), byMeaning.map(({ id }) => id)]);
    const found: readonly Found[] = fused.slice(0, limit).map(({ key: id, score }) => {
      const start = starts.get(id);
      return start === undefined ? { id, score } : { id, score, start };
    });
    return { total: fused.length, hits: showFound(this.#sql, found, query) };
  }
}
