import { expect, it } from "vitest";
import { type HookMessage, type HookName, MAX_TRIES } from "../domain/hook-message.ts";
import { emptyOutbox } from "./empty-outbox.ts";
import type { Outbox } from "./ports.ts";

const message = (id: string, hook: HookName = "on_alert", tries = 0): HookMessage => ({
  id,
  hook,
  tries,
  source: "site",
  runId: id,
  exitCode: 1,
  told: { id },
});

/** An outbox in memory, and a hook that fails as long as it is told to. */
function setUp(...messages: readonly HookMessage[]) {
  const waiting = new Map(messages.map((one) => [one.id, one]));
  const damaged = new Set<string>();
  const outbox: Outbox = {
    put: async (one) => void waiting.set(one.id, one),
    waiting: async () => ({ messages: [...waiting.values()], damaged: [...damaged] }),
    remove: async (id) => void (waiting.delete(id) || damaged.delete(id)),
  };
  const called: string[] = [];
  const said: string[] = [];
  const empty = (problemOf: (id: string) => string | null = () => null, box = outbox) => {
    const call = async ({ id, tries }: HookMessage) => {
      called.push(id);
      expect(waiting.get(id)?.tries, "counted before it is called").toBe(tries);
      return problemOf(id);
    };
    return emptyOutbox({ outbox: box, call, warn: (text) => void said.push(text) }, new Set());
  };
  const left = () => [...waiting.values()].map(({ id, tries }) => `${id} ${tries}`);
  return { empty, called, said, left, outbox, waiting, damaged };
}

it("forgets what a hook has taken, and calls it once for each", async () => {
  const { empty, called, said, left } = setUp(message("b"), message("a"), message("a.end", "on_run_end"));
  await empty();
  expect([called, said, left()]).toEqual([["a", "a.end", "b"], [], []]);
  await empty();
  expect(called).toHaveLength(3);
});

it("calls a hook that fails once a time, says so, and gives up in the end", async () => {
  const { empty, called, said, left } = setUp(message("a"), message("b"), message("c", "on_run_end"));
  const broken = (id: string) => (id === "c" ? null : "status 500");
  await empty(broken);
  expect([called, left()]).toEqual([
    ["a", "c"],
    ["a 1", "b 1"],
  ]);
  expect(said).toEqual([expect.stringContaining("status 500; it is told again")]);
  for (let n = 1; n < MAX_TRIES; n++) await empty(broken);
  expect(left()).toEqual([]);
  expect(called).toHaveLength(1 + MAX_TRIES);
  expect(said.filter((text) => text.includes("given up"))).toHaveLength(2);
});

it("tells others beside one that a hook refuses", async () => {
  const { empty, left, outbox, called } = setUp(message("a", "on_alert", 2));
  await outbox.put(message("b"));
  await empty((id) => (id === "a" ? "status 400" : null));
  expect([called, left()]).toEqual([["b", "a"], ["a 3"]]);
});

it("does not call for ever what has ended the process each time", async () => {
  const { empty, called, said, left } = setUp(message("a", "on_alert", MAX_TRIES));
  await empty();
  expect([called, left()]).toEqual([[], []]);
  expect(said).toEqual([expect.stringContaining("given up after 5 tries (a)")]);
});

it("tells also where the try cannot be counted", async () => {
  const { outbox, said, waiting } = setUp(message("a"));
  const full = { ...outbox, put: () => Promise.reject(new Error("no space left")) };
  const call = async () => null;
  await emptyOutbox({ outbox: full, call, warn: (text) => void said.push(text) }, new Set());
  expect([said, waiting.size]).toEqual([[], 0]);
});

it("leaves alone what had its turn", async () => {
  const { outbox, said } = setUp(message("a"), message("b"));
  const called: string[] = [];
  const call = async ({ id }: HookMessage) => (called.push(id), null);
  await emptyOutbox({ outbox, call, warn: (text) => void said.push(text) }, new Set(["a"]));
  expect(called).toEqual(["b"]);
});

it("says once what can no longer be told, and tells the rest", async () => {
  const { empty, called, said, left, damaged } = setUp(message("a"));
  damaged.add("20261116T114102Z-d50331.on_alert");
  await empty();
  await empty();
  expect([called, left()]).toEqual([["a"], []]);
  expect(said).toEqual([
    expect.stringMatching(/^hooks\.on_alert: .*damaged.*levada runs show 20261116T114102Z-d50331/),
  ]);
});
