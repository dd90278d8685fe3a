/**
 * XML and HTML as a flat stream of tags and text, on the tokenizer of htmlparser2. No tree and no stack of open
 * elements: nesting costs nothing, and no memory grows with the document. There is no DTD: entities that a document
 * declares stay as they are written, which is why none of them can explode.
 */
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";

export interface MarkupHandler {
  /** Names are in lower case, with their prefix. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  /** Also follows `open` for a tag that closes itself, in XML. */
  close(name: string): void;
  text(text: string): void;
  /** `doctype html` of `<!doctype html>`. */
  declaration?(text: string): void;
}

/** What one comment, CDATA section or tag name may hold before its beginning is forgotten. */
const MAX_KEPT = 1 << 20;
const MAX_WRITE = 1 << 16;
const MAX_ATTRIBUTES = 128;
const MAX_ATTRIBUTE_LENGTH = 1 << 16;
const MAX_NAME_LENGTH = 256;

export class MarkupReader {
  readonly #tokenizer: Tokenizer;
  readonly #kept: RecentText;

  constructor(handler: MarkupHandler, options: { readonly xml: boolean }) {
    this.#kept = new RecentText();
    this.#tokenizer = new Tokenizer(
      { xmlMode: options.xml, decodeEntities: true },
      new Events(handler, this.#kept, options.xml),
    );
  }

  write(text: string): void {
    for (let from = 0; from < text.length; from += MAX_WRITE) {
      const piece = text.slice(from, from + MAX_WRITE);
      this.#kept.push(piece);
      this.#tokenizer.write(piece);
    }
  }

  end(): void {
    this.#tokenizer.end();
  }
}

/** The text that the tokenizer may still speak of by its position. */
class RecentText {
  readonly #pieces: string[] = [];
  #offset = 0;
  #length = 0;

  push(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
    while (this.#length > MAX_KEPT + MAX_WRITE) this.#dropFirst();
  }

  /** Positions only ever grow; what has been forgotten is missing from the answer. */
  slice(start: number, end: number): string {
    while (this.#pieces.length > 1 && start >= this.#offset + (this.#pieces[0]?.length ?? 0))
      this.#dropFirst();
    let text = "";
    let offset = this.#offset;
    for (const piece of this.#pieces) {
      if (offset >= end) break;
      text += piece.slice(Math.max(start - offset, 0), end - offset);
      offset += piece.length;
    }
    return text;
  }

  #dropFirst(): void {
    const length = this.#pieces.shift()?.length ?? 0;
    this.#offset += length;
    this.#length -= length;
  }
}

class Events implements TokenizerCallbacks {
  readonly #handler: MarkupHandler;
  readonly #recent: RecentText;
  readonly #xml: boolean;
  #name = "";
  #attributes = new Map<string, string>();
  #attributeName = "";
  #attributeValue = "";

  constructor(handler: MarkupHandler, recent: RecentText, xml: boolean) {
    this.#handler = handler;
    this.#recent = recent;
    this.#xml = xml;
  }

  /** At the end of a text that ends in `<a/` the tokenizer knows of no beginning, and means all there is. */
  ontext(start: number, end: number): void {
    if (start >= 0) this.#handler.text(this.#recent.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#handler.text(String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#xml) this.#handler.text(this.#recent.slice(start, end - endOffset));
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#nameAt(start, end);
    this.#attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.#nameAt(start, end);
    this.#attributeValue = "";
  }

  onattribdata(start: number, end: number): void {
    if (this.#attributeValue.length < MAX_ATTRIBUTE_LENGTH)
      this.#attributeValue += this.#recent.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.#attributeValue.length < MAX_ATTRIBUTE_LENGTH) {
      this.#attributeValue += String.fromCodePoint(codePoint);
    }
  }

  /** Of an attribute that is given twice the first counts (HTML 13.2.5.33). */
  onattribend(): void {
    const isNew = !this.#attributes.has(this.#attributeName);
    if (isNew && this.#attributes.size < MAX_ATTRIBUTES) {
      this.#attributes.set(this.#attributeName, this.#attributeValue);
    }
  }

  onopentagend(): void {
    this.#handler.open(this.#name, this.#attributes);
  }

  onselfclosingtag(): void {
    this.#handler.open(this.#name, this.#attributes);
    if (this.#xml) this.#handler.close(this.#name);
  }

  onclosetag(start: number, end: number): void {
    this.#handler.close(this.#nameAt(start, end));
  }

  ondeclaration(start: number, end: number): void {
    this.#handler.declaration?.(this.#recent.slice(start, Math.min(end, start + MAX_NAME_LENGTH)));
  }

  oncomment(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  isInForeignContext(): boolean {
    return false;
  }

  #nameAt(start: number, end: number): string {
    return this.#recent.slice(start, Math.min(end, start + MAX_NAME_LENGTH)).toLowerCase();
  }
}

/** `image:loc` → `image`, `loc`. */
export function splitName(name: string): { readonly prefix: string; readonly local: string } {
  const colon = name.indexOf(":");
  if (colon === -1) return { prefix: "", local: name };
  return { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}

/** Lower case, without namespace prefix, underscores and hyphens: `url_pdf`, `urlPdf` and `x:url-pdf` are one name. */
export function foldedName(name: string): string {
  return name
    .replace(/^[^:]*:(?=.)/, "")
    .replace(/[_-]/g, "")
    .toLowerCase();
}
