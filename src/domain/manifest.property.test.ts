import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOfPath, manifestLine, parseLine, serializeLine, storedDocument } from "./manifest.ts";
import type { Reference } from "./reference.ts";

const text = fc.string({ unit: "binary", maxLength: 30 });
/** JSON has no -0. */
const value = fc.jsonValue({ maxDepth: 2 }).map((json) => JSON.parse(JSON.stringify(json)));
const name = fc.constantFrom("well_name", "title", "__proto__", "constructor", "source", "a\nb", "\u2028");
const reference = fc.record({
  key: fc.string({ unit: fc.constantFrom(..."ABz09-"), minLength: 1, maxLength: 20 }),
  url: text,
  fields: fc.dictionary(name, value, { noNullPrototype: true }),
  metadata: fc.dictionary(name, value, { noNullPrototype: true }),
});
const size = fc.oneof(fc.nat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER));

const lineOf = (given: Pick<Reference, "key" | "url" | "fields" | "metadata">, bytes: number) => {
  const path = `TX/${given.key}.pdf.zst`;
  const file = {
    sha256: "a".repeat(64),
    contentSha256: "b".repeat(64),
    originalSize: bytes,
    compressedSize: bytes,
  };
  return manifestLine("usgs", { ...given, path }, `data/raw/usgs/${path}`, file, {
    downloadedAt: "2026-03-02T10:00:00.000Z",
  });
};

const NUMERIC = /[\d.e+-]/;

describe("a line of the manifest", () => {
  it("is read as it was written, whatever a site says in it", () => {
    fc.assert(
      fc.property(reference, size, (given, bytes) => {
        const line = lineOf(given, bytes);
        const written = serializeLine(line);
        expect(written).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
        expect(parseLine(written)).toEqual(line);
        const stored = storedDocument(line);
        expect([stored.key, stored.originalSize]).toEqual([given.key, bytes]);
        expect(keyOfPath(line.local_path)).toBe(given.key);
      }),
    );
  });

  it("that is torn anywhere is no line", () => {
    fc.assert(
      fc.property(reference, fc.nat(), (given, at) => {
        const written = serializeLine(lineOf(given, 1));
        expect(parseLine(written.slice(0, at % written.length))).toEqual({ problem: "not JSON" });
      }),
    );
  });

  it("with one character changed is told, or differs in what that character says", () => {
    fc.assert(
      fc.property(reference, fc.nat(), fc.constantFrom(...'0a"{},:\\e-'), (given, at, put) => {
        const line = lineOf(given, 12_345);
        const written = serializeLine(line);
        const place = at % written.length;
        const changed = written.slice(0, place) + put + written.slice(place + 1);
        const parsed = parseLine(changed);
        if (!("source_url" in parsed)) return void expect(parsed).toHaveProperty("problem");
        // One number has several texts: "1e+10" and "1e010", and digits beyond what a number can tell.
        const isOfNumber = NUMERIC.test(put) && NUMERIC.test(written[place] ?? "");
        const isSame = isOfNumber && isDeepStrictEqual(JSON.parse(changed), JSON.parse(written));
        if (changed !== written && !isSame) expect(serializeLine(parsed)).not.toBe(written);
        expect(parsed.local_path.split("/")).not.toContain("..");
      }),
    );
  });
});
