import { describe, expect, it } from "vitest";
import { steppingClock } from "../../test/kit/clock.ts";
import { DiskGuard } from "./disk-guard.ts";

const GB = 1e9;

function guardOf(sizes: readonly { freeBytes: number; totalBytes: number }[]) {
  const clock = steppingClock();
  let looks = 0;
  const disk = { free: async () => sizes[Math.min(looks++, sizes.length - 1)] as (typeof sizes)[number] };
  return { guard: new DiskGuard({ disk, clock }), clock, looks: () => looks };
}

describe("DiskGuard", () => {
  it.each([
    ["much space", 100 * GB, 500 * GB, true],
    ["just above the reserve of a large disk", 0.3 * GB, 500 * GB, true],
    ["just below the reserve of a large disk", 0.2 * GB, 500 * GB, false],
    ["a small disk with more than a twentieth free", 200_000, 3_000_000, true],
    ["a small disk with less", 100_000, 3_000_000, false],
  ])("%s: %d of %d bytes free → goes on: %s", async (_, freeBytes, totalBytes, goesOn) => {
    const check = guardOf([{ freeBytes, totalBytes }]).guard.check();
    if (goesOn) await check;
    else
      await expect(check).rejects.toMatchObject({
        code: "disk_full",
        message: expect.stringContaining("run the same command again"),
      });
  });

  it("does not look before every document, and notices when space runs out during a run", async () => {
    const { guard, clock, looks } = guardOf([
      { freeBytes: GB, totalBytes: GB },
      { freeBytes: 1, totalBytes: GB },
    ]);
    for (let i = 0; i < 100; i++) await guard.check();
    expect(looks()).toBe(1);
    clock.advance(50);
    await expect(guard.check()).rejects.toMatchObject({ code: "disk_full" });
  });
});
