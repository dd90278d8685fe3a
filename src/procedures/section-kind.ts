/** What a heading or label stands over, and how sure that is (P23). */
import { headsOtherPages } from "../extraction/other-pages.ts";
import { namedSection, sectionOf } from "../extraction/section-matching.ts";
import { composedSection, isTold } from "../extraction/section-patterns.ts";
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
      "ebazten duen erakundea|kudeatzen duen erakundea|izapidetzen duen erakundea|izapidetzen duen organoa|kudeatzen duen organoa|administrazio arduraduna|erakunde arduraduna|organo arduraduna|ebazten duen organoa|organo eskuduna|sail arduraduna|quien lo gestiona|qui ho gestiona|quen o xestiona|nork kudeatzen du",
      "negociado|concejalia|area que lo lleva|quien lo lleva|lo lleva|consejeria o entidad|departamento municipal|gestor del expediente|organismo|organismo responsable|organismo competente|organismo gestor|organo responsable|administracion|administracion responsable|entidad|entidad responsable|departamento|departamento responsable|ministerio|consejeria|responsable|quien lo gestiona|lo gestiona|lo tramita|quien lo tramita|area|area responsable|area gestora|area municipal|servicio responsable|servicio gestor|organo competente|organo gestor|centro directivo|entidad gestora|organismo que lo gestiona|quien lo gestiona|gestor|unidad responsable|organo que tramita|organo instructor|organo tramitador|unidad administrativa|gestionado por|tramitado por",
      "organisme|ho porta|departament municipal|ho gestiona|ho tramita|area responsable|servei responsable|organisme responsable|organ responsable|departament|departament responsable|administracio|conselleria|entitat|organ competent|organ gestor|qui ho gestiona",
      "departamento responsable|entidade|entidade responsable|organo competente|administracion responsable|conselleria responsable",
      "dependencia municipal|dependencia responsable|dependencia gestora|unidad organica|unidad organica responsable|responsable del tramite|responsable del procedimiento|responsable de la gestion|quien es el organo competente|quien es el responsable|quien se encarga|organos que intervienen|centro directivo responsable|organo que tramita el procedimiento|qui en es el responsable|qui se n encarrega|organs de tramitacio|unidade administrativa|departamento responsable do servizo|concellaria|concellaria responsable|organo que tramita o procedemento|quen se encarga|quen e o responsable",
      "lo gestiona|ho gestiona|xestionao|xestiona o|levao|kudeatzailea|arlo arduraduna|unitate izapidegilea|unitate kudeatzailea|nork izapidetzen du|nor arduratzen da|zuzendaritza arduraduna|eskumena duen erakundea",
      "erakundea|erakunde arduraduna|organo arduraduna|saila|sail arduraduna|administrazioa|organo eskuduna|arduraduna",
    ),
  ],
  [
    "telefono",
    phrases(
      "tfno|tlf|tlfno|telf|telefono|telefonos|telefono de contacto|telefonos de contacto|telefono de informacion|telefonos de informacion|telefono de atencion|telefono informacion|tel|atencion telefonica|informacion telefonica|telefono de atencion a la ciudadania|telefono de ayuda|telefono cita|telefono de cita previa|telefono y horario",
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
      "que necesitas saber|que necesita saber|lo que necesitas saber|lo que necesita saber|todo lo que necesitas saber|que necesitamos saber|informacion importante|ojo|muy importante|informacion de interes|debes saber|debe saber|que debes saber|que debes tener en cuenta|que hay que tener en cuenta|datos de interes|cosas importantes|avisos importantes|aspectos importantes|preguntas y respuestas importantes",
      "que necessites saber|que necessiteu saber|el que necessites saber|tot el que necessites saber|informacio important|informacio d interes|cal saber|que cal saber|heu de saber",
      "que precisas saber|que necesitas saber|o que precisas saber|informacion de interese|debe saber|informacion relevante",
      "ull|ollo|adi|ojo muy importante|atencion importante|muy importante|moi importante|molt important|oso garrantzitsua|te puede ayudar saber|te puede ayudar saber que|no te olvides|no se olvide|no olvides|no olvide|no lo olvides|no te n oblidis|no us n oblideu|non te esquezas|non esquezas|ez ahaztu|zer hartu behar da kontuan",
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
  [
    "requisitos",
    phrases(
      "derecho|titulares del derecho|quien|quienes|qui|quen|dret|eskubidea",
      "tienen derecho|tiene derecho|tenen dret|tenen dereito|eskubidea dutenak|es para mi|es para ti|colectivo al que se dirige|colectivos a los que se dirige|es per a mi|es per a tu|e para min|niretzat da|eska dezaket|eska dezaket nik",
    ),
  ],
  ["donde_solicitar", phrases("unidades de presentacion|unitats de presentacio|aurkezteko unitateak")],
  ["plazos", phrases("ebazpen denbora|ebazteko denbora")],
  ["documentos_necesarios", phrases("aurkeztu behar da|ekarri behar da|prestatu paper hauek")],
  [
    "base_legal",
    phrases(
      "ordenanzas municipales|donde esta regulado|ordenances municipals|fonaments juridics|ordenanzas e regulamentos|udal ordenantzak|lege oinarriak",
    ),
  ],
  [
    "como_solicitar",
    phrases(
      "maneira de facelo|manera de hacerlo|forma de hacerlo|manera de fer ho|opciones de tramitacion|opcions de tramitacio|opcions de tramitacion|tramitazio bideak|izapidetzeko bideak",
    ),
  ],
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

/** Over a note in a part it is of the part. */
const NOTES: ReadonlySet<string> = phrases(
  "atencion|atencio|kontuz|recuerda|recuerde|recuerda que|recuerde que|recorda|recordeu|lembra|lembre|gogoratu|antes de solicitarlo|antes de empezar|abans de comencar|antes de comezar",
);

export const isNote = (heading: string) => NOTES.has(foldedWords(unnumbered(heading)).trim());

/** "Denominación y objeto" stands over what a procedure is. */
const OBJECT =
  / (?:objeto|objecte|obxecto|descripcion|descripcio|descricion|finalidad|finalitat|finalidade|xedea) /;

const TELEPHONE =
  /^ (?:telefonos?|telefons?|telefonoak?)(?: [^ ]+){0,5} $|^ (?:(?:contacto|contacte|atencion|atencio|informacion|informacio|consulta|consultas|ayuda|linea|linia|cita|numero|numeros|por|per|bidezko|a|o|y|i|e|de) ){1,3}(?:telefonos?|telefonic[oa]s?|telefoniques|telefons?) $|^ telefono(?:aren)? (?:bidez|bidezko) [^ ]+ $|^ (?:harremanetarako|informazio|informaziorako|kontsulta|kontsultarako|kontsultetarako|arreta|laguntza|hitzordu) telefono(?:a|ak) $|^ (?:(?:si )?(?:tienes|tiene|tens|teniu|tes|ten|zalantzarik)(?: [^ ]+){0,5} )?(?:llamanos|llamenos|llama|llame|truca ns|truqui ns|truqueu nos|truca|chamanos|chamenos|deitu|deitu guri|deitu iezaguzu) $/;
/** Whose business it is: a kind of body, and that it is the one. */
const BODY =
  /^ (?:(?:el|la|els|les|o|a|l) )?(?:organismo|organo|entidad|unidad|administracion|servicio|area|centro|departamento|consejeria|concejalia|direccion|ministerio|equipo|negociado|seccion|oficina|organisme|organ|entitat|unitat|administracio|servei|departament|conselleria|direccio|entidade|unidade|servizo|concelleria|erakunde|erakundea|organo|unitate|zerbitzu|sail|saila)(?: (?:u|o|y) (?:organismo|organo|entidad|unidad))?(?: (?:administrativ[oa]|municipal|que))? (?:responsables?|competentes?|competents?|gestora?s?|gestor[ae]?|xestora?|convocante|convocant|promotora?|emisor|tramitadora?|encargad[oa]|(?:(?:lo|la|ho|o) )?(?:gestiona|tramita|resuelve|instruye|concede|resol|resolve|instrueix|instrue|xestiona)|arduraduna|eskuduna|kudeatzailea)(?: (?:del|de la|do|da) (?:tramite|procedimiento|solicitud|ayuda|servicio|tramit|procediment|procedemento))?(?: (?:y|i|e|eta) (?:(?:datos|dades|informacion|informacio|telefono|telefon|medios) de )?(?:contacto|contacte|kontaktua|telefonos?|telefons?|(?:telefono|telefon)s? d(?:e|) (?:atencion|atencio|informacion|informacio|contacto|contacte)|(?:atencion|atencio|informacion|informacio) telefonica|informacion|informacio|informazioa))? $|^ (?:de quien depende|de qui depen|de quen depende)(?: (?:el|este|aquest|o) (?:tramite|tramit|procedimiento|servicio|servei|servizo))? (?:$|(?=donde llamo))|^ (?:quien|que organismo|que administracion|que departamento|qui|quen|nork) (?:(?:lo|es|es el|ho|o|se) )?(?:gestiona|tramita|resuelve|resol|resolve|xestiona|responsable|concede|convoca|encarga|kudeatzen(?: du)?)(?: .{0,20})? $/;
/** What is paid to people is no fee: "Importe de la ayuda". */
const GIVEN =
  / (?:ayudas?|prestacion|prestaciones|subvencion|subvenciones|becas?|pension|subsidio|ajuts?|ajuda|axudas?|laguntza|laguntzaren|prestazioa|prestazioaren|beneficiarios?|indemnizacion|anticipo) /;

/** "Paso 1", "2.º paso", "1. urratsa"; "Fase 2" may be of the call. */
const STEP =
  /^ (?:paso|pas|urratsa) (?:n )?\d{1,2}(?: |$)|^ (?:\d{1,2} )?(?:o |er |r |n )?(?:paso|pas|urratsa) $/;

/** "3. Plazos", "b) Plazos"; the "a" of "A quién" is a word. */
export function unnumbered(heading: string): string {
  return heading.replace(
    /^\s*(?:\d{1,2}(?:\.\d{1,2})*[.)ºª-]*|[a-zA-Z][.)-]+|[IVX]{1,4}[.)-]+)\s+(?=\S)/,
    "",
  );
}

