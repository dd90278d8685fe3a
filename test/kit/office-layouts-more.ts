/**
 * More ways in which offices lay out a procedure. Rules were made by looking at those of one half; of the other only the
 * figures are looked at, so they tell what reading is worth on layouts that nobody here has written.
 */
import { escaped } from "./office-layouts.ts";

/** A link stands for itself, in a line of its own. */
export type OfficeItem = string | { readonly link: string };

export interface OfficePart {
  readonly title: string;
  readonly items: readonly OfficeItem[];
}

export type PartsLayout = (name: string, parts: readonly OfficePart[]) => string;

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z]+/g, "-");
const piece = (item: OfficeItem, className = "") =>
  typeof item === "string"
    ? escaped(item)
    : `<a ${className === "" ? "" : `class="${className}" `}href="/sede/${slug(item.link)}?id=41">${escaped(item.link)}</a>`;
const paragraphs = ({ items }: OfficePart) => items.map((item) => `<p>${piece(item)}</p>`).join("\n");
const list = ({ items }: OfficePart) =>
  `<ul>${items.map((item) => `<li>${piece(item, "btn btn-primary")}</li>`).join("\n")}</ul>`;
const body = (part: OfficePart) => (part.items.length === 1 ? paragraphs(part) : list(part));
const all = (parts: readonly OfficePart[], written: (part: OfficePart, at: number) => string) =>
  parts.map(written).join("\n");

const LONG =
  "La persona interesada podrá presentar cuantas alegaciones estime oportunas, que el órgano instructor tendrá en cuenta al redactar la propuesta, siempre que lleguen antes del trámite de audiencia y se refieran a los hechos que constan en el expediente.";

/** Looked at while rules were made. */
export const LAYOUTS_LOOKED_AT: Readonly<Record<string, PartsLayout>> = {
  "cards in a grid": (name, parts) =>
    `<h1 class="titulo">${escaped(name)}</h1><div class="grid" style="display:grid">${all(
      parts,
      (part) =>
        `<div class="tarjeta"><div class="tarjeta-titulo">${escaped(part.title)}</div><div class="tarjeta-cuerpo">${body(part)}</div></div>`,
    )}</div>`,

  "label and value in columns": (name, parts) =>
    `<h1>${escaped(name)}</h1>${all(
      parts,
      (part) =>
        `<div class="row"><div class="col-md-3">${escaped(part.title)}</div><div class="col-md-9">${part.items.map((item) => `<div>${piece(item)}</div>`).join("")}</div></div>`,
    )}`,

  "bold label before its value": (name, parts) =>
    `<h2>${escaped(name)}</h2>${all(
      parts,
      (part) =>
        `<p><strong>${escaped(part.title)}:</strong> ${part.items.map((item) => piece(item)).join("<br>")}</p>`,
    )}`,

  "panels of tabs": (name, parts) =>
    `<div class="cabecera-tramite"><h1>${escaped(name)}</h1></div><div class="tabs"><ul role="tablist">${all(
      parts,
      (part, at) =>
        `<li role="presentation"><a role="tab" href="#panel${at}" aria-controls="panel${at}">${escaped(part.title)}</a></li>`,
    )}</ul>${all(parts, (part, at) => `<div role="tabpanel" id="panel${at}" class="oculto">${paragraphs(part)}</div>`)}</div>`,

  "sections with headers": (name, parts) =>
    `<article class="tramite"><header><h1>${escaped(name)}</h1></header>${all(
      parts,
      (part) =>
        `<section class="bloque"><header><h2>${escaped(part.title)}</h2></header><div class="texto">${paragraphs(part)}</div></section>`,
    )}</article>`,

  "definition lists in cells": (name, parts) =>
    `<h1>${escaped(name)}</h1><table><tbody>${all(
      parts,
      (part) =>
        `<tr><td><dl><dt>${escaped(part.title)}</dt>${part.items.map((item) => `<dd>${piece(item)}</dd>`).join("")}</dl></td></tr>`,
    )}</tbody></table>`,

  "spans in a list": (name, parts) =>
    `<h1>${escaped(name)}</h1><ul class="datos">${all(
      parts,
      (part) =>
        `<li><span class="etiqueta">${escaped(part.title)}</span>${part.items.map((item) => `<span class="valor">${piece(item)}</span>`).join(" ")}</li>`,
    )}</ul>`,

  "half an accordion, half a table": (name, parts) =>
    `<h1>${escaped(name)}</h1>${all(
      parts.slice(0, 5),
      (part) =>
        `<div class="plegable"><p class="plegable-titulo">${escaped(part.title)}</p><div>${body(part)}</div></div>`,
    )}<table>${all(
      parts.slice(5),
      (part) => `<tr><td>${escaped(part.title)}</td><td>${paragraphs(part)}</td></tr>`,
    )}</table>`,

  "divisions with long texts": (name, parts) =>
    `<div class="t1">${escaped(name)}</div>${all(
      parts,
      (part, at) =>
        `<div class="t2">${escaped(part.title)}</div><div class="t3">${paragraphs(part)}${at % 3 === 0 ? `<p>${LONG}</p><p>${LONG}</p>` : ""}</div>`,
    )}`,

  "few parts": (name, parts) =>
    `<h1>${escaped(name)}</h1><div class="intro">${paragraphs({ title: "", items: parts.slice(4).flatMap(({ items }) => items) })}</div>${all(
      parts.slice(0, 4),
      (part) => `<div class="bloque"><div class="bloque-t">${escaped(part.title)}</div>${body(part)}</div>`,
    )}`,

  "parts with the same label each": (name, parts) =>
    `<h1>${escaped(name)}</h1>${all(
      parts,
      (part) =>
        `<div class="modalidad"><h3>${escaped(part.title)}</h3>${paragraphs(part)}<h3>Detalle</h3><p>Véase la guía de la sede.</p></div>`,
    )}`,

  "buttons without a word on what they open": (name, parts) =>
    `<h2>${escaped(name)}</h2>${all(
      parts,
      (part) =>
        `<button class="accordion">${escaped(part.title)}</button><div class="panel" style="max-height:0">${body(part)}</div>`,
    )}`,

  "tabs of radio buttons": (name, parts) =>
    `<h1>${escaped(name)}</h1><div class="tabset">${all(
      parts,
      (part, at) =>
        `<input type="radio" name="t" id="r${at}"><label for="r${at}">${escaped(part.title)}</label><div class="tabpane">${paragraphs(part)}</div>`,
    )}</div>`,

  "links that open by a script": (name, parts) =>
    `<h1>${escaped(name)}</h1><ul class="lista-desplegable">${all(
      parts,
      (part, at) =>
        `<li><a href="javascript:void(0)" onclick="ver(${at})"><span class="flecha">▼</span> ${at + 1}. ${escaped(part.title)}</a><div style="display:none">${body(part)}</div></li>`,
    )}</ul>`,

  "headings with anchors": (name, parts) =>
    `<h1>${escaped(name)}</h1><ul class="indice">${all(parts, (part, at) => `<li><a href="#a${at}">${escaped(part.title)}</a></li>`)}</ul>${all(
      parts,
      (part, at) =>
        `<h3><a name="a${at}" href="#a${at}">${escaped(part.title)}</a></h3>${part.items.map((item) => piece(item)).join("<br>")}`,
    )}`,

  "two pairs in a row": (name, parts) =>
    `<h1>${escaped(name)}</h1><table class="datos">${all(
      parts,
      (part, at) =>
        `${at % 2 === 0 ? "<tr>" : ""}<td class="lbl">${escaped(part.title)}</td><td class="val">${part.items.map((item) => piece(item)).join("; ")}</td>${at % 2 === 1 ? "</tr>" : ""}`,
    )}</table>`,

  "a table within each heading": (name, parts) =>
    `<h1>${escaped(name)}</h1>${all(
      parts,
      (part) =>
        `<h4 class="seccion">${escaped(part.title)}</h4><table class="t">${part.items.map((item, at) => `<tr><td>${at + 1}</td><td>${piece(item)}</td></tr>`).join("")}</table>`,
    )}`,
};

