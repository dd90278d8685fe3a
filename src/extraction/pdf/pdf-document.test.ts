import { describe, expect, it } from "vitest";
import {
  PICTURE_ALL_OVER,
  pdfOf,
  type PdfPageParts,
  type PdfParts,
  ruled,
  shown,
  turned,
} from "../../../test/kit/pdf.ts";
import { coreReport } from "../../../test/kit/pdf-report.ts";
import { scannedPdf, textPdf } from "../../sandbox/offices-pdf.ts";
import { readPdf } from "./pdf-document.ts";

const URL = "https://sede.example.org/impreso.pdf";

async function outcomeOf(bytes: Uint8Array, services = {}) {
  return readPdf({ bytes, url: URL }, services);
}

async function read(pages: readonly (PdfPageParts | string)[], parts: PdfParts = {}, services = {}) {
  const whole = pages.map((page) => (typeof page === "string" ? { content: page } : page));
  const outcome = await outcomeOf(pdfOf(whole, parts), services);
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document;
}

const textOfPages = async (...pages: string[]) => (await read(pages)).extracted_text;

/** Lines from the top, 14 points apart. */
const lines = (texts: readonly string[], x = 50, top = 780, size = 10) =>
  texts.map((text, at) => shown(text, x, top - at * 14, size)).join("\n");

const PROSE = [
  "Las personas interesadas presentan su solicitud en el registro del",
  "ayuntamiento, o en cualquier otro que la ley admita, antes de que acabe",
  "el plazo que se abre el día siguiente al de esta publicación.",
];

/** Cells at fixed places, with rules around them or not. */
function table(
  rows: readonly (readonly string[])[],
  { x = 60, top = 700, width = 100, rules = false } = {},
): string {
  const texts = rows.flatMap((row, at) =>
    row.map((cell, column) =>
      cell === "" ? "" : shown(cell, x + column * width + 4, top - at * 18 - 13, 9),
    ),
  );
  const columns = rows[0]?.length ?? 0;
  const bottom = top - rows.length * 18;
  const right = x + columns * width;
  const drawn = rules
    ? [
        ...Array.from({ length: rows.length + 1 }, (_, at) => ruled(x, top - at * 18, right, top - at * 18)),
        ...Array.from({ length: columns + 1 }, (_, at) => ruled(x + at * width, top, x + at * width, bottom)),
      ]
    : [];
  return [...texts, ...drawn].join("\n");
}

const FEES = [
  ["Concepto", "Importe", "Plazo"],
  ["Licencia de obra", "1.250,00", "30"],
  ["Ocupación de vía", "85,40", "10"],
  ["Vado", "120,00", "15"],
];

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
      source_url: URL,
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

