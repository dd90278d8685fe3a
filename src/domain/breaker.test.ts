import { describe, expect, it } from "vitest";
import { afterAttempt, type Breaker, breakerPhase, CLOSED } from "./breaker.ts";

const settings = { threshold: 5, resetMs: 300_000 };

function after(
  signs: readonly ("healthy" | "sick" | "silent")[],
  from: Breaker = CLOSED,
  now = 1000,
): Breaker {
  return signs.reduce(
    (breaker, sign) => afterAttempt(breaker, { sign, isProbe: false, now }, settings),
    from,
  );
}

describe("circuit breaker", () => {
  it.each<[string, readonly ("healthy" | "sick" | "silent")[], string]>([
    ["stays closed after four failures in a row", ["sick", "sick", "sick", "sick"], "closed"],
    ["opens at the fifth failure in a row", ["sick", "sick", "sick", "sick", "sick"], "open"],
    ["starts counting anew after a success", ["sick", "sick", "sick", "sick", "healthy", "sick"], "closed"],
    ["neither counts nor forgets at a 429", ["sick", "sick", "silent", "sick", "sick", "sick"], "open"],
  ])("%s", (_, signs, phase) => {
    expect(breakerPhase(after(signs), 1000)).toBe(phase);
  });

  it("is half-open from its reset time on", () => {
    const open = after(["sick", "sick", "sick", "sick", "sick"]);
    expect(breakerPhase(open, 300_999)).toBe("open");
    expect(breakerPhase(open, 301_000)).toBe("half_open");
  });

  it("opens again when the probe fails, and closes when it succeeds", () => {
    const open = after(["sick", "sick", "sick", "sick", "sick"]);
    const probe = { isProbe: true, now: 400_000 };
    expect(afterAttempt(open, { ...probe, sign: "sick" }, settings).openUntil).toBe(700_000);
    expect(afterAttempt(open, { ...probe, sign: "healthy" }, settings)).toEqual(CLOSED);
  });

  it("is not moved by requests that were still under way when it opened", () => {
    const open = after(["sick", "sick", "sick", "sick", "sick"]);
    for (const sign of ["healthy", "sick", "silent"] as const) {
      expect(afterAttempt(open, { sign, isProbe: false, now: 2000 }, settings)).toEqual(open);
    }
  });
});
