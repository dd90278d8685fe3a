import { createHash } from "node:crypto";
import {
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
import { zstdDecompressSync } from "node:zlib";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { StorageError } from "../../domain/errors.ts";
import { mountSmallDisk } from "../../../test/conformance/small-disk.ts";
import { createListingMemory } from "./listing-memory.ts";

const FACTS = { url: "https://example.org/sitemap.xml", headers: { etag: '"a"' } };

describe("listings in files", () => {
  let root: string;
  const folder = () => join(root, "data", "cache", "site");
  const names = () => readdirSync(folder());

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "levada-listings-"));
    return () => rmSync(root, { recursive: true });
  });

  async function keep(body: string, question = "a"): Promise<void> {
    const copy = await createListingMemory(root).keep("site", question);
    await copy?.write(Buffer.from(body));
    await copy?.commit(FACTS);
  }

  it("can be read with any zstd", async () => {
    await keep("<urlset/>");
    expect(zstdDecompressSync(readFileSync(join(folder(), names()[0] ?? ""))).toString()).toBe("<urlset/>");
  });

  it("are not given back where the file ends too early, wherever that is", async () => {
    await keep("<urlset/>");
    const file = join(folder(), names()[0] ?? "");
    const whole = readFileSync(file);
    for (let length = 0; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length));
      expect(await createListingMemory(root).recall("site", "a"), `${length} bytes`).toBeNull();
    }
  });

  it("leave nothing behind that was under way when a process was killed", async () => {
    const killed = await createListingMemory(root).keep("site", "a");
    await killed?.write(Buffer.from("half"));
    expect(names()).toEqual([expect.stringMatching(/\.part$/)]);
    await keep("whole", "b");
    expect(names()).toEqual([expect.stringMatching(/\.zst$/)]);
    await killed?.discard();
  });

  it("are not sought behind a link, nor written there", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "levada-elsewhere-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    mkdirSync(join(root, "data", "cache"), { recursive: true });
    symlinkSync(elsewhere, folder());
    await expect(createListingMemory(root).keep("site", "a")).rejects.toBeInstanceOf(StorageError);
    await expect(createListingMemory(root).recall("site", "a")).rejects.toBeInstanceOf(StorageError);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it("are not given back where a link or a folder is in the place of one", async () => {
    await keep("<urlset/>");
    const file = join(folder(), names()[0] ?? "");
    const bytes = readFileSync(file);
    rmSync(file);
    writeFileSync(join(root, "planted"), bytes);
    symlinkSync(join(root, "planted"), file);
    expect(await createListingMemory(root).recall("site", "a")).toBeNull();
    rmSync(file);
    mkdirSync(file);
    expect(await createListingMemory(root).recall("site", "a")).toBeNull();
  });

  it("refuse a source whose name leads elsewhere", async () => {
    await expect(createListingMemory(root).recall("../x", "a")).rejects.toThrow();
  });

  it("say so where the disk is full, and leave no half file", async (context) => {
    const disk = mountSmallDisk(256 * 1024);
    if (disk === null) return context.skip("this user may not mount");
    onTestFinished(() => disk.unmount());
    const memory = createListingMemory(disk.folder);
    const copy = await memory.keep("site", "a");
    const fill = async () => {
      for (let piece = 0; piece < 100; piece++) await copy?.write(noise(piece));
      await copy?.commit(FACTS);
    };
    await expect(fill()).rejects.toMatchObject({ code: "disk_full" });
    await copy?.discard();
    expect(readdirSync(join(disk.folder, "data/cache/site"))).toEqual([]);
  });
});

function noise(seed: number): Buffer {
  const pieces = Array.from({ length: 512 }, (_, at) =>
    createHash("sha256").update(`${seed} ${at}`).digest(),
  );
  return Buffer.concat(pieces);
}
