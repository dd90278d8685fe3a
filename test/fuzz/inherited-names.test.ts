/** Names that every object has: an input that uses them must not be told what they mean to the language. */
import { describe, expect, it } from "vitest";
import { documentKind } from "../../src/extraction/document-kind.ts";
import { readDocx } from "../../src/extraction/docx/docx-document.ts";
import { readHtml } from "../../src/extraction/html/html-document.ts";
import { readOdt } from "../../src/extraction/odt/odt-document.ts";
import { isoDate } from "../../src/finders/dates.ts";
import { extensionOf } from "../../src/finders/page-kind.ts";
import { territoryOf } from "../../src/procedures/territory.ts";
import { plainLine } from "../../src/procedures/plain-text.ts";
import { docxWith } from "../kit/docx.ts";
import { odtWith } from "../kit/odt.ts";

const url = "https://a.es/";

describe.each(["constructor", "toString", "valueOf", "hasOwnProperty", "propertyIsEnumerable"])(
  "the name %s",
  (name) => {
    it("is a tag and a role like any other in a page", () => {
      const body = `<main><h1>Hola</h1><p>uno <${name}>dos</${name}> <b role="${name}">tres</b></p></main>`;
      const { extracted_text: text } = readHtml({ url, body }).document;
      expect(text.replaceAll(/\s+/g, " ")).toBe("# Hola uno dos **tres**");
    });

    it("is an element like any other in documents", async () => {
      const control = `<w:sdt><w:sdtPr><w:${name} w:val="x"/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>uno</w:t></w:r></w:p></w:sdtContent></w:sdt>`;
      const docx = await readDocx({ url, bytes: docxWith({ body: control }) });
      expect(docx).toMatchObject({ ok: true, document: { form_fields: [], extracted_text: "uno" } });
      const body = `<text:p xmlns:x="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0">uno</text:p><${name} form:label="a"/><table:table><${name}/></table:table>`;
      const odt = await readOdt({ url, bytes: odtWith({ body }) });
      expect(odt).toMatchObject({ ok: true, document: { form_fields: [], extracted_text: "uno" } });
    });

    it("is no time zone, no type, no entity and no country", () => {
      expect(isoDate(`Mon, 02 Mar 2026 10:00:00 ${name}`)).toMatch(/^2026-03-02T10:00:00Z$|^2026-03-02$/);
      expect(documentKind(Buffer.from("x"), { name: `${url}a.${name}`, contentType: name })).toBeTypeOf(
        "string",
      );
      expect(extensionOf(Buffer.from("x"), name, new URL(`${url}a.${name}`))).toMatch(/^[a-z0-9]+$/);
      expect(plainLine(`a &${name}; b`)).toBe(`a &${name}; b`);
      const place = { host: `a.${name.toLowerCase()}`, organism: "Ayuntamiento", body: "", source: null };
      expect(Object.values(territoryOf(place)).map((value) => typeof value)).not.toContain("function");
    });
  },
);
