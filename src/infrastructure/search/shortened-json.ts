const [QUOTE, BACKSLASH, LETTER_U] = [0x22, 0x5c, 0x75];

/** JSON whose strings have at most `most` characters each, as JavaScript counts them. */
export function shortened(json: Uint8Array, most: number): string {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const kept: Uint8Array[] = [];
  let from = 0;
  // In the bytes: as text, all of it would be in memory once more.
  for (let start = bytes.indexOf(QUOTE); start !== -1;) {
    const end = endOfString(bytes, start);
    const cut = end - start > most ? placeAfter(bytes, start + 1, most) : end;
    if (cut < end) {
      kept.push(bytes.subarray(from, cut));
      from = end;
    }
    start = bytes.indexOf(QUOTE, end + 1);
  }
  if (kept.length === 0) return bytes.toString();
  return Buffer.concat([...kept, bytes.subarray(from)]).toString();
}

/** Where the string ends that begins here (RFC 8259 §7); the end of all where it never does. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end !== -1; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return bytes.length;
}

/** Where the characters of a string end that are the first `most` from `at` on; neither an escape nor a character is cut. */
function placeAfter(bytes: Buffer, at: number, most: number): number {
  for (let characters = 0; ;) {
    const first = bytes[at] ?? 0;
    characters += first < 0xf0 ? 1 : 2;
    if (characters > most || at >= bytes.length) return at;
    at += first === BACKSLASH ? (bytes[at + 1] === LETTER_U ? 6 : 2) : bytesOfCharacter(first);
  }
}

/** By its first byte (RFC 3629 §3); what is no UTF-8 counts as bytes. */
function bytesOfCharacter(first: number): number {
  if (first < 0xc0) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
