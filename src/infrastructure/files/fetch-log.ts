import { constants, createReadStream, type WriteStream } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { createInterface } from "node:readline";
import type { LevadaEvent } from "../../domain/events.ts";
import { remove } from "./file-moves.ts";
import { errnoOf } from "./storage-error.ts";
import { WholeJsonFile } from "./whole-json-file.ts";

/** A running log that has grown to this is put aside when the next run begins. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

interface Fetching {
  status: number | null;
  attempts: number;
  beganAt: number;
}

/**
 * `fetch_log.jsonl`, a line for each page as its way ends, and at the end of a run `fetch_log.json` with those of this
 * run (P31). A log for people: nothing is decided by it, so nothing waits for the disk.
 */
export class FetchLog {
  readonly #folder: string;
  readonly #runId: string;
  readonly #fetching = new Map<string, Fetching>();
  #stream: WriteStream | null = null;
  #from = 0;

  constructor(folder: string, runId: string) {
    this.#folder = folder;
    this.#runId = runId;
  }

  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    let handle = await openLog(this.#file());
    if ((await handle.stat()).size > MAX_LOG_BYTES) {
      await handle.close();
      await rename(this.#file(), `${this.#file()}.1`);
      handle = await openLog(this.#file());
    }
    await cutTornLine(handle);
    this.#from = (await handle.stat()).size;
    this.#stream = handle.createWriteStream();
    // A log that cannot be written stops nobody; the run's own storage speaks up if the disk is in trouble.
    this.#stream.on("error", () => (this.#stream = null));
  }

  see(event: LevadaEvent): void {
    switch (event.type) {
      case "queued":
        this.#fetching.set(event.url, { status: null, attempts: 0, beganAt: Date.parse(event.at) });
        return;
      case "exchange":
        return this.#exchange(event);
      case "completed":
        return this.#end(event, event.replaced ? "updated" : "new", event.original_size, null);
      case "unchanged":
        return this.#end(event, "unchanged", 0, null);
      case "failed":
      case "skipped":
      case "pending":
        return this.#end(event, outcomeOf(event), 0, event.reason, event.error);
    }
  }

  /** Ends the run's log and writes what it says as one file. */
  async close(now: Date): Promise<void> {
    const stream = this.#stream;
    if (stream === null) return;
    stream.end();
    await finished(stream).catch(() => {});
    const json = await WholeJsonFile.create(join(this.#folder, "fetch_log.json"));
    await json.begin({ run_id: this.#runId, updated_at: now.toISOString() }, "entries");
    const lines = createInterface({ input: createReadStream(this.#file(), { start: this.#from }) });
    for await (const line of lines) {
      const { run_id, ...entry } = JSON.parse(line) as Record<string, unknown>;
      if (run_id === this.#runId) await json.add(entry);
    }
    await json.end();
  }

  #file(): string {
    return join(this.#folder, "fetch_log.jsonl");
  }

  #exchange({ url, wanted, status, attempt, at, latency_ms }: LevadaEvent & { type: "exchange" }): void {
    const fetching = this.#fetching.get(wanted ?? url);
    if (fetching === undefined) return;
    if (fetching.attempts === 0) fetching.beganAt = Date.parse(at) - (latency_ms ?? 0);
    fetching.status = status;
    fetching.attempts = Math.max(fetching.attempts, attempt);
  }

  #end(
    { url, at }: { readonly url: string; readonly at: string },
    outcome: string,
    bytes: number,
    reason: string | null,
    error?: string,
  ): void {
    const fetching = this.#fetching.get(url);
    if (fetching === undefined) return;
    this.#fetching.delete(url);
    const { status, attempts, beganAt } = fetching;
    const entry = {
      run_id: this.#runId,
      url,
      status,
      outcome,
      attempts,
      bytes,
      duration_ms: attempts === 0 ? 0 : Math.max(0, Date.parse(at) - beganAt),
      fetched_at: at,
      reason,
      ...(error === undefined ? {} : { error }),
    };
    this.#stream?.write(`${JSON.stringify(entry)}\n`);
  }
}

/** For appending; a link in its place is no log of ours. */
async function openLog(file: string): Promise<FileHandle> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  return open(file, flags, 0o644).catch(async (error: unknown) => {
    if (errnoOf(error) !== "ELOOP") throw error;
    await remove(file);
    return open(file, flags, 0o644);
  });
}

/** No line of ours is longer. */
const TAIL_BYTES = 1024 * 1024;

/** A kill may have come in the middle of a line: the next one would be added to it. */
async function cutTornLine(handle: FileHandle): Promise<void> {
  const { size } = await handle.stat();
  const start = Math.max(0, size - TAIL_BYTES);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  await handle.truncate(start + buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1);
}

/** Names of P32. */
function outcomeOf({ type, reason }: { readonly type: string; readonly reason: string }): string {
  if (type === "pending") return "pending";
  if (reason === "gone") return "gone";
  // One 404 proves nothing (E14).
  if (reason === "not_found") return "fetch_failed";
  if (reason === "robots_disallowed") return "disallowed";
  return type === "failed" ? "fetch_failed" : reason;
}
