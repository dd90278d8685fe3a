import type { LevadaError } from "../../domain/errors.ts";
import { isWrite, type OperationRequest, perform, type Reply, type StateStats } from "./calls.ts";
import { markDamaged } from "./open-database.ts";
import type { StateDatabase } from "./state-database.ts";
import { isCorruption, isStorageTrouble, stateError, toMessage } from "./storage-trouble.ts";

/**
 * Operations that arrive together share one transaction and one sync (E3). A bad operation fails alone; trouble
 * of the storage fails the whole group, and everything after it (E5).
 */
export class GroupCommit {
  readonly #db: StateDatabase;
  #commits = 0;
  #writes = 0;
  #broken: LevadaError | null = null;

  constructor(db: StateDatabase) {
    this.#db = db;
  }

  get stats(): StateStats {
    return { commits: this.#commits, writes: this.#writes };
  }

  /** In the order of arrival; a read sees the writes before it. */
  run(requests: readonly OperationRequest[]): Reply[] {
    if (this.#broken !== null) return refuseAll(requests, this.#broken);
    const writes = requests.filter(isWrite).length;
    try {
      if (writes === 0) return requests.map((request) => this.#answer(request));
      this.#db.begin();
      const replies = requests.map((request) => this.#answer(request));
      this.#db.commit();
      this.#commits += 1;
      this.#writes += writes;
      return replies;
    } catch (error) {
      return refuseAll(requests, this.#break(error));
    }
  }

  #answer(request: OperationRequest): Reply {
    const operation = () => perform(this.#db, request);
    try {
      const value = isWrite(request) ? this.#db.apart(operation) : operation();
      return { id: request.id, ok: true, value };
    } catch (error) {
      if (isStorageTrouble(error)) throw error;
      return { id: request.id, ok: false, trouble: toMessage(error) };
    }
  }

  #break(error: unknown): LevadaError {
    if (isCorruption(error) && this.#db.ownsFile) markDamaged(this.#db.path);
    this.#broken = stateError(error, this.#db.path);
    try {
      this.#db.rollback();
    } catch {
      // What could not be rolled back was not committed either, and nothing will be from here.
    }
    return this.#broken;
  }
}

function refuseAll(requests: readonly OperationRequest[], error: LevadaError): Reply[] {
  const trouble = toMessage(error);
  return requests.map(({ id }) => ({ id, ok: false, trouble }));
}
