/**
 * The order in which the database and its log are written and synced, checked on the calls a run really made: what a
 * power cut leaves must be whole wherever it falls (docs/adr/0002). One thread makes these calls, one after the other.
 */
import { type Call, classOf } from "./call-log.ts";

const DATABASE = "data/state/levada.db";
const LOG = `${DATABASE}-wal`;

/** Header of the log, header of a frame, page (sqlite.org/fileformat2.html, 4.1). */
const ONE_FRAME = 32 + 24 + 4096;

export function brokenLogOrder(calls: readonly Call[]): string[] {
  const order = new LogOrder();
  for (const call of calls) {
    if (call.path === DATABASE && call.result >= 0) order.database(call);
    if (call.path === LOG && call.result >= 0) order.log(call);
  }
  return order.end();
}

class LogOrder {
  readonly #problems = new Set<string>();
  #hasFrames = false;
  #isLogSynced = true;
  #isDatabaseSynced = true;
  /** Written since the log was moved, as long as that is not synced. */
  #startedOver: number | null = null;

  database(call: Call): void {
    if (classOf(call) === "fsync") {
      if (!this.#isDatabaseSynced && this.#hasFrames) this.#startedOver = 0;
      this.#isDatabaseSynced = true;
      return;
    }
    this.#expect(this.#isLogSynced, "frames were moved into the database before they were synced");
    this.#isDatabaseSynced = false;
  }

  log(call: Call): void {
    if (classOf(call) === "fsync") {
      this.#isLogSynced = true;
      this.#startedOver = null;
      return;
    }
    this.#expect(this.#isDatabaseSynced, "the log went on before the database was synced");
    if (classOf(call) === "write") this.#write(call.result);
  }

  #write(bytes: number): void {
    this.#hasFrames = true;
    this.#isLogSynced = false;
    if (this.#startedOver === null) return;
    this.#startedOver += bytes;
    this.#expect(this.#startedOver <= ONE_FRAME, "the log started over with more than one frame unsynced");
  }

  end(): string[] {
    this.#expect(this.#isDatabaseSynced, "the database was not synced in the end");
    return [...this.#problems];
  }

  #expect(holds: boolean, problem: string): void {
    if (!holds) this.#problems.add(problem);
  }
}
