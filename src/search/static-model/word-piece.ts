/** Words cut into the longest pieces that the model knows, from the left (WordPiece). */
import { BrokenModel } from "./broken-model.ts";
import { isRecord, type Json } from "./json.ts";
import type { Normalize } from "./normalizer.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** Words, and every other sign by itself (`BertPreTokenizer`). */
const PART = /[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu;

export function wordPiece(model: Json, normalize: Normalize): Tokenizer {
  const vocabulary = vocabularyOf(model["vocab"]);
  const prefix =
    typeof model["continuing_subword_prefix"] === "string" ? model["continuing_subword_prefix"] : "##";
  const longest = Math.min(100, Number(model["max_input_chars_per_word"]) || 100);
  const unknown = vocabulary.get(String(model["unk_token"] ?? "[UNK]"));
  return {
    size: highest(vocabulary.values()) + 1,
    tokens(text, limit) {
      const found: number[] = [];
      for (const [word] of normalize(text).matchAll(PART)) {
        if (word.length <= longest) found.push(...piecesOf(word, vocabulary, prefix));
        if (found.length >= limit) break;
      }
      return found.filter((token) => token !== unknown).slice(0, limit);
    },
  };
}

/** None where a part of the word is not known: the whole word is unknown then. */
function piecesOf(word: string, vocabulary: ReadonlyMap<string, number>, prefix: string): readonly number[] {
  const pieces: number[] = [];
  for (let start = 0; start < word.length;) {
    let end = word.length;
    let token: number | undefined;
    for (; end > start; end--) {
      token = vocabulary.get((start > 0 ? prefix : "") + word.slice(start, end));
      if (token !== undefined) break;
    }
    if (token === undefined) return [];
    pieces.push(token);
    start = end;
  }
  return pieces;
}

function vocabularyOf(vocab: unknown): ReadonlyMap<string, number> {
  const entries = isRecord(vocab) ? Object.entries(vocab) : [];
  const known = entries.filter(
    (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && Number(entry[1]) >= 0,
  );
  if (known.length === 0) throw new BrokenModel("tokenizer.json", "has no vocabulary");
  return new Map(known);
}

function highest(values: Iterable<number>): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}
