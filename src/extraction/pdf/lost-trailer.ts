/** A file that was cut has lost its trailer, which says where to begin (ISO 32000-1, 7.5.5). The catalog may still be there. */
const CATALOG = "/Catalog";

/** The bytes with a trailer that names the last catalog in them; null where none is found. */
export function withTrailer(bytes: Uint8Array): Uint8Array | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = file.lastIndexOf(CATALOG); at > 0; at = file.lastIndexOf(CATALOG, at - 1)) {
    const start = file.lastIndexOf(" obj", at);
    if (start === -1) return null;
    const before = file.toString("latin1", Math.max(0, start - 20), start);
    const [, number, generation] = /(\d{1,10})\s+(\d{1,5})$/.exec(before) ?? [];
    if (number === undefined || generation === undefined) continue;
    const trailer = `\ntrailer\n<< /Root ${number} ${generation} R >>\nstartxref\n0\n%%EOF\n`;
    return Buffer.concat([ended(file), Buffer.from(trailer, "latin1")]);
  }
  return null;
}

/** The object that was cut is closed, where it is a stream, which can be read in part; else it is left out. */
function ended(file: Buffer): Buffer {
  const end = file.lastIndexOf("endobj");
  if (end === -1 || file.indexOf(" obj", end) === -1) return file;
  if (file.indexOf("stream", end) === -1) return file.subarray(0, end + "endobj".length);
  return Buffer.concat([file, Buffer.from("\nendstream\nendobj", "latin1")]);
}