/** Only their figures were looked at. */
export const LAYOUTS_NOT_LOOKED_AT: Readonly<Record<string, PartsLayout>> = {
  "steps of a wizard": (name, parts) =>
    `<h1>${escaped(name)}</h1><ol class="stepper">${all(
      parts,
      (part, at) =>
        `<li class="step"><span class="step-number">${at + 1}</span><div class="step-label">${escaped(part.title)}</div><div class="step-content">${body(part)}</div></li>`,
    )}</ol>`,

  "table with spans": (name, parts) =>
    `<h1>${escaped(name)}</h1><table class="tabla" summary="Datos"><tr><th colspan="3">${escaped(name)}</th></tr>${all(
      parts,
      (part) =>
        part.items
          .map(
            (item, at) =>
              `<tr>${at === 0 ? `<th rowspan="${part.items.length}">${escaped(part.title)}</th>` : ""}<td colspan="2">${piece(item)}</td></tr>`,
          )
          .join(""),
    )}</table>`,

  "details within sections": (name, parts) =>
    `<div class="hero"><h1>${escaped(name)}</h1></div><div class="faq">${all(
      parts,
      (part, at) =>
        `<section><details ${at === 0 ? "open" : ""}><summary><span class="icon"></span><span>${escaped(part.title)}</span></summary><div class="inner">${body(part)}</div></details></section>`,
    )}</div>`,

  "fields of a content type": (name, parts) =>
    `<h1 class="page-title"><span class="field field--name-title">${escaped(name)}</span></h1><div class="node node--type-tramite node--view-mode-full">${all(
      parts,
      (part, at) =>
        `<div class="field field--name-field-t${at} field--type-text-long field--label-above"><div class="field__label">${escaped(part.title)}</div><div class="field__items">${part.items.map((item) => `<div class="field__item">${piece(item)}</div>`).join("")}</div></div>`,
    )}</div>`,

  "underlined titles and lines": (name, parts) =>
    `<p align="center"><font size="5"><b>${escaped(name)}</b></font></p>${all(
      parts,
      (part) =>
        `<p><u>${escaped(part.title)}</u></p>${part.items.map((item) => `<p>- ${piece(item)}</p>`).join("")}<hr>`,
    )}`,

  "two languages in columns": (name, parts) =>
    `<h1>${escaped(name)}</h1>${all(
      parts,
      (part) =>
        `<div class="fila"><div class="columna" lang="es"><h3>${escaped(part.title)}</h3>${paragraphs(part)}</div><div class="columna" lang="eu"><h3>Atala</h3><p>Testu bera euskaraz eskaintzen da hemen, behar dutenentzat.</p></div></div>`,
    )}`,

  "boxes beside the text": (name, parts) =>
    `<div class="titulo-pagina"><h1>${escaped(name)}</h1></div><div class="dos-columnas"><div class="principal">${all(
      parts.filter((_, at) => at % 3 !== 2),
      (part) => `<h2>${escaped(part.title)}</h2>${paragraphs(part)}`,
    )}</div><div class="resumen">${all(
      parts.filter((_, at) => at % 3 === 2),
      (part) => `<div class="caja"><p class="caja-titulo">${escaped(part.title)}</p>${body(part)}</div>`,
    )}</div></div>`,
};
