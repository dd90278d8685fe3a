/** DOCX in the form of all documents (P18, P20): mammoth makes HTML of it, from parts that were counted before. */
import { EXTRACTOR_VERSION } from "../version.ts";
import type { ExtractedDocument, FormField } from "../../domain/extracted-document.ts";
import { decodeWhole } from "../../finders/text-decoding.ts";
import { headBoldLines } from "../bold-heads.ts";
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
import { CAPTION, captionTables } from "../html/captions.ts";
import { asDataTables } from "../html/data-tables.ts";
import { elementsOf, PageElement } from "../html/element.ts";
import { readingOf } from "../html/markdown.ts";
import { treeOf } from "../html/tree-builder.ts";
import { isCaptionName } from "../style-names.ts";
import type { TextServices } from "../text-services.ts";
import { openParts, PART_LIMITS, type PartLimits, type ZipParts } from "../zip/zip-parts.ts";
import { docxFields } from "./docx-fields.ts";
import { isEncrypted } from "./encrypted-package.ts";
import { headingStyles } from "./docx-styles.ts";
import { withOverlookedText } from "./overlooked-text.ts";

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
  captionTables(tree);
  headBoldLines(tree);
  asDataTables(tree);
  const reading = readingOf(tree, url);
  return documentOf(
    {
      url,
      type: "docx",
      title: properties.title || (reading.headings[0]?.text ?? ""),
      reading,
      tool: `levada-docx/${EXTRACTOR_VERSION} (mammoth)`,
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
    styleMap: [`p[style-name='${CAPTION}'] => p.${CAPTION}:fresh`],
    transformDocument: (document: DocxElement) => withKnownStyles(document, file.headings),
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
    const root = /<(?:\w{1,20}:)?(document|styles|footnotes|endnotes)[\s>]/.exec(text.slice(0, 4096))?.[1];
    if (root === "document") this.fields = docxFields(text);
    if (root === "styles") this.headings = headingStyles(text);
    const bare = text.replaceAll(LOOKS, "");
    return root === undefined || root === "styles" ? bare : withOverlookedText(bare);
  }
}

interface DocxElement {
  readonly type: string;
  readonly children?: readonly DocxElement[];
  styleId?: string | null;
  styleName?: string | null;
  numbering?: { readonly level: string; readonly isOrdered: boolean } | null;
}

/** Word's own lists have a style for each level, each of which is a list of its own. */
const LIST_STYLE = /^(?:list (?:bullet|number)|lista con (?:vi[ñn]etas|n[úu]meros)) ([2-5])$/i;

/** mammoth knows headings by their English names, and neither captions nor the levels of lists by names. */
function withKnownStyles(document: DocxElement, headings: ReadonlyMap<string, number>): DocxElement {
  const stack = [document];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    if (element.type === "paragraph") Object.assign(element, knownStyle(element, headings));
    for (const child of element.children ?? []) stack.push(child);
  }
  return document;
}

function knownStyle(
  { styleId, styleName, numbering }: DocxElement,
  headings: ReadonlyMap<string, number>,
): Partial<DocxElement> {
  const level = headings.get(styleId ?? "");
  if (level !== undefined) return { styleId: `Heading${level}`, styleName: `Heading ${level}` };
  if (isCaptionName(styleName ?? "")) return { styleName: CAPTION };
  const depth = LIST_STYLE.exec(styleName ?? "")?.[1];
  const isFlat = depth !== undefined && numbering?.level === "0";
  return isFlat ? { numbering: { ...numbering, level: String(Number(depth) - 1) } } : {};
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
