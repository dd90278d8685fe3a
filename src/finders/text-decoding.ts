/**
 * From bytes to text: the byte order mark decides, then what the server said, then what the document says of itself;
 * without any of them UTF-8, and windows-1252 where that cannot be (WHATWG Encoding 6, XML 1.0 appendix F).
 */

export interface CharsetHints {
  /** The value of the Content-Type header. */
  readonly contentType?: string | undefined;
}

const FALLBACK = "windows-1252";
/** A declaration stands at the beginning; HTML asks for it in the first 1,024 bytes, sites need more. */
export const SNIFF_BYTES = 4096;

/** The label of the encoding, one that `TextDecoder` knows. */
export function charsetOf(head: Uint8Array, hints: CharsetHints = {}): string {
  return (
    byteOrderMark(head) ??
    knownLabel(/charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(hints.contentType ?? "")?.[1]) ??
    wideWithoutMark(head) ??
    knownLabel(declaredIn(head)) ??
    "utf-8"
  );
}

function byteOrderMark(head: Uint8Array): string | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  return null;
}

/** XML 1.0 appendix F.1: `<` with a NUL beside it. */
function wideWithoutMark(head: Uint8Array): string | null {
  const [first, second, third, fourth] = head;
  if (first === 0x3c && second === 0 && third !== 0 && fourth === 0) return "utf-16le";
  if (first === 0 && second === 0x3c && third === 0 && fourth !== 0) return "utf-16be";
  return null;
}

/** What is written in ASCII and says UTF-16 lies; HTML has it read as UTF-8 (13.2.3.2). */
function declaredIn(head: Uint8Array): string | undefined {
  const text = new TextDecoder("latin1").decode(head.subarray(0, SNIFF_BYTES));
  const xml = /<\?xml[^>]{0,200}?encoding\s*=\s*["']\s*([^"'\s]+)/i.exec(text)?.[1];
  const declared = xml ?? /<meta[^>]{0,400}?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(text)?.[1];
  return declared !== undefined && /^utf-?16|^ucs-?2/i.test(declared) ? "utf-8" : declared;
}

function knownLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** Decodes piece by piece. What is called UTF-8 and is not becomes windows-1252 from there on. */
export class StreamingDecoder {
  #decoder: InstanceType<typeof TextDecoder>;
  #isUtf8: boolean;
  /** Something beyond ASCII was good UTF-8: what is bad later is damage, not another encoding. */
  #proven = false;
  /** A character that the end of a chunk has cut. */
  #carried: Uint8Array = new Uint8Array();

  constructor(head: Uint8Array, hints: CharsetHints = {}) {
    const label = charsetOf(head, hints);
    this.#decoder = new TextDecoder(label);
    this.#isUtf8 = this.#decoder.encoding === "utf-8";
  }

  decode(chunk: Uint8Array): string {
    if (!this.#isUtf8) return this.#decoder.decode(chunk, { stream: true });
    const bytes = concatenated(this.#carried, chunk);
    const whole = bytes.length - cutTail(bytes);
    this.#carried = bytes.slice(whole);
    return this.#decodeUtf8(bytes.subarray(0, whole));
  }

  end(): string {
    if (!this.#isUtf8) return this.#decoder.decode();
    return this.#decodeUtf8(this.#carried) + this.#decoder.decode();
  }

  /** A stray bad byte in UTF-8 is replaced; where most of what is not ASCII is bad, it is not UTF-8 at all. */
  #decodeUtf8(bytes: Uint8Array): string {
    const text = this.#decoder.decode(bytes, { stream: true });
    this.#proven ||= isMostlyGood(text);
    if (this.#proven || !text.includes("\u{FFFD}")) return text;
    this.#isUtf8 = false;
    this.#decoder = new TextDecoder(FALLBACK);
    return this.#decoder.decode(bytes, { stream: true });
  }
}

function isMostlyGood(text: string): boolean {
  const bad = text.match(/\u{FFFD}/gu)?.length ?? 0;
  const good = text.match(/[^\0-\x7f\u{FFFD}]/gu)?.length ?? 0;
  return good > bad;
}

export function decodeWhole(bytes: Uint8Array, hints: CharsetHints = {}): string {
  const decoder = new StreamingDecoder(bytes.subarray(0, SNIFF_BYTES), hints);
  return decoder.decode(bytes) + decoder.end();
}

function concatenated(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** How many bytes at the end begin a UTF-8 character without finishing it (RFC 3629 3). */
function cutTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < lengthFrom(byte) ? back : 0;
  }
  return 0;
}

function lengthFrom(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
