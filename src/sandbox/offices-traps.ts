import { escaped } from "./escaped.ts";
import { framed, type Link, list } from "./offices-frame.ts";
import type { Answer } from "./offices-office.ts";
import type { ReplyContent } from "./offices-replies.ts";
import { TOWN } from "./offices-texts-voices.ts";

/** Ways into them, for a page that links to all. */
export const TRAP_LINKS: readonly Link[] = [
  { href: "/agenda?mes=2026-01", text: "Agenda" },
  { href: "/consulta/1", text: "Consulta de expedientes" },
  { href: "/mapa/a/b/", text: "Mapa del sitio" },
  { href: "/buscador?area=padron", text: "Buscador de trámites" },
  { href: "/anuncios?pagina=1", text: "Tablón de anuncios" },
  { href: "/tramites/no-existe", text: "Trámite retirado" },
];

const FACETS: Readonly<Record<string, readonly string[]>> = {
  area: ["padron", "urbanismo", "tributos"],
  tipo: ["solicitud", "certificado", "licencia"],
  canal: ["presencial", "electronico"],
  orden: ["fecha", "nombre"],
};

/** Where a crawler that does not mind itself never comes to an end. */
export function townTraps(): Answer {
  let sessions = 0;
  return ({ pathname, searchParams }) => {
    if (pathname === "/agenda") return calendar(searchParams.get("mes") ?? "2026-01");
    if (/^\/consulta\/[123]$/.test(pathname)) return sessionPage(pathname, ++sessions);
    if (/^\/mapa\/(?:[ab]\/)*$/.test(pathname)) return echo();
    if (pathname === "/buscador") return facets(searchParams);
    if (pathname === "/anuncios") return board(Number(searchParams.get("pagina") ?? 1));
    return undefined;
  };
}

/** "Not found", with a status that says the opposite. */
export function softNotFound(): ReplyContent {
  return page(
    "Página no encontrada",
    "<p>Lo sentimos, la página que busca no existe o ha cambiado de dirección (error 404).</p>",
  );
}

/** A month leads to the next and to the one before, for ever. */
function calendar(month: string): ReplyContent {
  const start = new Date(`${/^\d{4,6}-\d{2}$/.test(month) ? month : "2026-01"}-01T00:00:00Z`);
  const shifted = (by: number) => {
    const date = new Date(start);
    date.setUTCMonth(date.getUTCMonth() + by);
    return date.toISOString().slice(0, 7);
  };
  return page(
    `Agenda de ${start.toISOString().slice(0, 7)}`,
    `<p>No hay actos este mes.</p>${list([
      { href: `/agenda?mes=${shifted(-1)}`, text: "Mes anterior" },
      { href: `/agenda?mes=${shifted(1)}`, text: "Mes siguiente" },
    ])}`,
  );
}

/** Every answer gives a new session to all of its links. */
function sessionPage(pathname: string, session: number): ReplyContent {
  const id = `f0e1d2c3b4a5${String(session).padStart(8, "0")}`;
  const links = [1, 2, 3].map((number) => ({
    href: `/consulta/${number}?PHPSESSID=${id}`,
    text: `Consulta ${number}`,
  }));
  return page(`Consulta ${pathname.slice(-1)}`, list(links));
}

/** A relative link on a page that answers at any depth. */
function echo(): ReplyContent {
  return page("Mapa del sitio", list([{ href: "a/b/", text: "Sección" }]));
}

/** Filters in the order in which they were chosen: each order is another address of the same list. */
function facets(chosen: URLSearchParams): ReplyContent {
  const links = Object.entries(FACETS).flatMap(([facet, values]) =>
    chosen.has(facet)
      ? []
      : values.map((value) => ({
          href: `/buscador?${chosen.toString()}&${facet}=${value}`,
          text: `${facet}: ${value}`,
        })),
  );
  return page(
    "Buscador de trámites",
    `<p>Filtros: ${escaped([...chosen.keys()].toSorted().join(", "))}</p>${list(links)}`,
  );
}

/** After the third page nothing new comes, but there is always a next one. */
function board(number: number): ReplyContent {
  const last = Math.min(number, 3);
  const next = { href: `/anuncios?pagina=${number + 1}`, text: "Siguiente", rel: "next" };
  return page("Tablón de anuncios", `<p>Anuncios del ${last * 10 - 9} al ${last * 10}.</p>${list([next])}`);
}

function page(title: string, text: string): ReplyContent {
  const main = `<h1>${escaped(title)}</h1>${text}`;
  return {
    type: "text/html; charset=utf-8",
    body: framed({ language: "es", office: TOWN.organism, title, main }),
  };
}
