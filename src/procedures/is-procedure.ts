/** What is a procedure, and what only looks like one (settled question). */
import type { ExtractedDocument } from "../domain/extracted-document.ts";
import { SECTION_FIELDS, type SectionField } from "../extraction/section-names.ts";
import { DEFAULT_PATH_PATTERNS, matchingPattern } from "../finders/procedure-markers.ts";
import { foldedWords, plainLine } from "./plain-text.ts";
import { exactKindOf, kindOf } from "./section-kind.ts";
import type { Section } from "./sections.ts";

export type NoProcedureReason =
  | "requires_js_rendering"
  | "requires_ocr"
  | "too_little_text"
  | "error_page"
  | "out_of_service"
  | "login_page"
  | "site_page"
  | "news"
  | "legal_text"
  | "list_of_links"
  | "no_sections"
  | "too_few_sections";

export interface Refusal {
  readonly reason: NoProcedureReason;
  /** For people: what was seen. */
  readonly detail: string;
}

const MIN_WORDS = 50;
export const HARDLY_ANY = 20;
/** "Requisitos: estar empadronado. Plazo: en el acto": with all its parts a procedure may be as short. */
const TERSE = 12;
const ENOUGH_SECTIONS = 3;

/** Before its language is asked: there is nothing to read. */
export function refusalOfText(document: ExtractedDocument, fields: readonly SectionField[]): Refusal | null {
  const { word_count: words, requires_js_rendering, requires_ocr } = document.metadata;
  const least = fields.length > ENOUGH_SECTIONS ? TERSE : HARDLY_ANY;
  const isLittle = words < least || (words < MIN_WORDS && fields.length < ENOUGH_SECTIONS);
  if (requires_js_rendering && isLittle)
    return { reason: "requires_js_rendering", detail: `${words} words before its scripts run` };
  if (requires_ocr && isLittle) return { reason: "requires_ocr", detail: "the pages are images" };
  return isLittle ? { reason: "too_little_text", detail: `${words} words` } : null;
}

export function refusalOfKind(
  document: ExtractedDocument,
  sections: readonly Section[],
  pathPatterns: readonly string[] = DEFAULT_PATH_PATTERNS,
): Refusal | null {
  const fields = filledFields(sections);
  return (
    outOfServiceRefusal(document, fields) ??
    newsRefusal(document) ??
    legalRefusal(document) ??
    linksRefusal(document, fields) ??
    cardsRefusal(document, sections) ??
    sectionsRefusal(document, sections, pathPatterns)
  );
}

const FIELDS: ReadonlySet<string> = new Set(SECTION_FIELDS);

/** The fields of P23 that parts with something in them stand for; a name alone tells nothing. */
export function filledFields(sections: readonly Section[]): SectionField[] {
  const kinds = sections.filter(({ parts }) => parts.length > 0).map(({ kind }) => kind);
  const found = new Set(kinds.filter((kind): kind is SectionField => kind !== null && FIELDS.has(kind)));
  found.delete("nombre");
  return SECTION_FIELDS.filter((field) => found.has(field));
}

/** What a page calls itself that every site has: it may well have parts with the names of a procedure's. Folded. */
const SITE_PAGES: readonly (readonly [NoProcedureReason, RegExp])[] = [
  [
    "error_page",
    /^ (?:error|404|403|500|503|ha ocurrido un error|se ha producido un error|pagina no (?:encontrada|disponible|existe)|no se (?:ha encontrado|encuentra) la pagina|la pagina (?:solicitada |que busca )?no (?:existe|se encuentra|esta disponible)|contenido no (?:encontrado|disponible)|recurso no encontrado|servicio (?:temporalmente )?no disponible|sitio en mantenimiento|web en mantenimiento|en mantenimiento|fuera de servicio|acceso (?:denegado|prohibido|restringido|no autorizado)|sesion (?:caducada|expirada)|page not found|not found|pagina no trobada|no s ha trobat la pagina|servei no disponible|paxina non atopada|orria ez da aurkitu|ez da orria aurkitu|errorea) | error (?:404|403|500|503) /,
  ],
  [
    "login_page",
    /^ (?:identificacion|identifiquese|identificate|iniciar sesion|inicio de sesion|inicia sesion|login|autenticacion|acceso (?:a|con|para|de) (?:la |el |su |tu |mi )?(?:sede|carpeta|area|zona|intranet|portal|usuarios?|cuenta|cl ve|certificado)[^$]*|acceso identificado|acceso usuarios|pasarela de autenticacion|inicia sessio|iniciar sessio|identificacio|saioa hasi|identifikazioa) $/,
  ],
  [
    "site_page",
    /^ (?:(?:su|tu) privacidad|uso de cookies|cookies|accesibilidad|declaracion de accesibilidad|declaracio d accessibilitat|accesibilidade|irisgarritasuna|proteccion de datos(?: personales| de caracter personal)?|proteccio de dades|informacion sobre (?:proteccion de datos|cookies)|privacidad|privacitat|pribatutasun politika|condiciones (?:generales )?de uso|mapa (?:web|del sitio|del web)|quienes somos|contacto|contacte|busqueda|buscar|cerca|bilaketa) $|^ (?:buscador|busqueda avanzada|resultados? de (?:la |su |tu )?busqueda|cercador|cerca avancada|resultats de la cerca|busca avanzada|resultados da busca|bilatzailea|bilaketa aurreratua|bilaketaren emaitzak|(?:su|tu) privacidad|aviso legal|avis legal|lege oharra|politica de (?:privacidad|cookies|privacitat|galetes|privacidade)|preguntas (?:mas )?frecuentes|preguntes (?:mes )?frequents|preguntas e respostas|preguntas y respuestas|galdera ohikoak|ohiko galderak|galdera arruntak|faqs?) /,
  ],
];

