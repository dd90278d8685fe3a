import { type ApiSuccess, parseApiAnswer } from "../api-answer.ts";

/** An answer of api.php as the rules get it; a test that gives anything but a success is wrong itself. */
export function successOf(json: object): ApiSuccess {
  const answer = parseApiAnswer(JSON.stringify(json));
  if (answer.kind !== "success") throw new Error(`not a success: ${answer.kind}`);
  return answer;
}
