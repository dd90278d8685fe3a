import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Frontier, Lease, Registry, RunRecord, Task } from "../../src/application/ports.ts";
import type { StoredDocument } from "../../src/domain/reference.ts";
import { member, reference, stored, streamOf, taskFor, WATERMARK } from "./documents.ts";

export interface OpenRegistry {
  readonly registry: Registry;
  readonly frontier: Frontier;
  close(): Promise<void>;
}

const NO_LEASE: Lease = { host: "a.test", fence: 0 };

async function* brokenStream(): AsyncIterable<StoredDocument> {
  for (let n = 0; n < 2_500; n += 1) yield stored(`N${n}`);
  throw new Error("the manifest cannot be read");
}

const versions = (count: number, documents: number) =>
  Array.from({ length: count }, (_, n) => member("T1", n + 1, documents, 2));

const elsewhere = () => ({ watermark: { ...WATERMARK, size: 1 }, problems: [] });

/** What every `Registry` promises; `open` gives an empty one. */
export function describeRegistry(name: string, open: () => Promise<OpenRegistry>): void {
  describe(`registry: ${name}`, () => {
    let opened: OpenRegistry;
    let registry: Registry;
    let frontier: Frontier;

    beforeEach(async () => {
      opened = await open();
      ({ registry, frontier } = opened);
    });
    afterEach(() => opened.close());

    async function taken(key: string): Promise<{ lease: Lease; task: Task }> {
      await frontier.enqueue("usgs", "r1", [reference(key)]);
      const answer = await frontier.lease("r1", "w", 1_000, 60_000);
      if (answer.kind !== "leased") throw new Error("expected a lease");
      const task = await frontier.take(answer.lease, "r1", 1_000);
      if (task === null) throw new Error("expected a task");
      return { lease: answer.lease, task };
    }

    async function settled(key: string, kind: "failed" | "skipped"): Promise<void> {
      const { lease, task } = await taken(key);
      await frontier.settle(lease, { kind, task, reason: `${kind}_reason`, error: "what happened" });
      await frontier.release(lease, 0);
    }

    function rebuild(
      documents: Iterable<StoredDocument>,
      problems = [] as { line: number; problem: string }[],
    ) {
      return registry.rebuild("usgs", streamOf(documents), () => ({ watermark: WATERMARK, problems }));
    }

    async function find(key: string) {
      return (await registry.find("usgs", [key])).get(key);
    }

    describe("pages of the web", () => {
      const page = (key: string, alias?: string): StoredDocument => ({
        ...stored(key),
        page: { url: `https://a.test/${key}`, contentType: "text/html" },
        ...(alias === undefined ? {} : { alias }),
      });
      const twin = (of: string, validators = {}) => ({
        of,
        validators,
        check: { at: 5, freshUntil: null, misses: 0 },
      });
      const aliases = async () => {
        const { documents } = await registry.documents("usgs", 0);
        return Object.fromEntries(documents.map((one) => [one.key, one.aliases?.toSorted()]));
      };

      it("are listed with all addresses that lead to them", async () => {
        await rebuild([page("T1", "A1"), page("T2"), { ...page("T1", "A2"), sha256: "ff" }]);
        await registry.noteTwin("usgs", "A3", twin("T1"));
        expect(await aliases()).toEqual({ T1: ["A1", "A2", "A3"], T2: undefined });
      });

      it("are not listed with those that only have the same bytes", async () => {
        await rebuild([page("T1")]);
        await registry.noteTwin("usgs", "B1", twin("T1", { contentSha256: "ab" }));
        expect(await aliases()).toEqual({ T1: undefined });
      });

      it("lose an address that gets a page of its own", async () => {
        await rebuild([page("T1", "A1"), page("A1")]);
        expect(await aliases()).toEqual({ T1: undefined, A1: undefined });
        await registry.noteTwin("usgs", "T2", twin("T1"));
        const { lease, task } = await taken("T2");
        await registry.commit("usgs", [{ lease, task, documents: [page("T2")] }], WATERMARK);
        expect(await aliases()).toEqual({ T1: undefined, A1: undefined, T2: undefined });
      });

      it("are committed with the address that led to them", async () => {
        const { lease, task } = await taken("A1");
        await registry.commit("usgs", [{ lease, task, documents: [page("T1", "A1")] }], WATERMARK);
        expect(await find("A1")).toMatchObject({ state: "completed", document: { key: "T1" } });
        expect(await aliases()).toEqual({ T1: ["A1"] });
      });
    });

    describe("the queue", () => {
      it("has every item once, by key, with what its source says of it, a page at a time", async () => {
        await settled("T1", "failed");
        await settled("T3", "skipped");
        await frontier.enqueue("usgs", "r1", [reference("T4")]);
        await rebuild([stored("T2"), stored("T5")]);
        const { items, next } = await registry.queue("usgs", "");
        expect(next).toBeNull();
        expect(items).toEqual([
          { url: reference("T1").url, state: "failed", reason: "failed_reason", fields: { state: "TX" } },
          { url: stored("T2").url, state: "completed", reason: null, fields: { library_number: "T2" } },
          { url: reference("T3").url, state: "skipped", reason: "skipped_reason", fields: { state: "TX" } },
          { url: reference("T4").url, state: "pending", reason: null, fields: { state: "TX" } },
          { url: stored("T5").url, state: "completed", reason: null, fields: { library_number: "T5" } },
        ]);
        expect((await registry.queue("usgs", "T3")).items).toHaveLength(2);
        expect(await registry.queue("wiki", "")).toEqual({ items: [], next: null });
      });

      it("is read to its end, however long it is", async () => {
        const keys = Array.from({ length: 2_500 }, (_, n) => `T${String(n).padStart(5, "0")}`);
        await rebuild(keys.map((key) => stored(key)));
        const urls: string[] = [];
        for (let after: string | null = ""; after !== null;) {
          const read: Awaited<ReturnType<Registry["queue"]>> = await registry.queue("usgs", after);
          urls.push(...read.items.map(({ url }) => url));
          after = read.next;
        }
        expect(urls).toEqual(keys.map((key) => stored(key).url));
      });

      it("has a page once that was stored by way of another address", async () => {
        const { lease, task } = await taken("A1");
        const document = { ...stored("T1"), alias: "A1" };
        await registry.commit("usgs", [{ lease, task, documents: [document] }], WATERMARK);
        expect((await registry.queue("usgs", "")).items).toMatchObject([
          { url: reference("A1").url, state: "completed" },
        ]);
      });
    });

    it("knows the latest runs of a source, the last one first", async () => {
      const run = (id: string, source: string, startedAt: string): RunRecord => ({
        id,
        source,
        startedAt,
        endedAt: null,
        exitCode: null,
        summary: null,
      });
      const one = run("r1", "usgs", "2026-01-01T00:00:00.000Z");
      const two = run("r2", "usgs", "2026-01-02T00:00:00.000Z");
      await registry.saveRun(one);
      await registry.saveRun(two);
      await registry.saveRun(run("r3", "wiki", "2026-01-03T00:00:00.000Z"));
      const ended = {
        ...one,
        endedAt: "2026-01-01T01:00:00.000Z",
        exitCode: 0,
        summary: { discovery: "complete" },
      };
      await registry.saveRun(ended);
      expect(await registry.recentRuns("usgs", 10)).toEqual([two, ended]);
      expect(await registry.recentRuns("usgs", 1)).toEqual([two]);
      expect(await registry.recentRuns("site", 10)).toEqual([]);
    });

    describe("find", () => {
      it("answers for the keys it knows, and only for those", async () => {
        await settled("T1", "failed");
        await rebuild([stored("T2")]);
        const found = await registry.find("usgs", ["T1", "T2", "T3"]);
        expect([...found.keys()].toSorted()).toEqual(["T1", "T2"]);
        expect(await registry.find("wiki", ["T1"])).toEqual(new Map());
        expect(await registry.find("usgs", [])).toEqual(new Map());
      });

      it("knows a document without a task as completed", async () => {
        await rebuild([stored("T2")]);
        const { url } = stored("T2");
        expect(await find("T2")).toEqual({
          key: "T2",
          url,
          state: "completed",
          reason: null,
          document: stored("T2"),
          check: { at: Date.parse(stored("T2").storedAt), freshUntil: null, misses: 0 },
        });
      });

      it("knows what the server said of a document when it was stored, until it is asked again", async () => {
        const page = { ...stored("T2"), validators: { freshUntil: "2026-03-01T00:00:00.000Z" } };
        await rebuild([page]);
        const at = Date.parse(page.storedAt);
        expect((await find("T2"))?.check).toEqual({ at, freshUntil: Date.UTC(2026, 2, 1), misses: 0 });
        const validators = { token: "2026-01-02", etag: '"2"' };
        await registry.noteCheck("usgs", "T2", { at: at + 1, freshUntil: null, misses: 0, validators });
        expect((await find("T2"))?.check?.validators).toEqual(validators);
        await registry.noteCheck("usgs", "T2", { at: at + 5, freshUntil: null, misses: 1 });
        expect((await find("T2"))?.check).toEqual({ at: at + 5, freshUntil: null, misses: 1 });
        await rebuild([page]);
        expect((await find("T2"))?.check).toEqual({ at: at + 5, freshUntil: null, misses: 1 });
        await rebuild([{ ...page, sha256: "ff", storedAt: "2026-02-02T00:00:00.000Z" }]);
        expect((await find("T2"))?.check?.misses).toBe(0);
      });

      it("knows a page by the address that leads to it", async () => {
        await rebuild([
          { ...stored("T2"), page: { url: "https://a.test/T2", contentType: "text/html" }, alias: "T1" },
        ]);
        expect((await find("T1"))?.document?.key).toBe("T2");
      });

      it("knows a page by its bytes, and an item that has the bytes of another", async () => {
        const validators = { contentSha256: "ab".repeat(32) };
        await rebuild([
          { ...stored("T2"), page: { url: "https://a.test/T2", contentType: "text/html" }, validators },
          { ...stored("T3"), validators },
        ]);
        expect(await registry.twinOf("usgs", validators.contentSha256, "T9")).toBe("T2");
        expect(await registry.twinOf("usgs", validators.contentSha256, "T2")).toBeNull();
        const twin = { of: "T2", validators, check: { at: 7, freshUntil: 9, misses: 0 } };
        await registry.noteTwin("usgs", "T9", twin);
        await rebuild([stored("T2"), { ...stored("T9"), validators }]);
        expect((await find("T9"))?.twin).toEqual(twin);
        await rebuild([{ ...stored("T9"), validators }]);
        expect(await find("T9"), "the other is gone").not.toHaveProperty("twin");
      });

      it("knows a task that is pending", async () => {
        await frontier.enqueue("usgs", "r1", [reference("T1")]);
        const { url } = reference("T1");
        expect(await find("T1")).toEqual({ key: "T1", url, state: "pending", reason: null, document: null });
      });
    });

    describe("claim", () => {
      it("binds a key to its first URL for ever", async () => {
        const first = { url: "https://a.test/1", about: "TX" };
        expect(await registry.claim("usgs", "T1", first.url, first.about)).toEqual(first);
        expect(await registry.claim("usgs", "T1", "https://a.test/2", "OK")).toEqual(first);
        expect(await registry.claim("usgs", "T1", first.url, "other words")).toEqual(first);
      });

      it("keeps sources apart", async () => {
        await registry.claim("usgs", "T1", "https://a.test/1", "TX");
        const other = { url: "https://b.test/1", about: "" };
        expect(await registry.claim("wiki", "T1", other.url, other.about)).toEqual(other);
      });

      it("answers the same to all who ask at once", async () => {
        const urls = Array.from({ length: 20 }, (_, n) => `https://a.test/${n}`);
        const answers = await Promise.all(urls.map((url) => registry.claim("usgs", "T1", url, "TX")));
        expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
      });
    });

    describe("keyOf", () => {
      it("finds the key of a URL", async () => {
        await registry.claim("usgs", "T1", "https://a.test/1", "TX");
        expect(await registry.keyOf("usgs", "https://a.test/1")).toBe("T1");
        expect(await registry.keyOf("usgs", "https://a.test/2")).toBeNull();
        expect(await registry.keyOf("wiki", "https://a.test/1")).toBeNull();
      });

      it("gives the link's own key where an archive held several documents", async () => {
        const url = "https://a.test/T1.zip";
        await registry.claim("usgs", "T1", url, "TX");
        await registry.commit(
          "usgs",
          [{ lease: NO_LEASE, task: taskFor("T1"), documents: [stored("T1-1", url), stored("T1-2", url)] }],
          WATERMARK,
        );
        expect(await registry.keyOf("usgs", url)).toBe("T1");
      });
    });

    describe("commit", () => {
      it("stores the document, completes the task and keeps the watermark", async () => {
        const { lease, task } = await taken("T1");
        await registry.commit("usgs", [{ lease, task, documents: [stored("T1")] }], WATERMARK);
        expect(await find("T1")).toMatchObject({ state: "completed", reason: null, document: stored("T1") });
        expect(await registry.watermark("usgs")).toEqual(WATERMARK);
        expect(await frontier.remaining("r1")).toBe(0);
        expect(await frontier.take(lease, "r1", 9_000)).toBeNull();
      });

      it("stores all documents of one task", async () => {
        const { lease, task } = await taken("T1");
        await registry.commit(
          "usgs",
          [{ lease, task, documents: [stored("T1-1"), stored("T1-2")] }],
          WATERMARK,
        );
        expect(await find("T1")).toMatchObject({ state: "completed", document: null });
        expect(await registry.counts("usgs")).toMatchObject({ completed: 2, pending: 0 });
      });

      it("replaces the document of a key", async () => {
        const { lease, task } = await taken("T1");
        const newer = { ...stored("T1"), sha256: "cd".repeat(32), validators: {} };
        await registry.commit("usgs", [{ lease, task, documents: [stored("T1")] }], WATERMARK);
        await registry.commit("usgs", [{ lease, task, documents: [newer] }], WATERMARK);
        expect((await find("T1"))?.document).toEqual(newer);
        expect((await registry.counts("usgs")).completed).toBe(1);
      });

      it("takes the document of a worker that lost its host, since its line is written", async () => {
        const { lease, task } = await taken("T1");
        await frontier.release(lease, 0);
        await registry.commit("usgs", [{ lease, task, documents: [stored("T1")] }], WATERMARK);
        expect(await find("T1")).toMatchObject({ state: "completed", document: stored("T1") });
      });

      it("leaves a task alone that is in somebody else's hands by now", async () => {
        const { lease, task } = await taken("T1");
        const later = await frontier.lease("r1", "w2", 100_000, 60_000);
        if (later.kind !== "leased") throw new Error("expected a lease");
        await frontier.take(later.lease, "r1", 100_000);
        await registry.commit("usgs", [{ lease, task, documents: [stored("T1")] }], WATERMARK);
        expect(await find("T1")).toMatchObject({ state: "pending", document: stored("T1") });
        expect(await frontier.settle(later.lease, { kind: "unchanged", task })).toBe(true);
        expect(await find("T1")).toMatchObject({ state: "completed" });
      });

      it("takes a document whose task it has never seen", async () => {
        const documents = [stored("T7")];
        await registry.commit("usgs", [{ lease: NO_LEASE, task: taskFor("T7"), documents }], WATERMARK);
        expect(await find("T7")).toMatchObject({ state: "completed" });
      });

      it("does not touch another task that has the same number", async () => {
        const { task } = await taken("T1");
        const stale = taskFor("T8", task.id);
        await registry.commit(
          "usgs",
          [{ lease: NO_LEASE, task: stale, documents: [stored("T8")] }],
          WATERMARK,
        );
        expect(await find("T1")).toMatchObject({ state: "pending" });
      });

      it("moves the watermark with an empty batch", async () => {
        await registry.commit("usgs", [], WATERMARK);
        await registry.commit("usgs", [], { ...WATERMARK, size: 9_000 });
        expect(await registry.watermark("usgs")).toEqual({ ...WATERMARK, size: 9_000 });
      });
    });

    it("documentAt finds the document of a file", async () => {
      await rebuild([stored("T1"), stored("T2")]);
      expect(await registry.documentAt("usgs", stored("T2").localPath)).toEqual(stored("T2"));
      expect(await registry.documentAt("usgs", "data/raw/usgs/TX/none.pdf.zst")).toBeNull();
      expect(await registry.documentAt("wiki", stored("T2").localPath)).toBeNull();
    });

    it("counts documents and tasks by state", async () => {
      expect(await registry.counts("usgs")).toEqual({ pending: 0, completed: 0, failed: 0, skipped: 0 });
      await settled("T1", "failed");
      await settled("T2", "skipped");
      await settled("T3", "skipped");
      const { lease, task } = await taken("T4");
      await registry.commit("usgs", [{ lease, task, documents: [stored("T4")] }], WATERMARK);
      await frontier.enqueue(
        "usgs",
        "r1",
        ["T5", "T6", "T7"].map((key) => reference(key)),
      );
      expect(await registry.counts("usgs")).toEqual({ pending: 3, completed: 1, failed: 1, skipped: 2 });
    });

    describe("items", () => {
      it("tells what happened to them, in the order found", async () => {
        await settled("T2", "failed");
        await settled("T1", "failed");
        const before = Date.now();
        const items = await registry.items("usgs", "failed");
        expect(items.map(({ key }) => key)).toEqual(["T2", "T1"]);
        expect(items[0]).toEqual({
          key: "T2",
          url: reference("T2").url,
          reason: "failed_reason",
          attempts: 1,
          last_error: "what happened",
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        });
        expect(Math.abs(before - Date.parse(items[0]?.at ?? ""))).toBeLessThan(60_000);
      });

      it("counts every attempt that was made", async () => {
        let { lease, task } = await taken("T1");
        for (const error of ["first", "second"]) {
          await frontier.settle(lease, { kind: "retry", task, notBefore: 1_000, error });
          task = (await frontier.take(lease, "r1", 1_000)) as Task;
        }
        await frontier.settle(lease, { kind: "failed", task, reason: "server_error", error: "third" });
        expect(await registry.items("usgs", "failed")).toMatchObject([{ attempts: 3, last_error: "third" }]);
      });

      it("lists at most as many as asked for", async () => {
        await frontier.enqueue(
          "usgs",
          "r1",
          ["T1", "T2", "T3"].map((key) => reference(key)),
        );
        expect(await registry.items("usgs", "pending", 2)).toHaveLength(2);
        expect(await registry.items("usgs", "pending")).toHaveLength(3);
        expect(await registry.items("usgs", "skipped")).toEqual([]);
      });

      it.each(["line\nbreak", "\u001b[2J", "ñ 🎈", "NUL \0 inside"])(
        "keeps an error as it is: %j",
        async (error) => {
          const { lease, task } = await taken("T1");
          await frontier.settle(lease, { kind: "failed", task, reason: "r", error });
          expect((await registry.items("usgs", "failed"))[0]?.last_error).toBe(error);
        },
      );
    });

    describe("rebuild", () => {
      it("replaces all documents, and says what it has read", async () => {
        await rebuild([stored("T1"), stored("T2")]);
        await rebuild([stored("T2"), stored("T3")], [{ line: 7, problem: "not JSON" }]);
        expect(await find("T1")).toBeUndefined();
        expect((await registry.counts("usgs")).completed).toBe(2);
        expect(await registry.watermark("usgs")).toEqual(WATERMARK);
        expect(await registry.manifestProblems("usgs")).toEqual([{ line: 7, problem: "not JSON" }]);
        await rebuild([stored("T3")]);
        expect(await registry.manifestProblems("usgs")).toEqual([]);
      });

      it("adds to what is known where it is asked to, and keeps the rest", async () => {
        await rebuild([stored("T1"), stored("T2")], [{ line: 3, problem: "not JSON" }]);
        const changed = { ...stored("T2"), sha256: "ef".repeat(32) };
        const end = () => ({
          watermark: { ...WATERMARK, size: 9_000, lines: 15 },
          problems: [{ line: 14, problem: "blank line" }],
        });
        await registry.rebuild("usgs", streamOf([changed, stored("T3")]), end, { adding: true });
        const { documents } = await registry.documents("usgs", 0);
        expect(documents.map(({ key, sha256 }) => [key, sha256])).toEqual([
          ["T1", stored("T1").sha256],
          ["T2", changed.sha256],
          ["T3", stored("T3").sha256],
        ]);
        expect((await registry.manifestProblems("usgs")).map(({ line }) => line)).toEqual([3, 14]);
        expect(await registry.watermark("usgs")).toMatchObject({ size: 9_000, lines: 15 });
      });

      it("completes the tasks of what it adds, and no other's", async () => {
        await rebuild([stored("T1")]);
        await frontier.enqueue(
          "usgs",
          "r1",
          ["T2", "T3"].map((key) => reference(key)),
        );
        await registry.rebuild("usgs", streamOf([stored("T2")]), elsewhere, { adding: true });
        expect(await registry.counts("usgs")).toMatchObject({ completed: 2, pending: 1 });
        expect((await find("T3"))?.state).toBe("pending");
      });

      it("asks for the watermark after the last document", async () => {
        let seen = 0;
        async function* documents() {
          for (const key of ["T1", "T2"]) {
            yield stored(key);
            seen += 1;
          }
        }
        await registry.rebuild("usgs", documents(), () => ({
          watermark: { ...WATERMARK, size: seen },
          problems: [],
        }));
        expect(await registry.watermark("usgs")).toEqual({ ...WATERMARK, size: 2 });
      });

      it("takes the last of two documents with one key", async () => {
        const last = { ...stored("T1"), sha256: "ef".repeat(32) };
        await rebuild([stored("T1"), stored("T2"), last]);
        expect((await find("T1"))?.document).toEqual(last);
        expect((await registry.counts("usgs")).completed).toBe(2);
      });

      it("keeps failed and skipped items of other keys", async () => {
        await settled("T1", "failed");
        await settled("T2", "skipped");
        await rebuild([stored("T3")]);
        expect(await registry.counts("usgs")).toEqual({ pending: 0, completed: 1, failed: 1, skipped: 1 });
        expect(await find("T1")).toMatchObject({ state: "failed", reason: "failed_reason" });
      });

      it("completes tasks whose document is stored, whatever they were", async () => {
        await settled("T1", "failed");
        await frontier.enqueue("usgs", "r1", [reference("T2"), reference("T3")]);
        await rebuild([stored("T1"), stored("T2")]);
        expect(await find("T1")).toMatchObject({ state: "completed", reason: null });
        expect(await find("T2")).toMatchObject({ state: "completed" });
        expect(await find("T3")).toMatchObject({ state: "pending" });
        expect(await frontier.remaining("r1")).toBe(1);
      });

      it("completes the task of an archive once all its documents are there", async () => {
        await frontier.enqueue("usgs", "r1", [reference("T1")]);
        await rebuild([member("T1", 1, 2)]);
        expect(await find("T1")).toMatchObject({ state: "pending", document: null });
        await rebuild([member("T1", 1, 2), member("T1", 2, 2)]);
        expect(await find("T1")).toMatchObject({ state: "completed", document: member("T1", 1, 2) });
        await rebuild([member("T1", 2, 2)]);
        expect(await find("T1")).toBeUndefined();
      });

      it("gives the link of an archive its own key back", async () => {
        await rebuild([member("T1", 1, 2), member("T1", 2, 2)]);
        expect(await registry.keyOf("usgs", reference("T1").url)).toBe("T1");
        expect(await find("T1-2")).toMatchObject({ state: "completed", document: member("T1", 2, 2) });
      });

      it.each<[string, StoredDocument[], boolean]>([
        [
          "the only document",
          [{ ...stored("T1"), archive: member("T1", 1, 1).archive }] as StoredDocument[],
          true,
        ],
        ["all of a newer version with fewer", [member("T1", 3, 3), ...versions(2, 2)], true],
        ["all of a newer version with more", versions(3, 3), true],
        ["a newer version that a kill cut short", [member("T1", 1, 2, 2), member("T1", 2, 2)], false],
        [
          "a newer version with fewer that a kill cut short",
          [member("T1", 1, 2, 2), member("T1", 2, 3), member("T1", 3, 3)],
          false,
        ],
      ])("knows an archive by its newest version: %s", async (_, documents, isStored) => {
        await rebuild(documents);
        expect((await find("T1"))?.state).toBe(isStored ? "completed" : undefined);
        await frontier.enqueue("usgs", "r1", [reference("T1")]);
        expect(await frontier.dismiss("r1", "a.test")).toBe(1);
        // What was stored before it was queued again is stored still.
        expect((await find("T1"))?.state).toBe(isStored ? "completed" : "pending");
      });

      it("forgets what claimed to be completed and is not stored", async () => {
        const { lease, task } = await taken("T1");
        await registry.commit("usgs", [{ lease, task, documents: [stored("T1")] }], WATERMARK);
        await rebuild([]);
        expect(await find("T1")).toBeUndefined();
        expect(await registry.counts("usgs")).toEqual({ pending: 0, completed: 0, failed: 0, skipped: 0 });
      });

      it("claims the keys of the documents, with their folder, and keeps older claims", async () => {
        await registry.claim("usgs", "T1", "https://a.test/first", "OK");
        await rebuild([
          stored("T1"),
          stored("T2"),
          { ...stored("T3"), localPath: "data/raw/usgs/T3.pdf.zst" },
        ]);
        expect(await registry.claim("usgs", "T1", "x", "x")).toEqual({
          url: "https://a.test/first",
          about: "OK",
        });
        expect(await registry.claim("usgs", "T2", "x", "x")).toEqual({ url: stored("T2").url, about: "TX" });
        expect(await registry.claim("usgs", "T3", "x", "x")).toEqual({ url: stored("T3").url, about: "" });
        expect(await registry.keyOf("usgs", stored("T2").url)).toBe("T2");
      });

      it("comes to the same state as the commits it replaces", async () => {
        const documents = [stored("T1"), stored("T2"), { ...stored("T1"), sha256: "12".repeat(32) }];
        const batch = documents.map((document) => ({
          lease: NO_LEASE,
          task: taskFor(document.key),
          documents: [document],
        }));
        await registry.commit("usgs", batch, WATERMARK);
        const seen = async () => [
          await registry.find("usgs", ["T1", "T2"]),
          await registry.counts("usgs"),
          await registry.keyOf("usgs", stored("T1").url),
          await registry.watermark("usgs"),
        ];
        const before = await seen();
        await rebuild(documents);
        expect(await seen()).toEqual(before);
      });

      it("leaves everything as it was when the stream breaks", async () => {
        await rebuild([stored("T1")]);
        await expect(registry.rebuild("usgs", brokenStream(), elsewhere)).rejects.toThrow(
          "the manifest cannot be read",
        );
        expect(await find("T1")).toMatchObject({ state: "completed" });
        expect((await registry.counts("usgs")).completed).toBe(1);
        expect(await registry.watermark("usgs")).toEqual(WATERMARK);
        await rebuild([stored("T2")]);
        expect((await registry.counts("usgs")).completed).toBe(1);
      });

      it("leaves other sources alone", async () => {
        await rebuild([stored("T1")]);
        await registry.rebuild("wiki", streamOf([]), () => ({ watermark: WATERMARK, problems: [] }));
        expect((await registry.counts("usgs")).completed).toBe(1);
      });

      it("takes thousands", async () => {
        const documents = Array.from({ length: 3_456 }, (_, n) => stored(`K${n}`));
        await rebuild(documents);
        expect((await registry.counts("usgs")).completed).toBe(3_456);
        expect(await find("K3455")).toMatchObject({ document: stored("K3455") });
      });
    });

    it("has no watermark and no problems at first", async () => {
      expect(await registry.watermark("usgs")).toBeNull();
      expect(await registry.manifestProblems("usgs")).toEqual([]);
    });

    describe("runs", () => {
      const begun: RunRecord = {
        id: "r1",
        source: "usgs",
        startedAt: "2026-01-02T03:04:05.000Z",
        endedAt: null,
        exitCode: null,
        summary: null,
      };

      it("remembers the last run of a source", async () => {
        expect(await registry.lastRun("usgs")).toBeNull();
        await registry.saveRun(begun);
        expect(await registry.lastRun("usgs")).toEqual(begun);
        const ended = {
          ...begun,
          endedAt: "2026-01-02T03:05:00.000Z",
          exitCode: 3,
          summary: { completed: 5 },
        };
        await registry.saveRun(ended);
        expect(await registry.lastRun("usgs")).toEqual(ended);
        await registry.saveRun({ ...begun, id: "r2" });
        await registry.saveRun({ ...begun, id: "r3", source: "wiki" });
        expect(await registry.lastRun("usgs")).toEqual({ ...begun, id: "r2" });
      });
    });
  });
}
