/** What a heading or label stands over, and how sure that is (P23). */
import { sectionOf } from "../extraction/section-matching.ts";
import { type OtherSection, SECTION_NAMES, type SectionField } from "../extraction/section-names.ts";
import { foldedWords } from "./plain-text.ts";

export type SectionKind = SectionField | OtherSection | "organismo" | "telefono" | "estado" | "boilerplate";

export interface KnownHeading {
  readonly kind: SectionKind;
  /** The whole of it is a name that is known, or it begins like nothing else does: it heads a part wherever it stands. */
  readonly strong: boolean;
}

const phrases = (...lines: readonly string[]) =>
  new Set(lines.flatMap((line) => line.split("|")).map((phrase) => phrase.trim()));

/** Labels of a procedure's sheet that fill a field of their own; the whole label must be one of these. */
const LABELS: readonly (readonly [SectionKind, ReadonlySet<string>])[] = [
  [
    "organismo",
    phrases(
      "organismo|organismo responsable|organismo competente|organismo gestor|organo responsable|administracion|administracion responsable|entidad|entidad responsable|departamento|departamento responsable|ministerio|consejeria|responsable|quien lo gestiona|quien lo tramita|organo competente|organo gestor|centro directivo|entidad gestora|organismo que lo gestiona|quien lo gestiona|gestor|unidad responsable",
      "organisme|organisme responsable|organ responsable|departament|departament responsable|administracio|conselleria|entitat|organ competent|organ gestor|qui ho gestiona",
      "departamento responsable|entidade|entidade responsable|organo competente|administracion responsable|conselleria responsable",
      "erakundea|erakunde arduraduna|organo arduraduna|saila|sail arduraduna|administrazioa|organo eskuduna|arduraduna",
    ),
  ],
  [
    "telefono",
    phrases(
      "telefono|telefonos|telefono de contacto|telefonos de contacto|telefono de informacion|telefonos de informacion|telefono de atencion|telefono informacion|tel|atencion telefonica|informacion telefonica|telefono de atencion a la ciudadania|telefono de ayuda|telefono cita|telefono de cita previa|telefono y horario",
      "telefon|telefons|telefon de contacte|telefon d informacio|telefons d informacio|telefon d atencio|atencio telefonica|informacio telefonica",
      "telefono de atencion a cidadania|atencion telefonica",
      "telefonoa|telefonoak|harremanetarako telefonoa|telefono bidezko arreta",
    ),
  ],
  [
    "estado",
    phrases("estado|estado del tramite|estado del procedimiento|situacion|estat|estat del tramit|egoera"),
  ],
  [
    "datos_importantes",
    phrases(
      "informacion importante|ojo|muy importante|informacion de interes|debes saber|debe saber|que debes saber|que debes tener en cuenta|que hay que tener en cuenta|datos de interes|cosas importantes|avisos importantes|aspectos importantes|preguntas y respuestas importantes",
      "informacio important|informacio d interes|cal saber|que cal saber|heu de saber",
      "informacion de interese|debe saber|informacion relevante",
      "informazio garrantzitsua|jakin beharrekoa|jakin beharrekoak|kontuan hartzekoa|kontuan hartu beharrekoa",
    ),
  ],
  [
    "tasas",
    phrases("es gratis|gratis|es gratuit|hay que pagar|hay que pagar algo|cuanto tengo que pagar|doakoa da"),
  ],
  [
    "resolucion",
    phrases(
      "efectos de la falta de resolucion|efectos de la no resolucion|falta de resolucion|sentido del silencio|efecto de la falta de resolucion|efectes de la manca de resolucio|sentit del silenci",
    ),
  ],
  ["requisitos", phrases("derecho|titulares del derecho|quien|quienes|qui|quen|dret|eskubidea")],
  [
    "descripcion",
    phrases(
      "que e|sobre el procedimiento|informacion|el tramite|de que se trata|informacio|informazioa|sobre o tramite",
    ),
  ],
];

/** Parts of a page that belong to its site, not to the procedure (P25). */
const BOILERPLATE =
  / (?:tramites relacionados|procedimientos relacionados|contenidos? relacionados?|enlaces relacionados|informacion relacionada|noticias relacionadas|te puede interesar|tambien te puede interesar|te puede interesar tambien|ultimas noticias|noticias destacadas|redes sociales|siguenos|comparte|compartir|compartir en|cookies|politica de cookies|aviso legal|mapa web|mapa del sitio|politica de privacidad|boletin de novedades|newsletter|suscribete|valora esta pagina|ha resultado util|te ha sido util|le ha sido util|tramits relacionats|continguts relacionats|et pot interessar|xarxes socials|avis legal|comparteix|tramites destacados|servizos relacionados|contidos relacionados|pode interesarche|lotutako izapideak|erlazionatutako|sare sozialak|lege oharra|partekatu) /;

const TELEPHONE = /^ (?:telefonos?|telefons?|telefonoak?)(?: [^ ]+){0,5} $/;
/** What is paid to people is no fee: "Importe de la ayuda". */
const GIVEN =
  / (?:ayudas?|prestacion|prestaciones|subvencion|subvenciones|becas?|pension|subsidio|ajuts?|ajuda|axudas?|laguntza|laguntzaren|prestazioa|prestazioaren|beneficiarios?|indemnizacion|anticipo) /;

/** "3. Plazos", "b) Plazos"; the "a" of "A quién" is a word. */
function unnumbered(heading: string): string {
  return heading.replace(
    /^\s*(?:\d{1,2}(?:\.\d{1,2})*[.)ºª-]*|[a-hA-H][.)-]+|[IVX]{1,4}[.)-]+)\s+(?=\S)/,
    "",
  );
}

