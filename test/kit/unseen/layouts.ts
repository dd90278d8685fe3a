/** Pages as other offices write them: none of these is among the layouts that the reading was made with. */
import type { KnownProcedure } from "../known-procedures.ts";
import { escaped } from "../office-layouts.ts";
import type { PartTitles } from "../procedure-titles.ts";

export interface Part {
  readonly title: string;
  readonly items: readonly string[];
}

export type UnseenLayout = (name: string, parts: readonly Part[]) => string;

export function partsOf(procedure: KnownProcedure, titles: PartTitles): Part[] {
  const pairs = (entries: KnownProcedure["how"]) => entries.map(([label, text]) => `${label}: ${text}`);
  return [
    { title: titles.about, items: [procedure.about] },
    { title: titles.requirements, items: procedure.requirements },
    { title: titles.documents, items: procedure.documents },
    { title: titles.how, items: pairs(procedure.how) },
    { title: titles.where, items: [procedure.where] },
    { title: titles.deadlines, items: pairs(procedure.deadlines) },
    { title: titles.fee, items: [procedure.fee] },
    { title: titles.laws, items: procedure.laws },
    { title: titles.important, items: procedure.important },
    { title: procedure.other[0], items: [procedure.other[1]] },
    { title: titles.organism, items: [procedure.organism] },
    { title: titles.phone, items: [procedure.phone] },
  ];
}

const list = (items: readonly string[], tag = "ul") =>
  `<${tag}>${items.map((item) => `<li>${escaped(item)}</li>`).join("\n")}</${tag}>`;
const body = ({ items }: Part) => (items.length === 1 ? `<p>${escaped(items[0] ?? "")}</p>` : list(items));
const all = (parts: readonly Part[], write: (part: Part, at: number) => string) =>
  parts.map(write).join("\n");
const h1 = (name: string) => `<h1>${escaped(name)}</h1>`;

export const UNSEEN_LAYOUTS: Readonly<Record<string, UnseenLayout>> = {
  "clean sections": (name, parts) =>
    `<article>${h1(name)}${all(parts, (part) => `<section><h2><strong>${escaped(part.title)}</strong></h2>${body(part)}</section>`)}</article>`,

  "divisions and spans": (name, parts) =>
    `<div class="c-ttl">${escaped(name)}</div><h1 class="visually-hidden">${escaped(name)}</h1>${all(
      parts,
      (part) =>
        `<div class="x1"><div class="x2"><span class="lbl">${escaped(part.title)}</span></div><div class="x3">${part.items.map((item) => `<div class="x4"><span>${escaped(item)}</span></div>`).join("")}</div></div>`,
    )}`,

  "headings with anchors and ways back": (name, parts) =>
    `${h1(name)}<ul class="indice">${all(parts, (part, at) => `<li><a href="#ap${at}">${escaped(part.title)}</a></li>`)}</ul>${all(
      parts,
      (part, at) =>
        `<h3 id="ap${at}"><i class="fa fa-info"></i> ${escaped(part.title)} <a href="#ap${at}" class="ancla">#</a></h3>${body(part)}<p class="subir"><a href="#top">Volver arriba</a></p>`,
    )}`,

  "two columns": (name, parts) =>
    `${h1(name)}<div class="row"><div class="col-md-8">${all(parts.slice(0, 5), (part) => `<h2>${escaped(part.title)}</h2>${body(part)}`)}</div>
<div class="col-md-4"><div class="caja">${all(parts.slice(5), (part) => `<h3>${escaped(part.title)}</h3>${body(part)}`)}</div></div></div>`,

  "tabs by radio buttons": (name, parts) =>
    `${h1(name)}<div class="tabs">${all(
      parts,
      (part, at) =>
        `<input type="radio" name="t" id="t${at}"${at === 0 ? " checked" : ""}><label for="t${at}">${escaped(part.title)}</label><div class="tab">${body(part)}</div>`,
    )}</div>`,

  "table with a row of heads": (name, parts) =>
    `${h1(name)}<table class="table table-striped"><thead><tr><th>Apartado</th><th>Información</th></tr></thead><tbody>${all(
      parts,
      (part) =>
        `<tr><td>${escaped(part.title)}</td><td>${part.items.map((item) => `<p>${escaped(item)}</p>`).join("")}</td></tr>`,
    )}</tbody></table>`,

  "labels in the line": (name, parts) =>
    `${h1(name)}${all(parts, (part) =>
      part.items.length === 1
        ? `<p>${escaped(part.title.replace(/\?$/, ""))}: ${escaped(part.items[0] ?? "")}</p>`
        : `<p>${escaped(part.title)}:</p>${list(part.items)}`,
    )}`,

  "paragraphs with dashes": (name, parts) =>
    `${h1(name)}${all(
      parts,
      (part) =>
        `<p>${escaped(part.title)}</p>${part.items.map((item) => `<p>${part.items.length > 1 ? "- " : ""}${escaped(item)}</p>`).join("")}`,
    )}`,

  "lines with breaks": (name, parts) =>
    `${h1(name)}<div class="texto">${all(
      parts,
      (part) =>
        `<b>${escaped(part.title.toUpperCase())}</b><br>${part.items.map((item) => `${part.items.length > 1 ? "• " : ""}${escaped(item)}<br>`).join("")}<br>`,
    )}</div>`,

  "elements of its own": (name, parts) =>
    `${h1(name)}<gob-accordion>${all(
      parts,
      (part) =>
        `<gob-accordion-item><span slot="header" role="heading" aria-level="3">${escaped(part.title)}</span><div slot="content">${body(part)}</div></gob-accordion-item>`,
    )}</gob-accordion>`,

  "definition list in groups": (name, parts) =>
    `${h1(name)}<dl>${all(parts, (part) => `<div class="grupo"><dt>${escaped(part.title)}</dt><dd>${body(part)}</dd></div>`)}</dl>`,

  "lists inside lists": (name, parts) =>
    `${h1(name)}${all(parts, (part) =>
      part.items.length === 1
        ? `<h4>${escaped(part.title)}</h4><p>${escaped(part.items[0] ?? "")}</p>`
        : `<h4>${escaped(part.title)}</h4><ol><li>${escaped(part.items[0] ?? "")}${list(part.items.slice(1))}</li></ol>`,
    )}`,

  "strong labels with the text behind": (name, parts) =>
    `${h1(name)}${all(parts, (part) =>
      part.items.length === 1
        ? `<p><strong>${escaped(part.title)}</strong>. ${escaped(part.items[0] ?? "")}</p>`
        : `<div><strong>${escaped(part.title)}</strong>${list(part.items)}</div>`,
    )}`,

  "buttons that open panels": (name, parts) =>
    `${h1(name)}${all(
      parts,
      (part, at) =>
        `<div class="desplegable"><button class="btn-toggle" data-target="p${at}"><span>${escaped(part.title)}</span></button><div class="contenido-oculto" id="p${at}" hidden>${body(part)}</div></div>`,
    )}`,
};
