import { allLeftovers } from "../../../test/kit/leftovers.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newHost } from "../../domain/host.ts";
import { StorageError } from "../../domain/errors.ts";
import type { Reference } from "../../domain/reference.ts";
import { openScratchState, openSqliteState, type SqliteState } from "./sqlite-state.ts";

let root: string;
let file: string;
const opened: SqliteState[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "levada-test-"));
  file = join(root, "data", "state", "levada.db");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((state) => state.close()));
  rmSync(root, { recursive: true });
});

async function open(...options: Parameters<typeof openSqliteState> extends [string, ...infer O] ? O : never) {
  const state = await openSqliteState(root, ...options);
  opened.push(state);
  return state;
}

async function scratch() {
  const state = await openScratchState(root);
  opened.push(state);
  return state;
}

function reference(key: string, host = "a.test"): Reference {
  const url = `https://${host}/${key}.pdf`;
  return { key, url, path: `TX/${key}.pdf.zst`, fields: {}, metadata: {} };
}

function references(count: number, hosts: number): Reference[] {
  return Array.from({ length: count }, (_, n) => reference(`K${n}`, `h${n % hosts}.test`));
}

/** A process of its own: argv[1] is the module, argv[2] the root. */
function spawnProgram(program: string) {
  const module = new URL("./sqlite-state.ts", import.meta.url).href;
  const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", program, module, root];
  return spawn(process.execPath, flags, { stdio: ["ignore", "pipe", "inherit"] });
}

async function turn(state: SqliteState, run: string, now: number): Promise<void> {
  const answer = await state.frontier.lease(run, "w", now, 60_000);
  if (answer.kind !== "leased") throw new Error("expected a lease");
  const task = await state.frontier.take(answer.lease, run, now);
  if (task === null) throw new Error("expected a task");
  await state.frontier.settle(answer.lease, { kind: "unchanged", task });
  await state.frontier.release(answer.lease, now - 500);
}

function taskOf(key: string) {
  return { id: 1, source: "usgs", host: "a.test", reference: reference(key), attempts: 0 };
}

/** Every file under the root: name, bytes and times. */
function footprint(): unknown {
  const folder = join(root, "data", "state");
  if (!existsSync(folder)) return null;
  return readdirSync(folder).map((name) => {
    const path = join(folder, name);
    return [name, statSync(path).mtimeMs, readFileSync(path).toString("base64")];
  });
}