export function kindOf(heading: string): KnownHeading | null {
  if (heading.length > 160) return null;
  const words = foldedWords(unnumbered(heading));
  const bare = words.trim();
  if (bare === "") return null;
  if (BOILERPLATE.test(words) && bare.split(" ").length <= 8) return { kind: "boilerplate", strong: true };
  const labelled = LABELS.find(([, names]) => names.has(bare));
  if (labelled !== undefined) return { kind: labelled[0], strong: true };
  if (TELEPHONE.test(words)) return { kind: "telefono", strong: true };
  const section = sectionOf(heading);
  if (section === "tasas" && GIVEN.test(words)) return null;
  return section === null ? null : { kind: section, strong: isStrong(section, words) };
}

/**
 * "Solicitud", "Presencial", "Oficinas" or "Formulario" may head a part of a page, and just as well a part of a part.
 * Under a heading that is known they belong to it.
 */
const STRONG: Readonly<Partial<Record<SectionKind, RegExp>>> = {
  nombre: /./,
  descripcion:
    /^ (?:descripcion|objeto|que es|en que consiste|descripcio|objecte|descricion|obxecto|zer da|xedea|deskribapena|finalidad|finalitat|finalidade) /,
  requisitos:
    / (?:requisitos?|requisits?|requeriments|condiciones|condicions|baldintzak|betekizunak|beneficiarios|beneficiarias|beneficiaris|beneficiaries|quien puede|quienes pueden|qui ho pot|qui pot|quen pode|nork|destinatarios|destinatarias|destinataris|destinataries|onuradunak|interesadas|interessades|solicitantes|colectivos|quien tiene derecho|quienes tienen derecho|a quien va|a qui va|a quen vai) /,
  documentos_necesarios:
    / (?:documentacion|documentacio|documentos|documents|dokumentazioa|agiriak|dokumentuak|zer agiri|zein agiri|zer dokumentazio|que necesitas|que necesito|que se necesita|que necessites|que necessito|zer behar) /,
  plazos:
    / (?:plazos?|terminis?|prazos?|epeak?|epea|cuando|quan|cando|noiz|fechas?|calendario|cuanto tarda|quant triga|canto tarda|cuanto tiempo) /,
  tasas:
    / (?:tasas?|taxa|taxes|taxas|tasak|coste|cost|custo|kostua|precio|preu|prezo|prezioa|importe de la tasa|cuanto cuesta|quant costa|canto custa|zenbat balio) /,
  como_solicitar:
    /^ (?:como|com|nola|forma de|formas de|formes de|pasos|passos|tramitacion|tramitacio|canales|canals|canles|izapidetzea|procedimiento de solicitud) /,
  donde_solicitar:
    /^ (?:donde|lugar|lugares|lloc|llocs|on|a on|onde|non|a donde|unidad tramitadora|unitat tramitadora|unidade tramitadora|aurkezteko lekua|aurkezteko tokia) /,
  base_legal:
    / (?:normativa|legislacion|legislacio|lexislacion|base legal|marco legal|marc legal|marco juridico|marco normativo|marc normatiu|leyes|lleis|lege oinarria|araudia|legedia|bases reguladoras|bases reguladores|fundamento legal) /,
  datos_importantes:
    / (?:importantes?|important|tener en cuenta|tenir en compte|ter en conta|kontuan|garrantzitsua) /,
};

function isStrong(kind: SectionKind, words: string): boolean {
  const count = words.trim().split(" ").length;
  return (STRONG[kind]?.test(words) === true && count <= 10) || (count > 1 && isPlainName(words.trim()));
}

/** "Información adicional", "Forma de presentación": but "Por internet" and "Modelo de solicitud" are parts of parts. */
function isPlainName(words: string): boolean {
  return EXACT.has(words) && !PART_OF_PART.test(` ${words} `);
}

const PART_OF_PART =
  / (?:internet|telefono|telefon|correo|linea|linia|lina|online|presencial|sede electronica|seu electronica|cita previa|modelo|registro|oficinas|oficines|solicitud|sollicitud|solicitude|contacto|contacte|elektronikoa|hitzordua|bidez) /;

const EXACT: ReadonlyMap<string, SectionKind> = new Map<string, SectionKind>([
  ...SECTION_NAMES.flatMap(({ section, begins }) =>
    begins.map((phrase): [string, SectionKind] => [foldedWords(phrase).trim(), section]),
  ),
  ...LABELS.flatMap(([kind, names]) => [...names].map((name): [string, SectionKind] => [name, kind])),
]);

const ARTICLES = /^(?:el|la|los|las|els|les|o|a|os|as|l|tu|su) /;

/** A line that is nothing but a name of a part, as where a page has lost its marks. */
export function exactKindOf(line: string): SectionKind | null {
  const words = foldedWords(unnumbered(line)).trim();
  return EXACT.get(words) ?? EXACT.get(words.replace(ARTICLES, "")) ?? null;
}

/** What may head a part of a page, and is rather a part of the part that it stands in. */
const PARTS_OF: Readonly<Partial<Record<SectionKind, readonly SectionKind[]>>> = {
  como_solicitar: ["donde_solicitar", "telefono", "como_solicitar"],
  plazos: ["resolucion", "como_solicitar", "estado"],
  documentos_necesarios: ["como_solicitar", "tasas", "organismo", "telefono"],
  requisitos: ["como_solicitar", "organismo", "estado"],
};

export function isPartOf(kind: SectionKind, around: SectionKind): boolean {
  return PARTS_OF[around]?.includes(kind) === true;
}
