import { createHash } from "node:crypto";
import { constants, type FileHandle, open } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import type { FileDefect } from "../../application/ports.ts";
import type { StoredDocument } from "../../domain/reference.ts";
import { errnoOf, storageError } from "./storage-error.ts";

type Expected = Pick<StoredDocument, "sha256" | "originalSize" | "compressedSize" | "validators"> & {
  readonly codec: "zstd" | "none";
};

const CHUNK_BYTES = 256 * 1024;

/** Streams a file once through its checksum and its decompressor. */
export async function checkFile(file: string, expected: Expected): Promise<FileDefect | null> {
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    const code = errnoOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "missing", detail: "the file is not there" };
    if (code === "ELOOP") return corrupt("a symbolic link is in its place");
    throw storageError(error, `read ${file}`);
  }
  try {
    return await compare(handle, expected);
  } catch (error) {
    if (errnoOf(error) === "EISDIR") return corrupt("a folder is in its place");
    // A disk that cannot read the file back has lost it.
    if (errnoOf(error) === "EIO") return corrupt("the disk cannot read it");
    throw storageError(error, `read ${file}`);
  } finally {
    await handle.close();
  }
}

async function compare(handle: FileHandle, expected: Expected): Promise<FileDefect | null> {
  const { size } = await handle.stat();
  if (size !== expected.compressedSize) return corrupt(`${size} bytes instead of ${expected.compressedSize}`);
  const stored = createHash("sha256");
  const content = createHash("sha256");
  let originalSize = 0;
  const decoded = await decode(handle, expected.codec, stored, (chunk) => {
    content.update(chunk);
    originalSize += chunk.length;
  });
  if (stored.digest("hex") !== expected.sha256) return corrupt("its checksum is not the one of the manifest");
  if (!decoded) return corrupt("it does not decompress");
  if (originalSize !== expected.originalSize) {
    return corrupt(`it holds ${originalSize} bytes instead of ${expected.originalSize}`);
  }
  const { contentSha256 } = expected.validators;
  const isSame = contentSha256 === undefined || contentSha256 === content.digest("hex");
  return isSame ? null : corrupt("its content is not what the server sent");
}

/** False where the codec refuses the bytes; the checksum is then taken to the end all the same. */
async function decode(
  handle: FileHandle,
  codec: Expected["codec"],
  stored: ReturnType<typeof createHash>,
  onContent: (chunk: Uint8Array) => void,
): Promise<boolean> {
  const bytes = handle.createReadStream({ autoClose: false, highWaterMark: CHUNK_BYTES, start: 0 });
  if (codec === "none") {
    for await (const chunk of bytes) {
      stored.update(chunk as Buffer);
      onContent(chunk as Buffer);
    }
    return true;
  }
  bytes.on("data", (chunk) => stored.update(chunk));
  try {
    await pipeline(bytes, createZstdDecompress(), async (contents) => {
      for await (const chunk of contents) onContent(chunk as Buffer);
    });
    return true;
  } catch (error) {
    if (errnoOf(error)?.startsWith("ZSTD") !== true && errnoOf(error) !== "Z_BUF_ERROR") throw error;
    return false;
  }
}

function corrupt(detail: string): FileDefect {
  return { kind: "corrupt", detail };
}
