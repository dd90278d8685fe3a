import { setImmediate as nextTurn } from "node:timers/promises";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { LevadaError, StorageError } from "../../domain/errors.ts";
import type { SyncGate } from "../sync-gate.ts";
import {
  type Call,
  isWrite,
  type OperationRequest,
  type Reply,
  type Request,
  type StateStats,
} from "./calls.ts";
import { readClocks } from "./host-times.ts";
import type { DatabaseOptions, StartedFresh } from "./open-database.ts";
import type { StateDatabase } from "./state-database.ts";
import { StateServer } from "./state-server.ts";
import { fromMessage, stateError, type TroubleMessage } from "./storage-trouble.ts";

export type WorkerGreeting =
  | { readonly ok: true; readonly startedFresh: StartedFresh }
  | { readonly ok: false; readonly trouble: TroubleMessage };

/** A database that can be called, wherever it runs. */
export interface StateClient {
  readonly startedFresh: StartedFresh;
  readonly call: Call;
  saveCheckpoint(source: string, lastRun: string | null): Promise<void>;
  stats(): Promise<StateStats>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A request whose id is still to be given. */
type Unnumbered = Request extends infer R ? (R extends Request ? Omit<R, "id"> : never) : never;

/** Calls under way: numbers requests and brings answers back to their callers. */
class PendingCalls {
  readonly #waiting = new Map<number, Waiting>();
  readonly #send: (request: Request) => void;
  readonly #onBusy: (isBusy: boolean) => void;
  #lastId = 0;
  #over: LevadaError | null = null;

  constructor(send: (request: Request) => void, onBusy: (isBusy: boolean) => void) {
    this.#send = send;
    this.#onBusy = onBusy;
  }

  make(request: Unnumbered): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#over !== null) throw this.#over;
      const id = ++this.#lastId;
      this.#send({ ...request, id } as Request);
      this.#waiting.set(id, { resolve, reject });
      if (this.#waiting.size === 1) this.#onBusy(true);
    });
  }

  answer(replies: readonly Reply[]): void {
    for (const reply of replies) {
      const waiting = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.ok) waiting?.resolve(reply.value);
      else waiting?.reject(fromMessage(reply.trouble));
    }
    if (this.#waiting.size === 0) this.#onBusy(false);
  }

  /** Nothing more will be answered. */
  end(error: LevadaError): void {
    this.#over ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function clientOn(
  pending: PendingCalls,
  startedFresh: StartedFresh,
  gate: SyncGate,
  close: () => Promise<void>,
): StateClient {
  let closing: Promise<void> | null = null;
  return {
    startedFresh,
    call: ((facet: string, method: string, ...args: readonly unknown[]) => {
      const operation: Omit<OperationRequest, "id"> = { kind: "operation", facet, method, args };
      return isWrite(operation) ? gate.through(() => pending.make(operation)) : pending.make(operation);
    }) as Call,
    saveCheckpoint: async (source, lastRun) => {
      await gate.through(() => pending.make({ kind: "checkpoint", source, lastRun }));
    },
    stats: () => pending.make({ kind: "stats" }) as Promise<StateStats>,
    close: () => (closing ??= close()),
  };
}

const CLOSED = () => new LevadaError("state_closed", "the state database is closed");

/** The database in a worker thread of its own: no sync ever holds up the event loop of the caller. */
export async function connectWorker(
  path: string,
  options: DatabaseOptions,
  gate: SyncGate,
): Promise<StateClient> {
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./worker.js";
  const worker = new Worker(new URL(file, import.meta.url), {
    // The time of hosts is that of this thread.
    workerData: { path, options: { ...options, clocks: readClocks() } },
    // Not those of the process: flags like --input-type are refused in a thread.
    execArgv: ["--disable-warning=ExperimentalWarning"],
    // Rows pass through and are gone: a small nursery keeps the thread's memory small.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  });
  const pending = new PendingCalls(
    (request) => {
      // A thread has no origin to name: the rule is about windows.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(request);
    },
    // Unreferenced while idle, so that a program that has finished can end.
    (isBusy) => (isBusy ? worker.ref() : worker.unref()),
  );
  const exited = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
  worker.on("error", (error: Error) => pending.end(workerDied(path, error)));
  void exited.then(() => pending.end(workerDied(path)));
  const greeting = await greetingOf(worker, path);
  if (!greeting.ok) {
    await exited;
    throw fromMessage(greeting.trouble);
  }
  worker.on("message", (replies: readonly Reply[]) => pending.answer(replies));
  worker.unref();
  let hold: DatabaseSync | null = null;
  const close = async () => {
    hold?.close();
    try {
      await pending.make({ kind: "close" });
    } finally {
      pending.end(CLOSED());
      await worker.terminate();
    }
  };
  try {
    if (options.synchronous !== "OFF") hold = holdLog(path);
  } catch (error) {
    await close();
    throw stateError(error, path);
  }
  return clientOn(pending, greeting.startedFresh, gate, close);
}

/**
 * A process that exits in mid-work takes its threads down first, and Node then closes what they had open; the last
 * connection to close would move the log into the database without a sync, and remove it. This one, in a thread that
 * goes later, keeps it from being the last, and may itself only read: the log stays for the next start.
 */
function holdLog(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  db.prepare("PRAGMA user_version").get();
  return db;
}

function greetingOf(worker: Worker, path: string): Promise<WorkerGreeting> {
  return new Promise((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", (error) => reject(workerDied(path, error)));
    worker.once("exit", () => reject(workerDied(path)));
  });
}

function workerDied(path: string, cause?: unknown): StorageError {
  const detail = cause instanceof Error ? `: ${cause.message}` : "";
  return new StorageError("storage_failed", `the thread that keeps ${path} has ended${detail}.`, { cause });
}

/** The database in the caller's own thread: for short looks that must start fast. */
export function connectInThread(db: StateDatabase, gate: SyncGate): StateClient {
  const server = new StateServer(db, (replies) => pending.answer(replies));
  const pending: PendingCalls = new PendingCalls(
    (request) => server.receive(request),
    () => {},
  );
  return clientOn(pending, db.startedFresh, gate, async () => {
    await pending.make({ kind: "close" });
    await nextTurn();
    pending.end(CLOSED());
  });
}
