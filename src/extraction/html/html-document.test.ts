import { describe, expect, it } from "vitest";
import { wordCount } from "../../domain/extracted-document.ts";
import { readHtml } from "./html-document.ts";

const URL = "https://sede.example.org/tramites/uno";
const PROSE =
  "Esta ayuda se dirige a las familias que viven en el municipio, y se pide una vez al año en la oficina. ".repeat(
    4,
  );
const read = (body: string | Uint8Array, services = {}) => readHtml({ url: URL, body }, services).document;

describe("a page as a document", () => {
  it("reads the lines that head its lists as headings where it knows no others", () => {
    const part = (title: string, items: readonly string[]) =>
      `<p>${title}</p><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
    const html = `<html lang="es"><body><main><h1>Licencia de obra</h1>${part("Qué es", ["Autoriza reformas sencillas que no tocan la estructura del edificio: cambiar suelos, cocinas, baños o ventanas."])}${part("Requisitos", ["Que la obra no altere la estructura, el volumen ni la fachada.", "Ser propietario del inmueble o tener su autorización por escrito.", "Estar al corriente de pago con la hacienda municipal."])}${part("Documentación", ["Presupuesto desglosado de la obra, con mediciones.", "Plano o croquis del estado actual y del reformado."])}${part("Plazo", ["Resolución: 30 días hábiles."])}${part("Tasas", ["Un dos por ciento del presupuesto."])}</main></body></html>`;
    const { extracted_text } = read(html);
    for (const title of ["Requisitos", "Documentación", "Plazo", "Tasas"]) {
      expect(extracted_text.split("\n")).toContain(`#### ${title}`);
    }
  });

  it("has all that the form asks for", () => {
    const html = `<html lang="es-ES"><head><title>Ayuda - Sede</title></head><body><h1>Ayuda a familias</h1><p>${PROSE}</p><h2>Tasas</h2><table><tr><th>A<th>B<tr><td>1<td>2</table><p>Más en <a href="/b">las bases</a> de la convocatoria, que se publicaron en enero.</p></body></html>`;
    const times = [10, 25];
    const document = read(html, {
      detectLanguage: (text: string, declared: string | null) => ({
        language: `${declared}:${text.includes("**")}`,
        confidence: 0.9,
      }),
      now: () => times.shift() ?? 0,
    });
    expect(document).toMatchObject({
      source_url: URL,
      document_type: "html",
      title: "Ayuda a familias",
      tables: [
        {
          caption: "",
          rows: [
            ["A", "B"],
            ["1", "2"],
          ],
        },
      ],
      links: [{ text: "las bases", url: "https://sede.example.org/b" }],
      form_fields: [],
      metadata: {
        language_detected: "es:false",
        language_confidence: 0.9,
        has_text_layer: true,
        page_count: null,
        extraction_duration_ms: 15,
        encoding_issues: false,
        partial: false,
        requires_ocr: false,
        requires_js_rendering: false,
      },
    });
    expect(document.metadata.word_count).toBeGreaterThan(80);
    expect(document.extracted_text).toContain("municipio");
  });

  it.each<[string, string, string]>([
    ["the heading", "<title>X - Sede</title><h1>Padrón municipal</h1>", "Padrón municipal"],
    ["the head, without the site", "<title>Padrón municipal - Ayuntamiento</title>", "Padrón municipal"],
    ["the head, where the first part says nothing", "<title>Sede - Padrón</title>", "Sede - Padrón"],
    [
      "the head, where the site comes first",
      "<title>Diputación de Soria - Padrón municipal</title>",
      "Padrón municipal",
    ],
    [
      "the heading that the head agrees with, not from the name of the site",
      "<title>Ayudas</title><div class=cabecera><h1>Sede electrónica</h1></div><h2>Ayudas a familias</h2>",
      "Ayudas a familias",
    ],
    [
      "the heading, not from a logo",
      "<title>Diputación de X - Becas de 2025</title><h1><a href=/><img alt='Diputación de X'></a></h1><h2>Becas de 2025</h2>",
      "Becas de 2025",
    ],
    [
      "the heading, not from the site that its head names too",
      "<title>PR4 - Axudas | Sede electrónica da Xunta</title><header><h1>Sede electrónica</h1></header><h2>PR4 - Axudas á xente</h2>",
      "PR4 - Axudas á xente",
    ],
    [
      "a heading in the header, where it is the page's",
      "<title>Padrón municipal - Xeira</title><header><h1>Padrón municipal</h1></header>",
      "Padrón municipal",
    ],
    [
      "the main heading of the content, whatever the head says",
      "<title>Xeira</title><header><h1>Xeira 24</h1></header><main><h1>Padrón municipal</h1></main>",
      "Padrón municipal",
    ],
    [
      "the heading below that of all pages, where the head says the same",
      "<title>Becas de comedor 2025 | Xeira</title><div><h1>Cerca de ti</h1><h2>Becas de comedor 2025</h2></div>",
      "Becas de comedor 2025",
    ],
    [
      "the main heading, where the head says no more than the name of a part",
      "<title>Requisitos - Xeira</title><h1>Becas de comedor</h1><h2>Requisitos</h2>",
      "Becas de comedor",
    ],
    ["nothing", "", ""],
  ])("takes its title from %s", (_, head, title) => {
    expect(read(`${head}<p>${PROSE}</p>`).title).toBe(title);
  });

  it("decodes bytes, and has text repaired by those who can", () => {
    const bytes = Buffer.from(`<meta charset=iso-8859-1><p>Peñíscola. ${PROSE}</p>`, "latin1");
    expect(read(bytes).extracted_text).toContain("Peñíscola");
    const repairText = (text: string) => ({ text: text.replaceAll("Ã±", "ñ"), issues: true });
    const repaired = read(`<p>EspaÃ±a. ${PROSE}</p>`, { repairText });
    expect(repaired.extracted_text).toContain("España");
    expect(repaired.metadata.encoding_issues).toBe(true);
  });

  it("follows the base of the page for its links", () => {
    const { links } = read(`<base href="https://otra.example.org/x/"><p>${PROSE} <a href="y">aquí</a></p>`);
    expect(links).toEqual([{ text: "aquí", url: "https://otra.example.org/x/y" }]);
  });

  it("is a form where it is mostly one", () => {
    const { document_type, form_fields } = read(
      "<form><h1>Solicitud</h1><label>Nombre* <input name=a></label><label>NIF <input name=b></label><label>Calle <input name=c></label></form>",
    );
    expect(document_type).toBe("form_html");
    expect(form_fields.map(({ label, required }) => [label, required])).toEqual([
      ["Nombre", true],
      ["NIF", false],
      ["Calle", false],
    ]);
  });

  it.each<[string, string, string, string]>([
    [
      "its own address",
      "file:///a/b.html",
      '<link rel="canonical" href="https://x.example.org/t/">',
      "https://x.example.org/t/m.pdf",
    ],
    [
      "what it is shared as",
      "about:blank",
      '<meta property="og:url" content="https://x.example.org/t/">',
      "https://x.example.org/t/m.pdf",
    ],
    [
      "a base beside it",
      "about:blank",
      '<base href="/u/"><link rel="canonical" href="https://x.example.org/t/">',
      "https://x.example.org/u/m.pdf",
    ],
    [
      "where it was found, first of all",
      "https://sede.example.org/a/",
      '<link rel="canonical" href="https://x.example.org/t/">',
      "https://sede.example.org/a/m.pdf",
    ],
  ])("finds links of a page by %s", (_, url, head, link) => {
    const body = `<html><head>${head}</head><body><main><h1>Beca</h1><p>${PROSE}</p><p>Use el <a href="m.pdf">modelo</a> oficial.</p></main></body></html>`;
    expect(readHtml({ url, body }).document.links).toEqual([{ text: "modelo", url: link }]);
  });

  it("keeps the columns of a table with rows that hold nothing, and the links of its pictures", () => {
    const { tables, links } = read(
      `<main><h1>Beca</h1><p>${PROSE} <a href="/m.pdf" title="Solicitud"><i></i></a></p><table><tr><td rowspan=3>A<td colspan=2 rowspan=2>B</tr><tr></tr><tr><td>C<td>D</tr></table></main>`,
    );
    expect(links.map(({ text }) => text)).toEqual(["Solicitud"]);
    expect(tables[0]?.rows).toEqual([
      ["A", "B", "B"],
      ["A", "C", "D"],
    ]);
  });

  it("keeps what stands in a row without a cell around it", () => {
    const { extracted_text } = read(`<main><h1>Beca</h1><table><tr><p>${PROSE}</p></tr></table></main>`);
    expect(extracted_text).toContain(PROSE.trim().slice(0, 40));
  });

  it("says that it is partial where options of a field were cut", () => {
    const options = Array.from({ length: 20_001 }, (_, at) => `<option>${at}`).join("");
    expect(read(`<p>${PROSE}</p><select name=m>${options}</select>`).metadata.partial).toBe(true);
  });

  it.each<[string, string, boolean]>([
    ["an empty root and a program", '<div id="root"></div><script src="/a.js"></script>', true],
    ["a page that asks for JavaScript", "<noscript>Active JavaScript</noscript><script>x()</script>", true],
    ["much script and few words", `<p>Cargando</p><script>${"x();".repeat(400)}</script>`, true],
    [
      "an empty root and the data for it",
      '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"a":1}</script>',
      true,
    ],
    ["few words and no script", "<p>No hay resultados.</p>", false],
    [
      "few words and data",
      `<p>Nada</p><script type="application/ld+json">${" ".repeat(900)}</script>`,
      false,
    ],
    [
      "many words and a program",
      `<div id="app"><p>${PROSE}</p></div><script src="/a.js"></script><script src="/b.js"></script>`,
      false,
    ],
  ])("knows a shell of a program: %s", (_, html, isShell) => {
    expect(read(html).metadata.requires_js_rendering).toBe(isShell);
  });

  it.each<[string, number]>([
    ["uno dos", 2],
    ["16,08 € y 31/12/2026", 3],
    ["l'ajuntament col·labora", 2],
    ["—", 0],
  ])("counts the words of %j", (text, count) => {
    expect(wordCount(text)).toBe(count);
  });
});

