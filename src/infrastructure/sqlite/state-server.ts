import { dirname } from "node:path";
import { CheckpointWriter } from "../files/checkpoint-writer.ts";
import type { OperationRequest, Reply, Request } from "./calls.ts";
import { GroupCommit } from "./group-commit.ts";
import type { StateDatabase } from "./state-database.ts";
import { stateError, toMessage } from "./storage-trouble.ts";

/** Answers requests for one database; lives in the thread that owns it. */
export class StateServer {
  readonly #db: StateDatabase;
  readonly #group: GroupCommit;
  readonly #checkpoints: CheckpointWriter;
  readonly #reply: (replies: readonly Reply[]) => void;
  #waiting: Request[] = [];
  #closing: Promise<void> | null = null;

  constructor(db: StateDatabase, reply: (replies: readonly Reply[]) => void) {
    this.#db = db;
    this.#group = new GroupCommit(db);
    this.#checkpoints = new CheckpointWriter(db.path, dirname(db.path), {
      saved: (source) => db.manifests.savedCheckpoint(source),
      note: (source, stamp) => db.alone(() => db.manifests.noteCheckpoint(source, stamp)),
    });
    this.#reply = reply;
  }

  /** Requests are answered together with all that arrive before the event loop comes round. */
  receive(request: Request): void {
    if (this.#waiting.push(request) === 1) setImmediate(() => this.#drain());
  }

  #drain(): void {
    const requests = this.#waiting;
    this.#waiting = [];
    const operations: OperationRequest[] = [];
    const others: Exclude<Request, OperationRequest>[] = [];
    for (const request of requests) {
      if (request.kind === "operation") operations.push(request);
      else others.push(request);
    }
    if (operations.length > 0) this.#reply(this.#group.run(operations));
    for (const request of others) void this.#serve(request);
  }

  async #serve(request: Exclude<Request, OperationRequest>): Promise<void> {
    const { id } = request;
    try {
      this.#reply([{ id, ok: true, value: await this.#answer(request) }]);
    } catch (error) {
      this.#reply([{ id, ok: false, trouble: toMessage(stateError(error, this.#db.path)) }]);
    }
  }

  #answer(request: Exclude<Request, OperationRequest>): unknown {
    switch (request.kind) {
      case "checkpoint":
        this.#db.assertIntact();
        return this.#checkpoints.save(request.source, request.lastRun);
      case "stats":
        return this.#group.stats;
      case "close":
        return (this.#closing ??= this.#close());
    }
  }

  async #close(): Promise<void> {
    await this.#checkpoints.close();
    this.#db.close();
  }
}
