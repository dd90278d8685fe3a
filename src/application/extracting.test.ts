import { expect, it } from "vitest";
import type { StoredDocument } from "../domain/reference.ts";
import { Extracting, type ExtractingParts } from "./extracting.ts";

const KEYS = Array.from({ length: 9 }, (_, nth) => `page${nth}`);

/** Of a source whose pages have all been read, as after the loss of a manifest whose pages were fetched again. */
function partsOfRead(): ExtractingParts {
  const documents = KEYS.map((key) => ({ key, sha256: key, localPath: key }) as StoredDocument);
  const find = async (_: string, keys: readonly string[]) =>
    new Map(
      keys.map((key) => [
        key,
        { key, sha256: key, extractor: "1", status: "accept", reason: "", stem: key } as never,
      ]),
    );
  const never = new AbortController().signal;
  return {
    source: "site",
    rules: { markdown: false },
    reader: { width: 1, version: "1", limits: {} },
    files: { present: async (stems: readonly string[]) => new Set(stems) },
    extracts: { find, orphans: async () => [] },
    registry: {
      find: async (_: string, keys: readonly string[]) =>
        new Map(keys.map((key) => [key, { document: documents.find((one) => one.key === key) }])),
      documents: async () => ({ documents, next: null }),
    },
    signals: { stop: never, abort: never },
    emit: () => {},
    fail: (error: unknown) => expect.fail(String(error)),
  } as unknown as ExtractingParts;
}

it("ends though more pages came at once than there are hands, and all of them had been read before", async () => {
  const extracting = new Extracting(partsOfRead());
  extracting.add(KEYS);
  expect(await extracting.finish()).toEqual({ accept: 0, review: 0, reject: 0, failed: 0 });
}, 2_000);
