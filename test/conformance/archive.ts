import { createHash, randomBytes } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Archive, Received } from "../../src/application/ports.ts";
import { MisuseError } from "../../src/domain/errors.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { StoredDocument } from "../../src/domain/reference.ts";

/** An archive, and what its readers see of it. */
export interface ArchiveUnderTest {
  readonly archive: Archive;
  /** The archive as the next process finds it, after a kill. */
  reopen(): Promise<Archive>;
  /** The stored bytes; null where a reader finds nothing. */
  read(localPath: string): Promise<Buffer | null>;
  /** The local paths of all documents a reader finds. */
  visible(source: string): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

/** The source whose documents are pages of the web. */
export const PAGES_SOURCE = "site";

const PATH = "TX/T055-113056.pdf.zst";
const LOCAL = `data/raw/usgs/${PATH}`;

/** What every archive has to do. */
export function describeArchive(name: string, open: () => Promise<ArchiveUnderTest>): void {
  describe(`archive: ${name}`, () => {
    let under: ArchiveUnderTest;
    let archive: Archive;

    beforeEach(async () => {
      under = await open();
      archive = under.archive;
    });

    afterEach(() => under.dispose());

    const receive = (content: Uint8Array, path = PATH) => archive.receive("usgs", path, inChunks(content));

    async function stored(path = PATH): Promise<string | null> {
      const bytes = await under.read(archive.localPath("usgs", path));
      if (bytes === null) return null;
      return (path.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes).toString();
    }

    async function store(text: string, path = PATH): Promise<Received> {
      const received = await receive(Buffer.from(text), path);
      await archive.publish([received]);
      return received;
    }

    it("files a document under data/raw/{source}/", () => {
      expect(archive.localPath("usgs", PATH)).toBe(LOCAL);
    });

    describe.each([
      ["zstd", "TX/a.pdf.zst"],
      ["as it is", "TX/a.json"],
    ])("stored %s", (_, path) => {
      it.each([0, 1, 20_000, 128 * 1024, 128 * 1024 + 1, 3_000_000])(
        "gives a body of %i bytes back, with its sizes and hashes",
        async (size) => {
          const content = randomBytes(size);
          const received = await receive(content, path);
          await archive.publish([received]);
          const bytes = (await under.read(archive.localPath("usgs", path))) as Buffer;
          expect((path.endsWith(".zst") ? zstdDecompressSync(bytes) : bytes).equals(content)).toBe(true);
          expect(received).toMatchObject({
            source: "usgs",
            path,
            sha256: sha256(bytes),
            contentSha256: sha256(content),
            originalSize: size,
            compressedSize: bytes.length,
          });
        },
      );

      it.each([0, 50_000, 2_000_000])(
        "rethrows what the body throws after %i bytes, and keeps nothing",
        async (size) => {
          const error = new Error("the line went dead");
          await expect(archive.receive("usgs", path, breakingAfter(size, error))).rejects.toBe(error);
          expect(await under.visible("usgs")).toEqual([]);
          const next = await under.reopen();
          expect(await next.recover("usgs", async () => null)).toEqual({ rolledForward: 0, dropped: 0 });
        },
      );
    });

    it.each([20_000, 3_000_000])(
      "guards %i bytes of content with a checksum inside the frame",
      async (size) => {
        await archive.publish([await receive(randomBytes(size))]);
        const bytes = (await under.read(LOCAL)) as Buffer;
        // RFC 8878 3.1.1.1: bit 2 of the frame header descriptor is the content checksum flag.
        expect((bytes[4] as number) & 0b100).toBe(0b100);
        bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
        expect(() => zstdDecompressSync(bytes)).toThrow();
      },
    );

    it("shows a received file to no reader before it is published", async () => {
      await receive(Buffer.from("new"));
      expect(await under.visible("usgs")).toEqual([]);
      expect(await under.read(LOCAL)).toBeNull();
    });

    it("publishes a batch over several folders at once", async () => {
      const paths = ["TX/a.zst", "TX/b.zst", "OK/a.zst", "deep/er/and/deeper/a.zst", "top.json"];
      const received = await Promise.all(paths.map((path) => receive(Buffer.from(path), path)));
      await archive.publish(received);
      for (const path of paths) expect(await stored(path)).toBe(path);
      expect((await under.visible("usgs")).toSorted()).toEqual(
        paths.map((path) => archive.localPath("usgs", path)).toSorted(),
      );
    });

    it("takes an empty batch", async () => {
      await archive.publish([]);
      await archive.stage([]);
      await archive.replace([]);
      expect(await under.visible("usgs")).toEqual([]);
    });

    it("keeps two bodies for one path apart, and the last published stays", async () => {
      const [one, two] = await Promise.all([receive(Buffer.from("one")), receive(Buffer.from("two"))]);
      await archive.publish([two, one]);
      expect(await stored()).toBe("one");
    });

    it("publishes over a file that a crash left without a line", async () => {
      await store("orphan");
      await store("the document");
      expect(await stored()).toBe("the document");
    });

    it("gives a discarded file up, and takes a second discard calmly", async () => {
      const received = await receive(Buffer.from("unwanted"));
      await archive.discard(received);
      await archive.discard(received);
      await expect(archive.publish([received])).rejects.toMatchObject({ code: "storage_failed" });
      expect(await under.visible("usgs")).toEqual([]);
    });

    it("leaves a published document alone when its receipt is discarded", async () => {
      await archive.discard(await store("kept"));
      expect(await stored()).toBe("kept");
    });

    it("keeps the old document while a new one is staged, and swaps them by replace", async () => {
      await store("old");
      const next = await receive(Buffer.from("new"));
      await archive.stage([next]);
      expect(await stored()).toBe("old");
      expect(await under.visible("usgs")).toEqual([LOCAL]);
      await archive.replace([next]);
      expect(await stored()).toBe("new");
      expect(await under.visible("usgs")).toEqual([LOCAL]);
    });

    describe("a held file", () => {
      it("is as it came, is no document, and goes by release", async () => {
        const content = randomBytes(300_000);
        const held = await archive.hold("usgs", inChunks(content));
        expect(held.sha256).toBe(sha256(content));
        expect(await under.visible("usgs")).toEqual([]);
        await archive.release(held);
        await archive.release(held);
        const later = await under.reopen();
        expect(await later.recover("usgs", async () => null)).toEqual({ rolledForward: 0, dropped: 0 });
      });

      it("is dropped after a crash", async () => {
        await archive.hold("usgs", inChunks(Buffer.from("held")));
        const later = await under.reopen();
        expect(await later.recover("usgs", async () => null)).toEqual({ rolledForward: 0, dropped: 1 });
      });

      it("rethrows what the body throws, and keeps nothing", async () => {
        const error = new Error("the line went dead");
        await expect(archive.hold("usgs", breakingAfter(50_000, error))).rejects.toBe(error);
        const later = await under.reopen();
        expect(await later.recover("usgs", async () => null)).toEqual({ rolledForward: 0, dropped: 0 });
      });
    });

    it("gives a staged file up by discard", async () => {
      await store("old");
      const next = await receive(Buffer.from("new"));
      await archive.stage([next]);
      await archive.discard(next);
      await expect(archive.replace([next])).rejects.toMatchObject({ code: "storage_failed" });
      expect(await stored()).toBe("old");
    });

    describe("after a crash", () => {
      const recover = async (committed: string | null) =>
        (await under.reopen()).recover("usgs", async (localPath) => {
          expect(localPath).toBe(LOCAL);
          return committed;
        });

      it("finds nothing to do where nothing was", async () => {
        expect(await recover(null)).toEqual({ rolledForward: 0, dropped: 0 });
        await store("whole");
        expect(await recover(null)).toEqual({ rolledForward: 0, dropped: 0 });
        expect(await stored()).toBe("whole");
      });

      it("drops what was received but never published", async () => {
        await receive(Buffer.from("one"));
        await receive(Buffer.from("two"), "TX/other.json");
        expect(await recover(null)).toEqual({ rolledForward: 0, dropped: 2 });
        expect(await recover(null)).toEqual({ rolledForward: 0, dropped: 0 });
      });

      it("puts a staged file in place when its line was written", async () => {
        await store("old");
        const next = await receive(Buffer.from("new"));
        await archive.stage([next]);
        expect(await recover(next.sha256)).toEqual({ rolledForward: 1, dropped: 0 });
        expect(await stored()).toBe("new");
        expect(await recover(next.sha256)).toEqual({ rolledForward: 0, dropped: 0 });
      });

      it("drops a staged file when the line is the old one's", async () => {
        const old = await store("old");
        await archive.stage([await receive(Buffer.from("new"))]);
        expect(await recover(old.sha256)).toEqual({ rolledForward: 0, dropped: 1 });
        expect(await stored()).toBe("old");
      });

      it("drops a staged file that has no line at all", async () => {
        await archive.stage([await receive(Buffer.from("new"))]);
        expect(await recover(null)).toEqual({ rolledForward: 0, dropped: 1 });
        expect(await stored()).toBeNull();
      });

      it("picks the committed one of several staged for one path", async () => {
        await store("old");
        const all = await Promise.all(["a", "b", "c"].map((text) => receive(Buffer.from(text))));
        await archive.stage(all);
        expect(await recover(all[1]?.sha256 ?? null)).toEqual({ rolledForward: 1, dropped: 2 });
        expect(await stored()).toBe("b");
      });

      it("leaves other sources alone", async () => {
        const other = await archive.receive("wiki", "a.json", inChunks(Buffer.from("x")));
        expect(await recover(null)).toEqual({ rolledForward: 0, dropped: 0 });
        await archive.publish([other]);
        expect(await under.visible("wiki")).toEqual(["data/raw/wiki/a.json"]);
      });
    });

    describe("a page of the web", () => {
      const KEY = "0123456789abcdef";

      /** In the committer's order. */
      async function storePage(text: string, extension = "html", replaces = false): Promise<StoredDocument> {
        const received = await archive.receive(
          PAGES_SOURCE,
          `a.es/${KEY}.${extension}`,
          inChunks(Buffer.from(text)),
        );
        if (replaces) {
          await archive.stage([received]);
          await archive.replace([received]);
        } else await archive.publish([received]);
        const document = pageDocument(archive.localPath(PAGES_SOURCE, received.path), received);
        await archive.describe(PAGES_SOURCE, [{ localPath: document.localPath, meta: metaOf(document) }]);
        return document;
      }

      it("has no version before when it is new", async () => {
        const document = await storePage("one");
        expect(await archive.versionsOf(document)).toBeNull();
        expect(Buffer.from((await archive.read(document)) ?? []).toString()).toBe("one");
      });

      it.each([
        ["the same kind", "html"],
        ["another kind", "pdf"],
      ])(
        "keeps its version before, and what was said of both, when one of %s follows",
        async (_, extension) => {
          const first = await storePage("one");
          const second = await storePage("two", extension, true);
          expect(await archive.versionsOf(second)).toEqual({
            current: { bytes: Buffer.from("two"), meta: metaOf(second) },
            previous: { bytes: Buffer.from("one"), meta: metaOf(first) },
          });
          expect(await archive.check(second)).toBeNull();
        },
      );

      it("keeps two versions and no more", async () => {
        await storePage("one", "pdf");
        await storePage("two", "html", true);
        const third = await storePage("three", "html", true);
        const versions = await archive.versionsOf(third);
        expect(Buffer.from(versions?.previous.bytes ?? []).toString()).toBe("two");
        const beside = (await under.visible(PAGES_SOURCE)).filter((path) => path !== third.localPath);
        expect(beside.map((path) => archive.accompanies(PAGES_SOURCE, path))).toEqual([KEY, KEY, KEY]);
      });

      it("is not what stands beside it", async () => {
        const document = await storePage("one");
        expect(archive.accompanies(PAGES_SOURCE, document.localPath)).toBeNull();
        expect(archive.accompanies("usgs", `data/raw/usgs/a.es/${KEY}.meta.json`)).toBeNull();
      });

      it("is described again as often as need be", async () => {
        await storePage("one");
        const second = await storePage("two", "html", true);
        const before = await archive.versionsOf(second);
        const later = await under.reopen();
        await later.describe(PAGES_SOURCE, [{ localPath: second.localPath, meta: metaOf(second) }]);
        expect(await later.versionsOf(second)).toEqual(before);
      });

      it("gets what was said of its version before back from the lines of both", async () => {
        const first = await storePage("one");
        const second = await storePage("two", "pdf", true);
        const before = await archive.versionsOf(second);
        const named = (await under.visible(PAGES_SOURCE)).find((path) => path.endsWith(".prev.meta.json"));
        await archive.remove(PAGES_SOURCE, String(named));
        expect(await archive.versionsOf(second)).toBeNull();
        const other = { ...metaOf(first), sha256: "ff" };
        for (const meta of [other, metaOf(first)])
          await archive.describeBefore(PAGES_SOURCE, [{ localPath: first.localPath, meta }]);
        expect(await archive.versionsOf(second)).toEqual(before);
        await archive.describeBefore(PAGES_SOURCE, [{ localPath: second.localPath, meta: metaOf(second) }]);
        expect(await archive.versionsOf(second)).toEqual(before);
      });

      it("takes along what stands beside it when it is moved", async () => {
        await storePage("one");
        const second = await storePage("two", "html", true);
        const moved = { ...second, localPath: `data/retired/site/${KEY}.html` };
        await archive.moveTo(PAGES_SOURCE, second.localPath, moved.localPath);
        expect(await under.visible(PAGES_SOURCE)).toEqual([]);
        expect(Buffer.from((await archive.versionsOf(moved))?.previous.bytes ?? []).toString()).toBe("one");
      });

      it("is put in place after a crash with its version before", async () => {
        const first = await storePage("one");
        const next = await archive.receive(PAGES_SOURCE, `a.es/${KEY}.html`, inChunks(Buffer.from("two")));
        await archive.stage([next]);
        const later = await under.reopen();
        expect(await later.recover(PAGES_SOURCE, async () => next.sha256)).toEqual({
          rolledForward: 1,
          dropped: 0,
        });
        const second = pageDocument(first.localPath, next);
        await later.describe(PAGES_SOURCE, [{ localPath: second.localPath, meta: metaOf(second) }]);
        const versions = await later.versionsOf(second);
        expect(versions?.previous.meta).toEqual(metaOf(first));
      });

      it("is what no document of another source is: that has nothing beside it", async () => {
        const received = await store("one", "a.es/x.html");
        const localPath = archive.localPath("usgs", received.path);
        await archive.describe("usgs", [{ localPath, meta: { sha256: received.sha256, file: "x.html" } }]);
        expect(await under.visible("usgs")).toEqual([localPath]);
      });
    });

    describe.each([
      ["the longest name", `TX/${"x".repeat(251)}.zst`],
      ["the longest name in bytes", `TX/${"ñ".repeat(125)}.zst`],
      ["many long parts", `${`${"y".repeat(250)}/`.repeat(5)}z.json`],
      ["spaces, percent signs and stars", "a b/100%25 *+~.json"],
      ["a leading hyphen", "-rf/-rf.json"],
      ["a name like one of ours", "TX/a.part"],
      ["another name like one of ours", "TX/a+0-0.next"],
    ])("%s", (_, path) => {
      it("is published", async () => {
        await store("here", path);
        expect(await stored(path)).toBe("here");
      });

      it("is found again by recovery", async () => {
        await store("old", path);
        const next = await receive(Buffer.from("new"), path);
        await archive.stage([next]);
        const later = await under.reopen();
        expect(await later.recover("usgs", async () => next.sha256)).toEqual({
          rolledForward: 1,
          dropped: 0,
        });
        expect(await stored(path)).toBe("new");
        expect(await under.visible("usgs")).toEqual([archive.localPath("usgs", path)]);
      });
    });

    it.each([
      ["nothing", ""],
      ["a way up", "../outside.zst"],
      ["a way up inside", "TX/../../../outside.zst"],
      ["a way up at the end", "TX/.."],
      ["the folder itself", "TX/./a.zst"],
      ["an absolute path", "/etc/passwd"],
      ["a drive", "C:/a.zst"],
      ["backslashes", "..\\outside.zst"],
      ["NUL", "TX/a\0.zst"],
      ["a line feed", "TX/a\n.zst"],
      ["an escape", "TX/\u001b[2J.zst"],
      ["an empty part", "TX//a.zst"],
      ["a folder's name", "TX/"],
      ["a part of 256 bytes", `TX/${"x".repeat(256)}`],
      ["a part of 128 ñ", `TX/${"ñ".repeat(128)}`],
      ["half a character", "TX/\ud800.zst"],
      ["a path without end", "x/".repeat(2_000).concat("x")],
      ["the manifest", "manifest.jsonl"],
      ["the manifest in capitals", "MANIFEST.jsonl"],
      ["the folder of unfinished files", ".incoming/a.zst"],
    ])("refuses %s as a path", async (_, path) => {
      expect(() => archive.localPath("usgs", path)).toThrow(MisuseError);
      await expect(receive(Buffer.from("x"), path)).rejects.toThrow(MisuseError);
      expect(await under.visible("usgs")).toEqual([]);
    });

    it.each(["", "..", "a/b", "USGS", "a.b"])("refuses %j as a source", async (source) => {
      await expect(archive.receive(source, "a.zst", inChunks(Buffer.from("x")))).rejects.toThrow(MisuseError);
    });
  });
}

function pageDocument(localPath: string, received: Received): StoredDocument {
  return {
    key: "0123456789abcdef",
    url: "https://a.es/1",
    localPath,
    sha256: received.sha256,
    originalSize: received.originalSize,
    compressedSize: received.compressedSize,
    storedAt: "2026-01-01T00:00:00.000Z",
    validators: {},
    fields: {},
    page: { url: "https://a.es/1", contentType: "text/html" },
  };
}

function metaOf({ localPath, sha256: hash, url }: StoredDocument): JsonObject {
  return { url, sha256: hash, file: localPath.slice(localPath.lastIndexOf("/") + 1) };
}

async function* inChunks(content: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield new Uint8Array(content.subarray(at, at + size));
}

async function* breakingAfter(size: number, error: Error): AsyncGenerator<Uint8Array> {
  yield* inChunks(randomBytes(size));
  throw error;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
