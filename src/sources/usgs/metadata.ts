import type { Json, JsonObject } from "../../domain/json.ts";
import type { Cells, Column } from "./columns.ts";
import { sanitizeWellName } from "./names.ts";
import { plainText } from "./parsed.ts";

const MAX_VALUE = 500;

/** Columns that become metadata as they are, and under which name. */
const PLAIN: readonly (readonly [Column, string])[] = [
  ["apiNumber", "api_number"],
  ["operator", "operator"],
  ["field", "field"],
  ["county", "county"],
  ["formation", "formation"],
  ["age", "age"],
  ["type", "sample_type"],
  ["source", "source"],
  ["securityFlag", "security_flag"],
  ["latitude", "latitude"],
  ["longitude", "longitude"],
  ["minDepth", "min_depth"],
  ["maxDepth", "max_depth"],
];

/** What the catalog says about a well. A hostile well name is left out, with a warning; the document stays. */
export function wellMetadata(cells: Cells, warn: (problem: string) => void): JsonObject {
  return present([
    ["well_name", wellName(cells.get("wellName"), warn)],
    ...PLAIN.map(([column, name]) => [name, cleaned(cells.get(column))] as const),
  ]);
}

/** Only what is there. */
export function present(entries: Iterable<readonly [string, Json | undefined]>): JsonObject {
  return Object.fromEntries(
    [...entries].filter(([, value]) => value !== undefined && value !== ""),
  ) as JsonObject;
}

/** One line, no control characters, not endless. */
export function cleaned(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return plainText(value.slice(0, MAX_VALUE * 2))
    .slice(0, MAX_VALUE)
    .toWellFormed()
    .trim();
}

function wellName(raw: string | undefined, warn: (problem: string) => void): string | undefined {
  if (raw === undefined) return undefined;
  const name = sanitizeWellName(raw);
  if (name.ok) return name.value;
  warn(name.problem);
  return undefined;
}