describe("how the content is found", () => {
  it("by the sections of a procedure", () => {
    const page = readHtml({ url: URL, body: "<h1>X</h1><h2>Requisitos</h2>a<h2>Plazo</h2>b<h2>Tasas</h2>c" });
    expect(page).toMatchObject({ strategy: "structure", coverage: 1 });
  });

  it("by the model where a page is prose", () => {
    const html = `<div class=menu><a href=/a>Inicio</a></div><article><h1>Noticia</h1>${`<p>${PROSE}</p>`.repeat(4)}</article><div class=related><a href=/b>Otra noticia</a></div>`;
    const { strategy, document } = readHtml({ url: "https://example.org/n", body: html });
    expect(strategy).toBe("article");
    expect(document.extracted_text).not.toMatch(/Inicio|Otra noticia/);
  });

  it("by what is known of the portal, unless it is not there", () => {
    const body = `<div><p>Fuera. ${PROSE}</p></div><div id=textoxslt><p>${PROSE}</p><p class=linkSubir>subir</p></div>`;
    const known = readHtml({ url: "https://www.boe.es/x", body });
    expect(known.strategy).toBe("selector");
    expect(known.document.extracted_text).not.toMatch(/Fuera|subir/);
    expect(readHtml({ url: "https://www.boe.es/x", body: `<p>${PROSE}</p>` }).strategy).not.toBe("selector");
  });

  it.each([
    ["", 0],
    ["<p>Solo esto.", 2],
    ["<a href=/x>Solo un enlace</a>", 3],
    ["\u{0}<p>\u{d800}x", 1],
  ])("keeps what there is of %j", (body, words) => {
    expect(read(body).metadata.word_count).toBe(words);
  });
});

