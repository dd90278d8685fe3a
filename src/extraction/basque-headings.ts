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
  /^(?:.+(?:aren|eren|zen|ren|teko|tzeko|ako|eko|iko|zko|reko|tako|tzen|keen|tuko|zugun|tugun|ten)|arreta|eskaera|eskabidea|eskabide|izapidea|beharrezko|behar|diren|den|eta|edo|hartu|aplikatu|bete|eman|ordaindu|aurkeztu|eskatu|egin|jarraitu|lege|udal|jarraitu)$/;
/** "Araudi erregulatzailea", "arau esparrua": the kind comes behind. */
const RULES = /^(?:araudi|arau|legedi|legeria|lege xedapen|lege arau|araudi juridiko) \S+(?:a|ak)$/;
const MAX_WORDS = 6;

export function basqueSection(words: readonly string[]): SectionField | OtherSection | null {
  if (words.length < 2 || words.length > MAX_WORDS) return null;
  if (RULES.test(words.join(" "))) return "base_legal";
  const head = BY_HEAD.get(words.at(-1) ?? "");
  return head !== undefined && words.slice(0, -1).every((word) => TELLS_MORE.test(word)) ? head : null;
}
