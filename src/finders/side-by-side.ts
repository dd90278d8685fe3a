/**
 * A place where values are handed over: who puts one in waits until it is worked on and the next one is asked for, so that
 * nothing piles up between a server that sends and a disk that takes.
 */
export class Handover<T> {
  readonly #offered: { readonly value: T; readonly taken: (isTaken: boolean) => void }[] = [];
  #isOver = false;
  #error: { readonly error: unknown } | null = null;
  #wake: () => void = () => {};

  /** False where nobody takes anything any more. */
  put(value: T): Promise<boolean> {
    if (this.#isOver) return Promise.resolve(false);
    return new Promise((taken) => {
      this.#offered.push({ value, taken });
      this.#wake();
    });
  }

  /** Nothing more will be put in; with an error, who takes is told. */
  end(error?: { readonly error: unknown }): void {
    this.#isOver = true;
    this.#error ??= error ?? null;
    this.#wake();
  }

  async *values(): AsyncGenerator<T> {
    try {
      for (;;) {
        const offer = this.#offered.shift();
        if (offer !== undefined) {
          let isTaken = false;
          try {
            yield offer.value;
            isTaken = true;
          } finally {
            offer.taken(isTaken);
          }
        } else if (this.#isOver) {
          if (this.#error !== null) throw this.#error.error;
          return;
        } else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      this.#isOver = true;
      for (const { taken } of this.#offered.splice(0)) taken(false);
    }
  }
}

/**
 * Runs generators side by side and yields what any of them has as it comes: one that waits holds up no other. When the
 * taker leaves, each is told at its next value.
 */
export async function* sideBySide<T>(generators: readonly AsyncGenerator<T>[]): AsyncGenerator<T> {
  const handover = new Handover<T>();
  const run = async (generator: AsyncGenerator<T>) => {
    for await (const value of generator) if (!(await handover.put(value))) return;
  };
  void Promise.all(generators.map(run)).then(
    () => handover.end(),
    (error: unknown) => handover.end({ error }),
  );
  yield* handover.values();
}