describe("names of the parts of the content", () => {
  const page = (part: string) =>
    `<title>Becas</title><div>Portal</div><main><h1>Becas</h1><p>${PROSE}</p><p>${PROSE}</p>${part}<p>${PROSE}</p></main>`;
  const section = "<h2>Apartado</h2><p>Se acredita con el documento que se presenta en el registro.</p>";

  it.each([
    "advertencia",
    "menu-comedor",
    "compartir-piso",
    "share-costes",
    "footer-note",
    "sidebar-content",
    "popup-info",
    "breadcrumb-title",
    "toolbar",
    "cookies-info",
    "copyright",
    "visually-hidden",
    "social",
  ])("say nothing where it reads like a section: %s", (name) => {
    for (const attribute of [`class="${name}"`, `id="${name}"`])
      expect(read(page(`<div ${attribute}>${section}</div>`)).extracted_text).toContain(
        "## Apartado\n\nSe acredita con",
      );
  });

  it.each([
    ["a bar", '<div class=share-bar><a href="//x.example/s">Publicar en X</a> <a href=#c>Copiar</a></div>'],
    ["a banner", "<div class=cookies><h2>Cookies</h2><p>Este sitio usa cookies, suyas y de otros.</p></div>"],
    ["comments", "<div class=comments><h2>Dos voces</h2><p>Muy bien dicho, así se habla hoy.</p></div>"],
    ["a trail", "<div class=breadcrumb><a href=/>Portada</a> &gt; <a href=/a>Ayudas</a> &gt; Becas</div>"],
    [
      "a form",
      "<div class=toolbar><h2>Boletín</h2><form><p>Deje aquí su correo, por favor.</p><button>Ir</button></form></div>",
    ],
  ])("count where it does not: %s", (_, part) => {
    expect(read(page(part)).extracted_text).toBe(read(page("")).extracted_text);
  });
});

