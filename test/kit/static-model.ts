/** A static embedding model as small as a test needs it: every word of a group has the vector of the group. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface TensorParts {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

/** The format of https://github.com/huggingface/safetensors. */
export function safetensors(tensors: Readonly<Record<string, TensorParts>>): Uint8Array {
  let offset = 0;
  const header = Object.fromEntries(
    Object.entries(tensors).map(([name, { dtype, shape, bytes }]) => {
      const data_offsets = [offset, (offset += bytes.length)];
      return [name, { dtype, shape, data_offsets }];
    }),
  );
  const json = Buffer.from(JSON.stringify({ __metadata__: { format: "pt" }, ...header }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([length, json, ...Object.values(tensors).map(({ bytes }) => bytes)]);
}

export function floats(values: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

/** Rows of a table with a 1 where the group stands. */
export function oneHot(groups: readonly number[], dimensions: number): readonly number[] {
  return groups.flatMap((group) => Array.from({ length: dimensions }, (_, at) => (at === group ? 1 : 0)));
}

export function wordPieceJson(words: readonly string[]): string {
  const vocab = Object.fromEntries(["[UNK]", ...words].map((word, id) => [word, id]));
  return JSON.stringify({
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab,
    },
  });
}

/** Writes a model into `folder`. */
export function writeStaticModel(folder: string, groups: readonly (readonly string[])[]): string {
  const words = groups.flat();
  const groupOf = [0, ...groups.flatMap((group, nth) => group.map(() => nth + 1))];
  const dimensions = groups.length + 1;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "tokenizer.json"), wordPieceJson(words));
  const bytes = floats(oneHot(groupOf, dimensions));
  const table = { dtype: "F32", shape: [words.length + 1, dimensions], bytes };
  writeFileSync(join(folder, "model.safetensors"), safetensors({ embeddings: table }));
  return folder;
}
