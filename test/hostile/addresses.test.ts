/**
 * Class A with the command itself, the private network not allowed, in a network of its own where the site is public
 * and everything it points at is really there. strace sees every connect; canaries see every connection (R10).
 */
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "../../src/domain/address.ts";
import { mutantHome } from "../faults/mutant.ts";
import { figure } from "../kit/figures.ts";
import { ADDRESSES, DISGUISES, ENDS, WAYS } from "../kit/hostile-addresses.ts";
import { expectStored, GOOD } from "../kit/hostile-run.ts";
import { GUARD_SKIPPED_ON_REDIRECTS, ROBOTS_FOLLOWED_ANYWHERE } from "./mutants.ts";
import { runInside, whyNoNamespace } from "./namespace.ts";

const reason = whyNoNamespace();
if (reason !== null) console.warn(`test/hostile: addresses NOT RUN under strace: ${reason}`);

const privateOnes = (connects: readonly string[]): readonly string[] =>
  connects.filter((connect) => !isPublicAddress(connect.slice(0, connect.lastIndexOf(":"))));

describe("R10: no connection to an address that is not public", () => {
  it.runIf(reason === null)(
    "0 connects, whatever link, catalog, redirect, robots.txt or DNS say",
    async () => {
      const { code, events, connects, canaryHits, rebindingAsked, root, reached } = await runInside();
      expect(code).toBe(3);
      expect(connects.length).toBeGreaterThan(2 * (ADDRESSES.length + DISGUISES.length));
      expect(privateOnes(connects)).toEqual([]);
      expect(canaryHits).toEqual([]);
      // usgs, tramites, site and the wiki that redirects have asked a public site for something.
      expect(reached.slice(0, 4).every((count) => count > 0)).toBe(true);
      figure("R10", "connects to addresses that are not public, seen by strace", 0);
      figure("R10", "commands of every source, with health checks and hooks, under strace", reached.length);
      figure("R10", "addresses and disguises that were named", ADDRESSES.length + DISGUISES.length);
      expect(rebindingAsked).toBeGreaterThanOrEqual(2);
      expectStored(root, [GOOD]);
      const ends = new Map(
        events.flatMap((event) =>
          event.type === "skipped" || event.type === "pending"
            ? [[event.id, `${event.type} ${event.reason}`] as const]
            : [],
        ),
      );
      expect(ends.get("A301")).toBe("skipped address_refused");
      for (const { id } of ADDRESSES)
        for (const way of WAYS) expect([id, way, ends.get(`${id}${way}`)]).toEqual([id, way, ENDS[way]]);
      expect(events.at(-1)).toMatchObject({
        type: "summary",
        discovered: 2 + 3 * (ADDRESSES.length + DISGUISES.length),
        completed: 1,
      });
    },
    180_000,
  );

  it.runIf(reason === null).each([
    ["the guard is skipped on redirects", GUARD_SKIPPED_ON_REDIRECTS],
    ["redirects of robots.txt are followed anywhere", ROBOTS_FOLLOWED_ANYWHERE],
  ])("a bug put back: %s, and what is inside is connected to", async (_, bugs) => {
    const { connects, canaryHits } = await runInside(mutantHome(...bugs));
    expect(privateOnes(connects).length).toBeGreaterThan(0);
    expect(canaryHits.length).toBeGreaterThan(0);
  });
});
