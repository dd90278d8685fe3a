/** Every hostile input of classes B to E alone with one good document, by its id. */
import { beforeAll, describe, expect, it } from "vitest";
import { FRAMING, REDIRECTS, resolveHostile, ROBOTS, TIME } from "../kit/hostile-inputs.ts";
import {
  completed,
  type Ending,
  type HostileInput,
  prepareBombs,
  says,
  sound,
} from "../kit/hostile-server.ts";
import {
  asRobots,
  endingOf,
  expectCatalogsFailed,
  expectEnding,
  expectPromises,
  HASTE,
  labelled,
  meet,
  type MeetingOptions,
} from "../kit/hostile-run.ts";
import type { Script } from "../kit/raw-server.ts";
import type { Way } from "./catalogue.ts";
import { met } from "./ledger.ts";

beforeAll(prepareBombs);

it("(a run without any loads what the others are measured without)", () => meet([]));

const spoken = (ends: Ending): string =>
  ends.state === "completed" ? "completed" : `${ends.state} ${ends.reason}`;

/** Of robots.txt the first 500 KiB count, however it goes on; and all of it, where no end was announced. */
const READ_SO_FAR = new Set(["C01", "C02", "C03", "C20", "C24", "C25"]);
/** Neither a page of HTML nor a status that is no success has rules. */
const WITHOUT_RULES = new Set(["B21", "B22", "B24", "C31"]);

function ofRobots(input: HostileInput): HostileInput {
  const { requests: _, ...robots } = asRobots(input);
  const isRead = input.ends.state === "completed" || READ_SO_FAR.has(input.id) || WITHOUT_RULES.has(input.id);
  if (isRead) return { ...robots, ends: completed };
  // Wherever it leads, the answer is the same.
  return { ...robots, ...(input.answer === undefined ? {} : { answer: input.answer }) };
}

describe.each<[string, readonly HostileInput[], MeetingOptions, readonly Way[]]>([
  ["B: redirects", REDIRECTS, {}, ["document", "redirect of a document"]],
  ["C: framing", FRAMING, {}, ["document"]],
  ["D: time", TIME, { engine: { deadlines: HASTE, resolve: resolveHostile } }, ["document"]],
  ["E: robots", ROBOTS, {}, ["robots.txt"]],
])("%s", (_class, inputs, options, ways) => {
  it.each(inputs.map(labelled))("%s", async (_label, input) => {
    const meeting = await meet([input], options);
    expectPromises(meeting, [input]);
    expectEnding(meeting, input);
    for (const way of ways) met(input.id, way, spoken(input.ends));
    // Nothing that was asked for carried one: `expectEnding`.
    met("C33", "document", "no request carries a Range");
  });
});

describe("robots.txt, side by side", () => {
  it.each([
    ["B: redirects", REDIRECTS.map(ofRobots)],
    ["C: framing", FRAMING.map(ofRobots)],
  ])("%s: each document waits, or robots.txt has no rules", async (_class, inputs) => {
    const meeting = await meet(inputs);
    expectPromises(meeting, inputs);
    for (const input of inputs) {
      const seen = endingOf(meeting.events, input.id);
      // Several lead to one host where nobody is: its breaker opens.
      const isHeld = seen.state === "pending" && seen.reason === "breaker_open";
      expectEnding(meeting, isHeld ? { ...input, ends: seen } : input);
      expect([input.id, seen.state]).toEqual([input.id, input.ends.state]);
      met(input.id, "robots.txt", spoken(input.ends));
    }
    met("C33", "robots.txt", "no request carries a Range");
  });

  it("E: a Crawl-delay of 1e9 s is kept as 300 s", async () => {
    const speed = 1000;
    const times: number[] = [];
    const asked =
      (script: Script): Script =>
      (...request) => {
        times.push(performance.now() * speed);
        script(...request);
      };
    const input: HostileInput = {
      id: "E17",
      what: "Crawl-delay 1e9",
      answer: asked(sound),
      robots: asked(says("User-agent: *\nCrawl-delay: 1e9\n")),
      ends: completed,
    };
    const meeting = await meet([input], { engine: { speed } });
    expectPromises(meeting, [input]);
    // A busy machine notices the first request late: 20 ms of it are 20 s here.
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(280_000);
    met("E17", "robots.txt", "waits 300 s");
  });
});

describe("C: framing of catalogs", () => {
  // A PDF that is cut without anything to tell it by is no catalog.
  const notACatalog = (input: HostileInput): HostileInput =>
    input.id === "C20" ? { ...input, ends: { state: "failed", reason: "structure_changed" } } : input;

  it("each is refused, and the good one beside them is read", async () => {
    const inputs = FRAMING.map(notACatalog);
    expectCatalogsFailed(await meet(inputs, { as: "catalog" }), inputs);
    for (const { id, ends } of inputs) met(id, "catalog", spoken(ends));
    met("C33", "catalog", "no request carries a Range");
  });
});
