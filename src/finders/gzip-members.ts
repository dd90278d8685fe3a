/**
 * gzip, member by member (RFC 1952 2.2). `node:zlib` does it too, but drops what it has just inflated when the bytes
 * behind it are not gzip: a sitemap with junk at its end would be an empty one.
 */
import { crc32, createInflateRaw, type InflateRaw } from "node:zlib";

/** Inflated a little at a time: 8 KiB can become 8 MiB at most, so that a bomb is noticed before it has gone off. */
const STEP_BYTES = 8 * 1024;
/** Names and comments are bounded by nothing; nobody needs more. */
const MAX_HEADER_BYTES = 128 * 1024;
const TRAILER_BYTES = 8;

export class GzipMembers {
  /** `junk`: whole members, and something else behind them, which is ignored. */
  state: "header" | "data" | "trailer" | "junk" | "broken" = "header";
  #members = 0;
  #pending: Uint8Array = new Uint8Array();
  #member: Member | null = null;

  /** The last member was there to its end, and its sum is right. */
  get isWhole(): boolean {
    return (
      this.#members > 0 && (this.state === "junk" || (this.state === "header" && this.#pending.length === 0))
    );
  }

  async *inflate(chunk: Uint8Array): AsyncGenerator<Uint8Array> {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (this.#pending.length > 0) {
      const before = this.#pending.length;
      if (this.state === "data") yield* this.#data();
      else if (this.state === "header") this.#header();
      else if (this.state === "trailer") this.#trailer();
      if (this.#pending.length === before) return;
    }
  }

  release(): void {
    this.#member?.release();
  }

  #consume(bytes: number): void {
    this.#pending = this.#pending.subarray(bytes);
  }

  #header(): void {
    const length = headerLength(this.#pending);
    if (length === "invalid" || (length === "cut" && this.#pending.length > MAX_HEADER_BYTES)) {
      this.state = this.#members > 0 ? "junk" : "broken";
    } else if (length !== "cut") {
      this.#consume(length);
      this.#member = new Member();
      this.state = "data";
    }
  }

  async *#data(): AsyncGenerator<Uint8Array> {
    const member = this.#member;
    if (member === null) return;
    const step = this.#pending.subarray(0, STEP_BYTES);
    const { used, output } = await member.push(step);
    this.#consume(used);
    yield* output;
    if (member.isBroken) this.state = "broken";
    else if (member.hasEnded) this.state = "trailer";
    // The end may have been reached without a byte taken: the trailer is next, with what is there.
    if (this.state === "trailer" && used === 0) this.#trailer();
  }

  /** RFC 1952 2.3.1: CRC-32 and size of what was packed, least byte first. */
  #trailer(): void {
    if (this.#pending.length < TRAILER_BYTES) return;
    const view = new DataView(this.#pending.buffer, this.#pending.byteOffset, TRAILER_BYTES);
    const isRight =
      view.getUint32(0, true) === this.#member?.sum && view.getUint32(4, true) === this.#member.size;
    this.#consume(TRAILER_BYTES);
    this.release();
    this.#members++;
    this.state = isRight ? "header" : "broken";
  }
}

const HAS_CHECKSUM = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;

/** RFC 1952 2.3. */
function headerLength(bytes: Uint8Array): number | "cut" | "invalid" {
  const magic = [0x1f, 0x8b, 8];
  if (magic.some((byte, index) => bytes.length > index && bytes[index] !== byte)) return "invalid";
  if (bytes.length < 10) return "cut";
  const flags = bytes[3] ?? 0;
  let length = 10;
  if ((flags & HAS_EXTRA) !== 0) length += 2 + (bytes[10] ?? 0) + 256 * (bytes[11] ?? 0);
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.indexOf(0, length);
    if (end === -1) return "cut";
    length = end + 1;
  }
  if ((flags & HAS_CHECKSUM) !== 0) length += 2;
  return length <= bytes.length ? length : "cut";
}

class Member {
  isBroken = false;
  hasEnded = false;
  sum = 0;
  /** Modulo 2^32. */
  size = 0;
  readonly #inflater: InflateRaw = createInflateRaw();
  readonly #ready: Uint8Array[] = [];

  constructor() {
    this.#inflater.on("data", (chunk: Uint8Array) => this.#ready.push(chunk));
    this.#inflater.on("end", () => (this.hasEnded = true));
    this.#inflater.on("error", () => (this.isBroken = true));
  }

  /** A write that fails or lies behind the end is not called back; the stream ends or closes instead. */
  async push(bytes: Uint8Array): Promise<{ readonly used: number; readonly output: readonly Uint8Array[] }> {
    const before = this.#inflater.bytesWritten;
    const settled = Promise.withResolvers<void>();
    const done = () => settled.resolve();
    this.#inflater.once("end", done).once("close", done);
    this.#inflater.write(bytes, done);
    await settled.promise;
    this.#inflater.off("end", done).off("close", done);
    const output = this.#ready.splice(0);
    for (const chunk of output) this.#count(chunk);
    return { used: this.#inflater.bytesWritten - before, output };
  }

  #count(chunk: Uint8Array): void {
    this.sum = crc32(chunk, this.sum);
    this.size = (this.size + chunk.length) % 2 ** 32;
  }

  release(): void {
    this.#inflater.destroy();
  }
}