export function kindOf(heading: string): KnownHeading | null {
  if (heading.length > 160) return null;
  const words = foldedWords(unnumbered(heading));
  const bare = words.trim();
  if (bare === "") return null;
  const section = sectionOf(heading) === "nombre" && OBJECT.test(words) ? "descripcion" : sectionOf(heading);
  // "Requisitos para compartir vivienda" are requirements.
  const isOfSite = BOILERPLATE.test(words) && bare.split(" ").length <= 8 && section === null;
  if (isOfSite || headsOtherPages(heading)) return { kind: "boilerplate", strong: true };
  const labelled = LABELS.find(([, names]) => names.has(bare));
  if (labelled !== undefined) return { kind: labelled[0], strong: true };
  if (NOTES.has(bare)) return { kind: "datos_importantes", strong: false };
  if (TELEPHONE.test(words)) return { kind: "telefono", strong: true };
  if (BODY.test(words)) return { kind: "organismo", strong: true };
  if (STEP.test(words)) return { kind: "como_solicitar", strong: false };
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
    / (?:documentacion|documentacio|documentos|documents|dokumentazioa|agiriak|dokumentuak|zer agiri|zein agiri|zer dokumentazio|que papeles|que papers|que papeis|que necesitas|que necesito|que se necesita|que necessites|que necessito|zer behar) /,
  plazos:
    / (?:plazos?|terminis?|prazos?|epeak?|epea|cuando|quan|cando|noiz|fechas?|calendario|cuanto tarda|quant triga|canto tarda|cuanto tiempo) /,
  tasas:
    / (?:tasas?|taxa|taxes|taxas|tasak|coste|cost|custo|kostua|precio|preu|prezo|prezioa|importe de la tasa|cuanto cuesta|quant costa|canto custa|zenbat balio) /,
  como_solicitar:
    /^ (?:como|com|nola|forma de|formas de|formes de|pasos|passos|tramitacion|tramitacio|canales|canals|canles|izapidetzea|procedimiento de solicitud) /,
  donde_solicitar:
    / (?:donde|onde|on es|aurkezteko tokiak|izapidetzeko bulegoak|puntos de (?:atencion|informacion|tramitacion)|punts d atencio|arreta puntuak) |^ (?:lugar|lugares|lloc|llocs|on|a on|non|nora|a donde|unidad tramitadora|unitat tramitadora|unidade tramitadora|aurkezteko lekua|aurkezteko tokia) /,
  base_legal:
    / (?:normativa|legislacion|legislacio|lexislacion|base legal|marco legal|marc legal|marco juridico|marco normativo|marc normatiu|leyes|lleis|lege oinarria|araudia|legedia|bases reguladoras|bases reguladores|fundamento legal) /,
  datos_importantes:
    / (?:importantes?|important|tener en cuenta|tenir en compte|ter en conta|kontuan|garrantzitsua) /,
};

