import { allLeftovers } from "../../../test/kit/leftovers.ts";
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoadedCheckpoint, Task } from "../../application/ports.ts";
import { newHost } from "../../domain/host.ts";
import type { Reference, StoredDocument } from "../../domain/reference.ts";
import { openSqliteState, type SqliteState } from "../sqlite/sqlite-state.ts";
import { CheckpointWriter } from "./checkpoint-writer.ts";
import { Durability } from "./durability.ts";

const STARTED = "2026-01-02T03:04:05.000Z";
const UNNOTED = { saved: () => null, note: () => {} };
const WATERMARK = { size: 1, mtimeMs: 1, crc32: 0, lines: 0 };

let root: string;
let folder: string;
let state: SqliteState;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "levada-test-"));
  folder = join(root, "data", "state");
  state = await openSqliteState(root, { thread: "same", synchronous: "OFF" });
});

afterEach(async () => {
  await state.close();
  rmSync(root, { recursive: true });
});

function document(key: string): StoredDocument {
  return {
    key,
    url: `https://a.test/${key}`,
    localPath: `data/raw/usgs/TX/${key}.pdf.zst`,
    sha256: "ab",
    originalSize: 2,
    compressedSize: 1,
    storedAt: STARTED,
    fields: {},
    validators: {},
  };
}

function reference(key: string): Reference {
  return { key, url: `https://a.test/${key}`, path: `TX/${key}.pdf.zst`, fields: {}, metadata: {} };
}

async function commit(...keys: string[]): Promise<void> {
  const batch = keys.map((key) => {
    const task: Task = { id: 0, source: "usgs", host: "a.test", reference: reference(key), attempts: 0 };
    return { lease: { host: "a.test", fence: 0 }, task, documents: [document(key)] };
  });
  await state.registry.commit("usgs", batch, WATERMARK);
}

async function settle(key: string, kind: "failed" | "skipped"): Promise<void> {
  await state.frontier.enqueue("usgs", "r1", [reference(key)]);
  const answer = await state.frontier.lease("r1", "w", 1, 1_000);
  if (answer.kind !== "leased") throw new Error("expected a lease");
  const task = (await state.frontier.take(answer.lease, "r1", 1)) as Task;
  await state.frontier.settle(answer.lease, { kind, task, reason: "why", error: "what" });
  await state.frontier.release(answer.lease, 0);
}

function fileOf(name = "usgs.json"): string {
  return join(folder, name);
}

function written(name?: string) {
  return JSON.parse(readFileSync(fileOf(name), "utf8"));
}

function good(loaded: LoadedCheckpoint) {
  if (loaded.kind !== "good") throw new Error(`expected a good checkpoint: ${JSON.stringify(loaded)}`);
  return loaded.checkpoint;
}

