/** What stands around the content of more portals; as with the layouts, only one half was looked at. */
import type { OfficeFrame } from "./office-frames.ts";
import { escaped } from "./office-layouts.ts";

const MENU = ["La ciudad", "Gobierno abierto", "Áreas temáticas", "Oferta de empleo", "Sala de prensa"];
const SIDE = ["Registro electrónico general", "Validación de documentos", "Calendario de días inhábiles"];
const RELATED = ["Duplicado del carné joven", "Bonificación del impuesto de vehículos"];
const COOKIES = "Este sitio web usa cookies para mejorar su experiencia. Puede aceptarlas o rechazarlas.";
const ADDRESS = "Plaza Mayor, 1 - 40001 Villanueva del Puerto. Centralita: 921 000 000";
const SURVEY = "Su opinión nos ayuda a mejorar esta sede electrónica";
const USEFUL = "¿Te ha sido útil esta información?";
const UPDATED = "Última actualización: 12/03/2024";
const RIGHTS = "© Administración pública. Todos los derechos reservados";

const links = (texts: readonly string[], path: string) =>
  `<ul>${texts.map((text, at) => `<li><a href="${path}${at}">${text}</a></li>`).join("")}</ul>`;
const head = (language: string, title: string) =>
  `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>`;

/** Looked at while rules were made. */
export const FRAMES_LOOKED_AT: Readonly<Record<string, OfficeFrame>> = {
  portlets: ({ language, office, title, main }) => ({
    html: `${head(language, `${title} - ${office}`)}<body class="yui3-skin-sam signed-out public-page"><div id="wrapper"><header id="banner" role="banner"><a class="logo" href="/">${escaped(office)}</a><div id="navigation" class="sort-pages">${links(MENU, "/web/")}</div></header>
<div id="content"><div class="portlet-breadcrumb"><ul class="breadcrumb"><li><a href="/">Inicio</a></li><li><a href="/t">Catálogo de gestiones</a></li></ul></div>
<div class="columns-2" id="main-content" role="main"><div class="row-fluid"><div class="portlet-column span3" id="column-1"><div class="portlet-boundary portlet-navigation"><h2>Navegación</h2>${links(SIDE, "/s/")}</div></div>
<div class="portlet-column span9" id="column-2"><div class="portlet-boundary"><section class="portlet"><div class="portlet-body">${main}</div></section></div>
<div class="portlet-boundary portlet-asset-publisher"><h3>Contenidos relacionados</h3>${links(RELATED, "/r/")}</div>
<div class="taglib-ratings"><p>${USEFUL}</p></div></div></div></div></div>
<footer id="footer"><p>${ADDRESS}</p>${links(["Aviso legal y condiciones"], "/l/")}</footer></div><div class="aviso-cookies">${COOKIES} <a href="/c">Configurar preferencias</a></div></body></html>`,
    boilerplate: [...MENU, ...SIDE, ...RELATED, COOKIES, ADDRESS, USEFUL, "Catálogo de gestiones"],
  }),

  regions: ({ language, office, title, main }) => ({
    html: `${head(language, `${title} | ${office}`)}<body class="path-node page-node-type-tramite"><div class="dialog-off-canvas-main-canvas"><div class="region region-header"><div class="site-name">${escaped(office)}</div></div><div class="region region-primary-menu"><nav>${links(MENU, "/m/")}</nav></div>
<div class="layout-container"><div class="region region-sidebar-first"><div class="block block-menu"><h2>Mi sede</h2>${links(SIDE, "/s/")}</div></div>
<div class="layout-content"><div class="region region-content"><div class="block block-system-main-block">${main}</div>
<p class="actualizacion">${UPDATED}</p><div class="block block-social-links"><a href="https://x.example/share">Compartir en X</a> <a href="javascript:print()">Imprimir</a></div>
<div class="block block-webform-encuesta"><h2>${USEFUL}</h2><form><label><input type="radio" name="u"> Sí, mucho</label><label><input type="radio" name="u"> No del todo</label></form></div></div></div></div>
<div class="region region-footer"><p>${ADDRESS}</p><p>${RIGHTS}</p></div></div></body></html>`,
    boilerplate: [...MENU, ...SIDE, ADDRESS, USEFUL, RIGHTS, UPDATED, "Compartir en X", "No del todo"],
  }),

  "old divisions": ({ language, office, title, main }) => ({
    html: `${head(language, title)}<body><div class="c_cabecera"><a href="/"><img alt="" src="/e.png"></a>${escaped(office)}</div><div id="cuerpo"><div id="izquierda">${links(MENU, "/m/")}${links(SIDE, "/s/")}</div>
<div id="centro"><div class="ruta"><a href="/">Inicio</a> / <a href="/t">Catálogo de gestiones</a></div><div class="herramientas"><a href="#" onclick="print()">Imprimir página</a> <a href="/rss">Suscripción RSS</a></div>
${main}<p class="subir"><a href="#arriba">Subir al principio</a></p></div>
<div id="derecha"><h4>Lo más visto</h4>${links(RELATED, "/r/")}<div><p>${SURVEY}</p><a href="/encuesta">Rellenar la encuesta</a></div></div></div>
<div id="abajo"><p>${ADDRESS}</p><p>${RIGHTS}</p></div></body></html>`,
    boilerplate: [
      ...MENU,
      ...SIDE,
      ...RELATED,
      ADDRESS,
      SURVEY,
      RIGHTS,
      "Catálogo de gestiones",
      "Subir al principio",
      "Suscripción RSS",
    ],
  }),

  "boxes without names": ({ language, office, title, main }) => ({
    html: `${head(language, `${title} - ${office}`)}<body><div class="a1"><div class="b1"><a href="/">${escaped(office)}</a></div><div class="b2"><a href="/es">Español</a> | <a href="/en">English</a></div><div class="b3">${links(MENU, "/m/")}</div></div>
<div class="a2"><div class="b4"><p><a href="/">Portada</a> &raquo; <a href="/t">Catálogo de gestiones</a> &raquo; ${escaped(title)}</p></div><div class="b5">${main}</div>
<div class="b6"><div class="c1"><h3>Suscríbase</h3><p>Le enviaremos un aviso cuando haya novedades en la sede.</p></div><div class="c2"><strong>¿Necesita ayuda?</strong><p>Chatee ahora con nuestro asistente en línea.</p></div><div class="c3"><h3>Noticias</h3><p>El pleno aprueba las cuentas del año pasado con los votos de todos.</p><p><a href="/n/1">${RELATED[0]}</a></p></div></div></div>
<div class="a3"><p>${ADDRESS}</p><p>${RIGHTS}</p><p><a href="/al">Aviso legal</a> | <a href="/pd">Protección de datos personales</a></p></div><div class="a4"><p>${COOKIES}</p><a href="#" class="d1">Aceptar todas las cookies</a></div></body></html>`,
    boilerplate: [
      ...MENU,
      RELATED[0] ?? "",
      ADDRESS,
      RIGHTS,
      COOKIES,
      "English",
      "Catálogo de gestiones",
      "Le enviaremos un aviso",
      "asistente en línea",
      "El pleno aprueba",
      "Protección de datos personales",
      "Aceptar todas",
    ],
  }),

  "much text around": ({ language, office, title, main }) => ({
    html: `${head(language, `${title} - ${office}`)}<body><div class="top"><h1>${escaped(office)}</h1><p class="lema">Una administración cercana, al servicio de todas las personas</p>${links(MENU, "/m/")}</div>
<div class="mid"><div class="izq"><h4>Servicios</h4>${links(SIDE, "/s/")}</div><div class="cen">${main}<div class="acciones-pagina"><a href="javascript:window.print()">Imprimir</a><a href="/pdf?id=4">Descargar en PDF</a></div><h4>Enlaces de interés</h4>${links(RELATED, "/r/")}</div></div>
<div class="bot"><p>${ADDRESS}</p><p>Los datos personales que facilite serán tratados por la entidad titular de este portal con la única finalidad de atender su petición. Puede ejercer sus derechos de acceso, rectificación, supresión y oposición ante la persona delegada de protección de datos, por correo postal o en el registro general.</p><p>${RIGHTS}</p></div>
<div id="cookies-overlay"><p>${COOKIES}</p><p>Las cookies técnicas son necesarias para que el portal funcione. Las cookies de análisis nos permiten contar las visitas y saber qué páginas son las más consultadas, y no se instalan sin su permiso.</p></div></body></html>`,
    boilerplate: [
      ...MENU,
      ...SIDE,
      ...RELATED,
      ADDRESS,
      RIGHTS,
      COOKIES,
      "Una administración cercana",
      "Los datos personales que facilite",
      "Las cookies de análisis",
      "Descargar en PDF",
    ],
  }),
};