/** "Cómo solicitarlo" heads a part wherever it stands; "Presentación" may be what a deadline is for. */
export function asksHow(heading: string): boolean {
  return ASKS_HOW.test(foldedWords(unnumbered(heading))) && labelKindOf(heading) === "como_solicitar";
}

const ASKS_HOW =
  /^ (?:como|com|nola|formas? de|formes de|canales de|canals de|modos? de|maneras? de|maneres de|vias? de|vies de) /;

function isStrong(kind: SectionKind, words: string): boolean {
  const count = words.trim().split(" ").length;
  if (STRONG[kind]?.test(words) === true && count <= 10) return true;
  return count > 1 && (isPlainName(words.trim()) || isComposed(kind, words.trim().split(" ")));
}

function isComposed(kind: SectionKind, words: readonly string[]): boolean {
  return composedSection(words) === kind && !isTold(words);
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
  // "Unidad tramitadora" is told of where to go as well; who it is comes first, as of headings.
  if (BODY.test(` ${words} `)) return "organismo";
  return EXACT.get(words) ?? EXACT.get(words.replace(ARTICLES, "")) ?? statedKindOf(line);
}

/** What a label before a colon heads: also one that is put together as headings are. */
export function labelKindOf(label: string): SectionKind | null {
  const words = foldedWords(unnumbered(label)).trim().split(" ");
  return exactKindOf(label) ?? (words.length > 1 ? composedSection(words) : null);
}