/** Asked first: such pages are short, and that is not what is wrong with them. */
export function refusalOfSite({ title, headings, form_fields, metadata }: ExtractedDocument): Refusal | null {
  for (const text of [title, headings[0]?.text ?? ""]) {
    const found = SITE_PAGES.find(([, pattern]) => pattern.test(foldedWords(text)));
    if (found !== undefined) return { reason: found[0], detail: `it is called "${text}"` };
  }
  const asksPassword = form_fields.some(({ type }) => type === "password");
  return asksPassword && metadata.word_count < FEW_WORDS_OF_LOGIN
    ? { reason: "login_page", detail: "it asks for a password and says little else" }
    : null;
}

const FEW_WORDS_OF_LOGIN = 150;

/** Who is out of service; a vehicle may be, too. Folded. */
const SITE_ITSELF =
  / (?:pagina|sitio|web|sede|portal|plataforma|servicio|sistema|aplicacion|tramite|contenido|seu|lloc|servei|sistema|aplicacio|tramit|contingut|paxina|servizo|contido|egoitza|webgune\p{L}*|atari\p{L}*|orri\p{L}*|zerbitzu\p{L}*|aplikazio\p{L}*|izapide\p{L}*|site|page|service) /u;
const STATE =
  "(?:en|por|bajo|per|en labores de|por labores de|por tareas de|por trabajos de|per tasques de|per treballs de|por tarefas de) (?:mantenimiento|manteniment|mantemento)|fuera de (?:servicio|linea)|fora de (?:servei|linia)|fora de (?:servizo|lina)|en construccion|en construccio|en construcion|(?:no|non) (?:esta |se encuentra |estara |estaran )?disponibles?|interrumpid[oa]|suspendid[oa] temporalmente|mantentze (?:lan\\p{L}*|prozesu\\p{L}*)|mantenua\\p{L}*|zerbitzuz kanpo|(?:ez dago|ez da egongo|ez daude) (?:aldi baterako |une honetan )?erabilgarri|under maintenance|unavailable|out of service";
/** Nothing else is said of: "En mantenimiento", "Estamos en mantenimiento". */
const ONLY_STATE = new RegExp(`^ (?:estamos |lo sentimos |disculpen |perdonen )?(?:${STATE}) `, "u");
const OF_STATE = new RegExp(
  ` (?:${STATE}|(?:labores|tareas|trabajos|tasques|treballs|tarefas) de (?:mantenimiento|manteniment|mantemento)) `,
  "u",
);
const OF_ANYTHING =
  / (?:(?:temporalmente|momentaneamente|temporalment|momentaniament) (?:no|non|fuera|fora|inactiv[oa]|interrumpid[oa])|(?:no|non) disponible (?:temporalmente|temporalment|momentaneamente|en estos momentos)|parada (?:tecnica|programada)|aturada tecnica|volvemos (?:enseguida|pronto|en breve)|tornem (?:de seguida|aviat)|volvemos axina|disculpen? las molestias|aldi baterako (?:ez dago|itxita|etenda)|temporarily) /;

function isOutOfService(name: string): boolean {
  const said = foldedWords(name);
  const subject = said.replace(OF_STATE, " ");
  const isOfSite = subject !== said && SITE_ITSELF.test(subject);
  return isOfSite || ONLY_STATE.test(said) || OF_ANYTHING.test(said);
}

