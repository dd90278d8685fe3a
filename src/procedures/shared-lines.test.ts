import { describe, expect, it } from "vitest";
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { sectionsOf } from "./sections.ts";
import { isCalledAsSite, linesOf, SiteLines, withoutShared } from "./shared-lines.ts";

interface Page {
  readonly title: string;
  readonly parts: Readonly<Record<string, readonly string[]>>;
}

const NAMES = [
  "Licencia de terraza",
  "Volante de empadronamiento",
  "Bono de transporte escolar",
  "Reserva de pista municipal",
  "Tarjeta de residente",
  "Uso de locales de ensayo",
];
/** What no other page says. */
const PARTS = {
  Requisitos: ["Ser titular de lo que se pide en el caso"],
  "Documentación necesaria": ["Justificante del caso"],
  Plazos: ["Diez días hábiles desde el caso"],
  Tasas: ["12,50 euros por caso"],
  "Base legal": ["Ordenanza del caso"],
};
type Part = keyof typeof PARTS;

/** A site of pages that have nothing in common but what `more` puts into them. */
function site(more: (at: number) => Partial<Record<Part | string, readonly string[]>>): Page[] {
  return NAMES.map((title, at) => {
    const added = more(at);
    const own = Object.entries(PARTS).map(([heading, lines]) => [
      heading,
      lines.map((line) => `${line} ${at}`),
    ]);
    const parts: Record<string, readonly string[]> = Object.fromEntries(own);
    for (const [heading, lines] of Object.entries(added))
      parts[heading] = [...(parts[heading] ?? []), ...(lines ?? [])];
    return { title, parts };
  });
}

function documentOf({ title, parts }: Page): ExtractedDocument {
  const text = Object.entries(parts).map(([heading, lines]) => `## ${heading}\n\n${lines.join("\n\n")}`);
  return {
    title,
    document_type: "html",
    source_url: "https://sede.villa.es/a",
    metadata: { language_detected: "es" },
    extracted_text: `# ${title}\n\n${text.join("\n\n")}`,
  } as unknown as ExtractedDocument;
}

/** What is left in the parts of the first page. */
function leftOf(pages: readonly Page[]): Record<string, readonly string[]> {
  const lines = new SiteLines();
  for (const page of pages) lines.add(linesOf(documentOf(page)));
  const [first] = pages.map(documentOf);
  if (first === undefined) return {};
  const sections = sectionsOf(first.extracted_text, first.title);
  const left = withoutShared(sections, first, new Set(lines.among(linesOf(first))));
  return Object.fromEntries(left.map(({ heading, parts }) => [heading, parts.map(({ text }) => text)]));
}

const everyPart = (line: string) => Object.fromEntries(Object.keys(PARTS).map((part) => [part, [line]]));
const rotating = (line: string) => (at: number) => ({ [Object.keys(PARTS)[at % 5] ?? ""]: [line] });

describe("a line that many pages of a site have", () => {
  it.each([
    "Afinan zanfoñas, rabeles, dulzainas y viejos tamboriles",
    "Llévatelo puesto a todas partes",
    "Egin bat gurekin eta ez galdu ezer",
    "Fes-te dels nostres i no et perdis res",
  ])("is the site's where it stands in parts that have nothing to do with each other: %s", (line) => {
    const left = leftOf(site(rotating(line)));
    expect(Object.values(left).flat()).not.toContain(line);
    expect(left["Plazos"]).toEqual(["Diez días hábiles desde el caso 0"]);
  });

  it.each(["Requisitos", "Plazos", "Base legal"])(
    "is the site's where it is always in %s, and says nothing of procedures",
    (part) => {
      const left = leftOf(
        site(() => ({ [part]: ["Afinan zanfoñas, rabeles, dulzainas y viejos tamboriles"] })),
      );
      expect(left[part]).toHaveLength(1);
    },
  );

  it.each([
    ["Requisitos", "Ser mayor de edad"],
    ["Requisitos", "Estar empadronado en el municipio"],
    ["Requisitos", "Estar al corriente de sus obligaciones"],
    ["Documentación necesaria", "DNI, NIE o pasaporte"],
    ["Documentación necesaria", "Argazki bat"],
    ["Documentación necesaria", "Sol·licitud signada"],
    ["Plazos", "Durante todo el año"],
    ["Tasas", "Es gratuito"],
    ["Base legal", "Ley 39/2015, de 1 de octubre"],
    ["Cómo solicitarlo", "Por correo electrónico"],
    ["Cómo solicitarlo", "En la web municipal"],
    ["Cómo solicitarlo", "[Iniciar](https://sede.villa.es/a)"],
    ["Dónde solicitarlo", "Plaza Mayor, 1"],
  ])("is a fact where it says in %s what it is about: %s", (part, line) => {
    const left = leftOf(site(() => ({ [part]: [line, "Otra cosa que dicen pocos"] })));
    expect(left[part]).toContain(line.replaceAll(/\[|\]\(.*\)/g, ""));
  });

  it("is a fact where papers and ways to apply share it", () => {
    const line = "Certificado digital";
    const left = leftOf(site((at) => ({ [at % 2 === 0 ? "Requisitos" : "Cómo solicitarlo"]: [line] })));
    expect(left["Requisitos"]).toContain(line);
  });

  it.each(["No procede", "Ninguno", "Ver convocatoria", "Cap", "Ez da behar"])(
    "is an answer where it says that there is nothing, in however many parts: %s",
    (line) => {
      expect(leftOf(site(() => everyPart(line)))["Tasas"]).toContain(line);
    },
  );

  it("stays where it is all that a part says", () => {
    const pages = site(() => ({})).map((page) => ({
      ...page,
      parts: { ...page.parts, Plazos: ["Abierto aún"] },
    }));
    expect(leftOf(pages)["Plazos"]).toEqual(["Abierto aún"]);
  });

  it("is known again with another day, another number and the name of its page in it", () => {
    const lines = (at: number) => [`Comparte «${NAMES[at]}» desde el ${at + 1} de mayo de 2026`];
    expect(leftOf(site((at) => ({ Requisitos: lines(at) })))["Requisitos"]).toHaveLength(1);
  });
});

