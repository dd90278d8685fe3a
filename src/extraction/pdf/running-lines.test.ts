import { describe, expect, it } from "vitest";
import { shown } from "../../../test/kit/pdf.ts";
import { outcomeOf, textOfPages, lines, PROSE } from "../../../test/kit/pdf-reading.ts";
import { textPdf } from "../../sandbox/offices-pdf.ts";

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
    ["with their word cut short", (at) => `pg. ${at}`],
  ])("leaves out page numbers %s", async (_, foot) => {
    const pages = [1, 2, 3, 4].map((at) => page(at - 1, `Cabecera ${"abcd"[at - 1]}`, foot(at)));
    expect(await textOfPages(...pages)).not.toMatch(/\d/);
  });

  describe("beyond the margin", () => {
    const high = (at: number, foot: string) => `${lines(PROSE, 50, 700 - at)}\n${shown(foot, 280, 150, 10)}`;

    it("leaves out page numbers", async () => {
      const text = await textOfPages(...[1, 2, 3, 4].map((at) => high(at, `${at}`)));
      expect(text).not.toMatch(/\d/);
    });

    it.each<[string, (page: number) => string]>([
      ["what is the same on all pages", () => "Véase el anexo"],
      ["numbers that do not count the pages", (at) => `${at * at}`],
    ])("keeps %s", async (_, foot) => {
      const text = await textOfPages(...[1, 2, 3, 4].map((at) => high(at, foot(at))));
      for (const at of [1, 2, 3, 4]) expect(text).toContain(foot(at));
      expect(text.match(/solicitud/g)).toHaveLength(4);
    });
  });

  it("leaves out a head of two parts over two columns of text", async () => {
    const column = (x: number, name: string) =>
      Array.from({ length: 12 }, (_, at) => shown(`el pleno ${name} trató de las obras`, x, 770 - at * 12));
    const pages = ["a", "b", "c"].map((name, at) =>
      [
        shown("Actas del pleno", 50, 790),
        shown(`${at + 1}`, 400, 790),
        ...column(50, name),
        ...column(300, name),
      ].join("\n"),
    );
    expect(await textOfPages(...pages)).not.toMatch(/Actas|\d/);
  });

  describe("at the top of the text of each page", () => {
    const text = "de la relación de los bienes que el ayuntamiento tiene en la villa";
    const pages = (first: (page: number) => string, gap = 14) =>
      [1, 2, 3, 4].map((at) => `${shown(first(at), 50, 780)}\n${lines([...PROSE, ...PROSE], 50, 780 - gap)}`);

    it("keeps a sentence that has the number of its page", async () => {
      const read = await textOfPages(...pages((at) => `Página ${at} ${text}`));
      for (const at of [1, 2, 3, 4]) expect(read).toContain(`Página ${at} ${text}`);
    });

    it.each<[string, readonly string[]]>([
      ["a short line", pages((at) => `Relación de bienes, página ${at} de 4`)],
      ["a line that stands apart", pages((at) => `Página ${at} ${text}`, 30)],
    ])("leaves out %s that has it", async (_, contents) => {
      const read = await textOfPages(...contents);
      expect(read).not.toContain("Relación de bienes");
      expect(read).not.toMatch(/Página \d/);
    });
  });

  it("leaves out a letterhead of many small lines", async () => {
    const head = ["Ayuntamiento", "Plaza", "Calle", "Código", "Teléfono", "Correo", "Horario"];
    const pages = [0, 1, 2].map((at) =>
      [...head.map((line, row) => shown(line, 50, 815 - row * 8, 6)), lines(PROSE, 50, 600 - at)].join("\n"),
    );
    expect(await textOfPages(...pages)).not.toMatch(/Ayuntamiento|Horario/);
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

  describe("on two pages", () => {
    const body = (at: number) =>
      lines(
        PROSE.map((line) => `${line} ${"ab"[at]}`),
        50,
        770,
      );

    it.each<[string, number, number]>([
      ["apart", 815, 10],
      ["in smaller letters", 784, 8],
    ])("leaves out what both have %s", async (_, y, size) => {
      const foot = shown("Calle Mayor 1, 28013 Madrid", 50, 25, 8);
      const pages = [0, 1].map((at) => [shown("Bando del alcalde", 50, y, size), body(at), foot].join("\n"));
      expect(await textOfPages(...pages)).not.toMatch(/Bando|Calle/);
    });

    it("leaves out a head above a title as far from its text", async () => {
      const pages = [0, 1].map((at) =>
        [shown("Bando", 50, 825), shown(`Parte ${"ab"[at]}`, 50, 798), body(at)].join("\n"),
      );
      expect(await textOfPages(...pages)).not.toContain("Bando");
    });

    it("leaves out page numbers beside a head that is not on both", async () => {
      const text = await textOfPages(
        ...[0, 1].map((at) => page(at, `Bando ${"ab"[at]}`, `Página ${at + 1}`)),
      );
      expect(text).not.toContain("Página");
      expect(text.match(/Bando/g)).toHaveLength(2);
    });

    it.each<[string, (page: number) => string]>([
      ["as lines of the text", (at) => `${shown("Bando", 50, 784)}\n${body(at)}`],
      ["on copies of one page", () => page(0, "Bando", "")],
      [
        "with another line that differs",
        (at) => `${shown(`Registro ${"ab"[at]}`, 50, 807, 8)}\n${page(at, "Bando", "")}`,
      ],
      [
        "among many lines",
        (at) => `${lines(["Calle", "Código", "Correo"], 50, 801, 8)}\n${page(at, "Bando", "")}`,
      ],
    ])("keeps what both have %s", async (_, content) => {
      expect((await textOfPages(content(0), content(1))).match(/Bando/g)).toHaveLength(2);
    });
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
