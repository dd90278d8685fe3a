import type { ApiParams } from "./api-answer.ts";
import { type Parsed, found, shownJson } from "./json-value.ts";

/** More requests than any walk through a wiki takes: 50 million pages at 500 a request. */
const MAX_STEPS = 100_000;

/**
 * One question and all its continuations. The next request is the question plus the latest `continue`, never the sum of
 * all of them. A server that repeats itself would be asked for ever, so what was seen is remembered.
 */
export class Continuation {
  readonly #question: ApiParams;
  readonly #maxSteps: number;
  readonly #seen = new Set<string>();
  #params: ApiParams;

  constructor(question: ApiParams, maxSteps: number = MAX_STEPS) {
    this.#question = question;
    this.#maxSteps = maxSteps;
    this.#params = question;
  }

  /** Of the request to make now. */
  get params(): ApiParams {
    return this.#params;
  }

  /** Takes the `continue` of the answer; says whether there is another request to make. */
  advance(further: ApiParams | null): Parsed<"more" | "done"> {
    if (further === null) return found("done");
    const foreign = this.#foreignName(further);
    if (foreign !== null) return broken("a continue that leaves the question alone", `another ${foreign}`);
    const step = stepKey(further);
    if (this.#seen.has(step)) return broken("a continue that goes on", `the same again: ${shownJson(step)}`);
    if (this.#seen.size >= this.#maxSteps) return broken("an end", `${this.#maxSteps} continuations`);
    this.#seen.add(step);
    this.#params = { ...this.#question, ...further };
    return found("more");
  }

  /** A parameter of the question that the server would change; only where it is in the list may change. */
  #foreignName(further: ApiParams): string | null {
    const changed = ([name, value]: [string, string]) =>
      !isContinueName(name) && Object.hasOwn(this.#question, name) && this.#question[name] !== value;
    return Object.entries(further).find(changed)?.[0] ?? null;
  }
}

function broken(expected: string, seen: string): Parsed<never> {
  return { ok: false, failure: { kind: "structure_changed", expected, seen } };
}

/** `continue`, `gapcontinue`, `rvcontinue` … */
export function isContinueName(name: string): boolean {
  return name.endsWith("continue");
}

/** The same for equal objects, whatever the order of their names. */
export function stepKey(further: ApiParams): string {
  const entries = Object.entries(further);
  return JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b))));
}
