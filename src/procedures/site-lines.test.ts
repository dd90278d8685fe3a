import { describe, expect, it } from "vitest";
import { sectionsOf } from "./sections.ts";

const link = (text: string) => `[${text}](https://villa.example/${text.length})`;
const SITE: readonly (readonly [string, readonly string[]])[] = [
  [
    "that it is closed",
    ["El día 10/02/2024 la sede electrónica permanecerá cerrada por una actualización técnica."],
  ],
  ["what its files are read with", ["Si no puede ver los formularios, descargue gratis el lector de PDF."]],
  ["what a content system has not filled in", ["{loadposition banner-central}", "[vc_row css_animation]"]],
  ["other pages", ["Quizá también te interese", link("Alquiler de pistas"), link("Carné joven")]],
  [
    "other pages below a bold line",
    ["**Enlaces relacionados**", link("Padrón"), link("Solicitud de volante")],
  ],
  ["other pages in Catalan", ["Altres tràmits", link("Padró d'habitants")]],
  ["what others visit", ["Lo más visitado", link("Pago de tributos"), link("Callejero")]],
  ["the way to the page", [`${link("Inicio")} > ${link("Trámites")} > ${link("Deportes")} > Bono`]],
  ["a bar of links", [`${link("Aviso legal")} | ${link("Mapa web")} | ${link("Contacte con nosotros")}`]],
  ["languages", [link("Castellano"), link("Galego"), link("English")]],
  ["cookies", ["Este sitio usa cookies para medir las visitas. Si sigue, las acepta."]],
  ["networks", [link("Compartir en Facebook"), link("Enviar por WhatsApp")]],
  [
    "networks in Catalan",
    [link("Comparteix a Facebook"), "Comparteix aquesta pàgina", link("Envia per WhatsApp")],
  ],
  ["networks in Basque", ["Partekatu Facebooken", "Partekatu X sarean", link("Bidali WhatsApp bidez")]],
  [
    "the way up",
    ["Puja a l'inici de la pàgina", "Volver arriba", "Itzuli orriaren hasierara", "Ir al inicio"],
  ],
  ["the page as a file", ["Descarrega la fitxa en PDF", "Descargar esta ficha en PDF", "Gardar a páxina"]],
  [
    "swindlers",
    ["Alerta de fraude: nunca le pediremos sus claves", "Compte amb els fraus per SMS i correus"],
  ],
  [
    "an application for telephones",
    ["Nueva app disponible en Google Play", "Descárgate nuestra app municipal"],
  ],
  [
    "news on a telephone",
    ["Recibe avisos de nuevas convocatorias en tu móvil", "Apunteu-vos al canal de notícies"],
  ],
  [
    "what it is worth",
    [
      "Este texto tiene carácter divulgativo y no puede ser invocado ante los tribunales.",
      "La información ofrecida no tiene efectos vinculantes para la Administración.",
      "Aquest contingut té caràcter merament informatiu",
    ],
  ],
  ["what was set as a heading", ["##### Veure més tràmits d'aquesta categoria"]],
  ["controls of a word", ["Compártelo", "Comentarios (0)", "Descargar audio"]],
  ["whether it was of use", ["¿Te ha resultado útil esta página?", "Sí", "No"]],
  ["an opinion", ["Envíenos su opinión sobre este contenido"]],
  ["when it was changed", ["Fecha de la última revisión: 14/05/2024"]],
  ["news by mail", ["Suscríbete a nuestro boletín de novedades", "Introduce tu correo electrónico"]],
  ["rights", ["© 2024 Ayuntamiento de Villa", "Copyright Ayuntamiento de Villa 2024"]],
  ["the body and its number", ["Ayuntamiento de Villa. Plaza Mayor, 1. CIF P2899900A"]],
  ["a session", [link("Iniciar sesión"), link("Registrarse"), "¿Ha olvidado su contraseña?"]],
  ["tools", [link("Imprimir"), link("Descargar en PDF"), "Tamaño de letra: A- A A+", "Búsqueda avanzada"]],
  [
    "when the site is down",
    ["Aviso", "La sede electrónica no estará disponible el sábado 14 de junio de 8:00 a 14:00."],
  ],
  [
    "when it is down, and why",
    ["Por labores de mantenimiento, el portal permanecerá fuera de servicio el 8."],
  ],
];

