import * as zlib from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BrokenBody } from "../../domain/failure.ts";
import { type Coding, decodeBody, parseContentEncoding } from "./decode.ts";

const PLAIN = Buffer.from(Array.from({ length: 300 }, (_, line) => `${line * 7919}`).join("\n"));

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) {
    if (at % 3 === 0) await new Promise(setImmediate);
    yield bytes.subarray(at, at + size);
  }
}

async function decode(bytes: Uint8Array, codings: readonly Coding[], size: number): Promise<Buffer> {
  const options = { codings, maxDecodedBytes: 1 << 24, emptyAllowed: false };
  const chunks: Uint8Array[] = [];
  for await (const chunk of decodeBody(inPieces(bytes, size), options)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const SIZES = [1, 7, 100, 1_000, 1 << 20];
const half = PLAIN.length >> 1;
const halves = [PLAIN.subarray(0, half), PLAIN.subarray(half)];

describe("several streams in a row", () => {
  it.each(SIZES)("gzip members are one document, %i bytes at a time", async (size) => {
    const members = Buffer.concat(halves.map((part) => zlib.gzipSync(part)));
    expect(await decode(members, ["gzip"], size)).toEqual(PLAIN);
  });

  it.each(SIZES)("zstd frames are one document, %i bytes at a time", async (size) => {
    const frames = Buffer.concat([...halves, Buffer.alloc(0)].map((part) => zlib.zstdCompressSync(part)));
    expect(await decode(frames, ["zstd"], size)).toEqual(PLAIN);
    expect(await decode(zlib.gzipSync(frames), ["zstd", "gzip"], size)).toEqual(PLAIN);
  });

  it.each(SIZES)("a cut in the last one is refused, %i bytes at a time", async (size) => {
    const frames = Buffer.concat(halves.map((part) => zlib.zstdCompressSync(part)));
    const members = Buffer.concat(halves.map((part) => zlib.gzipSync(part)));
    await expect(decode(frames.subarray(0, -1), ["zstd"], size)).rejects.toBeInstanceOf(BrokenBody);
    await expect(decode(members.subarray(0, -1), ["gzip"], size)).rejects.toBeInstanceOf(BrokenBody);
  });

  it.each(SIZES)("junk after the last one is refused, %i bytes at a time", async (size) => {
    const encoders = [
      ["gzip", zlib.gzipSync],
      ["deflate", zlib.deflateSync],
      ["br", zlib.brotliCompressSync],
      ["zstd", zlib.zstdCompressSync],
    ] as const;
    for (const [coding, encode] of encoders) {
      for (const junk of ["x", "\0", "\0\0\0\0\0\0\0\0\0\0\0\0", "junk".repeat(1_000)]) {
        const bytes = Buffer.concat([encode(PLAIN), Buffer.from(junk)]);
        await expect(decode(bytes, [coding], size)).rejects.toMatchObject({
          failure: { kind: "body_broken" },
        });
      }
    }
  });

  it.each(SIZES)("a second br or deflate stream is junk, %i bytes at a time", async (size) => {
    for (const [coding, encode] of [
      ["br", zlib.brotliCompressSync],
      ["deflate", zlib.deflateSync],
    ] as const) {
      const twice = Buffer.concat([encode(PLAIN), encode(PLAIN)]);
      await expect(decode(twice, [coding], size)).rejects.toMatchObject({
        failure: { kind: "body_broken", detail: `${coding}: bytes after the end of the stream` },
      });
    }
  });

  it("frames by the ten thousand are refused", async () => {
    const frame = zlib.zstdCompressSync(Buffer.alloc(0));
    const frames = Buffer.concat(Array<Buffer>(10_001).fill(frame));
    await expect(decode(frames, ["zstd"], 1 << 20)).rejects.toMatchObject({
      failure: { kind: "body_broken", detail: "zstd: more than 10000 frames" },
    });
  });
});

it("any body, cut anywhere into pieces, comes out as it went in; any cut body does not", async () => {
  const encode: Record<Coding, (plain: Buffer) => Buffer> = {
    gzip: (plain) => zlib.gzipSync(plain),
    deflate: (plain) => zlib.deflateSync(plain),
    br: (plain) => zlib.brotliCompressSync(plain),
    zstd: (plain) => zlib.zstdCompressSync(plain),
  };
  const codings = fc.constantFrom<Coding>("gzip", "deflate", "br", "zstd");
  const bodies = fc.uint8Array({ minLength: 1, maxLength: 5_000 });
  await fc.assert(
    fc.asyncProperty(
      codings,
      bodies,
      fc.integer({ min: 1, max: 6_000 }),
      fc.nat(),
      async (coding, body, size, cut) => {
        const bytes = encode[coding](Buffer.from(body));
        expect(Buffer.compare(await decode(bytes, [coding], size), body)).toBe(0);
        await expect(decode(bytes.subarray(0, cut % bytes.length), [coding], size)).rejects.toBeInstanceOf(
          BrokenBody,
        );
      },
    ),
    { numRuns: 100 },
  );
});

describe("Content-Encoding", () => {
  it.each<[string | undefined, readonly Coding[]]>([
    [undefined, []],
    ["", []],
    ["identity", []],
    ["GZIP", ["gzip"]],
    ["x-gzip", ["gzip"]],
    ["gzip , br", ["gzip", "br"]],
    ["identity, deflate, identity, zstd", ["deflate", "zstd"]],
  ])("%j is %j", (value, codings) => expect(parseContentEncoding(value)).toEqual({ ok: true, codings }));

  it.each(["gzip, gzip, gzip", "compress", "gzip;q=1", "aes128gcm", "dcb"])("%j is refused", (value) => {
    expect(parseContentEncoding(value)).toMatchObject({ ok: false, failure: { kind: "body_broken" } });
  });
});
