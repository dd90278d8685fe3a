import { describe, expect, it } from "vitest";
import { readHtml } from "./html-document.ts";

const part = (title: string, items: readonly string[]) =>
  `<h2>${title}</h2><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
const read = (between: string) =>
  readHtml({
    url: "https://www.villa.es/tramites/obra",
    body: `<html lang="es"><title>Licencia de obra</title><body><div><h1>Licencia de obra</h1>${part("Requisitos", ["Ser mayor de edad", "Vivir en el municipio"])}${between}${part("Documentación", ["DNI en vigor", "Plano de la obra"])}${part("Plazo", ["Un mes desde la notificación"])}${part("Tasas", ["Veinte euros"])}</div></body></html>`,
  }).document.extracted_text;
const FACTS = ["Ser mayor de edad", "DNI en vigor", "Plano de la obra", "Un mes desde", "Veinte euros"];
const NAMES = ["Tarjeta de residentes", "Huertos municipales", "Alta en la escuela de música"];
const names = (tag: string) => NAMES.map((name) => `<${tag}>${name}</${tag}>`).join("");

describe("names of other pages among the parts of a sheet", () => {
  it.each<[string, string]>([
    ["a box of lines", `<div><div>También te puede interesar</div>${names("div")}</div>`],
    ["a box with a list", `<div class=x><p>Trámites relacionados</p><ul>${names("li")}</ul></div>`],
    ["a list behind its head", `<p>Te puede interesar…</p><ul>${names("li")}</ul>`],
    ["a list with its head in it", `<ul><li>Quizá también te interese</li>${names("li")}</ul>`],
    [
      "links with their head",
      `<ul><li><a href="#">Ver también</a></li>${NAMES.map((name) => `<li><a href="#">${name}</a></li>`).join("")}</ul>`,
    ],
    [
      "a cell of lines broken by hand",
      `<table><tr><td><b>Véase también</b><br>» ${NAMES.join("<br>» ")}</td></tr></table>`,
    ],
    ["headlines", `<div><h3>Últimas noticias</h3>${names("p")}</div>`],
    ["one in the line of its head", `<p><b>Lee también:</b> <a href="#">Tarjeta de residentes</a></p>`],
    ["in Basque", `<div><p>Lotutako tramiteak</p><ul>${names("li")}</ul></div>`],
  ])("go with their head, links or not: %s", (_, between) => {
    const text = read(between);
    for (const name of NAMES) expect(text).not.toContain(name);
    for (const fact of FACTS) expect(text).toContain(fact);
    expect(text).not.toMatch(/interes|también|relacionad|noticias|Lotutako/i);
  });

  it.each<[string, string, string]>([
    [
      "sentences",
      `<div><p>También te puede interesar</p><p>La ayuda se paga una vez.</p></div>`,
      "se paga una vez",
    ],
    ["laws", `<p>Véase también:</p><ul><li>Ley 39/2015, de 1 de octubre</li></ul>`, "Ley 39/2015"],
    [
      "a law in its line",
      `<p>Véase también: <a href="/l">Ley 39/2015, de 1 de octubre</a></p>`,
      "Ley 39/2015",
    ],
    ["amounts", `<div><p>Te puede interesar</p><p>Bono de 250 € al mes</p></div>`, "Bono de 250"],
    [
      "what it goes with",
      `<h3>Otras ayudas incompatibles</h3><ul>${names("li")}</ul>`,
      "Tarjeta de residentes",
    ],
    [
      "what stands behind the box",
      `<div><p>Te puede interesar</p><p>Huertos municipales</p></div><p>Solo para mayores</p>`,
      "Solo para mayores",
    ],
  ])("stay where they may be facts: %s", (_, between, kept) => {
    expect(read(between)).toContain(kept);
  });
});
