import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { peek, plainBody } from "./gunzip.ts";

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function plain(bytes: Uint8Array, size: number): Promise<{ text: string; cuts: number }> {
  let cuts = 0;
  const body = await plainBody(chunked(bytes, size), () => cuts++);
  const chunks = await Array.fromAsync(body);
  return { text: Buffer.concat(chunks).toString("latin1"), cuts };
}

/** A member with every optional field of RFC 1952 2.3. */
function adorned(text: string): Buffer {
  const packed = gzipSync(text);
  const head = Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]);
  return Buffer.concat([head, Buffer.from("name\0a comment\0"), Buffer.from([7, 7]), packed.subarray(10)]);
}

function damaged(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  const index = at < 0 ? copy.length + at : at;
  copy[index] = (copy[index] ?? 0) ^ 0xff;
  return copy;
}

describe("the plain bytes of a body", () => {
  const member = gzipSync("hola");
  it.each<[string, Uint8Array, string, number]>([
    ["nothing", Buffer.alloc(0), "", 0],
    ["one byte", Buffer.from("a"), "a", 0],
    ["plain", Buffer.from("hola"), "hola", 0],
    ["gzip", member, "hola", 0],
    ["gzip of nothing", gzipSync(""), "", 0],
    ["every field of the header", adorned("hola"), "hola", 0],
    ["two members", Buffer.concat([member, adorned(" y adiós")]), "hola y adi\u00C3\u00B3s", 0],
    ["zeros behind it", Buffer.concat([member, Buffer.alloc(100)]), "hola", 0],
    ["junk behind it", Buffer.concat([member, Buffer.from("junk")]), "hola", 0],
    ["half a header behind it", Buffer.concat([member, member.subarray(0, 5)]), "hola", 1],
    ["a wrong sum", damaged(member, -8), "hola", 1],
    ["a wrong size", damaged(member, -1), "hola", 1],
    ["another method", damaged(member, 2), "", 1],
    ["no trailer", member.subarray(0, -8), "hola", 1],
    ["half a trailer", member.subarray(0, -3), "hola", 1],
    [
      "a header that never ends",
      Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(300_000, 97)]),
      "",
      1,
    ],
    ["broken data", Buffer.concat([member.subarray(0, 10), Buffer.alloc(50, 0xff)]), "", 1],
  ])("%s", async (_, bytes, text, cuts) => {
    for (const size of [1, 3, 70_000]) expect(await plain(bytes, size)).toEqual({ text, cuts });
  });

  it("is not unpacked for ever", async () => {
    let nested: Uint8Array = Buffer.from("hola");
    for (let layer = 0; layer < 5; layer++) nested = gzipSync(nested);
    const { text } = await plain(nested, 1000);
    expect(text.slice(0, 2)).toBe("\u{1F}\u{8B}");
  });
});

it("a look at the beginning takes nothing away and releases the body", async () => {
  let released = false;
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      for (const text of ["ab", "cd", "ef"]) yield Buffer.from(text);
    } finally {
      released = true;
    }
  }
  const { head, body: whole } = await peek(body(), 3);
  expect(Buffer.from(head).toString()).toBe("abc");
  for await (const chunk of whole) {
    expect(Buffer.from(chunk).toString()).toBe("ab");
    break;
  }
  expect(released).toBe(true);
});
