/** Class F: documents that are hostile, and what each must come to. Class E in documents of the gazette, too. */
import { zipOf, type ZipEntry } from "../../src/sandbox/zip.ts";
import { docxWith, paragraph } from "./docx.ts";
import { LISTINGS } from "./hostile-listings.ts";
import { odtWith } from "./odt.ts";
import { pdfOf, shown } from "./pdf.ts";
import { bombEntry } from "./zip-bomb.ts";

export interface HostileDocument {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: () => Uint8Array;
  /** `ok`, or codes of failures. */
  readonly ends: readonly string[];
  /** What must not be in what is read of it. */
  readonly never?: RegExp;
}

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const ODT = "application/vnd.oasis.opendocument.text";
const TEXT = "Se solicita en la sede electrónica. ".repeat(20);
const GIB = 1 << 30;
const text = (value: string) => () => Buffer.from(value);
const onePage = [{ content: shown("Una página de texto de la sede", 50, 700) }];
const locked = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> /P -4 >>`;

/** Entries beside a good one that no archive of documents may have. */
export const ZIP_ENTRIES: readonly (readonly [id: string, entries: () => readonly ZipEntry[]])[] = [
  ["F01", () => [{ name: "../../evil.pdf", content: "%PDF-1.4\n" }]],
  ["F02", () => [{ name: "..\\..\\evil.pdf", content: "%PDF-1.4\n" }]],
  ["F03", () => [{ name: "/tmp/evil.pdf", content: "%PDF-1.4\n" }]],
  ["F04", () => [{ name: "C:\\evil.pdf", content: "%PDF-1.4\n" }]],
  ["F05", () => [{ name: "evil.pdf", content: "/etc/passwd", mode: 0o120777 }]],
  ["F06", () => Array.from({ length: 70_000 }, (_, at) => ({ name: `x/${at}.pdf`, stored: true }))],
  [
    "F07",
    () => [
      { name: "twice.pdf", content: "%PDF-1.4\none" },
      { name: "twice.pdf", content: "%PDF-1.4\ntwo" },
    ],
  ],
  ["F08", () => [{ name: "lies.pdf", content: `%PDF-1.4\n${"x".repeat(90_000)}`, claimedSize: 10 }]],
];

const inDocx = ([id, entries]: (typeof ZIP_ENTRIES)[number]): HostileDocument => ({
  id,
  name: `${id}.docx`,
  type: DOCX,
  bytes: () => docxWith({ body: paragraph(TEXT), more: entries() }),
  // A part that nobody reads may say of its size what it wants.
  ends: id === "F08" ? ["unreadable", "too_large", "ok"] : ["unreadable", "too_large"],
});

export const DOCUMENTS: readonly HostileDocument[] = [
  ...ZIP_ENTRIES.map(inDocx),
  {
    id: "F09",
    name: "F09.docx",
    type: DOCX,
    bytes: () => zipOf([bombEntry("word/document.xml", 4 * GIB - 1)]),
    ends: ["too_large"],
  },
  {
    id: "F09O",
    name: "F09O.odt",
    type: ODT,
    bytes: () => zipOf([{ name: "mimetype", content: ODT, stored: true }, bombEntry("content.xml", GIB)]),
    ends: ["too_large"],
  },
  {
    id: "F10",
    name: "F10.docx",
    type: DOCX,
    bytes: () =>
      docxWith({
        body: `${paragraph(TEXT)}<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="r1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
        links: { r1: "http://127.0.0.1:9/canary.png" },
      }),
    ends: ["ok"],
    never: /canary\.png/,
  },
  {
    id: "F10O",
    name: "F10O.odt",
    type: ODT,
    bytes: () =>
      odtWith({
        body: `<text:p>${TEXT}</text:p><draw:frame><draw:image xlink:href="http://127.0.0.1:9/canary.png"/></draw:frame>`,
      }),
    ends: ["ok"],
    never: /canary\.png/,
  },
  {
    id: "F11",
    name: "F11.docx",
    type: DOCX,
    bytes: () =>
      docxWith({
        body: `${paragraph(TEXT)}<w:p><w:hyperlink r:id="r1"><w:r><w:t>pulse</w:t></w:r></w:hyperlink></w:p>`,
        links: { r1: "javascript:alert(1)" },
      }),
    ends: ["ok"],
    never: /javascript:/,
  },
  {
    id: "F11O",
    name: "F11O.odt",
    type: ODT,
    bytes: () =>
      odtWith({ body: `<text:p>${TEXT}<text:a xlink:href="javascript:alert(1)">pulse</text:a></text:p>` }),
    ends: ["ok"],
    never: /javascript:/,
  },
  {
    id: "F12",
    name: "F12.pdf",
    type: "application/pdf",
    bytes: () => pdfOf(onePage, { trailer: locked }),
    ends: ["encrypted"],
  },
  {
    id: "F13",
    name: "F13.pdf",
    type: "application/pdf",
    bytes: () => pdfOf(onePage, { moreKids: "2 0 R", count: 1_000_000 }),
    ends: ["ok"],
  },
  {
    id: "F14",
    name: "F14.pdf",
    type: "application/pdf",
    bytes: () => pdfOf(onePage, { count: 1_000_000 }),
    ends: ["ok"],
  },
  { id: "F15", name: "F15.pdf", type: "application/pdf", bytes: () => new Uint8Array(), ends: ["empty"] },
  {
    id: "F16",
    name: "F16.pdf",
    type: "application/pdf",
    bytes: () => pdfOf(onePage).subarray(0, 500),
    ends: ["ok", "unreadable"],
  },
  {
    id: "F17",
    name: "F17.html",
    type: "text/html",
    bytes: text(`<!doctype html><main><p>${"Se solicita en la sede. ".repeat(420_000)}</p></main>`),
    ends: ["ok", "timeout", "out_of_memory"],
  },
  {
    id: "F18",
    name: "F18.html",
    type: "text/html",
    bytes: text(`<!doctype html><main>${"<div>".repeat(100_000)}${TEXT}`),
    ends: ["ok", "timeout", "out_of_memory"],
  },
  {
    id: "F19",
    name: "F19.html",
    type: "text/html; charset=utf-16",
    bytes: () =>
      Buffer.from(`<!doctype html><meta charset="utf-7"><main><h1>Año</h1><p>${TEXT}</p>`, "latin1"),
    ends: ["ok"],
    never: /\u0000/,
  },
  {
    id: "F20",
    name: "F20.html",
    type: "text/html",
    bytes: () =>
      Buffer.concat([
        Buffer.from(`<!doctype html><meta charset="utf-8"><main><h1>Beca &#xD800; &#xDFFF;`),
        Buffer.from([0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf]),
        Buffer.from(`</h1><p>${TEXT}</p>`),
      ]),
    ends: ["ok"],
    never: /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
  },
  {
    id: "F21",
    name: "F21.html",
    type: "text/html",
    bytes: () => Buffer.concat([Buffer.from("\x7fELF\x02\x01\x01\0", "latin1"), Buffer.alloc(5000, 0x90)]),
    ends: ["unsupported", "unreadable", "empty"],
  },
  {
    id: "F22",
    name: "F22.pdf",
    type: "application/pdf",
    bytes: text(`<!doctype html><html><main><h1>Página</h1><p>${TEXT}</p></main>`),
    ends: ["ok", "unreadable"],
  },
];

/** What a hostile sitemap has before and in it, before and in a document of the gazette. */
export const GAZETTE: readonly HostileDocument[] = ["E26", "E27", "E28", "E29", "E30", "E31", "E33"].map(
  (id) => {
    const sitemap = LISTINGS.find((one) => one.id === `${id}S`);
    const made = String(sitemap?.listing({ url: "http://a.example", canary: "http://127.0.0.1:9/canary" }));
    const [prologue = ""] = made.split("<urlset");
    const inside = /<changefreq>(.*)<\/changefreq>/s.exec(made)?.[1] ?? "";
    const xml = `${prologue.replaceAll("urlset", "documento")}<documento><metadatos><identificador>BOE-A-2026-1</identificador><titulo>Ayudas</titulo></metadatos><texto><p class="parrafo">${TEXT}</p><p class="parrafo">${inside}</p></texto></documento>`;
    return {
      id,
      name: `${id}.xml`,
      type: "application/xml",
      bytes: text(xml),
      // With a prologue that is longer than what a kind is known by, it is no document of the gazette.
      ends: ["ok", "too_large", "unreadable", "unsupported", "timeout", "out_of_memory"],
      never: /(?:ja){5}|root:x:/,
    };
  },
);
