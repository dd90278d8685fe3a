import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mountSmallDisk } from "../../../test/conformance/small-disk.ts";
import type { Received } from "../../application/ports.ts";
import { StorageError } from "../../domain/errors.ts";
import { createArchive } from "./archive.ts";
import type { SyncFile } from "./durability.ts";

let root: string;
let outside: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "levada-archive-"));
  outside = mkdtempSync(join(tmpdir(), "levada-outside-"));
});

afterEach(async () => {
  await rm(root, { recursive: true });
  await rm(outside, { recursive: true });
});

const raw = (...parts: string[]) => join(root, "data", "raw", "usgs", ...parts);

async function* bodyOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

describe("links", () => {
  it.each([
    ["the source's folder", []],
    ["the folder of unfinished files", [".incoming"]],
  ])("refuses %s when it is a link, and writes nothing behind it", async (_, parts) => {
    const link = raw(...parts);
    await mkdir(join(link, ".."), { recursive: true });
    await symlink(outside, link);
    const archive = createArchive(root);
    await expect(archive.receive("usgs", "TX/a.zst", bodyOf("x"))).rejects.toThrow("is a symbolic link");
    await expect(archive.recover("usgs", async () => null)).rejects.toThrow(StorageError);
    expect(await readdir(outside)).toEqual([]);
  });

  it.each(["TX", "TX/deep"])("refuses a parent folder %s that is a link", async (link) => {
    const archive = createArchive(root);
    const received = await archive.receive("usgs", "TX/deep/a.zst", bodyOf("x"));
    await mkdir(join(raw(link), ".."), { recursive: true });
    await symlink(outside, raw(link));
    await expect(archive.publish([received])).rejects.toThrow("is a symbolic link");
    expect(await readdir(outside)).toEqual([]);
  });

  it("replaces a link at the document's path instead of following it", async () => {
    const target = join(outside, "target");
    await writeFile(target, "untouched");
    await mkdir(raw("TX"), { recursive: true });
    await symlink(target, raw("TX", "a.json"));
    const archive = createArchive(root);
    await archive.publish([await archive.receive("usgs", "TX/a.json", bodyOf("new"))]);
    expect(await readFile(target, "utf8")).toBe("untouched");
    expect(await readFile(raw("TX", "a.json"), "utf8")).toBe("new");
  });

  it("never opens what was planted under the temporary name", async () => {
    const archive = createArchive(root);
    const first = await archive.receive("usgs", "a.json", bodyOf("x"));
    const [name = ""] = await readdir(raw(".incoming"));
    const [session = ""] = first.ticket.split("-");
    const target = join(outside, "target");
    await symlink(target, raw(".incoming", name.replace(first.ticket, `${session}-1`)));
    await expect(archive.receive("usgs", "a.json", bodyOf("y"))).rejects.toMatchObject({
      code: "storage_failed",
    });
    expect(existsSync(target)).toBe(false);
  });

  it("lets the owner keep data/ on another disk", async () => {
    await symlink(outside, join(root, "data"));
    const archive = createArchive(root);
    await archive.publish([await archive.receive("usgs", "a.json", bodyOf("x"))]);
    expect(await readFile(join(outside, "raw", "usgs", "a.json"), "utf8")).toBe("x");
  });
});

