import { describe, expect, it } from "vitest";
import type { ExtractedDocument } from "../../domain/extracted-document.ts";
import { readBoe } from "./boe-document.ts";

const p = (name: string, text: string) => `<p class="${name}">${text}</p>`;

async function read(text: string, today = "2026-03-10"): Promise<ExtractedDocument> {
  const xml = `<documento><metadatos><identificador>BOE-A-2026-1</identificador><titulo>Ley 1/2026</titulo></metadatos><texto>${text}</texto></documento>`;
  const reading = await readBoe(
    { bytes: Buffer.from(xml), url: "https://www.boe.es/x" },
    { today: () => today },
  );
  if (!reading.ok) throw new Error(reading.failure.message);
  return reading.document;
}

const outline = ({ headings }: ExtractedDocument) =>
  headings.slice(1).map(({ level, text }) => `${"  ".repeat(level - 2)}${text}`);

describe("the text of an act", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    [
      "books, titles, chapters, sections and articles",
      [
        p("libro_num", "LIBRO I"),
        p("libro_tit", "De todo"),
        p("titulo_num", "TÍTULO I"),
        p("titulo_tit", "Disposiciones generales"),
        p("capitulo_num", "CAPÍTULO I"),
        p("capitulo_tit", "Objeto"),
        p("seccion", "Sección 1.ª Ámbito"),
        p("articulo", "Artículo 1. Objeto."),
        p("capitulo_num", "CAPÍTULO II"),
        p("articulo", "Artículo 2. Ámbito."),
        p("titulo", "TÍTULO II"),
        p("articulo", "Artículo 3."),
      ],
      [
        "LIBRO I. De todo",
        "  TÍTULO I. Disposiciones generales",
        "    CAPÍTULO I. Objeto",
        "      Sección 1.ª Ámbito",
        "        Artículo 1. Objeto.",
        "    CAPÍTULO II",
        "      Artículo 2. Ámbito.",
        "  TÍTULO II",
        "    Artículo 3.",
      ],
    ],
    ...[
      "Disposición derradeira primeira. Unha.",
      "Disposición derrogatoria única",
      "Lehenengo xedapen gehigarria. Bat.",
      "Azken xedapenetako lehenengoa",
      "Xedapen iragankorra",
    ].map((provision): [string, readonly string[], readonly string[]] => [
      `provisions in other languages (${provision})`,
      [
        p("capitulo", "I. KAPITULUA. Xedapen orokorrak"),
        p("articulo", "1. artikulua"),
        p("articulo", provision),
      ],
      ["I. KAPITULUA. Xedapen orokorrak", "  1. artikulua", provision],
    ]),
    [
      "provisions, which belong to no chapter",
      [
        p("titulo_num", "TÍTULO I"),
        p("capitulo_num", "CAPÍTULO I"),
        p("articulo", "Artículo 1."),
        p("articulo", "Disposición adicional primera. Uno."),
        p("articulo", "Disposición final única. Dos."),
        p("anexo_num", "ANEXO I"),
        p("anexo_tit", "Tasas"),
        p("centro_redonda", "A) Unas"),
        p("centro_cursiva", "Otras"),
        p("anexo", "ANEXO II"),
      ],
      [
        "TÍTULO I",
        "  CAPÍTULO I",
        "    Artículo 1.",
        "Disposición adicional primera. Uno.",
        "Disposición final única. Dos.",
        "ANEXO I. Tasas",
        "  A) Unas",
        "    Otras",
        "ANEXO II",
      ],
    ],
    [
      "provisions under a heading of their own, with the marks of editors",
      [
        p("articulo", "Artículo 1.º"),
        p("capitulo", "[encabezado]DISPOSICIONES ADICIONALES"),
        p("articulo", "[precepto]Primera."),
        p("capitulo", "DISPOSICIÓN DEROGATORIA"),
        p("parrafo", "Queda derogado."),
        p("capitulo", "[encabezado]DISPOSICIONES FINALES"),
        p("articulo", "Disposición final primera."),
      ],
      [
        "Artículo 1.º",
        "DISPOSICIONES ADICIONALES",
        "  Primera.",
        "DISPOSICIÓN DEROGATORIA",
        "DISPOSICIONES FINALES",
        "  Disposición final primera.",
      ],
    ],
    [
      "a regulation in an annex, with provisions of its own",
      [
        p("articulo", "Artículo único."),
        p("anexo", "ANEXO"),
        p("titulo_num", "TÍTULO I"),
        p("articulo", "Artículo 1."),
        p("articulo", "Disposición adicional única."),
      ],
      ["Artículo único.", "ANEXO", "  TÍTULO I", "    Artículo 1.", "  Disposición adicional única."],
    ],
    [
      "names in the middle of the line below their number",
      [p("titulo_num", "TÍTULO I"), p("centro_negrita", "De los derechos"), p("articulo", "Artículo 10")],
      ["TÍTULO I. De los derechos", "  Artículo 10"],
    ],
    [
      "a preamble, and formulas that are no headings",
      [
        p("centro_redonda", "FELIPE VI"),
        p("centro_redonda", "REY DE ESPAÑA"),
        p("centro_redonda", "PREÁMBULO"),
        p("centro_redonda", "I"),
        p("parrafo", "Texto."),
        p("centro_redonda", "DISPONGO:"),
        p("articulo", "Artículo 1."),
      ],
      ["PREÁMBULO", "  I", "Artículo 1."],
    ],
    [
      "structure that only the words tell",
      [
        p("centro_redonda", "CAPÍTULO PRIMERO"),
        "<p>Artículo 1. Objeto</p>",
        p("RBF_SFRANySIG_ARTICULO", "Artículo 2. Ámbito."),
        p("parrafo", "Artículo 3 de otra ley."),
        p("LINEA_ANEXO", "ANEXO"),
      ],
      ["CAPÍTULO PRIMERO", "  Artículo 1. Objeto", "  Artículo 2. Ámbito.", "ANEXO"],
    ],
    [
      "in Catalan",
      [
        p("titulo_num", "TÍTOL I"),
        p("articulo", "Article 1. Objecte."),
        p("articulo", "Disposició addicional primera."),
        p("anexo", "ANNEX"),
      ],
      ["TÍTOL I", "  Article 1. Objecte.", "Disposició addicional primera.", "ANNEX"],
    ],
    [
      "words for another act, which are no part of this one",
      [
        p("articulo", "Artículo 1."),
        p("sangrado_articulo", "«Artículo 6. Nuevo."),
        p("articulo", "«Artículo 7. Nuevo.»"),
      ],
      ["Artículo 1."],
    ],
  ])("tells its tree: %s", async (_, paragraphs, expected) => {
    expect(outline(await read(paragraphs.join("")))).toEqual(expected);
  });

  it("keeps tables, notes, pictures and links", async () => {
    const { extracted_text, tables, links } = await read(
      `${p("articulo", "Artículo 1.")}<table class="tabla"><tr><td>Plazo</td><td>Días</td></tr><tr><td rowspan="2">Uno</td><td>10</td></tr><tr><td>20</td></tr></table>
      <p class="imagen"><img src="/datos/imagenes/1.png" alt="Mapa"/></p><img src="data:image/png;base64,AAAA"/>
      <blockquote><p class="nota_pie">Se modifica por <a class="refPost">Ref. BOE-A-2013-12913</a>.</p></blockquote>
      <p class="parrafo">Ver <a href="/buscar/doc.php?id=BOE-A-1978-31229">la Constitución</a> y <a href="javascript:alert(1)">esto</a>.</p>
      <p class="firma_rey">FELIPE R.</p>`,
    );
    expect(tables[0]?.rows).toEqual([
      ["Plazo", "Días"],
      ["Uno", "10"],
      ["Uno", "20"],
    ]);
    expect(links).toEqual([
      { text: "imagen: Mapa", url: "https://www.boe.es/datos/imagenes/1.png" },
      { text: "Ref. BOE-A-2013-12913", url: "https://www.boe.es/buscar/doc.php?id=BOE-A-2013-12913" },
      { text: "la Constitución", url: "https://www.boe.es/buscar/doc.php?id=BOE-A-1978-31229" },
    ]);
    expect(extracted_text).toContain("\n\n[imagen]\n\n");
    expect(extracted_text).toContain("> Se modifica por [Ref. BOE-A-2013-12913]");
    expect(extracted_text).toContain("y esto.\n\nFELIPE R.");
  });
});

