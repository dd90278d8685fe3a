/**
 * Tokens as a `tokenizer.json` of Hugging Face's tokenizers makes them, as far as static embeddings go: WordPiece and
 * Unigram. Special tokens are never added, and a piece that the model does not know is left out.
 */
import { BrokenModel } from "./broken-model.ts";
import { isRecord, type Json } from "./json.ts";
import { normalizerOf } from "./normalizer.ts";
import { unigram } from "./unigram.ts";
import { wordPiece } from "./word-piece.ts";

export const TOKENIZER_FILE = "tokenizer.json";

export interface Tokenizer {
  /** The highest token is below this. */
  readonly size: number;
  /** At most `limit` of them. */
  tokens(text: string, limit: number): readonly number[];
}

export function readTokenizer(text: string): Tokenizer {
  const file = parsed(text);
  const model = isRecord(file["model"]) ? file["model"] : {};
  const normalize = normalizerOf(file["normalizer"]);
  const marksWords = usesMetaspace(file["pre_tokenizer"]);
  switch (model["type"]) {
    case "WordPiece":
      return wordPiece(model, normalize);
    case "Unigram":
      return unigram(model, normalize, marksWords);
    default:
      throw new BrokenModel(
        TOKENIZER_FILE,
        `is of type ${JSON.stringify(model["type"] ?? null).slice(0, 40)}; WordPiece and Unigram are read`,
      );
  }
}

function parsed(text: string): Json {
  try {
    const file: unknown = JSON.parse(text);
    if (isRecord(file)) return file;
  } catch {
    // Said below.
  }
  throw new BrokenModel(TOKENIZER_FILE, "is no JSON object");
}

/** No tokenizer is wrapped more often; JSON may be nested deeper than a stack is. */
const MAX_WRAPPING = 10;

/** Whether words are told apart by `▁` before each. */
function usesMetaspace(pre: unknown, depth = 0): boolean {
  if (!isRecord(pre) || depth > MAX_WRAPPING) return false;
  if (pre["type"] === "Metaspace") return true;
  const inside: readonly unknown[] = Array.isArray(pre["pretokenizers"]) ? pre["pretokenizers"] : [];
  return inside.some((one) => usesMetaspace(one, depth + 1));
}