describe("recovery", () => {
  it("uses no path that a planted name spells, and removes the file", async () => {
    await mkdir(raw(".incoming"), { recursive: true });
    const planted = ["..%2F..%2Foutside+0-0.next", "%+0-0.next", "plain.next", "a+0-0.part"];
    for (const name of planted) await writeFile(raw(".incoming", name), "x");
    await symlink(join(outside, "target"), raw(".incoming", "link.json+0-0.next"));
    await writeFile(raw(".incoming", "note.txt"), "somebody's own");
    const found = await createArchive(root).recover("usgs", async () => "0".repeat(64));
    expect(found).toEqual({ rolledForward: 0, dropped: 5 });
    expect(await readdir(raw(".incoming"))).toEqual(["note.txt"]);
  });

  it("is safe to be killed in: the next one finishes it", async () => {
    const archive = createArchive(root);
    const received: Received[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      received.push(await archive.receive("usgs", `${name}.json`, bodyOf(name)));
    }
    await archive.stage(received);
    const committed = new Map(received.map((one) => [`data/raw/usgs/${one.path}`, one.sha256]));
    let asked = 0;
    const killed = createArchive(root).recover("usgs", async (localPath) => {
      if (++asked === 3) throw new Error("killed");
      return committed.get(localPath) ?? null;
    });
    await expect(killed).rejects.toThrow("killed");
    await createArchive(root).recover("usgs", async (localPath) => committed.get(localPath) ?? null);
    for (const name of ["a", "b", "c", "d"]) {
      expect(await readFile(raw(`${name}.json`), "utf8")).toBe(name);
    }
    expect(await readdir(raw(".incoming"))).toEqual([]);
  });
});

describe("syncs", () => {
  it("are one for each file and one for each folder of a batch", async () => {
    const { sync, counts } = counting();
    const archive = createArchive(root, { sync });
    const warm = [
      await archive.receive("usgs", "TX/0.zst", bodyOf("x")),
      await archive.receive("usgs", "OK/0.zst", bodyOf("x")),
    ];
    await archive.publish(warm);
    Object.assign(counts, { file: 0, folder: 0 });
    const paths = Array.from({ length: 32 }, (_, index) => `${index % 2 === 0 ? "TX" : "OK"}/${index}.zst`);
    await archive.publish(
      await Promise.all(paths.map((path) => archive.receive("usgs", path, bodyOf(path)))),
    );
    expect(counts).toEqual({ file: 32, folder: 2 });
  });

  it("that fail on a file end everything, and the file is gone", async () => {
    const archive = createArchive(root, { sync: failingAfter(1) });
    const good = await archive.receive("usgs", "a.json", bodyOf("a"));
    const failed = { code: "fsync_failed" };
    await expect(archive.receive("usgs", "b.json", bodyOf("b"))).rejects.toMatchObject(failed);
    await expect(archive.receive("usgs", "c.json", bodyOf("c"))).rejects.toMatchObject(failed);
    await expect(archive.publish([good])).rejects.toMatchObject(failed);
    await expect(archive.stage([good])).rejects.toMatchObject(failed);
    await expect(archive.replace([good])).rejects.toMatchObject(failed);
    await expect(archive.discard(good)).rejects.toMatchObject(failed);
    await expect(archive.recover("usgs", async () => null)).rejects.toMatchObject(failed);
    expect(await readdir(raw())).toEqual([".incoming"]);
    expect(await readdir(raw(".incoming"))).toHaveLength(1);
  });

  it("that fail on a folder do not acknowledge a publish", async () => {
    const calls = { count: 0 };
    const archive = createArchive(root, {
      sync: async (_, what) => {
        if (what === "folder" && calls.count++ >= 5) throw new Error("gone");
      },
    });
    const received = await archive.receive("usgs", "TX/a.json", bodyOf("a"));
    await expect(archive.publish([received])).rejects.toMatchObject({ code: "fsync_failed" });
    await expect(archive.publish([received])).rejects.toMatchObject({ code: "fsync_failed" });
  });

  it("of folders may be unknown to a network file system", async () => {
    const archive = createArchive(root, {
      sync: async (_, what) => {
        if (what === "folder") throw Object.assign(new Error("EINVAL"), { code: "EINVAL" });
      },
    });
    await archive.publish([await archive.receive("usgs", "TX/a.json", bodyOf("a"))]);
    expect(await readFile(raw("TX", "a.json"), "utf8")).toBe("a");
  });
});

