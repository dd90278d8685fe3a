/** A text cut into the pieces that are likeliest together (Unigram: Kudo, ACL 2018; the best path by Viterbi). */
import { BrokenModel } from "./broken-model.ts";
import type { Json } from "./json.ts";
import type { Normalize } from "./normalizer.ts";
import type { Tokenizer } from "./tokenizer.ts";

const SPACE = "▁";
/** A longer run of signs without a space is cut: nothing is known of it anyway. */
const MAX_WORD = 200;
/** Below the least likely piece, as SentencePiece has it. */
const UNKNOWN_PENALTY = 10;

interface Piece {
  readonly token: number;
  readonly score: number;
}

interface Vocabulary {
  readonly pieces: ReadonlyMap<string, Piece>;
  readonly size: number;
  readonly longest: number;
  readonly unknown: number;
  readonly unknownScore: number;
}

export function unigram(model: Json, normalize: Normalize, marksWords: boolean): Tokenizer {
  const vocabulary = vocabularyOf(model);
  return {
    size: vocabulary.size,
    tokens(text, limit) {
      const found: number[] = [];
      for (const word of normalize(text).split(/\s+/)) {
        if (word === "") continue;
        const marked = marksWords && !word.startsWith(SPACE) ? SPACE + word : word;
        for (let at = 0; at < marked.length; at += MAX_WORD)
          found.push(...bestPath(marked.slice(at, at + MAX_WORD), vocabulary));
        if (found.length >= limit) break;
      }
      return found.filter((token) => token !== vocabulary.unknown).slice(0, limit);
    },
  };
}

function bestPath(word: string, vocabulary: Vocabulary): readonly number[] {
  const { pieces, longest, unknown, unknownScore } = vocabulary;
  const best: { score: number; from: number; token: number }[] = [{ score: 0, from: -1, token: -1 }];
  for (let end = 1; end <= word.length; end++) {
    // One sign that nobody knows is a way, too: there is always a path.
    let found = { score: (best[end - 1]?.score ?? 0) + unknownScore, from: end - 1, token: unknown };
    for (let start = Math.max(0, end - longest); start < end; start++) {
      const piece = pieces.get(word.slice(start, end));
      const score = piece === undefined ? -Infinity : (best[start]?.score ?? 0) + piece.score;
      if (piece !== undefined && score > found.score) found = { score, from: start, token: piece.token };
    }
    best.push(found);
  }
  const path: number[] = [];
  for (let at = word.length; at > 0; at = best[at]?.from ?? 0) path.unshift(best[at]?.token ?? unknown);
  return path;
}

function vocabularyOf({ vocab, unk_id: unknown }: Json): Vocabulary {
  const pieces = new Map<string, Piece>();
  let [longest, least] = [1, 0];
  const listed: readonly unknown[] = Array.isArray(vocab) ? vocab : [];
  for (const [token, entry] of listed.entries()) {
    const [text, score] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof text !== "string" || text === "" || typeof score !== "number" || !Number.isFinite(score))
      continue;
    pieces.set(text, { token, score });
    longest = Math.min(64, Math.max(longest, text.length));
    least = Math.min(least, score);
  }
  if (pieces.size === 0) throw new BrokenModel("tokenizer.json", "has no vocabulary");
  return {
    pieces,
    size: listed.length,
    longest,
    unknown: typeof unknown === "number" ? unknown : -1,
    unknownScore: least - UNKNOWN_PENALTY,
  };
}