describe("text", () => {
  it.each<[string, string, string]>([
    ["joins the lines of a paragraph", lines(PROSE), PROSE.join(" ")],
    [
      "parts paragraphs at a wider gap",
      `${lines(PROSE)}\n${lines(PROSE, 50, 700)}`,
      `${PROSE.join(" ")}\n\n${PROSE.join(" ")}`,
    ],
    [
      "rejoins a word that was divided",
      lines(["La docu-", "mentación se presen-", "ta en papel."]),
      "La documentación se presenta en papel.",
    ],
    [
      "keeps the hyphen of a name",
      lines(["El acuerdo hispano-", "Luso sigue."]),
      "El acuerdo hispano-Luso sigue.",
    ],
    ["reads bullets as a list", lines(["\u{95} Primero", "\u{95} Segundo"]), "- Primero\n- Segundo"],
    ["reads numbers as a list", lines(["1. Primero", "2. Segundo"]), "1. Primero\n2. Segundo"],
    ["reads letters drawn one by one", "BT /F1 10 Tf 50 700 Td [(P) 20 (l) -10 (a) (zo)] TJ ET", "Plazo"],
    [
      "takes a wide step for a space",
      "BT /F1 10 Tf 50 700 Td [(Plazo) -300 (abierto)] TJ ET",
      "Plazo abierto",
    ],
    [
      "reads once what is drawn twice to look bold",
      `${shown("Aviso legal", 50, 700)}\n${shown("Aviso legal", 50.4, 700)}`,
      "Aviso legal",
    ],
    [
      "reads once what is drawn with its shadow",
      `${shown("Aviso legal", 50, 700)}\n${shown("Aviso legal", 50.7, 699.3)}`,
      "Aviso legal",
    ],
    [
      "reads once what is drawn again in part",
      `${shown("AvisoLegal", 50, 700)}\n${shown("Legal", 74.6, 700.2)}`,
      "AvisoLegal",
    ],
    [
      "reads twice what stands twice",
      `${shown("AvisoLegal", 50, 700)}\n${shown("Legal", 100, 700)}\n${shown("Aviso", 50, 680)}`,
      "AvisoLegal Legal\n\nAviso",
    ],
    [
      "puts an accent on its letter",
      "BT /F1 10 Tf 50 700 Td (T) Tj [(\u{b4}) 333 (e)] TJ (cnico) Tj ET",
      "Técnico",
    ],
    [
      "puts a raised accent on its capital",
      `${shown("N", 50, 700)} ${shown("\u{b4}", 58.9, 702.2)} ${shown("UMERO", 57.2, 700)}`,
      "NÚMERO",
    ],
    [
      "puts an accent on its letter once, though both are drawn twice to look bold",
      "BT /F1 10 Tf 50 700 Td (T) Tj [(\u{b4}) 333 (e) 556 (\u{b4}) 333 (e)] TJ (cnico) Tj ET",
      "Técnico",
    ],
    ["leaves a sign alone that stands over no letter", shown("a~b ^c `d` e~", 50, 700), "a~b ^c `d` e~"],
    [
      "reads spaced letters as a word",
      "BT /F1 10 Tf 1.5 Tc 50 700 Td (Boletin oficial) Tj ET",
      "Boletin oficial",
    ],
    [
      "reads spaced figures as a number",
      "BT /F1 10 Tf 1.5 Tc 50 700 Td (Plaza 5, 3858) Tj (8, Ltd.) Tj ET",
      "Plaza 5, 38588, Ltd.",
    ],
    [
      "keeps what is drawn between two brackets that are set apart",
      "BT /F1 10 Tf 50 700 Td (a) Tj 4 Tc [(\\(\\))] TJ 0 Tc 9.6 0 Td (bc) Tj ET",
      "a(bc )",
    ],
    [
      "reads a soft hyphen that is drawn within a line",
      `${shown("Acuerdo franco\u{ad}español del procedi\u{ad}", 50, 700)}\n${shown("miento", 50, 686)}`,
      "Acuerdo franco-español del procedimiento",
    ],
    [
      "reads a word whose ligature has a space drawn under it",
      "BT /F1 10 Tf 50 700 Td (con\u{df}) Tj 17.23 0 Td ( ) Tj 5 0 Td (icto nuevo) Tj ET",
      "conßicto nuevo",
    ],
    ["reads a title that is set wide", "BT /F1 10 Tf 3.6 Tc 50 700 Td (RESUELVO) Tj ET", "RESUELVO"],
    [
      "reads a title whose letters are moved apart",
      "BT /F1 10 Tf 50 700 Td [(L)-205(I)-204(B)-205(R)-181(O)-200( )-200(B)-206(L)-205(A)-201(N)-207(C)-200(O)] TJ ET",
      "LIBRO BLANCO",
    ],
    [
      "reads a title whose letters are placed one by one, and figures beside it",
      [
        ...[50, 58.67, 67.89, 76].map((x, at) => shown("ACTA".charAt(at), x, 700)),
        ...[88.67, 96.78, 101.56, 110.78, 119.45].map((x, at) => shown("FINAL".charAt(at), x, 700)),
        shown("85", 400, 700),
      ].join("\n"),
      "ACTA FINAL 85",
    ],
    [
      "reads the two letters of a word that is fitted to a scan, as others are",
      "BT /F1 10 Tf 50 700 Td 2.6 Tc (la) Tj 20 0 Td 2.2 Tc (de) Tj 20 0 Td 2.9 Tc (su) Tj ET",
      "la de su",
    ],
    [
      "keeps letters apart that are all as far from each other",
      "BT /F1 10 Tf 50 700 Td [(A)-205(B)-205(C)-205(D)-205(E)] TJ ET",
      "A B C D E",
    ],
    [
      "keeps letters apart that are moved as far as figures in boxes",
      "BT /F1 10 Tf 50 700 Td [(A)-416(B)-416(C)-416(D)-1416(E)-416(F)] TJ ET",
      "A B C D E F",
    ],
    [
      "takes for a space what is set after the one letter of a run",
      "BT /F1 10 Tf 50 700 Td (vi) Tj 2.2 Tc (a) Tj 0 Tc 15 0 Td (libre) Tj ET",
      "via libre",
    ],
    [
      "takes for a space what is set between the two letters of a run",
      "BT /F1 10 Tf 50 700 Td (va ) Tj 2.2 Tc (ac) Tj 0 Tc 26.1 0 Td (asa) Tj ET",
      "va a casa",
    ],
    ["reads figures in boxes one by one", "BT /F1 10 Tf 14 Tc 50 700 Td (123) Tj ET", "1 2 3"],
    [
      "reads what stands for glyphs in their place",
      String.raw`BT /F1 10 Tf 50 700 Td (a) Tj /Span << /ActualText <FEFF00660074> >> BDC (\001) Tj EMC (er 14,) Tj /Span << /ActualText (918) >> BDC (\001\001\001) Tj EMC ET`,
      "after 14,918",
    ],
    [
      "reads several words that stand for glyphs",
      "BT /F1 10 Tf 50 700 Td /Span << /ActualText (en vigor) >> BDC (xxxxxxxx) Tj EMC ET",
      "en vigor",
    ],
    [
      "reads glyphs on two lines, whatever stands for them",
      "BT /F1 10 Tf 50 700 Td /Span << /ActualText (todo junto) >> BDC (en la) Tj 0 -14 Td (ley) Tj EMC ET",
      "en la ley",
    ],
    [
      "leaves out what stands for nothing, and reads on after what is not ended",
      "BT /F1 10 Tf 50 700 Td (Plazo) Tj /Span << /ActualText () >> BDC (xx) Tj EMC /Span << /ActualText (s) >> BDC (y) Tj ET",
      "Plazo s",
    ],
    [
      "leaves out what is outside the page",
      `${shown("Dentro", 50, 700)}\n${shown("Fuera", 900, 700)}`,
      "Dentro",
    ],
    ["does not take a sign for a mark of Markdown", shown("# 1 de 3", 50, 700), "\\# 1 de 3"],
    [
      "keeps a logo whole whose letters are lowered, and raised ones that are smaller",
      `${shown("con L", 50, 700)} ${shown("A", 71.4, 702.1, 7)} ${shown("T", 74.6, 700)} ${shown("E", 79, 697.8)} ${shown("X o", 84.4, 700)} ${shown("T", 104, 700)} ${shown("E", 108.4, 697.8)} ${shown("X", 113.8, 700)}`,
      "con LATEX o TEX",
    ],
    [
      "keeps a logo whole that has a small capital",
      `${shown("con L", 50, 700)} ${shown("a", 70.4, 701.6, 8)} ${shown("TO", 74, 700)}`,
      "con LaTO",
    ],
    [
      "keeps a logo whole whose small letter is hardly raised",
      `${shown("L", 50, 700)} ${shown("A", 52, 700.6, 9)} ${shown("TO", 56.5, 700)}`,
      "LATO",
    ],
    ["sets a raised number beside its word", `${shown("Ley", 50, 700)}\n${shown("1", 66.5, 704, 6)}`, "Ley1"],
  ])("%s", async (_, content, expected) => {
    expect(await textOfPages(content)).toBe(expected);
  });

  it("reads two columns one after the other, under a title over both", async () => {
    const left = ["Primera columna que", "habla de la norma y", "de quién la aprueba", "en cada municipio."];
    const right = [
      "Segunda columna que",
      "trata de los plazos",
      "y de los recursos que",
      "caben contra ella.",
    ];
    const content = [
      shown("Un título que ocupa todo el ancho de la página y algo más", 50, 800, 14),
      lines(left, 50, 740),
      lines(right, 320, 740),
    ].join("\n");
    const text = await textOfPages(content);
    expect(text).toMatch(/título[^]+Primera[^]+municipio\.[^]+Segunda[^]+contra ella\./);
  });

  it.each([90, 180, 270])("reads a page that is turned by %i degrees", async (rotate) => {
    const document = await read([{ content: lines(PROSE), rotate }]);
    expect(document.extracted_text).toBe(PROSE.join(" "));
  });

  it.each<[number, (at: number) => [number, number]]>([
    [90, (at) => [100 + at * 14, 100]],
    [270, (at) => [400 - at * 14, 700]],
    [180, (at) => [500, 300 + at * 14]],
  ])("reads text that runs at %i degrees", async (degrees, place) => {
    const content = PROSE.map((line, at) => turned(line, ...place(at), degrees)).join("\n");
    expect(await textOfPages(content)).toBe(PROSE.join(" "));
  });

  it("keeps a note in the margin that runs another way", async () => {
    const text = await textOfPages(`${lines(PROSE)}\n${turned("Borrador", 520, 300, 45)}`);
    expect(text).toBe(`${PROSE.join(" ")}\n\nBorrador`);
  });

  it("gives levels to headings by their letters", async () => {
    const content = [
      shown("Bases", 50, 810, 20),
      shown("Requisitos", 50, 780, 14),
      lines(PROSE, 50, 760),
      shown("Documentos", 50, 700, 10, "F2"),
      lines(PROSE, 50, 680),
    ].join("\n");
    expect((await read([content])).headings).toEqual([
      { level: 1, text: "Bases" },
      { level: 2, text: "Requisitos" },
      { level: 3, text: "Documentos" },
    ]);
  });

  it("goes on with a sentence over the page", async () => {
    expect(
      await textOfPages(lines(["La norma que se aprobó el año pasado"]), lines(["sigue en vigor."])),
    ).toBe("La norma que se aprobó el año pasado sigue en vigor.");
  });
});

