/** What other sites put around a procedure. */
import { escaped } from "../office-layouts.ts";
import type { OfficeFrame } from "../office-frames.ts";

const COOKIES =
  "Usamos cookies técnicas y analíticas para que la web funcione mejor. Puede aceptarlas todas, rechazarlas o configurarlas cuando quiera.";
const MENU = [
  "Gobierno abierto",
  "Conoce tu ciudad",
  "Agenda cultural",
  "Participación vecinal",
  "Trabaja con nosotros",
];
const RATING = "¿Le ha servido esta información? Díganos qué podemos mejorar.";
const FOOT = "© Todos los derechos reservados. Portal desarrollado con fondos europeos.";
const CHAT = "Hola, soy el asistente virtual. ¿En qué puedo ayudarle?";

const links = (texts: readonly string[]) =>
  `<ul>${texts.map((text, at) => `<li><a href="/x/${at}">${text}</a></li>`).join("")}</ul>`;
const head = (title: string, office: string, language: string) =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)} | ${escaped(office)}</title></head>`;

export const UNSEEN_FRAMES: readonly OfficeFrame[] = [
  ({ title, office, language, main }) => ({
    html: `${head(title, office, language)}<body>
<div id="onetrust-banner-sdk" class="otFlat"><p>${COOKIES}</p><button>Rechazar todas</button></div>
<div class="topbar">${links(["Castellano", "English"])}</div><header class="site-header"><div class="brand">${escaped(office)}</div>${links(MENU)}</header>
<ol class="breadcrumbs" aria-label="breadcrumb"><li><a href="/">Inicio</a></li><li><a href="/t">Todos los servicios en línea</a></li><li>${escaped(title)}</li></ol>
<main>${main}<div class="social-share"><span>Comparte:</span>${links(["Facebook", "WhatsApp", "X"])}</div></main>
<div class="chatbot">${CHAT}</div><footer>${FOOT}</footer></body></html>`,
    boilerplate: [COOKIES, ...MENU, "Todos los servicios en línea", CHAT, FOOT, "Rechazar todas"],
  }),
  ({ title, office, language, main }) => ({
    html: `${head(title, office, language)}<body><div class="page"><div class="page-top"><a href="#m">Ir al contenido principal</a>${links(MENU)}</div>
<div class="page-mid"><div class="l-main">${main}<p>Última actualización: 12/03/2026</p><p><a href="javascript:print()">Imprimir</a></p>
<div class="encuesta"><p>${RATING}</p></div></div><div class="l-side"><h2>También le puede interesar</h2>${links(["Cita para el punto limpio", "Alquiler de salas municipales"])}</div></div>
<div class="page-bot"><p>${FOOT}</p>${links(["Accesibilidad", "Aviso legal", "Protección de datos"])}</div></div></body></html>`,
    boilerplate: [
      ...MENU,
      RATING,
      FOOT,
      "Última actualización",
      "Cita para el punto limpio",
      "Alquiler de salas municipales",
      "Ir al contenido",
    ],
  }),
  ({ title, office, language, main }) => ({
    html: `${head(title, office, language)}<body><table><tr><td colspan="2">${links(MENU)}</td></tr><tr><td class="izq">${links(["Portada", "Sugerencias al alcalde"])}</td>
<td>${main}</td></tr><tr><td colspan="2"><small>${FOOT}</small></td></tr></table><div class="modal" aria-hidden="true"><p>${COOKIES}</p></div></body></html>`,
    boilerplate: [...MENU, FOOT, COOKIES, "Sugerencias al alcalde"],
  }),
];
