/** Texts as vectors, by the mean of the vectors of their tokens (model2vec, sentence-transformers' StaticEmbedding). */
import { BrokenModel } from "./broken-model.ts";
import { MODEL_FILE, readTokenVectors } from "./safetensors.ts";
import { readTokenizer } from "./tokenizer.ts";

export interface StaticModel {
  readonly dimensions: number;
  /** Of length 1; null where the model knows nothing of the text. */
  embed(text: string): Float32Array | null;
}

/** Tokens of one passage; what follows changes a mean but little. */
const MAX_TOKENS = 2048;

export function staticModel(tokenizerJson: string, safetensors: Uint8Array): StaticModel {
  const tokenizer = readTokenizer(tokenizerJson);
  const vectors = readTokenVectors(safetensors);
  if (tokenizer.size > vectors.rows)
    throw new BrokenModel(
      MODEL_FILE,
      `has vectors of ${vectors.rows} tokens, and tokenizer.json knows ${tokenizer.size}; they are of different models`,
    );
  const { dimensions } = vectors;
  return {
    dimensions,
    embed(text) {
      const sum = new Float32Array(dimensions);
      for (const token of tokenizer.tokens(text, MAX_TOKENS)) vectors.addTo(sum, token);
      return normalized(sum);
    },
  };
}

function normalized(vector: Float32Array): Float32Array | null {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return Number.isFinite(length) && length > 1e-9 ? vector.map((value) => value / length) : null;
}
