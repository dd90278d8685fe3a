import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mountSmallDisk } from "../../../test/conformance/small-disk.ts";
import { LockedError, StorageError } from "../../domain/errors.ts";
import { createRootLock, readLockOwner } from "./root-lock.ts";

const HOLDER = join(import.meta.dirname, "../../../test/conformance/lock-holder.ts");

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "levada-lock-"));
});

afterEach(() => rm(root, { recursive: true }));

const state = (...parts: string[]) => join(root, "data", "state", ...parts);

async function startHolder(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["--expose-gc", HOLDER, root], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

describe("another process", () => {
  it("keeps the root, even when it forgot the handle; a kill frees it without a human", async () => {
    const holder = await startHolder();
    try {
      expect(await readLockOwner(root)).toMatchObject({ pid: holder.pid, purpose: "ingest usgs" });
      for (let attempt = 0; attempt < 5; attempt++) {
        await expect(createRootLock(root).acquire("repair")).rejects.toThrow(
          `another levada process (pid ${holder.pid}, "ingest usgs", since 20`,
        );
      }
    } finally {
      await kill(holder);
    }
    expect(existsSync(state("levada.lock.json"))).toBe(true);
    expect(await readLockOwner(root)).toBeNull();
    const held = await createRootLock(root).acquire("repair");
    expect(await readLockOwner(root)).toMatchObject({ pid: process.pid, purpose: "repair" });
    await held.release();
    expect(await readLockOwner(root)).toBeNull();
    expect(await readdir(state())).toEqual(["levada.lock"]);
  });

  it("is refused in well under a second", async () => {
    const held = await createRootLock(root).acquire("ingest usgs");
    const started = performance.now();
    await expect(createRootLock(root).acquire("repair")).rejects.toBeInstanceOf(LockedError);
    expect(performance.now() - started).toBeLessThan(1_000);
    await held.release();
  });
});

describe("an owner file", () => {
  const owner = { pid: 1, purpose: "ingest wiki", host: "elsewhere", started: "2026-01-01T00:00:00.000Z" };

  it.each([
    ["of a dead process", JSON.stringify({ ...owner, pid: 2 ** 30 })],
    ["of another machine", JSON.stringify(owner)],
    ["that is not JSON", "{"],
    ["of the wrong shape", "null"],
  ])("%s never blocks", async (_, text) => {
    await mkdir(state(), { recursive: true });
    await writeFile(state("levada.lock.json"), text);
    const held = await createRootLock(root).acquire("repair");
    expect(JSON.parse(await readFile(state("levada.lock.json"), "utf8"))).toMatchObject({ pid: process.pid });
    await held.release();
  });

  it("that is missing or senseless leaves the refusal without a name", async () => {
    const held = await createRootLock(root).acquire("ingest");
    await writeFile(state("levada.lock.json"), "{");
    await expect(createRootLock(root).acquire("repair")).rejects.toThrow(
      `another levada process is writing to ${root};`,
    );
    await writeFile(state("levada.lock.json"), JSON.stringify(owner));
    await expect(createRootLock(root).acquire("repair")).rejects.toThrow(
      '(pid 1 on elsewhere, "ingest wiki", since',
    );
    await held.release();
  });
});

describe("a root that cannot be locked", () => {
  it("heals a lock file that somebody wrote into", async () => {
    await mkdir(state(), { recursive: true });
    await writeFile(state("levada.lock"), "not a database ".repeat(1_000));
    const held = await createRootLock(root).acquire("ingest");
    await expect(createRootLock(root).acquire("repair")).rejects.toBeInstanceOf(LockedError);
    await held.release();
  });

  it("clears what a process killed while it noted its name left behind, and follows no link there", async () => {
    await mkdir(state(), { recursive: true });
    await writeFile(join(root, "elsewhere"), "mine");
    await symlink(join(root, "elsewhere"), state("levada.lock.json.tmp"));
    const held = await createRootLock(root).acquire("ingest usgs");
    expect(await readLockOwner(root)).toMatchObject({ pid: process.pid });
    await held.release();
    expect((await readdir(state())).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(await readFile(join(root, "elsewhere"), "utf8")).toBe("mine");
  });

  it("does not follow a link", async () => {
    await mkdir(state(), { recursive: true });
    await symlink(join(root, "target"), state("levada.lock"));
    await expect(createRootLock(root).acquire("ingest")).rejects.toThrow("is a symbolic link");
    expect(existsSync(join(root, "target"))).toBe(false);
  });

  it("says which folder cannot be written to", async () => {
    await writeFile(join(root, "data"), "a file");
    await expect(createRootLock(root).acquire("ingest")).rejects.toThrow(join(root, "data"));
  });

  it("says so when the lock file is a folder", async () => {
    await mkdir(state("levada.lock"), { recursive: true });
    const acquiring = createRootLock(root).acquire("ingest");
    await expect(acquiring).rejects.toBeInstanceOf(StorageError);
    await expect(acquiring).rejects.toThrow(`cannot lock ${root} for writing`);
  });

  it("gives the lock back when the owner cannot be noted", async () => {
    await mkdir(state("levada.lock.json", "in the way"), { recursive: true });
    await expect(createRootLock(root).acquire("ingest")).rejects.toMatchObject({ code: "storage_failed" });
    await rm(state("levada.lock.json"), { recursive: true });
    await (await createRootLock(root).acquire("ingest")).release();
  });

  it("says so when the disk is full, and works when there is space", async ({ skip }) => {
    const full = mountSmallDisk(64 * 1024) ?? skip("mounting is not permitted here");
    try {
      await writeFile(join(full.folder, "ballast"), Buffer.alloc(64 * 1024)).catch(() => {});
      await expect(createRootLock(full.folder).acquire("ingest")).rejects.toMatchObject({
        code: "disk_full",
      });
      await rm(join(full.folder, "ballast"));
      await (await createRootLock(full.folder).acquire("ingest")).release();
    } finally {
      full.unmount();
    }
  });
});
