import { createReadStream } from "node:fs";
import { enableCompileCache, flushCompileCache } from "node:module";
import { Worker } from "node:worker_threads";
import { createZstdDecompress } from "node:zlib";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { RawFile } from "../../application/ports.ts";
import type { ExtractionFailureCode, ExtractionOutcome } from "../../domain/extraction.ts";
import { errnoOf } from "../files/storage-error.ts";
import { documentReader, type ReadDocument } from "../../extraction/read-document.ts";
import type { ReadReply, ReadRequest } from "./messages.ts";

/**
 * A process that reads documents, one at a time, for `reader-pool.ts`. What a document does to it ends no other
 * process; and it ends by itself when the engine is gone.
 */
const send = (reply: ReadReply) => process.send?.(reply);

// Most of a start is spent on compiling parsers; as in src/cli/main.ts, the cache lies inside the installation.
enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/levada", import.meta.url)));

async function main(): Promise<void> {
  process.on("disconnect", () => process.exit(0));
  endWithParent();
  const read = documentReader();
  let isFirst = true;
  process.on("message", (request: ReadRequest) => {
    void outcomeOf(request, read).then((outcome) => {
      send({ outcome });
      // At its end the process is killed, and would keep nothing.
      if (isFirst) flushCompileCache();
      isFirst = false;
    });
  });
  send({ ready: true });
}

async function outcomeOf({ raw, maxBytes }: ReadRequest, read: ReadDocument): Promise<ExtractionOutcome> {
  try {
    const bytes = await bytesOf(raw, maxBytes);
    if (!(bytes instanceof Uint8Array)) return failed(bytes.code, bytes.message);
    return await read({ ...raw, bytes }, { onLongWork: (longWorkMs) => send({ longWorkMs }) });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    // V8 throws it where the stack or a string has no more room.
    if (error instanceof RangeError)
      return failed("out_of_memory", `it takes more memory than there is: ${detail}`);
    return failed("unreadable", `it could not be read: ${detail}`);
  }
}

async function bytesOf(
  { file }: RawFile,
  maxBytes: number,
): Promise<Uint8Array | { readonly code: ExtractionFailureCode; readonly message: string }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const collect = async (source: AsyncIterable<Uint8Array>) => {
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) return;
      chunks.push(chunk);
    }
  };
  try {
    const stored = createReadStream(file, { highWaterMark: 1 << 20 });
    await (file.endsWith(".zst")
      ? pipeline(stored, createZstdDecompress(), collect)
      : pipeline(stored, collect));
  } catch (error) {
    const code = errnoOf(error);
    if (size > maxBytes) return tooLarge(maxBytes);
    if (code === "ENOENT") return { code: "missing", message: `${file} is not there` };
    if (code === "EISDIR") return { code: "unreadable", message: `${file} is a folder` };
    return { code: "unreadable", message: `${file} cannot be read: ${code || String(error)}` };
  }
  if (size > maxBytes) return tooLarge(maxBytes);
  return Buffer.concat(chunks, size);
}

const tooLarge = (maxBytes: number) => ({
  code: "too_large" as const,
  message: `it has more than ${maxBytes} bytes`,
});

function failed(code: ExtractionFailureCode, message: string): ExtractionOutcome {
  return { ok: false, failure: { code, message }, kind: null };
}

/** A document may hold up this thread for good: another one sees that the engine is gone, and ends the process. */
function endWithParent(): void {
  const code = `const parent = ${process.ppid};
    setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, "SIGKILL"); }, 1000);`;
  const watch = new Worker(code, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
  });
  watch.unref();
  watch.on("error", () => {});
}

await main();
