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
  #failure: StorageError | null = null;
  readonly #heldUp: (() => void)[] = [];
  readonly #untold: { readonly tell: () => void; readonly reject: (error: StorageError) => void }[] = [];

  /** What may sync, from begin to end. */
  async through<T>(sync: () => Promise<T>): Promise<T> {
    while (this.#untold.length > 0) await new Promise<void>((resolve) => this.#heldUp.push(resolve));
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
        tell: () => {
          tell();
          resolve();
        },
        reject,
      });
      this.#tellIfQuiet();
    });
  }

  #tellIfQuiet(): void {
    if (this.#underWay > 0 || this.#untold.length === 0) return;
    for (const { tell, reject } of this.#untold.splice(0)) {
      if (this.#failure === null) tell();
      else reject(this.#failure);
    }
    for (const goOn of this.#heldUp.splice(0)) goOn();
  }
}