/** Such a page tells until when, and what becomes of deadlines: with three parts it is a procedure that is called so. */
function outOfServiceRefusal(
  { title, headings }: ExtractedDocument,
  fields: readonly SectionField[],
): Refusal | null {
  const named = [title, headings[0]?.text ?? ""].find(isOutOfService);
  return named === undefined || fields.length >= ENOUGH_SECTIONS
    ? null
    : { reason: "out_of_service", detail: `it is called "${named}"` };
}

const NEWS_PATH =
  /\/(?:noticias?|news|notas?-(?:de-)?prensa|sala-de-prensa|prensa|actualidad|noticies|actualitat|premsa|notes-de-premsa|novas|actualidade|albisteak?|berriak|blog|comunicados?|eventos|agenda)(?:\/|$)/;
const NEWS_TITLE =
  /^ (?:noticias?|nota de prensa|comunicado de prensa|noticies|nota de premsa|albisteak?|nova|novas|prentsa oharra) /;
const NEWS_LINE =
  /^ (?:noticias?|nota de prensa|comunicado de prensa|notas de prensa|noticia destacada|nota de premsa|noticies|albistea|albisteak|prentsa oharra|sala de prensa|actualidad) $/;
const FIRST_LINES = 6;
const MANY_LINES = 60;

/** What reporters write and offices do not; two of them are no accident. Folded. */
const REPORTED =
  / (?:ha|han) (?:anunciado|destacado|explicado|senalado|subrayado|asegurado|recalcado|apuntado|manifestado|recordado|avanzado|incidido|valorado|remarcado) | rueda de prensa | (?:ha|han) (?:anunciat|destacat|explicat|assenyalat|subratllat|assegurat|recordat|remarcat|avancat|valorat) | roda de premsa | (?:anunciou|destacou|explicou|sinalou|subliniou|asegurou|lembrou|avanzou|salientou) | rolda de prensa | (?:iragarri|azaldu|nabarmendu|adierazi|azpimarratu|gogorarazi) (?:du|dute|zuen) | prentsaurreko/g;
const ENOUGH_REPORTED = 2;

function newsRefusal(document: ExtractedDocument): Refusal | null {
  const { source_url, title, extracted_text, headings, metadata } = document;
  if (metadata.news_sign !== undefined) return { reason: "news", detail: metadata.news_sign };
  const path = URL.parse(source_url)?.pathname.toLowerCase() ?? "";
  const segment = NEWS_PATH.exec(path)?.[0];
  if (segment !== undefined) return { reason: "news", detail: `its address has ${segment}` };
  const named = [title, headings[0]?.text ?? ""].find((text) => NEWS_TITLE.test(foldedWords(text)));
  if (named !== undefined) return { reason: "news", detail: `it is called "${named}"` };
  const lines = extracted_text.split("\n", MANY_LINES).filter((line) => line.trim() !== "");
  // Below the head of a part it is a list of the site's news.
  const part = lines.findIndex((line) => line.startsWith("#") && headsPart(plainLine(line)));
  const said = lines
    .slice(0, part === -1 ? FIRST_LINES : Math.min(FIRST_LINES, part))
    .map(plainLine)
    .find((line) => NEWS_LINE.test(foldedWords(line)));
  if (said !== undefined) return { reason: "news", detail: `it says "${said}"` };
  const reported = new Set(foldedWords(extracted_text.slice(0, REPORT)).match(REPORTED) ?? []);
  return reported.size < ENOUGH_REPORTED
    ? null
    : { reason: "news", detail: `it reports:${[...reported].join("…")}`.trim() };
}

function headsPart(line: string): boolean {
  const kind = kindOf(line)?.kind;
  return kind !== undefined && kind !== "boilerplate";
}

/** Characters: a report says so from the start. */
const REPORT = 20_000;

const LEGAL_TITLE =
  /^ (?:ordenanza|ordenanca|reglamento|reglament|regulamento|ordenantza|araudia|ley|llei|lei|real decreto|decreto|decret|orden|ordre|orde|bases reguladoras) /;
const ARTICLE = /^ (?:articulo|article|artigo|art) \d+ | \d+ artikulua /;

/** A law has parts with the names of a procedure's, too. */
function legalRefusal({ title, headings }: ExtractedDocument): Refusal | null {
  const articles = headings.filter(({ text }) => ARTICLE.test(foldedWords(text))).length;
  return articles >= 2 && LEGAL_TITLE.test(foldedWords(title))
    ? { reason: "legal_text", detail: `it is called "${title}" and has articles` }
    : null;
}

