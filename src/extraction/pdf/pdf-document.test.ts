import { describe, expect, it } from "vitest";
import { PICTURE_ALL_OVER, pdfOf, type PdfParts, type PdfPageParts, shown } from "../../../test/kit/pdf.ts";
import { outcomeOf, read, lines, PROSE, table, FEES, PDF_URL } from "../../../test/kit/pdf-reading.ts";
import { scannedPdf } from "../../sandbox/offices-pdf.ts";
import { readPdf } from "./pdf-document.ts";

describe("a PDF as a document", () => {
  it("has all that the form asks for", async () => {
    const times = [10, 10, 35, 35];
    const document = await read(
      [`${shown("Tasas municipales", 50, 800, 18, "F2")}\n${lines(PROSE)}`],
      { title: "Ordenanza de tasas", language: "es-ES" },
      {
        detectLanguage: (text: string, declared: string | null) => ({
          language: `${declared}:${text.includes("solicitud")}`,
          confidence: 0.9,
        }),
        now: () => times.shift() ?? 35,
      },
    );
    expect(document).toMatchObject({
      source_url: PDF_URL,
      document_type: "pdf",
      title: "Ordenanza de tasas",
      headings: [{ level: 1, text: "Tasas municipales" }],
      tables: [],
      links: [],
      form_fields: [],
      metadata: {
        language_detected: "es:true",
        language_confidence: 0.9,
        has_text_layer: true,
        page_count: 1,
        extraction_duration_ms: 25,
        encoding_issues: false,
        partial: false,
        requires_ocr: false,
        requires_js_rendering: false,
      },
    });
    expect(document.extracted_text).toBe(`# Tasas municipales\n\n${PROSE.join(" ")}`);
    expect(document.metadata.word_count).toBe(2 + PROSE.join(" ").split(" ").length);
  });

  it.each<[string, string, string]>([
    ["its own word", "Guía de ayudas", "Guía de ayudas"],
    ["the heading, where that is the name of a file", "guia_2024.indd", "Ayudas al alquiler"],
    ["the heading, where that is a program's", "Microsoft Word - guia.doc", "Ayudas al alquiler"],
    ["the heading, where that is a library's word for none", "(anonymous)", "Ayudas al alquiler"],
    ["the heading, where there is none", "", "Ayudas al alquiler"],
  ])("takes its title from %s", async (_, title, expected) => {
    const content = `${shown("Ayudas al alquiler", 50, 800, 18, "F2")}\n${lines(PROSE)}`;
    expect((await read([content], { title })).title).toBe(expected);
  });

  it.each<[string, string, readonly string[], string]>([
    [
      "its first page, rather than larger letters of a later one",
      "",
      ["Ayudas al alquiler", "Índice"],
      "Ayudas al alquiler",
    ],
    [
      "its first page, where its own word stands nowhere",
      "Plantilla oficial",
      ["Ayudas al alquiler"],
      "Ayudas al alquiler",
    ],
    [
      "its own word, where the first page says it in other words",
      "Ayuda oficial para quien alquila",
      ["Ayudas al alquiler"],
      "Ayuda oficial para quien alquila",
    ],
    [
      "its own word, where that runs through all pages",
      "Bases generales",
      ["Ayudas", "Becas", "Cursos", "Viajes"],
      "Bases generales",
    ],
    ["its own word, where the first page has none", "Plantilla oficial", ["", "Ayudas"], "Plantilla oficial"],
    [
      "its own word, where that stands on the second page",
      "Bases generales",
      ["", "Bases generales"],
      "Bases generales",
    ],
    ["the first heading that is no table of contents", "", ["Contents", "Oficinas"], "Oficinas"],
    [
      "the first heading, where its own word is what any document has",
      "Inhaltsverzeichnis",
      ["", "Oficinas"],
      "Oficinas",
    ],
    ["its first page, without what is stamped on it", "", ["BORRADOR"], ""],
  ])("takes its title from %s", async (_, title, heads, expected) => {
    const pages = heads.map((head, at) =>
      [
        heads.length > 2 ? shown("Bases generales", 50, 820, 8) : "",
        head === "" ? "" : shown(head, 50, 800, 16 + at * 4, "F2"),
        lines(PROSE),
      ].join("\n"),
    );
    expect((await read(pages, { title })).title).toBe(expected);
  });

  it("mends text that was decoded wrongly, in tables too", async () => {
    const document = await read(
      [`${table(FEES)}\n${lines(PROSE, 50, 400)}`],
      {},
      {
        repairText: (text: string) => ({ text: text.replaceAll("í", "i"), issues: text.includes("í") }),
      },
    );
    expect(document.extracted_text).toContain("el dia siguiente");
    expect(document.tables[0]?.rows[2]?.[0]).toBe("Ocupación de via");
    expect(document.metadata.encoding_issues).toBe(true);
  });
});

