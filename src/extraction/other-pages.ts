/** Heads of lists of other pages: "Quizá también te interese", "Trámites relacionados", "Lo más visitado". */
import { foldForMatching } from "../finders/procedure-markers.ts";
import { sectionOf } from "./section-matching.ts";

const PAGES =
  "(?:tramites?|servicios?|procedimientos?|gestiones|gestions|gestion|enlaces?|paginas?|contenidos?|noticias?|temas?|articulos?|ayudas?|tramits?|serveis?|procediments?|enllacos?|pagines|continguts?|noticies|ajuts|procedementos?|servizos?|ligazons?|paxinas?|contidos?|axudas?|novas|xestions|izapide(?:ak)?|zerbitzu(?:ak)?|entradas?|entrades|tramite(?:ak)?|prozedurak?|esteka(?:k)?|orri(?:ak)?|eduki(?:ak)?|albisteak?|laguntzak?)";
const ALSO = "(?:tambien|tambe|tamen|ademas|ere)";
/** What is new on the site. */
const NEWS =
  /^(?:(?:ultimas?|ultimos?|darreres?|darrers|ultimes|azken) )?(?:noticias|noticies|novas|novedades|novetats|novidades|albisteak|berriak|actualidad|actualitat|actualidade|avisos y noticias|agenda|eventos|esdeveniments|ekitaldiak)(?: (?:de|d|del|da|relacionad|destacad|municipal|breves|breus|recient|recent)\p{L}*(?: \p{L}+){0,2})?$|^(?:ultimas |darreres |ultimes )?(?:entradas|publicaciones|entrades|publicacions|articulos|posts?)(?: (?:recientes|recents|anteriores|del blog|do blog))$/u;