const LAYOUTS: readonly (readonly [string, (lines: readonly string[]) => string])[] = [
  ["paragraphs", (lines) => lines.join("\n\n")],
  ["lines of one", (lines) => lines.join("\n")],
  ["items", ([head = "", ...rest]) => [head, "", ...rest.map((line) => `- ${line}`)].join("\n")],
  ["rows", (lines) => lines.map((line) => `| ${line.replaceAll("|", String.raw`\|`)} |`).join("\n")],
];
const page = (site: string) =>
  `# Bono\n\n## Plazo\n\nDel 1 al 20 de mayo.\n\n${site}\n\n## Tasas\n\n18 €\n\n${site}\n\n## Requisitos\n\n- Ser vecino`;
const read = (markdown: string) =>
  sectionsOf(markdown, "Bono")
    .filter(({ kind, parts }) => kind !== "boilerplate" && parts.length > 0)
    .map(({ kind, parts }) => [kind, parts.map(({ text }) => text)]);

describe("what a site says on every page", () => {
  it.each(
    SITE.flatMap(([what, lines]) => LAYOUTS.map(([layout, write]) => ({ what, layout, text: write(lines) }))),
  )("is in no part: $what, in $layout", ({ text }) => {
    expect(read(page(text))).toEqual([
      ["plazos", ["Del 1 al 20 de mayo."]],
      ["tasas", ["18 €"]],
      ["requisitos", ["Ser vecino"]],
    ]);
  });

  it.each<[string, string, string, readonly string[]]>([
    [
      "ways to apply that are links",
      "como_solicitar",
      `## Cómo solicitarlo\n\n${link("Tramitar por internet")}\n\n${link("Cita previa")}\n\n- ${link("Impreso")}`,
      ["Tramitar por internet", "Cita previa", "Impreso"],
    ],
    [
      "laws that are links",
      "base_legal",
      `## Normativa relacionada\n\n- ${link("Ley 7/1985, de 2 de abril")}\n- ${link("Ordenanza 14")}`,
      ["Ley 7/1985, de 2 de abril", "Ordenanza 14"],
    ],
    [
      "papers that are links",
      "documentos_necesarios",
      `## Formularios\n\n${link("Solicitud")}\n${link("Anexo II")}`,
      ["Solicitud", "Anexo II"],
    ],
    [
      "what is revised or subscribed to by people",
      "requisitos",
      "## Requisitos\n\nEstar suscrito al convenio.\n\nLa última revisión médica ha de ser de este año.",
      ["Estar suscrito al convenio.", "La última revisión médica ha de ser de este año."],
    ],
    [
      "what sounds like the words of a site",
      "como_solicitar",
      "## Cómo solicitarlo\n\nCon la app Mi DGT, disponible en Google Play.\n\nEnviar por WhatsApp al 600 100 200.\n\nPor correo: denuncie el fraude en un escrito.\n\nDescargue la ficha de terceros.\n\nRecibirá avisos de su cita por SMS.\n\nAnálisis inicial",
      [
        "Con la app Mi DGT, disponible en Google Play.",
        "Enviar por WhatsApp al 600 100 200.",
        "Por correo: denuncie el fraude en un escrito.",
        "Descargue la ficha de terceros.",
        "Recibirá avisos de su cita por SMS.",
        "Análisis inicial",
      ],
    ],
    [
      "when an office is closed",
      "donde_solicitar",
      "## Dónde solicitarlo\n\nEn la oficina, que no estará abierta en agosto.\n\nEl impreso estará disponible en la sede.\n\nEl servicio de comedor no estará disponible en julio.",
      [
        "En la oficina, que no estará abierta en agosto.",
        "El impreso estará disponible en la sede.",
        "El servicio de comedor no estará disponible en julio.",
      ],
    ],
  ])("leaves %s", (_, kind, markdown, texts) => {
    expect(read(markdown)).toEqual([[kind, texts]]);
  });
});

it.each([
  ["Ficha anterior | Ficha siguiente"],
  ["< Prev Próximo >"],
  ["Vote esta página: buena, regular, mala"],
  ["Com valores aquesta pàgina? Molt bé, bé, regular, malament"],
  ["Modificado el 9 de junio de 2025"],
  ["He leído y acepto la política de privacidad"],
])("a line of the page's own is in no part: %s", (line) => {
  expect(read(`## Requisitos\n\nSer mayor de edad\n\n${line}`)).toEqual([
    ["requisitos", ["Ser mayor de edad"]],
  ]);
});

it.each([
  ["Declaración del ejercicio anterior"],
  ["Renta del año siguiente"],
  ["Página anterior del libro de familia"],
  ["Modificado el contrato, 5 días para avisar"],
  ["Votar en el colegio que le corresponda"],
])("a fact that sounds so stays: %s", (line) => {
  expect(read(`## Requisitos\n\nSer mayor de edad\n\n${line}`)).toEqual([
    ["requisitos", ["Ser mayor de edad", line]],
  ]);
});
