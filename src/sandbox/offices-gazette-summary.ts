import { escaped } from "./escaped.ts";
import type { GazetteItem, GazetteNumber } from "./offices-gazette.ts";
import { GAZETTE_SECTIONS, type GazetteText } from "./offices-texts-gazette.ts";

/** Where an item's files are, and how long its PDF is. */
export interface ItemFiles {
  readonly pdf: string;
  readonly html: string;
  readonly xml: string;
  readonly pdfBytes: number;
}

export type FilesOf = (item: GazetteItem) => ItemFiles;

interface Department {
  readonly code: string;
  readonly name: string;
  readonly headings: ReadonlyMap<string | undefined, readonly GazetteItem[]>;
}

interface Section {
  readonly code: GazetteText["section"];
  readonly departments: readonly Department[];
}

/** As the gazette's interface answers in JSON: one child is an object, several are a list. */
export function summaryJson(
  day: string,
  numbers: readonly GazetteNumber[],
  origin: string,
  filesOf: FilesOf,
): string {
  const diario = numbers.map(({ number, items }) => ({
    numero: String(number),
    sumario_diario: {
      identificador: summaryId(day, number),
      url_pdf: { texto: summaryPdf(day, number, origin) },
    },
    seccion: one(sectionsOf(items).map((section) => sectionJson(section, filesOf))),
  }));
  const metadatos = { publicacion: "BOE", fecha_publicacion: compact(day) };
  return JSON.stringify({
    status: { code: "200", text: "ok" },
    data: { sumario: { metadatos, diario: one(diario) } },
  });
}

function sectionJson({ code, departments }: Section, filesOf: FilesOf): object {
  return {
    codigo: code,
    nombre: GAZETTE_SECTIONS[code],
    departamento: one(departments.map((department) => departmentJson(department, filesOf))),
  };
}

function departmentJson({ code, name, headings }: Department, filesOf: FilesOf): object {
  const items = (list: readonly GazetteItem[]) => one(list.map((item) => itemJson(item, filesOf(item))));
  const direct = headings.get(undefined);
  const titled = [...headings].filter(([heading]) => heading !== undefined);
  return {
    codigo: code,
    nombre: name,
    ...(titled.length === 0
      ? {}
      : { epigrafe: one(titled.map(([nombre, list]) => ({ nombre, item: items(list) }))) }),
    ...(direct === undefined ? {} : { item: items(direct) }),
  };
}

function itemJson(item: GazetteItem, files: ItemFiles): object {
  return {
    identificador: item.id,
    control: controlOf(item),
    titulo: item.title,
    url_pdf: {
      szBytes: String(files.pdfBytes),
      szKBytes: String(Math.ceil(files.pdfBytes / 1024)),
      pagina_inicial: String(item.firstPage),
      pagina_final: String(item.firstPage + 2),
      texto: files.pdf,
    },
    url_html: files.html,
    url_xml: files.xml,
  };
}

export function summaryXml(
  day: string,
  numbers: readonly GazetteNumber[],
  origin: string,
  filesOf: FilesOf,
): string {
  const diarios = numbers.map(
    ({
      number,
      items,
    }) => `<diario numero="${number}"><sumario_diario><identificador>${summaryId(day, number)}</identificador><url_pdf>${summaryPdf(day, number, origin)}</url_pdf></sumario_diario>
${sectionsOf(items)
  .map((section) => sectionXml(section, filesOf))
  .join("\n")}
</diario>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<response><status><code>200</code><text>ok</text></status><data><sumario><metadatos><publicacion>BOE</publicacion><fecha_publicacion>${compact(day)}</fecha_publicacion></metadatos>
${diarios.join("\n")}
</sumario></data></response>
`;
}

function sectionXml({ code, departments }: Section, filesOf: FilesOf): string {
  const inner = departments.map(({ code: number, name, headings }) => {
    const groups = [...headings].map(([heading, items]) => {
      const list = items.map((item) => itemXml(item, filesOf(item))).join("\n");
      return heading === undefined ? list : `<epigrafe nombre="${escaped(heading)}">${list}</epigrafe>`;
    });
    return `<departamento codigo="${number}" nombre="${escaped(name)}">${groups.join("\n")}</departamento>`;
  });
  return `<seccion codigo="${code}" nombre="${escaped(GAZETTE_SECTIONS[code])}">${inner.join("\n")}</seccion>`;
}

function itemXml(item: GazetteItem, files: ItemFiles): string {
  return `<item><identificador>${item.id}</identificador><control>${controlOf(item)}</control><titulo>${escaped(item.title)}</titulo>
<url_pdf szBytes="${files.pdfBytes}" szKBytes="${Math.ceil(files.pdfBytes / 1024)}" pagina_inicial="${item.firstPage}" pagina_final="${item.firstPage + 2}">${escaped(files.pdf)}</url_pdf>
<url_html>${escaped(files.html)}</url_html><url_xml>${escaped(files.xml)}</url_xml></item>`;
}

/** Sections, departments and headings in the order in which they first occur. */
function sectionsOf(items: readonly GazetteItem[]): readonly Section[] {
  return [...Map.groupBy(items, ({ section }) => section)].map(([code, ofSection]) => ({
    code,
    departments: [...Map.groupBy(ofSection, ({ department }) => department[0])].map(
      ([number, ofDepartment]) => ({
        code: number,
        name: ofDepartment[0]?.department[1] ?? "",
        headings: Map.groupBy(ofDepartment, ({ heading }) => heading),
      }),
    ),
  }));
}

function one<T>(list: readonly T[]): T | readonly T[] {
  return list.length === 1 && list[0] !== undefined ? list[0] : list;
}

export function compact(day: string): string {
  return day.replaceAll("-", "");
}

function controlOf({ id }: GazetteItem): string {
  const [, , year, number] = id.split("-");
  return `${year}/${number}`;
}

export function summaryId(day: string, number: number): string {
  return `BOE-S-${day.slice(0, 4)}-${number}`;
}

function summaryPdf(day: string, number: number, origin: string): string {
  return `${origin}/boe/dias/${day.replaceAll("-", "/")}/pdfs/${summaryId(day, number)}.pdf`;
}