describe("save", () => {
  it("writes the fields of the contract, in their order", async () => {
    await commit("T2", "T1");
    await settle("T3", "failed");
    await settle("T4", "skipped");
    await state.checkpoints.save("usgs", STARTED);
    const file = written();
    expect(Object.keys(file).slice(0, 5)).toEqual([
      "source_name",
      "last_run",
      "completed_ids",
      "failed_ids",
      "cursor",
    ]);
    expect(file).toEqual({
      source_name: "usgs",
      last_run: STARTED,
      completed_ids: ["T2", "T1"],
      failed_ids: ["T3"],
      cursor: null,
      skipped_ids: ["T4"],
      circuit_breaker: { failure_count: 0, last_failure: null, is_open: false, reset_time: null },
      items: [
        expect.objectContaining({
          id: "T3",
          state: "failed",
          reference: expect.objectContaining({ key: "T3" }),
        }),
        expect.objectContaining({ id: "T4", state: "skipped" }),
      ],
      hosts: [],
    });
  });

  it("writes an empty one for a source that has nothing yet", async () => {
    await state.checkpoints.save("usgs", null);
    expect(good(await state.checkpoints.load("usgs"))).toEqual({
      sourceName: "usgs",
      lastRun: null,
      completedIds: [],
      failedIds: [],
      skippedIds: [],
      cursor: null,
      items: [],
      hosts: [],
    });
  });

  it("names each key once, in the order of its first commit", async () => {
    await commit("T1", "T2");
    await commit("T3", "T1");
    await state.checkpoints.save("usgs", STARTED);
    expect(written().completed_ids).toEqual(["T1", "T2", "T3"]);
  });

  it("shows the breaker of the most troubled host, and remembers hosts without robots.txt", async () => {
    const at = Date.parse(STARTED);
    const sick = { failureCount: 4, lastFailure: at, openUntil: null };
    const open = { failureCount: 2, lastFailure: at, openUntil: at + 300_000 };
    const robots = { fetchedAt: at, text: "User-agent: *" };
    await state.ledger.save({ ...newHost("a.test"), lastSentAt: at, latencyMs: 12.5, breaker: sick, robots });
    await state.ledger.save({ ...newHost("b.test"), breaker: open, parkedUntil: 1e17 });
    await state.ledger.save({ ...newHost("other.test"), lastSentAt: at });
    for (const host of ["a.test", "b.test", "quiet.test"]) await state.ledger.associate("usgs", host);
    await state.checkpoints.save("usgs", STARTED);
    const { circuit_breaker: breaker, hosts } = written();
    expect(breaker).toEqual({
      failure_count: 2,
      last_failure: STARTED,
      is_open: true,
      reset_time: "2026-01-02T03:09:05.000Z",
    });
    expect(hosts.map(({ host }: { host: string }) => host)).toEqual(["a.test", "b.test"]);
    expect(JSON.stringify(hosts)).not.toContain("User-agent");
    expect(good(await state.checkpoints.load("usgs")).hosts).toEqual([
      { ...newHost("a.test"), lastSentAt: at, latencyMs: 12.5, breaker: sick },
      { ...newHost("b.test"), breaker: open, parkedUntil: 8.64e15 },
    ]);
  });

  it("keeps the one before as .bak and leaves nothing else behind", async () => {
    await commit("T1");
    await state.checkpoints.save("usgs", STARTED);
    expect(await state.checkpoints.loadBackup("usgs")).toEqual({ kind: "missing" });
    await commit("T2");
    await state.checkpoints.save("usgs", STARTED);
    expect(good(await state.checkpoints.loadBackup("usgs")).completedIds).toEqual(["T1"]);
    expect(good(await state.checkpoints.load("usgs")).completedIds).toEqual(["T1", "T2"]);
    const names = readdirSync(folder).filter((name) => name.startsWith("usgs"));
    expect(names.toSorted()).toEqual(["usgs.json", "usgs.json.bak"]);
  });

  it("leaves nothing else behind after a kill that left the backup a second name of the checkpoint", async () => {
    await commit("T1");
    await state.checkpoints.save("usgs", STARTED);
    linkSync(fileOf(), fileOf("usgs.json.bak"));
    await state.checkpoints.save("usgs", STARTED);
    const names = readdirSync(folder).filter((name) => name.startsWith("usgs"));
    expect(names.toSorted()).toEqual(["usgs.json", "usgs.json.bak"]);
  });

  it("never keeps a damaged one as the backup", async () => {
    await commit("T1");
    await state.checkpoints.save("usgs", STARTED);
    await state.checkpoints.save("usgs", STARTED);
    await state.close();
    writeFileSync(fileOf(), "{ damaged");
    state = await openSqliteState(root, { thread: "same" });
    await state.checkpoints.save("usgs", STARTED);
    expect((await state.checkpoints.loadBackup("usgs")).kind).toBe("good");
    expect((await state.checkpoints.load("usgs")).kind).toBe("good");
  });

  it("does not follow a link planted under the temporary names", async () => {
    const victim = join(root, "victim");
    writeFileSync(victim, "precious");
    for (const name of ["usgs.json.tmp", "usgs.json.bak.tmp"]) symlinkSync(victim, fileOf(name));
    await state.checkpoints.save("usgs", STARTED);
    await state.checkpoints.save("usgs", STARTED);
    expect(readFileSync(victim, "utf8")).toBe("precious");
    expect((await state.checkpoints.loadBackup("usgs")).kind).toBe("good");
  });

  it("shares one write between those who ask while another is under way", async () => {
    let syncs = 0;
    const counting = new Durability({ sync: async () => void (syncs += 1) });
    const writer = new CheckpointWriter(join(folder, "levada.db"), folder, UNNOTED, counting);
    const lastRuns = Array.from({ length: 20 }, (_, n) => `run ${n}`);
    await Promise.all([...lastRuns.map((lastRun) => writer.save("usgs", lastRun)), writer.save("wiki", "w")]);
    expect(written().last_run).toBe("run 19");
    expect(written("wiki.json").last_run).toBe("w");
    expect(syncs).toBe(3 * 2);
    await writer.close();
  });

  it("waits for saves under way before it closes", async () => {
    await commit("T1");
    const saving = [state.checkpoints.save("usgs", "one"), state.checkpoints.save("usgs", "two")];
    await state.close();
    await Promise.all(saving);
    expect(written().last_run).toBe("two");
  });

  it("lets other operations through while it writes a large one, and is exact to the moment it began", async () => {
    const keys = Array.from({ length: 45_000 }, (_, n) => `K${n}`);
    await state.registry.rebuild(
      "usgs",
      (async function* () {
        for (const key of keys) yield document(key);
      })(),
      () => ({ watermark: WATERMARK, problems: [] }),
    );
    const saved = new AbortController();
    const saving = state.checkpoints.save("usgs", STARTED).finally(() => saved.abort());
    let between = 0;
    for (; !saved.signal.aborted; between += 1) await commit(`LATER${between}`);
    await saving;
    expect(between).toBeGreaterThan(3);
    const ids: string[] = written().completed_ids;
    expect(ids.slice(0, keys.length)).toEqual(keys);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    ["ENOSPC", "file", "fsync_failed"],
    ["EIO", "folder", "fsync_failed"],
  ])("fails for good once a sync failed (%s, %s)", async (code, what, expected) => {
    const sync = async (_: unknown, kind: string) => {
      if (kind === what) throw Object.assign(new Error(code), { code });
    };
    const writer = new CheckpointWriter(join(folder, "levada.db"), folder, UNNOTED, new Durability({ sync }));
    await expect(writer.save("usgs", STARTED)).rejects.toMatchObject({ code: expected });
    await expect(writer.save("usgs", STARTED)).rejects.toMatchObject({ code: expected });
    await writer.close();
  });

  it("says what is wrong when the file cannot be written", async () => {
    mkdirSync(join(fileOf(), "in", "the", "way"), { recursive: true });
    await expect(state.checkpoints.save("usgs", STARTED)).rejects.toMatchObject({
      name: "StorageError",
      code: "storage_failed",
      message: expect.stringContaining("usgs.json"),
    });
  });

  it("works in a worker thread too", async () => {
    await commit("T1");
    await state.close();
    state = await openSqliteState(root);
    await state.checkpoints.save("usgs", STARTED);
    expect(written().completed_ids).toEqual(["T1"]);
  });

  it.each(["../usgs", "USGS", "", "a/b"])("refuses the source name %j", async (source) => {
    await expect(state.checkpoints.save(source, STARTED)).rejects.toMatchObject({ code: "misuse" });
  });
});

