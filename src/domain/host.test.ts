import { describe, expect, it } from "vitest";
import { delayFor, type HostPace, smoothLatency } from "./host.ts";

const pace: HostPace = { delayMs: 1000, concurrency: 1, obeyRobots: true, explicit: false };

describe("delayFor", () => {
  it.each<[string, Partial<HostPace>, number | null, number | null, number]>([
    ["is the configured delay by default", {}, null, null, 1000],
    ["is the Crawl-delay where that is longer", {}, 2000, null, 2000],
    ["is the configured delay where Crawl-delay is shorter", {}, 500, null, 1000],
    ["caps Crawl-delay at 300 s", {}, 1e12, null, 300_000],
    ["doubles the latency of a slow host", {}, null, 4000, 8000],
    ["caps the adaptive delay at 30 s", {}, null, 1e6, 30_000],
    ["does not adapt where the user set a pace", { delayMs: 0, explicit: true }, null, 4000, 0],
    ["keeps Crawl-delay above the user's pace", { delayMs: 0, explicit: true }, 2000, null, 2000],
    [
      "drops Crawl-delay where robots are not obeyed",
      { delayMs: 0, explicit: true, obeyRobots: false },
      2000,
      null,
      0,
    ],
  ])("%s", (_, own, crawlDelay, latency, expected) => {
    expect(delayFor({ ...pace, ...own }, crawlDelay, latency)).toBe(expected);
  });
});

describe("smoothLatency", () => {
  it("takes the first sample as it is and one part in four of later ones", () => {
    expect(smoothLatency(null, 100)).toBe(100);
    expect(smoothLatency(100, 500)).toBe(200);
  });
});