describe("a disk in the way", () => {
  it("says so when a file is where a folder should be", async () => {
    await mkdir(join(root, "data"));
    await writeFile(join(root, "data", "raw"), "a file");
    const receiving = createArchive(root).receive("usgs", "a.json", bodyOf("a"));
    await expect(receiving).rejects.toThrow("is a file where a folder should be");
  });

  it("says so when a folder is where the document should be", async () => {
    await mkdir(raw("a.json", "full"), { recursive: true });
    const archive = createArchive(root);
    const received = await archive.receive("usgs", "a.json", bodyOf("a"));
    await expect(archive.publish([received])).rejects.toMatchObject({ code: "storage_failed" });
  });

  it("makes the root where it is missing", async () => {
    const archive = createArchive(join(root, "not", "yet"));
    await archive.publish([await archive.receive("usgs", "a.json", bodyOf("a"))]);
    expect(await readdir(join(root, "not", "yet", "data", "raw", "usgs"))).toContain("a.json");
  });

  it("stops cleanly when it is full, and goes on when there is space", async ({ skip }) => {
    const full = mountSmallDisk(1024 * 1024) ?? skip("mounting is not permitted here");
    try {
      const archive = createArchive(full.folder);
      let released = false;
      async function* endless(): AsyncGenerator<Uint8Array> {
        try {
          for (let count = 0; count < 100; count++) yield randomBytes(64 * 1024);
        } finally {
          released = true;
        }
      }
      await expect(archive.receive("usgs", "big.zst", endless())).rejects.toMatchObject({
        code: "disk_full",
      });
      const incoming = join(full.folder, "data", "raw", "usgs", ".incoming");
      expect(await readdir(incoming)).toEqual([]);
      await expect.poll(() => released).toBe(true);
      await archive.publish([await archive.receive("usgs", "small.json", bodyOf("fits"))]);
      expect(await readFile(join(incoming, "..", "small.json"), "utf8")).toBe("fits");
    } finally {
      full.unmount();
    }
  });
});

it.each(["big.bin.zst", "big.bin"])(
  "takes a body of 60 MB no faster than it reaches the disk (%s)",
  async (path) => {
    const archive = createArchive(root);
    let sent = 0;
    let furthestAhead = 0;
    // Incompressible, so that what is on disk can be compared with what was sent.
    async function* body(): AsyncGenerator<Uint8Array> {
      for (; sent < 60_000_000; sent += 64 * 1024) {
        yield randomBytes(64 * 1024);
        furthestAhead = Math.max(furthestAhead, sent - writtenSoFar());
      }
    }
    const received = await archive.receive("usgs", path, body());
    expect(received.originalSize).toBe(sent);
    expect(furthestAhead).toBeGreaterThan(0);
    expect(furthestAhead).toBeLessThan(4_000_000);
  },
);

function writtenSoFar(): number {
  const folder = raw(".incoming");
  const [file] = existsSync(folder) ? readdirSync(folder) : [];
  return file === undefined ? 0 : statSync(join(folder, file)).size;
}

function counting(): { sync: SyncFile; counts: { file: number; folder: number } } {
  const counts = { file: 0, folder: 0 };
  return {
    counts,
    sync: async (handle, what) => {
      counts[what]++;
      await handle.sync();
    },
  };
}

/** A disk whose file syncs fail from some point on. */
function failingAfter(good: number): SyncFile {
  let calls = 0;
  return async (_, what) => {
    if (what === "file" && ++calls > good) throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  };
}

it.each(["pages", "a/b/c"])("goes on in %s after it was tidied", async (folder) => {
  const archive = createArchive(root, { folders: { wiki: folder } });
  for (const name of ["a.json", "b.json"]) {
    await archive.publish([await archive.receive("wiki", name, bodyOf(name))]);
    await archive.tidy("wiki");
  }
  const found: string[] = [];
  for await (const path of archive.list("wiki")) found.push(path);
  expect(found.toSorted()).toEqual([`${folder}/a.json`, `${folder}/b.json`]);
});
