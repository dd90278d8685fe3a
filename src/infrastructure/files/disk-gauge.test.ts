import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createDiskGauge } from "./disk-gauge.ts";

it("measures the nearest folder that exists", async () => {
  const { bsize, blocks } = statfsSync(tmpdir());
  const { freeBytes, totalBytes } = await createDiskGauge(
    join(tmpdir(), "levada-not", "there", "yet"),
  ).free();
  expect(totalBytes).toBe(bsize * blocks);
  expect(freeBytes).toBeGreaterThan(0);
  expect(freeBytes).toBeLessThanOrEqual(totalBytes);
});

it("says what it could not measure", async () => {
  await expect(createDiskGauge("/a\0b").free()).rejects.toThrow();
});
