import { crc32 } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Manifest, ManifestEntry, Watermark } from "../../src/application/ports.ts";

/** A manifest, and its bytes. */
export interface ManifestUnderTest {
  readonly manifest: Manifest;
  /** The manifest as the next process finds it, after a kill. */
  reopen(): Promise<Manifest>;
  /** All bytes; empty where there is none. */
  bytes(source: string): Promise<Buffer>;
  /** Makes these the bytes, as a crash or a bad disk would. */
  plant(source: string, bytes: Buffer): Promise<void>;
  dispose(): Promise<void>;
}

/** What every manifest has to do. */
export function describeManifest(name: string, open: () => Promise<ManifestUnderTest>): void {
  describe(`manifest: ${name}`, () => {
    let under: ManifestUnderTest;
    let manifest: Manifest;

    beforeEach(async () => {
      under = await open();
      manifest = under.manifest;
    });

    afterEach(() => under.dispose());

    const scan = (from: Manifest = manifest) => entriesOf(from);

    it("is empty before anything is written, and reading creates nothing", async () => {
      expect(await manifest.recover("usgs")).toEqual({ cutBytes: 0 });
      const nothing = manifest.scan("usgs").watermark();
      expect(nothing).toMatchObject({ size: 0, lines: 0 });
      expect(await manifest.changeSince("usgs", nothing)).toBe("same");
      expect(await scan()).toEqual([]);
      expect(await manifest.append("usgs", [])).toMatchObject({ size: 0 });
      expect(await under.bytes("usgs")).toEqual(Buffer.alloc(0));
    });

    it("gives lines back in order, numbered from 1, in this process and in the next", async () => {
      await manifest.append("usgs", [lineOf("a"), lineOf("ñ – 日本 – 🎈")]);
      await manifest.append("usgs", [lineOf("c")]);
      const expected = ["a", "ñ – 日本 – 🎈", "c"].map((key, index) => ({
        kind: "line",
        line: index + 1,
        value: JSON.parse(lineOf(key)),
      }));
      expect(await scan()).toEqual(expected);
      expect(await scan(await under.reopen())).toEqual(expected);
    });

    it("ends each line with one line feed and writes nothing else", async () => {
      await manifest.append("usgs", [lineOf("a"), lineOf("b")]);
      expect((await under.bytes("usgs")).toString()).toBe(`${lineOf("a")}\n${lineOf("b")}\n`);
    });

    it("tells by the watermark whether there is something new", async () => {
      const first = await manifest.append("usgs", [lineOf("a")]);
      expect(first.size).toBe((await under.bytes("usgs")).length);
      expect(await manifest.changeSince("usgs", first)).toBe("same");
      const second = await manifest.append("usgs", [lineOf("b"), lineOf("c")]);
      expect(second).toMatchObject({ size: (await under.bytes("usgs")).length, lines: 3 });
      const next = await under.reopen();
      await next.recover("usgs");
      expect(await next.changeSince("usgs", first)).toBe("grown");
      expect(await next.changeSince("usgs", second)).toBe("same");
      expect(await next.changeSince("usgs", null)).toBe("rewritten");
      expect(await watermarkAfter(next, null)).toEqual(second);
      expect(await watermarkAfter(next, first)).toEqual(second);
    });

    it("reads on after what is known, with the right line numbers", async () => {
      const first = await manifest.append("usgs", [lineOf("a"), lineOf("b")]);
      await manifest.append("usgs", [lineOf("c")]);
      const entries: ManifestEntry[] = [];
      for await (const entry of manifest.scan("usgs", first)) entries.push(entry);
      expect(entries).toEqual([{ kind: "line", line: 3, value: JSON.parse(lineOf("c")) }]);
    });

    it("goes on with the right watermark in the next process, whatever that one has read before", async () => {
      const first = await manifest.append("usgs", [lineOf("a")]);
      for (const prepare of [
        async () => {},
        (next: Manifest) => next.changeSince("usgs", first),
        (next: Manifest) => watermarkAfter(next, null),
      ]) {
        const next = await under.reopen();
        await prepare(next);
        const last = await next.append("usgs", [lineOf("b")]);
        await next.close();
        expect(await watermarkAfter(await under.reopen(), null)).toEqual(last);
      }
    });

    it.each<[string, (bytes: Buffer) => Buffer]>([
      ["a byte of a known line is another", (bytes) => Buffer.from(bytes.toString().replace("TX/a", "TX/z"))],
      ["a known line grew", (bytes) => Buffer.from(bytes.toString().replace("TX/a", "TX/aaaa"))],
      ["a known line is gone", (bytes) => bytes.subarray(bytes.indexOf("\n") + 1)],
      ["it is shorter", (bytes) => bytes.subarray(0, bytes.lastIndexOf("\n", -2) + 1)],
      ["lines were put before", (bytes) => Buffer.concat([Buffer.from(`${lineOf("z")}\n`), bytes])],
      ["it is empty", () => Buffer.alloc(0)],
    ])("says that it was rewritten when %s", async (_, change) => {
      const known = await manifest.append("usgs", [lineOf("a"), lineOf("b")]);
      const bytes = await under.bytes("usgs");
      await under.plant("usgs", change(bytes));
      expect(await manifest.changeSince("usgs", known)).toBe("rewritten");
      await under.plant("usgs", bytes);
      expect(await manifest.changeSince("usgs", known)).not.toBe("rewritten");
    });

    it("keeps batches whole when they are appended at once", async () => {
      const batches = Array.from({ length: 40 }, (_, batch) =>
        Array.from({ length: 5 }, (__, item) => lineOf(`${batch}-${item}`)),
      );
      await Promise.all(batches.map((lines) => manifest.append("usgs", lines)));
      expect((await under.bytes("usgs")).toString()).toBe(`${batches.flat().join("\n")}\n`);
    });

    it("keeps sources apart", async () => {
      await manifest.append("usgs", [lineOf("a")]);
      await manifest.append("wiki", [lineOf("b")]);
      expect(textsOf(await scan())).toEqual([lineOf("a")]);
    });

    it("goes on after close, where it stopped", async () => {
      await manifest.append("usgs", [lineOf("a")]);
      await manifest.close();
      await manifest.append("usgs", [lineOf("b")]);
      expect(textsOf(await scan())).toEqual([lineOf("a"), lineOf("b")]);
    });

    it.each([
      ["a line feed", `${lineOf("a")}\n${lineOf("forged")}`],
      ["a carriage return", `${lineOf("a")}\r`],
      ["nothing", ""],
      ["more than can be read back", `"${"x".repeat(17 * 1024 * 1024)}"`],
    ])("refuses a line with %s, and writes none of its batch", async (_, line) => {
      await expect(manifest.append("usgs", [lineOf("good"), line])).rejects.toThrow("manifest line");
      expect(await under.bytes("usgs")).toEqual(Buffer.alloc(0));
    });

    describe("torn", () => {
      const sound = Buffer.from(`${lineOf("a")}\n${lineOf("b")}\n`);

      it("cuts the last line at every byte, and nothing before it", async () => {
        const last = Buffer.from(`${lineOf("ñ")}\n`);
        for (let length = 0; length <= last.length; length++) {
          await under.plant("usgs", Buffer.concat([sound, last.subarray(0, length)]));
          const whole = length === last.length;
          const next = await under.reopen();
          expect((await next.recover("usgs")).cutBytes).toBe(whole ? 0 : length);
          expect((await watermarkAfter(next, null)).size).toBe(sound.length + (whole ? length : 0));
          expect((await scan(next)).length).toBe(whole ? 3 : 2);
          expect((await under.bytes("usgs")).subarray(0, sound.length).equals(sound)).toBe(true);
        }
      });

      it.each([
        ["NUL bytes", Buffer.alloc(5_000)],
        ["a line longer than any buffer", Buffer.alloc(300_000, "x")],
        ["half a character", Buffer.from([0x22, 0xc3])],
      ])("cuts a tail of %s", async (_, tail) => {
        await under.plant("usgs", Buffer.concat([sound, tail]));
        expect(await scan()).toHaveLength(2);
        expect((await manifest.recover("usgs")).cutBytes).toBe(tail.length);
        expect((await under.bytes("usgs")).equals(sound)).toBe(true);
      });

      it("is cut to nothing where there is no line feed at all", async () => {
        await under.plant("usgs", Buffer.alloc(200_000, "x"));
        expect(await scan()).toEqual([]);
        expect(await manifest.recover("usgs")).toEqual({ cutBytes: 200_000 });
        expect(await under.bytes("usgs")).toHaveLength(0);
      });

      it("never glues a new line to a torn one", async () => {
        await under.plant("usgs", Buffer.concat([sound, Buffer.from("{")]));
        await expect(manifest.append("usgs", [lineOf("c")])).rejects.toMatchObject({
          code: "manifest_damaged",
        });
        await manifest.recover("usgs");
        await manifest.append("usgs", [lineOf("c")]);
        expect(textsOf(await scan())).toEqual([lineOf("a"), lineOf("b"), lineOf("c")]);
      });
    });

    it.each([
      ["not JSON", Buffer.from("{broken")],
      ["not JSON", Buffer.alloc(100)],
      ["not an object", Buffer.from("[1]")],
      ["not UTF-8", Buffer.from([...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')])],
      ["blank line", Buffer.alloc(0)],
      ["blank line", Buffer.from("  \r")],
      ["source_url is missing or not a string", Buffer.from("{}")],
      ["longer than", Buffer.alloc(16 * 1024 * 1024 + 1, "x")],
    ])("reports a line that is %s by its number and goes on", async (problem, bad) => {
      const good = Buffer.from(`${lineOf("ñ")}\n`);
      const feed = Buffer.from("\n");
      await under.plant("usgs", Buffer.concat([good, good, bad, feed, good, bad, feed, good]));
      expect((await manifest.recover("usgs")).cutBytes).toBe(0);
      const entries = await scan();
      expect(entries.map((entry) => entry.kind)).toEqual([
        "line",
        "line",
        "corrupt",
        "line",
        "corrupt",
        "line",
      ]);
      expect(entries.map((entry) => entry.line)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await watermarkAfter(manifest, null)).toMatchObject({
        size: (await under.bytes("usgs")).length,
        crc32: crc32(await under.bytes("usgs")),
        lines: 6,
      });
      expect(entries[2]).toMatchObject({ problem: expect.stringContaining(problem) as string });
    });

    it("reads a line as long as is allowed", async () => {
      const short = lineOf("a").replace('"metadata":{}', '"metadata":{"x":""}');
      const padding = "x".repeat(16 * 1024 * 1024 - short.length);
      const long = short.replace('"x":""', `"x":"${padding}"`);
      await manifest.append("usgs", [lineOf("a"), long, lineOf("b")]);
      expect(textsOf(await scan()).map((text) => text.length)).toEqual([
        lineOf("a").length,
        long.length,
        lineOf("b").length,
      ]);
    });

    it("takes a field of any name, `problem` too", async () => {
      const line = JSON.stringify({ ...(JSON.parse(lineOf("a")) as object), problem: "none" });
      await manifest.append("usgs", [line]);
      expect(textsOf(await scan())).toEqual([line]);
    });

    it("can be left in the middle of a scan", async () => {
      await manifest.append("usgs", [lineOf("a"), lineOf("b")]);
      for await (const entry of manifest.scan("usgs")) {
        expect(entry.line).toBe(1);
        break;
      }
      expect(await scan()).toHaveLength(2);
    });
  });
}

async function watermarkAfter(manifest: Manifest, known: Watermark | null): Promise<Watermark> {
  const lines = manifest.scan("usgs", known);
  for await (const _ of lines);
  return lines.watermark();
}

async function entriesOf(manifest: Manifest): Promise<ManifestEntry[]> {
  const entries: ManifestEntry[] = [];
  for await (const entry of manifest.scan("usgs")) entries.push(entry);
  return entries;
}

function textsOf(entries: readonly ManifestEntry[]): string[] {
  return entries.map((entry) =>
    entry.kind === "line" ? JSON.stringify(entry.value) : `corrupt: ${entry.problem}`,
  );
}

/** A sound line. */
export function lineOf(key: string): string {
  return JSON.stringify({
    source_url: `https://example.org/${key}`,
    source_module: "usgs",
    local_path: `data/raw/usgs/TX/${key}.pdf.zst`,
    sha256_checksum: "0".repeat(64),
    original_size: 1,
    compressed_size: 1,
    downloaded_at: "2026-01-01T00:00:00.000Z",
    metadata: {},
  });
}
