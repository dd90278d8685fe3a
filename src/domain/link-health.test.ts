import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  DAY_MS,
  expiresSoon,
  type HealthRules,
  isFlagged,
  isNewRedirect,
  type LinkHealth,
  newLink,
  observed,
  type Observation,
  signOfExchange,
} from "./link-health.ts";

const RULES: HealthRules = { degradedAfter: 3, inactiveAfterMs: 7 * DAY_MS, certificateDays: 14 };
const NOW = Date.UTC(2026, 10, 16);

const OK: Observation = { kind: "ok", chain: [], content: { kind: "unseen" } };
const FAILED: Observation = { kind: "failed", reason: "http_503", detail: "the server answered 503" };
const GONE: Observation = { kind: "gone", detail: "the server answered 410" };
const SILENT: Observation = { kind: "silent" };
const [OF, X, S, G] = [OK, FAILED, SILENT, GONE];

/** What becomes of a new link by these looks, one a day. */
function daily(looks: readonly Observation[], link = newLink(NOW)): LinkHealth {
  return looks.reduce((before, look, day) => observed(before, look, NOW + day * DAY_MS, RULES), link);
}

const days = (count: number, look: Observation) => Array.from({ length: count }, () => look);

describe("P38: what looks at a link come to, one a day", () => {
  it.each<[string, readonly Observation[], Partial<LinkHealth>]>([
    ["a success", [OF], { state: "active", failures: 0, lastOk: NOW }],
    ["two failures", [X, X], { state: "active", failures: 2, downSince: NOW }],
    ["three failures", [X, X, X], { state: "degraded", failures: 3, since: NOW + 2 * DAY_MS }],
    ["failures with a success between", [X, X, OF, X, X], { state: "active", failures: 2 }],
    ["seven days", days(7, X), { state: "degraded", failures: 7 }],
    ["seven days and one more look", days(8, X), { state: "inactive", before: "degraded", downSince: NOW }],
    ["a 410", [G], { state: "inactive", reason: "gone", downSince: NOW }],
    ["a 410, then another failure", [G, X], { state: "inactive", reason: "http_503" }],
    ["a 410, then a success", [G, OF], { state: "active", before: "inactive", downSince: null }],
    ["an outage and its end", [...days(8, X), OF], { state: "active", failures: 0, reason: "", detail: "" }],
    ["requests to wait", days(20, S), { state: "active", failures: 0, downSince: null, lastOk: null }],
    ["requests to wait between failures", [X, S, S, X, S, X], { state: "degraded", failures: 3 }],
    ["one failure, and requests to wait", [X, ...days(20, S)], { state: "active", failures: 1 }],
    ["two failures a week apart", [X, ...days(6, S), X], { state: "inactive", failures: 2 }],
  ])("P38: %s", (_, looks, expected) => expect(daily(looks)).toMatchObject(expected));

  it("P38: a look an hour early on the seventh day is one on the seventh day, two hours early is not", () => {
    const down = observed(newLink(NOW), FAILED, NOW, RULES);
    const at = (hoursEarly: number) =>
      observed(down, FAILED, NOW + 7 * DAY_MS - hoursEarly * 3_600_000, RULES).state;
    expect([at(0), at(1), at(2)]).toEqual(["inactive", "inactive", "active"]);
  });

  it("P38: the numbers are settings", () => {
    const rules = { ...RULES, degradedAfter: 1, inactiveAfterMs: DAY_MS };
    const first = observed(newLink(NOW), FAILED, NOW, rules);
    expect(first.state).toBe("degraded");
    expect(observed(first, FAILED, NOW + DAY_MS, rules).state).toBe("inactive");
  });
});

describe("P38: where a link leads", () => {
  const leads = (...chain: string[]): Observation => ({ kind: "ok", chain, content: { kind: "unseen" } });

  it.each<[string, readonly Observation[], boolean]>([
    ["the first time it is seen", [leads("https://b.es/")], false],
    ["as before", [leads("https://b.es/"), leads("https://b.es/")], false],
    ["elsewhere", [leads("https://b.es/"), leads("https://c.es/")], true],
    ["somewhere, where it led nowhere", [leads(), leads("https://b.es/")], true],
    ["nowhere any more", [leads("https://b.es/"), leads()], true],
    ["the same end by another way", [leads("https://b.es/", "https://c.es/"), leads("https://c.es/")], true],
    ["as before after an outage", [leads("https://b.es/"), FAILED, leads("https://b.es/")], false],
  ])("P38: a link that leads %s", (_, looks, isNews) => {
    const link = daily(looks);
    expect(isNewRedirect(link, NOW + 2 * DAY_MS)).toBe(isNews);
    expect(isNewRedirect(link, NOW + 20 * DAY_MS)).toBe(false);
  });

  it("P38: another address of the same page says nothing of it", () => {
    const link = daily([leads("https://b.es/"), { ...OK, chain: null } as Observation]);
    expect(link).toMatchObject({ chain: ["https://b.es/"], redirectChangedAt: null });
  });

  it("P38: what it led to before is kept", () => {
    expect(daily([leads("https://b.es/"), leads("https://c.es/")])).toMatchObject({
      chain: ["https://c.es/"],
      formerChain: ["https://b.es/"],
      redirectChangedAt: NOW + DAY_MS,
    });
  });
});

