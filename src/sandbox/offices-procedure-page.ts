import { escaped } from "./escaped.ts";
import type { OfficeVoice, Procedure } from "./offices-procedure.ts";

/** How an office lays out a procedure. */
export type Layout = "headings" | "accordions" | "definitions";

export const LAYOUTS: readonly Layout[] = ["headings", "accordions", "definitions"];

/** `BOE-A-…` in a text becomes a link, where an address is known. */
export type LawLink = (identifier: string) => string;

interface Section {
  readonly title: string;
  readonly html: string;
}

/** The content of a procedure's page, without what stands around it. */
export function procedureMain(
  procedure: Procedure,
  voice: OfficeVoice,
  { layout, changed, lawLink }: { layout: Layout; changed: Date; lawLink?: LawLink },
): string {
  const sections = sectionsOf(procedure, voice, lawLink);
  return `<article class="tramite">
<h1>${escaped(procedure.name)}</h1>
<p class="organismo"><strong>${escaped(procedure.organism)}</strong></p>
${laidOut(sections, layout)}
<p class="fecha">${voice.updated}: <time datetime="${changed.toISOString().slice(0, 10)}">${dayMonthYear(changed)}</time></p>
</article>`;
}

function sectionsOf(
  procedure: Procedure,
  { titles }: OfficeVoice,
  lawLink: LawLink | undefined,
): readonly Section[] {
  const { important } = procedure;
  return [
    { title: titles.about, html: paragraph(procedure.about) },
    { title: titles.requirements, html: bullets(procedure.requirements) },
    { title: titles.documents, html: bullets(procedure.documents) },
    { title: titles.deadline, html: paragraph(procedure.deadline) },
    { title: titles.fee, html: paragraph(procedure.fee) },
    { title: titles.how, html: channels(procedure.how) },
    { title: titles.where, html: paragraph(procedure.where) },
    { title: titles.laws, html: laws(procedure.laws, lawLink) },
    ...(important === undefined ? [] : [{ title: titles.important, html: paragraph(important) }]),
    {
      title: titles.phone,
      html: `<p><a href="tel:${procedure.phone.replaceAll(" ", "")}">${procedure.phone}</a></p>`,
    },
  ];
}

function laidOut(sections: readonly Section[], layout: Layout): string {
  switch (layout) {
    case "headings":
      return sections.map(({ title, html }) => `<h2>${escaped(title)}</h2>\n${html}`).join("\n");
    case "accordions":
      return sections.map(accordion).join("\n");
    case "definitions":
      return `<dl>${sections.map(({ title, html }) => `<dt>${escaped(title)}</dt>\n<dd>${html}</dd>`).join("\n")}</dl>`;
  }
}

/** Only the first is open; the text of the others is there, but not seen. */
function accordion({ title, html }: Section, index: number): string {
  const open = index === 0;
  return `<div class="acordeon"><h2><button aria-expanded="${open}" aria-controls="panel-${index}">${escaped(title)}</button></h2>
<div id="panel-${index}" class="panel"${open ? "" : ' style="display:none"'}>${html}</div></div>`;
}

function paragraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function bullets(texts: readonly string[]): string {
  return `<ul>${texts.map((text) => `<li>${escaped(text)}</li>`).join("")}</ul>`;
}

function channels(how: Procedure["how"]): string {
  const rows = how.map(
    ([channel, text]) => `<tr><th scope="row">${escaped(channel)}</th><td>${escaped(text)}</td></tr>`,
  );
  return `<table><tbody>${rows.join("")}</tbody></table>`;
}

function laws(texts: readonly string[], lawLink: LawLink | undefined): string {
  const items = texts.map((text) => {
    const linked = lawLink !== undefined && /^BOE-[A-Z]-\d{4}-\d+$/.test(text);
    return `<li>${linked ? `<a href="${escaped(lawLink(text))}">${text}</a>` : escaped(text)}</li>`;
  });
  return `<ul>${items.join("")}</ul>`;
}

/** 07/03/2026 */
function dayMonthYear(date: Date): string {
  return date.toISOString().slice(0, 10).split("-").toReversed().join("/");
}
