import fc from "fast-check";
import { expect, it } from "vitest";
import { GrowingBytes } from "./growing-bytes.ts";

it("bytes and texts come out as they were put in, one after the other", () => {
  const piece = fc.oneof(fc.string({ unit: "binary", maxLength: 100_000, size: "max" }), fc.uint8Array());
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const bytes = new GrowingBytes();
      for (const one of pieces) {
        if (typeof one === "string") bytes.appendText(one);
        else bytes.append(one);
      }
      const expected = Buffer.concat(pieces.map((one) => Buffer.from(one as string)));
      expect(Buffer.compare(bytes.end(), expected)).toBe(0);
    }),
    { numRuns: 15 },
  );
});
