import { constants, deflateRawSync } from "node:zlib";
import type { ZipEntry } from "../../src/sandbox/zip.ts";

const PIECE = 16 << 20;

/** An entry of about a thousandth of what it inflates to, made without holding that. Its checksum is wrong. */
export function bombEntry(name: string, inflatedBytes: number, claimedSize = inflatedBytes): ZipEntry {
  const piece = deflateRawSync(Buffer.alloc(PIECE, " "), { finishFlush: constants.Z_FULL_FLUSH });
  const pieces = Array.from({ length: Math.ceil(inflatedBytes / PIECE) }, () => piece);
  const content = Buffer.concat([...pieces, deflateRawSync(Buffer.alloc(0))]);
  return { name, content, stored: true, method: 8, claimedSize };
}
