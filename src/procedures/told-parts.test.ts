import { describe, expect, it } from "vitest";
import { headsOf, SiteHeads, withToldKinds } from "./site-heads.ts";
import { sectionsOf } from "./sections.ts";
import { toldKind } from "./told-parts.ts";

const sectionsIn = (markdown: string) => sectionsOf(`# Bono de prueba\n\n${markdown}`, "Bono de prueba");
const told = (lines: readonly string[], heading = "Zarandajas") => {
  const [section] = sectionsIn(`## ${heading}\n\n${lines.map((line) => `- ${line}`).join("\n")}`);
  return section === undefined ? undefined : toldKind(section, false);
};

describe("a part that nobody knows the heading of", () => {
  it.each<[string, readonly string[]]>([
    ["base_legal", ["Ley 39/2015, de 1 de octubre", "Ordenanza fiscal número 4"]],
    ["base_legal", ["Llei 38/2003, de 17 de novembre", "Bases reguladores aprovades pel Ple"]],
    ["documentos_necesarios", ["DNI o NIE en vigor", "Solicitud firmada", "Tres fotos"]],
    ["documentos_necesarios", ["Certificado de ingresos de los últimos 3 meses", "Copia del contrato"]],
    ["requisitos", ["Ser mayor de edad", "No haber recibido otra ayuda", "Residir aquí 6 meses"]],
    ["requisitos", ["Herrian erroldatuta egotea", "18 urte izatea"]],
    ["donde_solicitar", ["Registro General, Plaza Mayor, 1", "Sede de Villa, Calle Real, 5"]],
    ["como_solicitar", ["Telemática: con certificado", "En las oficinas de registro, con cita previa"]],
    ["plazos", ["Todo el año", "Tres meses para resolver"]],
  ])("is %s by what it says: %j", (kind, lines) => {
    expect(told(lines)?.kind).toBe(kind);
  });

  it.each<[string, readonly string[]]>([
    ["Exclusiones", ["Ser deudor de la Hacienda", "Estar inhabilitado"]],
    ["Documentación para la justificación", ["Factura del gasto", "Justificante del pago"]],
    ["Cuantía de la ayuda", ["Hasta 6 meses de alquiler", "Tres meses de luz"]],
    ["Zarandajas", ["El centro abrió en primavera", "Hay música", "Ley 1/2020"]],
  ])("stays what it is below %s: %j", (heading, lines) => {
    expect(told(lines, heading) ?? null).toBeNull();
  });
});

const page = (heading: string, items: readonly string[], more = "") =>
  sectionsIn(
    `## ${heading}\n\n${items.map((item) => `- ${item}`).join("\n")}\n\n## Tasas\n\n12 €\n\n${more}`,
  );

function kindsOn(pages: readonly (readonly ReturnType<typeof page>[number][])[]) {
  const heads = new SiteHeads();
  for (const sections of pages) heads.add(headsOf(sections));
  return pages.map(
    (sections) => withToldKinds(sections, new Set(heads.among(headsOf(sections))))[0]?.kind ?? null,
  );
}

describe("a heading that only one site has", () => {
  it("stands for what most of its pages say below it, also where one says it in other words", () => {
    const pages = [
      page("Zarandajas", ["DNI", "Solicitud"]),
      page("Zarandajas", ["Pasaporte", "Contrato"]),
      page("Zarandajas", ["Lo que figura en el tablón"]),
    ];
    expect(kindsOn(pages)).toEqual(Array(3).fill("documentos_necesarios"));
    expect(kindsOn(pages.toReversed())).toEqual(Array(3).fill("documentos_necesarios"));
  });

  it("stands for nothing where its pages do not agree", () => {
    const pages = [
      page("Zarandajas", ["Lo de siempre", "Algo más"]),
      page("Zarandajas", ["Hay música", "Hay baile"]),
      page("Zarandajas", ["Todo el año", "Tres meses"]),
    ];
    expect(kindsOn(pages)).toEqual([null, null, null]);
  });

  it("takes no place of a part that the page has by name", () => {
    const named = "## Documentación\n\n- DNI";
    const pages = [1, 2, 3].map(() => page("Zarandajas", ["Factura", "Contrato"], named));
    expect(kindsOn(pages)).toEqual([null, null, null]);
  });

  it("is told by one page where that is plain, and by none where times or ways are spoken of", () => {
    expect(kindsOn([page("Zarandajas", ["DNI", "Solicitud"])])).toEqual(["documentos_necesarios"]);
    expect(kindsOn([page("Zarandajas", ["Todo el año", "Tres meses"])])).toEqual([null]);
  });
});
