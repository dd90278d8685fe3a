import { endOfString } from "../../domain/foreign-json.ts";

/** `\u20ac` */
const LONGEST_ESCAPE = 6;

/** JSON whose strings have at most `most` bytes each. */
export function shortened(json: Uint8Array, most: number): string {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  if (bytes.length <= most) return bytes.toString();
  // A character a byte: places are those of the bytes.
  const text = bytes.toString("latin1");
  const kept: Uint8Array[] = [];
  let from = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    const end = endOfString(text, start);
    if (end - start > most) {
      kept.push(bytes.subarray(from, cutBefore(bytes, start + most)));
      from = end;
    }
    start = text.indexOf('"', end + 1);
  }
  return Buffer.concat([...kept, bytes.subarray(from)]).toString();
}

/** At `at` or just before it: neither inside of an escape nor of a character. */
function cutBefore(bytes: Buffer, at: number): number {
  const escape = bytes.subarray(at - LONGEST_ESCAPE + 1, at).lastIndexOf("\\");
  let cut = escape === -1 ? at : at - LONGEST_ESCAPE + 1 + escape;
  if (escape === -1) while (((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--;
  // One of several may be escaped by another: all of them go.
  else while (bytes[cut - 1] === 0x5c) cut--;
  return cut;
}
