/** Inputs made of others: what damages a file on its way, and what somebody would do to it on purpose. */
import type { Choices } from "../../src/sandbox/offices-random.ts";

export interface Material {
  /** To take parts from. */
  readonly corpus: readonly Uint8Array[];
  readonly dictionary: readonly string[];
  readonly maxBytes: number;
}

type Mutation = (input: Buffer, choices: Choices, material: Material) => Buffer;

const NUMBERS = [
  ..."0 -1 1 2 7 255 256 65535 65536 2147483647 2147483648 4294967295 4294967296".split(" "),
  ..."9007199254740993 99999999999999999999 1e9 1e308 1e999 -0 0x10 1.5 .5 NaN Infinity".split(" "),
];

/** What readers of text trip over: NUL, lone surrogates and other broken UTF-8, directions, what folds to more. */
const BYTES = [
  ..."00 0a 0d 1b 7f c2 ff 0d0a 1b5b32 c285 c2a0 efbbbf fffe feff eda080 edb080 c0ae f4908080 e280ae".split(
    " ",
  ),
  ..."e28080 e280a8 efbfbd efb790 c4b0 efac83 f09f9880 cc81cc81cc81cc81 2626 5c5c 2f2f 2e2e2f".split(" "),
].map((hex) => Buffer.from(hex, "hex"));

const WORDS = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "javascript:alert(1)",
  "&#0;",
  "%00",
];

const MUTATIONS: readonly Mutation[] = [
  flipBit,
  setByte,
  deleteBlock,
  deleteBlock,
  repeatBlock,
  repeatBlock,
  moveBlock,
  splice,
  splice,
  insertWord,
  insertWord,
  overwriteWithWord,
  replaceNumber,
  replaceNumber,
  overwriteInteger,
  insertBytes,
  truncate,
];

/** One to eight changes; now and then one that makes the input long or deep, to see whether time grows faster than it. */
export function mutated(input: Uint8Array, choices: Choices, material: Material): Uint8Array {
  let current: Buffer = Buffer.from(input);
  const changes = choices.of([1, 1, 1, 2, 2, 3, 5, 8]);
  for (let change = 0; change < changes; change++) {
    current = choices.of(MUTATIONS)(current, choices, material);
  }
  if (choices.between(1, 60) === 1) current = choices.of([amplify, nest])(current, choices, material);
  return current.subarray(0, material.maxBytes);
}

function flipBit(input: Buffer, choices: Choices): Buffer {
  if (input.length === 0) return input;
  const at = choices.between(0, input.length - 1);
  input[at] = (input[at] ?? 0) ^ (1 << choices.between(0, 7));
  return input;
}

function setByte(input: Buffer, choices: Choices): Buffer {
  if (input.length > 0) input[choices.between(0, input.length - 1)] = choices.between(0, 255);
  return input;
}

function deleteBlock(input: Buffer, choices: Choices): Buffer {
  const [start, end] = blockOf(input, choices);
  return Buffer.concat([input.subarray(0, start), input.subarray(end)]);
}

function repeatBlock(input: Buffer, choices: Choices): Buffer {
  const [start, end] = blockOf(input, choices);
  const times = choices.of([1, 1, 1, 2, 5, 40]);
  return inserted(input, end, repeated(input.subarray(start, end), times, input.length + 16_384));
}

function moveBlock(input: Buffer, choices: Choices): Buffer {
  const [start, end] = blockOf(input, choices);
  const without = Buffer.concat([input.subarray(0, start), input.subarray(end)]);
  return inserted(without, placeIn(without, choices), input.subarray(start, end));
}

function splice(input: Buffer, choices: Choices, { corpus }: Material): Buffer {
  const other = Buffer.from(choices.of(corpus));
  const [start, end] = blockOf(other, choices);
  const at = placeIn(input, choices);
  const after = choices.between(0, 2) === 0 ? Buffer.alloc(0) : input.subarray(at);
  return Buffer.concat([input.subarray(0, at), other.subarray(start, end), after]);
}

function insertWord(input: Buffer, choices: Choices, { dictionary }: Material): Buffer {
  return inserted(input, placeIn(input, choices), wordOf(choices, dictionary));
}

