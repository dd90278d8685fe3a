/** The names of OpenDocument under the prefixes that the standard gives them, whatever prefixes a file has chosen. */
import { type MarkupHandler, MarkupReader } from "../../finders/markup.ts";
import { StreamingDecoder } from "../../finders/text-decoding.ts";

const URN = /^urn:oasis:names:tc:opendocument:xmlns:([a-z-]+):1\.\d+$/;
/** Those that are read here, by their name in the URN. */
const PREFIXES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    office: "office",
    text: "text",
    table: "table",
    style: "style",
    form: "form",
    drawing: "draw",
    "xsl-fo-compatible": "fo",
    "svg-compatible": "svg",
  }),
);
const XLINK = "http://www.w3.org/1999/xlink";
const XMLNS = "xmlns:";

class CanonicalNames implements MarkupHandler {
  readonly #handler: MarkupHandler;
  /** Only those that differ: in nearly every file none. */
  readonly #prefixes = new Map<string, string>();

  constructor(handler: MarkupHandler) {
    this.#handler = handler;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    for (const [attribute, value] of attributes) {
      if (attribute.startsWith(XMLNS)) this.#declare(attribute.slice(XMLNS.length), value);
    }
    if (this.#prefixes.size === 0) return this.#handler.open(name, attributes);
    const renamed = new Map([...attributes].map(([key, value]) => [this.#canonical(key), value]));
    this.#handler.open(this.#canonical(name), renamed);
  }

  close(name: string): void {
    this.#handler.close(this.#canonical(name));
  }

  text(text: string): void {
    this.#handler.text(text);
  }

  #declare(prefix: string, uri: string): void {
    const expected = uri === XLINK ? "xlink" : PREFIXES.get(URN.exec(uri)?.[1] ?? "");
    if (expected !== undefined && expected !== prefix) this.#prefixes.set(prefix, expected);
  }

  #canonical(name: string): string {
    if (this.#prefixes.size === 0) return name;
    const colon = name.indexOf(":");
    const prefix = this.#prefixes.get(name.slice(0, Math.max(colon, 0)));
    return prefix === undefined ? name : prefix + name.slice(colon);
  }
}

/** Reads a part as it is inflated. Entities that it declares stay as they are written. */
export async function readOdf(chunks: AsyncIterable<Uint8Array>, handler: MarkupHandler): Promise<void> {
  const reader = new MarkupReader(new CanonicalNames(handler), { xml: true });
  let decoder: StreamingDecoder | null = null;
  for await (const chunk of chunks) {
    decoder ??= new StreamingDecoder(chunk);
    reader.write(decoder.decode(chunk));
  }
  reader.write(decoder?.end() ?? "");
  reader.end();
}
