import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readHtml } from "../../src/extraction/html/html-document.ts";
import { textServices } from "../../src/extraction/text-services.ts";
import { findByKeywords } from "../../src/procedures/keyword-reader.ts";
import { normalizeDocument, type NormalizeResult } from "../../src/procedures/normalize.ts";
import type { ProcedureDoc } from "../../src/procedures/procedure-doc.ts";
import { SCHEMA_FILE } from "../../src/procedures/write-schema.ts";
import { KNOWN_PROCEDURES } from "../kit/known-procedures.ts";
import { PROCEDURE_LAYOUTS, procedurePages, wordsIn } from "../kit/procedure-pages.ts";

const extractedAt = "2026-01-15T10:00:00Z";

function normalized(url: string, html: string): NormalizeResult {
  return normalizeDocument(readHtml({ url, body: html }, textServices()).document, { extractedAt });
}

const pages = procedurePages().map((page) => ({
  ...page,
  result: normalized(page.procedure.url, page.html),
}));
const of = (layout: string) => pages.filter((page) => page.layout === layout);
const procedureOf = ({ result }: { readonly result: NormalizeResult }): ProcedureDoc | undefined =>
  result.outcome === "normalized" ? result.procedure : undefined;

describe("pages of procedures that nobody here has seen", () => {
  it("are of at least twelve procedures in four languages, in at least twenty layouts", () => {
    expect(KNOWN_PROCEDURES.length).toBeGreaterThanOrEqual(12);
    expect(new Set(KNOWN_PROCEDURES.map(({ language }) => language)).size).toBe(4);
    expect(PROCEDURE_LAYOUTS.length).toBeGreaterThanOrEqual(20);
  });

  it.each(PROCEDURE_LAYOUTS)("become procedures, laid out as %s", (layout) => {
    const refused = of(layout).flatMap(({ procedure, result }) =>
      result.outcome === "normalized" ? [] : [`${procedure.name}: ${JSON.stringify(result)}`],
    );
    expect(refused).toEqual([]);
  });

  it.each(PROCEDURE_LAYOUTS)("have 97 %% of their facts in the right field, laid out as %s", (layout) => {
    const lost: string[] = [];
    let all = 0;
    for (const page of of(layout)) {
      const read: Readonly<Record<string, unknown>> = procedureOf(page) ?? {};
      const missed = page.facts.filter(({ field, text }) => !wordsIn(read[field]).includes(wordsIn(text)));
      all += page.facts.length;
      lost.push(...missed.map(({ field, text }) => `${page.procedure.name}: ${field}: ${text}`));
    }
    expect((all - lost.length) / all, lost.join("\n")).toBeGreaterThanOrEqual(0.97);
  });

  it.each(PROCEDURE_LAYOUTS)("say nothing that only their site says, laid out as %s", (layout) => {
    const leaked = of(layout).flatMap((page) => {
      const said = wordsIn(procedureOf(page));
      return page.boilerplate.filter((line) => said.includes(wordsIn(line)));
    });
    expect(leaked).toEqual([]);
  });

  it.each(PROCEDURE_LAYOUTS)("are complete to 0.70 at least, laid out as %s", (layout) => {
    const scores = of(layout).map((page) => procedureOf(page)?.completeness_score ?? 0);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0.7);
  });

  it.each(PROCEDURE_LAYOUTS)(
    "are told by territory, channel, type and language, laid out as %s",
    (layout) => {
      const told = of(layout).map((page) => {
        const read = procedureOf(page);
        const { nivel, ccaa } = read?.territorio ?? {};
        return {
          name: page.procedure.name,
          nivel,
          ccaa,
          canal: read?.canal,
          tipo: read?.tipo,
          idioma: read?.idioma,
        };
      });
      expect(told).toEqual(
        of(layout).map(({ procedure }) => ({
          name: procedure.name,
          ...procedure.expected,
          idioma: procedure.language,
        })),
      );
    },
  );

  it.each(PROCEDURE_LAYOUTS)("are found by 95 %% of the questions of people, laid out as %s", (layout) => {
    const files = of(layout).flatMap((page) => procedureOf(page) ?? []);
    const missed = of(layout).flatMap((page) =>
      page.procedure.questions.filter(
        (question) => findByKeywords(question, files)?.tramite !== procedureOf(page)?.tramite,
      ),
    );
    const all = of(layout).length * 3;
    expect((all - missed.length) / all, missed.join("\n")).toBeGreaterThanOrEqual(0.95);
  });

  it("are valid by the schema that ships", () => {
    const shipped = z.fromJSONSchema(JSON.parse(readFileSync(SCHEMA_FILE, "utf8")));
    const invalid = pages.flatMap((page) => shipped.safeParse(procedureOf(page)).error?.issues ?? []);
    expect(invalid).toEqual([]);
  });

  it("say the same, item by item, however they are laid out", () => {
    const said = (layout: string) =>
      of(layout)
        .map(procedureOf)
        .map((read) => [read?.descripcion, read?.requisitos, read?.documentos_necesarios]);
    const expected = KNOWN_PROCEDURES.map(({ about, requirements, documents }) => [
      about,
      requirements,
      documents,
    ]);
    for (const layout of [
      "headings",
      "definition list",
      "sheet as a table",
      "bold paragraphs",
      "introduced lists",
    ]) {
      expect(said(layout)).toEqual(expected);
    }
  });
});

