import type { SearchHit } from "../domain/search-document.ts";
import type { SearchResult } from "../library/search.ts";
import type { Paint } from "./paint.ts";
import { counted } from "./quantities.ts";
import { clip, jsonLine, visible } from "./terminal-text.ts";

/** One object; every key is always there. */
export function searchJson(result: SearchResult): string {
  return jsonLine({ ...result });
}

/** Titles, where to find them, and the part of each text that says what was asked. */
export function searchText(result: SearchResult, paint: Paint, columns: number): string {
  const { hits, total } = result;
  if (hits.length === 0) return nothing(result);
  const shown = hits.map((hit) => hitText(hit, paint, columns)).join("\n");
  const count =
    total > hits.length
      ? `${hits.length} of ${counted(total, "document")}; --limit shows more`
      : counted(total, "document");
  return `${shown}\n${paint.faint(count)}\n`;
}

function nothing({ query, filters }: SearchResult): string {
  const hint =
    Object.keys(filters).length > 0
      ? "try fewer filters"
      : "try other words, or see with levada status what is stored";
  return `nothing found for ${visible(JSON.stringify(clipped(query)))}; ${hint}\n`;
}

const MAX_QUERY = 100;

function clipped(query: string): string {
  return query.length > MAX_QUERY ? `${query.slice(0, MAX_QUERY)}…`.toWellFormed() : query;
}

function hitText(hit: SearchHit, paint: Paint, columns: number): string {
  const { rank, title, id, url, path } = hit;
  const indent = " ".repeat(String(rank).length + 2);
  const lines = [
    `${rank}. ${paint.strong(visible(title))}  ${paint.faint(visible(`${hit.source} ${id}`))}`,
    ...[url, path].flatMap((where) => (where === null ? [] : `${indent}${visible(where)}`)),
    ...wrapped(snippetPieces(hit, paint), Math.max(20, columns - indent.length)).map((line) => indent + line),
    ...factLine(hit).map((facts) => `${indent}${paint.faint(visible(facts))}`),
  ];
  return `${lines.join("\n")}\n`;
}

function factLine({ level, ccaa, municipio, organism, type, channel, lang }: SearchHit): readonly string[] {
  const facts = [
    organism === null ? null : clip(organism, MAX_ORGANISM),
    level,
    ccaa,
    municipio,
    type,
    channel,
    lang,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? [] : [facts.join(" · ")];
}

const MAX_ORGANISM = 60;

interface Piece {
  /** As it takes place on the screen. */
  readonly width: number;
  readonly painted: string;
}

/** The words of a snippet, those that were asked for emphasised. */
function snippetPieces({ snippet, highlights }: SearchHit, paint: Paint): readonly Piece[] {
  const words = snippet.matchAll(/\S+/g);
  return Array.from(words, ({ 0: word, index }) => {
    let [painted, at] = ["", index];
    for (const [start, end] of highlights) {
      if (end <= index || start >= index + word.length) continue;
      const [from, to] = [Math.max(start, index), Math.min(end, index + word.length)];
      painted += visible(snippet.slice(at, from)) + paint.caution(visible(snippet.slice(from, to)));
      at = to;
    }
    painted += visible(snippet.slice(at, index + word.length));
    return { width: visible(word).length, painted };
  });
}

function wrapped(pieces: readonly Piece[], width: number): readonly string[] {
  const lines: string[] = [];
  let [line, used] = ["", 0];
  for (const piece of pieces) {
    if (used > 0 && used + 1 + piece.width > width) {
      lines.push(line);
      [line, used] = ["", 0];
    }
    line += used === 0 ? piece.painted : ` ${piece.painted}`;
    used += piece.width + (used === 0 ? 0 : 1);
  }
  return used === 0 ? lines : [...lines, line];
}
