import type { Failure } from "../../domain/failure.ts";
import type { Finding } from "../../domain/reference.ts";
import type { DiscoverContext } from "../../domain/source.ts";
import type { UsgsOptions } from "./options.ts";
import { excerpt } from "./parsed.ts";

/** What one discovery shares between its catalogs. */
export class Walk {
  readonly context: DiscoverContext<UsgsOptions>;
  readonly options: UsgsOptions;
  readonly #said = new Set<string>();
  readonly #held = new Set<string>();
  #stopped = false;

  constructor(context: DiscoverContext<UsgsOptions>) {
    this.context = context;
    this.options = context.options;
  }

  get stopped(): boolean {
    return this.#stopped || this.context.signal.aborted;
  }

  /** Whether this run is about wells whose page could not be read earlier, and about nothing else. */
  get looksAgain(): boolean {
    return (this.context.only?.size ?? 0) > 0;
  }

  /** @param libraryNumber As the catalog writes it. One that is not valid was never the key of anything. */
  looksAt(libraryNumber: string): boolean {
    return !this.looksAgain || this.context.only?.has(libraryNumber.trim()) === true;
  }

  /** True the first time only: catalogs that answer the same for every state must not be counted nine times. */
  isNews(...identity: readonly string[]): boolean {
    const known = JSON.stringify(identity);
    if (this.#said.has(known)) return false;
    this.#said.add(known);
    return true;
  }

  /** Takes note of a failure that will meet every further request to the host, or to any. True where it does. */
  note(url: string, failure: Failure): boolean {
    if (failure.kind === "interrupted") this.#stopped = true;
    const holds = failure.kind === "host_held" || failure.kind === "robots_unavailable";
    if (holds) this.#held.add(new URL(url).host);
    return holds || this.#stopped;
  }

  isHeld(url: string): boolean {
    return this.#held.has(new URL(url).host);
  }
}

export function rejected(field: string, reason: string, value: string, where: string): Finding {
  return { kind: "rejected", reason, field, value: excerpt(value), where };
}

export function filtered(reason: string, url: string): Finding {
  return { kind: "filtered", reason, url };
}