const PROSE =
  "El consistorio ha presentado esta mañana el balance del programa, en el que han participado más de dos mil personas de todos los barrios, y ha anunciado que el próximo año volverá a celebrarse con más actividades y con un presupuesto mayor que el de las ediciones anteriores.";
const page = (title: string, main: string, language = "es") =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${main}</main></body></html>`;
const ENGLISH = `<h2>What is it</h2><p>This is the allowance that the city pays every month to the people who live alone and have no other income, and who have been registered here for at least two years.</p>
<h2>Requirements</h2><ul><li>You must be over eighteen years old and live in the city.</li><li>You must not own another house.</li></ul><h2>Required documents</h2><ul><li>Your passport or identity card.</li><li>The contract of your house.</li></ul><h2>Deadline</h2><p>You have thirty days from the day you get the letter.</p>`;
const links = Array.from(
  { length: 30 },
  (_, at) => `<li><a href="/tramites/${at}">Procedimiento municipal número ${at} de la lista</a></li>`,
).join("");
const cards = (said: string) =>
  Array.from(
    { length: 19 },
    (_, at) =>
      `<div class="card"><h3><a href="/ayudas/${at}">Ayudas al comercio de la calle ${at}</a></h3><p>Para las tiendas que abren en la calle ${at}.</p>${said}</div>`,
  ).join("");

const PARTS =
  "<p>Las familias de la ciudad pueden pedir desde el lunes la ayuda para el comedor de los colegios públicos, que este año llega a más cursos y a más centros que el anterior.</p><h2>Requisitos</h2><ul><li>Estar empadronado en la ciudad</li><li>Tener hijos en un colegio público</li></ul><h2>Documentación</h2><ul><li>Libro de familia</li><li>Solicitud firmada</li></ul><h2>Plazo</h2><p>Hasta el día 30.</p>";
const shown = (main: string, { head = "", top = "", title = "Ayudas para el comedor" } = {}) =>
  `<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${top}<main>${main}</main></body></html>`;
const HEADED = `<h1>Abierto el plazo de las ayudas para el comedor</h1>${PARTS}`;
const data = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const NEWS_PAGES: readonly (readonly [string, string])[] = [
  [
    "its microdata",
    shown(`<article itemscope itemtype="https://schema.org/NewsArticle">${HEADED}</article>`),
  ],
  ["its RDFa", shown(`<article typeof="schema:NewsArticle">${HEADED}</article>`)],
  [
    "its data",
    shown(HEADED, {
      head: data({ "@context": "https://schema.org", "@type": "NewsArticle", headline: "x" }),
    }),
  ],
  [
    "its data, in a graph",
    shown(HEADED, {
      head: data({ "@graph": [{ "@type": "WebPage" }, { "@type": ["ReportageNewsArticle", "Article"] }] }),
    }),
  ],
  ["its section", shown(HEADED, { head: '<meta property="article:section" content="Noticias">' })],
  ["its class", shown(`<div class="node node--type-noticia clearfix">${HEADED}</div>`)],
  [
    "its trail",
    shown(HEADED, {
      top: '<ol class="breadcrumb"><li><a href="/">Inicio</a></li><li><a href="/n"> Noticias </a></li><li>Ayudas</li></ol>',
    }),
  ],
  ["what stands above its heading", shown(`<p class="tipo">Nota de prensa | 12/03/2026</p>${HEADED}`)],
  ["its title", shown(HEADED, { title: "Noticias - Ayuntamiento de la Villa" })],
  [
    "how it is written",
    shown(
      `${HEADED}<p>El alcalde ha anunciado que habrá más plazas, y la concejala ha destacado el esfuerzo de todos.</p>`,
    ),
  ],
];

describe("pages that are no procedure", () => {
  it.each<[string, string, string, string]>([
    [
      "news by its address",
      "https://www.villa.es/noticias/balance",
      page(
        "Balance del programa",
        `<h2>Requisitos</h2><p>${PROSE}</p><h2>Plazo</h2><p>${PROSE}</p><h2>Documentación</h2><p>${PROSE}</p>`,
      ),
      "news",
    ],
    [
      "news by what it says",
      "https://www.villa.es/tramites/x",
      page("Balance del programa", `<p>Nota de prensa</p><p>${PROSE}</p><h2>Requisitos</h2><p>${PROSE}</p>`),
      "news",
    ],
    ...NEWS_PAGES.map(([by, html]): [string, string, string, string] => [
      `news by ${by}`,
      "https://www.villa.es/tramites/x",
      html,
      "news",
    ]),
    [
      "a page to search with",
      "https://www.villa.es/tramites/x",
      page("Búsqueda avanzada", `${PARTS}<p>${PROSE}</p><form><input name="q"></form>`),
      "site_page",
    ],
    [
      "questions that many have",
      "https://www.villa.es/tramites/x",
      page("Preguntas frecuentes sobre la sede", `${PARTS}<p>${PROSE}</p>`),
      "site_page",
    ],
    [
      "a notice of every site, of two names",
      "https://www.villa.es/tramites/x",
      page("Aviso legal y política de privacidad", PARTS),
      "site_page",
    ],
    [
      "an ordinance",
      "https://www.villa.es/tramites/x",
      page(
        "Ordenanza reguladora de las terrazas",
        `<p>${PROSE}</p><h2>Artículo 1. Objeto</h2><p>Es objeto de esta ordenanza la ocupación de la vía pública.</p><h2>Artículo 2. Requisitos</h2><p>Las terrazas dejarán un paso libre de dos metros.</p><h2>Artículo 3. Plazos</h2><p>La autorización es anual.</p>`,
      ),
      "legal_text",
    ],
    [
      "a list of links",
      "https://www.villa.es/tramites/",
      page("Trámites", `<p>${PROSE}</p><ul>${links}</ul>`),
      "list_of_links",
    ],
    [
      "a list of links by another name",
      "https://www.villa.es/tramites/vivienda",
      page("Vivienda y urbanismo", `<h2>Requisitos</h2><ul>${links}</ul>`),
      "list_of_links",
    ],
    [
      "cards that are headed by links",
      "https://www.villa.es/tramites/ayudas",
      page("Ayudas y subvenciones", cards("<p>Plazo: abierto</p>")),
      "list_of_links",
    ],
    [
      "cards that say as much as a procedure",
      "https://www.villa.es/tramites/ayudas",
      page(
        "Ayudas y subvenciones",
        cards(
          "<p><strong>Requisitos:</strong> Vivir aquí.</p><p><strong>Plazo:</strong> Abierto.</p><p><strong>Tasas:</strong> No hay.</p>",
        ),
      ),
      "list_of_links",
    ],
    [
      "nearly empty",
      "https://www.villa.es/tramites/x",
      page("Ayuda", "<h2>Requisitos</h2><p>En breve.</p>"),
      "too_little_text",
    ],
    [
      "a shell for scripts",
      "https://www.villa.es/tramites/x",
      `<!DOCTYPE html><html lang="es"><head><title>Sede</title></head><body><div id="root"></div><noscript>Active JavaScript.</noscript><script src="/app.js"></script><script>${"var a=1;".repeat(500)}</script></body></html>`,
      "requires_js_rendering",
    ],
    [
      "without sections",
      "https://www.villa.es/tramites/x",
      page("La ciudad", `<p>${PROSE}</p><p>${PROSE.replace("mañana", "tarde")}</p>`),
      "no_sections",
    ],
    [
      "with what every page has",
      "https://www.villa.es/servicios/x",
      page(
        "Museo de la ciudad",
        `<p>${PROSE}</p><h2>Contacto</h2><p>Calle Mayor, 1</p><h2>Más información</h2><p>De martes a domingo.</p>`,
      ),
      "no_sections",
    ],
    [
      "with one section and the address of no procedure",
      "https://www.villa.es/ciudad/historia",
      page("La historia", `<p>${PROSE}</p><h2>Plazos</h2><p>La muralla se acabó en treinta años.</p>`),
      "too_few_sections",
    ],
  ])("is refused: %s", (_, url, html, reason) => {
    expect(normalized(url, html)).toMatchObject({ outcome: "not_a_procedure", reason });
  });

  it.each([
    [
      "news beside it, in its data",
      shown(HEADED, { head: data({ "@graph": [{ "@type": "NewsArticle" }, { "@type": "NewsArticle" }] }) }),
    ],
    [
      "news beside it",
      `<!DOCTYPE html><html lang="es"><head><title>Ayudas para el comedor</title></head><body class="has-news-sidebar newsletter-open"><nav><a href="/noticias">Noticias</a></nav><main><h1>Ayudas para el comedor</h1>${PARTS}</main><aside class="noticias"><h2>Noticias</h2><ul><li class="noticia" itemscope itemtype="https://schema.org/NewsArticle"><a href="/n/1">Uno</a></li><li class="noticia" itemscope itemtype="https://schema.org/NewsArticle"><a href="/n/2">Dos</a></li></ul></aside></body></html>`,
    ],
    ["cards of others below it", shown(`${HEADED}${cards("")}`)],
    [
      "cards of others, and parts that are headed in bold",
      shown(
        `<h1>Ayudas para el comedor</h1>${PARTS.replaceAll(/<h2>(.*?)<\/h2>/g, "<p><strong>$1</strong></p>")}${cards("")}`,
      ),
    ],
    [
      "panels that are opened by links",
      shown(
        `<h1>Ayudas para el comedor</h1><p>${PROSE.replace("ha anunciado", "dice")}</p><h2>Plazo</h2><p>Un mes.</p>${["Turno de mañana", "Turno de tarde", "Verano", "Invierno"].map((name, at) => `<h3><a href="#p${at}">${name}</a></h3><p>Se pide en el colegio.</p>`).join("")}`,
      ),
    ],
    [
      "a broken piece of data",
      shown(HEADED, { head: '<script type="application/ld+json">{"@type": "NewsArticle",</script>' }),
    ],
  ])("is a procedure with %s", (_, html) => {
    expect(normalized("https://www.villa.es/tramites/x", html)).toMatchObject({ outcome: "normalized" });
  });

  it("is refused for its language where it is in English", () => {
    expect(
      normalized("https://www.villa.es/tramites/allowance", page("Allowance", ENGLISH, "en")),
    ).toMatchObject({
      outcome: "unexpected_language",
      language: "en",
    });
  });

  it("takes one section where the address is a procedure's", () => {
    const html = page(
      "Ayuda de comedor",
      `<p>${PROSE}</p><h2>Requisitos</h2><ul><li>Vivir en la ciudad.</li></ul>`,
    );
    expect(normalized("https://www.villa.es/tramites/comedor", html)).toMatchObject({
      outcome: "normalized",
    });
  });
});
