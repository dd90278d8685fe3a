/** What stands around the content of e-offices, as portals of different ages write it. */
import { escaped } from "./office-layouts.ts";

export interface Framing {
  readonly language: string;
  readonly office: string;
  readonly title: string;
  readonly main: string;
}

export type OfficeFrame = (framing: Framing) => {
  readonly html: string;
  readonly boilerplate: readonly string[];
};

const MENU = [
  "Portada institucional",
  "Carpeta ciudadana",
  "Perfil del contratante",
  "Empleo público",
  "Tablón de edictos",
];
const COOKIES = "Utilizamos cookies propias y de terceros para analizar la navegación.";
const LEGAL =
  "El contenido de este portal tiene carácter meramente informativo y carece de valor vinculante.";
const RELATED = ["Renovación de la tarjeta de aparcamiento", "Inscripción en el registro de asociaciones"];
const NEWS = "El consistorio presenta el programa de las fiestas patronales";
const SHARE = ["Compartir en Facebook", "Enviar por correo"];

const links = (texts: readonly string[], path = "/") =>
  `<ul>${texts.map((text, at) => `<li><a href="${path}${at}">${text}</a></li>`).join("")}</ul>`;

const head = ({ language, office, title }: Framing) =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)} - ${escaped(office)}</title><script>var dataLayer = [];</script></head>`;

export const OFFICE_FRAMES: Readonly<Record<string, OfficeFrame>> = {
  semantic: (framing) => ({
    html: `${head(framing)}<body><a class="skip" href="#contenido">Saltar al contenido principal</a>
<div id="cookies" class="cookie-banner" role="dialog"><p>${COOKIES}</p><button>Aceptar</button></div>
<header><a href="/">${escaped(framing.office)}</a><form role="search"><input name="q"></form></header>
<nav aria-label="Menú">${links(MENU)}</nav><nav class="breadcrumb"><ol><li><a href="/">Inicio</a></li><li>Gestiones destacadas del portal</li></ol></nav>
<main id="contenido">${framing.main}<div class="compartir">${links(SHARE)}</div></main>
<aside><h2>Trámites relacionados</h2>${links(RELATED)}</aside><footer><p>${LEGAL}</p>${links(["Mapa del sitio web", "Política de privacidad y seguridad"])}</footer></body></html>`,
    boilerplate: [
      COOKIES,
      ...MENU,
      ...RELATED,
      ...SHARE,
      LEGAL,
      "Gestiones destacadas del portal",
      "Saltar al contenido",
      "Mapa del sitio web",
    ],
  }),

  "divisions with names": (framing) => ({
    html: `${head(framing)}<body><div id="wrapper"><div id="header"><div class="logo">${escaped(framing.office)}</div><div id="menu-principal" class="menu">${links(MENU)}</div></div>
<div class="migas">Está en: <a href="/">Inicio</a> &gt; <a href="/g">Gestiones destacadas del portal</a></div>
<div id="sidebar" class="col-izq">${links(RELATED)}<div class="newsletter"><p>Suscríbase al boletín semanal de novedades.</p></div></div>
<div id="content" class="contenido">${framing.main}
<div class="share-buttons">${links(SHARE)}</div><div class="relacionados"><h3>Te puede interesar</h3>${links(RELATED)}</div></div>
<div id="footer" class="pie"><p>${LEGAL}</p></div><div class="cookie-consent">${COOKIES}</div></div></body></html>`,
    boilerplate: [
      COOKIES,
      ...MENU,
      ...RELATED,
      ...SHARE,
      LEGAL,
      "Suscríbase al boletín",
      "Gestiones destacadas del portal",
    ],
  }),

  "tables without names": (framing) => ({
    html: `${head(framing)}<body bgcolor="#ffffff"><table width="100%"><tr><td><img src="/escudo.gif"></td></tr>
<tr><td width="150" valign="top">${MENU.map((text, at) => `<a href="/m${at}">${text}</a><br>`).join("")}</td>
<td valign="top">${framing.main}</td></tr></table><div role="contentinfo">${LEGAL}</div></body></html>`,
    boilerplate: [...MENU, LEGAL],
  }),

  portal: (framing) => ({
    html: `${head(framing)}<body class="portal"><div role="banner" class="cabecera">${escaped(framing.office)}${links(MENU)}</div>
<div role="navigation" class="yamm navbar">${links(MENU, "/menu/")}</div>
<div id="main-content" role="main"><div class="journal">${framing.main}</div>
<section class="noticias-relacionadas"><h2>Últimas noticias</h2><ul><li><a href="/n/1">${NEWS}</a></li></ul></section>
<div class="valoracion-pagina"><h3>¿Te ha resultado útil esta página?</h3><button>Sí</button><button>No</button></div></div>
<div role="complementary"><h3>Redes sociales</h3>${links(SHARE)}</div><div role="contentinfo">${LEGAL}</div></body></html>`,
    boilerplate: [...MENU, ...SHARE, LEGAL, NEWS, "Te ha resultado útil"],
  }),
};
