import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MisuseError } from "../../domain/errors.ts";
import { DurableLog } from "./durable-log.ts";
import { openSqliteState } from "./sqlite-state.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "levada-log-"));
  file = join(folder, "state.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  db.exec(`PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE IF NOT EXISTS entry (n INTEGER PRIMARY KEY, text TEXT)`);
  return db;
}

function openLog(): { db: DatabaseSync; log: DurableLog; commit: (times?: number) => void } {
  const db = openDatabase();
  const log = DurableLog.open(db, file);
  const commit = (times = 1) => {
    for (let i = 0; i < times; i++) {
      db.exec("INSERT INTO entry (text) VALUES ('some text')");
      log.committed();
    }
  };
  return { db, log, commit };
}

const walBytes = () => readFileSync(`${file}-wal`);
/** Salts of the log, and of its frame n: a frame counts only where they are the same. */
const salts = () => walBytes().toString("hex", 16, 24);
const saltsOf = (frame: number) => {
  const at = 32 + (frame - 1) * (24 + 4096) + 8;
  return walBytes().toString("hex", at, at + 8);
};

function entriesIn(path: string): number {
  const db = new DatabaseSync(path);
  expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  const count = Number(db.prepare("SELECT count(*) AS n FROM entry").get()?.["n"]);
  db.close();
  return count;
}

describe("a durable log", () => {
  it("starts over with exactly one frame, and stays short however many commits there are", () => {
    const { db, log, commit } = openLog();
    commit(199);
    const before = salts();
    commit();
    expect(salts()).not.toBe(before);
    expect([saltsOf(1), saltsOf(2)]).toEqual([salts(), before]);
    const size = statSync(`${file}-wal`).size;
    commit(1_000);
    expect(statSync(`${file}-wal`).size).toBeLessThan(size * 1.5);
    expect(db.prepare("SELECT count(*) AS n FROM entry").get()).toEqual({ n: 1_200 });
    log.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(entriesIn(file)).toBe(1_200);
  });

  it("goes on behind what a reader still needs, and starts over when it has left", () => {
    const { log, commit } = openLog();
    commit();
    const first = salts();
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec("BEGIN");
    const seen = () => reader.prepare("SELECT count(*) AS n FROM entry").get();
    expect(seen()).toEqual({ n: 1 });
    commit(500);
    expect(salts()).toBe(first);
    expect(seen()).toEqual({ n: 1 });
    reader.exec("COMMIT");
    expect(seen()).toEqual({ n: 501 });
    commit(400);
    expect(salts()).not.toBe(first);
    reader.close();
    log.close();
    expect(entriesIn(file)).toBe(901);
  });

  it("leaves the log where somebody reads until after the end", () => {
    const { log, commit } = openLog();
    commit(3);
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec("BEGIN");
    reader.prepare("SELECT * FROM entry").all();
    log.close();
    expect(existsSync(`${file}-wal`)).toBe(true);
    reader.close();
    expect(entriesIn(file)).toBe(3);
  });

  it("cuts a log that one transaction has made very long, beside a reader too", () => {
    const { db, log, commit } = openLog();
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.prepare("SELECT * FROM entry").all();
    db.exec("INSERT INTO entry (text) VALUES (hex(zeroblob(35000000)))");
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(64 * 1024 * 1024);
    commit();
    expect(statSync(`${file}-wal`).size).toBe(32 + 24 + 4096);
    reader.close();
    log.close();
    expect(entriesIn(file)).toBe(2);
  });

  it("moves what it finds before anything is added", () => {
    const killed = openDatabase();
    killed.exec("INSERT INTO entry (text) VALUES ('left by a kill')");
    const left = { db: readFileSync(file), wal: walBytes() };
    killed.close();
    writeFileSync(file, left.db);
    writeFileSync(`${file}-wal`, left.wal);
    const { log } = openLog();
    const moved = join(folder, "moved.db");
    copyFileSync(file, moved);
    expect(entriesIn(moved)).toBe(1);
    log.close();
  });
});

