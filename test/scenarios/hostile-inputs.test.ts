/**
 * The hostile inputs of classes B to E, a class in one run, each on a host of its own: every document ends as its row
 * says, and the run keeps its promises. test/hostile meets each input alone.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { BROKEN_BODIES, FRAMING, REDIRECTS, resolveHostile, ROBOTS, TIME } from "../kit/hostile-inputs.ts";
import {
  completed,
  document,
  failed,
  type HostileInput,
  prepareBombs,
  says,
  sound,
} from "../kit/hostile-server.ts";
import {
  asRobots,
  expectCatalogsFailed,
  expectEnding,
  expectPromises,
  expectStored,
  GOOD,
  HASTE,
  meet,
  type MeetingOptions,
} from "../kit/hostile-run.ts";
import { OK, sends } from "../kit/http.ts";
import type { Script } from "../kit/raw-server.ts";
import { htmlCatalog } from "../kit/site.ts";

const hasty = { engine: { deadlines: HASTE, resolve: resolveHostile } };

describe("hostile inputs, side by side", () => {
  beforeAll(prepareBombs);

  it("without any, the good document is stored", async () => {
    const { root, summary } = await meet([]);
    expectStored(root, [GOOD]);
    expect(summary).toMatchObject({ discovered: 1, completed: 1, exit_code: 0 });
  });

  it.each<[string, readonly HostileInput[], MeetingOptions]>([
    ["B: redirects", REDIRECTS, {}],
    ["C: framing", FRAMING, {}],
    ["C: framing of robots.txt", BROKEN_BODIES.map(asRobots), {}],
    ["D: time", TIME, hasty],
    ["E: robots", ROBOTS, {}],
  ])("%s: each document ends as its row says", async (_class, inputs, options) => {
    const meeting = await meet(inputs, options);
    expectPromises(meeting, inputs);
    for (const input of inputs) expectEnding(meeting, input);
  });

  it("C: framing of catalogs: each is refused, and the good one beside them is read", async () => {
    const meeting = await meet(BROKEN_BODIES, { as: "catalog" });
    expectCatalogsFailed(meeting, BROKEN_BODIES);
  });

  it("C: a catalog without announced end is read, with a warning that it may be cut", async () => {
    const catalog = htmlCatalog([{ number: "B001", href: "/docs/x.pdf" }]);
    const input = document("C32", "unframed", sends(`${OK}\r\n`, catalog), failed("unexpected_content"));
    const { summary, events } = await meet([input], { as: "catalog" });
    expect(summary).toMatchObject({ discovered: 2, completed: 1, discovery: "complete" });
    expect(events).toContainEqual(expect.objectContaining({ type: "warning", code: "unframed" }));
  });

  it("E: a Crawl-delay of 1e9 s is kept as 300 s", async () => {
    const speed = 1000;
    const times: number[] = [];
    const asked = (script: Script): Script => {
      return (...request) => {
        times.push(performance.now() * speed);
        script(...request);
      };
    };
    const [answer, delay] = [asked(sound), asked(says("User-agent: *\nCrawl-delay: 1e9\n"))];
    const input: HostileInput = {
      id: "E17",
      what: "Crawl-delay 1e9",
      answer,
      robots: delay,
      ends: completed,
    };
    const meeting = await meet([input], { engine: { speed } });
    expectPromises(meeting, [input]);
    // A busy machine notices the first request late: 20 ms of it are 20 s here.
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(280_000);
  });
});
