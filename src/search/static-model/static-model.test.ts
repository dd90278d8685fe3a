import { describe, expect, it } from "vitest";
import { floats, oneHot, safetensors, wordPieceJson } from "../../../test/kit/static-model.ts";
import { normalizerOf } from "./normalizer.ts";
import { readTokenVectors } from "./safetensors.ts";
import { staticModel } from "./static-model.ts";
import { readTokenizer } from "./tokenizer.ts";

const table = (rows: number, dimensions = 2) => ({
  dtype: "F32",
  shape: [rows, dimensions],
  bytes: floats(Array.from({ length: rows * dimensions }, (_, at) => at + 1)),
});

function rowOf(file: Uint8Array, token: number): readonly number[] {
  const vectors = readTokenVectors(file);
  const sum = new Float32Array(vectors.dimensions);
  vectors.addTo(sum, token);
  return [...sum];
}

const halves = (values: readonly number[]) => {
  const view = new DataView(new ArrayBuffer(values.length * 2));
  for (const [at, value] of values.entries()) view.setFloat16(at * 2, value, true);
  return new Uint8Array(view.buffer);
};

describe("vectors of a model", () => {
  it.each([
    ["of 32 bits", safetensors({ embeddings: table(3) }), [3, 4]],
    [
      "of 16 bits",
      safetensors({ "embedding.weight": { dtype: "F16", shape: [2, 2], bytes: halves([1, 2, 3, 4]) } }),
      [3, 4],
    ],
    [
      "of brain floats",
      safetensors({ e: { dtype: "BF16", shape: [2, 1], bytes: Uint8Array.of(0x80, 0x3f, 0x40, 0xc0) } }),
      [-3],
    ],
    [
      "with weights",
      safetensors({ embeddings: table(2), weights: { dtype: "F32", shape: [2], bytes: floats([1, 0.5]) } }),
      [1.5, 2],
    ],
    [
      "with places",
      safetensors({
        embeddings: table(2),
        mapping: { dtype: "I32", shape: [3], bytes: new Uint8Array(Int32Array.of(0, 0, 1).buffer) },
      }),
      [1, 2],
    ],
    [
      "with places and weights of 64 bits",
      safetensors({
        embeddings: table(2),
        mapping: { dtype: "I64", shape: [2], bytes: new Uint8Array(BigInt64Array.of(1n, 1n).buffer) },
        weights: { dtype: "F64", shape: [2], bytes: new Uint8Array(Float64Array.of(1, 2).buffer) },
      }),
      [6, 8],
    ],
  ])("are read %s", (_, file, row) => {
    expect(rowOf(file, 1)).toEqual(row);
  });

  it("of a token that has none, or is no number, add nothing", () => {
    expect(rowOf(safetensors({ embeddings: table(2) }), 99)).toEqual([0, 0]);
    const bytes = floats([Number.NaN, 1, Infinity, 2]);
    expect(rowOf(safetensors({ embeddings: { dtype: "F32", shape: [2, 2], bytes } }), 1)).toEqual([0, 2]);
  });

  const whole = safetensors({ embeddings: table(3) });
  const header = (json: string, length = BigInt(Buffer.byteLength(json))) => {
    const head = Buffer.alloc(8);
    head.writeBigUInt64LE(length);
    return Buffer.concat([head, Buffer.from(json)]);
  };

  it.each([
    ["nothing", new Uint8Array(), "too short"],
    ["a cut file", whole.subarray(0, whole.length - 1), "ends before"],
    ["a header longer than the file", header("{}", 1n << 60n), "header longer"],
    ["a header that is no JSON", header("{{{"), "no JSON"],
    ["a header that is a list", header("[]"), "no JSON"],
    ["no tensor", header("{}"), "no table"],
    ["a type that nobody knows", safetensors({ e: { ...table(1), dtype: "Q4" } }), "type that is not read"],
    [
      "a shape that is no numbers",
      header('{"e":{"dtype":"F32","shape":[-1,2],"data_offsets":[0,0]}}'),
      "without a shape",
    ],
    ["a table of nothing", header('{"e":{"dtype":"F32","shape":[0,2],"data_offsets":[0,0]}}'), "0 × 2"],
    [
      "a table larger than any",
      header('{"e":{"dtype":"F32","shape":[99999999,9999],"data_offsets":[0,8]}}'),
      "is read",
    ],
    ["no place", header('{"e":{"dtype":"F32","shape":[1,1]}}'), "without a shape"],
    ["null for a tensor", header('{"e":null}'), "type that is not read"],
    [
      "too few weights",
      safetensors({ embeddings: table(2), weights: { dtype: "F32", shape: [1], bytes: floats([1]) } }),
      "1 weights for 2",
    ],
    ["a list only", safetensors({ weights: { dtype: "F32", shape: [1], bytes: floats([1]) } }), "no table"],
  ])("are refused from %s", (_, file, problem) => {
    expect(() => readTokenVectors(file)).toThrow(problem);
  });
});

const unigramJson = (vocab: readonly (readonly [string, number])[], more = {}) =>
  JSON.stringify({
    normalizer: { type: "Sequence", normalizers: [{ type: "Precompiled" }, { type: "Lowercase" }] },
    pre_tokenizer: { type: "Sequence", pretokenizers: [{ type: "WhitespaceSplit" }, { type: "Metaspace" }] },
    model: { type: "Unigram", unk_id: 0, vocab, ...more },
  });

