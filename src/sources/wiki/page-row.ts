import type { JsonObject } from "../../domain/json.ts";
import { idOf, integerOf, isSet, textOf } from "./json-value.ts";

/** An entry of `query.pages`. Its shape says what it is; ids and titles are missing where there is nothing to name. */
export type PageRow =
  | { readonly kind: "page"; readonly pageid: number; readonly namespace: number; readonly title: string }
  /** Asked for by id (then without a title) or by title (then without an id). */
  | { readonly kind: "missing"; readonly pageid: number | null; readonly title: string | null }
  | { readonly kind: "invalid"; readonly title: string | null; readonly reason: string }
  /** Made by the software, such as `Special:Version`: it has no content of its own. */
  | { readonly kind: "special"; readonly title: string };

/** Null where it is none of these. */
export function readPageRow(row: JsonObject): PageRow | null {
  const title = textOf(row["title"]);
  if (isSet(row["invalid"])) {
    return { kind: "invalid", title, reason: textOf(row["invalidreason"]) ?? "no reason given" };
  }
  // A special page that does not exist is both, and special first.
  if (isSet(row["special"])) return title === null ? null : { kind: "special", title };
  if (isSet(row["missing"])) return { kind: "missing", pageid: integerOf(row["pageid"]), title };
  const pageid = idOf(row["pageid"]);
  const namespace = integerOf(row["ns"]);
  return pageid === null || namespace === null || title === null
    ? null
    : { kind: "page", pageid, namespace, title };
}
