import { JsonTooRich, MAX_JSON_VALUES, parseForeignJson } from "../../domain/foreign-json.ts";
import type { Json } from "../../domain/json.ts";
import { bodyBroken, found, type Parsed, structureChanged } from "./parsed.ts";

/** JSON that ends too early is a broken body; more than any catalog has is none. */
export function parseJsonAnswer(text: string): Parsed<Json> {
  try {
    return found(parseForeignJson(text));
  } catch (error) {
    if (error instanceof JsonTooRich)
      return structureChanged(`at most ${MAX_JSON_VALUES} values`, error.message);
    return bodyBroken(`not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
