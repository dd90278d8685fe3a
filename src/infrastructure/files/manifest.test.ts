import { mkdtempSync } from "node:fs";
import { mkdir, readFile, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lineOf } from "../../../test/conformance/manifest.ts";
import { mountSmallDisk } from "../../../test/conformance/small-disk.ts";
import type { Manifest } from "../../application/ports.ts";
import { createManifest } from "./manifest.ts";

let root: string;
let manifest: Manifest;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "levada-manifest-"));
  manifest = createManifest(root);
});

afterEach(async () => {
  await manifest.close();
  await rm(root, { recursive: true });
});

const fileOf = (place: string) => join(place, "data", "raw", "usgs", "manifest.jsonl");

async function countLines(from: Manifest): Promise<number> {
  let count = 0;
  for await (const entry of from.scan("usgs")) if (entry.kind === "line") count++;
  return count;
}

describe("the first failed sync", () => {
  it("ends everything: nothing after it is acknowledged", async () => {
    let healthy = true;
    const failing = createManifest(root, {
      sync: async () => {
        if (!healthy) throw Object.assign(new Error("EIO"), { code: "EIO" });
      },
    });
    await failing.append("usgs", [lineOf("a")]);
    healthy = false;
    const failed = { code: "fsync_failed" };
    await expect(failing.append("usgs", [lineOf("b")])).rejects.toMatchObject(failed);
    healthy = true;
    await expect(failing.append("usgs", [lineOf("c")])).rejects.toMatchObject(failed);
    await expect(failing.append("wiki", [lineOf("c")])).rejects.toMatchObject(failed);
    await expect(failing.recover("usgs")).rejects.toMatchObject(failed);
    await expect(failing.changeSince("usgs", null)).rejects.toMatchObject(failed);
    await expect(countLines(failing)).rejects.toMatchObject(failed);
    await failing.close();
    expect(await readFile(fileOf(root), "utf8")).not.toContain("org/c");
  });

  it("refuses the appends that were waiting behind it", async () => {
    const failing = createManifest(root, {
      sync: async (_, what) => {
        if (what === "file") throw new Error("gone");
      },
    });
    const waiting = ["a", "b", "c"].map((key) => failing.append("usgs", [lineOf(key)]));
    const results = await Promise.allSettled(waiting);
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected", "rejected"]);
    await failing.close();
    expect(await readFile(fileOf(root), "utf8")).toBe(`${lineOf("a")}\n`);
  });
});

it("syncs once for a batch, whatever its size and the size of the file", async () => {
  let syncs = 0;
  const counted = createManifest(root, {
    sync: async (handle) => {
      syncs++;
      await handle.sync();
    },
  });
  await counted.append("usgs", [lineOf("first")]);
  syncs = 0;
  await counted.append(
    "usgs",
    Array.from({ length: 5_000 }, (_, index) => lineOf(String(index))),
  );
  await counted.append("usgs", [lineOf("last")]);
  expect(syncs).toBe(2);
  await counted.close();
});

it("does not follow a link in the manifest's place", async () => {
  const target = join(root, "target");
  await writeFile(target, "untouched");
  await mkdir(join(fileOf(root), ".."), { recursive: true });
  await symlink(target, fileOf(root));
  const refused = { code: "storage_failed", message: expect.stringContaining("symbolic link") as string };
  await expect(manifest.append("usgs", [lineOf("a")])).rejects.toMatchObject(refused);
  await expect(manifest.recover("usgs")).rejects.toMatchObject(refused);
  await expect(countLines(manifest)).rejects.toMatchObject(refused);
  expect(await readFile(target, "utf8")).toBe("untouched");
});

it("notices that its file was removed while it was open", async () => {
  await manifest.append("usgs", [lineOf("a")]);
  await unlink(fileOf(root));
  await expect(manifest.append("usgs", [lineOf("b")])).rejects.toThrow("was removed");
});

it("says so when a folder is in the manifest's place", async () => {
  await mkdir(fileOf(root), { recursive: true });
  await expect(manifest.append("usgs", [lineOf("a")])).rejects.toMatchObject({ code: "storage_failed" });
  await expect(manifest.recover("usgs")).rejects.toMatchObject({ code: "storage_failed" });
  await expect(countLines(manifest)).rejects.toMatchObject({ code: "storage_failed" });
});

it("says so when it cannot even look", async () => {
  await writeFile(join(root, "data"), "a file");
  await expect(manifest.changeSince("usgs", null)).rejects.toMatchObject({ code: "storage_failed" });
});

describe("a full disk", () => {
  it("takes a batch back that did not fit, and goes on with one that does", async ({ skip }) => {
    const full = mountSmallDisk(256 * 1024) ?? skip("mounting is not permitted here");
    const small = createManifest(full.folder);
    try {
      await small.append("usgs", [lineOf("a")]);
      const large = Array.from({ length: 2_000 }, (_, index) => lineOf(String(index)));
      await expect(small.append("usgs", large)).rejects.toMatchObject({ code: "disk_full" });
      expect(await readFile(fileOf(full.folder), "utf8")).toBe(`${lineOf("a")}\n`);
      await small.append("usgs", [lineOf("b")]);
      expect(await countLines(small)).toBe(2);
    } finally {
      await small.close();
      full.unmount();
    }
  });
});