describe("links that have the names of other pages", () => {
  const named = (at: number) => `[${NAMES[(at + 1) % NAMES.length]}](https://sede.villa.es/${at})`;
  const text = (at: number) => NAMES[(at + 1) % NAMES.length];

  it("are of the site's lists, also where a part ends in them", () => {
    expect(leftOf(site((at) => ({ Plazos: [named(at)] })))["Plazos"]).toHaveLength(1);
  });

  it("are papers where papers are asked for, and a way where there is one", () => {
    const left = leftOf(
      site((at) => ({ "Documentación necesaria": [named(at)], "Cómo solicitarlo": [named(at)] })),
    );
    expect(left["Documentación necesaria"]).toContain(text(0));
    expect(left["Cómo solicitarlo"]).toContain(text(0));
  });
});

it("a long line with hardly a word of procedures is the site's on most pages, and a fact is full of them", () => {
  const notice = "La pasarela de firma está dando errores a algunos usuarios y ya se trabaja en ello";
  const fact = "En las oficinas de asistencia en materia de registros, siempre con cita previa";
  const left = leftOf(site(() => ({ Requisitos: [notice], "Cómo solicitarlo": ["Por internet", fact] })));
  expect(left["Requisitos"]).toHaveLength(1);
  expect(left["Cómo solicitarlo"]).toEqual(["Por internet", fact]);
});

it("what a way asks for is on many pages, and stays", () => {
  const asked = "¿Qué necesito?: Certificado digital, cl@ve o DNI electrónico";
  const left = leftOf(site(() => ({ "Cómo solicitarlo": ["Online: en la sede", asked] })));
  expect(left["Cómo solicitarlo"]).toContain(asked);
});

describe("a title that most pages of a site have", () => {
  const called = (title: (at: number) => string) => {
    const pages = site(() => ({})).map((page, at) => ({ ...page, title: title(at) }));
    const lines = new SiteLines();
    const read = pages.map(documentOf);
    for (const document of read) lines.add(linesOf(document));
    return read.filter((document) => isCalledAsSite(document, lines.among(linesOf(document)))).length;
  };

  it("is the site's", () => {
    expect(called(() => "Delegación Provincial")).toBe(NAMES.length);
    expect(called((at) => (at === 0 ? "Aviso" : "Delegación Provincial"))).toBe(NAMES.length - 1);
  });

  it("is that of a procedure where few pages have it", () => {
    expect(called((at) => (at < 3 ? "Licencia de terraza" : `Otra licencia ${at}`))).toBe(0);
  });
});

describe("a line that few pages have", () => {
  it("stays, whatever it says", () => {
    const line = "Afinan zanfoñas, rabeles, dulzainas y viejos tamboriles";
    const left = leftOf(site((at) => (at < 2 ? everyPart(line) : {})));
    expect(left["Requisitos"]).toContain(line);
  });

  it("is on few where pages of one name have it: a procedure at four addresses is one", () => {
    const line = "Quien tenga un buen motivo";
    const pages = site((at) => (at === 0 ? { Requisitos: [line], Plazos: [line] } : {}));
    const [first] = pages;
    const left = leftOf([...pages, ...(first === undefined ? [] : [first, first, first])]);
    expect(left["Requisitos"]).toContain(line);
  });

  it("stays below a heading that nobody knows, for who can tell what is a fact there", () => {
    const left = leftOf(
      site(() => ({ Cometido: ["Afinar zanfoñas, rabeles, dulzainas y viejos tamboriles"] })),
    );
    expect(left["Cometido"]).toEqual(["Afinar zanfoñas, rabeles, dulzainas y viejos tamboriles"]);
  });
});

it("comes to the same, in whichever order pages are seen", () => {
  const pages = site(rotating("Afinan zanfoñas, rabeles, dulzainas y viejos tamboriles"));
  const [first] = pages.map((page) => linesOf(documentOf(page)));
  const told = [pages, pages.toReversed()].map((order) => {
    const lines = new SiteLines();
    for (const page of order) lines.add(linesOf(documentOf(page)));
    return first === undefined ? [] : lines.among(first);
  });
  expect(told[0]).toHaveLength(1);
  expect(told[1]).toEqual(told[0]);
});