describe("tables of an act", () => {
  const long = "Texto de una celda. ".repeat(50).trim();
  const cells = `<tr><td>Plazo</td><td>${long}</td></tr><tr><td>Tasa</td><td>10</td></tr>`;
  it.each([
    ["rows", `<table>${cells}</table>`],
    ["a body", `<table><colgroup><col/></colgroup><tbody>${cells}</tbody></table>`],
    [
      "a head",
      `<table><thead><tr><th>Plazo</th><th>${long}</th></tr></thead><tr><td>Tasa</td><td>10</td></tr></table>`,
    ],
  ])("are tables however long their cells are: %s", async (_, table) => {
    expect((await read(table)).tables.map(({ rows }) => rows)).toEqual([
      [
        ["Plazo", long],
        ["Tasa", "10"],
      ],
    ]);
  });

  it("keep their caption", async () => {
    const { tables } = await read(`<table><caption>Viernes</caption><tr><td>a</td><td>b</td></tr></table>`);
    expect(tables[0]?.caption).toBe("Viernes");
  });
});

const version = (since: string, text: string) =>
  `<version id_norma="BOE-A-2000-1" fecha_publicacion="20000101" fecha_vigencia="${since}">${text}</version>`;
const article = (...versions: readonly string[]) =>
  `<bloque id="a1" tipo="precepto" titulo="Artículo 1">${versions.join("")}</bloque>`;

