/**
 * Words that a PDF has in its dictionaries, and pdf.js leaves there: what marked content stands for (`ActualText`, ISO
 * 32000-1, 14.9.4: figures and ligatures of the PDFs that browsers and LibreOffice print are nothing else), and the name
 * of a field (`TU`) where it is the field's whose boxes are drawn. pdf.js asks the dictionary of marked content for its
 * number alone, so that is where the words are handed out; and a box for its own name, which is its field's as well.
 * And words beyond the part of a page that is shown (`CropBox`): the page is taken for as large as it is (`MediaBox`), as
 * others read it, for what is cut off may be the whole of a line. And letters that a font names by their form.
 *
 * The class of dictionaries is nobody's export: one of them comes to light where an operator has it in a list.
 */
import { withPlainNames } from "./glyph-names.ts";
import { sameThreadWorker } from "./same-thread-worker.ts";

/** In place of a number, of marked content that stands for a text. */
export class ActualText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

interface Dictionary {
  get(key: string, second?: string, third?: string): unknown;
  getArray(key: string, second?: string, third?: string): unknown;
}

interface SeedPage {
  getOperatorList(): Promise<{ readonly argsArray: readonly unknown[] }>;
}

type OpenDocument = (
  bytes: Uint8Array,
  options: object,
) => Promise<{
  getPage(number: number): Promise<SeedPage>;
  readonly loadingTask: { destroy(): Promise<void> };
}>;

const SEED = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >> endobj
4 0 obj << /Length 14 >> stream
[<< /A 1 >>] i
endstream endobj
trailer << /Root 1 0 R >>
`;

/** Fields in fields, as far up as a name is looked for. */
const MAX_PARENTS = 8;

let handedOut: Promise<void> | null = null;

/** Once a process. Where this pdf.js is put together in another way, documents are read without these words. */
export function handOutWords(pdfjs: object, openDocument: OpenDocument): Promise<void> {
  handedOut ??= seedDictionary(pdfjs, openDocument).then(
    (dictionary) => {
      if (dictionary !== null) widen(Object.getPrototypeOf(dictionary) as Dictionary);
    },
    () => undefined,
  );
  return handedOut;
}

async function seedDictionary(pdfjs: object, openDocument: OpenDocument): Promise<Dictionary | null> {
  const worker = sameThreadWorker(pdfjs);
  if (worker === null) return null;
  try {
    const document = await openDocument(new TextEncoder().encode(SEED), { worker, verbosity: 0 });
    const { argsArray } = await (await document.getPage(1)).getOperatorList();
    const found = argsArray.flat(2).find((value) => isDictionary(value));
    await document.loadingTask.destroy();
    return (found as Dictionary | undefined) ?? null;
  } finally {
    worker.destroy();
  }
}

const isDictionary = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "get" in value && "getRaw" in value;

function widen(prototype: Dictionary): void {
  const { get, getArray } = prototype;
  prototype.get = function (this: Dictionary, key, second, third) {
    if (key === "MCID") return standsFor(get.call(this, "ActualText")) ?? get.call(this, key);
    if (key === "TU") return nameOf(this, get);
    if (key === "Differences") return withPlainNames(get.call(this, key));
    return get.call(this, key, second, third);
  };
  prototype.getArray = function (this: Dictionary, key, second, third) {
    return key === "CropBox" ? undefined : getArray.call(this, key, second, third);
  };
}

const standsFor = (text: unknown) => (typeof text === "string" ? new ActualText(decoded(text)) : null);

function nameOf(box: Dictionary, get: Dictionary["get"]): unknown {
  let holder: unknown = box;
  for (let up = 0; up < MAX_PARENTS && isDictionary(holder); up++) {
    const name = get.call(holder as Dictionary, "TU");
    if (name !== undefined) return name;
    holder = get.call(holder as Dictionary, "Parent");
  }
  return undefined;
}

/** 7.9.2.2: text strings are bytes, in UTF-16 or UTF-8 where they say so. */
function decoded(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  if (text.startsWith("\u{fe}\u{ff}")) return new TextDecoder("utf-16be").decode(bytes);
  if (text.startsWith("\u{ff}\u{fe}")) return new TextDecoder("utf-16le").decode(bytes);
  if (text.startsWith("\u{ef}\u{bb}\u{bf}")) return new TextDecoder().decode(bytes);
  return new TextDecoder("windows-1252").decode(bytes);
}
