import { describe, expect, it } from "vitest";
import { scanOf } from "../../../test/kit/scans.ts";
import { slopeOf } from "./skew.ts";

const TEXT = Array.from(
  { length: 20 },
  (_, at) => `Las personas interesadas presentan la solicitud ${at}`,
).join("\n");
const inDegrees = (radians: number) => (radians * 180) / Math.PI;

describe("the slope of lines", () => {
  it.each([-5, -2, 2, 5])("is found within half a degree of %i", async (degrees) => {
    const found = Math.abs(inDegrees(slopeOf(await scanOf(TEXT, { degrees, noise: 30 }))));
    expect(Math.abs(found - Math.abs(degrees))).toBeLessThan(0.5);
  });

  it("is none where lines are level, or there are none", async () => {
    expect(slopeOf(await scanOf(TEXT))).toBe(0);
    expect(slopeOf({ width: 40, height: 40, dpi: 300, grey: new Uint8Array(1600).fill(255) })).toBe(0);
  });
});
