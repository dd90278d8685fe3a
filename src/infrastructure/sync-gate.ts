import { StorageError } from "../domain/errors.ts";

/**
 * All syncs of a run pass here, so that there are moments at which none is under way: only then is a document
 * acknowledged (E5). A sync may fail in another thread, and the word of it takes time; what is told meanwhile would be
 * told after a failed sync.
 *
 *   syncs under way ──tell() asks──▶ new syncs are held up ──the last one ends──▶ told, held ones go on
 */
export class SyncGate {
  #underWay = 0;
  #isTelling = false;
  #failure: StorageError | null = null;
  readonly #heldUp: (() => void)[] = [];
  readonly #untold: { readonly tell: () => void; readonly reject: (error: unknown) => void }[] = [];

  /** What may sync, from begin to end. */
  async through<T>(sync: () => Promise<T>): Promise<T> {
    while (this.#untold.length > 0 || this.#isTelling)
      await new Promise<void>((resolve) => this.#heldUp.push(resolve));
    this.#underWay += 1;
    try {
      return await sync();
    } catch (error) {
      if (error instanceof StorageError && error.code === "fsync_failed") this.#failure ??= error;
      throw error;
    } finally {
      this.#underWay -= 1;
      this.#tellIfQuiet();
    }
  }

  /** Calls `tell` while no sync is under way; throws instead once one has failed. */
  whenQuiet(tell: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#untold.push({
        // Whoever cannot take it holds up nobody else.
        tell: () => {
          try {
            tell();
            resolve();
          } catch (error) {
            reject(error);
          }
        },
        reject,
      });
      this.#tellIfQuiet();
    });
  }

  #tellIfQuiet(): void {
    if (this.#underWay > 0 || this.#isTelling || this.#untold.length === 0) return;
    // Whoever hears of it may have something to write at once: that waits until everybody has been told.
    this.#isTelling = true;
    try {
      for (let next = this.#untold.shift(); next !== undefined; next = this.#untold.shift()) {
        if (this.#failure === null) next.tell();
        else next.reject(this.#failure);
      }
    } finally {
      this.#isTelling = false;
      for (const goOn of this.#heldUp.splice(0)) goOn();
    }
  }
}
