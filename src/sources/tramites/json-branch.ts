import type { Json } from "../../domain/json.ts";
import { foldedName } from "../../finders/markup.ts";
import { type Branch, MAX_BRANCHES, MAX_DEPTH, NO_ATTRIBUTES } from "./branch.ts";
import { parseJsonAnswer } from "./json-answer.ts";
import { found, type Parsed, structureChanged } from "./parsed.ts";

/** Under which name converters from XML put the text of an element that has attributes too. */
const TEXT_KEYS = new Set(["texto", "_", "#text", "$t", "$", "content", "value", "@value"]);

/** Reads JSON into the form that XML is read into, see Branch. The root has no name. */
export function readJsonBranch(text: string): Parsed<Branch> {
  const json = parseJsonAnswer(text);
  if (!json.ok) return json;
  const budget = { branches: 0 };
  const root = branchOf("", json.value, 0, budget);
  return root === null || budget.branches > MAX_BRANCHES
    ? structureChanged(`at most ${MAX_DEPTH} levels and ${MAX_BRANCHES} values`, "more of them")
    : found(root);
}

/** Null where it is too deep; a tree that has grown too large is left unfinished. */
function branchOf(name: string, json: Json, depth: number, budget: { branches: number }): Branch | null {
  if (depth > MAX_DEPTH) return null;
  let attributes: Map<string, string> | null = null;
  const parts: (string | Branch)[] = [];
  for (const [key, value] of pairsOf(json)) {
    if (++budget.branches > MAX_BRANCHES) break;
    if (!isScalar(value)) {
      const child = branchOf(foldedName(key), value, depth + 1, budget);
      if (child === null) return null;
      parts.push(child);
    } else if (value !== null) {
      if (TEXT_KEYS.has(key)) parts.push(String(value));
      else (attributes ??= new Map()).set(foldedName(key), String(value));
    }
  }
  return { name, attributes: attributes ?? NO_ATTRIBUTES, parts };
}

/** One child and a list of children look the same from here; scalars in a list are children with a text. */
function* pairsOf(json: Json): Generator<readonly [string, Json]> {
  if (isScalar(json)) {
    yield ["_", json];
  } else if (Array.isArray(json)) {
    for (const one of json as readonly Json[]) yield ["_", one];
  } else {
    for (const [key, value] of Object.entries(json)) {
      if (!Array.isArray(value)) yield [key, value as Json];
      else for (const one of value as readonly Json[]) yield [key, isScalar(one) ? { _: one } : one];
    }
  }
}

function isScalar(value: Json): value is string | number | boolean | null {
  return typeof value !== "object" || value === null;
}
