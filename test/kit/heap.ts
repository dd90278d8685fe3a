import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
export const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes of the heap that what is made keeps for as long as it is held. */
export function heapKept<T>(make: () => T): number {
  // What is compiled and warmed up on the way is no part of it.
  make();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const held = [make()];
  collectGarbage();
  const kept = process.memoryUsage().heapUsed - before;
  held.length = 0;
  return kept;
}