describe("load", () => {
  const SOUND = {
    source_name: "usgs",
    last_run: STARTED,
    completed_ids: ["T1"],
    failed_ids: [],
    cursor: null,
  };
  const breaker = { failure_count: 0, last_failure: null, is_open: false, reset_time: null };
  const host = {
    host: "a.test",
    last_sent_at: null,
    parked_until: null,
    latency_ms: null,
    circuit_breaker: breaker,
  };

  it("finds none where there is none", async () => {
    expect(await state.checkpoints.load("usgs")).toEqual({ kind: "missing" });
  });

  it.each<[string, object]>([
    ["the five fields", SOUND],
    ["no last run", { ...SOUND, last_run: null }],
    ["a cursor", { ...SOUND, cursor: "page 7" }],
    ["fields it does not know", { ...SOUND, something: { else: 1 } }],
    ["everything", { ...SOUND, skipped_ids: ["T9"], circuit_breaker: breaker, hosts: [host] }],
  ])("takes a file with %s", async (_, content) => {
    writeFileSync(fileOf(), JSON.stringify(content));
    expect(good(await state.checkpoints.load("usgs")).completedIds).toEqual(["T1"]);
  });

  it.each<[string, string]>([
    ["nothing", ""],
    ["half of it", JSON.stringify(SOUND).slice(0, 40)],
    ["NULs", "\0".repeat(100)],
    ["a list", "[]"],
    ["null", "null"],
    ["no source", JSON.stringify({ ...SOUND, source_name: undefined })],
    ["another source", JSON.stringify({ ...SOUND, source_name: "wiki" })],
    ["no last_run", JSON.stringify({ ...SOUND, last_run: undefined })],
    ["no completed_ids", JSON.stringify({ ...SOUND, completed_ids: undefined })],
    ["completed_ids that are no list", JSON.stringify({ ...SOUND, completed_ids: { T1: true } })],
    ["ids that are no texts", JSON.stringify({ ...SOUND, failed_ids: ["T1", 7] })],
    ["a cursor that is no text", JSON.stringify({ ...SOUND, cursor: 7 })],
    ["skipped_ids that are no list", JSON.stringify({ ...SOUND, skipped_ids: "T1" })],
    ["hosts that are no list", JSON.stringify({ ...SOUND, hosts: {} })],
    ["a host without a breaker", JSON.stringify({ ...SOUND, hosts: [{ ...host, circuit_breaker: null }] })],
    ["a host with a bad time", JSON.stringify({ ...SOUND, hosts: [{ ...host, parked_until: "soon" }] })],
    ["a host with a bad number", JSON.stringify({ ...SOUND, hosts: [{ ...host, latency_ms: "1" }] })],
    ["a bad breaker", JSON.stringify({ ...SOUND, circuit_breaker: { failure_count: "5" } })],
  ])("calls a file corrupt that holds %s", async (_, content) => {
    writeFileSync(fileOf(), content);
    const loaded = await state.checkpoints.load("usgs");
    expect(loaded).toEqual({ kind: "corrupt", problem: expect.stringMatching(/\w/) });
  });

  it("calls a folder under its name corrupt, and sets it aside", async () => {
    mkdirSync(fileOf());
    expect(await state.checkpoints.load("usgs")).toMatchObject({ kind: "corrupt" });
    await state.checkpoints.setAside("usgs");
    expect(await state.checkpoints.load("usgs")).toEqual({ kind: "missing" });
  });
});

