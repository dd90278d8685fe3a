import type { Json } from "../../domain/json.ts";
import type { ApiParams } from "./api-answer.ts";
import { type Parsed, found, shownJson } from "./json-value.ts";

/** More requests than any walk through a wiki takes: 50 million pages at 500 a request. */
const MAX_STEPS = 100_000;

/** Fifty pages that are named: their texts, and categories by the thousand. */
const MAX_STEPS_OF_PAGES = 1000;

/** A filter may leave some answers empty; a server that says the same this often in a row has nothing more to say. */
const MAX_REPEATS = 50;

/**
 * One question and all its continuations. The next request is the question plus the latest `continue`, never the sum of
 * all of them. A server that repeats itself would be asked for ever, so what was seen is remembered.
 */
export class Continuation {
  readonly #question: ApiParams;
  readonly #maxSteps: number;
  readonly #seen = new Set<string>();
  #params: ApiParams;
  #said = "";
  #repeats = 0;

  constructor(question: ApiParams, maxSteps?: number) {
    this.#question = question;
    this.#maxSteps = maxSteps ?? ("pageids" in question ? MAX_STEPS_OF_PAGES : MAX_STEPS);
    this.#params = question;
  }

  /** Of the request to make now. */
  get params(): ApiParams {
    return this.#params;
  }

  /** Takes the `continue` of the answer, and what it `said`; says whether there is another request to make. */
  advance(further: ApiParams | null, said?: Json): Parsed<"more" | "done"> {
    if (further === null) return found("done");
    const foreign = this.#foreignName(further);
    if (foreign !== null) return broken("a continue that leaves the question alone", `another ${foreign}`);
    const step = stepKey(further);
    if (this.#seen.has(step)) return broken("a continue that goes on", `the same again: ${shownJson(step)}`);
    if (this.#seen.size >= this.#maxSteps) return broken("an end", `${this.#maxSteps} continuations`);
    if (said !== undefined && this.#isStuck(asText(said)))
      return broken("a continue that leads somewhere", `the same answer ${MAX_REPEATS} times`);
    this.#seen.add(step);
    this.#params = { ...this.#question, ...further };
    return found("more");
  }

  #isStuck(said: string): boolean {
    this.#repeats = said === this.#said ? this.#repeats + 1 : 1;
    this.#said = said;
    return this.#repeats >= MAX_REPEATS;
  }

  /** A parameter of the question that the server would change; only where it is in the list may change. */
  #foreignName(further: ApiParams): string | null {
    const changed = ([name, value]: [string, string]) =>
      !isContinueName(name) && Object.hasOwn(this.#question, name) && this.#question[name] !== value;
    return Object.entries(further).find(changed)?.[0] ?? null;
  }
}

/** Nothing, where it is nested too deeply to be written. */
function asText(said: Json): string {
  try {
    return JSON.stringify(said);
  } catch {
    return "";
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