describe("group commit", () => {
  it.each(["worker", "same"] as const)(
    "shares transactions between calls made together (%s thread)",
    async (thread) => {
      const state = await open({ thread });
      const before = await state.stats();
      await Promise.all(references(500, 9).map((one) => state.frontier.enqueue("usgs", "r1", [one])));
      const after = await state.stats();
      expect(after.writes - before.writes).toBe(500);
      expect(after.commits - before.commits).toBeLessThan(50);
      expect(await state.frontier.remaining("r1")).toBe(500);
    },
  );

  it("needs no transaction for reading, nor for taking a task", async () => {
    const state = await open({ thread: "same" });
    await state.frontier.enqueue("usgs", "r1", [reference("T1")]);
    const answer = await state.frontier.lease("r1", "w", 1, 1_000);
    const { commits } = await state.stats();
    if (answer.kind === "leased") expect(await state.frontier.take(answer.lease, "r1", 1)).not.toBeNull();
    await state.registry.counts("usgs");
    expect((await state.stats()).commits).toBe(commits);
  });

  it.each(["worker", "same"] as const)("lets one bad operation fail alone (%s thread)", async (thread) => {
    const state = await open({ thread });
    const bad = { ...reference("BAD"), url: "no url" };
    const results = await Promise.allSettled([
      state.frontier.enqueue("usgs", "r1", [reference("T1")]),
      state.frontier.enqueue("usgs", "r1", [reference("T2"), bad]),
      state.ledger.save({ ...newHost("a.test"), lastSentAt: 7 }),
      state.registry.counts("usgs"),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(await state.frontier.remaining("r1")).toBe(1);
    expect((await state.ledger.load("a.test")).lastSentAt).toBe(7);
  });

  it("refuses what cannot be sent to another thread, and goes on", async () => {
    const state = await open();
    const hostile = { ...reference("T1"), metadata: { f: (() => 1) as unknown as string } };
    await expect(state.frontier.enqueue("usgs", "r1", [hostile])).rejects.toThrow();
    await state.frontier.enqueue("usgs", "r1", [reference("T2")]);
    expect(await state.frontier.remaining("r1")).toBe(1);
  });
});

describe("broken storage", () => {
  it.each(["worker", "same"] as const)(
    "acknowledges nothing after the disk was full (%s thread)",
    async (thread) => {
      const state = await open({ thread, maxPages: 80 });
      await state.frontier.enqueue("usgs", "r1", [reference("T1")]);
      const attempts = [
        state.frontier.enqueue("usgs", "r1", references(5_000, 3)),
        state.frontier.enqueue("usgs", "r1", [reference("T2")]),
      ];
      for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: "disk_full" });
      await expect(state.frontier.enqueue("usgs", "r1", [reference("T3")])).rejects.toBeInstanceOf(
        StorageError,
      );
      await expect(state.registry.counts("usgs")).rejects.toMatchObject({ code: "disk_full" });
      await state.close();
      const again = await open({ thread });
      expect(again.startedFresh).toBeNull();
      expect(await again.registry.counts("usgs")).toMatchObject({ pending: 1 });
    },
  );

  it("refuses calls after it was closed", async () => {
    const state = await open();
    await Promise.all([state.close(), state.close()]);
    await expect(state.registry.counts("usgs")).rejects.toMatchObject({ code: "state_closed" });
  });

  it("refuses a database of a newer version, and leaves it as it is", async () => {
    await (await open()).close();
    const db = new DatabaseSync(file);
    db.exec("PRAGMA user_version = 99");
    db.close();
    for (const thread of ["worker", "same"] as const) {
      await expect(openSqliteState(root, { thread })).rejects.toThrow(/newer Levada \(schema 99/);
    }
    await expect(openScratchState(root)).rejects.toBeInstanceOf(StorageError);
    expect(readdirSync(join(root, "data", "state"))).toEqual(["levada.db"]);
  });

  it("says so when the folder cannot be had", async () => {
    writeFileSync(join(root, "data"), "a file");
    await expect(openSqliteState(root)).rejects.toMatchObject({ code: "storage_failed" });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["is no database", () => Buffer.from("this is not a database, however long it may be. ".repeat(30))],
    ["has lost its end", (bytes) => bytes.subarray(0, bytes.length - 3 * 4096)],
    ["has garbage in the middle", (bytes) => Buffer.from(bytes).fill(0xa5, 4096, 5 * 4096)],
  ])("sets a database aside that %s, and starts afresh", async (_, damage) => {
    const first = await open({ thread: "same" });
    expect(first.startedFresh).toBe("missing");
    await first.frontier.enqueue("usgs", "r1", references(200, 3));
    await first.close();
    const damaged = damage(readFileSync(file));
    writeFileSync(file, damaged);

    const look = await scratch();
    expect(look.startedFresh).toBe("corrupt");
    expect(await look.registry.counts("usgs")).toMatchObject({ pending: 0 });
    expect(readdirSync(join(root, "data", "state"))).toEqual(["levada.db"]);

    const second = await open();
    expect(second.startedFresh).toBe("corrupt");
    expect(await second.registry.counts("usgs")).toMatchObject({ pending: 0 });
    const aside = readdirSync(join(root, "data", "state")).find((name) =>
      /^levada\.db\.corrupt-[^.]+Z$/.test(name),
    );
    expect(readFileSync(join(root, "data", "state", aside ?? ""))).toEqual(damaged);
  });

  it.each<[string, Buffer]>([
    ["is empty", Buffer.alloc(0)],
    ["was just begun", Buffer.alloc(32_768)],
    ["is garbage", Buffer.alloc(32_768, 0xa5)],
  ])(
    "is looked at without its log's index where that %s: so a killed process may leave it",
    async (_, index) => {
      const first = await open({ thread: "same" });
      await first.frontier.enqueue("usgs", "r1", references(20, 3));
      const state = join(root, "copy", "data", "state");
      mkdirSync(state, { recursive: true });
      for (const suffix of ["", "-wal"]) {
        writeFileSync(join(state, `levada.db${suffix}`), readFileSync(file + suffix));
      }
      writeFileSync(join(state, "levada.db-shm"), index);
      const look = await openScratchState(join(root, "copy"));
      opened.push(look);
      expect(await look.registry.counts("usgs")).toMatchObject({ pending: 20 });
      expect(readFileSync(join(state, "levada.db-shm"))).toEqual(index);
    },
  );

  it("does not trust a database again in which damage was met in mid-run", async () => {
    const state = await open({ thread: "same" });
    await state.frontier.enqueue("usgs", "r1", references(200, 3));
    const other = new DatabaseSync(file);
    other.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    writeFileSync(file, Buffer.from(readFileSync(file)).fill(0xa5, 4096));
    other.exec("PRAGMA user_version = 1"); // Makes the first connection read its pages anew.
    other.close();
    await expect(state.frontier.enqueue("usgs", "r1", references(300, 3))).rejects.toBeInstanceOf(
      StorageError,
    );
    await expect(state.registry.counts("usgs")).rejects.toBeInstanceOf(StorageError);
    expect(existsSync(`${file}.damaged`)).toBe(true);
    await state.close();
    expect((await scratch()).startedFresh).toBe("corrupt");
    const again = await open({ thread: "same" });
    expect(again.startedFresh).toBe("corrupt");
    await again.close();
    expect((await open()).startedFresh).toBeNull();
  });
});

describe("restart", () => {
  it("frees what a dead process had leased, with a higher fence", async () => {
    const first = await open({ thread: "same" });
    await first.frontier.enqueue("usgs", "r1", [reference("T1")]);
    const before = await first.frontier.lease("r1", "w", 1_000, 1e9);
    if (before.kind !== "leased") throw new Error("expected a lease");
    await first.frontier.take(before.lease, "r1", 1_000);
    const copy = join(root, "copy");
    mkdirSync(join(copy, "data", "state"), { recursive: true });
    for (const suffix of ["", "-wal"]) {
      writeFileSync(join(copy, "data", "state", `levada.db${suffix}`), readFileSync(file + suffix));
    }
    const second = await openSqliteState(copy, { thread: "same" });
    opened.push(second);
    const after = await second.frontier.lease("r1", "w", 1_000, 1e9);
    if (after.kind !== "leased") throw new Error("expected a lease");
    expect(after.lease.fence).toBeGreaterThan(before.lease.fence);
    expect(await second.frontier.settle(before.lease, { kind: "unchanged", task: taskOf("T1") })).toBe(false);
    expect(await second.frontier.take(after.lease, "r1", 1_000)).toMatchObject({ reference: { key: "T1" } });
  });

  it("keeps the pace of hosts, and counts what was pending as left over", async () => {
    const first = await open();
    await first.frontier.enqueue("usgs", "r1", [reference("T1")]);
    const answer = await first.frontier.lease("r1", "w", 1_000, 1e9);
    if (answer.kind === "leased") await first.frontier.release(answer.lease, 5_000);
    await first.close();
    const second = await open();
    expect(await second.frontier.lease("r1", "w", 1_000, 1e9)).toEqual({ kind: "wait", at: 5_000 });
    expect(await allLeftovers(second.frontier, "usgs", "pending")).toEqual([reference("T1")]);
  });

  it("lets a program end that has left it open and idle", async () => {
    const program = `
      const { openSqliteState } = await import(process.argv[1]);
      const state = await openSqliteState(process.argv[2]);
      await state.registry.counts("usgs");
      console.log("done");`;
    const child = spawnProgram(program);
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
  });

  it("has every acknowledged task after a kill at any instant", async () => {
    const program = `
      const { openSqliteState } = await import(process.argv[1]);
      const state = await openSqliteState(process.argv[2]);
      const start = (await state.registry.counts("usgs")).pending;
      for (let n = start; n < start + 100_000; n++) {
        const url = "https://h" + (n % 5) + ".test/" + n;
        await state.frontier.enqueue("usgs", "r1", [{ key: "K" + n, url, path: "p", fields: {}, metadata: {} }]);
        process.stdout.write(n + "\\n");
      }`;
    for (const acknowledgements of [1, 7, 40, 150]) {
      const child = spawnProgram(program);
      let last = -1;
      let seen = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        last = Number(line);
        if (++seen === acknowledgements) child.kill("SIGKILL");
      }
      const state = await open({ thread: "same" });
      expect(state.startedFresh).toBeNull();
      const keys = (await allLeftovers(state.frontier, "usgs", "pending")).map(({ key }) => key);
      expect(keys.length).toBeGreaterThan(last);
      expect(keys).toEqual(keys.map((_, n) => `K${n}`));
      await state.close();
    }
  });
});

