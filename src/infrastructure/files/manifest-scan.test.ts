import type { FileHandle } from "node:fs/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lineOf } from "../../../test/conformance/manifest.ts";
import type { ManifestEntry } from "../../application/ports.ts";
import { NOTHING_READ, scanManifest } from "./manifest-scan.ts";

/** A file that answers each read with as few bytes as it likes, as a file may. */
function fileOf(bytes: Buffer, sizes: readonly number[]): FileHandle {
  let reads = 0;
  const read = async (into: Buffer, offset: number, length: number, position: number) => {
    const most = Math.min(length, sizes[reads++ % sizes.length] ?? length);
    return { bytesRead: bytes.copy(into, offset, position, position + most) };
  };
  return { read } as unknown as FileHandle;
}

async function entriesOf(bytes: Buffer, sizes: readonly number[]): Promise<ManifestEntry[]> {
  const entries: ManifestEntry[] = [];
  const file = fileOf(bytes, sizes);
  for await (const entry of scanManifest(file, "manifest.jsonl", NOTHING_READ, () => {})) entries.push(entry);
  return entries;
}

const sound = fc
  .string({ unit: fc.constantFrom("a", "B", "7", "-"), minLength: 1, maxLength: 9 })
  .map(lineOf);
const junk = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes.filter((byte) => byte !== 0x0a))),
  fc.json().map((text) => Buffer.from(text)),
  fc.constantFrom("", " ", "{}", "null", '{"source_url":1}', "\ufeff{}").map((text) => Buffer.from(text)),
);

it("whatever is between them, every sound line is found and every other one is told, by its number", async () => {
  const line = fc.oneof(
    sound.map((text) => ({ text, bytes: Buffer.from(text) })),
    junk.map((bytes) => ({ text: null, bytes })),
  );
  const sizes = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(line), junk, sizes, async (lines, torn, reads) => {
      const whole = lines.flatMap(({ bytes }) => [bytes, Buffer.from("\n")]);
      const entries = await entriesOf(Buffer.concat([...whole, torn]), reads);
      expect(entries.map((entry) => entry.line)).toEqual(lines.map((_, i) => i + 1));
      const found = entries.map((entry) => (entry.kind === "line" ? entry.value : null));
      expect(found).toEqual(lines.map(({ text }) => (text === null ? null : JSON.parse(text))));
    }),
  );
});

it("a manifest cut at any byte loses the line that was cut, and none before it", async () => {
  const lines = [lineOf("a"), lineOf("b"), lineOf("c")];
  const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(""));
  for (let end = 0; end <= bytes.length; end++) {
    const cut = bytes.subarray(0, end);
    const entries = await entriesOf(cut, [64]);
    expect(entries.map(({ kind }) => kind)).toEqual(
      Array(cut.filter((byte) => byte === 0x0a).length).fill("line"),
    );
  }
});
