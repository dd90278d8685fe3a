import { describe, expect, it } from "vitest";
import { extensionOf } from "./page-kind.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("what a page's file ends in", () => {
  it.each([
    ["HTML", "<!DOCTYPE html><html>", "text/html; charset=utf-8", "/tramites/1", "html"],
    ["HTML behind a mark, blanks and a comment", "\xef\xbb\xbf \n<!-- x --><HTML>", "", "/", "html"],
    [
      "XHTML with an XML declaration",
      '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">',
      "text/xml",
      "/",
      "html",
    ],
    ["XML", '<?xml version="1.0"?><documento>', "text/html", "/diario_boe/xml.php", "xml"],
    ["a PDF that is called HTML", "%PDF-1.7", "text/html", "/a.html", "pdf"],
    ["HTML that is called a PDF", "<html><body>Error", "application/pdf", "/a.pdf", "html"],
    ["a DOCX", "PK\x03\x04....word/document.xml", "application/octet-stream", "/f", "docx"],
    ["an ODT", "PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.text", "", "/f", "odt"],
    [
      "a DOCX by its header only",
      "PK\x03\x04....[Content_Types].xml",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "/f",
      "docx",
    ],
    ["a DOCX by its address only", "PK\x03\x04....[Content_Types].xml", "", "/f.docx", "docx"],
    ["a ZIP", "PK\x03\x04....a.txt", "application/zip", "/f.html", "zip"],
    ["an old Word file", "\xd0\xcf\x11\xe0", "", "/", "doc"],
    ["JSON by its header", '{"a":1}', "application/ld+json", "/", "json"],
    ["text", "Plazo: 10 días", "text/plain", "/x", "txt"],
    ["a fragment of HTML by its header", "<p>Plazo", "text/html", "/x", "html"],
    ["a fragment of HTML by its address", "<p>Plazo", "", "/x.jsp", "html"],
    ["a fragment of HTML by itself", '\n<a href="/x">x</a>', "", "/x", "html"],
    ["a tag of something else", "<abc>", "", "/x", "txt"],
    ["text about HTML", "<p>Plazo", "text/plain", "/x", "txt"],
    ["nothing known, bytes", "\x00\x01\x02", "application/octet-stream", "/x", "bin"],
    ["nothing known, letters", "abc", "", "/x", "txt"],
    ["nothing at all", "", "", "/x", "txt"],
    ["nothing that is called a PDF", "", "application/pdf", "/x", "pdf"],
    ["words that are called a PDF", "No disponible", "application/pdf", "/a.pdf", "txt"],
    ["a program that is called HTML", `MZ\x90${"\0".repeat(20)}`, "text/html", "/x", "bin"],
    ["a feed without a declaration", "<rss version=2>", "text/html", "/x", "xml"],
    ["an address that asks for another folder", "\x00", "", "/x.%2e%2e", "bin"],
  ])("%s", (_, head, type, path, extension) => {
    expect(extensionOf(bytes(head), type, new URL(path, "https://sede.example.es"))).toBe(extension);
  });
});
