import type { SearchHit } from "../../domain/search-document.ts";
import type { SearchQuery } from "../../search/query.ts";
import { snippetOf } from "../../search/snippet.ts";
import { type Row, type Statements, text, textOrNull } from "../sqlite/statements.ts";

/** A document that was found. */
export interface Found {
  /** Its number in the index. */
  readonly id: number;
  readonly score: number;
  /** Where the passage begins by which it was found, where it was not by its words. */
  readonly start?: number;
}

/** What is shown of what was found. A document that has left since is left out. */
export function showFound(
  sql: Statements,
  found: readonly Found[],
  query: SearchQuery,
): readonly SearchHit[] {
  return found
    .flatMap((one) => {
      const row = sql.get(
        "SELECT d.*, b.text AS body FROM document d JOIN body b ON b.document = d.id WHERE d.id = ?",
        one.id,
      );
      return row === undefined ? [] : [{ row, one }];
    })
    .map(({ row, one }, nth) => hitOf(row, one, nth + 1, query));
}

function hitOf(row: Row, { score, start = 0 }: Found, rank: number, query: SearchQuery): SearchHit {
  const snippet = snippetOf(text(row, "body"), query, { otherwise: start });
  return {
    rank,
    score: Number(score.toPrecision(6)),
    source: text(row, "source"),
    id: text(row, "name"),
    title: text(row, "title"),
    url: textOrNull(row, "url"),
    path: textOrNull(row, "path"),
    snippet: snippet.text,
    highlights: snippet.highlights,
    lang: textOrNull(row, "lang"),
    level: textOrNull(row, "level"),
    ccaa: textOrNull(row, "ccaa"),
    municipio: textOrNull(row, "municipio"),
    organism: textOrNull(row, "organism"),
    type: textOrNull(row, "type"),
    channel: textOrNull(row, "channel"),
  };
}
