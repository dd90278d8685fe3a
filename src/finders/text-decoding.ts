/**
 * From bytes to text. The byte order mark decides; then what is UTF-8 is UTF-8, whatever was declared, because nothing
 * else looks like it; then what the server said and what the document says of itself, where the bytes allow it; then
 * the bytes themselves (P19, WHATWG Encoding 6, XML 1.0 appendix F).
 */
import { isAscii, isUtf8 } from "node:buffer";
import { headerCharset, knownEncoding } from "../domain/charset.ts";
import { countUtf8, cutTail, withLettersMended } from "./utf8-bytes.ts";
import { decodeDos, DOS, WESTERN, westernEncoding } from "./western-bytes.ts";

export interface CharsetHints {
  /** The value of the Content-Type header. */
  readonly contentType?: string | undefined;
}

export interface DecodedText {
  readonly text: string;
  /** As `TextDecoder` names it. */
  readonly encoding: string;
}

const FALLBACK = "windows-1252";
/** A declaration stands at the beginning; HTML asks for it in the first 1,024 bytes, sites need more. */
export const SNIFF_BYTES = 4096;

/** What is declared: the label of an encoding that `TextDecoder` knows, UTF-8 where nothing is said. */
export function charsetOf(head: Uint8Array, hints: CharsetHints = {}): string {
  return (
    byteOrderMark(head) ??
    headerCharset(hints.contentType) ??
    wideWithoutMark(head) ??
    knownEncoding(declaredIn(head)) ??
    "utf-8"
  );
}

function byteOrderMark(head: Uint8Array): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return null;
}

