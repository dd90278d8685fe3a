import { framed, type Link, list } from "./offices-frame.ts";
import type { NewPage, Office } from "./offices-office.ts";
import type { OfficePage } from "./offices-pages.ts";
import type { OfficeVoice, ProcedureText } from "./offices-procedure.ts";
import type { ReplyContent } from "./offices-replies.ts";
import { daysBefore, freshnessOf, inventedText, procedurePage, type Setting } from "./offices-setting.ts";
import { entryOf, sitemap, sitemapIndex, zipped } from "./offices-sitemaps.ts";
import { BASQUE, BASQUE_PROCEDURES } from "./offices-texts-eu.ts";
import { CATALAN, CATALAN_PROCEDURES } from "./offices-texts-ca.ts";
import { CIVIL_PROCEDURES, UNLISTED_PROCEDURE } from "./offices-texts-civil.ts";
import { FAMILY_PROCEDURES } from "./offices-texts-families.ts";
import { GALICIAN, GALICIAN_PROCEDURES } from "./offices-texts-gl.ts";
import { MINISTRY_NEWS, MINISTRY_STATIC, type NewsText } from "./offices-texts-news.ts";
import { MINISTRY } from "./offices-texts-voices.ts";
import { WORK_PROCEDURES } from "./offices-texts-work.ts";
import { SAMPLE_FORM } from "./offices-form.ts";

export const MINISTRY_PROCEDURES: readonly ProcedureText[] = [
  ...FAMILY_PROCEDURES,
  ...WORK_PROCEDURES,
  ...CIVIL_PROCEDURES,
];

/** Half of the procedures; everything else stands in the compressed one. */
const PLAIN_SITEMAP: ReadonlySet<string> = new Set(
  MINISTRY_PROCEDURES.slice(0, 20).map(({ slug }) => `/tramites/${slug}`),
);

const LINKS: readonly Link[] = [
  { href: "/", text: "Inicio" },
  { href: "/tramites", text: "Trámites" },
  { href: "/noticias", text: "Noticias" },
  { href: "/privado/mis-expedientes", text: "Mis expedientes" },
];

/** A ministry's e-office, found by sitemaps. `isCut` says whether the compressed one breaks off. */
export function fillSede(office: Office, setting: Setting, isCut: () => boolean): void {
  MINISTRY_PROCEDURES.forEach((text, index) => office.pages.put(procedureAt(setting, text, index)));
  addLanguages(office, setting);
  addNews(office, setting);
  addOddPages(office, setting);
  office.furnish({
    robots: `User-agent: *\nDisallow: /privado/\n\nSitemap: ${office.url}/sitemap.xml\n`,
    answer: ({ pathname }) => sitemapAt(pathname, office, isCut) ?? listAt(pathname, office),
    invent: (page) => invented(page, setting),
  });
}

function procedureAt(setting: Setting, text: ProcedureText, index: number): OfficePage {
  const path = `/tramites/${text.slug}`;
  return procedurePage({
    setting,
    voice: MINISTRY,
    path,
    text,
    index,
    links: LINKS,
    crumbs: crumbsOf(path, text.name),
  });
}

function crumbsOf(path: string, name: string): readonly Link[] {
  return [LINKS[0], LINKS[1], { href: path, text: name }].filter((link) => link !== undefined);
}

function addLanguages(office: Office, setting: Setting): void {
  const sets: readonly (readonly [string, OfficeVoice, readonly ProcedureText[]])[] = [
    ["/ca/tramits", CATALAN, CATALAN_PROCEDURES],
    ["/gl/tramites", GALICIAN, GALICIAN_PROCEDURES],
    ["/eu/izapideak", BASQUE, BASQUE_PROCEDURES],
  ];
  for (const [folder, voice, texts] of sets) {
    texts.forEach((text, index) => {
      const path = `${folder}/${text.slug}`;
      office.pages.put(procedurePage({ setting, voice, path, text, index, links: LINKS }));
    });
  }
}

function addNews(office: Office, setting: Setting): void {
  MINISTRY_NEWS.forEach((news, index) =>
    office.pages.put(newsPage(`/noticias/${news[0]}`, news, index, setting)),
  );
  MINISTRY_STATIC.forEach((text, index) =>
    office.pages.put(textPage(`/${text[0]}`, text, { changed: daysBefore(setting, 200 + index) })),
  );
}

