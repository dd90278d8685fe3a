import type { ApiParams, ApiSuccess } from "./api-answer.ts";
import { isContinueName, stepKey } from "./continuation.ts";

/** The answers to one question and its continuations, as far as they came. */
export interface Walk<T> {
  /** Of the first request. */
  readonly params: ApiParams;
  readonly items: readonly T[];
  readonly complete: boolean;
}

interface OpenWalk<T> {
  readonly params: ApiParams;
  readonly items: T[];
  /** The step that has to follow; null when there is none. */
  expects: string | null;
}

/**
 * Puts answers that stand apart in a log together again. An answer belongs to a walk if its request went on where the
 * answer before it had stopped. A walk begun anew replaces the one before it once it is complete.
 */
export class Walks<T> {
  readonly #open = new Map<string, OpenWalk<T>>();
  readonly #done = new Map<string, Walk<T>>();

  /** Gives the walk as it is now; null for an answer that belongs to none, such as one that came twice. */
  take(question: string, params: ApiParams, answer: ApiSuccess, items: readonly T[]): Walk<T> | null {
    const step = stepOf(params);
    if (step === null) this.#open.set(question, { params, items: [], expects: null });
    const walk = this.#open.get(question);
    if (walk === undefined || walk.expects !== step) return null;
    for (const item of items) walk.items.push(item);
    walk.expects = answer.continue === null ? null : stepKey(answer.continue);
    if (walk.expects !== null) return { params: walk.params, items: walk.items, complete: false };
    this.#open.delete(question);
    const done = { params: walk.params, items: walk.items, complete: true };
    this.#done.set(question, done);
    return done;
  }

  /** Drops what is known of a question. */
  forget(question: string): void {
    this.#open.delete(question);
    this.#done.delete(question);
  }

  /** One walk a question: the last complete one, else what came of it. */
  all(): readonly Walk<T>[] {
    const begun = [...this.#open]
      .filter(([question]) => !this.#done.has(question))
      .map(([, { params, items }]) => ({ params, items, complete: false }));
    return [...this.#done.values(), ...begun];
  }
}

/** Where in its walk a request stands; null at the start. */
function stepOf(params: ApiParams): string | null {
  const further = Object.entries(params).filter(([name]) => isContinueName(name));
  return further.length === 0 ? null : stepKey(Object.fromEntries(further));
}