describe("a tokenizer", () => {
  it.each([
    ["whole words", "Beca PARO", [1, 2]],
    ["words without their accents", "bécá", [1]],
    ["the longest pieces from the left", "becario", [1, 3, 4]],
    ["no piece of a word that it does not know all of", "becaxyz paro", [2]],
    ["signs as words of their own", "beca, paro!", [1, 2]],
    ["nothing of nothing", "", []],
  ])("of word pieces makes %s", (_, text, tokens) => {
    const { tokens: made, size } = readTokenizer(wordPieceJson(["beca", "paro", "##ri", "##o"]));
    expect([made(text, 100), size]).toEqual([tokens, 5]);
  });

  it.each([
    ["the likeliest pieces", "becas", [1, 3]],
    ["one piece where that is likelier", "paros", [4]],
    ["pieces around what it does not know", "beca@", [1]],
    ["words told apart", "beca beca", [1, 1]],
  ])("by likelihood makes %s", (_, text, tokens) => {
    const vocab = [
      ["<unk>", 0],
      ["▁beca", -2],
      ["▁paro", -3],
      ["s", -1],
      ["▁paros", -3.5],
    ] as const;
    expect(readTokenizer(unigramJson(vocab)).tokens(text, 100)).toEqual(tokens);
  });

  it("is read however deep its parts are nested", () => {
    const deep = `${'{"pretokenizers":['.repeat(20_000)}{}${"]}".repeat(20_000)}`;
    const json = wordPieceJson(["a"]).replace('{"type":"BertPreTokenizer"}', deep);
    expect(json).toContain(deep);
    expect(readTokenizer(json).tokens("a", 9)).toEqual([1]);
  });

  it("stops at its limit, and takes a word without an end", () => {
    const { tokens } = readTokenizer(wordPieceJson(["a"]));
    expect(tokens("a ".repeat(1000), 10)).toHaveLength(10);
    const likely = readTokenizer(
      unigramJson([
        ["<unk>", 0],
        ["a", -1],
      ]),
    );
    expect(likely.tokens("a".repeat(100_000), 50)).toHaveLength(50);
  });

  it.each([
    ["no JSON", "{", "no JSON"],
    ["another kind", JSON.stringify({ model: { type: "BPE" } }), "BPE"],
    ["no model", "{}", "WordPiece and Unigram"],
    ["no words", JSON.stringify({ model: { type: "WordPiece", vocab: {} } }), "no vocabulary"],
    [
      "words that are none",
      JSON.stringify({ model: { type: "WordPiece", vocab: { a: -1, b: "x" } } }),
      "no vocabulary",
    ],
    ["no pieces", JSON.stringify({ model: { type: "Unigram", vocab: [["a"], 1, null] } }), "no vocabulary"],
    ["a normalizer that nobody knows", JSON.stringify({ normalizer: { type: "Magic" }, model: {} }), "Magic"],
    ["a normalizer that is none", JSON.stringify({ normalizer: 7, model: {} }), "not understood"],
  ])("is refused with %s", (_, json, problem) => {
    expect(() => readTokenizer(json)).toThrow(problem);
  });

  it.each([
    [{ type: "NFD" }, "é", "e\u0301"],
    [{ type: "StripAccents" }, "é", "e"],
    [{ type: "Strip" }, " a ", "a"],
    [{ type: "Prepend", prepend: "▁" }, "a", "▁a"],
    [{ type: "Prepend" }, "", ""],
    [{ type: "Replace", pattern: { String: "a" }, content: "b" }, "aa", "bb"],
    [{ type: "Replace", pattern: { Regex: " {2,}" }, content: " " }, "a   b", "a b"],
    [{ type: "Nmt" }, "a\u0007b", "a b"],
    [{ type: "BertNormalizer", lowercase: false, clean_text: false }, "É", "É"],
    [{ type: "BertNormalizer" }, "居\0a\t", " 居 a "],
    [null, "x", "x"],
  ])("prepares its text as %j says", (description, text, prepared) => {
    expect(normalizerOf(description)(text)).toBe(prepared);
  });
});

describe("a static model", () => {
  const model = staticModel(
    wordPieceJson(["paro", "desempleo", "beca"]),
    safetensors({ embeddings: { dtype: "F32", shape: [4, 2], bytes: floats(oneHot([9, 0, 0, 1], 2)) } }),
  );

  it("gives words that mean the same the same vector, of length 1", () => {
    expect(model.embed("paro paro")).toEqual(model.embed("DESEMPLEO"));
    expect([...(model.embed("paro beca") ?? [])].map((value) => value ** 2)).toEqual([
      expect.closeTo(0.5),
      expect.closeTo(0.5),
    ]);
  });

  it("gives nothing for a text of which it knows nothing", () => {
    expect(model.embed("¿qué?")).toBeNull();
  });

  it("is refused where its files are not of one model", () => {
    expect(() => staticModel(wordPieceJson(["a", "b", "c"]), safetensors({ e: table(2) }))).toThrow(
      "different models",
    );
  });
});