function newsPage(path: string, news: NewsText, index: number, setting: Setting): OfficePage {
  const changed = daysBefore(setting, 2 + index * 5);
  const head = `<meta property="og:type" content="article"><meta name="DC.type" content="noticia">\n`;
  return { ...textPage(path, news, { changed, head }), ...freshnessOf(index) };
}

function textPage(
  path: string,
  [, title, text]: NewsText,
  { changed, head = "" }: { changed: Date; head?: string },
): OfficePage {
  return {
    path,
    title,
    changed,
    body: ({ revision }) => {
      const added = revision === 0 ? "" : `<p>Texto actualizado (${revision}).</p>`;
      const main = `<article><h1>${title}</h1><p>${text}</p>${added}</article>`;
      return framed({ language: "es", office: MINISTRY.organism, title, main, head, links: LINKS });
    },
  };
}

/** What robots.txt forbids although the sitemap names it, what nothing names, a form, and addresses of a catalog. */
function addOddPages(office: Office, setting: Setting): void {
  const { pages } = office;
  const changed = daysBefore(setting, 30);
  pages.put(
    textPage("/privado/mis-expedientes", ["", "Mis expedientes", "Identifíquese para continuar."], {
      changed,
    }),
  );
  pages.put({ ...procedureAt(setting, UNLISTED_PROCEDURE, 2), listed: false });
  pages.put({
    path: "/tramites/prestacion-desempleo/formulario",
    title: "Formulario de solicitud",
    changed,
    listed: false,
    body: () =>
      framed({
        language: "es",
        office: MINISTRY.organism,
        title: "Formulario",
        main: SAMPLE_FORM,
        links: LINKS,
      }),
  });
  MINISTRY_PROCEDURES.forEach(({ slug }, index) => pages.redirect(siaPath(index), 301, `/tramites/${slug}`));
}

/** The address by which a catalog of all offices knows a procedure. */
export function siaPath(index: number): string {
  return `/enlace-sia/${992_000 + index}`;
}

const inPlainSitemap = (path: string) => PLAIN_SITEMAP.has(path);
const inOtherSitemap = (path: string) => !PLAIN_SITEMAP.has(path);

function sitemapAt(pathname: string, { pages, url }: Office, isCut: () => boolean): ReplyContent | undefined {
  const entries = (includes: (path: string) => boolean) =>
    pages
      .listed()
      .filter(({ path }) => includes(path))
      .map(entryOf(url));
  switch (pathname) {
    case "/sitemap.xml":
      return sitemapContent(
        pages.edited(),
        sitemapIndex([
          { loc: `${url}/sitemap-tramites.xml`, lastmod: pages.edited(inPlainSitemap) },
          { loc: `${url}/sitemap-general.xml.gz`, lastmod: pages.edited(inOtherSitemap) },
        ]),
      );
    case "/sitemap-tramites.xml":
      return sitemapContent(pages.edited(inPlainSitemap), sitemap(entries(inPlainSitemap), "day"));
    case "/sitemap-general.xml.gz": {
      const body = zipped(sitemap(entries(inOtherSitemap), "second"), isCut());
      return { ...sitemapContent(pages.edited(inOtherSitemap), body), type: "application/x-gzip" };
    }
    default:
      return undefined;
  }
}

function sitemapContent(lastmod: Date, body: string | Uint8Array): ReplyContent {
  return { type: "application/xml", body, etag: "strong", lastModified: true, lastmod };
}

/** The home page and the lists of links. */
function listAt(pathname: string, office: Office): ReplyContent | undefined {
  const folder = { "/": "/", "/tramites": "/tramites/", "/noticias": "/noticias/" }[pathname];
  if (folder === undefined) return undefined;
  const pages = office.pages.listed().filter(({ path }) => path.startsWith(folder));
  const title = pathname === "/" ? "Sede electrónica" : `Relación de ${pathname.slice(1)}`;
  const links = pages.map(({ path, title: text }) => ({ href: path, text }));
  const main = `<h1>${title}</h1>${list(links)}`;
  const body = framed({ language: "es", office: MINISTRY.organism, title, main, links: LINKS });
  return { type: "text/html; charset=utf-8", body };
}

function invented({ path, title }: NewPage, setting: Setting): OfficePage {
  return procedurePage({
    setting,
    voice: MINISTRY,
    path,
    text: inventedText(path, title),
    index: 2,
    links: LINKS,
  });
}
