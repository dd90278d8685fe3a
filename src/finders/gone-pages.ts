import type { Finding } from "../domain/reference.ts";
import type { DiscoverContext } from "../domain/source.ts";
import type { FindingMethod } from "./page-reference.ts";

/** Pages that were once in a list, and are not in it now that it was read to its end (E14). */
export async function* gonePages(
  { stored }: Pick<DiscoverContext<unknown>, "stored">,
  list: { readonly sourceId: string; readonly method: FindingMethod; readonly name: string },
  listed: ReadonlySet<string>,
): AsyncGenerator<Finding> {
  for await (const { key, aliases = [], fields } of stored()) {
    const isOfList = fields["source_id"] === list.sourceId && fields["method"] === list.method;
    if (isOfList && ![key, ...aliases].some((one) => listed.has(one)))
      yield { kind: "gone", key, aliases, reason: `no longer in the ${list.name}` };
  }
}
