import { describe, expect, it } from "vitest";
import { readHtml } from "./html-document.ts";

const TEXT =
  "Autoriza reformas sencillas que no tocan la estructura del edificio, como cambiar suelos, cocinas, baños o ventanas.";
const page = (main: string) =>
  `<html lang="es"><body><main><h1>Licencia de obra</h1>${main}</main></body></html>`;
const headingsOf = (main: string) =>
  readHtml({ url: "https://www.villa.es/tramites/obra", body: page(main) })
    .document.headings.map(({ text }) => text)
    .slice(1);

const PARTS = [
  "En qué consiste",
  "Qué papeles tengo que llevar",
  "Plazos y efectos del silencio",
  "Acabados",
];
const laidOut = (part: (title: string) => string) => PARTS.map(part).join("");

it("leaves a line of the site between two texts a line, so that the part goes on behind it", () => {
  const main = laidOut((title) => `<p class="t">${title}</p><p>${TEXT}</p>`);
  const between = `<p>${TEXT}</p><p>Enviar esta página a un amigo</p><p>${TEXT}</p>`;
  expect(headingsOf(main + between)).toEqual(PARTS);
});

it("leaves a line that each of several boxes has to its box", () => {
  const box = (title: string) =>
    `<div><div class="k">${title}</div><div>${TEXT}<br>Qué necesitas<br>Cita</div></div>`;
  expect(headingsOf(laidOut(box))).toEqual(PARTS);
});

it("reads lines that are broken by hand as lines, of which those with a name head parts", () => {
  expect(headingsOf(laidOut((title) => `<div>${title}<br>${TEXT}<br></div>`))).toEqual(PARTS.slice(0, 3));
});

it("reads the name of an article that a content system has in a cell", () => {
  const body = `<table><tr><td class="contentheading" width="100%">Ingreso mínimo</td><td><a href="#">PDF</a></td></tr></table><table><tr><td>${laidOut((title) => `<p><b>${title}</b></p><p>${TEXT}</p>`)}</td></tr></table>`;
  expect(readHtml({ url: "https://x.es/", body: `<body>${body}</body>` }).document.title).toBe(
    "Ingreso mínimo",
  );
});

it("begins a line with a bold name of a part where the one before it was never ended", () => {
  const main = `<p><i>Entre todos</i> <b>Documentación</b><br>- DNI<br><p><i>Por ti</i> <font><b>Plazo</b></font><br>Un mes`;
  const { extracted_text: text } = readHtml({
    url: "https://x.es/",
    body: page(main + laidOut((title) => `<h2>${title}</h2><p>${TEXT}</p>`)),
  }).document;
  expect(text).toMatch(/Entre todos\*\n\*\*Documentación\*\*\n/);
  expect(text).toMatch(/Por ti\*\n\*\*Plazo\*\*\n/);
});