describe("setAside", () => {
  it("keeps each corrupt file under a name of its own", async () => {
    const names = [];
    for (const content of ["first", "second", "third"]) {
      writeFileSync(fileOf(), content);
      names.push(await state.checkpoints.setAside("usgs"));
    }
    expect(names.map((name) => readFileSync(name, "utf8"))).toEqual(["first", "second", "third"]);
    expect(await state.checkpoints.load("usgs")).toEqual({ kind: "missing" });
  });

  it("says so when there is nothing to set aside", async () => {
    await expect(state.checkpoints.setAside("usgs")).rejects.toMatchObject({ code: "storage_failed" });
  });
});

describe("restore", () => {
  it("brings failed and skipped ids and hosts into an empty state", async () => {
    await commit("T1");
    await settle("T2", "failed");
    await settle("T3", "skipped");
    const troubled = {
      ...newHost("a.test"),
      lastSentAt: 5_000,
      breaker: { failureCount: 5, lastFailure: 5_000, openUntil: 305_000 },
    };
    await state.ledger.save(troubled);
    await state.checkpoints.save("usgs", STARTED);
    const checkpoint = good(await state.checkpoints.load("usgs"));
    const countsBefore = await state.registry.counts("usgs");
    await state.close();
    rmSync(fileOf("levada.db"));

    state = await openSqliteState(root, { thread: "same" });
    expect(state.startedFresh).toBe("missing");
    await commit("T1");
    await state.checkpoints.restore(checkpoint);
    await state.checkpoints.restore(checkpoint);
    expect(await state.registry.counts("usgs")).toEqual(countsBefore);
    expect(await state.ledger.hostsOf("usgs")).toEqual([troubled]);
    await state.checkpoints.save("usgs", STARTED);
    expect(good(await state.checkpoints.load("usgs"))).toEqual(checkpoint);
  });

  it("does not call failed what is stored, nor forget what is known better", async () => {
    await commit("T1");
    await state.ledger.save({ ...newHost("a.test"), lastSentAt: 9_000 });
    await state.checkpoints.restore({
      sourceName: "usgs",
      lastRun: null,
      completedIds: [],
      failedIds: ["T1", "T2"],
      skippedIds: ["T2"],
      cursor: null,
      items: [bare("T1", "failed"), bare("T2", "failed"), bare("T2", "skipped")],
      hosts: [{ ...newHost("a.test"), lastSentAt: 1_000 }],
    });
    expect(await state.registry.counts("usgs")).toEqual({ completed: 1, failed: 1, skipped: 0, pending: 0 });
    expect((await state.ledger.load("a.test")).lastSentAt).toBe(9_000);
    expect(await allLeftovers(state.frontier, "usgs", "failed")).toEqual([]);
  });

  it("leaves a restored id to be found again", async () => {
    await state.checkpoints.restore({
      sourceName: "usgs",
      lastRun: null,
      completedIds: [],
      failedIds: ["T2"],
      skippedIds: [],
      cursor: null,
      items: [bare("T2", "failed")],
      hosts: [],
    });
    await state.frontier.enqueue("usgs", "r1", [reference("T2")]);
    expect(await state.registry.counts("usgs")).toMatchObject({ failed: 0, pending: 1 });
    expect(await state.frontier.remaining("r1")).toBe(1);
  });
});

function bare(key: string, ended: "failed" | "skipped") {
  return { key, state: ended, url: "", reason: "restored", attempts: 0, error: "", reference: null };
}
