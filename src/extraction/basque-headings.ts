/**
 * Basque puts last what a heading is about, behind what tells it more closely: "izapidearen kostua", "aurkezteko lekua",
 * "aplikatu beharreko araudia". Folded words.
 */
import type { OtherSection, SectionField } from "./section-names.ts";

const HEADS: readonly (readonly [SectionField | OtherSection, string])[] = [
  ["descripcion", "deskribapena azalpena xedea helburua helburuak laburpena definizioa kontzeptua edukia"],
  ["requisitos", "baldintzak betekizunak eskakizunak hartzaileak onuradunak eskatzaileak interesdunak"],
  [
    "documentos_necesarios",
    "agiriak agiria dokumentuak dokumentazioa paperak inprimakiak ziurtagiriak egiaztagiriak",
  ],
  ["plazos", "epea epeak datak egutegia iraupena denbora indarraldia baliozkotasuna"],
  ["tasas", "kostua kostuak prezioa prezioak tasa tasak tarifa tarifak ordainketa kuota"],
  [
    "como_solicitar",
    "modua moduak bidea bideak era erak kanala kanalak urratsak izapidetzea tramitazioa jarraibideak",
  ],
  ["donde_solicitar", "lekua lekuak tokia tokiak bulegoa bulegoak gunea guneak helbidea helbideak"],
  ["base_legal", "araudia araudiak araua arauak legedia legeria legeak xedapenak arautegia erregulazioa"],
  ["resolucion", "errekurtsoa errekurtsoak ebazpena isiltasuna erreklamazioak"],
  ["datos_importantes", "oharrak abisuak gomendioak"],
];
const BY_HEAD: ReadonlyMap<string, SectionField | OtherSection> = new Map(
  HEADS.flatMap(([section, heads]) => heads.split(" ").map((head) => [head, section] as const)),
);
/** Whose it is, what it is for, what must be done with it, or what kind it is. */
const TELLS_MORE =
  /^(?:.+(?:aren|eren|zen|ren|teko|tzeko|ako|eko|iko|zko|reko|tako|tzen|keen|tuko|zugun|tugun|ten)|arreta|eskaera|eskabidea|eskabide|izapidea|beharrezko|behar|diren|den|eta|edo|hartu|aplikatu|bete|eman|ordaindu|aurkeztu|eskatu|egin|jarraitu|lege|udal|ekarri|eraman|erakutsi|gutxi|gorabeherako|batez|besteko)$/;
/** "Araudi erregulatzailea", "arau esparrua": the kind comes behind. */
const RULES = /^(?:araudi|arau|legedi|legeria|lege xedapen|lege arau|araudi juridiko) \S+(?:a|ak)$/;
/** What it is, before the word that tells its kind or the question that is asked of it: "baldintza orokorrak", "zer paper". */
const STEMS: readonly (readonly [SectionField | OtherSection, string])[] = [
  ["descripcion", "deskribapen"],
  ["requisitos", "baldintza betekizun"],
  ["documentos_necesarios", "dokumentazio dokumentu agiri paper inprimaki eskabide eredu"],
  ["plazos", "epe denboran eperen"],
  ["tasas", "prezio tasa tarifa"],
  ["base_legal", "legek araudi lege arauk oinarri esparru araubide ordenantza"],
  ["resolucion", "errekurtso organok organo ebazpen"],
  ["datos_importantes", "ohar datu alderdi informazio"],
];
const BY_STEM: ReadonlyMap<string, SectionField | OtherSection> = new Map(
  STEMS.flatMap(([section, stems]) => stems.split(" ").map((stem) => [stem, section] as const)),
);
const KIND =
  /^(?:orokorrak?|espezifikoa?k?|berezia?k?|ekonomikoak?|osagarria?k?|gehigarria?k?|garrantzitsua?k?|interesgarria?k?|publikoak?|juridikoak?|laburra|arautzailea|ebazlea|eredua?k?)$/;
