import type { EventBody, Summary } from "../domain/events.ts";
import {
  MAX_RUN_ITEMS,
  RunAccount,
  type RunDetail,
  type RunItem,
  type RunItemEnd,
} from "../domain/run-account.ts";
import type { Clock, RunHistory } from "./ports.ts";

/** Items that are written together. */
const BATCH = 500;
/** A killed run has lost no more of its history than this: of what differs, and of counts. */
const NOTE_EVERY_MS = 1_000;
const SAVE_EVERY_MS = 5_000;

interface Parts {
  readonly runId: string;
  readonly source: string;
  readonly history: RunHistory;
  readonly clock: Pick<Clock, "monotonic">;
}

/**
 * Writes the history of a run while it goes on: only what differs is listed, in batches, so that a million documents
 * that are as they were cost nothing. Its trouble on the way is none of the run's: whoever writes to the same database
 * after it meets it, too, and says so.
 */
export class RunRecorder {
  readonly #parts: Parts;
  readonly #account = new RunAccount();
  #items: RunItem[] = [];
  #ends: RunItemEnd[] = [];
  #listed = 0;
  #savedAt: number;
  #writing: Promise<void> | null = null;
  #summary: Summary | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#savedAt = parts.clock.monotonic();
  }

  detail(): RunDetail {
    return this.#account.detail();
  }

  see(event: EventBody): void {
    const item = this.#account.see(event);
    if (item !== null && this.#listed++ < MAX_RUN_ITEMS) this.#items.push(item);
    if (event.type === "normalized") this.#ended(event);
    if (event.type === "summary") this.#summary = event;
    const waiting = this.#items.length + this.#ends.length;
    const age = this.#parts.clock.monotonic() - this.#savedAt;
    if (waiting >= BATCH || age >= (waiting > 0 ? NOTE_EVERY_MS : SAVE_EVERY_MS)) this.#write();
  }

  /** Every document that this run has stored was looked at as a procedure (E7); asked once everything is stored. */
  async check(warn: (code: string, message: string) => void): Promise<void> {
    if (this.#listed > MAX_RUN_ITEMS) return;
    await this.#written();
    const left = await this.#parts.history.unsettled(this.#parts.runId);
    if (left === 0) return;
    const message = `${left} documents were stored and not looked at as procedures: this is a bug in Levada, please report it`;
    warn("accounts_differ", message);
  }

  /** Writes what is left, and forgets runs that are too old. Nobody writes after it: its trouble is the run's. */
  async close(keptRuns: number, exitCode = this.#summary?.exit_code): Promise<void> {
    const { history, runId, source } = this.#parts;
    await this.#written();
    const end = exitCode === undefined ? null : { source, exitCode };
    await history.save(runId, this.detail(), end);
    await history.prune(source, keptRuns);
  }

  #ended({ id: key, outcome, reason, tramite }: EventBody & { readonly type: "normalized" }): void {
    this.#ends.push({ key, outcome, reason, tramite });
  }

  async #written(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    if (this.#items.length + this.#ends.length > 0) {
      this.#write();
      await this.#written();
    }
  }

  #write(): void {
    if (this.#writing !== null) return;
    const { history, runId, clock } = this.#parts;
    const [items, ends] = [this.#items, this.#ends];
    this.#items = [];
    this.#ends = [];
    this.#savedAt = clock.monotonic();
    const note = items.length + ends.length === 0 ? Promise.resolve() : history.note(runId, items, ends);
    this.#writing = Promise.all([note, history.save(runId, this.detail(), null)])
      .then(
        () => {},
        () => {},
      )
      .finally(() => (this.#writing = null));
  }
}
