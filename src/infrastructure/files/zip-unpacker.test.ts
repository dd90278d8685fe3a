import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { OpenedArchive } from "../../application/ports.ts";
import { BrokenBody } from "../../domain/failure.ts";
import { zipOf } from "../../sandbox/zip.ts";
import { zipUnpacker } from "./zip-unpacker.ts";

async function open(bytes: Uint8Array): Promise<OpenedArchive> {
  const folder = mkdtempSync(join(tmpdir(), "levada-zip-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "a.zip");
  writeFileSync(file, bytes);
  return zipUnpacker.open({ file, sha256: "" });
}

async function read(opened: OpenedArchive, index: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of opened.read(index)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** APPNOTE 4.3.14 and 4.3.15: the same archive, with what ZIP64 has at its end. */
function asZip64(
  zip: Uint8Array,
  says: { recordAt?: bigint; entries?: bigint; directoryAt?: bigint },
): Buffer {
  const files = zip.subarray(0, -22);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(says.entries ?? 1n, 32);
  record.writeBigUInt64LE(says.directoryAt ?? 0n, 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50);
  locator.writeBigUInt64LE(says.recordAt ?? BigInt(files.length), 8);
  return Buffer.concat([files, record, locator, zip.subarray(-22)]);
}

const openFiles = () => readdirSync("/proc/self/fd").length;

describe("zipUnpacker", () => {
  it("lists entries in order, with what they claim", async () => {
    const opened = await open(
      zipOf([
        { name: "b/ñ\\x.pdf", content: "bbb", stored: true },
        { name: "a/", mode: 0o040755 },
        { name: "plain folder/", mode: 0 },
        { name: "a.pdf", content: "aa", mode: 0 },
      ]),
    );
    expect(opened.entries).toMatchObject([
      { name: "b/ñ\\x.pdf", kind: "file", size: 3, compressedSize: 3, encrypted: false },
      { name: "a/", kind: "folder" },
      { name: "plain folder/", kind: "folder" },
      { name: "a.pdf", kind: "file", size: 2 },
    ]);
    await opened.close();
  });

  it.each([0, 1, 70_000, 5_000_000])("gives back %i bytes, stored and deflated", async (size) => {
    const content = Buffer.from(Array.from({ length: size }, (_, i) => (i * i) % 251));
    const opened = await open(
      zipOf([
        { name: "a", content },
        { name: "b", content, stored: true },
      ]),
    );
    expect((await read(opened, 1)).equals(content)).toBe(true);
    expect((await read(opened, 0)).equals(content)).toBe(true);
    await opened.close();
  });

  it("has no entries where there are none", async () => {
    const opened = await open(zipOf([]));
    expect(opened.entries).toEqual([]);
    await opened.close();
  });

  it.runIf(process.platform === "linux")("leaves no file open, however reading ends", async () => {
    const before = openFiles();
    const content = Buffer.alloc(300_000, "x");
    const bytes = zipOf([
      { name: "a", content },
      { name: "b", content, stored: true },
      { name: "c", content, claimedSize: 10 },
      { name: "d", content: "damaged", claimedCompressedSize: 3 },
    ]);
    for (const index of [0, 1]) {
      const opened = await open(bytes);
      for await (const chunk of opened.read(index)) if (chunk.length > 0) break;
      await opened.close();
    }
    for (const index of [2, 3]) {
      const opened = await open(bytes);
      await expect(read(opened, index)).rejects.toBeInstanceOf(BrokenBody);
      await opened.close();
    }
    await expect(open(Buffer.from("no archive at all"))).rejects.toBeInstanceOf(BrokenBody);
    await expect(open(zipOf([{ name: "../x" }]))).rejects.toBeInstanceOf(BrokenBody);
    expect(openFiles()).toBe(before);
  });

  it("reads no further than an entry claims: a bomb costs no memory", async () => {
    const bomb = Buffer.alloc(64 * 1024 * 1024);
    const opened = await open(zipOf([{ name: "b.pdf", content: bomb, claimedSize: 500_000 }]));
    let seen = 0;
    const reading = async () => {
      for await (const chunk of opened.read(0)) seen += chunk.length;
    };
    await expect(reading()).rejects.toMatchObject({ failure: { kind: "archive_refused" } });
    expect(seen).toBeLessThanOrEqual(500_000);
    await opened.close();
  });

  const one = zipOf([{ name: "a.pdf", content: "a" }]);
  const [nowhere, beyond] = [2n ** 63n + 1n, 2n ** 53n - 1n];
  it.each([
    ["the end of its directory", asZip64(one, { recordAt: nowhere })],
    ["the end of its directory, just beyond the file", asZip64(one, { recordAt: BigInt(one.length) })],
    ["its directory", asZip64(one, { directoryAt: nowhere })],
    ["its directory, where a file could be so large", asZip64(one, { directoryAt: beyond })],
  ])("takes an archive that has %s in a place that no file has for a broken one", async (_, bytes) => {
    await expect(open(bytes)).rejects.toMatchObject({ failure: { kind: "body_broken" } });
  });

  it("takes an archive without entries wherever it says that they are", async () => {
    const opened = await open(asZip64(one, { entries: 0n, directoryAt: nowhere }));
    expect(opened.entries).toEqual([]);
    await opened.close();
  });

  it("tells trouble of the disk from trouble of the archive", async () => {
    const gone = zipUnpacker.open({ file: join(tmpdir(), "levada-no-such.zip"), sha256: "" });
    await expect(gone).rejects.toMatchObject({ code: "storage_failed" });
    await expect(open(Buffer.from("PK\x03\x04"))).rejects.toMatchObject({ failure: { kind: "body_broken" } });
  });
});
