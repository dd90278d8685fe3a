import { describe, expect, it } from "vitest";
import { readHtml } from "./html-document.ts";

const part = (title: string, items: readonly string[], after = "") =>
  `<h2>${title}</h2><ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>${after}`;
const read = (line: string) =>
  readHtml({
    url: "https://www.villa.es/tramites/obra",
    body: `<html lang="es"><title>Licencia de obra</title><body><div><h1>Licencia de obra</h1>${part("Requisitos", ["Ser mayor de edad", "Vivir en el municipio"], line)}${part("Documentación", ["DNI en vigor", "Plano de la obra"])}${part("Plazo", ["Un mes desde la notificación"])}${part("Tasas", ["Veinte euros"])}</div></body></html>`,
  }).document.extracted_text;

/** Words that sound neither like a site nor like a procedure. */
const NEUTRAL = "Ja sona la dolçaina per la plaça del poble";

describe("a line among the parts of a sheet, by what it looks like", () => {
  it.each<[string, string]>([
    ["in a box of that name that sounds so", `<div class="encuesta"><p>¿Te ha gustado la página?</p></div>`],
    [
      "small, with a link of the site",
      `<p><small><a href="/noticias/12">Ven a la feria de la primavera</a></small></p>`,
    ],
    [
      "with its answers",
      `<div class="valoracion"><p>¿Te ha gustado la página?</p><p>Sí, mucho</p><p>No demasiado</p></div>`,
    ],
  ])("goes where it stands %s", (_, line) => {
    expect(read(line)).not.toMatch(/gustado|feria|mucho|demasiado/);
  });

  it.each<[string, string, string]>([
    ["nobody knows its words and nothing is special about it", `<p>${NEUTRAL}</p>`, NEUTRAL],
    [
      "it is a fact in small letters",
      `<p><small>Menores de 18 años: autorización de los padres</small></p>`,
      "autorización de los padres",
    ],
    [
      "it is a fact in a box of the site's name",
      `<div class="aviso"><p>Quien no pague la tasa pierde el derecho</p></div>`,
      "pierde el derecho",
    ],
    [
      "it is a law",
      `<ul class="enlaces"><li><a href="#">Ley 39/2015, de 1 de octubre</a></li></ul>`,
      "Ley 39/2015",
    ],
    ["it tells whom to call", `<p class="gris"><small>Llame al 947 12 34 56</small></p>`, "947 12 34 56"],
    [
      "it is bold, and may head what follows",
      `<p><small><b>Valora tu caso</b></small></p><p>Autónomos: alta en el régimen</p>`,
      "Valora tu caso",
    ],
  ])("stays where %s", (_, line, kept) => {
    expect(read(line)).toContain(kept);
  });

  it("leaves what stands in a cell beside another one, and its like", () => {
    const text = read(
      `<table><tr><td>Inicio</td><td>Fin</td></tr><tr><td>3 de mayo</td><td>9 de mayo</td></tr></table>`,
    );
    expect(text).toMatch(/Inicio.*Fin/);
  });
});
