import { anchor, framed, type Link, list } from "./offices-frame.ts";
import type { Answer, Office } from "./offices-office.ts";
import type { OfficePage } from "./offices-pages.ts";
import type { ProcedureText } from "./offices-procedure.ts";
import type { ReplyContent } from "./offices-replies.ts";
import { daysBefore, inventedText, procedurePage, type Setting } from "./offices-setting.ts";
import {
  TOWN_AREAS,
  TOWN_FAR_PROCEDURES,
  TOWN_VIGNETTE_PROCEDURES,
  type TownArea,
} from "./offices-texts-town.ts";
import { TOWN } from "./offices-texts-voices.ts";
import { softNotFound, townTraps, TRAP_LINKS } from "./offices-traps.ts";

const PROCEDURES: readonly ProcedureText[] = [
  ...TOWN_AREAS.flatMap(({ procedures }) => procedures),
  ...TOWN_FAR_PROCEDURES,
];

/** A page that has a second address, of its content manager, with the same bytes. */
const NODES: ReadonlyMap<string, string> = new Map([
  ["/node/17", "/tramites/empadronamiento"],
  ["/node/42", "/tramites/bonificacion-ibi"],
]);

/** A town hall, found by its links only: home, areas, procedures, and those that are too far away. */
export function fillAyuntamiento(office: Office, setting: Setting): void {
  PROCEDURES.forEach((text, index) => office.pages.put(procedureAt(setting, text, index)));
  TOWN_VIGNETTE_PROCEDURES.forEach(([oid, text], index) =>
    office.pages.put(procedurePage({ setting, voice: TOWN, path: vignettePath(oid), text, index })),
  );
  addStubs(office, setting);
  const traps = townTraps();
  const answer: Answer = (url, headers) =>
    listAt(url.pathname, office, setting) ??
    nodeAt(url.pathname, office) ??
    printed(url, office) ??
    traps(url, headers);
  office.furnish({
    robots: "User-agent: *\nDisallow: /admin/\n",
    answer,
    otherwise: ({ pathname }) => (/\.(?:xml|txt|gz|rss)$/.test(pathname) ? undefined : softNotFound()),
    invent: ({ path, title }) =>
      procedurePage({ setting, voice: TOWN, path, text: inventedText(path, title), index: 0 }),
  });
}

function vignettePath(oid: string): string {
  return `/portal/site/villaclara/menuitem?vgnextoid=${oid}`;
}

function procedureAt(setting: Setting, text: ProcedureText, index: number): OfficePage {
  const path = `/tramites/${text.slug}`;
  const far = TOWN_FAR_PROCEDURES[["baja-inscripcion-indebida", "cedula-urbanistica"].indexOf(text.slug)];
  const more = far === undefined ? "" : `<h2>Trámites relacionados</h2>${list([linkTo(far)])}`;
  const print = anchor({ href: `${path}?vista=imprimir`, text: "Versión para imprimir" });
  return procedurePage({
    setting,
    voice: TOWN,
    path,
    text,
    index,
    more: `${more}<p>${print}</p>`,
    links: menu(),
  });
}

function linkTo({ slug, name }: ProcedureText): Link {
  return { href: `/tramites/${slug}`, text: name };
}

function menu(): readonly Link[] {
  return TOWN_AREAS.map(({ slug, name }) => ({ href: `/areas/${slug}`, text: name }));
}

/** Pages that only send the reader on, as more than a third of home pages do; and one that asks not to be followed. */
function addStubs({ pages }: Office, setting: Setting): void {
  const changed = daysBefore(setting, 400);
  const stub = (path: string, target: string) =>
    pages.put({
      path,
      title: "Redirección",
      changed,
      listed: false,
      body: () =>
        `<html><head><meta http-equiv="refresh" content="0; url=${target}"></head><body></body></html>\n`,
    });
  stub("/tramites/padron", "/tramites/empadronamiento");
  stub("/inicio", "/");
  pages.put({
    path: "/enlaces-externos",
    title: "Enlaces",
    changed,
    listed: false,
    body: () =>
      html(
        "Enlaces",
        list([{ href: "/nofollow/desde-meta", text: "No seguir" }]),
        '<meta name="robots" content="noindex, nofollow">\n',
      ),
  });
}

