import { zipOf, type ZipEntry } from "../../src/sandbox/zip.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships";
const NAMESPACES = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"`;

export interface DocxParts {
  /** What stands in `w:body`. */
  readonly body: string;
  /** What stands in `w:styles`. */
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  /** Of `dc:title`. */
  readonly title?: string;
  /** By id: where external links and pictures lead. */
  readonly links?: Readonly<Record<string, string>>;
  readonly more?: readonly ZipEntry[];
}

/** Office Open XML (ECMA-376) with what a test needs. */
export function docxWith({
  body,
  styles,
  numbering,
  footnotes,
  title,
  links = {},
  more = [],
}: DocxParts): Uint8Array {
  const parts = [
    ["styles", styles],
    ["numbering", numbering],
    ["footnotes", footnotes],
  ].filter((part): part is [string, string] => part[1] !== undefined);
  const relations = [
    ...parts.map(([name]) => `<Relationship Id="r-${name}" Type="${OFFICE}/${name}" Target="${name}.xml"/>`),
    ...Object.entries(links).map(
      ([id, target]) =>
        `<Relationship Id="${id}" Type="${OFFICE}/hyperlink" Target="${target}" TargetMode="External"/>`,
    ),
  ];
  return zipOf([
    {
      name: "[Content_Types].xml",
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    },
    {
      name: "_rels/.rels",
      content: `${XML}<Relationships xmlns="${PACKAGE}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      content: `${XML}<Relationships xmlns="${PACKAGE}">${relations.join("")}</Relationships>`,
    },
    ...parts.map(([name, content]) => ({
      name: `word/${name}.xml`,
      content: `${XML}<w:${name} ${NAMESPACES}>${content}</w:${name}>`,
    })),
    ...(title === undefined ? [] : [{ name: "docProps/core.xml", content: coreXml(title) }]),
    {
      name: "word/document.xml",
      content: `${XML}<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    },
    ...more,
  ]);
}

function coreXml(title: string): string {
  return `${XML}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`;
}

export function run(text: string, properties = ""): string {
  return `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
}

export function paragraph(content: string, properties = ""): string {
  const inside = content.startsWith("<") || content === "" ? content : run(content);
  return `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`;
}

export const styled = (style: string, content: string) => paragraph(content, `<w:pStyle w:val="${style}"/>`);

export function table(rows: readonly (readonly string[])[]): string {
  const cell = (content: string) => `<w:tc>${content.startsWith("<") ? content : paragraph(content)}</w:tc>`;
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join("")}</w:tr>`).join("")}</w:tbl>`;
}