it("a heading of the site between parts that lines in bold head takes none of them along", () => {
  const part = (title: string) => `<p><b>${title}</b></p><p>${PROSE}</p>`;
  const away = "<h3>Comparte: Facebook X WhatsApp</h3>";
  const parts = [part("Requisitos"), part("Documentación"), part("Plazos"), part("Normativa")];
  const page = (between: string) =>
    `<title>Becas</title><main><h1>Becas</h1>${parts[0]}${parts[1]}${between}${parts[2]}${parts[3]}</main>`;
  expect(read(page(away)).extracted_text).toBe(read(page("")).extracted_text);
});

describe("short pages", () => {
  const sentence = "Las personas que lo pidan han de vivir aquí, y acreditar sus ingresos del año anterior. ";
  it.each<[string, string, readonly string[]]>([
    [
      "in two columns",
      `<main><h1>Becas</h1><div class=col-8><p>${sentence.repeat(4)}</p><p>${sentence.repeat(3)}</p></div><div class=col-4><h2>Plazo</h2><p>Del 1 al 15 de mayo</p><h2>Teléfono</h2><p>012</p></div></main>`,
      ["# Becas", "## Plazo", "Del 1 al 15 de mayo", "## Teléfono", "012"],
    ],
    [
      "in two columns, with a list at the end",
      `<main><h1>Becas</h1><div class=col-8><p>${sentence.repeat(4)}</p></div><div class=col-4><h2>Se trae</h2><ul><li>DNI<li>Contrato</ul></div></main>`,
      ["# Becas", "## Se trae", "- DNI", "- Contrato"],
    ],
    [
      "with panels that are collapsed",
      `<header><h1>Sede electrónica</h1></header><section><h2>Becas</h2><table><tr><th>Estado<td>Aberto<tr><th>Código<td>123</table><div style='display:none'>${sentence}</div><div style='display:none'><ol><li>Anexo II</ol></div></section>`,
      ["## Becas", "Estado", "Aberto", "123", "Las personas", "1. Anexo II"],
    ],
  ])("are kept whole: %s", (_, html, lines) => {
    const { extracted_text } = readHtml({ url: "https://example.org/n", body: html }).document;
    for (const line of lines) expect(extracted_text).toContain(line);
    expect(extracted_text).not.toContain("Sede electrónica");
  });
});

describe("the page's own heading", () => {
  const headingsOf = (body: string) =>
    readHtml({ url: "https://example.org/n", body }).document.headings.map(
      ({ level, text }) => `${level} ${text}`,
    );
  const body = `<div class=c><p>${PROSE}</p><p>${PROSE}</p></div>`;

  it.each<[string, string]>([
    ["beside the content", `<title>Becas - Gobierno</title><div class=titulo><h1>Becas</h1></div>${body}`],
    ["in main", `<title>Becas - Gobierno</title><main><h1>Becas</h1><div>${body}</div></main>`],
    ["over a table", `<title>Becas</title><h1>Becas</h1><table><tr><td>${PROSE}<td>${PROSE}</table>`],
    ["of a short page", "<title>Becas</title><h1>Becas</h1><p>Hasta el 1 de mayo, en la oficina.</p>"],
    ["that is the only one", `<title>X</title><div><h1>Becas</h1></div>${body}`],
    [
      "and not that of the site",
      `<title>Becas - Xeira</title><div id=logo><h1>Xeira</h1></div><h1>Becas</h1>${body}`,
    ],
  ])("is the first of its headings: %s", (_, html) => {
    expect(headingsOf(html)).toEqual(["1 Becas"]);
  });
});

