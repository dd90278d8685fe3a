import { allLeftovers } from "../kit/leftovers.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Frontier, Lease, Registry, Settlement, Task } from "../../src/application/ports.ts";
import { reference, stored, WATERMARK } from "./documents.ts";

export interface OpenFrontier {
  readonly frontier: Frontier;
  readonly registry: Registry;
  close(): Promise<void>;
}

const TTL = 60_000;
const RUN = {
  source: "usgs",
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: null,
  exitCode: null,
  summary: null,
};

/** What every `Frontier` promises; `open` gives an empty one. */
export function describeFrontier(name: string, open: () => Promise<OpenFrontier>): void {
  describe(`frontier: ${name}`, () => {
    let opened: OpenFrontier;
    let frontier: Frontier;

    beforeEach(async () => {
      opened = await open();
      frontier = opened.frontier;
    });
    afterEach(() => opened.close());

    async function add(keys: readonly string[], host = "a.test", run = "r1"): Promise<void> {
      await frontier.enqueue(
        "usgs",
        run,
        keys.map((key) => reference(key, host)),
      );
    }

    async function leaseAt(now: number, owner = "w", run = "r1", ttl = TTL): Promise<Lease> {
      const answer = await frontier.lease(run, owner, now, ttl);
      if (answer.kind !== "leased") throw new Error(`expected a lease, got ${JSON.stringify(answer)}`);
      return answer.lease;
    }

    async function takeAt(lease: Lease, now: number, run = "r1"): Promise<Task> {
      const task = await frontier.take(lease, run, now);
      if (task === null) throw new Error("expected a task");
      return task;
    }

    async function stateOf(key: string) {
      return (await opened.registry.find("usgs", [key])).get(key);
    }

    describe("enqueue", () => {
      it("makes tasks that carry their reference, source and host", async () => {
        await add(["T1"], "a.test:8080");
        const lease = await leaseAt(1_000);
        expect(lease.host).toBe("a.test:8080");
        expect(await frontier.take(lease, "r1", 1_000)).toEqual({
          id: expect.any(Number),
          source: "usgs",
          host: "a.test:8080",
          reference: reference("T1", "a.test:8080"),
          attempts: 0,
        });
      });

      it("replaces the reference of a key that is known", async () => {
        await add(["T1"]);
        const newer = { ...reference("T1", "a.test", "https://a.test/moved.pdf"), token: "v2" };
        await frontier.enqueue("usgs", "r1", [newer]);
        expect(await frontier.remaining("r1")).toBe(1);
        const task = await takeAt(await leaseAt(1_000), 1_000);
        expect(task.reference).toEqual(newer);
      });

      it("moves a known key to the host of its new URL", async () => {
        await add(["T1"]);
        await add(["T1"], "b.test");
        expect((await leaseAt(1_000)).host).toBe("b.test");
        expect(await frontier.lease("r1", "w2", 1_000, TTL)).toEqual({ kind: "empty" });
      });

      it.each(["failed", "skipped"] as const)(
        "makes a %s key pending again, with no attempts",
        async (kind) => {
          await add(["T1"]);
          const lease = await leaseAt(1_000);
          const task = await takeAt(lease, 1_000);
          await frontier.settle(lease, { kind: "retry", task, notBefore: 1_000, error: "x" });
          await frontier.settle(lease, {
            kind,
            task: await takeAt(lease, 1_000),
            reason: "gone",
            error: "410",
          });
          await add(["T1"], "a.test", "r2");
          expect(await stateOf("T1")).toMatchObject({ state: "pending", reason: null });
          const again = await frontier.take(lease, "r2", 1_000);
          expect(again).toMatchObject({ attempts: 0 });
        },
      );

      it("makes a completed key pending again", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        const task = await takeAt(lease, 1_000);
        await opened.registry.commit("usgs", [{ lease, task, documents: [stored("T1")] }], WATERMARK);
        await add(["T1"]);
        expect(await stateOf("T1")).toMatchObject({ state: "pending", document: stored("T1") });
        expect(await frontier.remaining("r1")).toBe(1);
      });

      it("does not hand a task out twice that is enqueued while in hand", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        await takeAt(lease, 1_000);
        await add(["T1"]);
        expect(await frontier.take(lease, "r1", 1_000)).toBeNull();
      });

      it("keeps keys of different sources apart", async () => {
        await frontier.enqueue("usgs", "r1", [reference("T1")]);
        await frontier.enqueue("wiki", "r2", [reference("T1")]);
        expect(await frontier.remaining("r1")).toBe(1);
        expect(await frontier.remaining("r2")).toBe(1);
      });

      it("takes an empty list", async () => {
        await add([]);
        expect(await frontier.remaining("r1")).toBe(0);
      });

      it("refuses a reference without a proper URL, and adds none of its batch", async () => {
        const bad = { ...reference("T2"), url: "not a url" };
        await expect(frontier.enqueue("usgs", "r1", [reference("T1"), bad])).rejects.toThrow();
        expect(await frontier.remaining("r1")).toBe(0);
        expect(await frontier.lease("r1", "w", 1_000, TTL)).toEqual({ kind: "empty" });
      });
    });

    describe("leftovers", () => {
      it("lists what other runs left pending, in the order found", async () => {
        await add(["T3", "T1"], "b.test", "r0");
        await add(["T2"], "a.test", "r0");
        await add(["T9"], "a.test", "r1");
        const found = await allLeftovers(frontier, "usgs", "pending");
        expect(found).toEqual([reference("T3", "b.test"), reference("T1", "b.test"), reference("T2")]);
      });

      it("lists all that is pending once the run is over", async () => {
        await add(["T1"], "a.test", "r1");
        expect(await allLeftovers(frontier, "usgs", "pending")).toEqual([]);
        const run = {
          id: "r1",
          source: "usgs",
          startedAt: "2026-01-01T00:00:00Z",
          exitCode: 0,
          summary: null,
        };
        await opened.registry.saveRun({ ...run, endedAt: "2026-01-01T00:01:00Z" });
        expect(await allLeftovers(frontier, "usgs", "pending")).toEqual([reference("T1")]);
      });

      it("lists failed tasks of other runs apart", async () => {
        await add(["T1", "T2"], "a.test", "r0");
        const lease = await leaseAt(1_000, "w", "r0");
        const task = await takeAt(lease, 1_000, "r0");
        await frontier.settle(lease, { kind: "failed", task, reason: "timeout", error: "slow" });
        await add(["T5"], "b.test", "r1");
        expect(await allLeftovers(frontier, "usgs", "failed")).toEqual([reference("T1")]);
        expect(await allLeftovers(frontier, "usgs", "pending")).toEqual([reference("T2")]);
      });

      it("lists nothing of another source", async () => {
        await frontier.enqueue("wiki", "r0", [reference("T1")]);
        await add(["T9"], "a.test", "r1");
        expect(await allLeftovers(frontier, "usgs", "pending")).toEqual([]);
      });

      it("lists thousands", async () => {
        const keys = Array.from({ length: 2_500 }, (_, n) => `K${n}`);
        await add(keys, "a.test", "r0");
        await add(["T9"], "a.test", "r1");
        expect((await allLeftovers(frontier, "usgs", "pending")).map(({ key }) => key)).toEqual(keys);
      });
    });

    describe("lease", () => {
      it("is empty where the run has no tasks", async () => {
        await add(["T1"], "a.test", "r2");
        expect(await frontier.lease("r1", "w", 1_000, TTL)).toEqual({ kind: "empty" });
      });

      it("gives a host to one owner at a time", async () => {
        await add(["T1", "T2"]);
        await leaseAt(1_000, "w1");
        expect(await frontier.lease("r1", "w2", 1_000, TTL)).toEqual({ kind: "empty" });
      });

      it("keeps a leased host from other runs too", async () => {
        await add(["T1"], "a.test", "r1");
        await frontier.enqueue("wiki", "r2", [reference("T2")]);
        const lease = await leaseAt(1_000, "w1");
        expect(await frontier.lease("r2", "w2", 1_000, TTL)).toEqual({ kind: "empty" });
        await frontier.release(lease, 1_500);
        expect(await frontier.lease("r2", "w2", 1_000, TTL)).toEqual({ kind: "wait", at: 1_500 });
        expect((await leaseAt(1_500, "w2", "r2")).host).toBe("a.test");
      });

      it("keeps a host leased for which tasks are added after its last one was taken", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        const task = await takeAt(lease, 1_000);
        await frontier.settle(lease, { kind: "skipped", task, reason: "gone", error: "" });
        await add(["T2"]);
        expect(await frontier.lease("r1", "w2", 1_000, TTL)).toEqual({ kind: "empty" });
        expect((await takeAt(lease, 1_000)).reference.key).toBe("T2");
      });

      it("says when the first host is free of its pace", async () => {
        await add(["T1", "T2"], "a.test");
        await add(["T3", "T4"], "b.test");
        await frontier.release(await leaseAt(1_000), 5_000);
        await frontier.release(await leaseAt(1_000), 4_000);
        expect(await frontier.lease("r1", "w", 3_999, TTL)).toEqual({ kind: "wait", at: 4_000 });
        expect((await leaseAt(4_000)).host).toBe("b.test");
      });

      it("says when the first task is due again", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        const task = await takeAt(lease, 1_000);
        await frontier.settle(lease, { kind: "retry", task, notBefore: 9_000, error: "503" });
        await frontier.release(lease, 2_000);
        expect(await frontier.lease("r1", "w", 2_000, TTL)).toEqual({ kind: "wait", at: 9_000 });
        expect((await leaseAt(9_000)).host).toBe("a.test");
      });

      it("counts no attempt of a task that could not be tried yet", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        const task = await takeAt(lease, 1_000);
        expect(await frontier.settle(lease, { kind: "later", task, notBefore: 9_000 })).toBe(true);
        expect(await frontier.take(lease, "r1", 8_999)).toBeNull();
        await frontier.release(lease, 2_000);
        expect(await frontier.lease("r1", "w", 2_000, TTL)).toEqual({ kind: "wait", at: 9_000 });
        expect(await takeAt(await leaseAt(9_000), 9_000)).toMatchObject({ attempts: 0 });
      });

      it("waits for the later of pace and task", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        const task = await takeAt(lease, 1_000);
        await frontier.settle(lease, { kind: "retry", task, notBefore: 2_000, error: "503" });
        await frontier.release(lease, 7_000);
        expect(await frontier.lease("r1", "w", 2_000, TTL)).toEqual({ kind: "wait", at: 7_000 });
      });

      it("waits for what is left on a host when its due task moves away", async () => {
        await add(["T1", "T2"]);
        const lease = await leaseAt(1_000);
        const task = await takeAt(lease, 1_000);
        await frontier.settle(lease, { kind: "retry", task, notBefore: 9_000, error: "503" });
        await frontier.release(lease, 1_000);
        await add(["T2"], "b.test");
        expect((await leaseAt(2_000)).host).toBe("b.test");
        expect(await frontier.lease("r1", "w", 2_000, TTL)).toEqual({ kind: "wait", at: 9_000 });
      });

      it("does not wait for a task that was enqueued anew", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        const task = await takeAt(lease, 1_000);
        await frontier.settle(lease, { kind: "retry", task, notBefore: 9_000, error: "503" });
        await frontier.release(lease, 1_000);
        await add(["T1"]);
        expect((await takeAt(await leaseAt(2_000), 2_000)).attempts).toBe(0);
      });

      it("does not wait for hosts that others have", async () => {
        await add(["T1"], "a.test");
        await add(["T2"], "b.test");
        await leaseAt(1_000, "w1");
        const second = await leaseAt(1_000, "w2");
        await frontier.release(second, 8_000);
        expect(await frontier.lease("r1", "w3", 1_000, TTL)).toEqual({ kind: "wait", at: 8_000 });
      });

      it("gives the host that is due longest first", async () => {
        const due = { "c.test": 3_300, "a.test": 3_100, "b.test": 3_200 };
        for (const host of Object.keys(due)) await add([`${host}-1`], host);
        const leases = [await leaseAt(1_000), await leaseAt(1_000), await leaseAt(1_000)];
        for (const lease of leases) await frontier.release(lease, due[lease.host as keyof typeof due]);
        const order = [await leaseAt(4_000), await leaseAt(4_000), await leaseAt(4_000)];
        expect(order.map(({ host }) => host)).toEqual(["a.test", "b.test", "c.test"]);
      });

      it("lets hosts that are due alike take turns", async () => {
        const hosts = ["a.test", "b.test", "c.test"];
        for (const host of hosts) await add([`${host}-1`], host);
        const order: string[] = [];
        for (let n = 0; n < 6; n += 1) {
          const lease = await leaseAt(1_000);
          order.push(lease.host);
          await frontier.release(lease, 500);
        }
        expect(order.slice(0, 3).toSorted()).toEqual(hosts);
        expect(order.slice(3)).toEqual(order.slice(0, 3));
      });

      it("never gives a host to an owner that has not released it, however late it is", async () => {
        await add(["T1", "T2"]);
        const lease = await leaseAt(1_000, "slow");
        const task = await takeAt(lease, 1_000);
        const later = 1_000 + 100 * TTL;
        expect(await frontier.lease("r1", "slow", later, TTL)).toEqual({ kind: "empty" });
        expect(await frontier.settle(lease, { kind: "failed", task, reason: "a", error: "a" })).toBe(true);
        await frontier.release(lease, later);
        expect((await frontier.lease("r1", "slow", later, TTL)).kind).toBe("leased");
      });

      it("raises the fence of a host with every lease", async () => {
        await add(["T1"]);
        const fences: number[] = [];
        for (let n = 0; n < 4; n += 1) {
          const lease = await leaseAt(1_000);
          fences.push(lease.fence);
          await frontier.release(lease, 1_000);
        }
        expect(fences).toEqual([...new Set(fences)].toSorted((a, b) => a - b));
      });
    });

    describe("a lease that runs out", () => {
      it("gives the host and what was in hand to the next owner", async () => {
        await add(["T1"]);
        const first = await leaseAt(1_000, "w1", "r1", 100);
        const task = await takeAt(first, 1_000);
        expect(await frontier.lease("r1", "w2", 1_099, TTL)).toEqual({ kind: "empty" });
        const second = await leaseAt(1_100, "w2");
        expect(second.fence).toBeGreaterThan(first.fence);
        expect((await takeAt(second, 1_100)).id).toBe(task.id);
      });

      it("says when its tasks are due, like a free host", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000, "w1", "r1", 100);
        const task = await takeAt(lease, 1_000);
        await frontier.settle(lease, { kind: "retry", task, notBefore: 9_000, error: "503" });
        expect(await frontier.lease("r1", "w2", 2_000, TTL)).toEqual({ kind: "wait", at: 9_000 });
      });

      it("may still settle while nobody else has the host", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000, "w1", "r1", 100);
        const task = await takeAt(lease, 1_000);
        expect(await frontier.lease("r2", "w2", 2_000, TTL)).toEqual({ kind: "empty" });
        expect(await frontier.settle(lease, { kind: "retry", task, notBefore: 9_000, error: "503" })).toBe(
          true,
        );
        expect(await frontier.lease("r1", "w2", 2_000, TTL)).toEqual({ kind: "wait", at: 9_000 });
      });

      it("takes nothing more", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000, "w1", "r1", 100);
        expect(await frontier.take(lease, "r1", 1_100)).toBeNull();
        expect(await frontier.take(lease, "r1", 1_099)).not.toBeNull();
      });

      it("cannot be renewed", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000, "w1", "r1", 100);
        expect(await frontier.renew(lease, 1_100, TTL)).toBe(false);
      });
    });

    describe("a worker whose host went to another", () => {
      async function superseded() {
        await add(["T1", "T2"]);
        const old = await leaseAt(1_000, "w1", "r1", 100);
        const task = await takeAt(old, 1_000);
        const fresh = await leaseAt(2_000, "w2");
        return { old, fresh, task };
      }

      it.each<[string, (task: Task) => Settlement]>([
        ["retry", (task) => ({ kind: "retry", task, notBefore: 5_000, error: "late" })],
        ["failed", (task) => ({ kind: "failed", task, reason: "late", error: "late" })],
        ["skipped", (task) => ({ kind: "skipped", task, reason: "late", error: "late" })],
        ["later", (task) => ({ kind: "later", task, notBefore: 5_000 })],
        ["pending", (task) => ({ kind: "pending", task, reason: "late", error: "late" })],
        ["unchanged", (task) => ({ kind: "unchanged", task })],
      ])("cannot settle late: %s", async (_, settlement) => {
        const { old, fresh, task } = await superseded();
        expect(await frontier.settle(old, settlement(task))).toBe(false);
        expect(await stateOf("T1")).toMatchObject({ state: "pending", reason: null });
        expect(await frontier.remaining("r1")).toBe(2);
        expect(await takeAt(fresh, 2_000)).toEqual(task);
      });

      it("can neither take, renew nor release", async () => {
        const { old, fresh } = await superseded();
        expect(await frontier.take(old, "r1", 1_050)).toBeNull();
        expect(await frontier.renew(old, 1_050, TTL)).toBe(false);
        await frontier.release(old, 0);
        expect(await frontier.lease("r1", "w3", 2_000, TTL)).toEqual({ kind: "empty" });
        expect(await frontier.renew(fresh, 2_000, TTL)).toBe(true);
      });
    });

    describe("renew", () => {
      it("prolongs", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000, "w1", "r1", 100);
        expect(await frontier.renew(lease, 1_050, 100)).toBe(true);
        expect(await frontier.lease("r1", "w2", 1_149, TTL)).toEqual({ kind: "empty" });
        expect((await leaseAt(1_150, "w2")).host).toBe("a.test");
      });

      it("is refused after release", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        await frontier.release(lease, 1_000);
        expect(await frontier.renew(lease, 1_001, TTL)).toBe(false);
      });
    });

    describe("take", () => {
      it("gives each task once, in the order found", async () => {
        await add(["T2", "T1", "T3"]);
        const lease = await leaseAt(1_000);
        const keys = [];
        for (let n = 0; n < 3; n += 1) keys.push((await takeAt(lease, 1_000)).reference.key);
        expect(keys).toEqual(["T2", "T1", "T3"]);
        expect(await frontier.take(lease, "r1", 1_000)).toBeNull();
      });

      it("gives a task that is due again before fresh ones", async () => {
        await add(["T1", "T2", "T3"]);
        const lease = await leaseAt(1_000);
        const task = await takeAt(lease, 1_000);
        await frontier.settle(lease, { kind: "retry", task, notBefore: 3_000, error: "503" });
        expect((await takeAt(lease, 2_999)).reference.key).toBe("T2");
        expect(await takeAt(lease, 3_000)).toEqual({ ...task, attempts: 1 });
      });

      it("gives nothing of another run or host", async () => {
        await add(["T1"], "a.test", "r1");
        await add(["T2"], "b.test", "r1");
        await frontier.enqueue("wiki", "r2", [reference("T3", "a.test")]);
        const lease = await leaseAt(1_000);
        await takeAt(lease, 1_000);
        expect(await frontier.take(lease, "r1", 1_000)).toBeNull();
      });

      it("gives nothing under a lease that was given back, nor on a host that nobody leased", async () => {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        await frontier.release(lease, 1_000);
        expect(await frontier.take(lease, "r1", 1_000)).toBeNull();
        expect(await frontier.take({ host: "never.test", fence: 0 }, "r1", 1_000)).toBeNull();
      });
    });

    describe("settle", () => {
      async function inHand() {
        await add(["T1"]);
        const lease = await leaseAt(1_000);
        return { lease, task: await takeAt(lease, 1_000) };
      }

      it("retry counts the attempt and waits", async () => {
        const { lease, task } = await inHand();
        expect(await frontier.settle(lease, { kind: "retry", task, notBefore: 2_000, error: "503" })).toBe(
          true,
        );
        expect(await frontier.take(lease, "r1", 1_999)).toBeNull();
        expect((await takeAt(lease, 2_000)).attempts).toBe(1);
        expect(await frontier.remaining("r1")).toBe(1);
      });

      it.each(["failed", "skipped"] as const)("%s ends the task with its reason", async (kind) => {
        const { lease, task } = await inHand();
        expect(await frontier.settle(lease, { kind, task, reason: "why", error: "what" })).toBe(true);
        expect(await stateOf("T1")).toMatchObject({ state: kind, reason: "why" });
        expect(await frontier.remaining("r1")).toBe(0);
        expect(await opened.registry.items("usgs", kind)).toMatchObject([
          { key: "T1", reason: "why", last_error: "what", attempts: 1 },
        ]);
      });

      it("pending leaves the run and stays for a later one", async () => {
        const { lease, task } = await inHand();
        expect(
          await frontier.settle(lease, { kind: "pending", task, reason: "breaker_open", error: "open" }),
        ).toBe(true);
        expect(await frontier.remaining("r1")).toBe(0);
        expect(await frontier.take(lease, "r1", 9_000)).toBeNull();
        expect(await stateOf("T1")).toMatchObject({ state: "pending", reason: "breaker_open" });
        expect(await allLeftovers(frontier, "usgs", "pending")).toEqual([task.reference]);
      });

      it("gives what was queued again and got no outcome back to what it was", async () => {
        const first = await inHand();
        const failure = { kind: "failed", reason: "why", error: "what" } as const;
        await frontier.settle(first.lease, { ...failure, task: first.task });
        await frontier.release(first.lease, 0);
        await add(["T1"], "a.test", "r2");
        expect(await stateOf("T1")).toMatchObject({ state: "pending" });
        const again = await frontier.lease("r2", "me", 2_000, 1_000);
        if (again.kind !== "leased") throw new Error(again.kind);
        const task = await frontier.take(again.lease, "r2", 2_000);
        if (task === null) throw new Error("nothing to take");
        const held = { kind: "pending", task, reason: "breaker_open", error: "open" } as const;
        expect(await frontier.settle(again.lease, held)).toBe(true);
        expect(await opened.registry.items("usgs", "failed")).toMatchObject([
          { key: "T1", reason: "why", last_error: "what", attempts: 1 },
        ]);
        expect(await frontier.remaining("r2")).toBe(0);
      });

      it("does the same with what is dismissed, and with what is left when the run ends", async () => {
        const first = await inHand();
        await frontier.settle(first.lease, {
          kind: "skipped",
          task: first.task,
          reason: "not_found",
          error: "404",
        });
        await frontier.release(first.lease, 0);
        await add(["T1"], "a.test", "r2");
        expect(await frontier.dismiss("r2", "a.test")).toBe(1);
        expect(await stateOf("T1")).toMatchObject({ state: "skipped", reason: "not_found" });
        await add(["T1"], "a.test", "r3");
        const run = { id: "r3", source: "usgs", startedAt: "x", exitCode: 130, summary: null };
        await opened.registry.saveRun({ ...run, endedAt: "y" });
        expect(await stateOf("T1")).toMatchObject({ state: "skipped", reason: "not_found" });
        expect(await allLeftovers(frontier, "usgs", "pending")).toEqual([]);
      });

      it.each(["failed", "skipped", "pending"] as const)(
        "keeps a stored document stored when replacing it ends %s",
        async (kind) => {
          const { lease, task } = await inHand();
          const document = {
            key: "T1",
            url: task.reference.url,
            localPath: "data/raw/usgs/TX/T1.pdf.zst",
            sha256: "00",
            originalSize: 1,
            compressedSize: 1,
            storedAt: "2026-01-01T00:00:00.000Z",
            validators: {},
            fields: {},
          };
          await opened.registry.commit("usgs", [{ lease, task, documents: [document] }], WATERMARK);
          await frontier.release(lease, 0);
          await add(["T1"], "a.test", "r2");
          const again = await frontier.lease("r2", "me", 2_000, 1_000);
          if (again.kind !== "leased") throw new Error(again.kind);
          const second = await frontier.take(again.lease, "r2", 2_000);
          if (second === null) throw new Error("nothing to take");
          await frontier.settle(again.lease, { kind, task: second, reason: "why", error: "what" });
          expect(await stateOf("T1")).toMatchObject({ state: "completed", document });
          expect(await opened.registry.counts("usgs")).toEqual({
            completed: 1,
            failed: 0,
            skipped: 0,
            pending: 0,
          });
        },
      );

      it("unchanged completes the task", async () => {
        const { lease, task } = await inHand();
        expect(await frontier.settle(lease, { kind: "unchanged", task })).toBe(true);
        expect(await stateOf("T1")).toMatchObject({ state: "completed" });
        expect(await frontier.remaining("r1")).toBe(0);
      });

      it("happens once", async () => {
        const { lease, task } = await inHand();
        expect(await frontier.settle(lease, { kind: "failed", task, reason: "a", error: "a" })).toBe(true);
        expect(await frontier.settle(lease, { kind: "skipped", task, reason: "b", error: "b" })).toBe(false);
        expect(await stateOf("T1")).toMatchObject({ state: "failed", reason: "a" });
      });

      it("is refused after release", async () => {
        const { lease, task } = await inHand();
        await frontier.release(lease, 1_000);
        expect(await frontier.settle(lease, { kind: "unchanged", task })).toBe(false);
        expect((await takeAt(await leaseAt(1_000), 1_000)).id).toBe(task.id);
      });
    });

    describe("items whose page could not be read", () => {
      const item = {
        key: "T055",
        url: "http://a.test/report/1",
        state: "failed",
        reason: "server_error",
        error: "500",
      } as const;

      it("count as failed until they are forgotten, and are nothing to fetch", async () => {
        await frontier.note("usgs", [item, { ...item, key: "T056", state: "skipped", reason: "not_found" }]);
        expect(await opened.registry.counts("usgs")).toMatchObject({ failed: 1, skipped: 1, pending: 0 });
        expect(await opened.registry.items("usgs", "failed")).toMatchObject([
          { key: "T055", url: item.url, reason: "server_error", last_error: "500", attempts: 1 },
        ]);
        expect(await allLeftovers(frontier, "usgs", "failed")).toEqual([]);
        expect(await frontier.noted("usgs")).toEqual([
          { key: "T055", state: "failed" },
          { key: "T056", state: "skipped" },
        ]);
        await frontier.note("usgs", [item]);
        expect((await opened.registry.items("usgs", "failed"))[0]?.attempts).toBe(2);
        await frontier.forget("usgs", ["T055", "T056", "T057"]);
        expect(await opened.registry.counts("usgs")).toMatchObject({ failed: 0, skipped: 0 });
      });

      it("do not touch a task of the same key", async () => {
        await add(["T055"]);
        await frontier.note("usgs", [item]);
        await frontier.forget("usgs", ["T055"]);
        expect(await stateOf("T055")).toMatchObject({ state: "pending" });
        expect(await frontier.noted("usgs")).toEqual([]);
      });
    });

    describe("what was left over and is stored meanwhile", () => {
      it("is concluded, and left over no longer", async () => {
        await add(["T1", "T2"]);
        await opened.registry.saveRun({ ...RUN, id: "r1" });
        await opened.registry.saveRun({ ...RUN, id: "r1", endedAt: "2026-01-01T00:00:01.000Z" });
        await frontier.conclude("usgs", ["T1", "T9"]);
        expect(await stateOf("T1")).toMatchObject({ state: "completed", reason: null });
        expect(await stateOf("T2")).toMatchObject({ state: "pending" });
        const { references } = await frontier.leftovers("usgs", "pending", 0);
        expect(references.map(({ key }) => key)).toEqual(["T2"]);
      });

      it("is not concluded where it is of the run under way, or of another source", async () => {
        await add(["T1"]);
        await frontier.conclude("usgs", ["T1"]);
        await frontier.conclude("wiki", ["T1"]);
        expect(await stateOf("T1")).toMatchObject({ state: "pending" });
      });
    });

    describe("dismiss", () => {
      it("takes a host's tasks out of the run, but for those in hand", async () => {
        await add(["T1", "T2", "T3"]);
        await add(["T4"], "b.test");
        const lease = await leaseAt(1_000);
        const host = lease.host;
        const task = await takeAt(lease, 1_000);
        const others = host === "a.test" ? 2 : 0;
        expect(await frontier.dismiss("r1", host)).toBe(others);
        expect(await frontier.take(lease, "r1", 1_000)).toBeNull();
        expect(await frontier.settle(lease, { kind: "unchanged", task })).toBe(true);
        expect(await allLeftovers(frontier, "usgs", "pending")).toHaveLength(others);
        expect((await opened.registry.counts("usgs")).pending).toBe(3);
      });

      it("leaves other runs and hosts alone", async () => {
        await add(["T1"], "a.test", "r1");
        await frontier.enqueue("wiki", "r2", [reference("T2")]);
        await add(["T3"], "b.test", "r1");
        expect(await frontier.dismiss("r1", "a.test")).toBe(1);
        expect(await frontier.remaining("r1")).toBe(1);
        expect(await frontier.remaining("r2")).toBe(1);
        expect((await leaseAt(1_000)).host).toBe("b.test");
        expect((await leaseAt(1_000, "w", "r2")).host).toBe("a.test");
      });

      it("answers 0 for a host without tasks", async () => {
        expect(await frontier.dismiss("r1", "never.test")).toBe(0);
      });
    });

    it("remaining counts what is in hand", async () => {
      await add(["T1", "T2"]);
      await takeAt(await leaseAt(1_000), 1_000);
      expect(await frontier.remaining("r1")).toBe(2);
    });

    it("works a run off to the end, whatever the number of hosts", async () => {
      for (let host = 0; host < 7; host += 1) {
        await add(
          [0, 1, 2, 3, 4].map((n) => `H${host}-${n}`),
          `h${host}.test`,
        );
      }
      const done: string[] = [];
      for (let now = 1_000; now < 3_000; now += 1) {
        const answer = await frontier.lease("r1", "w", now, TTL);
        if (answer.kind === "empty") break;
        if (answer.kind === "wait") continue;
        const task = await takeAt(answer.lease, now);
        await frontier.settle(answer.lease, { kind: "unchanged", task });
        done.push(task.reference.key);
        await frontier.release(answer.lease, now + 10);
      }
      expect(new Set(done).size).toBe(35);
      expect(done).toHaveLength(35);
    });
  });
}
