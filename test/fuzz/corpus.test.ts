/** What found something once finds nothing any more. */
import { expect, it } from "vitest";
import { corpusOf } from "./inputs.ts";
import { examine } from "./oracle.ts";
import { TARGET_NAMES, targetNamed } from "./targets.ts";

/** Time is for the fuzzer, which tries again before it says anything. */
const withoutTime = { baseMs: 60_000 };

it.each(
  TARGET_NAMES.flatMap((target) => corpusOf(target).map(({ name, bytes }) => [target, name, bytes] as const)),
)("the reader of %s takes %s", async (target, _, bytes) => {
  expect(await examine({ ...(await targetNamed(target)), ...withoutTime }, bytes)).toBeNull();
});
