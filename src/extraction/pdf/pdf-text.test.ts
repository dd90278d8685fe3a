import { describe, expect, it } from "vitest";
import { shown, turned } from "../../../test/kit/pdf.ts";
import { read, textOfPages, lines, PROSE } from "../../../test/kit/pdf-reading.ts";

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
    [
      "reads a title whose letters are moved apart, with a pair that is not and a word of two",
      "BT /F1 10 Tf 50 700 Td [(2)-120(.)-120( )-120(P)-120(l)-120(a)-120(z)-120(o)-120( )-120(a)-120(l)-120( )-120(V)-20(o)-120(t)-120(o)] TJ ET",
      "2. Plazo al Voto",
    ],
    [
      "keeps signs apart in a line that has letters moved as far as words",
      "BT /F1 10 Tf 50 700 Td [(P)-250(L)-250(A)-250(Z)-250(O)-700(a)-300(b)] TJ ET",
      "PLAZO a b",
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
    [
      "keeps a logo whole that has a letter turned around",
      `${shown("con X", 50, 700)} q -1 0 0 1 82.3 697.8 cm ${shown("E", 0, 0)} Q ${shown("TO", 80.9, 700)}`,
      "con XETO",
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

  it.each([-3, 3])("words of a line that slants by %i degrees are whole", async (degrees) => {
    expect(await textOfPages(turned("Electroencefalografistas", 50, 700, degrees))).toBe(
      "Electroencefalografistas",
    );
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

it("code 0 has no glyph in a standard font, and stands for nothing", async () => {
  const content = "BT /F1 12 Tf 50 700 Td <00670065006e0070006400660020004400650> Tj <006d006f> Tj ET";
  expect((await read([content])).extracted_text).toBe("genpdf Demo");
});