const MATTERS = /^(?:garrantzitsua?k?|interesgarria?k?)$/;
const ASKED = /^(?:zer|zein|zeintzuk|zenbat)$/;
/** Said in ways that no rule makes. */
const WHOLE: ReadonlyMap<string, SectionField | OtherSection> = new Map([
  ["eta ados ez banago", "resolucion"],
  ["errekurtsorik jar dezaket", "resolucion"],
  ["inpugnazioa", "resolucion"],
  ["prozeduraren amaiera", "resolucion"],
  ["ebazpenaren ondorioak", "resolucion"],
  ["ebazpenaren jakinarazpena", "resolucion"],
  ["behin betiko ebazpena", "resolucion"],
  ["ebazten duen organoa", "resolucion"],
  ["ebazteko organo eskuduna", "resolucion"],
  ["jar daitezkeen errekurtsoak", "resolucion"],
  ["administrazioarekiko auzi errekurtsoa", "resolucion"],
  ["informazioa eta kontaktua", "donde_solicitar"],
  ["informazioa eta harremanak", "donde_solicitar"],
  ["argibideak", "datos_importantes"],
  ["berariazko ebazpenik eza", "plazos"],
  ["ebazpenik ezaren ondorioak", "plazos"],
  ["eskaera aldia", "plazos"],
  ["aurkezteko aldia", "plazos"],
  ["epearen hasiera eta amaiera", "plazos"],
  ["indarraldia", "plazos"],
  ["baliozkotasuna", "plazos"],
  ["ba al du kosturik", "tasas"],
  ["tasarik ordaindu behar da", "tasas"],
  ["tasaren salbuespenak eta hobariak", "tasas"],
  ["tarifak", "tasas"],
  ["doako izapidea", "tasas"],
  ["azterketa eskubideak", "tasas"],
  ["urratsez urrats", "como_solicitar"],
  ["izapidetze prozesua", "como_solicitar"],
  ["prozeduraren faseak", "como_solicitar"],
  ["izapidetze telematikoa", "como_solicitar"],
  ["aurkezpen telematikoa", "como_solicitar"],
  ["aurkezpen elektronikoa", "como_solicitar"],
  ["hasi izapidea", "como_solicitar"],
  ["izapiderako sarbidea", "como_solicitar"],
  ["jendaurreko ordutegia", "donde_solicitar"],
  ["erregistro bulegoak", "donde_solicitar"],
  ["aurkitu zure bulegoa", "donde_solicitar"],
  ["herritarrak hartzeko bulegoak", "donde_solicitar"],
  ["norekin jar naiteke harremanetan", "donde_solicitar"],
  ["unitate izapidegilea", "donde_solicitar"],
  ["telefonoa eta posta elektronikoa", "donde_solicitar"],
  ["aldez aurreko oharrak", "datos_importantes"],
  ["beste ohar batzuk", "datos_importantes"],
  ["ohartarazpenak", "datos_importantes"],
  ["oso garrantzitsua", "datos_importantes"],
  ["zer jakin behar dut", "datos_importantes"],
  ["zer gehiago jakin behar dut", "datos_importantes"],
  ["zer egin daiteke izapide honekin", "descripcion"],
  ["diru laguntzaren xedea", "descripcion"],
]);
const MAX_WORDS = 6;

/** What silence means is told with the times: "isiltasun administratiboaren zentzua". */
const SILENCE =
  /^(?:administrazio |administrazioaren )?isiltasun(?:a|aren)?(?: administrati(?:b|v)o(?:a|aren))?(?: (?:zentzua|eragina|eraginak|ondorioa|ondorioak|balioa))?$/;
/** "Administrazioak erantzuten ez badu". */
const NO_ANSWER =
  /^(?:(?:administrazioak|udalak|erakundeak|epe barruan) )?(?:erantzunik|erantzuten|ebazten|ebazpenik) (?:jasotzen )?(?:ez badago|ez badu|ez badute|ez bada|ezean)$/;
/** "Beste datu interesgarri batzuk". */
const OTHER = /^beste (?:.+ )?(?:datu|ohar|informazio|argibide|kontu|alderdi)(?: .+)?$/;

export function basqueSection(words: readonly string[]): SectionField | OtherSection | null {
  const line = words.join(" ");
  const whole = WHOLE.get(line);
  if (whole !== undefined) return whole;
  if (SILENCE.test(line) || NO_ANSWER.test(line)) return "plazos";
  if (words.length <= MAX_WORDS && OTHER.test(line)) return "datos_importantes";
  if (words.length < 2 || words.length > MAX_WORDS) return null;
  const named = stemSection(words);
  if (named !== null) return named;
  if (RULES.test(line)) return "base_legal";
  const head = BY_HEAD.get(words.at(-1) ?? "");
  return head !== undefined && words.slice(0, -1).every((word) => TELLS_MORE.test(word)) ? head : null;
}

function stemSection(words: readonly string[]): SectionField | OtherSection | null {
  const [first = "", second = "", ...others] = words;
  if (ASKED.test(first)) return BY_STEM.get(second) ?? null;
  const section = others.length === 0 && KIND.test(second) ? (BY_STEM.get(first) ?? null) : null;
  return section === "datos_importantes" && !MATTERS.test(second) ? null : section;
}
