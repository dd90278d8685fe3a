import { windows1252 } from "./offices-encodings.ts";
import { atom, type FeedEntry, rss1, rss2 } from "./offices-feeds.ts";
import { framed, type Link, list } from "./offices-frame.ts";
import type { Office } from "./offices-office.ts";
import type { CurrentPage, OfficePage } from "./offices-pages.ts";
import { formPdf, scannedPdf, textPdf } from "./offices-pdf.ts";
import { procedureOf, type ProcedureText } from "./offices-procedure.ts";
import { Choices } from "./offices-random.ts";
import type { ReplyContent } from "./offices-replies.ts";
import {
  daysBefore,
  inventedText,
  procedurePage,
  type ProcedurePageOptions,
  type Setting,
} from "./offices-setting.ts";
import { COMMUNITY_PROCEDURES } from "./offices-texts-community.ts";
import { COMMUNITY_NEWS } from "./offices-texts-news.ts";
import { COMMUNITY } from "./offices-texts-voices.ts";
import { docxOf, linesOf, odtOf } from "./offices-word-files.ts";

const FEEDS: readonly (readonly [path: string, type: string])[] = [
  ["/rss/novedades.xml", "application/rss+xml; charset=utf-8"],
  ["/atom/procedimientos.xml", "application/atom+xml"],
  ["/rdf/anuncios.rdf", "application/rdf+xml"],
];

/** An autonomous community: no sitemap, but feeds; old encodings, redirects, files. */
export function fillComunidad(office: Office, setting: Setting, crawlDelay: number | undefined): void {
  COMMUNITY_PROCEDURES.forEach((text, index) => office.pages.put(procedureAt(setting, text, index)));
  addNews(office, setting);
  addFiles(office, setting);
  addRedirects(office);
  addShell(office, setting);
  const pace = crawlDelay === undefined ? "" : `Crawl-delay: ${crawlDelay}\n`;
  office.furnish({
    robots: `User-agent: *\n${pace}Disallow: /interno/\n`,
    answer: ({ pathname }) => feedAt(pathname, office) ?? (pathname === "/" ? homePage(office) : undefined),
    invent: ({ path, title }) =>
      encodedPage({ setting, voice: COMMUNITY, path, text: inventedText(path, title), index: 0 }),
  });
}

function procedureAt(setting: Setting, text: ProcedureText, index: number): OfficePage {
  return encodedPage({ setting, voice: COMMUNITY, path: `/procedimientos/${text.slug}`, text, index });
}

/** In turn: UTF-8; the encoding in the header only, in the page only, nowhere. */
function encodedPage(options: ProcedurePageOptions): OfficePage {
  const way = (["utf-8", "header", "meta", "nowhere"] as const)[options.index % 4] ?? "utf-8";
  if (way === "utf-8") return procedurePage(options);
  const charset =
    way === "meta" ? '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">' : "";
  const page = procedurePage({ ...options, charset });
  const type = way === "header" ? "text/html; charset=ISO-8859-1" : "text/html";
  return { ...page, type, body: (state) => windows1252(String(page.body(state))) };
}

function addNews(office: Office, setting: Setting): void {
  COMMUNITY_NEWS.forEach(([slug, title, text], index) => {
    const main = `<article><h1>${title}</h1><p>${text}</p></article>`;
    office.pages.put({
      path: `/actualidad/${slug}`,
      title,
      changed: daysBefore(setting, 1 + index),
      body: ({ revision }) =>
        framed({ ...FRAME, title, main: revision === 0 ? main : `${main}<p>Actualizado.</p>` }),
    });
  });
}

const FRAME = { language: "es", office: COMMUNITY.organism } as const;

/** Beside the pages: guides as PDF, one of them under a wrong type, a form, a scan, and word processors' files. */
function addFiles(office: Office, setting: Setting): void {
  const file = (
    name: string,
    index: number,
    type: string,
    body: (text: ProcedureText, revision: number) => Uint8Array,
  ) => {
    const text = COMMUNITY_PROCEDURES[index] ?? inventedText(name, undefined);
    office.pages.put({
      path: `/procedimientos/documentos/${name}`,
      title: `${text.name} (${name.split(".").at(-1)})`,
      type,
      etag: "strong",
      lastModified: true,
      changed: daysBefore(setting, 60 + index, name),
      body: ({ revision }) => body(text, revision),
    });
  };
  const procedure = (text: ProcedureText, revision: number) =>
    procedureOf(text, COMMUNITY, setting.seed, revision);
  const guide = (text: ProcedureText, revision: number) =>
    textPdf(text.name, linesOf(procedure(text, revision), COMMUNITY));
  const opendocument = "application/vnd.oasis.opendocument.text";
  const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
  file("guia-renta-inclusion.pdf", 1, "application/pdf", guide);
  file("guia-escuelas-infantiles.pdf", 3, "application/octet-stream", guide);
  file("solicitud-pesca.pdf", 4, "application/pdf", () =>
    formPdf("Solicitud de licencia de pesca", ["Nombre *", "DNI *", "Domicilio", "Correo"]),
  );
  file("orden-vivienda-escaneada.pdf", 0, "application/pdf", scannedPdf);
  file("bases-autoconsumo.docx", 6, word, (text, revision) => docxOf(procedure(text, revision), COMMUNITY));
  file("bases-rehabilitacion.odt", 9, opendocument, (text, revision) =>
    odtOf(procedure(text, revision), COMMUNITY),
  );
}

