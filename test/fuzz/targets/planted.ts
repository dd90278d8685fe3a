/** Parsers with a mistake each, for the fuzzer to find: a fuzzer that finds nothing may be looking at nothing. */
import { ensure, type FuzzTarget } from "../target.ts";

const MAGIC = "SEDE";

/** Each letter is a block of its own: without a look at what has run, all four would have to be guessed at once. */
function depthOf(input: Uint8Array): number {
  if (input[0] !== 0x53) return 0;
  if (input[1] !== 0x45) return 1;
  if (input[2] !== 0x44) return 2;
  if (input[3] !== 0x45) return 3;
  return MAGIC.length;
}

const starts = (input: Uint8Array, letter: string) => input[0] === letter.charCodeAt(0);

function planted(name: string, run: FuzzTarget["run"]): FuzzTarget {
  return {
    name: `planted-${name}`,
    seeds: () => ["xxxxxx", "{}"],
    dictionary: ["a", ...MAGIC],
    maxBytes: 4096,
    run,
  };
}

export const plantedTargets: readonly FuzzTarget[] = [
  planted("thrown", (input) => {
    if (depthOf(input) === MAGIC.length) throw new TypeError("four letters in a row");
    return null;
  }),
  planted("violation", (input) => ensure(input.length !== 3, "three bytes")),
  planted("pollution", (input) => {
    if (starts(input, "a")) Object.assign(Object.prototype, { polluted: true });
    return null;
  }),
  planted("hang", (input) => {
    while (starts(input, "a") && input.length > 3);
    return null;
  }),
  planted("slow", (input) => {
    let sum = 0;
    for (let at = 0; at < 20 * input.length ** 2; at++) sum += at % 7;
    return sum;
  }),
  planted("memory", (input) => {
    const held: Buffer[] = [];
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (let left = starts(input, "a") ? 200 : 0; left > 0; left--) {
      held.push(Buffer.alloc(16 << 20, 1));
      Atomics.wait(pause, 0, 0, 20);
    }
    return held.length;
  }),
  planted("died", (input) => {
    if (starts(input, "a"))
      setImmediate(() => {
        throw new Error("out of a callback");
      });
    return new Promise((resolve) => setTimeout(resolve, 1));
  }),
  planted("nothing", () => null),
];
