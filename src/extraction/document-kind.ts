/** Which reader a document needs: by its content, its header and its name, in that order of trust (P19). */
import { extensionOf } from "../finders/page-kind.ts";
import { decodeWhole } from "../finders/text-decoding.ts";

/** The first five are read; the others are named, so that an outcome can say why nothing was read. */
export type DocumentKind =
  | "html"
  | "pdf"
  | "boe_xml"
  | "docx"
  | "odt"
  | "text"
  | "xml"
  | "json"
  | "image"
  | "zip"
  | "office"
  | "unknown";

export interface KindHints {
  /** The value of the Content-Type header. */
  readonly contentType?: string | undefined;
  /** The address or the name of the file. */
  readonly name?: string | undefined;
}

const KINDS: ReadonlyMap<string, DocumentKind> = new Map(
  Object.entries<DocumentKind>({
    html: "html",
    pdf: "pdf",
    docx: "docx",
    odt: "odt",
    txt: "text",
    csv: "text",
    xml: "xml",
    svg: "image",
    json: "json",
    png: "image",
    jpg: "image",
    gif: "image",
    webp: "image",
    tiff: "image",
    zip: "zip",
    gz: "zip",
    "7z": "zip",
    rar: "zip",
    doc: "office",
    rtf: "office",
    xlsx: "office",
    ods: "office",
    epub: "office",
  }),
);

const SNIFFED_XML = 1 << 14;

/** `body` may be the whole document or its first kilobytes. */
export function documentKind(
  body: Uint8Array,
  { contentType = "", name = "" }: KindHints = {},
): DocumentKind {
  const kind = KINDS.get(extensionOf(body, contentType, addressOf(name))) ?? "unknown";
  return kind === "xml" && isBoeDocument(body) ? "boe_xml" : kind;
}

function addressOf(name: string): URL {
  return URL.parse(name) ?? URL.parse(encodeURI(name.toWellFormed()), "file:///") ?? new URL("file:///");
}

/**
 * A document of the BOE (`documento/metadatos|analisis|texto`), a consolidated law (`bloque` with its versions), or what
 * the API says about one.
 */
function isBoeDocument(body: Uint8Array): boolean {
  const text = decodeWhole(body.subarray(0, SNIFFED_XML));
  if (/<sumario[\s>]/.test(text)) return false;
  return (
    /<documento[\s>][^]*?<(?:metadatos|analisis|texto)[\s>/]/.test(text) ||
    /<bloque\s[^>]{0,300}\btipo=/.test(text) ||
    /<metadatos>[^]{0,2000}?<identificador>/.test(text) ||
    /<data>\s*<analisis>/.test(text)
  );
}