describe("a consolidated law", () => {
  const versions = [
    version("20000102", `${p("articulo", "Artículo 1.")}<p>Primero.</p>`),
    version("20200102", `${p("articulo", "Artículo 1.")}<p>Segundo.</p>`),
    version("20270102", `${p("articulo", "Artículo 1.")}<p>Tercero.</p>`),
  ];
  it.each([
    ["1999-12-31", "Primero."],
    ["2000-01-02", "Primero."],
    ["2020-01-01", "Primero."],
    ["2020-01-02", "Segundo."],
    ["2026-03-10", "Segundo."],
    ["2030-01-01", "Tercero."],
  ])("says on %s what is in force: %s", async (day, text) => {
    for (const order of [versions, versions.toReversed()]) {
      const { extracted_text, boe } = await read(article(...order), day);
      expect(extracted_text).toBe(`# Ley 1/2026\n\n## Artículo 1.\n\n${text}`);
      expect(boe?.consolidated).toBe(true);
    }
  });

  it("leaves out parts that have lapsed, and names them", async () => {
    const { boe, extracted_text } = await read(
      `<bloque tipo="precepto" titulo="Artículo 9" fecha_caducidad="20100101">${version("20000101", "<p>Nada.</p>")}</bloque>${article(...versions)}`,
    );
    expect(boe?.lapsed_parts).toEqual(["Artículo 9"]);
    expect(extracted_text).not.toContain("Nada.");
  });

  it("takes headings from its index where the text has none", async () => {
    const blocks = [
      `<bloque tipo="preambulo" titulo="[preambulo]">${version("20000101", p("parrafo", "Sabed."))}</bloque>`,
      `<bloque tipo="encabezado" titulo="CAPÍTULO I">${version("20000101", p("parrafo", "Trata de esto."))}</bloque>`,
      `<bloque tipo="precepto" titulo="Única">${version("20000101", p("parrafo", "Dice esto."))}</bloque>`,
    ];
    expect(outline(await read(blocks.join("")))).toEqual(["CAPÍTULO I", "  Única"]);
  });

  it("may be only its text: the law is named by its first version", async () => {
    const xml = `<response><status><code>200</code></status><data><texto>${article(...versions)}</texto></data></response>`;
    const reading = await readBoe({ bytes: Buffer.from(xml), url: "file:///t.xml" });
    expect(reading).toMatchObject({
      ok: true,
      document: { title: "BOE-A-2000-1", boe: { identifier: "BOE-A-2000-1" }, links: [] },
    });
  });

  it("may be one part of it", async () => {
    const xml = `<response><data>${article("<version><p>Texto.</p></version>")}</data></response>`;
    const url =
      "https://www.boe.es/datosabiertos/api/legislacion-consolidada/id/BOE-A-2015-10565/texto/bloque/a1";
    const reading = await readBoe({ bytes: Buffer.from(xml), url });
    expect(reading).toMatchObject({ ok: true, document: { extracted_text: "## Artículo 1\n\nTexto." } });
    expect(reading.ok && reading.document.boe?.identifier).toBe("BOE-A-2015-10565");
  });
});
