import { expect, it } from "vitest";
import type { StoredDocument } from "../domain/reference.ts";
import { CompleteLists } from "./gone-pages.ts";

function page(
  key: string,
  source_id: string,
  method: string,
  aliases: readonly string[] = [],
): StoredDocument {
  return { key, fields: { source_id, method }, aliases } as unknown as StoredDocument;
}

/** What is gone by these lists, and how often all that is stored was looked at. */
async function goneOf(lists: CompleteLists, ...documents: readonly StoredDocument[]) {
  let looks = 0;
  async function* stored() {
    looks++;
    yield* documents;
  }
  const gone: string[] = [];
  for await (const finding of lists.gone({ stored }))
    if (finding.kind === "gone") gone.push(`${finding.key}: ${finding.reason}`);
  return { gone, looks };
}

it("looks at what is stored once, however many lists there are", async () => {
  const lists = new CompleteLists();
  const offices = Array.from({ length: 200 }, (_, n) => `office-${n}`);
  for (const sourceId of offices)
    lists.add({ sourceId, method: "sitemap", name: "sitemap" }, new Set([`${sourceId}/kept`]));
  const documents = offices.flatMap((id) => [
    page(`${id}/kept`, id, "sitemap"),
    page(`${id}/lost`, id, "sitemap"),
  ]);
  const { gone, looks } = await goneOf(lists, ...documents);
  expect(gone).toEqual(offices.map((id) => `${id}/lost: no longer in the sitemap`));
  expect(looks).toBe(1);
});

it.each<[string, StoredDocument]>([
  ["it is listed", page("a", "one", "sitemap")],
  ["it is listed under another address of its", page("new", "one", "sitemap", ["a"])],
  ["it was found in another way", page("b", "one", "crawl")],
  ["it is another office's", page("b", "two", "sitemap")],
])("takes no page for gone where %s", async (_, document) => {
  const lists = new CompleteLists();
  lists.add({ sourceId: "one", method: "sitemap", name: "sitemap" }, new Set(["a"]));
  expect((await goneOf(lists, document)).gone).toEqual([]);
});

it("looks at nothing where no list was read to its end", async () => {
  expect(await goneOf(new CompleteLists(), page("a", "one", "sitemap"))).toEqual({ gone: [], looks: 0 });
});
