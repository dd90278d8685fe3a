import type { ApiSuccess } from "./api-answer.ts";
import type { ApiClient } from "./api-client.ts";
import { found, objectsOf, type Parsed, structureChanged, textOf } from "./json-value.ts";

/** Every category of a wiki, those without a page too: each name once, in the order first seen (W4). */
export async function allCategories(client: Pick<ApiClient, "walk">): Promise<Parsed<readonly string[]>> {
  const names = new Set<string>();
  const params = { list: "allcategories", aclimit: "max" };
  for await (const told of client.walk({ operation: "allcategories", params })) {
    const some = told.ok ? readCategories(told.value.answer) : told;
    if (!some.ok) return some;
    for (const name of some.value) names.add(name);
  }
  return found([...names]);
}

/** Names of categories, without prefix, of one answer to `list=allcategories` (W4). */
export function readCategories({ query, json }: ApiSuccess): Parsed<readonly string[]> {
  const rows = objectsOf(query?.["allcategories"]);
  if (rows === null) return structureChanged("allcategories in the answer", query ?? json);
  const names = rows.map((row) => textOf(row["category"])).filter((name) => name !== null);
  return names.length < rows.length ? structureChanged("a category with its name", rows[0]) : found(names);
}
