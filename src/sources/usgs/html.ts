import { Parser } from "htmlparser2";
import { type Parsed, structureChanged } from "./parsed.ts";

export interface HtmlReader {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string): void;
}

/** The parser's time grows with the square of the depth; no page of people goes anywhere near this one. */
const MAX_DEPTH = 5000;

/** Thrown by a reader for a page that has more in it than it will hold; what it saw is in the message. */
export class TooMuch extends Error {}

/** Feeds a page to a reader; a failure where it is built to exhaust us. */
export function readHtml<Reader extends HtmlReader>(html: string, reader: Reader): Parsed<Reader> {
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new TooMuch(`elements nested more than ${MAX_DEPTH} deep`);
      reader.open(name, attributes);
    },
    ontext: (text) => reader.text(text),
    onclosetag(name) {
      depth -= 1;
      reader.close(name);
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return structureChanged("a page", error.message);
  }
  return { ok: true, value: reader };
}

/** Text of an element as it is seen. */
export function squeeze(parts: readonly string[]): string {
  return parts.join("").replace(/\s+/g, " ").trim();
}