/** Put together as people do, rather than phrase by phrase; folded, words told apart by one space. */
const SURE_HEADS: readonly RegExp[] = [
  // What may be of interest to somebody.
  /^(?=\S+ \S)(?:(?:quizas?|tal vez|a lo mejor|igual|potser|quizais|seguramente|agian|tambien|tambe|tamen|ademas|esto|aixo|isto) )*(?:(?:te|le|les|os|t|et|us|li|lle|lles|vos|che) )?(?:(?:puede|pueda|podria|puedan|pueden|pot|podria|pode|poden) )?(?:(?:tambien|tambe|tamen|que|ser|resultar) )*(?:(?:te|le|les|os|t|et|us|li|lle|lles|vos|che) )?(?:interes\p{L}*|interess\p{L}*|(?:de|d) (?:tu|su|el teu|o teu) interes\p{L}*|gust\p{L}*)(?: (?:tambien|tambe|tamen|saber|mas))?$/u,
  /^(?:\p{L}+ ){0,3}(?:interesa|interesgarri\p{L}*|intereseko\p{L}*) (?:daiteke|dakizuke|izan|zaizu|zaizkizu)(?: \p{L}+){0,2}$/u,
  // Pages that have to do with this one.
  new RegExp(
    `^(?:(?:\\p{L}+ )?${PAGES} )?(?:relacionad[oa]s?|relacionats?|relacionades|similares?|similars|semejantes|semellantes|parecid[oa]s)(?: (?:con|amb) (?:este|esta|aquest|aquesta) \\p{L}+)?$`,
    "u",
  ),
  new RegExp(`^(?:erlazionatuta\\p{L}*|lotutako|antzeko)(?: \\p{L}+)? ${PAGES}$`, "u"),
  /^(?:accesos|accessos|enlaces|enllacos|acceso) (?:directos?|directes?|rapidos?|rapids)$/u,
  /^ikus(?:i)? (?:gainera|baita|ere|hau ere)$/,
  new RegExp(
    `^(?:ver|vea|vease|ve|mira|mire|consulta|consulte|visita|visite|lee|lea|veure|vegeu|mireu|consulteu|vexa|vexase|ikusi|begiratu|irakurri)(?: \\p{L}+)? ${ALSO}(?: (?:(?:la|el|las|los|esta|este|estas|estos|a|o|l|aquesta|aquest|les|els) )?(?:fichas?|fitx(?:a|es)|pagin(?:a|as|es)|paxinas?|tramites?|tramits?|articulos?|enlaces?))?$|^${ALSO} en (?:esta|este|aquesta|aquest) \\p{L}+$`,
    "u",
  ),
  // What others look at.
  new RegExp(
    `^(?:(?:lo|los|las|el|els|les|o|os|as) )?(?:${PAGES} )?(?:mas|mes|mais) (?:vist|visit|leid|lid|llegi|consultad|consultat|busc|cercat|popular)\\p{L}*$`,
    "u",
  ),
  /^(?:\p{L}+ )?gehien (?:ikusi|bisitatu|kontsultatu|bilatu|erabili)\p{L}*(?: \p{L}+)?$|^(?:ikusiena|bisitatuena)k?$/u,
  /^(?:\p{L}+ ){0,4}(?:usuarios?|usuarias?|personas?|gente|ciudadanos?|usuaris|persones|persoas|visitantes?)(?: que \p{L}+(?: \p{L}+){0,3})? (?:tambien|tambe|tamen) \p{L}+(?: \p{L}+){0,2}$/u,
];
/** They may stand over what a procedure goes with: "Otras ayudas incompatibles". */
const HEADS: readonly RegExp[] = [
  ...SURE_HEADS,
  new RegExp(
    `^(?:(?:\\p{L}+ )?(?:${PAGES}|informacion|informacio|recursos|asuntos) )?(?:relacionad[oa]s?|relacionats?|relacionades|vinculad[oa]s|asociad[oa]s|afines)(?: (?:con|amb) (?:este|esta|aquest|aquesta) \\p{L}+)?$`,
    "u",
  ),
  new RegExp(
    `^(?:(?:lo|los|las|el|els|les|o|os|as) )?(?:${PAGES} )?(?:mas|mes|mais) (?:frecuent|frequent|solicitad|sollicitat|demand|utiliz|usad|destacad)\\p{L}*$`,
    "u",
  ),
  new RegExp(`^(?:otr[oa]s|altres|outr[oa]s|mas|mes|mais) ${PAGES}(?: \\p{L}+){0,4}$`, "u"),
  new RegExp(`^${PAGES} (?:de|d) interes(?:e)?$`, "u"),
  new RegExp(`^beste ${PAGES}(?: batzuk)?$`, "u"),
  new RegExp(
    `^(?:${PAGES} )?destaca(?:d[oa]s|ts|des)$|^(?:accesos|accessos|enlaces|enllacos|acceso) (?:utiles|utils)$`,
    "u",
  ),
  NEWS,
];
const MAX_LENGTH = 70;
const MAX_WORDS = 9;

/** A short line that says so with all that it has; one that heads a part of a procedure does not. */
export function headsOtherPages(line: string): boolean {
  const words = wordsOf(line);
  if (words === null) return false;
  const folded = words.join(" ");
  return (HEADS.some((head) => head.test(folded)) || isMadeOfHeads(words)) && sectionOf(line) === null;
}

/** Whatever stands below it, link or not, is the name of another page. */
export function surelyHeadsOtherPages(line: string): boolean {
  const words = wordsOf(line);
  if (words === null) return false;
  const folded = words.join(" ");
  if (/(?:^| )(?:saber|conocer|coneixer|conecer|jakin)$/.test(folded)) return false;
  return (SURE_HEADS.some((head) => head.test(folded)) || headsNews(line)) && sectionOf(line) === null;
}

function wordsOf(line: string): readonly string[] | null {
  if (line.length > MAX_LENGTH) return null;
  const words = foldForMatching(line).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 || words.length > MAX_WORDS ? null : words;
}

