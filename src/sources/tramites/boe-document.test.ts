import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readBoeDocument } from "./boe-document.ts";

const baseUrl = "https://www.boe.es/diario_boe/xml.php?id=BOE-A-2026-5001";
const whole = readFileSync(new URL("./fixtures/boe-document.xml", import.meta.url), "utf8");

const read = (body: string | Uint8Array) => readBoeDocument(body, { baseUrl });
const withText = (text: string) => whole.replace(/<texto>\s+<p[\s\S]*<\/texto>/, text);

describe("a document of the BOE", () => {
  it("tells what it is", () => {
    expect(read(whole)).toEqual({
      ok: true,
      value: {
        identifier: "BOE-A-2026-5001",
        title: "Ley 1/2026, de 9 de marzo, de ayudas al alquiler.",
        department: { code: "7723", name: "Jefatura del Estado" },
        rank: { code: "1300", name: "Ley" },
        origin: { code: "1", name: "Estatal" },
        officialNumber: "1/2026",
        gazette: { code: "BOE", name: "Boletín Oficial del Estado" },
        gazetteNumber: "60",
        section: "1",
        subsection: null,
        enacted: "2026-03-09",
        published: "2026-03-10",
        inForceSince: "2026-04-01",
        repealedSince: null,
        updated: "2026-03-11",
        lapsed: false,
        firstPage: "100",
        lastPage: "112",
        consolidation: { code: "3", name: "Finalizado" },
        subjects: ["Alquileres", "Ayudas"],
        alerts: ["Vivienda"],
        notes: ["Entrada en vigor: 1 de abril de 2026."],
        previous: [
          {
            identifier: "BOE-A-1994-26003",
            relation: "MODIFICA",
            text: "la Ley 29/1994, de 24 de noviembre",
          },
        ],
        later: [
          { identifier: "BOE-A-2026-9000", relation: "SE DESARROLLA", text: "por Real Decreto 3/2026" },
          { identifier: null, relation: "SE DICTA", text: "una nota" },
        ],
        languages: ["es", "ca", "gl", "ca-valencia"],
        urlPdf: "https://www.boe.es/boe/dias/2026/03/10/pdfs/BOE-A-2026-5001.pdf",
        urlPdfByLanguage: {
          ca: "https://www.boe.es/boe_catalan/dias/2026/03/10/pdfs/BOE-A-2026-5001-C.pdf",
          gl: "https://www.boe.es/boe_gallego/dias/2026/03/10/pdfs/BOE-A-2026-5001-G.pdf",
          "ca-valencia": "https://www.boe.es/boe_valenciano/dias/2026/03/10/pdfs/BOE-A-2026-5001-V.pdf",
        },
        urlEpub: "https://www.boe.es/diario_boe/epub.php?id=BOE-A-2026-5001",
        urlEli: "https://www.boe.es/eli/es/l/2026/03/09/1",
        hasText: true,
      },
    });
  });

  it.each([
    ["none", "", false],
    ["an empty element", "<texto/>", false],
    ["blanks", "<texto> <p> </p>\n</texto>", false],
    ["words deep inside", `<texto>${"<p> </p>".repeat(100)}<dl><dd>Uno</dd></dl></texto>`, true],
    ["a million words", `<texto>${"<p>uno</p>".repeat(400_000)}</texto>`, true],
  ])("knows whether its text is there: %s", (_, text, hasText) => {
    expect(read(withText(text))).toMatchObject({ ok: true, value: { hasText } });
  });

  it.each(["estatus_derogacion", "judicialmente_anulada", "vigencia_agotada"])(
    "has lapsed by %s",
    (field) => {
      expect(read(whole.replace(`<${field}>N`, `<${field}>S`))).toMatchObject({ value: { lapsed: true } });
    },
  );

  it("may be an announcement, which has no rank, no references and one text for its subjects", () => {
    const plain = `<documento><metadatos><identificador>BOE-B-2026-1</identificador><titulo>Anuncio</titulo><numero_anuncio>A26</numero_anuncio></metadatos><analisis><materias>Alimentos, bebidas</materias></analisis><texto><dl><dt>1</dt></dl></texto></documento>`;
    expect(read(plain)).toMatchObject({
      ok: true,
      value: { rank: null, previous: [], later: [], subjects: ["Alimentos, bebidas"], officialNumber: "A26" },
    });
  });

  it("may lie inside of an answer of the API", () => {
    const inside = whole.replace(/^<\?xml[^>]*>/, "");
    expect(
      read(`<response><status><code>200</code></status><data>${inside}</data></response>`),
    ).toMatchObject({ ok: true, value: { identifier: "BOE-A-2026-5001", hasText: true } });
  });

  it("keeps its letters in latin-1", () => {
    const latin = Buffer.from(whole.replace("UTF-8", "ISO-8859-1"), "latin1");
    expect(read(latin)).toMatchObject({ value: { gazette: { name: "Boletín Oficial del Estado" } } });
  });

  it.each([
    ["<error><descripcion>No existe</descripcion></error>", "not_to_be_had"],
    ["<documento><metadatos/></documento>", "structure_changed"],
    ["<sumario><meta/></sumario>", "structure_changed"],
    ["<html><body>404</body></html>", "structure_changed"],
    [whole.slice(0, 900), "body_broken"],
    [whole.slice(0, -20), "body_broken"],
    ["", "body_broken"],
    [`<documento><texto>${"<p>".repeat(100_000)}`, "structure_changed"],
  ])("is refused by name where it is none: %#", (body, kind) => {
    expect(read(body)).toMatchObject({ ok: false, failure: { kind } });
  });
});
