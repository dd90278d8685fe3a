import type { Failure } from "../../domain/failure.ts";
import type { ApiAnswer } from "./api-answer.ts";
import { excerpt, shownJson } from "./json-value.ts";

/** What `--api` has to name. */
const EXPECTED = "an api.php of MediaWiki at this address";

/**
 * What the first answer of an address proves against it: a page for people, or JSON of something else. Null where it may
 * be an api.php all the same: its own errors, and JSON that was cut on the way.
 */
export function notAnApi(answer: ApiAnswer, contentType: string | undefined): Failure | null {
  if (answer.kind === "wrong_shape") return unexpected(`other JSON (${shownJson(answer.json)})`);
  if (answer.kind !== "not_json") return null;
  const text = answer.text.trimStart();
  if (text === "" || text.startsWith("{") || /^application\/json\b/i.test(contentType ?? "")) return null;
  const what = /^<(?:!doctype html|html)\b/i.test(text) ? "a page of HTML" : "text that is not JSON";
  return unexpected(`${what} (${excerpt(titleOf(text) ?? text, 80)})`);
}

function titleOf(text: string): string | undefined {
  return /<title>([^<]*)<\/title>/i.exec(text.slice(0, 10_000))?.[1];
}

/** The same for what became of the first question, where trying again would not help. */
export function ofAddress(failure: Failure): Failure {
  switch (failure.kind) {
    case "http_status":
      return NO_SUCH_PAGE.has(failure.status) ? unexpected(`status ${failure.status}`) : failure;
    case "api_error":
      return NOT_UNDERSTOOD.test(failure.code)
        ? unexpected(`the error ${failure.code} (${failure.detail})`)
        : failure;
    case "outside_scope":
      return unexpected(`a redirect to ${failure.detail}`);
    default:
      return failure;
  }
}

/** Not 401 and 403: there may well be an api.php that is not for everybody. */
const NO_SUCH_PAGE: ReadonlySet<number> = new Set([400, 404, 405, 406, 410, 415]);

/** Every MediaWiki of the last ten years knows the first question; one that may not answer it says so by other codes. */
const NOT_UNDERSTOOD = /^(?:badvalue|missingparam|unknown_\w+|unrecognized\w*)$/;

function unexpected(seen: string): Failure {
  return { kind: "unexpected_content", expected: EXPECTED, seen };
}
