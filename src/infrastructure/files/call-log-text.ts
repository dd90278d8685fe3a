import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { storageError } from "./storage-error.ts";

const NAME = /^api_calls_(.+)\.jsonl$/;

/** More than any answer of an API; what is longer is damage, and is read as far as it takes to see that. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const LINE_FEED = 10;
const HEAD_BYTES = 64 * 1024;

export interface LogLine {
  readonly text: string;
  readonly place: { readonly offset: number; readonly bytes: number };
}

/** The logs in a folder by their run, in the order of the runs. None where there is no folder. */
export async function callLogsIn(
  folder: string,
): Promise<readonly { readonly run: string; readonly file: string }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw storageError(error, `read ${folder}`);
  });
  const logs = names
    .map((name) => ({ run: NAME.exec(name)?.[1] ?? "", file: join(folder, name) }))
    .filter(({ run }) => run !== "");
  const timed = await Promise.all(logs.map(async (log) => ({ log, key: await orderOf(log) })));
  return timed.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key))).map(({ log }) => log);
}

/** Run ids tell the second; of two runs in one, their first calls tell which came first. */
async function orderOf({ run, file }: { readonly run: string; readonly file: string }): Promise<string> {
  const handle = await open(file, "r").catch((error: unknown) => {
    throw storageError(error, `open ${file}`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const startedAt = /"started_at":"([^"]*)"/.exec(buffer.toString("utf8", 0, bytesRead))?.[1] ?? "";
    return [run.split("-")[0], startedAt, run].join(" ");
  } finally {
    await handle.close();
  }
}

/** A log of calls for reading: all its lines, and single ones again. */
export class CallLogText {
  readonly #file: string;
  readonly #handle: FileHandle;

  private constructor(file: string, handle: FileHandle) {
    this.#file = file;
    this.#handle = handle;
  }

  static async open(file: string): Promise<CallLogText> {
    const handle = await open(file, "r").catch((error: unknown) => {
      throw storageError(error, `open ${file}`);
    });
    return new CallLogText(file, handle);
  }

  /** The last line too where no line feed ends it. */
  async *lines(): AsyncGenerator<LogLine> {
    const line = new LineInMaking();
    for await (const chunk of createReadStream(this.#file, { highWaterMark: 1024 * 1024 })) {
      const bytes = chunk as Buffer;
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
        line.add(bytes.subarray(start, end));
        yield line.end();
        start = end + 1;
      }
      line.add(bytes.subarray(start));
    }
    if (line.bytes > 0) yield line.end();
  }

  async read({ offset, bytes }: LogLine["place"]): Promise<string> {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await this.#handle.read(buffer, 0, bytes, offset);
    return buffer.toString("utf8", 0, bytesRead);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}

class LineInMaking {
  #parts: Buffer[] = [];
  #offset = 0;
  bytes = 0;

  add(part: Buffer): void {
    if (this.bytes <= MAX_LINE_BYTES) this.#parts.push(part);
    this.bytes += part.length;
  }

  end(): LogLine {
    const isTooLong = this.bytes > MAX_LINE_BYTES;
    const text = isTooLong ? "(too long)" : Buffer.concat(this.#parts).toString("utf8");
    const line = { text, place: { offset: this.#offset, bytes: this.bytes } };
    this.#offset += this.bytes + 1;
    [this.#parts, this.bytes] = [[], 0];
    return line;
  }
}