describe("cost", () => {
  it("leases and takes from 100,000 tasks as fast as from 1,000", async () => {
    const state = await open({ thread: "same", synchronous: "OFF" });
    const cost = async (run: string, count: number, hosts: number) => {
      await state.frontier.enqueue(run, run, references(count, hosts));
      let best = Infinity;
      for (let round = 0; round < 5; round += 1) {
        const started = performance.now();
        for (let n = 0; n < 100; n += 1) await turn(state, run, 1_000 + n);
        best = Math.min(best, performance.now() - started);
      }
      return best;
    };
    const few = await cost("few", 1_000, 20);
    const many = await cost("many", 100_000, 2_000);
    expect(many / few).toBeLessThan(8);
  });

  it("takes as fast with thousands in hand as with few", async () => {
    const state = await open({ thread: "same", synchronous: "OFF" });
    await state.frontier.enqueue("usgs", "r1", references(6_000, 1));
    const answer = await state.frontier.lease("r1", "r1", 1, 60_000);
    if (answer.kind !== "leased") throw new Error("nothing to lease");
    const costs: number[] = [];
    const keys = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const started = performance.now();
      for (let n = 0; n < 500; n += 1) {
        keys.add((await state.frontier.take(answer.lease, "r1", 1))?.reference.key ?? "");
      }
      costs.push(performance.now() - started);
    }
    expect(keys.size).toBe(6_000);
    const [early, late] = [costs.slice(0, 4), costs.slice(-4)].map((some) => Math.min(...some));
    expect((late as number) / (early as number)).toBeLessThan(4);
  });
});