describe("what runs through the pages", () => {
  const page = (number: number, head: string, foot: string) =>
    [
      shown(head, 50, 815, 8),
      lines(
        PROSE.map((line) => `${line} ${"abcdef"[number]}`),
        50,
        700,
      ),
      shown(foot, 280, 25, 8),
    ].join("\n");

  it("leaves out heads, feet and page numbers", async () => {
    const text = await textOfPages(
      ...[0, 1, 2, 3].map((at) => page(at, "Boletín del ayuntamiento", `Página ${at + 1} de 4`)),
    );
    expect(text).not.toMatch(/Boletín|Página/);
    expect(text.match(/solicitud/g)).toHaveLength(4);
  });

  it("leaves out heads that take turns, and Roman numbers", async () => {
    const romans = ["i", "ii", "iii", "iv", "v", "vi"];
    const text = await textOfPages(
      ...romans.map((roman, at) => page(at, at % 2 === 0 ? "Ordenanza" : "Capítulo", roman)),
    );
    expect(text).not.toMatch(/Ordenanza|Capítulo|^[iv]+$/m);
  });

  it.each<[string, readonly string[]]>([
    ["stands on two pages only", ["Nota al pie", "Nota al pie", "Otra", "Distinta"]],
    ["has numbers that do not count the pages", ["Total 17", "Total 5", "Total 90", "Total 33"]],
    ["is named by a number", [1, 2, 3, 4].map((part) => `ANEXO ${part}`)],
    ["has a number within", [1, 2, 3, 4].map((part) => `Artículo ${part}. Plazos`)],
    [
      "is the number of a part, after many words",
      [1, 2, 3, 4].map((part) => `Bases de las ayudas del lote ${part}`),
    ],
    ["names who signs", [1, 2, 3, 4].map((part) => `Firmado: la persona ${part}`)],
  ])("keeps what %s", async (_, feet) => {
    const text = await textOfPages(...feet.map((foot, at) => page(at, `Cabecera ${"abcd"[at]}`, foot)));
    for (const foot of feet) expect(text).toContain(foot);
  });

  it.each<[string, (page: number) => string]>([
    ["alone", (at) => `- ${at} -`],
    ["with their word", (at) => `Tasas 2026, pág. ${at}`],
    ["of so many", (at) => `${at}/4`],
    ["behind a mark", (at) => `Ordenanza · ${at}`],
    ["before the name of the document", (at) => `${at} Ordenanza de tasas`],
    ["behind the name of the document", (at) => `Ordenanza de tasas del ayuntamiento ${at}`],
    ["in Basque", (at) => `${at}. orrialdea`],
  ])("leaves out page numbers %s", async (_, foot) => {
    const pages = [1, 2, 3, 4].map((at) => page(at - 1, `Cabecera ${"abcd"[at - 1]}`, foot(at)));
    expect(await textOfPages(...pages)).not.toMatch(/\d/);
  });

  it.each<[string, readonly string[], string]>([
    ["numbers", ["1", "2"], "1\n\n2"],
    ["a line", ["Borrador", "Borrador", "Borrador"], "Borrador\n\nBorrador\n\nBorrador"],
  ])("keeps %s at the same place of pages that have nothing else", async (_, heads, expected) => {
    expect(await textOfPages(...heads.map((head) => shown(head, 50, 800)))).toBe(expected);
  });

  it("keeps pages that have nothing else, where they are as many as others", async () => {
    const heads = ["uno", "dos", "tres", "cuatro"].map((_, at) => shown(`Hoja de prueba ${at + 1}`, 50, 800));
    const first = `${shown("Documento", 50, 760)}\n${shown("Índice", 50, 400)}`;
    const text = await textOfPages(first, ...heads);
    expect(text.match(/Hoja de prueba \d/g)).toHaveLength(4);
  });

  it("leaves a page empty that has nothing else, among others", async () => {
    const head = (at: number) => shown(`Guía de ayudas, página ${at}`, 50, 800);
    const pages = [1, 2, 3, 4, 5].map((at) =>
      at === 4 ? head(at) : `${head(at)}\n${lines(PROSE, 50, 500 - at)}`,
    );
    expect(await textOfPages(...pages)).not.toContain("Guía");
  });

  it("leaves out page numbers of two pages, and keeps what both have else", async () => {
    const text = await textOfPages(...[0, 1].map((at) => page(at, "Bando del alcalde", `Página ${at + 1}`)));
    expect(text).not.toContain("Página");
    expect(text.match(/Bando/g)).toHaveLength(2);
  });

  it("keeps a title that is on every page once", async () => {
    const outcome = await outcomeOf(
      textPdf(
        "Guía del vecino",
        Array.from({ length: 150 }, () => PROSE.join(" ")),
      ),
    );
    expect(outcome.ok && outcome.document.extracted_text.match(/Guía del vecino/g)).toHaveLength(1);
    expect(outcome.ok && outcome.document.title).toBe("Guía del vecino");
  });
});

