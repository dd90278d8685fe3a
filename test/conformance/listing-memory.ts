import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ListingMemory } from "../../src/application/ports.ts";

/** A memory of listings, and a way to harm it from outside. */
export interface ListingMemoryUnderTest {
  readonly memory: ListingMemory;
  /** As the next run finds it. `maxBytes`: with room for so much. */
  reopen(maxBytes?: number): ListingMemory;
  /** Damages everything that is kept. */
  damage(): Promise<void>;
  /** Makes everything that is kept as old as that. */
  age(ms: number): Promise<void>;
  dispose(): Promise<void>;
}

const FACTS = {
  url: "https://example.org/final.xml",
  headers: { "content-type": "application/xml; charset=utf-8", etag: '"ñ"' },
};
const [DAY_MS, MIB] = [24 * 3_600_000, 1 << 20];

/** What every memory of listings has to do. */
export function describeListingMemory(name: string, open: () => Promise<ListingMemoryUnderTest>): void {
  describe(`listing memory: ${name}`, () => {
    let under: ListingMemoryUnderTest;

    beforeEach(async () => {
      under = await open();
    });

    afterEach(() => under.dispose());

    it("knows nothing at first, and is not upset by being tidied", async () => {
      expect(await read(under.memory, "a")).toBeNull();
      await under.memory.tidy("site", Date.now());
      expect(await read(under.memory, "a")).toBeNull();
    });

    it.each([
      ["an empty one", 0],
      ["a small one", 100],
      ["one of several pieces", 3 * MIB],
    ])("gives back what was kept, byte by byte, with what was said of it: %s", async (_, bytes) => {
      const body = noise(bytes);
      await keep(under.memory, "a", body);
      for (const memory of [under.memory, under.reopen()])
        expect(await read(memory, "a")).toEqual({ ...FACTS, sha256: sha256(body), bytes });
    });

    it("can be read twice, and not to the end", async () => {
      await keep(under.memory, "a", noise(MIB));
      const recalled = await under.memory.recall("site", "a");
      for await (const chunk of recalled?.bytes() ?? []) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      let size = 0;
      for await (const chunk of recalled?.bytes() ?? []) size += chunk.length;
      expect(size).toBe(MIB);
      await recalled?.close();
    });

    it("keeps questions and sources apart", async () => {
      await keep(under.memory, "a", Buffer.from("one"));
      await keep(under.memory, "b", Buffer.from("two"));
      expect(await under.memory.recall("tramites", "a")).toBeNull();
      expect([await textOf(under.memory, "a"), await textOf(under.memory, "b")]).toEqual(["one", "two"]);
    });

    it("has the old one until the new one is whole, and then the new one", async () => {
      await keep(under.memory, "a", Buffer.from("old"));
      const copy = await under.memory.keep("site", "a");
      await copy?.write(Buffer.from("new"));
      expect(await textOf(under.memory, "a")).toBe("old");
      await copy?.commit(FACTS);
      expect(await textOf(under.reopen(), "a")).toBe("new");
    });

    it("reads what it has recalled to its end, though another takes its place meanwhile", async () => {
      const old = noise(2 * MIB);
      await keep(under.memory, "a", old);
      const recalled = await under.memory.recall("site", "a");
      await keep(under.memory, "a", Buffer.from("new"));
      const hash = createHash("sha256");
      for await (const chunk of recalled?.bytes() ?? []) hash.update(chunk);
      await recalled?.close();
      expect(hash.digest("hex")).toBe(sha256(old));
    });

    it("has the old one where the new one is given up, whenever that is", async () => {
      await keep(under.memory, "a", Buffer.from("old"));
      for (const pieces of [0, 1, 20]) {
        const copy = await under.memory.keep("site", "a");
        for (let piece = 0; piece < pieces; piece++) await copy?.write(noise(100_000));
        await copy?.discard();
      }
      expect(await textOf(under.reopen(), "a")).toBe("old");
    });

    it("copies two of one question side by side; the last one counts", async () => {
      const [one, other] = [await under.memory.keep("site", "a"), await under.memory.keep("site", "a")];
      await one?.write(Buffer.from("one"));
      await other?.write(Buffer.from("other"));
      await other?.commit(FACTS);
      await one?.commit(FACTS);
      expect(await textOf(under.memory, "a")).toBe("one");
    });

    it("does not give back what is no longer what was kept", async () => {
      await keep(under.memory, "a", noise(1000));
      await under.damage();
      expect(await read(under.reopen(), "a")).toBeNull();
      await keep(under.memory, "a", Buffer.from("again"));
      expect(await textOf(under.reopen(), "a")).toBe("again");
    });

    it("forgets what nobody has asked for in a month, and not what was asked for", async () => {
      await keep(under.memory, "used", Buffer.from("u"));
      await keep(under.memory, "unused", Buffer.from("n"));
      await under.age(31 * DAY_MS);
      const next = under.reopen();
      await (await next.recall("site", "used"))?.close();
      await next.tidy("site", Date.now());
      await under.reopen().tidy("site", Date.now());
      expect([await textOf(under.reopen(), "used"), await textOf(under.reopen(), "unused")]).toEqual([
        "u",
        null,
      ]);
    });

    it("keeps what another run may want tomorrow", async () => {
      await keep(under.memory, "a", Buffer.from("a"));
      await under.age(20 * DAY_MS);
      await under.reopen().tidy("site", Date.now());
      expect(await textOf(under.reopen(), "a")).toBe("a");
    });

    it("takes no more in one run than it has room for, and lets the oldest go where there is too much", async () => {
      const small = under.reopen(MIB);
      for (const question of ["a", "b", "c", "d"]) await keep(small, question, noise(600_000));
      const kept = ["a", "b", "c", "d"].map((question) => textOf(under.reopen(), question));
      expect((await Promise.all(kept)).map((text) => text !== null)).toEqual([true, true, false, false]);
      await under.age(DAY_MS / 2);
      await keep(under.reopen(), "e", noise(600_000));
      await under.reopen(MIB).tidy("site", Date.now());
      expect(await textOf(under.reopen(), "e")).not.toBeNull();
      expect(await textOf(under.reopen(), "a")).toBeNull();
    });
  });
}

async function keep(memory: ListingMemory, question: string, body: Uint8Array): Promise<void> {
  const copy = await memory.keep("site", question);
  for (let at = 0; at < body.length; at += 64 * 1024) await copy?.write(body.subarray(at, at + 64 * 1024));
  await copy?.commit(FACTS);
}

async function read(memory: ListingMemory, question: string): Promise<object | null> {
  const recalled = await memory.recall("site", question);
  if (recalled === null) return null;
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of recalled.bytes()) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  await recalled.close();
  return { url: recalled.url, headers: recalled.headers, sha256: hash.digest("hex"), bytes };
}

async function textOf(memory: ListingMemory, question: string): Promise<string | null> {
  const recalled = await memory.recall("site", question);
  const chunks: Uint8Array[] = [];
  for await (const chunk of recalled?.bytes() ?? []) chunks.push(chunk);
  await recalled?.close();
  return recalled === null ? null : Buffer.concat(chunks).toString();
}

/** Bytes that do not compress, always the same. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 32) createHash("sha256").update(`${at}`).digest().copy(bytes, at);
  return bytes;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
