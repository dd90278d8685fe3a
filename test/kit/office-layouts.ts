/** How offices lay out a procedure: the same sections, as real portals write them. */
export interface OfficeSection {
  readonly title: string;
  /** One item is a paragraph, several are a list. */
  readonly items: readonly string[];
}

export type OfficeLayout = (name: string, sections: readonly OfficeSection[]) => string;

const list = (items: readonly string[]) =>
  `<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("\n")}</ul>`;
const body = ({ items }: OfficeSection) =>
  items.length === 1 ? `<p>${escaped(items[0] ?? "")}</p>` : list(items);
const all = (sections: readonly OfficeSection[], part: (section: OfficeSection, at: number) => string) =>
  sections.map(part).join("\n");

export function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export const OFFICE_LAYOUTS: Readonly<Record<string, OfficeLayout>> = {
  headings: (name, sections) =>
    `<h1>${escaped(name)}</h1>${all(sections, (section) => `<h2>${escaped(section.title)}</h2>${body(section)}`)}`,

  "accordion of buttons": (name, sections) =>
    `<h1>${escaped(name)}</h1><div class="acordeon">${all(
      sections,
      (section, at) =>
        `<h2 class="acordeon-titulo"><button type="button" aria-expanded="${at === 0}" aria-controls="panel-${at}">${escaped(section.title)}</button></h2>
<div id="panel-${at}" class="acordeon-panel" ${at === 0 ? "" : 'style="display:none" aria-hidden="true"'}>${body(section)}</div>`,
    )}</div>`,

  "Bootstrap collapse": (name, sections) =>
    `<div class="page-header"><h1>${escaped(name)}</h1></div><div class="panel-group" id="accordion">${all(
      sections,
      (section, at) =>
        `<div class="panel panel-default"><div class="panel-heading"><a class="collapsed" role="button" data-toggle="collapse" data-parent="#accordion" href="#c${at}">${escaped(section.title)}</a></div>
<div id="c${at}" class="panel-collapse collapse"><div class="panel-body">${body(section)}</div></div></div>`,
    )}</div>`,

  "tabs with roles": (name, sections) =>
    `<h1>${escaped(name)}</h1><div role="tablist">${all(sections, (section, at) => `<button role="tab" id="t${at}" aria-controls="p${at}" aria-selected="${at === 0}">${escaped(section.title)}</button>`)}</div>
${all(sections, (section, at) => `<div role="tabpanel" id="p${at}" aria-labelledby="t${at}" ${at === 0 ? "" : "hidden"}>${body(section)}</div>`)}`,

  "tabs as a list": (name, sections) =>
    `<h1>${escaped(name)}</h1><ul class="nav nav-tabs">${all(sections, (section, at) => `<li class="${at === 0 ? "active" : ""}"><a href="#tab${at}" data-toggle="tab">${escaped(section.title)}</a></li>`)}</ul>
<div class="tab-content">${all(sections, (section, at) => `<div class="tab-pane ${at === 0 ? "active" : "fade"}" id="tab${at}">${body(section)}</div>`)}</div>`,

  details: (name, sections) =>
    `<h1>${escaped(name)}</h1>${all(sections, (section) => `<details><summary>${escaped(section.title)}</summary>${body(section)}</details>`)}`,

  "definition list": (name, sections) =>
    `<h1>${escaped(name)}</h1><dl class="ficha">${all(sections, (section) => `<dt>${escaped(section.title)}</dt>${section.items.map((item) => `<dd>${escaped(item)}</dd>`).join("")}`)}</dl>`,

  "sheet as a table": (name, sections) =>
    `<h1>${escaped(name)}</h1><table class="ficha-tramite"><caption>Ficha</caption><tbody>${all(sections, (section) => `<tr><th scope="row">${escaped(section.title)}</th><td>${body(section)}</td></tr>`)}</tbody></table>`,

  "sheet of divisions": (name, sections) =>
    `<h1>${escaped(name)}</h1><div class="ficha">${all(
      sections,
      (section) =>
        `<div class="row campo"><div class="col-md-3 etiqueta"><strong>${escaped(section.title)}:</strong></div><div class="col-md-9 valor">${section.items.map((item) => `<div>${escaped(item)}</div>`).join("")}</div></div>`,
    )}</div>`,

  "bold paragraphs": (name, sections) =>
    `<h2>${escaped(name)}</h2>${all(sections, (section) => `<p><b>${escaped(section.title)}</b><br>${section.items.map(escaped).join("<br>")}</p>`)}`,

  "nested lists": (name, sections) =>
    `<h1>${escaped(name)}</h1><ol>${all(sections, (section) => `<li><strong>${escaped(section.title)}</strong>${list(section.items)}</li>`)}</ol>`,

  cards: (name, sections) =>
    `<h1>${escaped(name)}</h1><div class="cards">${all(
      sections,
      (section) =>
        `<div class="card"><div class="card-header"><h3>${escaped(section.title)}</h3></div><div class="card-body">${body(section)}</div></div>`,
    )}</div>`,

  "portal widgets": (name, sections) =>
    `<div class="portlet-layout"><div class="portlet-column">${[
      `<h1 class="portlet-title">${escaped(name)}</h1>`,
    ]
      .concat(
        sections.map(
          (section) =>
            `<section class="portlet portlet-journal-content"><div class="portlet-content"><div class="journal-content-article"><h3>${escaped(section.title)}</h3>${body(section)}</div></div></section>`,
        ),
      )
      .join("\n")}</div></div>`,

  "tables as layout": (name, sections) =>
    `<table width="100%" border="0"><tr><td colspan="2"><font size="4"><h1>${escaped(name)}</h1></font></td></tr>${all(
      sections,
      (section) =>
        `<tr><td valign="top" width="20%"><b>${escaped(section.title)}</b></td><td>${body(section)}</td></tr>`,
    )}</table>`,

  "fieldsets in a form of the whole page": (name, sections) =>
    `<form id="aspnetForm" method="post" action="./"><input type="hidden" name="__VIEWSTATE" value="x"><h1>${escaped(name)}</h1>${all(
      sections,
      (section) => `<fieldset><legend>${escaped(section.title)}</legend>${body(section)}</fieldset>`,
    )}</form>`,

  "sections of links": (name, sections) =>
    `<article><header><h1>${escaped(name)}</h1></header>${all(
      sections,
      (section, at) =>
        `<section><h2>${escaped(section.title)}</h2>${section.items.length > 1 ? `<ul>${section.items.map((item, place) => `<li><a href="/docs/${at}-${place}.pdf">${escaped(item)}</a></li>`).join("")}</ul>` : body(section)}</section>`,
    )}</article>`,

  "two languages side by side": (name, sections) =>
    `<h1>${escaped(name)}</h1><table class="bilingue"><tr><td width="50%" valign="top">${all(sections, (section) => `<h2>${escaped(section.title)}</h2>${body(section)}`)}</td>
<td width="50%" valign="top" lang="en"><h2>Requirements</h2><p>The same text is offered here in another language, for those who need it.</p></td></tr></table>`,
};
