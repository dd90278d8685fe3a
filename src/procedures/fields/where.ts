/** `donde_solicitar`: addresses of the web and of the street, and where to get an appointment. */
import { asUri } from "../../domain/uri.ts";
import type { WhereToApply } from "../procedure-doc.ts";
import { foldedWords, isNothingButLinks, linksIn, type TextLink } from "../plain-text.ts";
import type { Section, SectionPart } from "../sections.ts";
import { unique } from "./items.ts";

const MAX_URLS = 12;
const MAX_PLACES = 60;
const FILE = /\.(?:pdf|docx?|odt|xlsx?|zip|rtf|jpe?g|png)(?:$|[?#])/i;
const STARTS =
  / (?:iniciar|inicia|tramitar|tramita|tramitacion|acceder|acceso|solicitar|solicitud en linea|presentar|sede electronica|seu electronica|inicia el tramit|tramitacio|sollicitar|egoitza|hasi|izapidetu|eskatu|solicitude) /;
const APPOINTMENT =
  /cita[-_ ]?previa|citaprevia|pedir[-_ ]?cita|solicitar[-_ ]?cita|cita[-_]|demanar[-_ ]?cita|hitzordu|reserva[-_ ]?(?:de[-_ ]?)?cita|\bcita\b/i;
/** Addresses as people write them, without a scheme. */
const WRITTEN =
  /(?<![@\p{L}\p{N}./-])(?:https?:\/\/)?(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:es|cat|eus|gal|madrid|org|com|eu|net|info)(?:\/[^\s,;)»'"]*)?(?![\p{L}\p{N}@])/gu;

export interface WhereInput {
  /** Parts on where and how. */
  readonly where: readonly Section[];
  readonly how: readonly Section[];
  readonly links: readonly TextLink[];
  readonly body: string;
}

export function whereToApply({ where, how, links, body }: WhereInput): WhereToApply | null {
  const near = [...where, ...how].flatMap(({ parts }) => parts);
  const linked = near.flatMap(({ raw }) => linksIn(raw));
  const starting = links.filter(({ text }) => STARTS.test(foldedWords(text)));
  const urls = [...linked, ...starting]
    .map(({ url }) => url)
    .concat(near.flatMap(({ text }) => writtenUrls(text)));
  const addresses = [...placesOf(where), ...how.flatMap(({ parts }) => parts.flatMap(placeAmongWays))];
  const appointment = appointmentUrl(
    [...linked, ...links],
    `${near.map(({ text }) => text).join("\n")}\n${body}`,
  );
  const direcciones = withoutParts(unique(addresses).slice(0, MAX_PLACES));
  const found: WhereToApply = {
    urls: [...new Set(urls.filter(isPage).map(uriOf))].slice(0, MAX_URLS),
    direcciones: direcciones.length > 0 ? direcciones : unique(addressesIn(body)).slice(0, 3),
    cita_previa_url: appointment === null ? null : uriOf(appointment),
  };
  const isEmpty = found.urls?.length === 0 && found.direcciones?.length === 0 && appointment === null;
  return isEmpty ? null : found;
}

/** A line that is an office, with its hours; of others the address alone. */
function placeAmongWays({ text, label }: SectionPart): string[] {
  const addresses = addressesIn(text);
  const isOffice = addresses.length === 1 && label === null && text.length <= MAX_OFFICE && OFFICE.test(text);
  return isOffice ? [text] : addresses;
}

const MAX_OFFICE = 200;
const OFFICE =
  /^(?:oficinas?|registros?|gerencia|delegaci\p{L}+|jefaturas?|direcci\p{L}+|servicios?|centros?|unidad|secretar[ií]a|ayuntamiento|casa consistorial|oficin\p{L}+|registre|servei|ajuntament|rexistro|xefatura|servizo|concello|\p{L}+ (?:arreta|bulego)\p{L}*)(?!\p{L})/iu;

function isPage(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url) && !FILE.test(url);
}

/** That of a host alone stays as short as people write it. */
function uriOf(url: string): string {
  return /^https?:\/\/[\w.:-]+$/i.test(url) ? url : asUri(url);
}

export function writtenUrls(text: string): string[] {
  return [...text.matchAll(WRITTEN)].flatMap(([written]) => {
    const bare = written.replace(/[.,:]+$/, "");
    const url = URL.parse(/^https?:/i.test(bare) ? bare : `https://${bare}`);
    return url === null ? [] : [url.pathname === "/" ? url.origin : url.href];
  });
}

/** What stands under "Dónde" is a place, however it is written; a link that says what to do there is none. */
function placesOf(sections: readonly Section[]): string[] {
  return sections
    .flatMap(({ parts }) => parts)
    .filter(({ raw, text }) => !/^https?:\S+$/.test(text) && !isToDo(raw))
    .map(({ text }) => text);
}

/** Links and nothing else, each of which says what to do. */
function isToDo(raw: string): boolean {
  const links = isNothingButLinks(raw) ? linksIn(raw) : [];
  return links.length > 0 && links.every(({ text }) => isAct(foldedWords(text)));
}

const isAct = (words: string) =>
  DOES.test(words) && !PLACE.test(words) && words.trim().split(" ").length <= MAX_ACT;
const MAX_ACT = 8;
const PLACE =
  / (?:registro|rexistro|registre|oficinas?|oficines|bulego\p{L}*|plaza|placa|praza|calle|carrer|rua|kalea|avenida|avinguda|municipal) /u;
/** Folded: what people are told to do with a link. */
const DOES =
  /^ (?:iniciar?|inicie|comenzar|comience|empezar|tramitar?|tramite|acceder?|acceda|entrar?|entre|ir|solicitar?|solicite|pedir|pida|pide|presentar?|presente|reservar?|reserve|consultar?|consulte|ver|vea|descargar?|descargue|demanar?|demaneu|sol licita|sol licitar|sol liciteu|accedir|accedeix|accediu|inicieu|consulteu|descarrega|descarregar|reserva (?:de )?(?:cita|hora|turno)|pidir|solicita|hasi|eskatu|sartu|ikusi|deskargatu|kontsultatu|aurkeztu|acceso|acces|sarbidea|hitzordua|cita previa|izapidetu|tramiteu|tramita ho) | (?:izapidetu|hartu|eskatu|hasi|ikusi|sartu) $/;

const STREET = String.raw`(?:C\/|Calle|C\.|Avda?\.?|Av\.|Avenida|Gran Vía|Polígono|Urbanización|Alameda|Cuesta|Bulevar|Paseo|P\.º|Pº|Plaza|Pl\.|Pza\.?|Ronda|Carretera|Ctra\.|Camino|Travesía|Glorieta|Carrer|Plaça|Avinguda|Passeig|Rambla|Rúa|Praza|Travesa|Avenida da)`;
const BEFORE_NUMBER = new RegExp(
  String.raw`(?<![\p{L}])${STREET}\s+[^.;:\n()]{2,60}?,?\s*(?:(?:n\.?º?\s*|núm\.?\s*)?\d{1,4}|s\/n)(?:[^.;:\n]{0,20}?,?\s+\d{5}\s+\p{Lu}[\p{L} '’-]{1,40})?`,
  "giu",
);
const BASQUE =
  /(?<![\p{L}])[\p{Lu}][\p{L}-]+(?: [\p{Lu}][\p{L}-]+)? (?:kalea|etorbidea|plaza|pasealekua),? \d{1,4}(?:[^.;:\n]{0,12}\d{5} \p{Lu}[\p{L}-]+)?/gu;

export function addressesIn(text: string): string[] {
  return [...text.matchAll(BEFORE_NUMBER), ...text.matchAll(BASQUE)].map(([address]) => address.trim());
}

function withoutParts(texts: readonly string[]): string[] {
  return texts.filter(
    (text, at) =>
      !texts.some((other, place) => place !== at && other.length > text.length && other.includes(text)),
  );
}

function appointmentUrl(links: readonly TextLink[], body: string): string | null {
  const linked = links.find(
    ({ text, url }) => isPage(url) && (APPOINTMENT.test(text) || APPOINTMENT.test(url)),
  );
  if (linked !== undefined) return linked.url;
  for (const line of body.split("\n")) {
    const at = line.search(/\bcita(?: previa)?\b|\bhitzordua/i);
    if (at === -1) continue;
    const [url] = writtenUrls(line.slice(at, at + 160));
    if (url !== undefined) return url;
  }
  return null;
}