function overwriteWithWord(input: Buffer, choices: Choices, { dictionary }: Material): Buffer {
  const [start, end] = blockOf(input, choices);
  const word = wordOf(choices, dictionary);
  const until = choices.between(0, 1) === 0 ? end : Math.min(start + word.length, input.length);
  return Buffer.concat([input.subarray(0, start), word, input.subarray(until)]);
}

function wordOf(choices: Choices, dictionary: readonly string[]): Buffer {
  return Buffer.from(choices.between(0, 9) === 0 ? choices.of(WORDS) : choices.of(dictionary));
}

function replaceNumber(input: Buffer, choices: Choices): Buffer {
  const text = input.toString("latin1");
  const from = choices.between(0, text.length);
  const digits = /\d+/g;
  digits.lastIndex = from;
  const found = digits.exec(text) ?? /\d+/.exec(text);
  if (found === null) return inserted(input, from, Buffer.from(choices.of(NUMBERS)));
  const after = input.subarray(found.index + found[0].length);
  return Buffer.concat([input.subarray(0, found.index), Buffer.from(choices.of(NUMBERS)), after]);
}

/** Lengths and offsets of binary formats. */
function overwriteInteger(input: Buffer, choices: Choices): Buffer {
  const width = choices.of([1, 2, 4]);
  if (input.length < width) return input;
  const value = choices.of([0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, input.length]);
  const at = choices.between(0, input.length - width);
  for (let byte = 0; byte < width; byte++) input[at + byte] = (value / 2 ** (8 * byte)) & 0xff;
  return input;
}

function insertBytes(input: Buffer, choices: Choices): Buffer {
  return inserted(input, placeIn(input, choices), choices.of(BYTES));
}

function truncate(input: Buffer, choices: Choices): Buffer {
  return input.subarray(0, placeIn(input, choices));
}

/** One part of the input again and again, until it is as long as inputs get. */
function amplify(input: Buffer, choices: Choices, { maxBytes }: Material): Buffer {
  const [start, end] = blockOf(input, choices);
  return inserted(input, end, repeated(input.subarray(start, end), maxBytes, maxBytes));
}

/** A word of the format, opened as often as there is room, and closed as often or not. */
function nest(input: Buffer, choices: Choices, { dictionary, maxBytes }: Material): Buffer {
  const word = wordOf(choices, dictionary);
  const at = placeIn(input, choices);
  const open = repeated(word, choices.of([50, 1000, maxBytes]), maxBytes / 2);
  const name = /^<([\w:]+)/.exec(word.toString("latin1"))?.[1];
  const close =
    name === undefined ? Buffer.alloc(0) : repeated(Buffer.from(`</${name}>`), maxBytes, maxBytes / 2);
  return Buffer.concat([
    input.subarray(0, at),
    open,
    choices.of([close, Buffer.alloc(0)]),
    input.subarray(at),
  ]);
}

function repeated(block: Buffer, times: number, maxBytes: number): Buffer {
  const fitting = Math.min(times, Math.ceil(maxBytes / Math.max(block.length, 1)));
  return Buffer.concat(Array.from({ length: block.length === 0 ? 0 : fitting }, () => block));
}

function inserted(input: Buffer, at: number, what: Buffer): Buffer {
  return Buffer.concat([input.subarray(0, at), what, input.subarray(at)]);
}

/** Start and end, end excluded; mostly short. */
function blockOf(input: Buffer, choices: Choices): readonly [number, number] {
  const start = placeIn(input, choices);
  const longest = choices.of([1, 4, 16, 64, 512, input.length]);
  const end = Math.min(input.length, start + choices.between(1, Math.max(1, longest)));
  return choices.between(0, 1) === 0 ? [start, end] : [start, nextBoundary(input, end)];
}

/** Half of the time where one thing ends and another begins. */
function placeIn(input: Buffer, choices: Choices): number {
  const at = choices.between(0, input.length);
  return choices.between(0, 1) === 0 ? at : nextBoundary(input, at);
}

const BOUNDARIES = new Set(Buffer.from('<>{}[](),;:"&\n '));

function nextBoundary(input: Buffer, from: number): number {
  for (let at = from; at < input.length; at++) if (BOUNDARIES.has(input[at] ?? 0)) return at;
  return from;
}
