import { crc32, deflateRawSync } from "node:zlib";

/** An entry of a ZIP. What is not said is told truthfully; the rest is for tests that need an archive that lies. */
export interface ZipEntry {
  readonly name: string;
  readonly content?: Uint8Array | string;
  /** @default deflated */
  readonly stored?: boolean;
  /** APPNOTE 4.4.5; what the headers claim. */
  readonly method?: number;
  /** 4.4.4. @default UTF-8 names */
  readonly flags?: number;
  /** Unix mode, with the type of file. */
  readonly mode?: number;
  readonly claimedSize?: number;
  readonly claimedCompressedSize?: number;
  readonly claimedChecksum?: number;
}

export interface ZipLies {
  /** Of the end record. @default as many as there are, where they fit */
  readonly claimedEntries?: number;
}

const UTF8_NAMES = 0x0800;

/** A ZIP in one piece (PKWARE APPNOTE 4.3), without ZIP64. */
export function zipOf(entries: readonly ZipEntry[], lies: ZipLies = {}): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { name, fields, data } = encoded(entry);
    const local = Buffer.concat([record("PK\x03\x04", 20), fields, lengths(name, 0), name, data]);
    directory.push(
      Buffer.concat([
        record("PK\x01\x02", (3 << 8) | 20),
        u16(20),
        fields,
        lengths(name, 0),
        Buffer.alloc(6),
        u32((entry.mode ?? 0o100644) * 0x10000),
        u32(offset),
        name,
      ]),
    );
    files.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = u16((lies.claimedEntries ?? entries.length) & 0xffff);
  const end = [Buffer.from("PK\x05\x06\0\0\0\0", "latin1"), count, count, u32(size), u32(offset), u16(0)];
  return new Uint8Array(Buffer.concat([...files, ...directory, ...end]));
}

/** Flags to uncompressed size: the same in both headers. */
function encoded(entry: ZipEntry): { name: Buffer; fields: Buffer; data: Buffer } {
  const content = Buffer.from(entry.content ?? "");
  const data = entry.stored === true ? content : deflateRawSync(content);
  const fields = Buffer.concat([
    u16(entry.flags ?? UTF8_NAMES),
    u16(entry.method ?? (entry.stored === true ? 0 : 8)),
    Buffer.alloc(4),
    u32(entry.claimedChecksum ?? crc32(content)),
    u32(entry.claimedCompressedSize ?? data.length),
    u32(entry.claimedSize ?? content.length),
  ]);
  return { name: Buffer.from(entry.name), fields, data };
}

function record(signature: string, version: number): Buffer {
  return Buffer.concat([Buffer.from(signature, "latin1"), u16(version)]);
}

function lengths(name: Buffer, extra: number): Buffer {
  return Buffer.concat([u16(name.length), u16(extra)]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
