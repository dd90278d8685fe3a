import { type FeedEntry, rss2 } from "./offices-feeds.ts";
import { escaped } from "./escaped.ts";
import type { Gazette, GazetteItem, GazetteNumber } from "./offices-gazette.ts";
import { compact, type FilesOf, summaryId, summaryJson, summaryXml } from "./offices-gazette-summary.ts";
import type { Answer, Office } from "./offices-office.ts";
import { textPdf } from "./offices-pdf.ts";
import type { ReplyContent } from "./offices-replies.ts";
import {
  DAY_MS,
  inventedText,
  midnight,
  portalPage,
  procedurePage,
  type Setting,
} from "./offices-setting.ts";
import { GAZETTE_ARTICLES, GAZETTE_SECTIONS } from "./offices-texts-gazette.ts";
import { MINISTRY } from "./offices-texts-voices.ts";

const NO_GAZETTE = `<?xml version="1.0" encoding="UTF-8"?>
<error><descripcion>La información solicitada no existe</descripcion></error>
`;

/** The official gazette: summaries of days, and documents in three forms, one of which robots.txt forbids. */
export function fillBoe(office: Office, setting: Setting, gazette: Gazette): void {
  const filesOf = filesAt(office.url);
  const answer: Answer = (url, headers) =>
    summaryAt(url.pathname, headers.accept, { gazette, origin: office.url, filesOf }) ??
    documentAt(url, gazette) ??
    pdfAt(url.pathname, gazette) ??
    feedAt(url.pathname, gazette, setting, filesOf);
  office.pages.put(portalPage("Boletín Oficial del Estado", setting));
  office.furnish({
    robots: "User-agent: *\nDisallow: /diario_boe/xml.php?\nAllow: /datosabiertos/api/\n",
    answer,
    invent: ({ path, title }) =>
      procedurePage({ setting, voice: MINISTRY, path, text: inventedText(path, title), index: 0 }),
  });
}

function filesAt(origin: string): FilesOf {
  return (item) => ({
    pdf: `${origin}/boe/dias/${item.day.replaceAll("-", "/")}/pdfs/${item.id}.pdf`,
    html: `${origin}/diario_boe/txt.php?id=${item.id}`,
    xml: `${origin}/diario_boe/xml.php?id=${item.id}`,
    pdfBytes: pdfOf(item).length,
  });
}

function summaryAt(
  pathname: string,
  accept: string | undefined,
  { gazette, origin, filesOf }: { gazette: Gazette; origin: string; filesOf: FilesOf },
): ReplyContent | undefined {
  const digits = /^\/datosabiertos\/api\/boe\/sumario\/([^/]*)$/.exec(pathname)?.[1];
  if (digits === undefined) return undefined;
  const day = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
  const numbers = gazette.on(day);
  const headers = { vary: "Accept" };
  if (numbers === undefined)
    return { status: 404, type: "application/xml; charset=utf-8", body: NO_GAZETTE, headers };
  const shared = { headers, etag: "strong" } as const;
  if (prefersJson(accept)) {
    const body = summaryJson(day, numbers, origin, filesOf);
    return { ...shared, type: "application/json; charset=utf-8", body };
  }
  const body = summaryXml(day, numbers, origin, filesOf);
  return { ...shared, type: "application/xml; charset=utf-8", body };
}

/** XML unless JSON is wanted more (RFC 9110, 12.5.1); what is equal goes by its order. */
function prefersJson(accept = "*/*"): boolean {
  const ranges = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
  });
  const known = ranges.filter(
    ({ type, quality }) => quality > 0 && /^(?:application|text)\/(?:json|xml)$/.test(type),
  );
  return known.toSorted((one, other) => other.quality - one.quality)[0]?.type === "application/json";
}

function documentAt({ pathname, searchParams }: URL, gazette: Gazette): ReplyContent | undefined {
  const form = /^\/diario_boe\/(xml|txt)\.php$/.exec(pathname)?.[1];
  const item = gazette.document(searchParams.get("id") ?? "");
  if (form === undefined || item === undefined) return undefined;
  const shared = { etag: "strong", lastModified: true, lastmod: midnight(item.day) } as const;
  if (form === "xml") return { ...shared, type: "application/xml; charset=utf-8", body: documentXml(item) };
  return { ...shared, type: "text/html; charset=utf-8", body: documentHtml(item) };
}

