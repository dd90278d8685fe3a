import type { Json, JsonObject } from "./mediawiki-result.ts";

/**
 * The older shape, which a request gets that does not say `formatversion=2`: true is an empty string, false is absent,
 * pages are a map by id, and the main value of an element is called "*".
 */
export function toFormatVersion1(value: JsonObject): JsonObject {
  return older(value) as JsonObject;
}

const MAIN_VALUES = new Set(["content", "category"]);

function older(value: Json): Json {
  if (value === true) return "";
  if (Array.isArray(value)) return value.map((one: Json) => older(one));
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== false);
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      if (name === "pages" && Array.isArray(inner)) return [name, byPageId(inner as JsonObject[])];
      if (name === "warnings" && typeof inner === "string") return ["*", inner];
      return [MAIN_VALUES.has(name) && typeof inner === "string" ? "*" : name, older(inner)];
    }),
  );
}

/** Pages without an id come first, numbered up to -1. */
function byPageId(pages: readonly JsonObject[]): Json {
  const without = pages.filter((page) => page["pageid"] === undefined).length;
  return Object.fromEntries(
    pages.map((page, index) => [String(page["pageid"] ?? index - without), older(page)]),
  );
}
