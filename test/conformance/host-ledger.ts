import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Frontier, HostLedger } from "../../src/application/ports.ts";
import { type HostState, newHost } from "../../src/domain/host.ts";
import { reference } from "./documents.ts";

export interface OpenLedger {
  readonly ledger: HostLedger;
  readonly frontier: Frontier;
  close(): Promise<void>;
}

const TROUBLED: HostState = {
  host: "a.test:8080",
  lastSentAt: 1_767_323_045_000.25,
  latencyMs: 123.75,
  parkedUntil: 1_767_323_999_000,
  breaker: { failureCount: 5, lastFailure: 1_767_323_045_001, openUntil: 1_767_323_345_001 },
  robots: { fetchedAt: 1_767_323_000_000, text: "User-agent: *\nDisallow: /ñ\n" },
};

/** What every `HostLedger` promises; `open` gives an empty one. */
export function describeHostLedger(name: string, open: () => Promise<OpenLedger>): void {
  describe(`host ledger: ${name}`, () => {
    let opened: OpenLedger;
    let ledger: HostLedger;

    beforeEach(async () => {
      opened = await open();
      ledger = opened.ledger;
    });
    afterEach(() => opened.close());

    it("knows nothing of a new host", async () => {
      expect(await ledger.load("new.test")).toEqual(newHost("new.test"));
    });

    it.each<[string, HostState]>([
      ["everything", TROUBLED],
      ["a parked host without robots.txt", { ...TROUBLED, robots: null }],
      ["an empty robots.txt", { ...TROUBLED, robots: { fetchedAt: 1, text: "" } }],
      ["a patience beyond all dates", { ...newHost("a.test"), parkedUntil: 1e17 }],
      ["nothing but the name", newHost("quiet.test")],
    ])("gives back what was saved: %s", async (_, state) => {
      await ledger.save(state);
      expect(await ledger.load(state.host)).toEqual(state);
    });

    it("keeps the last state saved", async () => {
      await ledger.save(TROUBLED);
      const calm = { ...newHost(TROUBLED.host), lastSentAt: 5, robots: { fetchedAt: 2, text: "Allow: /" } };
      await ledger.save(calm);
      expect(await ledger.load(TROUBLED.host)).toEqual(calm);
      await ledger.save(newHost(TROUBLED.host));
      expect(await ledger.load(TROUBLED.host)).toEqual(newHost(TROUBLED.host));
    });

    it("lists the hosts of a source by name: those with tasks and those it asked", async () => {
      await ledger.save(TROUBLED);
      await ledger.associate("usgs", "z.test");
      await ledger.associate("usgs", TROUBLED.host);
      await ledger.associate("usgs", TROUBLED.host);
      await ledger.associate("wiki", "other.test");
      await opened.frontier.enqueue("usgs", "r1", [reference("T1", "m.test")]);
      expect(await ledger.hostsOf("usgs")).toEqual([TROUBLED, newHost("m.test"), newHost("z.test")]);
      expect(await ledger.hostsOf("boe")).toEqual([]);
    });

    it("does not disturb a lease by saving", async () => {
      await opened.frontier.enqueue("usgs", "r1", [reference("T1", TROUBLED.host)]);
      const answer = await opened.frontier.lease("r1", "w", 1_000, 60_000);
      await ledger.save(TROUBLED);
      if (answer.kind !== "leased") throw new Error("expected a lease");
      expect(await opened.frontier.take(answer.lease, "r1", 1_000)).not.toBeNull();
      await opened.frontier.release(answer.lease, 0);
      expect(await ledger.load(TROUBLED.host)).toEqual(TROUBLED);
    });
  });
}
