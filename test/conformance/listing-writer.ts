/**
 * Keeps one version of a listing after the other until it is killed, and says so on stdout when one is kept. Run by
 * listings-crash.test.ts. A version is its number, again and again, so that a mixture of two would show.
 */
import { writeSync } from "node:fs";
import { createListingMemory } from "../../src/infrastructure/files/listing-memory.ts";

const [root = "", from = "0"] = process.argv.slice(2);
const memory = createListingMemory(root);

for (let version = Number(from); ; version++) {
  const copy = await memory.keep("site", "a");
  for (let piece = 0; piece < 1 + (version % 40); piece++)
    await copy?.write(Buffer.from(`${version}\n`.repeat(10_000)));
  await copy?.commit({ url: `https://example.org/${version}`, headers: { etag: `"${version}"` } });
  writeSync(1, `${version}\n`);
}
