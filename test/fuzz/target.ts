/** What the fuzzer needs to know of a parser. */
export interface FuzzTarget {
  readonly name: string;
  /** Sound inputs to start from, beside those in `corpus/{name}`. */
  seeds(): readonly (Uint8Array | string)[];
  /** Words of the format. */
  readonly dictionary: readonly string[];
  /**
   * Reads one input. The failures that the parser has a name for are caught in here; whatever else is thrown is a
   * finding, `Violation` among it. What is given back is looked through: it must be plain data.
   */
  run(input: Uint8Array): unknown;
  /** No input is made longer. @default 64 KiB */
  readonly maxBytes?: number;
  /** Of V8's heap, where a parser is run by the fuzzer. @default 256 */
  readonly heapMb?: number;
  /** CPU time that an input may take, however short it is. @default 400 */
  readonly baseMs?: number;
}

/** What was read is not what a reader may give. */
export class Violation extends Error {
  override readonly name = "Violation";
}

export function ensure(isSound: boolean, problem: string): void {
  if (!isSound) throw new Violation(problem);
}

export const MAX_BYTES = 64 * 1024;
export const HEAP_MB = 256;
export const BASE_MS = 400;

/** Far above what any reader needs, also on a busy machine and with every block counted; far below what n² needs. */
const MICROSECONDS_PER_BYTE = 40;

/** CPU time, ms: grows with the input and no faster. */
export function allowedMs(target: FuzzTarget, bytes: number): number {
  return (target.baseMs ?? BASE_MS) + (bytes * MICROSECONDS_PER_BYTE) / 1000;
}

export function bytesOf(seed: Uint8Array | string): Uint8Array {
  return typeof seed === "string" ? Buffer.from(seed) : seed;
}