function listAt(pathname: string, office: Office, setting: Setting): ReplyContent | undefined {
  if (pathname === "/") return shown(homePage(setting));
  const [, slug, more] = /^\/areas\/([^/]+)(\/mas)?$/.exec(pathname) ?? [];
  const area = TOWN_AREAS.find((one) => one.slug === slug);
  if (area === undefined) return undefined;
  return shown(more === undefined ? areaPage(area, office) : furtherPage(area));
}

function homePage({ origins }: Setting): string {
  const odd: readonly Link[] = [
    { href: "/inicio", text: "Portada" },
    { href: "/tramites/padron", text: "Padrón (dirección antigua)" },
    { href: "/node/17", text: "Empadronarse" },
    { href: "/enlaces-externos", text: "Enlaces" },
    { href: "/admin/login", text: "Acceso del personal" },
    { href: "/nofollow/promocion", text: "Promoción", rel: "nofollow" },
    { href: `${origins.sede}/tramites/titulo-familia-numerosa`, text: "Familia numerosa (Ministerio)" },
    { href: `${origins.comunidad}/`, text: "Junta de Valdoria" },
    { href: "https://redes.villaclara.example/perfil", text: "Síganos" },
    { href: "mailto:oac@villaclara.example", text: "Escríbanos" },
    { href: "tel:900000010", text: "Llámenos" },
    { href: "javascript:window.print()", text: "Imprimir" },
    { href: "#contenido", text: "Saltar al contenido" },
  ];
  const vignettes = TOWN_VIGNETTE_PROCEDURES.map(([oid, { name }]) => ({
    href: vignettePath(oid),
    text: name,
  }));
  return html(
    "Portada",
    `<h1>${TOWN.organism}</h1>${list([...menu(), ...vignettes, ...odd, ...TRAP_LINKS])}`,
  );
}

/** The area's first procedures; what was added later stands in the first area. */
function areaPage(area: TownArea, office: Office): string {
  const added = area === TOWN_AREAS[0] ? addedLinks(office) : [];
  const more = { href: `/areas/${area.slug}/mas`, text: "Más trámites" };
  const links = [...area.procedures.slice(0, -1).map(linkTo), ...added, more];
  return html(area.name, `<h1>${area.name}</h1>${list(links)}`);
}

function furtherPage(area: TownArea): string {
  return html(
    `${area.name}: más trámites`,
    `<h1>Más trámites</h1>${list(area.procedures.slice(-1).map(linkTo))}`,
  );
}

function addedLinks(office: Office): readonly Link[] {
  const known = new Set(PROCEDURES.map((text) => linkTo(text).href));
  const pages = office.pages.listed().filter(({ path }) => path.startsWith("/tramites/") && !known.has(path));
  return pages.map(({ path, title }) => ({ href: path, text: title }));
}

/** The same bytes, without word of the other address. */
function nodeAt(pathname: string, { pages }: Office): ReplyContent | undefined {
  const found = pages.find(NODES.get(pathname) ?? "");
  if (found?.kind !== "page") return undefined;
  return { type: found.page.type, body: found.page.body(found.page) };
}

/** Other bytes, but it says whose copy it is. */
function printed({ pathname, searchParams }: URL, office: Office): ReplyContent | undefined {
  if (searchParams.get("vista") !== "imprimir") return undefined;
  const found = office.pages.find(pathname);
  if (found?.kind !== "page") return undefined;
  const canonical = `<link rel="canonical" href="${office.url}${pathname}">\n</head>`;
  return shown(
    String(found.page.body(found.page))
      .replace("</head>", canonical)
      .replace(/<nav role.*?<\/nav>/s, ""),
  );
}

function html(title: string, main: string, head = ""): string {
  return framed({ language: "es", office: TOWN.organism, title, main, head });
}

function shown(body: string): ReplyContent {
  return { type: "text/html; charset=utf-8", body };
}
