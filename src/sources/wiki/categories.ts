import type { ApiSuccess } from "./api-answer.ts";
import { found, objectsOf, type Parsed, structureChanged, textOf } from "./json-value.ts";

/** Names of categories, without prefix, of one answer to `list=allcategories` (W4). */
export function readCategories({ query, json }: ApiSuccess): Parsed<readonly string[]> {
  const rows = objectsOf(query?.["allcategories"]);
  if (rows === null) return structureChanged("allcategories in the answer", query ?? json);
  const names = rows.map((row) => textOf(row["category"])).filter((name) => name !== null);
  return names.length < rows.length ? structureChanged("a category with its name", rows[0]) : found(names);
}

/** Merged over answers: each name once, in the order first seen. */
export function uniqueNames(names: Iterable<string>): readonly string[] {
  return [...new Set(names)];
}