it("a process that exits in mid-work leaves its log to the next", () => {
  const module = new URL("./sqlite-state.ts", import.meta.url).href;
  const program = `
    const { openSqliteState } = await import(process.argv[1]);
    const state = await openSqliteState(process.argv[2]);
    await state.registry.saveCursor("usgs", "page 7");
    process.exit(0);`;
  const flags = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", program];
  const { status, stderr } = spawnSync(process.execPath, [...flags, module, folder], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  expect(statSync(join(folder, "data/state/levada.db-wal")).size).toBeGreaterThan(0);
});

describe("a registry of the user's", () => {
  const registry = () => join(folder, "pages.db");

  it("has a journal whose name stays while it is written to, and none after that", async () => {
    const state = await openSqliteState(folder, { thread: "same", pagesFile: registry() });
    expect(existsSync(`${registry()}-journal`)).toBe(true);
    await state.registry.saveCursor("wiki", "page 7");
    expect(existsSync(`${registry()}-journal`)).toBe(true);
    await state.close();
    expect(existsSync(`${registry()}-journal`)).toBe(false);
  });

  it("keeps its log where it has one", async () => {
    const user = new DatabaseSync(registry());
    user.exec("PRAGMA journal_mode = WAL");
    await (await openSqliteState(folder, { thread: "same", pagesFile: registry() })).close();
    expect(existsSync(`${registry()}-journal`)).toBe(false);
    expect(user.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(user.prepare("SELECT count(*) AS n FROM pages").get()).toEqual({ n: 0 });
    user.close();
  });

  it("is refused where its table is another, and nothing is left beside it", async () => {
    const user = new DatabaseSync(registry());
    user.exec("CREATE TABLE pages (something TEXT)");
    user.close();
    const opening = openSqliteState(folder, { thread: "same", pagesFile: registry() });
    await expect(opening).rejects.toThrow(MisuseError);
    expect(readdirSync(folder).toSorted()).toEqual(["data", "pages.db"]);
  });
});

const SECTOR = 512;

/** The log as a power cut may leave it: each of the first sectors that differ is the old or the new one. */
function* torn(before: Buffer, after: Buffer): Generator<Buffer> {
  const changed: number[] = [];
  for (let at = 0; at < before.length; at += SECTOR) {
    if (!before.subarray(at, at + SECTOR).equals(after.subarray(at, at + SECTOR))) changed.push(at);
  }
  expect(changed.length).toBeGreaterThan(8);
  // The header and the first frame.
  const sectors = changed.slice(0, 9);
  for (let choice = 0; choice < 2 ** sectors.length; choice++) {
    const bytes = Buffer.from(after);
    for (const [index, at] of sectors.entries()) {
      if ((choice >> index) % 2 === 0) before.copy(bytes, at, at, at + SECTOR);
    }
    yield bytes;
  }
}

/** What the database says, or that it is damaged. */
function readBack(database: Buffer, log: Buffer): string {
  const path = join(folder, "cut.db");
  for (const suffix of ["-shm", "-wal"]) rmSync(path + suffix, { force: true });
  writeFileSync(path, database);
  writeFileSync(`${path}-wal`, log);
  const db = new DatabaseSync(path);
  try {
    const texts = db.prepare("SELECT n, text FROM entry ORDER BY n").all();
    return JSON.stringify([
      db.prepare("PRAGMA integrity_check").get()?.["integrity_check"],
      texts.length,
      texts.at(-1),
    ]);
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
}

describe("a power cut while a log starts over", () => {
  /** A log of many commits that has been moved and the database synced; then `write` starts it over. */
  function startOver(write: (db: DatabaseSync) => void) {
    const db = openDatabase();
    const move = () => db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get();
    move();
    // The first frame is full, so that all of its sectors will differ.
    db.exec("INSERT INTO entry (text) VALUES (printf('%.*c', 4000, 'x'))");
    for (let n = 0; n < 40; n++)
      db.exec(`INSERT INTO entry (text) VALUES (printf('%.*c', 900, 'x') || ${n})`);
    move();
    const [database, before] = [readFileSync(file), walBytes()];
    write(db);
    const after = walBytes();
    db.close();
    expect(after.subarray(0, 32)).not.toEqual(before.subarray(0, 32));
    const known = [readBack(database, before), readBack(database, after)];
    const others = torn(before, after)
      .map((log) => readBack(database, log))
      .filter((state) => !known.includes(state));
    return { known, others };
  }

  it("leaves the database as it was, where the first frame comes alone", () => {
    const { known, others } = startOver((db) => db.exec("PRAGMA main.user_version = 5"));
    expect(known[0]).toBe(known[1]);
    expect([...others]).toEqual([]);
  });

  it("would leave it damaged or set back, where several frames come at once", () => {
    const { others } = startOver((db) => db.exec("DELETE FROM entry WHERE n > 10"));
    expect(others.next().value).toBeDefined();
  });
});
