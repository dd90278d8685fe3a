/** Layouts and heads of parts that only the second half of the procedures is laid out with. */
import { escaped } from "../office-layouts.ts";
import { titlesOf } from "./titles.ts";
import type { PartTitles } from "../procedure-titles.ts";
import type { Part, UnseenLayout } from "./layouts.ts";

const all = (parts: readonly Part[], write: (part: Part, at: number) => string) =>
  parts.map(write).join("\n");
const list = (items: readonly string[]) =>
  items.length === 1
    ? `<p>${escaped(items[0] ?? "")}</p>`
    : `<ul>${items.map((item) => `<li><p>${escaped(item)}</p></li>`).join("\n")}</ul>`;

export const LATER_LAYOUTS: Readonly<Record<string, UnseenLayout>> = {
  "titles of blocks by their class": (name, parts) =>
    `<h1>${escaped(name)}</h1><div class="accordion">${all(
      parts,
      (part) =>
        `<div class="accordion__item"><div class="accordion__title" tabindex="0">${escaped(part.title)}</div><div class="accordion__body">${list(part.items)}</div></div>`,
    )}</div>`,

  "bold by style": (name, parts) =>
    `<h1>${escaped(name)}</h1>${all(
      parts,
      (part) =>
        `<p><span style="font-weight:bold;">${escaped(part.title)}</span></p>${part.items.map((item) => `<p style="margin-left:2em">${escaped(item)}</p>`).join("")}`,
    )}`,

  "fields of a list": (name, parts) =>
    `<h1>${escaped(name)}</h1><ul class="campos">${all(
      parts,
      (part) =>
        `<li class="campo"><span class="campo-nombre">${escaped(part.title)}</span><div class="campo-valor">${list(part.items)}</div></li>`,
    )}</ul>`,

  "rows below their heads": (name, parts) =>
    `<h1>${escaped(name)}</h1><table class="ficha">${all(
      parts,
      (part) =>
        `<tr><th colspan="2">${escaped(part.title)}</th></tr><tr><td colspan="2">${list(part.items)}</td></tr>`,
    )}</table>`,

  "numbered by hand": (name, parts) =>
    `<h1>${escaped(name)}</h1>${all(
      parts,
      (part, at) =>
        `<h2>${at + 1}.- ${escaped(part.title)}</h2>${part.items.map((item, place) => `<p>${part.items.length > 1 ? `${place + 1}.- ` : ""}${escaped(item)}</p>`).join("")}`,
    )}`,

  "cards of a grid": (name, parts) =>
    `<div class="hero"><h1>${escaped(name)}</h1></div><div class="grid">${all(
      parts,
      (part) =>
        `<div class="card"><p class="card-title">${escaped(part.title)}</p><div class="card-text">${list(part.items)}</div></div>`,
    )}</div>`,
};

export const LATER_TITLES: Readonly<Record<"es" | "ca" | "gl" | "eu", readonly PartTitles[]>> = {
  es: titlesOf([
    "Quién lo gestiona|¿Para qué sirve?|Quién puede pedirlo y con qué condiciones|Papeles que tienes que llevar|Cuándo hay que hacerlo|Cuánto hay que pagar|Formas de hacerlo|A dónde tengo que ir|Leyes y normas|Teléfono de ayuda|Ten en cuenta que",
    "Servicio responsable|Resumen|Personas beneficiarias y requisitos|Documentación que debe acompañar a la solicitud|Plazo de solicitud y de resolución|Tasas y precios|Presentación de la solicitud|Puntos de atención|Disposiciones aplicables|Información telefónica|Avisos",
  ]),
  ca: titlesOf([
    "Servei responsable|Resum|Persones beneficiàries i requisits|Documentació que ha d'acompanyar la sol·licitud|Termini de sol·licitud i de resolució|Taxes i preus|Presentació de la sol·licitud|Punts d'atenció|Disposicions aplicables|Informació telefònica|Avisos",
  ]),
  gl: titlesOf([
    "Servizo responsable|Resumo|Persoas beneficiarias e requisitos|Documentación que debe acompañar a solicitude|Prazo de solicitude e de resolución|Taxas e prezos|Presentación da solicitude|Puntos de atención|Disposicións aplicables|Información telefónica|Avisos",
  ]),
  eu: titlesOf([
    "Zerbitzu arduraduna|Laburpena|Onuradunak eta baldintzak|Eskaerarekin aurkeztu beharreko agiriak|Eskatzeko eta ebazteko epea|Tasak eta prezioak|Eskaera aurkeztea|Arreta-puntuak|Aplikatzekoak diren xedapenak|Telefono bidezko informazioa|Abisuak",
  ]),
};
