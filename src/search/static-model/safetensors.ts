/**
 * Tensors of a `.safetensors` file (https://github.com/huggingface/safetensors#format): a length of 8 bytes, a header of
 * JSON, and the numbers. Nothing the header says is believed before it was held against the size of the file.
 */
import { BrokenModel } from "./broken-model.ts";

export const MODEL_FILE = "model.safetensors";

const MAX_HEADER = 16 * 1024 * 1024;
const MAX_ROWS = 5_000_000;
const MAX_DIMENSIONS = 4096;

type Dtype = "F32" | "F16" | "BF16" | "F64" | "I64" | "I32";

const BYTES: Readonly<Record<Dtype, number>> = { F32: 4, F16: 2, BF16: 2, F64: 8, I64: 8, I32: 4 };

interface Tensor {
  readonly name: string;
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  readonly bytes: DataView;
}

/** One vector for each token. */
export interface TokenVectors {
  readonly rows: number;
  readonly dimensions: number;
  /** Adds the vector of a token, times its weight, to `sum`. */
  addTo(sum: Float32Array, token: number): void;
}

/** The table of vectors, with a weight for each token and a table of places where the model has them (model2vec). */
export function readTokenVectors(file: Uint8Array): TokenVectors {
  const tensors = readTensors(file);
  const table = tensors.find(isTable) ?? null;
  if (table === null) throw broken("has no table of vectors: one tensor of two dimensions, F32 or F16");
  const [rows = 0, dimensions = 0] = table.shape;
  const weights = listOf(tensors, "weights");
  const places = listOf(tensors, "mapping");
  const tokens = places?.length ?? rows;
  if (weights !== null && weights.length !== tokens)
    throw broken(`has ${weights.length} weights for ${tokens} tokens`);
  return {
    rows: tokens,
    dimensions,
    addTo(sum, token) {
      const row = places === null ? token : (places[token] ?? -1);
      if (!(row >= 0 && row < rows)) return;
      addRow(table, row, dimensions, sum, weights?.[token] ?? 1);
    },
  };
}

function isTable({ shape, dtype }: Tensor): boolean {
  return shape.length === 2 && ["F32", "F16", "BF16"].includes(dtype);
}

function readTensors(file: Uint8Array): readonly Tensor[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 8) throw broken("is too short");
  const length = Number(view.getBigUint64(0, true));
  if (length > MAX_HEADER || length + 8 > file.length) throw broken("has a header longer than the file");
  const header = parseHeader(file.subarray(8, 8 + length));
  return Object.entries(header)
    .filter(([name]) => name !== "__metadata__")
    .map(([name, about]) => tensorOf(name, about, file, 8 + length));
}

function parseHeader(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const header: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof header === "object" && header !== null && !Array.isArray(header))
      return header as Readonly<Record<string, unknown>>;
  } catch {
    // Said below.
  }
  throw broken("has a header that is no JSON object");
}

function tensorOf(name: string, about: unknown, file: Uint8Array, start: number): Tensor {
  const { dtype, shape, data_offsets: offsets } = (about ?? {}) as Readonly<Record<string, unknown>>;
  const shown = JSON.stringify(name.slice(0, 60));
  if (typeof dtype !== "string" || !Object.hasOwn(BYTES, dtype))
    throw broken(`has tensor ${shown} of a type that is not read`);
  if (!isNumbers(shape) || shape.length > 2 || !isNumbers(offsets) || offsets.length !== 2)
    throw broken(`has tensor ${shown} without a shape or a place`);
  const [rows = 1, columns = 1] = shape;
  if (rows > MAX_ROWS || columns > MAX_DIMENSIONS || rows * columns === 0)
    throw broken(
      `has tensor ${shown} of ${rows} × ${columns}; up to ${MAX_ROWS} × ${MAX_DIMENSIONS} is read`,
    );
  const [from = 0, to = 0] = offsets;
  const size = rows * columns * BYTES[dtype as Dtype];
  if (to - from !== size || start + to > file.length) throw broken(`ends before tensor ${shown} does`);
  const bytes = new DataView(file.buffer, file.byteOffset + start + from, size);
  return { name, dtype: dtype as Dtype, shape, bytes };
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one >= 0);
}

/** A tensor of one dimension as numbers; null where there is none of that name. */
function listOf(tensors: readonly Tensor[], name: string): Float64Array | null {
  const found = tensors.find((tensor) => tensor.name === name && tensor.shape.length === 1);
  if (found === undefined) return null;
  return Float64Array.from({ length: found.shape[0] ?? 0 }, (_, at) => numberAt(found, at));
}

function numberAt({ dtype, bytes }: Tensor, at: number): number {
  switch (dtype) {
    case "F32":
      return bytes.getFloat32(at * 4, true);
    case "F64":
      return bytes.getFloat64(at * 8, true);
    case "F16":
      return bytes.getFloat16(at * 2, true);
    case "I32":
      return bytes.getInt32(at * 4, true);
    case "I64":
      return Number(bytes.getBigInt64(at * 8, true));
    case "BF16":
      return bfloat16(bytes.getUint16(at * 2, true));
  }
}

const SCRATCH = new DataView(new ArrayBuffer(4));

/** The upper half of a float of 32 bits. */
function bfloat16(bits: number): number {
  SCRATCH.setUint32(0, bits << 16);
  return SCRATCH.getFloat32(0);
}

function addRow(table: Tensor, row: number, dimensions: number, sum: Float32Array, weight: number): void {
  const start = row * dimensions;
  for (let at = 0; at < dimensions; at++) {
    const value = numberAt(table, start + at);
    // A vector that is no number would make all others none.
    if (Number.isFinite(value)) sum[at] = (sum[at] ?? 0) + value * weight;
  }
}

function broken(problem: string): BrokenModel {
  return new BrokenModel(MODEL_FILE, problem);
}
