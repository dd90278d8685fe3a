import { describe, expect, it } from "vitest";
import { pdfOf, shown } from "../../../test/kit/pdf.ts";
import { readPdf } from "./pdf-document.ts";

async function textOf(...content: readonly string[]) {
  const bytes = pdfOf([{ content: content.join("\n") }]);
  const outcome = await readPdf({ bytes, url: "https://sede.example.org/bases.pdf" });
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.document.extracted_text;
}

const PROSE = "Las personas solicitantes presentan con la solicitud los documentos que siguen:";
const MORE = "Podrán presentarla también quienes no residan en el municipio, por vía electrónica";

describe("items of a list whose marks are in larger letters", () => {
  /** ReportLab's lists: marks of 12 points before text of 9, and a little lower. */
  const item = (mark: string, lines: readonly string[], y: number) => [
    shown(mark, 60, y - 3, 12),
    ...lines.map((line, at) => shown(line, 80, y - at * 11, 9)),
  ];

  it.each([
    ["\u{95}", "- "],
    ["1", "1 "],
  ])("are no headings, and end where the text goes on: %s", async (mark, written) => {
    const text = await textOf(
      shown(PROSE, 60, 700, 9),
      ...item(mark, ["Certificado de empadronamiento colectivo que no", "tenga más de", "tres meses"], 680),
      ...item(mark, ["Anexo II"], 647),
      ...[MORE, "y quienes las representen."].map((line, at) => shown(line, 60, 636 - at * 11, 9)),
    );
    expect(text.split(/\n+/)).toEqual([
      PROSE,
      `${written}Certificado de empadronamiento colectivo que no tenga más de tres meses`,
      `${written}Anexo II`,
      `${MORE} y quienes las representen.`,
    ]);
  });
});

it("what is filled in with larger letters does not make a heading of its line", async () => {
  const text = await textOf(
    ...[0, 1, 2].map((at) => shown(PROSE, 60, 700 - at * 12, 10)),
    `${shown("Clase de obra que se pide:", 60, 640, 10)}\n${shown("Fachada", 190, 640, 13)}`,
  );
  expect(text).toContain("\nClase de obra que se pide: Fachada");
});

it.each<[string, number, number]>([
  ["indented", 80, 12],
  ["set farther from it", 60, 16],
])("a word that is divided goes on in the next line, though that is %s", async (_, x, leading) => {
  const text = await textOf(
    shown(PROSE, 60, 700, 10),
    shown(`${MORE}, con las her-`, 60, 688, 10),
    shown("ramientas que el ayuntamiento pone a su alcance", x, 688 - leading, 10),
  );
  expect(text).toBe(`${PROSE} ${MORE}, con las herramientas que el ayuntamiento pone a su alcance`);
});

it("a head in bold letters that ends within a word of its second line is part of the text", async () => {
  const text = await textOf(
    ...[0, 1, 2].map((at) => shown(PROSE, 60, 700 - at * 12, 10)),
    shown("Ajuste de la cuota de los seguros de vida de grupo que pagan las em-", 60, 640, 10, "F2"),
    `${shown("presas.", 60, 628, 10, "F2")}\n${shown("La parte de la persona empleada se paga aparte.", 105, 628, 10)}`,
  );
  expect(text.split("\n\n").at(-1)).toBe(
    "Ajuste de la cuota de los seguros de vida de grupo que pagan las empresas. La parte de la persona empleada se paga aparte.",
  );
});
