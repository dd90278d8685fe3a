import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LinkRecord, Links, LinkSelection, Registry } from "../../src/application/ports.ts";
import { newLink } from "../../src/domain/link-health.ts";
import { stored, streamOf, WATERMARK } from "./documents.ts";

export interface OpenLinks {
  readonly links: Links;
  readonly registry: Registry;
  close(): Promise<void>;
}

const SOURCE = "usgs";

const link = (key: string, change: Partial<LinkRecord> = {}): LinkRecord => ({
  ...newLink(1_000, 500),
  key,
  url: `https://a.test/${key}`,
  host: "a.test",
  run: "run-1",
  curated: "",
  ...change,
});

/** Everything that can be there is there. */
const FULL = link("full", {
  state: "inactive",
  before: "degraded",
  since: 900,
  failures: 9,
  downSince: 700,
  lastCheck: 950,
  reason: "http_503",
  detail: "the server answered 503",
  chain: ["https://b.test/"],
  formerChain: [],
  redirectChangedAt: 800,
  contentHash: "aa",
  driftHash: "bb",
  driftSince: 850,
  curated: "padron",
});

/** What every `Links` promises; `open` gives an empty one. */
export function describeLinks(name: string, open: () => Promise<OpenLinks>): void {
  describe(`links: ${name}`, () => {
    let opened: OpenLinks;
    let links: Links;

    beforeEach(async () => {
      opened = await open();
      links = opened.links;
    });
    afterEach(() => opened.close());

    const store = (...keys: string[]) =>
      opened.registry.rebuild(SOURCE, streamOf(keys.map((key) => stored(key))), () => ({
        watermark: WATERMARK,
        problems: [],
      }));
    const keysOf = async (which: LinkSelection, source = SOURCE) =>
      (await links.select(source, which, "")).links.map(({ key }) => key);
    const dueKeys = async (before: number, after: LinkRecord | null = null, limit = 10) =>
      (await links.due(SOURCE, { before, after }, limit)).map(({ key }) => key);

    it("gives back what was noted, and the last of two", async () => {
      await links.note(SOURCE, [FULL, link("plain", { chain: null, lastCheck: null, lastOk: null })]);
      const found = await links.find(SOURCE, ["full", "plain", "unknown"]);
      expect(found.get("full")).toEqual(FULL);
      expect(found.get("plain")).toMatchObject({ chain: null, lastCheck: null, lastOk: null });
      expect(found.size).toBe(2);
      await links.note(SOURCE, [{ ...FULL, state: "active" }]);
      expect((await links.find(SOURCE, ["full"])).get("full")?.state).toBe("active");
      expect(await links.find("site", ["full"])).toEqual(new Map());
    });

    it("selects those that a person should know of", async () => {
      await links.note(SOURCE, [
        link("well"),
        link("degraded", { state: "degraded" }),
        link("inactive", { state: "inactive" }),
        link("failing", { downSince: 5 }),
        link("drifted", { driftSince: 5 }),
        link("moved", { redirectChangedAt: 600 }),
        link("moved-long-ago", { redirectChangedAt: 100 }),
      ]);
      await links.note("site", [link("other", { state: "inactive" })]);
      expect(await keysOf({ kind: "flagged", changedSince: 500 })).toEqual([
        "degraded",
        "drifted",
        "failing",
        "inactive",
        "moved",
      ]);
    });

    it("selects those with news", async () => {
      await links.note(SOURCE, [
        link("old", { since: 1, firstSeen: 1 }),
        link("new", { since: 1, firstSeen: 700 }),
        link("back", { since: 700, firstSeen: 1 }),
        link("still-down", { state: "inactive", since: 1, firstSeen: 1 }),
      ]);
      expect(await keysOf({ kind: "news", since: 600 })).toEqual(["back", "new", "still-down"]);
    });

    it("selects those of a host that a run has not looked at", async () => {
      await links.note(SOURCE, [
        link("seen", { run: "run-2" }),
        link("unseen"),
        link("down", { reason: "host_down" }),
        link("elsewhere", { host: "b.test" }),
      ]);
      const which = { kind: "host", host: "a.test", notOfRun: "run-2" } as const;
      expect(await keysOf({ ...which, reason: null })).toEqual(["down", "unseen"]);
      expect(await keysOf({ ...which, reason: "host_down" })).toEqual(["down"]);
    });

    it("selects a page at a time", async () => {
      const keys = Array.from({ length: 2_500 }, (_, n) => `k${String(n).padStart(5, "0")}`);
      await links.note(
        SOURCE,
        keys.map((key) => link(key, { state: "inactive" })),
      );
      const found: string[] = [];
      let pages = 0;
      for (let after: string | null = ""; after !== null; pages++) {
        const page: Awaited<ReturnType<Links["select"]>> = await links.select(
          SOURCE,
          { kind: "flagged", changedSince: 0 },
          after,
        );
        found.push(...page.links.map(({ key }) => key));
        after = page.next;
      }
      expect(found).toEqual(keys);
      expect(pages).toBe(3);
    });

    it("gives the oldest look first, of what is stored or in a curated file, from where it was left", async () => {
      await store("a", "b", "c", "never");
      await links.note(SOURCE, [
        link("a", { lastCheck: 300 }),
        link("b", { lastCheck: 100 }),
        link("c", { lastCheck: 100 }),
        link("never", { lastCheck: null }),
        link("curated", { lastCheck: 200, curated: "padron" }),
        link("not-stored", { lastCheck: 1 }),
      ]);
      expect(await dueKeys(1_000)).toEqual(["never", "b", "c", "curated", "a"]);
      expect(await dueKeys(300)).toEqual(["never", "b", "c", "curated"]);
      expect(await dueKeys(1_000, null, 2)).toEqual(["never", "b"]);
      expect(await dueKeys(1_000, link("b", { lastCheck: 100 }))).toEqual(["c", "curated", "a"]);
      expect(await dueKeys(1_000, link("never", { lastCheck: null }))).toEqual(["b", "c", "curated", "a"]);
    });

    it("says which stored pages have no link", async () => {
      await store("a", "b");
      await links.note(SOURCE, [link("a")]);
      expect(await links.unknown(SOURCE)).toEqual([
        { key: "b", url: "https://a.test/b.pdf", storedAt: "2026-01-02T03:04:05.000Z" },
      ]);
      await links.note(SOURCE, [link("b")]);
      expect(await links.unknown(SOURCE)).toEqual([]);
    });

    it("forgets links of pages that are gone for long, and of no curated file", async () => {
      await store("stored");
      await links.note(SOURCE, [
        link("stored", { since: 1 }),
        link("curated", { since: 1, curated: "padron" }),
        link("gone", { since: 1 }),
        link("gone-of-late", { since: 900 }),
      ]);
      await links.forget(SOURCE, 600);
      const keys = ["stored", "curated", "gone", "gone-of-late"];
      expect([...(await links.find(SOURCE, keys)).keys()].toSorted()).toEqual([
        "curated",
        "gone-of-late",
        "stored",
      ]);
      await links.clearCurated(SOURCE);
      await links.forget(SOURCE, 600);
      expect((await links.find(SOURCE, keys)).has("curated")).toBe(false);
    });

    it("counts by state", async () => {
      expect(await links.counts(SOURCE)).toEqual({ active: 0, degraded: 0, inactive: 0 });
      await store("a");
      const curated = link("b", { curated: "padron" });
      await links.note(SOURCE, [link("a"), curated, link("let-go"), link("c", { state: "degraded" })]);
      expect(await links.counts(SOURCE)).toEqual({ active: 2, degraded: 1, inactive: 0 });
    });

    it("knows the certificates of hosts that have links", async () => {
      await links.note(SOURCE, [link("a")]);
      await links.noteCertificates([
        { host: "a.test", expiresAt: 5, seenAt: 1 },
        { host: "stranger.test", expiresAt: 6, seenAt: 1 },
      ]);
      await links.noteCertificates([{ host: "a.test", expiresAt: 9, seenAt: 2 }]);
      const known = [{ host: "a.test", expiresAt: 9, seenAt: 2 }];
      expect(await links.certificates()).toEqual(known);
      expect(await links.certificates(SOURCE)).toEqual(known);
      expect(await links.certificates("another")).toEqual([]);
    });
  });
}