describe("pages that are pictures", () => {
  const picture: PdfPageParts = { content: PICTURE_ALL_OVER, image: true };

  it("are flagged, and nothing is invented", async () => {
    const outcome = await outcomeOf(scannedPdf());
    expect(outcome).toMatchObject({
      ok: true,
      imagePages: [1],
      document: {
        title: "",
        extracted_text: "[Page 1: image without a text layer, needs OCR]",
        metadata: { has_text_layer: false, requires_ocr: true, word_count: 0, partial: false },
      },
    });
  });

  it("are named among pages of text", async () => {
    const document = await read([picture, shown("El texto está en esta página", 50, 700), picture]);
    expect(document.metadata).toMatchObject({ has_text_layer: true, requires_ocr: true, partial: true });
    expect(document.extracted_text).toMatch(/^\[Page 1:[^]+El texto está[^]+\[Page 3:/);
  });

  it("are named together where they follow each other", async () => {
    const document = await read([picture, picture, picture, shown("El texto", 50, 700), picture]);
    expect(document.extracted_text).toBe(
      "[Pages 1-3: images without a text layer, need OCR]\n\nEl texto\n\n[Page 5: image without a text layer, needs OCR]",
    );
  });

  it("are pictures with a stamp on them too", async () => {
    const document = await read([
      { ...picture, content: `${PICTURE_ALL_OVER}\n${shown("Registro 12/3", 50, 40)}` },
    ]);
    expect(document.extracted_text).toBe("Registro 12/3\n\n[Page 1: image without a text layer, needs OCR]");
    expect(document.metadata).toMatchObject({ requires_ocr: true, has_text_layer: false });
  });

  it("are said to be unread beside pages of text only where they say nothing themselves", async () => {
    const slide = { ...picture, content: `${PICTURE_ALL_OVER}\n${shown("Obras de 2026", 50, 700)}` };
    const document = await read([slide, shown("El texto está en esta página", 50, 700)]);
    expect(document.extracted_text).toBe("Obras de 2026\n\nEl texto está en esta página");
    expect(document.metadata.requires_ocr).toBe(true);
  });

  it("are not those with a small one beside the text, nor empty ones", async () => {
    const document = await read([
      { image: true, content: `q 60 0 0 60 50 750 cm /Im1 Do Q\n${lines(PROSE, 50, 700)}` },
      "",
    ]);
    expect(document.metadata).toMatchObject({ requires_ocr: false, partial: false, has_text_layer: true });
  });
});

describe("pages of which a part is shown", () => {
  it.each<[string, readonly [number, number, number, number]]>([
    ["begins elsewhere", [40, 300, 595, 842]],
    ["is small", [40, 690, 120, 720]],
  ])("are read whole, where that part %s", async (_, cropBox) => {
    const content = `${shown("Arriba", 50, 700)}\n${shown("Abajo", 50, 100)}`;
    expect((await read([{ content, cropBox }])).extracted_text).toBe("Arriba\n\nAbajo");
  });

  it("end where the page does", async () => {
    const content = `${shown("Dentro", 50, 700)}\n${shown("Fuera", 650, 700)}`;
    expect((await read([{ content, cropBox: [0, 0, 900, 900] }])).extracted_text).toBe("Dentro");
  });
});

describe("what is no whole PDF", () => {
  const one = [{ content: shown("Una página", 50, 700) }];
  const locked = `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> /P -4 >>`;

  it.each<[string, Uint8Array, string]>([
    ["no bytes", new Uint8Array(), "empty"],
    ["a password", pdfOf(one, { trailer: locked }), "encrypted"],
    ["another kind of file", Buffer.from("<html><body>Hola</body></html>"), "unreadable"],
    ["a header alone", Buffer.from("%PDF-1.4\n"), "unreadable"],
    [
      "a catalog without pages",
      Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n"),
      "unreadable",
    ],
  ])("has a name: %s", async (_, bytes, code) => {
    expect(await outcomeOf(bytes)).toMatchObject({ ok: false, kind: "pdf", failure: { code } });
  });

  it.each<[string, PdfParts]>([
    ["a tree of pages that holds itself", { moreKids: "2 0 R", count: 5 }],
    ["a tree that holds itself a million times", { moreKids: "2 0 R", count: 1_000_000 }],
    ["pages that are not there", { moreKids: "90 0 R 91 0 R", count: 3 }],
    ["a million pages of which one is there", { count: 1_000_000 }],
  ])("gives what there is of %s", async (_, parts) => {
    expect((await read(one, parts)).extracted_text).toBe("Una página");
  });

  it("gives the pages that come before a cut, wherever it is", async () => {
    const whole = pdfOf(
      Array.from({ length: 4 }, (_, at) => ({ content: shown(`Hoja ${"abcd"[at]}`, 50, 700) })),
    );
    const found: number[] = [];
    for (let length = whole.length - 60; length > 900; length -= 111) {
      const outcome = await outcomeOf(whole.subarray(0, length));
      if (!outcome.ok) throw new Error(`${length}: ${outcome.failure.message}`);
      expect(outcome.document.metadata.partial).toBe(true);
      found.push(outcome.document.extracted_text.match(/Hoja/g)?.length ?? 0);
    }
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect(new Set(found)).toEqual(new Set([4, 3, 2, 1]));
  });

  it("stops at the end of its time with what it has", async () => {
    let clock = 0;
    const services = { now: () => (clock += 20_000) };
    const outcome = await readPdf({ bytes: pdfOf([...one, ...one, ...one, ...one]), url: PDF_URL }, services);
    expect(outcome).toMatchObject({ ok: true, document: { metadata: { partial: true, page_count: 4 } } });
  });

  it("leaves the bytes it was given as they are", async () => {
    const bytes = new Uint8Array(pdfOf(one));
    const before = bytes.slice();
    await outcomeOf(bytes);
    expect(bytes).toEqual(before);
  });
});
