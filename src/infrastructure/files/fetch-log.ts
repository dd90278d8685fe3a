import { constants, createReadStream, type WriteStream } from "node:fs";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { createInterface } from "node:readline";
import { outcomeOf, outcomeOfStored } from "../../domain/run-account.ts";
import type { LevadaEvent } from "../../domain/events.ts";
import { remove } from "./file-moves.ts";
import { errnoOf } from "./storage-error.ts";
import { WholeJsonFile } from "./whole-json-file.ts";

/** A running log that has grown to this is put aside when the next run begins. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;

interface Fetching {
  readonly status: number | null;
  readonly attempts: number;
  readonly beganAt: number;
}

/** All that wait for their first request share this one: there may be a million of them. */
const WAITING: Fetching = { status: null, attempts: 0, beganAt: 0 };

/**
 * `fetch_log.jsonl`, a line for each page as its way ends, and at the end of a run `fetch_log.json` with those of this
 * run (P31). A log for people: nothing is decided by it, so nothing waits for the disk.
 */
export class FetchLog {
  readonly #folder: string;
  readonly #runId: string;
  readonly #fetching = new Map<string, Fetching>();
  /** Addresses of pages that were stored in this run, by id. */
  readonly #stored = new Map<string, string>();
  /** What became of them as procedures, by address, where that says more. */
  readonly #became = new Map<string, { readonly outcome: string; readonly reason: string }>();
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
        this.#fetching.set(event.url, WAITING);
        return;
      case "exchange":
        return this.#exchange(event);
      case "completed":
        this.#stored.set(event.stored_as ?? event.id, event.url);
        return this.#end(event, outcomeOfStored(event), event.original_size, null);
      case "normalized":
        return this.#normalized(event);
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
      if (run_id === this.#runId) await json.add({ ...entry, ...this.#became.get(String(entry["url"])) });
    }
    await json.end();
  }

  #file(): string {
    return join(this.#folder, "fetch_log.jsonl");
  }

  /** A page that was fetched and is no procedure is told by the name of that (P32). */
  #normalized({ id, outcome, reason, detail }: LevadaEvent & { type: "normalized" }): void {
    const url = this.#stored.get(id);
    if (url === undefined || STORED.has(outcome) || reason === "official_gazette") return;
    this.#became.set(url, { outcome, reason: outcome === "duplicate" ? detail : `${reason}: ${detail}` });
  }

  #exchange({ url, wanted, status, attempt, at, latency_ms }: LevadaEvent & { type: "exchange" }): void {
    const before = this.#fetching.get(wanted ?? url);
    if (before === undefined) return;
    this.#fetching.set(wanted ?? url, {
      status,
      attempts: Math.max(before.attempts, attempt),
      beganAt: before.attempts === 0 ? Date.parse(at) - (latency_ms ?? 0) : before.beganAt,
    });
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

const STORED: ReadonlySet<string> = new Set(["new", "updated", "unchanged"]);