describe("tables", () => {
  it.each([true, false])("are read cell by cell, with rules: %s", async (rules) => {
    const { tables, extracted_text } = await read([
      `${lines(PROSE)}\n${table(FEES, { rules })}\n${lines(PROSE, 50, 500)}`,
    ]);
    expect(tables.map(({ rows }) => rows)).toEqual([FEES]);
    expect(extracted_text).toBe(
      [
        PROSE.join(" "),
        "",
        "| Concepto | Importe | Plazo |",
        "| --- | --- | --- |",
        "| Licencia de obra | 1.250,00 | 30 |",
        "| Ocupación de vía | 85,40 | 10 |",
        "| Vado | 120,00 | 15 |",
        "",
        PROSE.join(" "),
      ].join("\n"),
    );
  });

  it("keep empty cells in their place", async () => {
    const rows = FEES.map((row, at) => (at === 2 ? [row[0] ?? "", "", row[2] ?? ""] : row));
    for (const rules of [true, false]) {
      expect((await read([table(rows, { rules })])).tables[0]?.rows).toEqual(rows);
    }
  });

  it("escape what parts cells in Markdown", async () => {
    const { tables } = await read([
      table(
        [
          ["A|B", "C"],
          ["1", "2"],
        ],
        { rules: true },
      ),
    ]);
    expect(tables[0]?.markdown).toBe("| A\\|B | C |\n| --- | --- |\n| 1 | 2 |");
  });

  it("join the lines of a cell", async () => {
    const content = [
      table(
        [
          ["Trámite", "Órgano"],
          ["", ""],
          ["Vado", "Tráfico"],
        ],
        { rules: true },
      ),
      shown("Licencia de primera", 64, 675, 7),
      shown("ocupación", 64, 667, 7),
      shown("Urbanismo", 164, 671, 7),
    ].join("\n");
    expect((await read([content])).tables[0]?.rows[1]).toEqual([
      "Licencia de primera ocupación",
      "Urbanismo",
    ]);
  });

  it("join the lines of a cell without rules", async () => {
    const content = [
      table([
        ["Código", "Objeto", "Euros"],
        ["A-1", "Obras en la plaza", "1.200"],
        ["A-2", "Limpieza", "300"],
      ]),
      shown("y en las calles", 164, 658, 9),
    ].join("\n");
    expect((await read([content])).tables[0]?.rows).toEqual([
      ["Código", "Objeto", "Euros"],
      ["A-1", "Obras en la plaza y en las calles", "1.200"],
      ["A-2", "Limpieza", "300"],
    ]);
  });

  it("are whole where a rule is drawn after some rows only", async () => {
    const years = Array.from({ length: 6 }, (_, at) => [`${2010 + at}`, `${at * 7 + 3}`, `${at * 11 + 2}`]);
    const content = [
      table(years),
      ...[0, 3, 6].map((at) => ruled(60, 700 - at * 18, 360, 700 - at * 18)),
      ...[0, 1, 2, 3].map((at) => ruled(60 + at * 100, 700, 60 + at * 100, 592)),
    ].join("\n");
    expect((await read([content])).tables[0]?.rows).toEqual(years);
  });

  it("are one over pages, without the head that is repeated", async () => {
    const head = FEES[0] ?? [];
    const more = [head, ["Poda", "40,00", "5"], ["Feria", "60,00", "8"], ["Quiosco", "75,10", "9"]];
    const { tables } = await read([table(FEES, { rules: true }), table(more, { rules: true, top: 780 })]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...FEES, ...more.slice(1)]]);
  });

  it("are one over two pages, around a foot and a head", async () => {
    const more = [
      ["Poda", "40,00", "5"],
      ["Feria", "60,00", "8"],
      ["Quiosco", "75,10", "9"],
    ];
    const margins = `${shown("Ordenanza de tasas", 60, 810, 8)}\n${shown("Sede electrónica", 480, 30, 8)}`;
    const { tables, extracted_text: text } = await read([
      `${table(FEES)}\n${margins}`,
      `${table(more, { top: 780 })}\n${margins}`,
    ]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...FEES, ...more]]);
    expect(text.match(/Sede electrónica/g)).toHaveLength(2);
  });

  it("have their last row on the next page too, where it is alone", async () => {
    const last = [["Poda", "40,00", "5"]];
    const top = { rules: true, top: 780 };
    const { tables } = await read([table(FEES, { rules: true }), table(last, top)]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...FEES, ...last]]);
    const alone = await read([lines(PROSE), table(last, top)]);
    expect([alone.tables, alone.extracted_text]).toEqual([[], expect.stringContaining("Poda 40,00 5")]);
  });

  it("keep a row that is the same on the next page below the head", async () => {
    const more = [...FEES.slice(0, 2), ["Poda", "40,00", "5"]];
    const { tables } = await read([table(FEES, { rules: true }), table(more, { rules: true, top: 780 })]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...FEES, ...more.slice(1)]]);
  });

  it("leave out a head of two rows that is repeated", async () => {
    const heads = [
      ["Concepto", "Importe", "Plazo"],
      ["", "2026", "(2)"],
    ];
    const more = [...heads, ["Poda", "40,00", "5"], ["Feria", "60,00", "8"]];
    const first = [...heads, ...FEES.slice(1)];
    const { tables } = await read([table(first, { rules: true }), table(more, { rules: true, top: 780 })]);
    expect(tables.map(({ rows }) => rows)).toEqual([[...first, ...more.slice(2)]]);
  });

  it.each([
    ["on one page", [`${table(FEES, { rules: true })}\n${table(FEES, { rules: true, top: 620 })}`]],
    ["on two", [table(FEES, { rules: true }), table(FEES, { rules: true })]],
  ])("are two where all of one is there again, %s", async (_, pages) => {
    expect((await read(pages)).tables.map(({ rows }) => rows)).toEqual([FEES, FEES]);
  });

  it("are two over pages, where their columns differ", async () => {
    const other = FEES.map((row) => row.slice(0, 2));
    const { tables } = await read([table(FEES, { rules: true }), table(other, { rules: true, width: 200 })]);
    expect(tables.map(({ rows }) => rows)).toEqual([FEES, other]);
  });

  it("are told from text in columns, lists and boxes", async () => {
    const column = (word: string) =>
      Array.from({ length: 9 }, (_, at) => `${word} de la línea ${at} que llena su columna`);
    const content = [
      lines(column("Texto"), 50, 780),
      lines(column("Resto"), 320, 780),
      lines(["1.", "2.", "3."], 50, 600),
      lines(["Primero en la lista", "Segundo de ella", "Tercero y último"], 80, 600),
      lines(PROSE, 60, 400),
      ruled(50, 420, 500, 420),
      ruled(50, 360, 500, 360),
      ruled(50, 360, 50, 420),
      ruled(500, 360, 500, 420),
    ].join("\n");
    const { tables, extracted_text } = await read([content]);
    expect(tables).toEqual([]);
    expect(extracted_text).toContain("1. Primero en la lista");
  });

  it("take the line before them as a caption, where it is one", async () => {
    const { tables } = await read([
      `${shown("Tabla 3. Tasas", 60, 720, 9)}\n${table(FEES, { rules: true })}`,
    ]);
    expect(tables[0]?.caption).toBe("Tabla 3. Tasas");
  });

  it("without rules are right in every cell of a report", async () => {
    const report = coreReport(25);
    const outcome = await outcomeOf(report.bytes);
    expect(outcome.ok && outcome.document.tables.map(({ rows }) => rows)).toEqual(report.tables);
  });
});

