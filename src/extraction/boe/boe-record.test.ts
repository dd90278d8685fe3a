import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { documentKind } from "../document-kind.ts";
import { readBoe } from "./boe-document.ts";

const url = "https://www.boe.es/diario_boe/xml.php?id=BOE-A-2026-5001";
const whole = readFileSync(new URL("./fixtures/boe-document.xml", import.meta.url), "utf8");
const withText = (text: string) => whole.replace(/<texto>\s+<p[\s\S]*<\/texto>/, text);

const read = (body: string | Uint8Array) => readBoe({ bytes: Buffer.from(body), url });

async function record(body: string | Uint8Array) {
  const reading = await read(body);
  if (!reading.ok) throw new Error(reading.failure.message);
  return reading.document;
}

describe("a document of the BOE", () => {
  it("tells what it is", async () => {
    const document = await record(whole);
    expect(document.title).toBe("Ley 1/2026, de 9 de marzo, de ayudas al alquiler.");
    expect(document.boe).toEqual({
      identifier: "BOE-A-2026-5001",
      department: { code: "7723", name: "Jefatura del Estado" },
      rank: { code: "1300", name: "Ley" },
      origin: { code: "1", name: "Estatal" },
      official_number: "1/2026",
      gazette: { code: "BOE", name: "Boletín Oficial del Estado" },
      gazette_number: "60",
      section: "1",
      subsection: null,
      enacted: "2026-03-09",
      published: "2026-03-10",
      in_force_since: "2026-04-01",
      repealed_since: null,
      updated: "2026-03-11",
      lapsed: false,
      first_page: "100",
      last_page: "112",
      consolidation: { code: "3", name: "Finalizado" },
      subjects: ["Alquileres", "Ayudas"],
      alerts: ["Vivienda"],
      notes: ["Entrada en vigor: 1 de abril de 2026."],
      previous: [
        {
          identifier: "BOE-A-1994-26003",
          url: "https://www.boe.es/buscar/doc.php?id=BOE-A-1994-26003",
          relation: "MODIFICA",
          text: "la Ley 29/1994, de 24 de noviembre",
        },
      ],
      later: [
        {
          identifier: "BOE-A-2026-9000",
          url: "https://www.boe.es/buscar/doc.php?id=BOE-A-2026-9000",
          relation: "SE DESARROLLA",
          text: "por Real Decreto 3/2026",
        },
        { identifier: null, url: null, relation: "SE DICTA", text: "una nota" },
      ],
      languages: ["es", "ca", "gl", "ca-valencia"],
      url_pdf: "https://www.boe.es/boe/dias/2026/03/10/pdfs/BOE-A-2026-5001.pdf",
      url_pdf_by_language: {
        ca: "https://www.boe.es/boe_catalan/dias/2026/03/10/pdfs/BOE-A-2026-5001-C.pdf",
        gl: "https://www.boe.es/boe_gallego/dias/2026/03/10/pdfs/BOE-A-2026-5001-G.pdf",
        "ca-valencia": "https://www.boe.es/boe_valenciano/dias/2026/03/10/pdfs/BOE-A-2026-5001-V.pdf",
      },
      url_epub: "https://www.boe.es/diario_boe/epub.php?id=BOE-A-2026-5001",
      url_eli: "https://www.boe.es/eli/es/l/2026/03/09/1",
      consolidated: false,
      lapsed_parts: [],
    });
    expect(document.links.map((link) => link.text)).toEqual([
      "BOE-A-2026-5001 (PDF)",
      "BOE-A-2026-5001 (PDF, ca)",
      "BOE-A-2026-5001 (PDF, gl)",
      "BOE-A-2026-5001 (PDF, ca-valencia)",
    ]);
  });

  it.each([
    ["none", "", false],
    ["an empty element", "<texto/>", false],
    ["blanks", "<texto> <p> </p>\n</texto>", false],
    ["words deep inside", `<texto>${"<p> </p>".repeat(100)}<dl><dd>Uno</dd></dl></texto>`, true],
  ])("knows whether its text is there, and makes none up: %s", async (_, text, hasText) => {
    const { metadata, extracted_text, headings, links } = await record(withText(text));
    expect(metadata.has_text_layer).toBe(hasText);
    expect(extracted_text === "").toBe(!hasText);
    expect(headings.length).toBe(hasText ? 1 : 0);
    expect(links[0]?.url).toBe("https://www.boe.es/boe/dias/2026/03/10/pdfs/BOE-A-2026-5001.pdf");
  });

  it.each(["estatus_derogacion", "judicialmente_anulada", "vigencia_agotada"])(
    "has lapsed by %s",
    async (field) => {
      expect((await record(whole.replace(`<${field}>N`, `<${field}>S`))).boe?.lapsed).toBe(true);
    },
  );

  it("may be an announcement, which has no rank, no references and one text for its subjects", async () => {
    const plain = `<documento><metadatos><identificador>BOE-B-2026-1</identificador><titulo>Anuncio</titulo><numero_anuncio>A26</numero_anuncio></metadatos><analisis><materias/><materias_cpv>15000000 Alimentos, bebidas</materias_cpv></analisis><texto><dl><dt>1. Nombre:</dt><dd>Intendente</dd></dl></texto></documento>`;
    const { boe, extracted_text } = await record(plain);
    expect(boe).toMatchObject({
      rank: null,
      previous: [],
      later: [],
      subjects: ["15000000 Alimentos, bebidas"],
      official_number: "A26",
    });
    expect(extracted_text).toBe("# Anuncio\n\n**1. Nombre:**\n\n: Intendente");
  });

  it.each([
    ["whole", (inside: string) => `<response><data>${inside}</data></response>`],
    [
      "in parts",
      (inside: string) => `<response><data>${inside.replace(/<\/?documento[^>]*>/g, "")}</data></response>`,
    ],
  ])("may lie inside of an answer of the API, %s", async (_, answer) => {
    const { boe, extracted_text } = await record(answer(whole.replace(/^<\?xml[^>]*>/, "")));
    expect(boe?.identifier).toBe("BOE-A-2026-5001");
    expect(extracted_text).toContain("## Artículo 1. Objeto.");
  });

  it("tells relations in the words of the API", async () => {
    const analysis = `<analisis><referencias><anteriores><anterior><id_norma>BOE-A-2001-1</id_norma><relacion codigo="270">MODIFICA</relacion><texto>una ley</texto></anterior></anteriores></referencias></analisis>`;
    const { boe } = await record(whole.replace(/<analisis>[^]*<\/analisis>/, analysis));
    expect(boe?.previous).toMatchObject([
      { identifier: "BOE-A-2001-1", relation: "MODIFICA", text: "una ley" },
    ]);
  });

  it("keeps its letters in latin-1", async () => {
    const latin = Buffer.from(whole.replace("UTF-8", "ISO-8859-1"), "latin1");
    expect((await record(latin)).boe?.gazette?.name).toBe("Boletín Oficial del Estado");
  });

  it.each([
    ["an error", "<error><descripcion>No existe</descripcion></error>", "unreadable"],
    ["nothing", "<documento><metadatos/></documento>", "unreadable"],
    ["a page", "<html><body>404</body></html>", "unreadable"],
    ["no element", "palabras", "unreadable"],
    ["elements without end", `<documento><texto>${"<p>".repeat(1_100_000)}`, "too_large"],
  ])("is refused by name where it is none: %s", async (_, body, code) => {
    const reading = await readBoe({ bytes: Buffer.from(body), url: "file:///a.xml" });
    expect(reading).toMatchObject({ ok: false, failure: { code } });
  });

  it("says that it is cut", async () => {
    expect((await record(whole.slice(0, -40))).metadata.partial).toBe(true);
    expect((await record(whole)).metadata.partial).toBe(false);
  });

  it("opens no entities of its own", async () => {
    const laughs = `<!DOCTYPE d [<!ENTITY a "ja"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const { extracted_text } = await record(laughs + withText("<texto><p>uno &b; &x; dos</p></texto>"));
    expect(extracted_text).toContain("uno &b; &x; dos");
    expect(extracted_text).not.toContain("jaja");
  });
});

it("reads what the API says of a law by itself, and of which law by the address", async () => {
  const xml = `<response><status><code>200</code></status><data><analisis><materias><materia codigo="1">Procedimiento administrativo</materia></materias></analisis></data></response>`;
  const asked = "https://www.boe.es/datosabiertos/api/legislacion-consolidada/id/BOE-A-2015-10565/analisis";
  expect(documentKind(Buffer.from(xml), { contentType: "application/xml", name: asked })).toBe("boe_xml");
  for (const [address, identifier] of [
    [asked, "BOE-A-2015-10565"],
    ["file:///analisis.xml", null],
  ] as const) {
    const reading = await readBoe({ bytes: Buffer.from(xml), url: address });
    expect(reading).toMatchObject({
      document: { boe: { identifier, subjects: ["Procedimiento administrativo"] } },
    });
  }
});
