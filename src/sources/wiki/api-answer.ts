import type { Failure } from "../../domain/failure.ts";
import { JsonTooRich, MAX_JSON_VALUES, parseForeignJson } from "../../domain/foreign-json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { excerpt, isObject, isSet, objectsOf, shownJson, textOf } from "./json-value.ts";

/** Parameters of a request to api.php. */
export type ApiParams = Readonly<Record<string, string>>;

export interface ApiWarning {
  /** `main`, `result` (the answer was cut), the name of a module. */
  readonly module: string;
  readonly text: string;
}

/** One answer of api.php (`format=json&formatversion=2`), taken apart. */
export type ApiAnswer =
  | {
      readonly kind: "success";
      readonly json: JsonObject;
      /** Null where the answer has none: nothing was found. */
      readonly query: JsonObject | null;
      /** What to add to the same question to get the rest; null where this was all. */
      readonly continue: ApiParams | null;
      /** All there is to say of these pages has been said; the list may still go on. */
      readonly batchComplete: boolean;
      readonly warnings: readonly ApiWarning[];
    }
  /** The server answered in its own words that it could not, or asked to wait. */
  | {
      readonly kind: "api_error";
      readonly json: JsonObject;
      readonly code: string;
      readonly failure: Failure;
      readonly warnings: readonly ApiWarning[];
    }
  /** HTML, a cut answer, nothing at all. */
  | { readonly kind: "not_json"; readonly text: string; readonly failure: Failure }
  /** JSON, but not of api.php. */
  | { readonly kind: "wrong_shape"; readonly json: Json; readonly failure: Failure };

export type ApiSuccess = Extract<ApiAnswer, { kind: "success" }>;

/** Codes by which the server asks for patience; they say nothing of the question. */
const ASKS_TO_WAIT: ReadonlySet<string> = new Set(["maxlag", "ratelimited", "readonly"]);

/** @param retryAfterMs What the header `Retry-After` asked for. */
export function parseApiAnswer(text: string, retryAfterMs?: number): ApiAnswer {
  let json: Json;
  try {
    json = parseForeignJson(text);
  } catch (error) {
    return error instanceof JsonTooRich ? tooRich(text, error) : notJson(text);
  }
  return readApiAnswer(json, retryAfterMs);
}

function notJson(text: string): ApiAnswer {
  return { kind: "not_json", text, failure: { kind: "body_broken", detail: `not JSON: ${seenText(text)}` } };
}

/** No answer to the same question would be smaller, and nobody needs to keep it. */
function tooRich(text: string, { message }: JsonTooRich): ApiAnswer {
  const expected = `an answer of api.php with at most ${MAX_JSON_VALUES} values`;
  return {
    kind: "not_json",
    text: seenText(text),
    failure: { kind: "structure_changed", expected, seen: message },
  };
}

function seenText(text: string): string {
  return text.trim() === "" ? "nothing" : excerpt(text, 80);
}

/** The same for what is JSON already, as in a raw event. */
export function readApiAnswer(json: Json, retryAfterMs?: number): ApiAnswer {
  if (!isObject(json)) return wrongShape(json, "an object");
  const error = errorOf(json);
  if (error !== null) return refusal(json, error, retryAfterMs);
  const query = json["query"] ?? null;
  if (query !== null && !isObject(query)) return wrongShape(json, "an object as query", query);
  const further = json["continue"];
  const goOn = further === undefined ? null : paramsOf(further);
  if (further !== undefined && goOn === null) return wrongShape(json, "parameters as continue", further);
  const batchComplete = isSet(json["batchcomplete"]);
  if (query === null && goOn === null && !batchComplete) return wrongShape(json, "query or batchcomplete");
  return { kind: "success", json, query, continue: goOn, batchComplete, warnings: warningsOf(json) };
}

function wrongShape(json: Json, expected: string, seen: Json = json): ApiAnswer {
  return {
    kind: "wrong_shape",
    json,
    failure: {
      kind: "structure_changed",
      expected: `an answer of api.php with ${expected}`,
      seen: shownJson(seen),
    },
  };
}

interface ApiError {
  readonly code: string;
  readonly detail: string;
}

/** `error` of the usual format; the first of `errors`, where a wiki was told to use a newer one. */
function errorOf(json: JsonObject): ApiError | null {
  const first = objectsOf(json["errors"])?.[0];
  const error = isObject(json["error"]) ? json["error"] : first;
  if (error === undefined) return null;
  const code = textOf(error["code"]) ?? "unknown";
  const detail = ["info", "text", "html"].map((name) => textOf(error[name])).find((text) => text !== null);
  return { code: excerpt(code, 80), detail: excerpt(detail ?? "no details") };
}

function refusal(json: JsonObject, { code, detail }: ApiError, retryAfterMs: number | undefined): ApiAnswer {
  const failure: Failure = ASKS_TO_WAIT.has(code)
    ? { kind: "asked_to_wait", code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
    : { kind: "api_error", code, detail, retryable: isOwnTrouble(code) };
  return { kind: "api_error", json, code, failure, warnings: warningsOf(json) };
}

/** An exception inside MediaWiki (`internal_api_error_DBQueryError`): the same question may be answered later. */
function isOwnTrouble(code: string): boolean {
  return code === "internal_api_error" || code.startsWith("internal_api_error_");
}

/** `{ main: { warnings: "…" } }` in the usual format, a list in newer ones. */
function warningsOf(json: JsonObject): readonly ApiWarning[] {
  const warnings = json["warnings"];
  if (isObject(warnings)) {
    return Object.entries(warnings).map(([module, value]) => ({ module, text: warningText(value) }));
  }
  return (objectsOf(warnings) ?? []).map((one) => ({
    module: textOf(one["module"]) ?? "main",
    text: warningText(one),
  }));
}

function warningText(value: Json): string {
  const known = isObject(value) ? (value["warnings"] ?? value["text"] ?? value["html"] ?? value["*"]) : value;
  return typeof known === "string" ? known : shownJson(value);
}

/** Values are texts; offsets come as numbers. */
function paramsOf(value: Json): ApiParams | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.some(([, one]) => typeof one !== "string" && typeof one !== "number")) {
    return null;
  }
  return Object.fromEntries(entries.map(([name, one]) => [name, String(one)]));
}