describe("forms and links", () => {
  const widget = (y: number, entries: string) => `/Subtype /Widget /Rect [200 ${y} 400 ${y + 16}] ${entries}`;

  it("lists the fields with what is asked for", async () => {
    const content = [
      shown("Nombre y apellidos *", 50, 704),
      shown("Observaciones", 200, 680),
      shown("Acepto las condiciones", 410, 604),
      shown("Provincia:", 50, 564),
      shown("Notificación", 50, 524),
      shown("Papel", 410, 524),
      shown("Correo", 410, 494),
    ].join("\n");
    const kids = (value: string, y: number) =>
      `/Subtype /Widget /FT /Btn /T (aviso) /Ff 49152 /Rect [390 ${y} 404 ${y + 14}] /AS /Off /AP << /N << /${value} 8 0 R /Off 8 0 R >> >>`;
    const document = await read(
      [
        {
          content,
          annotations: [
            widget(700, "/FT /Tx /T (nombre)"),
            widget(650, "/FT /Tx /T (obs) /Ff 4096"),
            widget(600, "/FT /Btn /T (acepto) /TU (Aceptación) /Ff 2 /AS /Off"),
            widget(560, "/FT /Ch /T (provincia) /Ff 131072 /Opt [(Madrid) [(08) (Barcelona)]]"),
            kids("papel", 520),
            kids("correo", 490),
            widget(400, "/FT /Sig /T (firma) /TU (Firma)"),
            widget(370, "/FT /Btn /T (enviar) /Ff 65536"),
          ],
        },
      ],
      { form: true },
    );
    expect(document.document_type).toBe("form_pdf");
    expect(document.form_fields.map(({ name, type }) => [name, type])).toEqual([
      ["nombre", "text"],
      ["obs", "textarea"],
      ["acepto", "checkbox"],
      ["provincia", "select"],
      ["aviso", "radio"],
      ["firma", "signature"],
    ]);
    expect(document.form_fields[0]).toMatchObject({ label: "Nombre y apellidos", required: true });
    expect(document.form_fields[1]).toMatchObject({ label: "Observaciones", required: false });
    expect(document.form_fields[2]).toMatchObject({ label: "Aceptación", required: true });
    expect(document.form_fields[3]).toMatchObject({ label: "Provincia", options: ["Madrid", "Barcelona"] });
    expect(document.form_fields[4]).toMatchObject({ label: "Notificación", options: ["Papel", "Correo"] });
  });

  it.each<[string, string, string]>([
    ["a text", "/FT /Tx /V (Ana Ruiz)", "Nombre Ana Ruiz"],
    ["a text of two lines", "/FT /Tx /Ff 4096 /V (Ana\\rRuiz)", "Nombre\n\nAna Ruiz"],
    ["a choice", "/FT /Ch /Ff 131072 /Opt [(Ana) (Eva)] /V (Eva)", "Nombre Eva"],
    ["nothing", "/FT /Tx", "Nombre"],
    ["a password", "/FT /Tx /Ff 8192 /V (secreto)", "Nombre"],
    ["a text that is not shown", "/FT /Tx /F 2 /V (Ana)", "Nombre"],
  ])("reads what is filled into a field and drawn nowhere: %s", async (_, entries, expected) => {
    const page = { content: shown("Nombre", 50, 704), annotations: [widget(700, `/T (n) ${entries}`)] };
    expect((await read([page], { form: true })).extracted_text).toBe(expected);
  });

  it("lists fields without a name one by one", async () => {
    const content = `${shown("Calle", 50, 704)}\n${shown("Piso", 50, 654)}`;
    const { form_fields } = await read(
      [{ content, annotations: [widget(700, "/FT /Tx"), widget(650, "/FT /Tx")] }],
      { form: true },
    );
    expect(form_fields.map(({ label }) => label)).toEqual(["Calle", "Piso"]);
  });

  it("tells a label from another field's, from one beneath and from a name for machines", async () => {
    const box = (x: number, y: number, entries: string) =>
      `/Subtype /Widget /FT /Tx /Rect [${x} ${y} ${x + 90} ${y + 16}] ${entries}`;
    const content = [
      shown("Municipio", 50, 704),
      shown("Provincia", 300, 724),
      shown("Lugar y fecha", 200, 638),
      shown("País", 150, 604),
    ].join("\n");
    const annotations = [
      box(120, 700, "/T (a)"),
      box(300, 700, "/T (b)"),
      box(200, 650, "/T (c)"),
      box(200, 600, "/T (pais) /TU (pais)"),
    ];
    const { form_fields } = await read([{ content, annotations }], { form: true });
    expect(form_fields.map(({ label }) => label)).toEqual([
      "Municipio",
      "Provincia",
      "Lugar y fecha",
      "País",
    ]);
  });

  it("takes the name of a field for that of its boxes", async () => {
    const via = "/Parent << /FT /Btn /Ff 49152 /T (via) /TU (Vía de notificación) >>";
    const { form_fields } = await read(
      [{ content: "", annotations: [widget(700, via), widget(600, "/FT /Tx /T (nada)")] }],
      { form: true },
    );
    expect(form_fields).toMatchObject([
      { name: "via", label: "Vía de notificación" },
      { name: "nada", label: "" },
    ]);
  });

  it("lists links of the web with their words", async () => {
    const link = (uri: string) => `/Subtype /Link /Rect [48 695 90 712] /A << /S /URI /URI (${uri}) >>`;
    const { links } = await read([
      {
        content: shown("La sede electrónica", 50, 700),
        annotations: [
          link("https://sede.example.org/a#b"),
          link("mailto:a@example.org"),
          link("javascript:alert\\(1\\)"),
        ],
      },
    ]);
    expect(links).toEqual([{ text: "La sede", url: "https://sede.example.org/a" }]);
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
    expect(document.extracted_text).toBe("Registro 12/3");
    expect(document.metadata).toMatchObject({ requires_ocr: true, has_text_layer: false });
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
    const outcome = await readPdf({ bytes: pdfOf([...one, ...one, ...one, ...one]), url: URL }, services);
    expect(outcome).toMatchObject({ ok: true, document: { metadata: { partial: true, page_count: 4 } } });
  });

  it("leaves the bytes it was given as they are", async () => {
    const bytes = new Uint8Array(pdfOf(one));
    const before = bytes.slice();
    await outcomeOf(bytes);
    expect(bytes).toEqual(before);
  });
});
