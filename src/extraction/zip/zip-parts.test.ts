import { describe, expect, it } from "vitest";
import { bombEntry } from "../../../test/kit/zip-bomb.ts";
import { zipOf, type ZipEntry } from "../../sandbox/zip.ts";
import { openParts } from "./zip-parts.ts";

const GIB = 1 << 30;
const good: ZipEntry = { name: "content.xml", content: "<a>uno</a>" };
const many = Array.from({ length: 70_000 }, (_, at) => ({ name: `x/${at}`, stored: true }));

async function outcome(zip: Uint8Array): Promise<string> {
  try {
    const parts = await openParts(zip);
    return Buffer.from(await parts.read("content.xml")).toString();
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe("parts of a document that is an archive", () => {
  it.each<[string, () => Uint8Array, string]>([
    ["a good one", () => zipOf([good]), "<a>uno</a>"],
    [
      "one with folders and a picture",
      () => zipOf([{ name: "Pictures/" }, { name: "Pictures/a.png", content: "x" }, good]),
      "<a>uno</a>",
    ],
    ["one without the part", () => zipOf([{ name: "other", content: "x" }]), ""],
    ["gigabytes of blanks", () => zipOf([bombEntry("content.xml", GIB)]), "too_large"],
    ["gigabytes that claim to be little", () => zipOf([bombEntry("content.xml", GIB, 1000)]), "too_large"],
    [
      "gigabytes that stay below the ratio",
      () => zipOf([{ ...bombEntry("content.xml", GIB), claimedCompressedSize: 8 << 20 }]),
      "too_large",
    ],
    [
      "gigabytes in a part that is not read",
      () => zipOf([good, bombEntry("Pictures/a.bmp", GIB)]),
      "too_large",
    ],
    [
      "a gigabyte in many parts",
      () =>
        zipOf([
          good,
          ...many.slice(0, 900).map(({ name }) => ({
            name,
            stored: true,
            method: 8,
            content: Buffer.alloc(2000),
            claimedSize: 1_500_000,
          })),
        ]),
      "too_large",
    ],
    ["70,000 entries", () => zipOf(many), "too_large"],
    ["70,000 entries that claim to be one", () => zipOf([good, ...many], { claimedEntries: 1 }), "too_large"],
    ["20,000 entries", () => zipOf(many.slice(0, 20_000)), "too_large"],
    ["the same name twice", () => zipOf([good, { ...good, content: "<a>dos</a>" }]), "unreadable"],
    [
      "a symbolic link",
      () => zipOf([good, { name: "l", content: "/etc/passwd", mode: 0o120777 }]),
      "unreadable",
    ],
    ["a device", () => zipOf([good, { name: "d", mode: 0o020666 }]), "unreadable"],
    ["an absolute name", () => zipOf([good, { name: "/etc/passwd" }]), "unreadable"],
    ["a drive", () => zipOf([good, { name: "C:\\a" }]), "unreadable"],
    ["a name that leads out", () => zipOf([good, { name: "../../a" }]), "unreadable"],
    ["an encrypted entry", () => zipOf([{ ...good, flags: 0x0801 }]), "encrypted"],
    ["a size that is too small", () => zipOf([{ ...good, claimedSize: 3 }]), "too_large"],
    ["a size that is too large", () => zipOf([{ ...good, claimedSize: 300 }]), "unreadable"],
    ["a wrong checksum", () => zipOf([{ ...good, claimedChecksum: 7 }]), "unreadable"],
    ["a method of its own", () => zipOf([{ ...good, method: 99 }]), "unreadable"],
    ["half of it", () => zipOf([good]).subarray(0, 40), "unreadable"],
    ["its end cut", () => zipOf([good]).subarray(0, -3), "unreadable"],
    ["no archive", () => Buffer.from("PK\x03\x04 words"), "unreadable"],
  ])("ends by name, or is read: %s", async (_, zip, expected) => {
    expect(await outcome(zip())).toBe(expected);
  });

  it("counts what is opened over all parts", async () => {
    const parts = await openParts(
      zipOf([
        { name: "a", content: Buffer.alloc(600) },
        { name: "b", content: Buffer.alloc(600) },
      ]),
      { claimedBytes: 10_000, openedBytes: 1000 },
    );
    expect(parts.has("a")).toBe(true);
    expect((await parts.read("a")).length).toBe(600);
    await expect(parts.read("b")).rejects.toMatchObject({ code: "too_large" });
  });

  it("holds no more of a bomb than it may open", async () => {
    const bomb = zipOf([bombEntry("content.xml", 2 * GIB, 3 << 20)]);
    const before = process.memoryUsage().rss;
    expect(await outcome(bomb)).toBe("too_large");
    expect(process.memoryUsage().rss - before).toBeLessThan(50 << 20);
  });
});
