import { escaped } from "./escaped.ts";
import type { OfficeVoice, Procedure } from "./offices-procedure.ts";
import { zipOf } from "./zip.ts";

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

type Block =
  | { readonly kind: "title" | "heading" | "paragraph" | "bullet"; readonly text: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

/** Office Open XML (ECMA-376), the least that word processors open. */
export function docxOf(procedure: Procedure, voice: OfficeVoice): Uint8Array {
  const body = blocksOf(procedure, voice).map(docxBlock).join("");
  const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const types = "application/vnd.openxmlformats-officedocument.wordprocessingml";
  return zipOf([
    {
      name: "[Content_Types].xml",
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      content: `${XML}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      content: `${XML}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    },
    {
      name: "word/styles.xml",
      content: `${XML}<w:styles xmlns:w="${word}">${["Title", "Heading1", "ListParagraph"].map(docxStyle).join("")}</w:styles>`,
    },
    {
      name: "word/document.xml",
      content: `${XML}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`,
    },
  ]);
}

/** OpenDocument 1.2; the type comes first, and is not compressed (part 3, 3.3). */
export function odtOf(procedure: Procedure, voice: OfficeVoice): Uint8Array {
  const body = blocksOf(procedure, voice).map(odtBlock).join("");
  const urn = "urn:oasis:names:tc:opendocument:xmlns";
  const type = "application/vnd.oasis.opendocument.text";
  return zipOf([
    { name: "mimetype", content: type, stored: true },
    {
      name: "META-INF/manifest.xml",
      content: `${XML}<manifest:manifest xmlns:manifest="${urn}:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    {
      name: "content.xml",
      content: `${XML}<office:document-content xmlns:office="${urn}:office:1.0" xmlns:text="${urn}:text:1.0" xmlns:table="${urn}:table:1.0" office:version="1.2"><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
    },
  ]);
}

/** The lines of the same document as plain text. */
export function linesOf(procedure: Procedure, voice: OfficeVoice): readonly string[] {
  return blocksOf(procedure, voice).flatMap((block) => {
    if (block.kind === "table") return block.rows.map((row) => row.join(": "));
    return block.kind === "bullet" ? [`• ${block.text}`] : [block.text];
  });
}

function blocksOf(procedure: Procedure, { titles }: OfficeVoice): readonly Block[] {
  const heading = (text: string): Block => ({ kind: "heading", text });
  const paragraph = (text: string): Block => ({ kind: "paragraph", text });
  const bullets = (texts: readonly string[]) => texts.map((text): Block => ({ kind: "bullet", text }));
  return [
    { kind: "title", text: procedure.name },
    paragraph(procedure.organism),
    heading(titles.about),
    paragraph(procedure.about),
    heading(titles.requirements),
    ...bullets(procedure.requirements),
    heading(titles.documents),
    ...bullets(procedure.documents),
    heading(titles.deadline),
    paragraph(procedure.deadline),
    heading(titles.fee),
    paragraph(procedure.fee),
    heading(titles.how),
    { kind: "table", rows: procedure.how },
    heading(titles.laws),
    ...bullets(procedure.laws),
  ];
}

function docxStyle(id: string): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/></w:style>`;
}

const DOCX_STYLES = {
  title: "Title",
  heading: "Heading1",
  bullet: "ListParagraph",
  paragraph: undefined,
} as const;

function docxBlock(block: Block): string {
  if (block.kind === "table") {
    const rows = block.rows.map(
      (row) => `<w:tr>${row.map((cell) => `<w:tc>${docxParagraph(cell)}</w:tc>`).join("")}</w:tr>`,
    );
    return `<w:tbl>${rows.join("")}</w:tbl>`;
  }
  return docxParagraph(block.text, DOCX_STYLES[block.kind]);
}

function docxParagraph(text: string, style?: string): string {
  const properties = style === undefined ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
}

function odtBlock(block: Block): string {
  switch (block.kind) {
    case "title":
      return `<text:h text:outline-level="1">${escaped(block.text)}</text:h>`;
    case "heading":
      return `<text:h text:outline-level="2">${escaped(block.text)}</text:h>`;
    case "paragraph":
      return `<text:p>${escaped(block.text)}</text:p>`;
    case "bullet":
      return `<text:list><text:list-item><text:p>${escaped(block.text)}</text:p></text:list-item></text:list>`;
    case "table":
      return `<table:table>${block.rows.map((row) => `<table:table-row>${row.map((cell) => `<table:table-cell><text:p>${escaped(cell)}</text:p></table:table-cell>`).join("")}</table:table-row>`).join("")}</table:table>`;
  }
}
