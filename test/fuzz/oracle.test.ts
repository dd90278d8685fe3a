/** The judge of the fuzzer sees what it is there to see. */
import { expect, it } from "vitest";
import { examine } from "./oracle.ts";
import type { FuzzTarget } from "./target.ts";

class OfOurs {
  readonly name = "x";
}

const target = (run: FuzzTarget["run"]) => ({ name: "judged", seeds: [], run }) as unknown as FuzzTarget;

const named = (name: string) => {
  const made: Record<string, unknown> = {};
  made[name] = { admin: true };
  return made;
};

it.each([
  ["an object whose prototype came from the input", () => [named("__proto__")], "violation"],
  ["a function", () => ({ run: () => 0 }), "violation"],
  [
    "an error",
    () => {
      throw new TypeError("x");
    },
    "thrown",
  ],
])("tells of %s", async (_, read, kind) => {
  expect((await examine(target(read), new Uint8Array()))?.kind).toBe(kind);
});

it.each([
  ["objects, lists and bytes", () => ({ a: [1, { b: null }], c: new Uint8Array(3) })],
  ["objects without a prototype", () => Object.create(null) as object],
  ["what a class made", () => [new OfOurs(), new Map([["a", 1]]), new Date(0)]],
  ["a part with a name that objects have", () => named("constructor")],
])("says nothing of %s", async (_, read) => {
  expect(await examine(target(read), new Uint8Array())).toBeNull();
});