/** Only their figures were looked at. */
export const FRAMES_NOT_LOOKED_AT: Readonly<Record<string, OfficeFrame>> = {
  "names made by a program": ({ language, office, title, main }) => ({
    html: `${head(language, `${title} · ${office}`)}<body><div id="__next"><div class="css-1x0a9"><header class="css-77ab"><a href="/">${escaped(office)}</a><nav>${links(MENU, "/m/")}</nav></header><div class="css-9f3c"><ol aria-label="breadcrumb" class="css-bc1"><li><a href="/">Inicio</a></li><li><a href="/t">Catálogo de gestiones</a></li></ol>
<main class="css-m4in"><div class="css-4kq">${main}</div><div class="css-fb1"><p>${USEFUL}</p><button type="button">Sí</button><button type="button">No</button></div><p class="css-upd">${UPDATED}</p></main>
<aside class="css-as1d"><h2>Otros trámites</h2>${links(RELATED, "/r/")}</aside></div><footer class="css-ft9"><p>${ADDRESS}</p><p>${RIGHTS}</p></footer></div><div role="dialog" aria-label="cookies"><p>${COOKIES}</p><button>Aceptar todas</button></div></div></body></html>`,
    boilerplate: [...MENU, ...RELATED, COOKIES, ADDRESS, USEFUL, RIGHTS, UPDATED, "Catálogo de gestiones"],
  }),

  "a form of the whole page": ({ language, office, title, main }) => ({
    html: `${head(language, `${office}: ${title}`)}<body><form method="post" action="detalle.aspx" id="aspnetForm"><div id="cabecera"><h2><a href="/">${escaped(office)}</a></h2><div id="menuSup">${links(MENU, "/m/")}</div></div>
<div id="migasPan"><span>Usted está aquí:</span> <a href="/">Inicio</a> &gt; <a href="/t">Catálogo de gestiones</a></div><div id="contenedor"><div id="lateral">${links(SIDE, "/s/")}</div><div id="principal"><div id="ctl00_cuerpo">${main}</div>
<div class="encuestaSatisfaccion"><p>${SURVEY}.</p><a href="/encuesta">Contestar la encuesta</a></div></div></div><div id="piePagina"><p>${ADDRESS}</p>${links(["Aviso legal y condiciones", "Contacte con el administrador"], "/l/")}</div></form></body></html>`,
    boilerplate: [
      ...MENU,
      ...SIDE,
      ADDRESS,
      SURVEY,
      "Catálogo de gestiones",
      "Contestar la encuesta",
      "Contacte con el administrador",
    ],
  }),

  "an assistant and subscriptions": ({ language, office, title, main }) => ({
    html: `${head(language, `${title} - Sede electrónica`)}<body><a class="sr-only" href="#c">Ir al contenido</a><div class="top-bar"><a href="/es">Castellano</a> <a href="/eu">Euskara</a> <a href="/ca">Català</a></div><div class="site-header">${escaped(office)}</div><div class="main-menu">${links(MENU, "/m/")}</div>
<div class="container"><div class="row"><div class="col-lg-8" id="c">${main}<div class="compartir-redes"><span>Compartir:</span> <a href="https://f.example">Facebook</a> <a href="https://w.example">WhatsApp</a></div></div>
<div class="col-lg-4"><div class="box-destacados"><h3>Trámites destacados</h3>${links(RELATED, "/r/")}</div><div class="box-boletin"><h3>Boletín</h3><p>Reciba las novedades de la sede en su correo cada semana.</p></div></div></div></div>
<div class="chatbot"><p>Hola, soy el asistente virtual. ¿En qué puedo ayudarle?</p></div><div class="site-footer"><address>${ADDRESS}</address><p>${RIGHTS}</p></div></body></html>`,
    boilerplate: [
      ...MENU,
      ...RELATED,
      ADDRESS,
      RIGHTS,
      "Castellano",
      "WhatsApp",
      "Reciba las novedades",
      "asistente virtual",
    ],
  }),
};