/** Nothing below it is of a procedure, whatever it says; what is new may be of its deadline. */
export function headsNews(line: string): boolean {
  if (line.length > MAX_LENGTH) return false;
  const words = (foldForMatching(line).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
  return NEWS.test(words) && !OF_PROCEDURE.test(words);
}

const OF_PROCEDURE =
  /novedades|novetats|novidades|avisos|berriak|actualidad|actualitat|actualidade|agenda|eventos|esdeveniments|ekitaldiak/;

/** Words of such heads, however they are put together: "Uns altres tràmits que vos poden interessar". */
const WORDS = new Set(
  "gai honi buruzko kudeaketa kudeaketak a al as aos con amb de del dels do da en e i y eta la las les los lo el els o os un uns unes unos unas una unha que quien qui quen te ti le les lle lles os us vos et t li se si su sus tu seu seva teu este esta estos estas aquest aquesta aquests aquestes isto esto hau hauek ere tambien tambe tamen ademas quizas quiza potser quizais agian otro otra otros otras altre altra altres outro outra outros outras beste batzuk batzuek mas mes mais gehien puede pueden pueda podria podrian pot poden podrien pode poderian ver vea vean veure vegeu mira mireu ikusi ser resultar util utiles utils dute dira daiteke dezakete daitezke zaizu zaizkizu dituzte consultado consultaron consultan consulten consultat consultar consulta kontsultatu personas persones persoas pertsonek gente usuarios usuarias usuaris usuarios ciudadanos ciudadania ciutadans visitantes han ha hanse le siguientes seguents seguintes ese mismo tema temas relacion quieres queres vols necesites necesitas te le buscan cercan buscas buscando visto visitado visitaron visitan visitat vist visto sugerencias suggeriments suxestions recomendaciones recomanats recomendados sugeridos suggerits suxeridos tal vez".split(
    " ",
  ),
);
const PAGE_WORD = new RegExp(`^${PAGES}$`, "u");
const LEADS =
  /^(?:interes\p{L}*|interess\p{L}*|relacionad\p{L}*|relacionat\p{L}*|relacio|relacion|similar\p{L}*|sugerid\p{L}*|suggerit\p{L}*|recomendad\p{L}*|recomanat\p{L}*|gomendatu\p{L}*|tambien|tambe|tamen|ere|gehiago|consultaron|visitaron|utiles|utils)$/u;

function isMadeOfHeads(words: readonly string[]): boolean {
  return (
    words.length > 2 &&
    words.every((word) => WORDS.has(word) || PAGE_WORD.test(word) || LEADS.test(word)) &&
    words.some((word) => LEADS.test(word))
  );
}

const MAX_NAME = 110;
const MAX_WORDS_OF_NAME = 16;
const LAW =
  /(?:^|[^\p{L}])(?:ley|llei|lei|real decreto|decreto|decret|orden|ordre|orde|ordenanza|reglamento|boe|legea|dekretua)(?![\p{L}])/iu;

/** Of a piece of news. */
const DAY = /^\d{1,2}(?:[/.-]\d{1,2}[/.-]|[.ªº]? (?:de |d['’])?\p{L}{3,12}\.?,? (?:de |del )?)\d{2,4}$/u;

const DAY_IN = /(?<!\d)\d{1,2} (?:de |d['’])\p{L}{3,}|(?<!\d)\d{1,2}\/\d{1,2}(?!\d)/u;
/** What somebody says or asks is no name. */
const SAYS =
  /(?:^|\s)(?:es|son|se|no|non|ez|debe|deben|deu|puede|pueden|pot|poden|hay|hi ha|tiene|tienen|té|ten|haber|ser|estar|tener|tenir|ter)\s/iu;

/** A few words, and neither a law, an amount nor a deadline. */
export function mayNamePage(text: string): boolean {
  if (text.length > MAX_NAME || text.split(" ").length > MAX_WORDS_OF_NAME) return false;
  if (DAY.test(text)) return true;
  if (SAYS.test(text) || DAY_IN.test(text)) return false;
  const told = text.replaceAll(/(?<!\d)(?:19|20)\d{2}(?!\d)/g, "");
  return !/[.;:]$|€|\d{3}|\d+ (?:d[ií]as|dies|meses|mesos|egun)/iu.test(told) && !LAW.test(text);
}
