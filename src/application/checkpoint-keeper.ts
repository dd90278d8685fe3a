import type { Checkpoints, Clock } from "./ports.ts";

/** A save may take at most a tenth of the time: large checkpoints are saved less often (E4). */
const SHARE = 10;

/**
 * Saves the checkpoint after every document, or as often as its cost allows. Being behind loses nothing:
 * the manifest has the truth already.
 */
export class CheckpointKeeper {
  readonly #save: () => Promise<void>;
  readonly #clock: Clock;
  #saving: Promise<void> | null = null;
  #dirty = false;
  #closed = false;
  #restMs = 0;
  #failure: { readonly error: unknown } | null = null;
  readonly #onFailure: (error: unknown) => void;

  constructor(
    source: string,
    lastRun: string,
    ports: { checkpoints: Checkpoints; clock: Clock },
    onFailure: (error: unknown) => void,
  ) {
    this.#save = () => ports.checkpoints.save(source, lastRun);
    this.#clock = ports.clock;
    this.#onFailure = onFailure;
  }

  /** Something changed. */
  touch(): void {
    this.#dirty = true;
    this.#saving ??= this.#loop();
  }

  /** Saves what is not saved yet. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#wake();
    await this.#saving;
    if (this.#failure !== null) throw this.#failure.error;
    await this.#save();
  }

  #wake: () => void = () => {};

  async #loop(): Promise<void> {
    try {
      while (this.#dirty && !this.#closed) {
        this.#dirty = false;
        const started = this.#clock.monotonic();
        await this.#save();
        this.#restMs = SHARE * (this.#clock.monotonic() - started);
        await this.#rest();
      }
    } catch (error) {
      this.#failure = { error };
      this.#onFailure(error);
    } finally {
      this.#saving = null;
    }
  }

  async #rest(): Promise<void> {
    const wake = new AbortController();
    this.#wake = () => wake.abort();
    if (!this.#closed) await this.#clock.sleep(this.#restMs, wake.signal);
  }
}
