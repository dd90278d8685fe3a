import type { Json } from "./json.ts";

/** Far more than a page of any catalog or API has. A value takes up to 200 bytes, however short it is written. */
export const MAX_JSON_VALUES = 200_000;

/** Not a broken body: asked for again, it would be as large. */
export class JsonTooRich extends Error {
  constructor() {
    super(`more than ${MAX_JSON_VALUES} values`);
    this.name = "JsonTooRich";
  }
}

/**
 * JSON that a stranger has written. `[[[[…` or `{},{},…` becomes fifty times as large in memory as it was on the wire,
 * so what is in it is counted first. Throws `JsonTooRich`, and `SyntaxError` as `JSON.parse` does.
 */
export function parseForeignJson(text: string): Json {
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === OPEN_LIST || code === OPEN_OBJECT) values += 1;
    if (values > MAX_JSON_VALUES) throw new JsonTooRich();
  }
  return JSON.parse(text) as Json;
}

const [QUOTE, COMMA, BACKSLASH, OPEN_LIST, OPEN_OBJECT] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** Where the string ends that begins here (RFC 8259 §7); the end of the text where it never does. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}
