/** DOCX in the form of all documents (P18, P20): mammoth makes HTML of it, from parts that were counted before. */
import type { ExtractedDocument, FormField } from "../../domain/extracted-document.ts";
import { decodeWhole } from "../../finders/text-decoding.ts";
import { documentProperties } from "../document-properties.ts";
import {
  clockOf,
  type DocumentBytes,
  documentOf,
  type DocumentReading,
  readingOrFailure,
  Refusal,
  repaired,
} from "../document-reading.ts";
import { asDataTables } from "../html/data-tables.ts";
import { elementsOf, PageElement } from "../html/element.ts";
import { readingOf } from "../html/markdown.ts";
import { treeOf } from "../html/tree-builder.ts";
import type { TextServices } from "../text-services.ts";
import { openParts, PART_LIMITS, type PartLimits, type ZipParts } from "../zip/zip-parts.ts";
import { docxFields } from "./docx-fields.ts";
import { isEncrypted } from "./encrypted-package.ts";
import { headingStyles } from "./docx-styles.ts";

/** Bumped whenever the same document may read differently. */
const DOCX_READER_VERSION = 1;
/** mammoth takes some fifty times as much memory; a thousand pages are about 10 MB. */
const DOCX_LIMITS: PartLimits = { ...PART_LIMITS, openedBytes: 16 << 20 };

/** What only matters for how a text looks, and for who wrote it when: half of a document, which mammoth need not hold. */
const LOOKS =
  / w:rsid\w{0,10}="[^"<>]{0,20}"|<w:(?:proofErr|rFonts|lang|szCs?|color|spacing|kern|lastRenderedPageBreak|noProof|shd)(?: [^<>]{0,500})?\/>/g;

export function readDocx(raw: DocumentBytes, services: TextServices = {}): Promise<DocumentReading> {
  return readingOrFailure(() => documentIn(raw, services));
}

async function documentIn({ bytes, url }: DocumentBytes, services: TextServices): Promise<ExtractedDocument> {
  const started = clockOf(services)();
  if (isEncrypted(bytes)) throw new Refusal("encrypted", "it is protected by a password");
  const parts = await openParts(bytes, DOCX_LIMITS);
  const properties = documentProperties(await parts.read("docProps/core.xml"));
  const { html, fields } = await htmlOf(parts);
  const { text, issues } = repaired(html, services);
  const tree = treeOf(text);
  dropWaysBack(tree);
  asDataTables(tree);
  const reading = readingOf(tree, url);
  return documentOf(
    {
      url,
      type: "docx",
      title: properties.title || (reading.headings[0]?.text ?? ""),
      reading,
      tool: `levada-docx/${DOCX_READER_VERSION} (mammoth)`,
      started,
      issues,
      declaredLanguage: properties.language,
      fields,
    },
    services,
  );
}

async function htmlOf(
  parts: ZipParts,
): Promise<{ readonly html: string; readonly fields: readonly FormField[] }> {
  const { default: mammoth } = await import("mammoth");
  const file = new BoundedFile(parts);
  const options = {
    convertImage: mammoth.images.imgElement(async () => ({ src: "" })),
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    transformDocument: (document: DocxElement) => withHeadings(document, file.headings),
  };
  // mammoth's types know files and buffers only; `file` is what it makes of them.
  const input = { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
  const { value: html } = await mammoth.convertToHtml(input, options);
  return { html, fields: file.fields };
}

/** What mammoth reads instead of an archive: it sees no part that was not counted. */
class BoundedFile {
  headings: ReadonlyMap<string, number> = new Map();
  fields: readonly FormField[] = [];
  readonly #parts: ZipParts;

  constructor(parts: ZipParts) {
    this.#parts = parts;
  }

  exists(name: string): boolean {
    return this.#parts.has(name);
  }

  async read(name: string): Promise<string> {
    const text = decodeWhole(await this.#parts.read(name));
    const root = /<(?:\w{1,20}:)?(document|styles)[\s>]/.exec(text.slice(0, 4096))?.[1];
    if (root === "document") this.fields = docxFields(text);
    if (root === "styles") this.headings = headingStyles(text);
    return text.replaceAll(LOOKS, "");
  }
}

interface DocxElement {
  readonly type: string;
  readonly children?: readonly DocxElement[];
  styleId?: string | null;
  styleName?: string | null;
}

/** mammoth knows headings by their English names. */
function withHeadings(document: DocxElement, headings: ReadonlyMap<string, number>): DocxElement {
  const stack = [document];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    const level = element.type === "paragraph" ? headings.get(element.styleId ?? "") : undefined;
    if (level !== undefined)
      Object.assign(element, { styleId: `Heading${level}`, styleName: `Heading ${level}` });
    for (const child of element.children ?? []) stack.push(child);
  }
  return document;
}

/** The arrows that lead back from notes. */
function dropWaysBack(tree: PageElement): void {
  const isWayBack = (href: string) => /^#(?:foot|end)note-ref-/.test(href);
  for (const element of elementsOf(tree)) {
    element.children = element.children.filter(
      (child) => !(child instanceof PageElement && child.name === "a" && isWayBack(child.get("href"))),
    );
  }
}
