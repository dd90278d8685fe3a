/** Models of the search: a tokenizer's JSON, tensors. */
import { BrokenModel } from "../../../src/search/static-model/broken-model.ts";
import { readTokenVectors } from "../../../src/search/static-model/safetensors.ts";
import { readTokenizer } from "../../../src/search/static-model/tokenizer.ts";
import { floats, safetensors, wordPieceJson } from "../../kit/static-model.ts";
import { ensure, type FuzzTarget } from "../target.ts";
import { ensureCount } from "../sound.ts";
import { JSON_WORDS } from "../words.ts";

function orBroken<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BrokenModel)) throw error;
    return null;
  }
}

const UNIGRAM = JSON.stringify({
  normalizer: {
    type: "Sequence",
    normalizers: [
      { type: "Precompiled" },
      { type: "Replace", pattern: { String: "a" }, content: "b" },
      { type: "Lowercase" },
    ],
  },
  pre_tokenizer: { type: "Sequence", pretokenizers: [{ type: "WhitespaceSplit" }, { type: "Metaspace" }] },
  model: {
    type: "Unigram",
    unk_id: 0,
    vocab: [
      ["<unk>", 0],
      ["▁beca", -2],
      ["s", -1],
    ],
  },
});

const TEXTS = [
  "",
  "Beca para el paro, becas.",
  "a".repeat(500),
  "居 ñ ﬃ \u0000\ud800",
  "__proto__ constructor toString",
];

const tokenizer: FuzzTarget = {
  name: "tokenizer",
  dictionary: [
    ...JSON_WORDS,
    ...'"model": "type": "WordPiece" "Unigram" "vocab": "normalizer": "Sequence" "normalizers": "Replace" "pattern": "content": "unk_id":'.split(
      " ",
    ),
  ],
  seeds: () => [wordPieceJson(["beca", "paro", "##s"]), UNIGRAM],
  run(input) {
    const made = orBroken(() => readTokenizer(new TextDecoder().decode(input)));
    if (made === null) return null;
    ensureCount(made.size, "the number of tokens");
    for (const text of TEXTS) {
      const tokens = made.tokens(text, 50);
      ensure(tokens.length <= 50, `${tokens.length} tokens`);
      for (const token of tokens)
        ensure(Number.isSafeInteger(token) && token >= 0 && token < made.size, `token ${token}`);
    }
    return null;
  },
};

const table = { dtype: "F32", shape: [3, 2], bytes: floats([1, 2, 3, 4, 5, 6]) };

const tensors: FuzzTarget = {
  name: "safetensors",
  dictionary: [
    ...JSON_WORDS,
    ...'"dtype": "F32" "F16" "BF16" "I64" "shape": "data_offsets": "weights": "mapping": "__metadata__":'.split(
      " ",
    ),
  ],
  seeds: () => [
    safetensors({ embeddings: table }),
    safetensors({
      embeddings: table,
      weights: { dtype: "F16", shape: [4], bytes: new Uint8Array(8) },
      mapping: { dtype: "I64", shape: [4], bytes: new Uint8Array(32) },
    }),
  ],
  run(input) {
    const vectors = orBroken(() => readTokenVectors(input));
    if (vectors === null) return null;
    ensureCount(vectors.rows, "the number of vectors");
    const sum = new Float32Array(vectors.dimensions);
    for (const token of [0, 1, vectors.rows - 1, vectors.rows, -1, 1e9]) vectors.addTo(sum, token);
    return null;
  },
};

export const modelTargets: readonly FuzzTarget[] = [tokenizer, tensors];
