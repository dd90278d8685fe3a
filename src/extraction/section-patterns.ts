/**
 * Headings that are put together: a word for the way and one for the deed, "Vías de solicitud", "Modo de presentarla". Nobody
 * can list them all; the two kinds of words can be. Folded, whole headings.
 */
import type { OtherSection, SectionField } from "./section-names.ts";

const WAY =
  "(?:formas?|formes|modos?|manera|maneras|maneres|vias?|vies|medios?|mitjans?|canal|canales|canals|canles?|modalidad|modalidades|modalitats|modalidades)";
const DEED =
  "(?:solicitud|solicitudes|sollicitud|sollicituds|solicitude|peticion|presentacion|presentacio|tramitacion|tramitacio|tramite|tramit|inicio|iniciacion|inici|acceso|acces|obtencion|realizacion|gestion|inscripcion|(?:solicitar|pedir|presentar|tramitar|hacer|realizar|obtener|iniciar|gestionar|acceder|sollicitar|demanar|tramitar|facer|solicita|presenta)(?:l[oae]s?|ho|se)?)";
const OF = "(?:de|del|para|per|per a|d|do|da|en|a)(?: (?:la|el|las|los|l|les|els|o|a|este|esta|tu|su))?";
const BASQUE_DEED =
  "(?:eskatzeko|eskabidea egiteko|eskaera egiteko|izapidea egiteko|izapidetzeko|tramitatzeko|aurkezteko|egiteko)";
const PERSON =
  "(?:personas?|persones|persoas|perfil|titulares|titulars|ciudadanos|ciudadania|familias|empresas)";

const PATTERNS: readonly (readonly [SectionField | OtherSection, RegExp])[] = [
  ["como_solicitar", new RegExp(`^${WAY} ${OF} ${DEED}(?: |$)`)],
  ["como_solicitar", new RegExp(`^(?:de|per|por) (?:que|quina|cal) ${WAY} `)],
  ["como_solicitar", new RegExp(`^${BASQUE_DEED} (?:modu|modua|moduak|bide|bidea|bideak|era|erak)$`)],
  [
    "como_solicitar",
    /^(?:realizar|hacer|iniciar|inicio|acceso|acceder|tramite|tramit|fer|facer|comenzar)(?: (?:de|del|al|a|en|la|el|o|este))* (?:tramite|tramit|solicitud|sollicitud|solicitude|procedimiento|tramitacion|tramitacio|servicio|linea|linia|lina)$/,
  ],
  ["requisitos", new RegExp(`^${PERSON} (?:que|a las que|a los que|a quienes|de los|de las|a les|as que) `)],
  ["requisitos", /^(?:puedo|podemos|puc|podo) (?:solicitar|pedir|sollicitar|demanar|acceder)/],
  ["requisitos", /^(?:qui|quien|quienes|quen) (?:\S+ )?(?:pot|pueden?|poden?|tiene|tienen|ten|te) /],
  ["requisitos", /^(?:titulares|sujetos|legitimacion|legitimacio|lexitimacion)$/],
  [
    "documentos_necesarios",
    /^(?:relacion|relacio|lista|llista|listado|achega|aportacion|aportacio|presentacion|entrega) (?:de|da|de la|de los|dels) (?:documentacion|documentacio|documentos|documents|papeles)/,
  ],
  [
    "documentos_necesarios",
    /^(?:(?:lo|todo lo|el|tot el|o) que |antes de (?:empezar|comenzar) |(?:que|quins|quina) (?:\S+ ){0,2}(?:has|he|ha|heu) de )?(?:necesitas|necesitaras|necesitara|necesita|necesito|necessites|necessitaras|necessito|portar|dur|precisas)$/,
  ],
  [
    "plazos",
    /^(?:tiempo|temps|tempo|termino|periodo|periode)(?: (?:medio|maximo|maxim|estimado|aproximado|previsto|estimat|mig))?(?: (?:de|del|para|per|en|a|la|el|do|da|d))* ?(?:tramitacion|tramitacio|resolucion|resolucio|respuesta|resposta|espera|tramite|tramit|gestion|entrega|resolver|solicitud|presentacion)?$/,
  ],
  [
    "tasas",
    /^(?:cuantia|quantia|contia|importe|import|pago|abono|gastos|despeses|autoliquidacion|autoliquidacio)(?: (?:de|del|per|por|da|d))?(?: (?:la|el|las|los|les))?(?: (?:tasas?|taxa|taxas|taxes|precio|tramite|gestion|tramitacion|expedicion))?$/,
  ],
  [
    "base_legal",
    /^(?:base|bases|fundamentos?|fonaments?|derecho|dret|dereito|soporte|cobertura|regimen|amparo) (?:juridic[ao]s?|xuridic[ao]s?|legal|legales|legals|legais|normativ[ao]s?|aplicable|aplicables)$/,
  ],
  [
    "descripcion",
    /^(?:acerca|sobre|proposito|presentacion|presentacio)(?: (?:de|del|do|da|el|la|este|esta|aquest|aquesta))*(?: (?:tramite|tramit|servicio|servei|servizo|ayuda|prestacion|procedimiento|programa|gestion))?$/,
  ],
  [
    "datos_importantes",
    /^(?:(?:lo|el|o) que |que )?(?:debes?|debe|deberias?|conviene|has de|hay que|cal|hai que) (?:saber|tener en cuenta|recordar|tenir en compte|ter en conta|conocer)$|^(?:advertencias|aclaraciones|aclariments|aclaracions|precisiones|particularidades)$/,
  ],
];

/** Amounts are fees only where nothing is paid out; a bare "Importe" or "Cuantía" may be either. */
const DOUBTFUL = /^(?:cuantia|quantia|contia|presentacion|presentacio|sobre|acerca)$/;

export function composedSection(words: readonly string[]): SectionField | OtherSection | null {
  const heading = words.join(" ");
  if (DOUBTFUL.test(heading)) return null;
  return PATTERNS.find(([, pattern]) => pattern.test(heading))?.[0] ?? null;
}
