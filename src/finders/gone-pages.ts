import type { Finding } from "../domain/reference.ts";
import type { DiscoverContext } from "../domain/source.ts";
import type { FindingMethod } from "./page-reference.ts";

/** Which pages a list is of. */
export interface List {
  readonly sourceId: string;
  readonly method: FindingMethod;
  /** As people call it. */
  readonly name: string;
}

/**
 * Lists that were read to their end. Pages that were once in one of them, and are not in it now, are gone (E14). All that
 * is stored is looked at once for all lists: there are hundreds of offices, and as many lists.
 */
export class CompleteLists {
  readonly #lists = new Map<string, { readonly name: string; readonly listed: ReadonlySet<string> }>();

  add({ sourceId, method, name }: List, listed: ReadonlySet<string>): void {
    this.#lists.set(placeOf(sourceId, method), { name, listed });
  }

  async *gone({ stored }: Pick<DiscoverContext<unknown>, "stored">): AsyncGenerator<Finding> {
    if (this.#lists.size === 0) return;
    for await (const { key, aliases = [], fields } of stored()) {
      const list = this.#lists.get(placeOf(fields["source_id"], fields["method"]));
      if (list !== undefined && ![key, ...aliases].some((one) => list.listed.has(one)))
        yield { kind: "gone", key, aliases, reason: `no longer in the ${list.name}` };
    }
  }
}

/** A method is one of a few words; an id may be anything. */
function placeOf(sourceId: unknown, method: unknown): string {
  return `${String(method)} ${String(sourceId)}`;
}