/** A line that can be nothing but the head of a part: whole names and words of headings, none that is an item as well. */
export function statedKindOf(line: string): SectionKind | null {
  if (line.length > MAX_STATED || /[.;,]\s*$/.test(line) || saysNumber(line)) return null;
  const words = foldedWords(unnumbered(line));
  const labelled = LABELS.find(([, names]) => names.has(words.trim()))?.[0];
  if (labelled !== undefined) return WEAK_LABELS.has(words.trim()) ? null : labelled;
  if (TELEPHONE.test(words)) return "telefono";
  if (BODY.test(words)) return "organismo";
  const section = namedSection(line);
  return section === "tasas" && GIVEN.test(words) ? null : section;
}

/** "Teléfono 925 11 22 33" heads nothing: it is all there is to say. */
export function saysNumber(line: string): boolean {
  return /\d(?:[ .-]?\d){6}/.test(line);
}

const MAX_STATED = 90;
/** They head, and they are said. */
const WEAK_LABELS: ReadonlySet<string> = phrases(
  "administracion|entidad|departamento|ministerio|consejeria|responsable|gestor|derecho|quien|quienes|qui|quen|gratis|es gratis|informacion|el tramite|ojo|situacion|estado|egoera|estat|entitat|departament|informacio|informazioa|dret|eskubidea|administracio|conselleria|entidade|doakoa da|tel",
);

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
