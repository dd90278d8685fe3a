import { escaped } from "./escaped.ts";

/** What stands around the content of every page of an office. */
export interface Frame {
  readonly language: string;
  readonly office: string;
  readonly title: string;
  readonly main: string;
  /** Between <head> and </head>, beside the title. */
  readonly head?: string;
  /** @default `<meta charset="utf-8">`; "" where the page does not say. */
  readonly charset?: string;
  readonly links?: readonly Link[];
  readonly crumbs?: readonly Link[];
}

export interface Link {
  readonly href: string;
  readonly text: string;
  readonly rel?: string;
}

/** A whole page: banner, header, menu, breadcrumb, content, related links, footer. */
export function framed(frame: Frame): string {
  const { language, office, title, main, head = "", charset = '<meta charset="utf-8">' } = frame;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>${charset}
<title>${escaped(title)} - ${escaped(office)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<link rel="stylesheet" href="/estilos.css">
<script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);}</script>
</head>
<body>
${COOKIE_BANNER}
<header role="banner"><a class="logo" href="/">${escaped(office)}</a>
<form role="search" action="/buscar"><input type="search" name="q" aria-label="Buscar"><button>Buscar</button></form></header>
<nav role="navigation" aria-label="Menú principal"><ul>${(frame.links ?? []).map(item).join("")}</ul></nav>
<nav class="breadcrumb" aria-label="Está usted en"><ol>${(frame.crumbs ?? []).map(item).join("")}</ol></nav>
<main id="contenido">
${main}
</main>
<aside class="compartir"><h2>Compartir</h2><ul><li><a href="#" class="share">Enviar por correo</a></li><li><a href="#" class="share">Imprimir</a></li></ul></aside>
<footer role="contentinfo"><p>© ${escaped(office)}. Todos los derechos reservados.</p>
<ul><li><a href="/aviso-legal">Aviso legal</a></li><li><a href="/accesibilidad">Accesibilidad</a></li></ul></footer>
</body>
</html>
`;
}

const COOKIE_BANNER = `<div id="cookies" class="cookie-banner" role="dialog" aria-label="Cookies"><p>Utilizamos cookies propias y de terceros para mejorar nuestros servicios. Si continúa navegando, consideramos que acepta su uso.</p><button>Aceptar</button> <button>Rechazar</button></div>`;

export function list(links: readonly Link[]): string {
  return `<ul>${links.map(item).join("\n")}</ul>`;
}

export function anchor({ href, text, rel }: Link): string {
  const relation = rel === undefined ? "" : ` rel="${rel}"`;
  return `<a href="${escaped(href)}"${relation}>${escaped(text)}</a>`;
}

function item(link: Link): string {
  return `<li>${anchor(link)}</li>`;
}
