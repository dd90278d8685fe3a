/**
 * CSV after RFC 4180, read as a stream: fields in quotes may hold commas, line ends and doubled quotes (2.5 – 2.7).
 * Tolerated beyond it: a byte order mark, lone CR or LF as line end, no line end at the end (2.2), rows of other
 * lengths than the header, text after a closing quote, an open quote at the end of the file. A quote inside of an
 * unquoted field (`5" CASING`) is a character like any other.
 */
export type CsvRow = readonly string[];

/** A field longer than this is not data: an unclosed quote would otherwise take in the rest of the body. */
export const MAX_FIELD_CHARACTERS = 1 << 20;

export class CsvFieldTooLong extends Error {
  constructor() {
    super(`a field of more than ${MAX_FIELD_CHARACTERS} characters`);
    this.name = "CsvFieldTooLong";
  }
}

/** Small enough that a piece, and what was cut from it, is gone with what is young in the heap. */
const PIECE_BYTES = 8 * 1024;

/**
 * Rows in order, chunk by chunk; lines with nothing on them are left out. The rows of a chunk are split while they are
 * asked for, and must be, before the next chunk is. Strings of a row may be windows on the whole chunk: copy what is
 * kept. Throws `CsvFieldTooLong` and what the body throws.
 */
export async function* readCsv(body: AsyncIterable<Uint8Array>): AsyncGenerator<Iterable<CsvRow>> {
  const decoder = new TextDecoder("utf-8");
  const splitter = new CsvSplitter();
  for await (const chunk of body)
    for (let from = 0; from < chunk.length; from += PIECE_BYTES)
      yield splitter.push(decoder.decode(chunk.subarray(from, from + PIECE_BYTES), { stream: true }));
  yield splitter.push(decoder.decode());
  yield splitter.end();
}

/**
 *          " at the start                "
 *   plain ────────────────▶ quoted ────────────▶ closing ── " ──▶ quoted (the quote was doubled)
 *     ▲                                             │
 *     └────────────────── anything else ────────────┘
 */
class CsvSplitter {
  #state: "plain" | "quoted" | "closing" = "plain";
  #row: string[] = [];
  #field = "";
  #rowEnded = false;

  *push(text: string): Generator<CsvRow> {
    let position = 0;
    while (position < text.length) {
      position = this.#state === "quoted" ? this.#quoted(text, position) : this.#plain(text, position);
      if (this.#field.length > MAX_FIELD_CHARACTERS) throw new CsvFieldTooLong();
      if (!this.#rowEnded) continue;
      const row = this.#takeRow();
      if (row !== null) yield row;
    }
  }

  *end(): Generator<CsvRow> {
    this.#endField();
    const row = this.#takeRow();
    if (row !== null) yield row;
  }

  #quoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    this.#field += text.slice(from, quote === -1 ? undefined : quote);
    if (quote === -1) return text.length;
    this.#state = "closing";
    return quote + 1;
  }

  #plain(text: string, from: number): number {
    const special = nextSpecial(text, from);
    if (special > from) {
      this.#field += text.slice(from, special);
      this.#state = "plain";
    }
    if (special < text.length) this.#special(text[special] ?? "");
    return special + 1;
  }

  #special(character: string): void {
    if (character === '"') return this.#quote();
    this.#state = "plain";
    this.#endField();
    this.#rowEnded = character !== ",";
  }

  #quote(): void {
    const literal = this.#state === "closing" || this.#field.trim() !== "";
    if (this.#state === "closing" || !literal) {
      this.#field = literal ? `${this.#field}"` : "";
      this.#state = "quoted";
    } else {
      this.#field += '"';
    }
  }

  #endField(): void {
    this.#row.push(this.#field);
    this.#field = "";
  }

  /** The line feed after a carriage return ends a row with nothing on it, which is none. */
  #takeRow(): CsvRow | null {
    const row = this.#row;
    this.#row = [];
    this.#rowEnded = false;
    return row.some((field) => field.trim() !== "") ? row : null;
  }
}

/** Where the next comma, quote or line end is; the end of the text where there is none. */
function nextSpecial(text: string, from: number): number {
  for (let position = from; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === 0x2c || code === 0x22 || code === 0x0a || code === 0x0d) return position;
  }
  return text.length;
}
