import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { docxWith, paragraph } from "../../test/kit/docx.ts";
import { odtWith } from "../../test/kit/odt.ts";
import { zipOf } from "../sandbox/zip.ts";
import { documentReader } from "./read-document.ts";

const read = documentReader();
const words =
  "La solicitud se presenta en la sede electrónica dentro del plazo de un mes desde la publicación. ".repeat(
    8,
  );
const gazette = readFileSync(new URL("./boe/fixtures/boe-document.xml", import.meta.url));
const docx = docxWith({ body: paragraph(words) });
const odt = odtWith({ body: `<text:p>${words}</text:p>` });
const bytes = (text: string) => Buffer.from(text, "latin1");
const outcomeOf = (body: Uint8Array, contentType = "", name = "a") =>
  read({ bytes: body, url: `https://sede.example/${name}`, contentType });

describe("a document of any kind", () => {
  it.each<[string, Uint8Array, string, string]>([
    ["of the gazette", gazette, "text/plain", "boe_xml"],
    [
      "of the gazette's API, all of it",
      bytes(
        `<?xml version="1.0"?><response><data><metadatos><fecha_actualizacion>20260101</fecha_actualizacion><identificador>BOE-A-2026-1</identificador><titulo>Ley</titulo></metadatos><metadata-eli>${"<eli/>".repeat(4000)}</metadata-eli><texto><p>Uno</p></texto></data></response>`,
      ),
      "",
      "boe_xml",
    ],
    ["of Word", docx, "application/octet-stream", "docx"],
    ["of LibreOffice", odt, "application/zip", "odt"],
  ])("is read by what it is: %s", async (_, body, contentType, type) => {
    const outcome = await outcomeOf(body, contentType);
    expect(outcome).toMatchObject({ ok: true, document: { document_type: type } });
  });

  it("is known for a document of Word where its first part is large", async () => {
    const thumbnail = { name: "thumbnail.jpeg", content: Buffer.alloc(200_000, "x"), stored: true };
    const [last] = [
      {
        name: "word/document.xml",
        content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph("Uno")}</w:body></w:document>`,
      },
    ];
    expect(await outcomeOf(zipOf([thumbnail, last]))).toMatchObject({ document: { extracted_text: "Uno" } });
  });

  it("is judged by its quality", async () => {
    const outcome = await outcomeOf(docx);
    expect(outcome).toMatchObject({
      ok: true,
      quality: { failed: ["sections", "headings"], status: "review" },
    });
  });

  const compound = Buffer.concat([bytes("\xd0\xcf\x11\xe0"), Buffer.from("EncryptedPackage", "utf16le")]);
  it.each<[string, Uint8Array, string, string | null]>([
    ["nothing", bytes(""), "empty", null],
    ["a package with a password", compound, "encrypted", null],
    ["an old document of Word", bytes("\xd0\xcf\x11\xe0 WordDocument"), "unsupported", null],
    ["a text", bytes("solo palabras"), "unsupported", null],
    ["an archive", zipOf([{ name: "a.txt", content: "x" }]), "unsupported", null],
    ["half of a document of Word", docx.subarray(0, docx.length - 30), "unreadable", "docx"],
    ["half of a document of LibreOffice", odt.subarray(0, odt.length - 30), "unreadable", "odt"],
  ])("fails by name: %s", async (_, body, code, kind) => {
    expect(await outcomeOf(body)).toMatchObject({ ok: false, failure: { code }, kind });
  });
});
