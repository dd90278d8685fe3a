import { describe, expect, it } from "vitest";
import { readHtml } from "./html-document.ts";

const PART = (title: string, text: string) => `<div class=t>${title}</div><div class=v>${text}</div>`;
const SHEET = [
  PART("Requisitos", "<p>Ser mayor de edad y vecino del municipio."),
  PART("Documentación", '<p>DNI en vigor.<p><a href="/modelo.pdf">Solicitud</a>'),
  PART("Plazo", "<p>Todo el año, salvo en agosto."),
  PART("Tasas", "<p>No se exige."),
  PART("Tramitación", '<p><a href="/sede/4">Acceso al trámite</a>'),
].join("");

const read = (body: string) =>
  readHtml({
    url: "https://example.org/x",
    body: `<title>Licencia de obras menores - Concejo</title><body>${body}</body>`,
  }).document.extracted_text;
const page = (before: string, after: string) =>
  read(`<div>${before}<h1>Licencia de obras menores</h1><div>${SHEET}</div>${after}</div>`);

const OLD = ["Requisitos", "Documentación", "Plazos", "Tasas"]
  .map(
    (title) => `<tr><td bgcolor=blue><b>${title}</b></td></tr><tr><td>Lo que se pide en este caso.</td></tr>`,
  )
  .join("");

describe("the title of a page whose head names only its site", () => {
  const old = (head: string, rows: string) =>
    readHtml({
      url: "https://example.org/x",
      body: `<title>${head}</title><body><table><tr><td>${rows}</td></tr></table></body>`,
    }).document.extracted_text;

  it.each([
    ["of an old kind", "<font size=4><b>Licencia de obras menores</b></font>"],
    ["of its style", '<span style="font-size: 20px">Licencia de obras menores</span>'],
  ])("is what is set in letters %s", (_, title) => {
    const text = old(
      "DELEGACIÓN - TRÁMITES",
      `<table><tr><td>${title}</td></tr></table><table>${OLD}</table>`,
    );
    expect(text).toContain("Licencia de obras menores");
  });

  it("is no part that has a word of it: all parts before it stay", () => {
    const rows = `<tr><td><b>DIRECCIÓN</b></td></tr><tr><td>Calle Mayor, 1, 28014 Madrid.</td></tr>`;
    const text = old("Dirección General de la Marina", `<table>${OLD}${rows}</table>`);
    for (const title of ["Requisitos", "Documentación", "Plazos", "Tasas"]) expect(text).toContain(title);
  });
});

describe("what stands among the parts of a sheet", () => {
  it.each<[string, string, string, string]>([
    ["the way to the page", '<p><a href="/">Portada</a> / <a href="/c">Catálogo</a></p>', "", "Catálogo"],
    ["when it was changed", "", "<p>Última actualización: 3 de abril de 2024</p>", "abril"],
    [
      "whether it was of use",
      "",
      "<div><p>¿Le ha sido útil esta página?</p><p>Más bien sí</p></div>",
      "bien sí",
    ],
    ["links to its own places", "", '<p><a href="#cab">Al comienzo</a></p>', "comienzo"],
    ["boxes that lead away", "", "<div><p>Síganos</p><p>En todas partes</p></div>", "todas partes"],
    [
      "menus",
      "",
      '<ul><li><a href="/1">Uno</a><li><a href="/2">Dos</a><li><a href="/3">Terna</a></ul>',
      "Terna",
    ],
    ["buttons", "", "<p><button>Ampliar letra</button></p>", "Ampliar"],
  ])("goes: %s", (_, before, after, line) => {
    const text = page(before, after);
    expect(text).not.toContain(line);
    expect(text).toContain("Licencia de obras menores");
    expect(text).toContain("salvo en agosto");
  });

  it.each<[string, string]>([
    ["a link to a form within a part", "Solicitud"],
    ["a link to the procedure that is all of a part", "Acceso al trámite"],
  ])("stays: %s", (_, line) => {
    expect(page("", "")).toContain(line);
  });

  const RELATED = '<div>Quizá también te interese</div><div><a href="/x">Alquiler de pistas</a></div>';
  it.each<[string, string, string]>([
    ["other pages between two parts", `<div>${RELATED}</div>`, ""],
    ["other pages without a box", RELATED, ""],
    ["other pages within a part", "", RELATED],
    ["a question within a part", "", "<p>¿Le ha sido útil esta página?<p>Sí<p>No"],
  ])("goes and takes nothing with it: %s", (_, between, within) => {
    const parts = [
      PART("Requisitos", "<p>Ser mayor de edad y vecino del municipio."),
      PART("Tasas", `<p>No se exige ninguna.${within}`),
      between,
      PART("Plazo", "<p>Todo el año, salvo en agosto."),
      PART("Documentación", "<p>DNI en vigor."),
    ].join("");
    const text = read(`<div><h1>Licencia de obras menores</h1><div>${parts}</div></div>`);
    expect(text).not.toMatch(/interese|Alquiler|útil|Sí/);
    expect(text).toContain("No se exige ninguna.");
    expect(text).toContain("Todo el año");
  });

  it.each([
    '<p><a href="/sede/9">Tramitar en línea</a></p>',
    '<p><a href="#tramitar">Tramitar en línea</a></p>',
    "<p><button>Tramitar en línea</button></p>",
  ])("stays: what begins the procedure, beside its parts: %s", (line) => {
    expect(page("", line)).toContain("Tramitar en línea");
  });

  it("takes the line that the page is called by for its title, not the name of the office", () => {
    const text = read(
      `<div><h1>Concejo</h1><p>Cerca de la gente</p></div><div><h2>Licencia de obras menores</h2>${SHEET}</div><div><p>Calle Nueva, 4</p></div>`,
    );
    expect(text).toContain("Licencia de obras menores");
    expect(text).not.toMatch(/Cerca de la gente|Calle Nueva/);
  });
});