describe("a scratch state", () => {
  it("is empty where there is nothing, and creates nothing", async () => {
    const state = await scratch();
    expect(state.startedFresh).toBe("missing");
    expect(await state.registry.counts("usgs")).toMatchObject({ pending: 0, completed: 0 });
    await state.frontier.enqueue("usgs", "r1", [reference("T1")]);
    expect(await state.frontier.remaining("r1")).toBe(1);
    await state.checkpoints.save("usgs", "2026-01-01T00:00:00Z");
    expect(readdirSync(root)).toEqual([]);
  });

  it.each([
    ["a closed database", "await state.close();", []],
    ["a database in use", "setInterval(() => {}, 1_000);", ["levada.db-shm", "levada.db-wal"]],
    [
      "what a killed process left",
      "process.kill(process.pid, 'SIGKILL');",
      ["levada.db-shm", "levada.db-wal"],
    ],
  ])("shows and changes %s without writing a byte under the root", async (_, then, beside) => {
    const child = spawnProgram(`
      const { openSqliteState } = await import(process.argv[1]);
      const state = await openSqliteState(process.argv[2]);
      const reference = (n) => ({ key: "K" + n, url: "https://h" + n + ".test/", path: "p", fields: {}, metadata: {} });
      await state.frontier.enqueue("usgs", "r1", Array.from({ length: 10 }, (_, n) => reference(n)));
      console.log("ready");
      ${then}`);
    try {
      await (then.startsWith("setInterval") ? once(child.stdout, "data") : once(child, "exit"));
      const before = footprint();
      expect(readdirSync(join(root, "data", "state")).toSorted()).toEqual(["levada.db", ...beside]);
      const state = await scratch();
      expect(state.startedFresh).toBeNull();
      expect(await state.registry.counts("usgs")).toMatchObject({ pending: 10 });
      await state.ledger.save({ ...newHost("h0.test"), lastSentAt: 5 });
      await state.frontier.enqueue("usgs", "r2", [reference("T1")]);
      expect(await state.registry.counts("usgs")).toMatchObject({ pending: 11 });
      expect((await state.ledger.load("h0.test")).lastSentAt).toBe(5);
      await state.close();
      expect(footprint()).toEqual(before);
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("reads beside a writer who goes on", async () => {
    const writer = await open();
    const look = await (async () => {
      await writer.frontier.enqueue("usgs", "r1", references(10, 2));
      return scratch();
    })();
    for (let n = 10; n < 40; n += 10) {
      expect(await look.registry.counts("usgs")).toMatchObject({ pending: n });
      await writer.frontier.enqueue("usgs", "r1", references(n + 10, 2));
    }
  });

  it("copies a database in use to a sound one, however busy it is", async () => {
    const writer = await open();
    const enough = new AbortController();
    const writing = (async () => {
      for (let n = 0; !enough.signal.aborted; n += 50)
        await writer.frontier.enqueue("usgs", "r1", references(n, 7));
    })();
    const counts: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const state = await scratch();
      await state.ledger.associate("usgs", "copied.test");
      counts.push((await state.registry.counts("usgs")).pending);
      expect(state.startedFresh).toBeNull();
      expect((await allLeftovers(state.frontier, "usgs", "pending")).length).toBe(counts.at(-1));
      await state.close();
    }
    enough.abort();
    await writing;
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });

  it("reads what a killed process left in the log, with and without its index", async () => {
    const writer = await open();
    await writer.frontier.enqueue("usgs", "r1", references(10, 2));
    const remains = join(root, "remains");
    mkdirSync(join(remains, "data", "state"), { recursive: true });
    for (const suffix of ["", "-wal", "-shm"]) {
      writeFileSync(join(remains, "data", "state", `levada.db${suffix}`), readFileSync(file + suffix));
    }
    for (const suffix of ["-shm", "-none"]) {
      const state = await openScratchState(remains);
      opened.push(state);
      expect(await state.registry.counts("usgs")).toMatchObject({ pending: 10 });
      const shm = join(remains, "data", "state", `levada.db${suffix}`);
      if (existsSync(shm)) renameSync(shm, join(remains, "index"));
    }
    expect(readdirSync(join(remains, "data", "state")).toSorted()).toEqual(["levada.db", "levada.db-wal"]);
  });
});