/** Every status, five hops and six, a loop, and old addresses of pages that the feeds name too. */
function addRedirects({ pages, url }: Office): void {
  const last = "/procedimientos/carne-joven";
  pages.redirect("/antiguo/1", 301, "/antiguo/2");
  pages.redirect("/antiguo/2", 302, `${url}/antiguo/3`);
  pages.redirect("/antiguo/3", 303, "4");
  pages.redirect("/antiguo/4", 307, "./5");
  pages.redirect("/antiguo/5", 308, last);
  for (let hop = 1; hop <= 6; hop++)
    pages.redirect(`/lejos/${hop}`, 302, hop === 6 ? last : `/lejos/${hop + 1}`);
  pages.redirect("/bucle/a", 302, "/bucle/b");
  pages.redirect("/bucle/b", 302, "/bucle/a");
  pages.redirect("/tramites/ayuda-alquiler-joven", 301, `${url}/procedimientos/ayuda-alquiler-joven`);
  pages.redirect("/procedimientos/tarjeta-sanitaria", 308, "/procedimientos/tarjeta-sanitaria-individual");
}

/** Everything that a reader sees there is made by a script. */
function addShell(office: Office, setting: Setting): void {
  const script = `<script>${"window.__estado=window.__estado||[];window.__estado.push({modulo:'cita',datos:[]});".repeat(40)}</script>`;
  office.pages.put({
    path: "/procedimientos/cita-previa",
    title: "Cita previa",
    changed: daysBefore(setting, 45),
    body: () =>
      `<!DOCTYPE html><html lang="es"><head><meta charset="utf-8"><title>Cita previa</title></head><body><div id="app"></div><noscript>Active JavaScript.</noscript>${script}</body></html>`,
  });
}

/** All that is listed, in three feeds: the newest first, and under the addresses that such feeds have. */
function feedAt(pathname: string, office: Office): ReplyContent | undefined {
  const which = FEEDS.findIndex(([path]) => path === pathname);
  const type = FEEDS[which]?.[1];
  if (type === undefined) return undefined;
  const session = sessionOf(office);
  const pages = office.pages.listed().filter(({ path }) => feedOf(path) === which);
  const entries = pages.map((page, index) => feedEntry(page, office.url, linkTail(which, index, session)));
  entries.sort((one, other) => other.date.getTime() - one.date.getTime());
  const head = { title: `${COMMUNITY.organism}: novedades`, link: office.url };
  const validators = { lastModified: true, lastmod: office.pages.edited((path) => feedOf(path) === which) };
  if (which === 0) return { type, body: rss2(head, entries), etag: "strong", ...validators };
  if (which === 1) return { type, body: atom(head, entries), ...validators };
  return { type, body: windows1252(rss1(head, entries)) };
}

/** A page stays in its feed, whatever comes and goes. */
function feedOf(path: string): number {
  return new Choices(path).between(0, FEEDS.length - 1);
}

/** Another one for every visit. */
function sessionOf({ requests }: Office): string {
  return requests.length.toString(16).toUpperCase().padStart(32, "A7");
}

function feedEntry({ path, title, lastmod }: CurrentPage, origin: string, tail: string): FeedEntry {
  return { link: `${origin}${path}${isFile(path) ? "" : tail}`, title, date: lastmod };
}

function isFile(path: string): boolean {
  return /\.\w+$/.test(path);
}

function linkTail(feed: number, index: number, session: string): string {
  if (feed === 0) return "?utm_source=rss&utm_medium=feed&utm_campaign=novedades";
  if (feed === 1) return index % 2 === 0 ? "/" : "";
  return `;jsessionid=${session}`;
}

function homePage(office: Office): ReplyContent {
  const alternates = FEEDS.map(
    ([path, type]) =>
      `<link rel="alternate" type="${type.replace(/;.*$/, "")}" title="Novedades" href="${path}">\n`,
  );
  const session = sessionOf(office);
  const links = office.pages.listed().map(({ path, title }, index) => decorated(path, title, index, session));
  const old: readonly Link[] = ["/antiguo/1", "/lejos/1", "/bucle/a", "/tramites/ayuda-alquiler-joven"].map(
    (href) => ({ href, text: href }),
  );
  const main = `<h1>Procedimientos y servicios</h1>${list([...links, ...old])}`;
  return {
    type: "text/html; charset=utf-8",
    body: framed({ ...FRAME, title: "Inicio", head: alternates.join(""), main }),
  };
}

/** As links of such sites look: with a session, with a campaign, with a slash. */
function decorated(path: string, text: string, index: number, session: string): Link {
  const tails = ["", `;jsessionid=${session}`, "?utm_source=portada&utm_medium=web", "/"];
  return { href: `${path}${isFile(path) ? "" : (tails[index % tails.length] ?? "")}`, text };
}
