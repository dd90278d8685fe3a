/** How pages look that nobody has cared for: the same procedure, with the marks of its parts lost, mixed or doubled. */
import type { KnownProcedure } from "./known-procedures.ts";
import { escaped } from "./office-layouts.ts";
import type { PartTitles } from "./procedure-titles.ts";

export type RoughLayout = (procedure: KnownProcedure, titles: PartTitles) => string;

const list = (items: readonly string[]) =>
  `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`;
const lines = (items: readonly string[]) => items.map((item) => `<p>${escaped(item)}</p>`).join("\n");
const pairs = (entries: KnownProcedure["how"]) => entries.map(([label, text]) => `${label}: ${text}`);

/** Title and content of every part, in the order of the page. */
function parts(procedure: KnownProcedure, titles: PartTitles): (readonly [string, readonly string[]])[] {
  return [
    [titles.about, [procedure.about]],
    [titles.requirements, procedure.requirements],
    [titles.documents, procedure.documents],
    [titles.deadlines, pairs(procedure.deadlines)],
    [titles.fee, [procedure.fee]],
    [titles.how, pairs(procedure.how)],
    [titles.where, [procedure.where]],
    [titles.laws, procedure.laws],
    [titles.important, procedure.important],
    [procedure.other[0], [procedure.other[1]]],
    [titles.organism, [procedure.organism]],
    [titles.phone, [procedure.phone]],
  ];
}

/** Channels and deadlines, each under a heading. */
function deeper(procedure: KnownProcedure, titles: PartTitles, title: string): string | null {
  const entries =
    title === titles.how ? procedure.how : title === titles.deadlines ? procedure.deadlines : null;
  return (
    entries?.map(([label, text]) => `<h3>${escaped(label)}</h3><p>${escaped(text)}</p>`).join("") ?? null
  );
}

export const ROUGH_LAYOUTS: Readonly<Record<string, RoughLayout>> = {
  "channels and deadlines under headings of their own": (procedure, titles) =>
    `<h1>${escaped(procedure.name)}</h1>${parts(procedure, titles)
      .map(([title, items]) => `<h2>${escaped(title)}</h2>${deeper(procedure, titles, title) ?? list(items)}`)
      .join("")}`,

  "parts in bold with headings above them": (procedure, titles) =>
    `<h1>${escaped(procedure.name)}</h1>${parts(procedure, titles)
      .map(
        ([title, items]) =>
          `<p><strong>${escaped(title)}</strong></p>${deeper(procedure, titles, title) ?? list(items)}`,
      )
      .join("")}`,

  "a sheet with headings in its cells": (procedure, titles) =>
    `<h1>${escaped(procedure.name)}</h1><table>${parts(procedure, titles)
      .map(
        ([title, items]) =>
          `<tr><th>${escaped(title)}</th><td>${deeper(procedure, titles, title) ?? list(items)}</td></tr>`,
      )
      .join("")}</table>`,

  "deadlines as a table": (procedure, titles) =>
    `<h1>${escaped(procedure.name)}</h1>${parts(procedure, titles)
      .map(([title, items]) =>
        title === titles.deadlines
          ? `<h2>${escaped(title)}</h2><table border="1"><tbody>${procedure.deadlines.map(([label, text]) => `<tr><th>${escaped(label)}</th><td>${escaped(text)}</td></tr>`).join("")}</tbody></table>`
          : `<h2>${escaped(title)}</h2>${list(items)}`,
      )
      .join("")}`,

  "paragraphs that head paragraphs": (procedure, titles) =>
    `<h1>${escaped(procedure.name)}</h1>${parts(procedure, titles)
      .map(([title, items]) => `<p>${escaped(title)}</p>${lines(items)}`)
      .join("")}`,

  "label and text in one paragraph": (procedure, titles) =>
    `<h1>${escaped(procedure.name)}</h1>${parts(procedure, titles)
      .map(([title, items]) =>
        items.length === 1
          ? `<p><strong>${escaped(title)}:</strong> ${escaped(items[0] ?? "")}</p>`
          : `<p><strong>${escaped(title)}:</strong></p>${lines(items)}`,
      )
      .join("")}`,

  "introduced lists": (procedure, titles) =>
    `<h1>${escaped(procedure.name)}</h1><p>${escaped(procedure.about)}</p>${parts(procedure, titles)
      .slice(1)
      .map(([title, items]) =>
        items.length === 1
          ? `<h3>${escaped(title)}</h3><p>${escaped(items[0] ?? "")}</p>`
          : `<h3>${escaped(title)}</h3><p>${INTRODUCTIONS[procedure.language]}</p>${list(items)}`,
      )
      .join("")}`,

  "everything twice": (procedure, titles) => {
    const once = parts(procedure, titles)
      .map(([title, items]) => `<h2>${escaped(title)}</h2>${list(items)}`)
      .join("");
    return `<h1>${escaped(procedure.name)}</h1><div class="desktop">${once}</div><div class="movil">${once}</div>`;
  },

  "parts inside parts": (procedure, titles) => {
    const [about, ...rest] = parts(procedure, titles);
    return `<h1>${escaped(procedure.name)}</h1><h2>${escaped(about?.[0] ?? "")}</h2><p>${escaped(procedure.about)}</p>${rest
      .map(([title, items]) => `<h3>${escaped(title)}</h3>${list(items)}`)
      .join("")}`;
  },
};

const INTRODUCTIONS = {
  es: "Se indican los siguientes:",
  ca: "S'indiquen els següents:",
  gl: "Indícanse os seguintes:",
  eu: "Honako hauek dira:",
} as const;
