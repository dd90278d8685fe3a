/** Every hostile input of classes B to E alone with one good document, by its id. */
import { beforeAll, describe, it } from "vitest";
import { BROKEN_BODIES, FRAMING, REDIRECTS, resolveHostile, ROBOTS, TIME } from "../kit/hostile-inputs.ts";
import { type HostileInput, prepareBombs } from "../kit/hostile-server.ts";
import {
  asRobots,
  expectCatalogsFailed,
  expectEnding,
  expectPromises,
  HASTE,
  labelled,
  meet,
  type MeetingOptions,
} from "../kit/hostile-run.ts";

beforeAll(prepareBombs);

it("(a run without any loads what the others are measured without)", () => meet([]));

describe.each<[string, readonly HostileInput[], MeetingOptions]>([
  ["B: redirects", REDIRECTS, {}],
  ["C: framing", FRAMING, {}],
  ["C: framing of robots.txt", BROKEN_BODIES.map(asRobots), {}],
  ["D: time", TIME, { engine: { deadlines: HASTE, resolve: resolveHostile } }],
  ["E: robots", ROBOTS, {}],
])("%s", (_class, inputs, options) => {
  it.each(inputs.map(labelled))("%s", async (_label, input) => {
    const meeting = await meet([input], options);
    expectPromises(meeting, [input]);
    expectEnding(meeting, input);
  });
});

describe("C: framing of a catalog", () => {
  it.each(BROKEN_BODIES.map(labelled))("%s", async (_label, input) => {
    expectCatalogsFailed(await meet([input], { as: "catalog" }), [input]);
  });
});
