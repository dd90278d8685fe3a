import { describe, expect, it } from "vitest";
import type { StoredDocument } from "../../domain/reference.ts";
import { plainMarkdown, plainWikitext, wikiHeadings } from "./plain-markdown.ts";
import { procedureDocument } from "./procedure-document.ts";
import {
  cataloguedDocument,
  extractedDocument,
  gazetteDocument,
  type Stored,
  wikiDocument,
} from "./stored-documents.ts";

const DOCUMENT: StoredDocument = {
  key: "k1",
  url: "https://example.org/a",
  localPath: "data/raw/site/example.org/k1.html",
  sha256: "0".repeat(64),
  originalSize: 1,
  compressedSize: 1,
  storedAt: "2026-01-01T00:00:00Z",
  validators: {},
  fields: {},
};

const stored = (parts: Partial<Stored> = {}): Stored => ({
  source: "site",
  document: DOCUMENT,
  extract: null,
  stem: null,
  ...parts,
});

const procedure = (json: Readonly<Record<string, unknown>>, filled = {}) =>
  procedureDocument({ path: "data/tramites/beca.json", name: "beca", json, filled });

describe("a procedure's file", () => {
  it("is found by its name, keywords, organism and everything it says", () => {
    const found = procedure({
      tramite: "beca_general",
      nombre: "Beca general",
      keywords: ["beca", "ayuda estudios"],
      descripcion: "Para estudiar.",
      como_solicitar: [{ via: "Online", detalle: "En la sede" }],
      organismo: "Ministerio de Educación",
      organismo_abrev: "MEFP",
      cuantias_2024: { matricula_gratis: "500 €" },
      territorio: { nivel: "autonomico", ccaa: "Cataluña", municipio: "Sant Cugat" },
      idioma: "ca",
      idioma_secundario: "es",
      canal: "Electrónico",
      tipo: "Subvención",
      fuente_url: "https://example.org/beca",
      content_hash: "abcdef",
    });
    expect(found).toMatchObject({
      id: "beca_general",
      title: "Beca general",
      url: "https://example.org/beca",
    });
    expect(found.keywords).toEqual(expect.arrayContaining(["ayuda estudios", "MEFP", "beca general"]));
    for (const said of ["Para estudiar.", "Online", "En la sede", "matricula gratis", "500 €"])
      expect(found.text).toContain(said);
    expect(found.text).not.toContain("abcdef");
    expect(found.filters).toMatchObject({
      level: "autonomico",
      ccaa: "cataluna",
      municipio: "sant_cugat",
      type: "subvencion",
      channel: "electronico",
      languages: ["ca", "es"],
    });
  });

  it("of an older version is filled in, and its own word stands", () => {
    const found = procedure({ nombre: "X", canal: "mixto" }, { canal: "presencial", idioma: "es" });
    expect(found.filters).toMatchObject({ channel: "mixto", languages: ["es"] });
  });

  it.each([
    [{}],
    [
      {
        keywords: "one",
        nombre: 7,
        territorio: "x",
        idioma: "spanish",
        requisitos: { a: { b: [1, null, true] } },
      },
    ],
    [{ keywords: [1, null, "ok"], descripcion: ["a", ["b"]], source_url: "" }],
  ])("that holds anything (%j) is taken as far as it goes", (json) => {
    expect(procedure(json)).toMatchObject({ source: "tramites", id: "beca", key: "data/tramites/beca.json" });
  });

  it("that is nested without end is looked at as far as is sensible", () => {
    let deep: unknown = "bottom";
    for (let depth = 0; depth < 5000; depth++) deep = [deep];
    expect(procedure({ nombre: "X", extra: deep }).text).not.toContain("bottom");
  });
});

