import { describe, expect, it } from "vitest";
import { documentKind, type DocumentKind } from "./document-kind.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const bytes = (text: string) => Buffer.from(text, "latin1");
const boe =
  '<?xml version="1.0" encoding="UTF-8"?>\n<documento fecha_actualizacion="2026"><metadatos><identificador>BOE-A-2026-1</identificador>';

describe("the kind of a document", () => {
  it.each<[string, string, string, string, DocumentKind]>([
    ["a page", "<!DOCTYPE html><html>", "text/html", "https://a.es/x", "html"],
    ["a page in UTF-16", "\xff\xfe<\0h\0t\0m\0l\0>\0", "", "x", "html"],
    ["a page that is called a PDF", "\n<html><body>Error", "application/pdf", "a.pdf", "html"],
    ["a PDF that is called a page", "%PDF-1.7\n%\xe2\xe3", "text/html", "a.html", "pdf"],
    ["a PDF behind blanks", "\r\n\r\n%PDF-1.4", "", "x", "pdf"],
    [
      "a PDF behind the page of a gateway",
      "<html><head><title>302</title></head></html>\n%PDF-1.4\n%\xe2\xe3\n1 0 obj\n<<",
      "application/pdf",
      "a.pdf",
      "pdf",
    ],
    ["words that are called a PDF", "Documento no disponible", "application/pdf", "a.pdf", "text"],
    ["a page about PDF", "<p>%PDF-1.4 es una marca", "text/html", "x", "html"],
    ["a document of the BOE", boe, "text/html", "x", "boe_xml"],
    ["the same without a declaration", boe.split("\n")[1] ?? "", "", "x", "boe_xml"],
    [
      "a consolidated law",
      '<?xml version="1.0"?><response><data><texto><bloque id="a1" tipo="precepto">',
      "application/xml",
      "x",
      "boe_xml",
    ],
    ["a summary of the BOE", '<?xml version="1.0"?><sumario><meta>', "application/xml", "x", "xml"],
    ["another document in XML", '<?xml version="1.0"?><documento><linea>', "text/xml", "x", "xml"],
    ["a DOCX", "PK\x03\x04 [Content_Types].xml word/document.xml", "application/zip", "x.zip", "docx"],
    ["a DOCX that only its header names", "PK\x03\x04 [Content_Types].xml", DOCX, "x", "docx"],
    [
      "a DOCX that only its name names",
      "PK\x03\x04 [Content_Types].xml",
      "application/octet-stream",
      "C:\\x\\a b.docx",
      "docx",
    ],
    ["words that are called a DOCX", "hola", DOCX, "a.docx", "text"],
    ["an ODT", "PK\x03\x04 mimetypeapplication/vnd.oasis.opendocument.textPK", "", "x", "odt"],
    ["a spreadsheet", "PK\x03\x04 xl/workbook.xml", "", "x", "office"],
    ["an archive", "PK\x03\x04 a.txt", "text/html", "a.html", "zip"],
    ["an old Word file", "\xd0\xcf\x11\xe0", "", "a.html", "office"],
    ["an image", "\x89PNG\r\n\x1a\n", "text/html", "x", "image"],
    ["an image of the web", "RIFF\0\0\0\0WEBPVP8 ", "", "x", "image"],
    ["words", "Plazo: diez días", "text/plain; charset=utf-8", "a.txt", "text"],
    ["data", '[{"a": 1}]', "", "x", "json"],
    [
      "a program that is called a page",
      `MZ\x90\0\x03\0\0\0${"\0".repeat(40)}`,
      "text/html",
      "a.html",
      "unknown",
    ],
    ["another", `\x7fELF\x02\x01\x01${"\0".repeat(40)}`, "text/html", "a.html", "unknown"],
    ["bytes", "\x01\x02\0\x03", "text/html", "x", "unknown"],
    ["nothing that is called a PDF", "", "application/pdf", "x", "pdf"],
    ["nothing at all", "", "", "", "text"],
    ["a name that is no address", "hola", "", "\u{d800} %zz", "text"],
  ])("%s", (_, head, contentType, name, kind) => {
    expect(documentKind(bytes(head), { contentType, name })).toBe(kind);
  });

  it("of an archive whose parts are named at its end", () => {
    const body = Buffer.concat([
      bytes("PK\x03\x04 [Content_Types].xml"),
      Buffer.alloc(200_000),
      bytes("word/document.xml"),
    ]);
    expect(documentKind(body)).toBe("docx");
  });

  it("is not held up by rows of comments", () => {
    expect(documentKind(bytes(`${"<!-- a -->".repeat(6_000)}x`))).toBe("text");
  });
});