function pdfAt(pathname: string, gazette: Gazette): ReplyContent | undefined {
  const [, date = "", id = ""] =
    /^\/boe\/dias\/(\d{4}\/\d{2}\/\d{2})\/pdfs\/(BOE-[ABS]-\d{4}-\d+)\.pdf$/.exec(pathname) ?? [];
  const day = date.replaceAll("/", "-");
  const item = gazette.document(id);
  const number = gazette.on(day)?.find((one) => summaryId(day, one.number) === id);
  const body = item === undefined ? number && summaryPdf(day, number) : pdfOf(item);
  return body && { type: "application/pdf", body, lastModified: true, lastmod: midnight(day) };
}

function summaryPdf(day: string, { number, items }: GazetteNumber): Uint8Array {
  return textPdf(
    summaryId(day, number),
    items.map(({ title }) => title),
  );
}

function pdfOf(item: GazetteItem): Uint8Array {
  return textPdf(item.id, [item.title, ...GAZETTE_ARTICLES.flat()]);
}

function documentXml(item: GazetteItem): string {
  const [code, department] = item.department;
  const subjects = item.subjects.map(
    (subject, index) => `<materia codigo="${100 + index}" orden="">${subject}</materia>`,
  );
  const text = GAZETTE_ARTICLES.map(
    ([title, paragraph]) => `<p class="articulo">${title}</p><p class="parrafo">${paragraph}</p>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<documento fecha_actualizacion="${compact(item.day)}080000"><metadatos><identificador>${item.id}</identificador><origen_legislativo codigo="1">Estatal</origen_legislativo>
<departamento codigo="${code}">${escaped(department)}</departamento><rango codigo="1340">${item.rank}</rango><titulo>${escaped(item.title)}</titulo>
<diario codigo="BOE">Boletín Oficial del Estado</diario><fecha_publicacion>${compact(item.day)}</fecha_publicacion><seccion>${item.section}</seccion>
<pagina_inicial>${item.firstPage}</pagina_inicial><pagina_final>${item.firstPage + 2}</pagina_final><url_pdf>/boe/dias/${item.day.replaceAll("-", "/")}/pdfs/${item.id}.pdf</url_pdf></metadatos>
<analisis><materias>${subjects.join("")}</materias><notas/><referencias><anteriores><anterior referencia="BOE-A-2011-21007" orden="1"><palabra codigo="440">DE CONFORMIDAD con</palabra><texto>la Ley 19/2011, de 20 de diciembre</texto></anterior></anteriores><posteriores/></referencias></analisis>
<texto>${text.join("\n")}</texto></documento>
`;
}

function documentHtml(item: GazetteItem): string {
  const text = GAZETTE_ARTICLES.map(
    ([title, paragraph]) => `<h5 class="articulo">${title}</h5>\n<p class="parrafo">${paragraph}</p>`,
  );
  return `<!DOCTYPE html>
<html lang="es"><head><meta charset="utf-8"><title>BOE.es - ${item.id} ${escaped(item.title)}</title></head>
<body><header id="header"><a href="/">Boletín Oficial del Estado</a></header>
<div id="contenido"><div class="documento-cab"><h3 class="documento-tit">${escaped(item.title)}</h3>
<div class="metadatosDoc"><dl><dt>Publicado en:</dt><dd>«BOE», de ${item.day.split("-").toReversed().join("/")}</dd><dt>Sección:</dt><dd>${GAZETTE_SECTIONS[item.section]}</dd><dt>Departamento:</dt><dd>${escaped(item.department[1])}</dd><dt>Referencia:</dt><dd>${item.id}</dd></dl></div></div>
<div id="textoxslt">${text.join("\n")}</div></div></body></html>
`;
}

/** The last week, all sections. */
function feedAt(
  pathname: string,
  gazette: Gazette,
  { today, origins }: Setting,
  filesOf: FilesOf,
): ReplyContent | undefined {
  if (pathname !== "/rss/boe.php") return undefined;
  const days = Array.from({ length: 7 }, (_, age) =>
    new Date(midnight(today).getTime() - age * DAY_MS).toISOString().slice(0, 10),
  );
  const items = days.flatMap((day) => (gazette.on(day) ?? []).flatMap(({ items: list }) => list));
  const entries = items.map(
    (item): FeedEntry => ({ link: filesOf(item).html, title: item.title, date: midnight(item.day) }),
  );
  return {
    type: "application/rss+xml; charset=utf-8",
    body: rss2({ title: "BOE", link: origins.boe }, entries),
    etag: "strong",
  };
}
