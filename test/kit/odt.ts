import { zipOf, type ZipEntry } from "../../src/sandbox/zip.ts";

const URN = "urn:oasis:names:tc:opendocument:xmlns";
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
export const ODT_TYPE = "application/vnd.oasis.opendocument.text";

export interface OdtParts {
  /** What stands in `office:text`. */
  readonly body: string;
  /** What stands in `office:automatic-styles` of the content. */
  readonly automatic?: string;
  /** What stands in `office:styles` of styles.xml. */
  readonly styles?: string;
  readonly title?: string;
  readonly manifest?: string;
  readonly more?: readonly ZipEntry[];
}

/** OpenDocument 1.2 with what a test needs. */
export function odtWith({
  body,
  automatic = "",
  styles,
  title,
  manifest = "",
  more = [],
}: OdtParts): Uint8Array {
  return zipOf([
    { name: "mimetype", content: ODT_TYPE, stored: true },
    {
      name: "META-INF/manifest.xml",
      content: `${XML}<manifest:manifest xmlns:manifest="${URN}:manifest:1.0">${manifest}</manifest:manifest>`,
    },
    ...(styles === undefined
      ? []
      : [
          {
            name: "styles.xml",
            content: `${XML}<office:document-styles ${odfNamespaces()}><office:styles>${styles}</office:styles></office:document-styles>`,
          },
        ]),
    ...(title === undefined
      ? []
      : [
          {
            name: "meta.xml",
            content: `${XML}<office:document-meta ${odfNamespaces()} xmlns:dc="http://purl.org/dc/elements/1.1/"><office:meta><dc:title>${title}</dc:title><dc:language>es-ES</dc:language></office:meta></office:document-meta>`,
          },
        ]),
    {
      name: "content.xml",
      content: `${XML}<office:document-content ${odfNamespaces()}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
    ...more,
  ]);
}

function odfNamespaces(): string {
  const names = [
    "office",
    "text",
    "table",
    "style",
    "form",
    "xsl-fo-compatible:fo",
    "drawing:draw",
    "svg-compatible:svg",
  ];
  const declared = names.map((name) => {
    const [urn, prefix = urn] = name.split(":");
    return `xmlns:${prefix}="${URN}:${urn}:1.0"`;
  });
  return `${declared.join(" ")} xmlns:xlink="http://www.w3.org/1999/xlink"`;
}

export const odtCell = (text: string, attributes = "") =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
export const odtRow = (cells: readonly string[], attributes = "") =>
  `<table:table-row ${attributes}>${cells.join("")}</table:table-row>`;
export const odtTable = (rows: readonly string[]) =>
  `<table:table><table:table-column table:number-columns-repeated="2"/>${rows.join("")}</table:table>`;