describe("lines that head parts without being headings", () => {
  it.each<[string, (title: string) => string]>([
    ["divisions by their class", (title) => `<div class="t1">${title}</div><div class="v">${TEXT}</div>`],
    [
      "spans in divisions",
      (title) => `<div><div class="k"><span>${title}</span></div><div>${TEXT}</div></div>`,
    ],
    [
      "labels of radio buttons",
      (title) => `<input type="radio"><label for="x">${title}</label><div>${TEXT}</div>`,
    ],
    [
      "buttons",
      (title) => `<div class="d"><button class="b">${title}</button><div hidden>${TEXT}</div></div>`,
    ],
    ["elements of a site's own", (title) => `<x-item><x-title>${title}</x-title><p>${TEXT}</p></x-item>`],
    ["captions", (title) => `<figure><figcaption>${title}</figcaption><p>${TEXT}</p></figure>`],
    [
      "captions of tables of one column",
      (title) => `<table><caption>${title}</caption><tr><td><p>${TEXT}</p></td></tr></table>`,
    ],
    ["legends", (title) => `<fieldset><legend>${title}</legend><p>${TEXT}</p></fieldset>`],
    ["fields of a list", (title) => `<li><span class="n">${title}</span><div>${TEXT}</div></li>`],
    ["bare paragraphs between sentences", (title) => `<p>${title}:</p><p>${TEXT}</p>`],
    ["bare lines within bold ones", (title) => `<p><b><font>${title}</font></b></p><p>${TEXT}</p>`],
    ["headings by the class of a framework", (title) => `<div class="h3 mt-2">${title}</div><p>${TEXT}</p>`],
    [
      "legends over nothing to fill in",
      (title) => `<fieldset><legend>${title}</legend><p>${TEXT}</p></fieldset>`,
    ],
    ["headings by their role", (title) => `<div role="heading" aria-level="3">${title}</div><p>${TEXT}</p>`],
  ])("become headings with all that look like them: %s", (_, part) => {
    expect(headingsOf(laidOut(part))).toEqual(PARTS);
  });

  it.each<[string, string]>([
    ["they are links", laidOut((title) => `<p><a href="/x">${title}</a></p><p>${TEXT}</p>`)],
    [
      "they label a field",
      laidOut((title) => `<div><label>${title}</label><input name="x"></div><p>${TEXT}</p>`),
    ],
    ["they stand in a line of text", laidOut((title) => `<p><span>${title}</span> ${TEXT}</p>`)],
    ["fewer than three parts are named", `<p>Requisitos</p><p>${TEXT}</p><p>Plazos</p><p>${TEXT}</p>`],
    [
      "they say more than a name",
      `<p>Documento de identidad</p><p>Plazo del alquiler</p><p>Normas de la casa</p><p>${TEXT}</p>`,
    ],
  ])("stay what they are where %s", (_, main) => {
    expect(headingsOf(main)).toEqual([]);
  });

  it("leaves words that are items as often as heads to those that look like heads", () => {
    const main = `<p>Requisitos</p><p>${TEXT}</p><p>Documentación</p><p>Solicitud</p><p>Formulario</p><p>Plazos</p><p>${TEXT}</p><p>Importe</p><p>${TEXT}</p>`;
    expect(headingsOf(main)).toEqual(["Requisitos", "Documentación", "Plazos", "Importe"]);
  });

  it("leaves a line that leads to its list below the head that it stands under", () => {
    const main = `<p>Requisitos</p><p>${TEXT}</p><p>Plazos</p><p>${TEXT}</p><p><b>¿Qué documentos necesito?</b></p><p>Hay que llevar todo lo que sigue:</p><ul><li>${TEXT}</li></ul><p>Normativa aplicable</p><p>${TEXT}</p>`;
    expect(headingsOf(main)).not.toContain("Hay que llevar todo lo que sigue");
  });

  it("do not swallow a value that is made of such words", () => {
    const field = (title: string, value: string) =>
      `<div class="f"><div class="l">${title}</div><div class="v"><p>${value}</p></div></div>`;
    const main = [...PARTS.map((title) => field(title, TEXT)), field("¿Cuánto cuesta?", "No tiene")].join("");
    expect(headingsOf(main)).toContain("¿Cuánto cuesta?");
  });
});

it("a box around a heading leaves it at its level, above the headings that stand below it", () => {
  const panel = (title: string, body: string) =>
    `<div class="panel-heading"><h3 class="panel-title">${title}</h3></div><div class="panel-body">${body}</div>`;
  const ways = `<h4>Electrónica</h4><p>${TEXT}</p><h4>Papel</h4><p>${TEXT}</p>`;
  const body = page([...PARTS.map((title) => panel(title, TEXT)), panel("Cómo se pide", ways)].join(""));
  const { headings } = readHtml({ url: "https://www.villa.es/tramites/obra", body }).document;
  const levelOf = (text: string) => headings.find((heading) => heading.text === text)?.level ?? 0;
  expect(levelOf("Papel")).toBeGreaterThan(levelOf("Cómo se pide"));
  expect(levelOf("Acabados")).toBe(levelOf("Cómo se pide"));
});