describe("a page that was read", () => {
  const extract = {
    title: "Título",
    extracted_text:
      "# Título\n\nUn **texto** con [enlace](https://example.org/x) y\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
    headings: [{ level: 1, text: "Título" }, "broken"],
    document_type: "html",
    metadata: { language_detected: "es" },
    extracted_at: "2026-01-02T00:00:00Z",
  };

  it("is found by its title, headings and text without marks", () => {
    const found = extractedDocument(stored({ stem: "data/extracted/site/k1" }), extract, { markdown: true });
    expect(found).toMatchObject({ title: "Título", headings: ["Título"], path: "data/extracted/site/k1.md" });
    expect(found.text).toContain("Un texto con enlace y");
    expect(found.text).not.toMatch(/[|*[\]#]|https/);
    expect(found.filters).toMatchObject({ type: "html", languages: ["es"] });
  });

  it("of the gazette is known by its own record", () => {
    const boe = {
      identifier: "BOE-A-2024-1",
      department: { code: "1", name: "JEFATURA DEL ESTADO" },
      subjects: ["Empleo"],
    };
    const found = gazetteDocument(stored({ extract: { ...extract, document_type: "boe_xml", boe } }), {});
    expect(found).toMatchObject({
      id: "BOE-A-2024-1",
      filters: { level: "estatal", organism: "JEFATURA DEL ESTADO" },
    });
    expect(found?.keywords).toContain("Empleo");
  });

  it("of the gazette is known by its daily summary, too", () => {
    const metadata = {
      title: "Orden de hoy",
      supplementary: { identifier: "BOE-A-2024-2", department: "MINISTERIO" },
    };
    expect(gazetteDocument(stored({ extract }), metadata)).toMatchObject({
      id: "BOE-A-2024-2",
      title: "Orden de hoy",
      filters: { organism: "MINISTERIO" },
    });
  });

  it.each([
    ["no reading", null, { supplementary: { identifier: "BOE-A-2024-2" } }],
    ["no identifier", extract, {}],
    ["another catalog's", extract, { supplementary: { identifier: "SIA-1" } }],
  ])("with %s is none of the gazette", (_, read, metadata) => {
    expect(gazetteDocument(stored({ extract: read }), metadata)).toBeNull();
  });
});

describe("a page of a wiki", () => {
  const page = {
    title: "Ship",
    canonical_url: "https://w.example/wiki/Ship",
    content:
      "'''Ship''' is [[Boat|a boat]]. {{Info|hull=oak}} <ref>x</ref>\n== History ==\n* built [https://x.example here]",
    content_model: "wikitext",
    categories: ["Vessels"],
    redirects_from: ["Vessel"],
    is_redirect: false,
  };

  it("is found by its title, its redirects, its categories and its words", () => {
    const found = wikiDocument(stored({ source: "wiki" }), page);
    expect(found).toMatchObject({ title: "Ship", keywords: ["Vessel", "Vessels"], headings: ["History"] });
    expect(found?.text).toMatch(/Ship is a boat\.\s+Info hull=oak/);
    expect(found?.text).not.toMatch(/[[\]{}<>|]|'''/);
  });

  it.each([[{ ...page, is_redirect: true }], [{ content: "x" }]])(
    "is not found where it is a redirect or nothing",
    (given) => {
      expect(wikiDocument(stored(), given)).toBeNull();
    },
  );
});

describe("a document of a catalogue", () => {
  const document = {
    ...DOCUMENT,
    key: "T055",
    localPath: "data/raw/usgs/TX/T055.pdf.zst",
    fields: { library_number: "T055", state: "TX" },
  };
  const metadata = {
    well_name: "SMITH 1",
    county: "CRANE",
    operator: "HUMBLE",
    formation: "WOLFCAMP",
    content_sha256: "ffff",
  };

  it("is found by what the catalogue says of it", () => {
    const found = cataloguedDocument(stored({ source: "usgs", document }), metadata);
    expect(found).toMatchObject({
      title: "SMITH 1 (CRANE, TX)",
      filters: { type: "pdf", organism: "HUMBLE" },
    });
    expect(found.keywords).toEqual(expect.arrayContaining(["T055", "WOLFCAMP"]));
    expect(found.text).toContain("formation: WOLFCAMP");
    expect(found.text).not.toContain("ffff");
  });

  it("is found by its own text where it was read", () => {
    const extract = {
      title: "Core report",
      extracted_text: "Porosity",
      document_type: "pdf",
      metadata: { language_detected: "en" },
    };
    const found = cataloguedDocument(stored({ source: "usgs", document, extract }), {});
    expect(found).toMatchObject({ title: "Core report (TX)", filters: { languages: ["en"] } });
    expect(found.text).toContain("Porosity");
  });
});

describe("plain text", () => {
  it.each([
    ["# H\n- one\n> two\n\\*three", "H\none\ntwo\n*three"],
    ['![alt](a.png) [b](c "d")', "alt b"],
  ])("of Markdown %j", (markdown, plain) => expect(plainMarkdown(markdown)).toBe(plain));

  it.each([
    ["a<!-- hidden -->b <!-- open", "a b <!-- open"],
    ["{| class=x\n|-\n! Head\n| Cell\n|}", "class=x\n\nHead\nCell"],
    ["* ''one'' &amp; [[File:a.png|thumb]]two &nbsp;&lt;b&gt;", "one & two <b>"],
    ["[https://x.example shown] [[Plain]] [[A|b]]", "shown Plain b"],
  ])("of wikitext %j", (wikitext, plain) => {
    const tidy = plainWikitext(wikitext)
      .split("\n")
      .map((line) => line.replaceAll(/ +/g, " ").trim());
    expect(tidy.join("\n").trim()).toBe(plain);
  });

  it("of hostile markup takes no longer than it is long", () => {
    for (const part of ["[", "[[", "{{", "<!--", "![", "| ", "**", "<a "]) {
      expect(plainMarkdown(part.repeat(50_000)).length).toBeLessThanOrEqual(300_000);
      expect(plainWikitext(part.repeat(20_000)).length).toBeLessThanOrEqual(100_000);
    }
    expect(wikiHeadings(`=${" ".repeat(50_000)}`)).toEqual([]);
  }, 20_000);
});
