/** Bytes that are meant to be UTF-8 (RFC 3629), also where some of them are not. */

/** How many bytes from `at` on are one well-formed character beyond ASCII; 0 where there is none (RFC 3629 4). */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lengthFrom(lead);
  const second = bytes[at + 1] ?? 0;
  const lowest = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const highest = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < lowest || second > highest) return 0;
  for (let more = 2; more < length; more++) if (((bytes[at + more] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

function lengthFrom(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** How many bytes at the end begin a character without finishing it. */
export function cutTail(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < lengthFrom(byte) ? back : 0;
  }
  return 0;
}

export interface Utf8Count {
  /** Characters beyond ASCII. */
  readonly good: number;
  /** Bytes that belong to no character. */
  readonly bad: number;
}

export function countUtf8(bytes: Uint8Array): Utf8Count {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length;) {
    if ((bytes[at] ?? 0) < 0x80) {
      at++;
      continue;
    }
    const length = sequenceLength(bytes, at);
    if (length === 0) bad++;
    else good++;
    at += length || 1;
  }
  return { good, bad };
}

/**
 * UTF-8 into which something else was pasted: a byte that can only be a letter of windows-1252 becomes that letter, so
 * that the decoder has nothing left to replace but what is really broken.
 */
export function withLettersMended(bytes: Uint8Array): Uint8Array {
  const mended = Buffer.alloc(bytes.length * 2);
  let to = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : sequenceLength(bytes, at);
    if (length === 0 && isPastedLetter(bytes, at)) {
      mended[to++] = 0xc0 | (byte >> 6);
      mended[to++] = 0x80 | (byte & 0x3f);
    } else
      for (let copied = 0; copied < Math.max(1, length); copied++) mended[to++] = bytes[at + copied] ?? 0;
    at += length || 1;
  }
  return mended.subarray(0, to);
}

/** Among letters of ASCII; no capital behind a small one or at the end: that is what is left of a character cut in two. */
function isPastedLetter(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if (byte < 0xc0 || byte === 0xd7 || byte === 0xf7) return false;
  const before = bytes[at - 1] ?? 0;
  const after = bytes[at + 1] ?? 0;
  if (byte < 0xe0 && (isSmall(before) || after === 0)) return false;
  return isLetter(before) || isLetter(after);
}

const isSmall = (byte: number) => byte >= 0x61 && byte <= 0x7a;
const isLetter = (byte: number) => isSmall(byte) || (byte >= 0x41 && byte <= 0x5a);
