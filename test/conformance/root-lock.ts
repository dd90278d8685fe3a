import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RootLock } from "../../src/application/ports.ts";
import { LockedError } from "../../src/domain/errors.ts";

/** Locks on one root. */
export interface RootLockUnderTest {
  /** Another holder's view of the same root. */
  another(): RootLock;
  dispose(): Promise<void>;
}

/** What every lock has to do. */
export function describeRootLock(name: string, open: () => Promise<RootLockUnderTest>): void {
  describe(`root lock: ${name}`, () => {
    let under: RootLockUnderTest;

    beforeEach(async () => {
      under = await open();
    });

    afterEach(() => under.dispose());

    it("is given to one at a time", async () => {
      const held = await under.another().acquire("ingest usgs");
      await expect(under.another().acquire("repair")).rejects.toBeInstanceOf(LockedError);
      await held.release();
      await (await under.another().acquire("repair")).release();
    });

    it("is not given twice to the same holder either", async () => {
      const lock = under.another();
      const held = await lock.acquire("ingest usgs");
      await expect(lock.acquire("ingest usgs")).rejects.toBeInstanceOf(LockedError);
      await held.release();
    });

    it("says who has it, since when, and what to do", async () => {
      const held = await under.another().acquire("ingest usgs");
      await expect(under.another().acquire("repair")).rejects.toMatchObject({
        code: "root_locked",
        message: expect.stringMatching(
          /pid \d+, "ingest usgs", since 20\d\d-.*wait for it, or use another --root/,
        ) as string,
      });
      await held.release();
    });

    it("goes to exactly one of many who ask at once", async () => {
      const asked = await Promise.allSettled(
        Array.from({ length: 8 }, () => under.another().acquire("ingest")),
      );
      const given = asked.filter((one) => one.status === "fulfilled");
      expect(given).toHaveLength(1);
      await given[0]?.value.release();
    });

    it("takes a second release calmly, and does not take it from the next holder", async () => {
      const first = await under.another().acquire("first");
      await first.release();
      const second = await under.another().acquire("second");
      await first.release();
      await expect(under.another().acquire("third")).rejects.toThrow('"second"');
      await second.release();
    });
  });
}