describe("what stands around all pages of a site", () => {
  it.each<[string, string]>([
    ["a footer", "<footer><p>Ayuntamiento de Rivera. Plaza Mayor 1. CIF P0300000A</p></footer>"],
    ["a footer by its name", "<div id=pie>Gobierno - C/ Sol 1 - Tel. 012<br>Privacidad</div>"],
    ["a header by its name", "<div class=cabecera><p>Rivera en línea</p> <a href=/es>Castellano</a></div>"],
    ["the name of the site", "<div class=site-header><h1>Sede electrónica</h1></div>"],
    ["a choice of languages", "<ul><li><a href=/es>Castellano</a><li><a href=/gl>Galego</a></ul>"],
    ["what stood between links", "<div><a href=/>Inicio</a> | <a href=/m>Mapa web</a> |</div>"],
  ])("is not read: %s", (_, frame) => {
    const text = "<h2>Ayudas a familias</h2><h3>Plazo</h3><p>Un mes.</p><h3>Tasas</h3><p>12 €";
    for (const html of [`${frame}<div>${text}</div>`, `<div>${text}</div>${frame}`])
      expect(read(`<title>Ayudas</title>${html}`).extracted_text).toBe(
        "## Ayudas a familias\n\n### Plazo\n\nUn mes.\n\n### Tasas\n\n12 €",
      );
  });
});

describe("hostile pages", () => {
  it("bring no controls, no halves of characters and no markup into the text", () => {
    const { extracted_text, metadata } = read(
      "<h1>a\u{1b}[2J&#27;b\u{0}</h1><p>\u{d800}x &lt;img src=x onerror=y&gt;",
    );
    expect(extracted_text).toBe(String.raw`# a[2Jb` + "\n\n\u{fffd}x " + String.raw`\<img src=x onerror=y>`);
    expect(metadata.encoding_issues).toBe(true);
  });

  const many = (count: number, part: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => part(at)).join("");
  it.each<[string, (count: number) => string]>([
    ["nested divisions", (count) => `${"<div>".repeat(count)}texto`],
    ["headings without an end", (count) => `${"<h1>".repeat(count)}texto`],
    ["nested tables", (count) => `${"<table><tr><td>".repeat(count)}texto`],
    ["nested lists", (count) => `${"<ul><li>".repeat(count)}texto`],
    ["one line", (count) => `<p>${"texto y más. ".repeat(count)}`],
    ["spans in one line", (count) => `<p>${"<span>texto </span>".repeat(count)}`],
    ["headings that lead away", (count) => `<p>texto</p>${"<h2>Relacionados</h2><p>x</p>".repeat(count)}`],
    [
      "panels",
      (count) =>
        `texto${many(count, (at) => `<button aria-controls=p${at}>B</button><div id=p${at}>t</div>`)}`,
    ],
    ["end tags that close nothing", (count) => `<td>${"<span>".repeat(count)}texto${"</div>".repeat(count)}`],
    ["sections", (count) => `${"<h2>Plazo</h2><p>texto</p>".repeat(count)}`],
  ])(
    "cost no more than their size: %s",
    (_, page) => {
      const cost = (count: number) => {
        const started = process.cpuUsage();
        expect(read(page(count)).extracted_text).toContain("texto");
        const { user, system } = process.cpuUsage(started);
        return user + system;
      };
      cost(2_000);
      const small = Math.max(20_000, cost(10_000));
      // Eight times the size would cost sixty-four times as much, were it quadratic.
      expect(cost(80_000) / small).toBeLessThan(32);
    },
    60_000,
  );
});

it("keeps the blank between two words that stands in an element of its own", () => {
  const html = `<p>Oficina<span style="mso-spacerun:yes"> </span><span lang=ES>de Atención</span><b>&nbsp;</b>Ciudadana</p>`;
  expect(read(html).extracted_text).toBe("Oficina de Atención Ciudadana");
});

it("keeps the foot of a card, which is a part of it", () => {
  const card = (title: string) =>
    `<h2>${title}</h2><div class="card"><div class="card-body">Con certificado</div><div class="card-footer">Cita previa en ${title}</div></div>`;
  const html = `<main><h1>Ayuda</h1>${["Requisitos", "Documentación", "Plazo"].map(card).join("")}</main>`;
  expect(read(html).extracted_text).toContain("Cita previa en Plazo");
});
