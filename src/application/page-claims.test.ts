import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { StoredDocument } from "../domain/reference.ts";
import { type Claim, PageClaims, type Taking } from "./page-claims.ts";

const NEVER = new AbortController().signal;

/** Patience ends when the test says so. */
function patience() {
  const tired: (() => void)[] = [];
  return {
    sleep: () => new Promise<void>((resolve) => void tired.push(resolve)),
    end: () => tired.splice(0).forEach((resolve) => resolve()),
  };
}

/** What a claim for a key has come to: null while it waits. */
function taking(claim: Claim, key: string, stop = NEVER, mover: StoredDocument | null = null) {
  const state: { came: Taking | null } = { came: null };
  void claim.take(key, stop, mover).then((came) => (state.came = came));
  return state;
}

function three(clock = patience()): readonly [Claim, Claim, Claim] {
  const claims = new PageClaims(clock);
  return [claims.open(), claims.open(), claims.open()];
}

it("one at a time has a page; who comes later has it when the one before has ended", async () => {
  const [a, b, c] = three();
  expect(await a.take("k", NEVER)).toBe("ours");
  const [second, third] = [taking(b, "k"), taking(c, "k")];
  await turn();
  expect([second.came, third.came]).toEqual([null, null]);
  a.free();
  await turn();
  expect([second.came, third.came]).toEqual(["ours", null]);
  b.free();
  await turn();
  expect(third.came).toBe("ours");
});

it("what is one's own already is not waited for", async () => {
  const [a] = three();
  expect(await a.take("k", NEVER)).toBe("ours");
  expect(await a.take("k", NEVER)).toBe("ours");
  expect([a.has("k"), a.has("other")]).toEqual([true, false]);
});

it("of those that would wait for each other the last goes on, and the others when it has ended", async () => {
  const [a, b, c] = three();
  for (const [claim, key] of [[a, "a"] as const, [b, "b"] as const, [c, "c"] as const])
    await claim.take(key, NEVER);
  const [first, second] = [taking(a, "b"), taking(b, "c")];
  await turn();
  expect(await c.take("a", NEVER)).toBe("ours");
  expect([c.has("a"), first.came, second.came]).toEqual([true, null, null]);
  c.free();
  await turn();
  expect([first.came, second.came]).toEqual([null, "ours"]);
  b.free();
  await turn();
  expect(first.came).toBe("ours");
});

it("what was lent by one that waits is still its own when the borrower has ended", async () => {
  const [a, b, c] = three();
  await a.take("a", NEVER);
  await b.take("b", NEVER);
  const waiting = taking(a, "b");
  await turn();
  await b.take("a", NEVER);
  const later = taking(c, "a");
  b.free();
  await turn();
  expect([waiting.came, later.came]).toEqual(["ours", null]);
  a.free();
  await turn();
  expect(later.came).toBe("ours");
});

it("nobody waits on when the run stops", async () => {
  const [a, b, c] = three();
  const stop = new AbortController();
  await a.take("k", NEVER);
  const waiting = taking(b, "k", stop.signal);
  await turn();
  stop.abort();
  await turn();
  expect([waiting.came, b.has("k")]).toEqual(["stopped", false]);
  expect(await c.take("k", stop.signal)).toBe("stopped");
});

it("a page that waits to be found at an address is known there for as long as it waits", async () => {
  const [a, b] = three();
  const page = { key: "old" } as StoredDocument;
  await a.take("new", NEVER);
  expect(a.moverTo("new")).toBeNull();
  taking(b, "new", NEVER, page);
  await turn();
  expect([a.moverTo("new"), a.moverTo("other")]).toEqual([page, null]);
  a.free();
  await turn();
  expect(b.moverTo("new")).toBeNull();
});

it("who waits for long gives up, and who comes after it at once, but not a page that is to be known there", async () => {
  const clock = patience();
  const [a, b, c] = three(clock);
  await a.take("k", NEVER);
  const [waiting, mover] = [taking(b, "k"), taking(c, "k", NEVER, { key: "old" } as StoredDocument)];
  await turn();
  expect(waiting.came).toBeNull();
  clock.end();
  await turn();
  expect([waiting.came, mover.came, b.has("k")]).toEqual(["busy", null, false]);
  a.free();
  await turn();
  expect(mover.came).toBe("ours");
});

it("who has lent what is its own does not give up before the borrower has ended", async () => {
  const clock = patience();
  const claims = new PageClaims(clock);
  const [a, b, c, d] = [claims.open(), claims.open(), claims.open(), claims.open()];
  for (const [claim, key] of [[a, "a"] as const, [b, "b"] as const, [c, "c"] as const])
    await claim.take(key, NEVER);
  const [first, second] = [taking(a, "b"), taking(b, "c")];
  await turn();
  await c.take("a", NEVER);
  clock.end();
  await turn();
  expect([first.came, second.came]).toEqual([null, null]);
  const other = taking(d, "a");
  c.free();
  await turn();
  expect([first.came, second.came, other.came]).toEqual([null, "ours", null]);
});

it("a task that was put off looks at what it waits for, and comes sooner where few are", () => {
  const claims = new PageClaims(patience());
  const holder = claims.open();
  void holder.take("page", NEVER);
  const few = claims.putOff("task", "page");
  for (let n = 0; n < 1000; n++) claims.putOff(`task ${n}`, "page");
  expect(claims.putOff("task", "page")).toBeGreaterThan(few);
  expect([claims.awaitedBy("task"), claims.awaitedBy("other")]).toEqual(["page", null]);
  holder.free();
  expect(claims.awaitedBy("task")).toBeNull();
});