/** XML 1.0 appendix F.1: `<` with a NUL beside it. Else every second byte is NUL, which western text is in UTF-16. */
function wideWithoutMark(head: Uint8Array): string | null {
  const [first, second, third, fourth] = head;
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return "utf-16be";
  const zeros = [0, 0];
  for (let at = 0; at < Math.min(head.length, SNIFF_BYTES); at++) if (head[at] === 0) zeros[at % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  const many = Math.min(head.length, SNIFF_BYTES) * 0.35;
  if (odd > many && even * 10 < odd) return "utf-16le";
  return even > many && odd * 10 < even ? "utf-16be" : null;
}

/** What is written in ASCII and says UTF-16 lies; HTML has it read as UTF-8 (13.2.3.2). */
function declaredIn(head: Uint8Array): string | undefined {
  const text = new TextDecoder("latin1").decode(head.subarray(0, SNIFF_BYTES));
  const xml = /<\?xml[^>]{0,200}?encoding\s*=\s*["']\s*([^"'\s]+)/i.exec(text)?.[1];
  const declared = xml ?? /<meta[^>]{0,400}?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(text)?.[1];
  return declared !== undefined && /^utf-?16|^ucs-?2/i.test(declared) ? "utf-8" : declared;
}

export function decodeWhole(bytes: Uint8Array, hints: CharsetHints = {}): string {
  return decodeText(bytes, hints).text;
}

export function decodeText(bytes: Uint8Array, hints: CharsetHints = {}): DecodedText {
  const encoding = encodingOf(bytes, hints);
  if (encoding === DOS) return { encoding, text: decodeDos(bytes) };
  const readable = encoding === "utf-8" && !isUtf8(bytes) ? withLettersMended(bytes) : bytes;
  // In one piece, and yet as a stream: some versions of Node read windows-1252 as iso-8859-1 otherwise.
  const decoder = new TextDecoder(encoding);
  const text = decoder.decode(readable, { stream: true }) + decoder.decode();
  return { encoding, text: encoding === FALLBACK ? withEuro(text) : text };
}

function encodingOf(bytes: Uint8Array, hints: CharsetHints): string {
  const head = bytes.subarray(0, SNIFF_BYTES);
  const wide = wideMark(head) ?? wideWithoutMark(head);
  if (wide !== null) return wide;
  const declared = [headerCharset(hints.contentType), knownEncoding(declaredIn(head))].filter(
    (label) => label !== null,
  );
  const [first = "utf-8"] = declared;
  if (first === "iso-2022-jp" || isUtf8(bytes)) return first === "iso-2022-jp" ? first : "utf-8";
  if (isDamagedUtf8(bytes, byteOrderMark(head) === "utf-8" || first === "utf-8")) return "utf-8";
  const other = declared.find((label) => label !== "utf-8" && !label.startsWith("utf-16"));
  return other === undefined || WESTERN.has(other) ? westernEncoding(bytes, declared) : other;
}

function wideMark(head: Uint8Array): string | null {
  const mark = byteOrderMark(head);
  return mark === "utf-8" ? null : mark;
}

/** Most of what is not ASCII is good; or nothing is, and a character that our languages use is cut at the end. */
function isDamagedUtf8(bytes: Uint8Array, isDeclared: boolean): boolean {
  const cut = cutTail(bytes);
  const { good, bad } = countUtf8(bytes.subarray(0, bytes.length - cut));
  if (bad > 0) return good > bad;
  const lead = bytes[bytes.length - cut] ?? 0;
  return isDeclared || good > 0 || (lead !== 0xe2 ? lead === 0xc2 || lead === 0xc3 : true);
}

/** A price in a sign that nobody uses was written in iso-8859-15, whatever the quotation marks beside it. */
function withEuro(text: string): string {
  return text.includes("¤") ? text.replaceAll(/(?<=\d[ \u{A0}]?)¤|¤(?=[ \u{A0}]?\d)/gu, "€") : text;
}

/** Enough of what is not ASCII to tell whether it is UTF-8. */
const TELLING_BYTES = 64 * 1024;

/**
 * Decodes piece by piece. Whether it is UTF-8 is decided once, by the bytes from the first one beyond ASCII on, which
 * are held back for that long: where the network cuts a body must not change what it says.
 */
export class StreamingDecoder {
  readonly #fallback: string;
  #decoder: InstanceType<typeof TextDecoder>;
  /** What is not told yet, in pieces; null once it is decided. */
  #held: Uint8Array[] | null;
  #heldBytes = 0;

  constructor(head: Uint8Array, hints: CharsetHints = {}) {
    const label = charsetOf(head, hints);
    const mayBeUtf8 = label === "utf-8" || WESTERN.has(label);
    this.#fallback = WESTERN.has(label) ? label : FALLBACK;
    this.#decoder = new TextDecoder(mayBeUtf8 ? "utf-8" : label);
    this.#held = mayBeUtf8 ? [] : null;
  }

  decode(chunk: Uint8Array): string {
    if (this.#held === null) return this.#decoder.decode(chunk, { stream: true });
    const plain = this.#heldBytes > 0 ? 0 : asciiLength(chunk);
    const text = this.#decoder.decode(chunk.subarray(0, plain), { stream: true });
    // A copy: a chunk may be memory that is used again.
    if (plain < chunk.length) this.#held.push(Buffer.from(chunk.subarray(plain)));
    this.#heldBytes += chunk.length - plain;
    return this.#heldBytes < TELLING_BYTES ? text : text + this.#decide(this.#held);
  }

  end(): string {
    return (this.#held === null ? "" : this.#decide(this.#held)) + this.#decoder.decode();
  }

  /** A stray bad byte in UTF-8 is replaced; where most of what is not ASCII is bad, it is not UTF-8 at all. */
  #decide(pieces: readonly Uint8Array[]): string {
    this.#held = null;
    const held = Buffer.concat(pieces);
    const sample = held.subarray(0, TELLING_BYTES);
    const { good, bad } = countUtf8(sample.subarray(0, sample.length - cutTail(sample)));
    if (held.length > 0 && good <= bad) this.#decoder = new TextDecoder(this.#fallback);
    return this.#decoder.decode(held, { stream: true });
  }
}

function asciiLength(bytes: Uint8Array): number {
  if (isAscii(bytes)) return bytes.length;
  return bytes.findIndex((byte) => byte >= 0x80);
}