describe("P38: content", () => {
  const says = (hash: string, stored: string | null = null): Observation => ({
    kind: "ok",
    chain: [],
    content: { kind: "seen", hash, stored },
  });
  const same = (hash: string | null): Observation => ({
    kind: "ok",
    chain: [],
    content: { kind: "same", hash },
  });

  it.each<[string, readonly Observation[], string | null]>([
    ["is what is stored", [says("a", "a")], null],
    ["is not what is stored", [says("b", "a")], "b"],
    ["was not what was stored, and is stored now", [says("b", "a"), same("b")], null],
    ["was not, and nobody could look since", [says("b", "a"), FAILED, SILENT], "b"],
    ["is seen for the first time, with nothing stored", [says("a")], null],
    ["is as the first time, with nothing stored", [says("a"), says("a")], null],
    ["is not as the first time, with nothing stored", [says("a"), says("b")], "b"],
    ["is again as the first time", [says("a"), says("b"), says("a")], null],
    ["was not looked at", [says("b", "a"), OK], "b"],
  ])("P38: content that %s", (_, looks, drift) => {
    const link = daily(looks);
    expect(link.driftHash).toBe(drift);
    expect(link.driftSince === null).toBe(drift === null);
    expect(isFlagged({ ...link, state: "active", downSince: null }, NOW)).toBe(drift !== null);
  });

  it("P38: a page that is another each time has drifted once", () => {
    expect(daily([says("b", "a"), says("c", "a"), says("d", "a")])).toMatchObject({
      driftSince: NOW,
      driftHash: "d",
    });
  });
});

describe("P38: certificates and hosts", () => {
  it.each([
    [13.9, true],
    [14, false],
    [-1, true],
  ])("P38: a certificate that holds for %d days is told: %s", (left, told) => {
    expect(expiresSoon(NOW + left * DAY_MS, NOW, RULES)).toBe(told);
  });

  it.each([
    ["ok", 200, "healthy"],
    ["http_status", 404, "healthy"],
    ["http_status", 429, "silent"],
    ["http_status", 503, "sick"],
    ["timeout", null, "sick"],
    ["connection", null, "sick"],
    ["body_broken", 200, "sick"],
    ["unexpected_content", 200, "healthy"],
    ["interrupted", null, "silent"],
    ["address_refused", null, "silent"],
  ])("a request that came to %s %s says that its host is %s", (outcome, status, sign) => {
    expect(signOfExchange(outcome, status)).toBe(sign);
  });
});

describe("P38: whatever happens", () => {
  const look = fc.oneof(
    fc.record({
      kind: fc.constant("ok" as const),
      chain: fc.option(fc.array(fc.constantFrom("a", "b"), { maxLength: 2 })),
      content: fc.constant({ kind: "unseen" } as const),
    }),
    fc.constantFrom(FAILED, GONE, SILENT),
  );
  const history = fc.array(fc.record({ look, hours: fc.integer({ min: 1, max: 100 }) }), { maxLength: 40 });

  it("P38: the state follows from the looks since the last success alone", () => {
    fc.assert(
      fc.property(history, (looks) => {
        let [link, now, lastOk] = [newLink(NOW), NOW, -1];
        const failures: number[] = [];
        let wasGone = false;
        for (const { look: one, hours } of looks) {
          now += hours * 3_600_000;
          link = observed(link, one as Observation, now, RULES);
          if (one.kind === "ok") {
            failures.length = 0;
            [wasGone, lastOk] = [false, now];
          }
          if (one.kind === "failed" || one.kind === "gone") failures.push(now);
          wasGone ||= one.kind === "gone";
        }
        const [first = 0, last = 0] = [failures[0], failures.at(-1)];
        const isOld = failures.length > 1 && last - first + 3_600_000 >= RULES.inactiveAfterMs;
        const state = wasGone || isOld ? "inactive" : failures.length >= 3 ? "degraded" : "active";
        expect(link).toMatchObject({ state, failures: failures.length, downSince: failures[0] ?? null });
        expect(link.lastOk).toBe(lastOk === -1 ? null : lastOk);
        expect(link.reason === "").toBe(failures.length === 0);
      }),
    );
  });

  it("P38: one success makes everything well", () => {
    fc.assert(
      fc.property(history, (looks) => {
        const before = looks.reduce(
          (link, { look: one }) => observed(link, one as Observation, NOW, RULES),
          newLink(NOW),
        );
        const after = observed(before, OK, NOW, RULES);
        expect(after).toMatchObject({
          state: "active",
          failures: 0,
          downSince: null,
          reason: "",
          detail: "",
        });
      }),
    );
  });
});