const LIST_TITLE =
  /^ (?:listado|lista|catalogo|indice|directorio|buscador|mapa web|mapa del sitio|mapa del web|enlaces|todos los tramites|todos los procedimientos|resultados de la busqueda|cataleg|llistat|tramites y servicios|tramites y gestiones|tramites mas|izapideen zerrenda|izapideen katalogoa) |^ (?:tramites|tramits|izapideak|procedimientos|servicios|gestiones|sede electronica|tramites destacados|tramites online) $/;
const LINKED = 0.6;

/** A list says so, or is links for the most part and has none of what a procedure has. */
function linksRefusal(document: ExtractedDocument, fields: readonly SectionField[]): Refusal | null {
  const share = linkedShare(document);
  const isNamedSo = LIST_TITLE.test(foldedWords(document.title));
  if (isNamedSo && (share >= 0.3 || fields.length < ENOUGH_SECTIONS)) {
    return { reason: "list_of_links", detail: `it is called "${document.title}"` };
  }
  const isMostlyLinks = document.links.length >= 5 && share >= LINKED && fields.length < ENOUGH_SECTIONS;
  return isMostlyLinks
    ? { reason: "list_of_links", detail: `${Math.round(share * 100)} % of its text are links` }
    : null;
}

const HEADING = /^(#{1,6}) +(\S.*)$/gm;
const LINKED_HEADING = /^\[(?:\\.|[^\]\\])*\]\(([^()\s]*)\)$/;
const FEWEST_CARDS = 4;
/** Parts to a field: a procedure says each thing once or twice, a list says it of every card. */
const SAID_AGAIN = 3;

/** Cards that are headed by links: each may say its deadline, and it is that of another page. */
function cardsRefusal(document: ExtractedDocument, sections: readonly Section[]): Refusal | null {
  const headings = headingsOf(document);
  const named = headings.filter(({ kind }) => kind === null);
  const cards = named.filter(({ leadsAway }) => leadsAway).length;
  const ownParts = new Set(headings.map(({ kind }) => kind).filter((kind) => kind !== null)).size;
  if (cards < FEWEST_CARDS || cards * 2 <= named.length || ownParts > 1) return null;
  const fields = filledFields(sections).length;
  const filled = sections.filter(({ kind, parts }) => kind !== null && FIELDS.has(kind) && parts.length > 0);
  return fields < ENOUGH_SECTIONS || filled.length >= fields * SAID_AGAIN
    ? { reason: "list_of_links", detail: `${cards} of its headings are links to other pages` }
    : null;
}

/** Below the title, and above "Trámites relacionados", which any procedure may have. */
function headingsOf({ extracted_text, source_url }: ExtractedDocument) {
  const all = [...extracted_text.matchAll(HEADING)]
    .filter(([, marks]) => marks !== "#")
    .map(([, , raw = ""]) => ({ raw, text: plainLine(raw) }));
  const end = all.findIndex(({ text }) => kindOf(text)?.kind === "boilerplate");
  return all.slice(0, end === -1 ? all.length : end).map(({ raw, text }) => ({
    kind: exactKindOf(text),
    leadsAway: isOtherPage(LINKED_HEADING.exec(raw)?.[1] ?? "", source_url),
  }));
}

/** Panels are opened by links to their own page. */
function isOtherPage(link: string, page: string): boolean {
  const [there, here] = [link, page].map((url) => url.split("#", 1)[0]);
  return there !== "" && there !== here;
}

function linkedShare({ links, extracted_text }: ExtractedDocument): number {
  const linked = links.reduce((sum, { text }) => sum + text.length, 0);
  // Of `[text](address)` only the text is read.
  const addresses = links.reduce((sum, { url }) => sum + url.length + 4, 0);
  const whole = Math.max(linked, extracted_text.length - addresses);
  return whole === 0 ? 0 : linked / whole;
}

/** Parts that offices put on pages of every kind: alone they make no procedure. */
const TELLING: ReadonlySet<SectionField> = new Set<SectionField>([
  "requisitos",
  "documentos_necesarios",
  "plazos",
  "tasas",
  "como_solicitar",
]);

function sectionsRefusal(
  { source_url }: ExtractedDocument,
  sections: readonly Section[],
  pathPatterns: readonly string[],
): Refusal | null {
  const fields = filledFields(sections);
  const telling = fields.filter((field) => TELLING.has(field));
  if (telling.length === 0) return { reason: "no_sections", detail: "no part of a procedure was recognised" };
  if (fields.length >= ENOUGH_SECTIONS) return null;
  const url = URL.parse(source_url);
  const patterns = pathPatterns.length > 0 ? pathPatterns : DEFAULT_PATH_PATTERNS;
  if (url !== null && matchingPattern(url, patterns) !== null) return null;
  return {
    reason: "too_few_sections",
    detail: `only ${fields.join(", ")}, and its address is no procedure's`,
  };
}
