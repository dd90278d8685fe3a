/**
 * What a part is that nobody knows the heading of, by what it says: laws, papers to bring, what is asked of people, places,
 * ways, times. One page may mislead, so the pages of a site that head a part alike have to agree (`site-heads.ts`).
 */
import type { SectionField } from "../extraction/section-names.ts";
import { namedChannel, speaksOfChannel } from "./fields/channels.ts";
import { legalReferencesIn } from "./fields/legal-references.ts";
import { addressesIn } from "./fields/where.ts";
import { isPaper } from "./joint-sections.ts";
import { foldedWords } from "./plain-text.ts";
import type { Section, SectionPart } from "./sections.ts";

export type ToldKind = Extract<
  SectionField,
  | "descripcion"
  | "requisitos"
  | "documentos_necesarios"
  | "plazos"
  | "como_solicitar"
  | "donde_solicitar"
  | "base_legal"
>;

export interface Told {
  readonly kind: ToldKind;
  /** So plain that one page is enough. */
  readonly isSure: boolean;
}

/** What is neither asked for nor given here, whatever it looks like: what comes after, what is excluded, how it is judged. */
const OTHER =
  / (?:exclu\p{L}*|incompatib\p{L}*|obliga\p{L}*|obriga\p{L}*|prohib\p{L}*|sancion\p{L}*|causas|causes|perdida|perdua|compromis\p{L}*|criteri\p{L}*|baremo|barem|puntua\p{L}*|cuantia\p{L}*|quantia|contia|importe|import|dotacion|despues|despres|despois|preguntas|preguntes|faq|ejemplo\p{L}*|recurs\p{L}*|recurrir|recorrer|reclam\p{L}*|silenci\p{L}*|justificacion|justificacio|xustificacion|anuncios?|noticias?|historial|historico|resultad\p{L}*|errekurtso\p{L}*|galder\p{L}*|contacto|contacte|derechos|drets|dereitos) /u;

/** What is asked of people begins so. */
const NEED =
  /^ (?:(?:que (?:el|la|los|las|l|els|o|a) (?:\p{L}+ ){1,3})|(?:no|non|ez) )?(?:ser|estar|tener|tenir|ter|tindre|haber|haver|residir|carecer|mancar|poseer|posseir|posuir|disponer|disposar|cumplir|complir|cumprir|contar con|comptar amb|pertenecer|figurar|superar|estigui|tengan?|sean?|hayan?|esten?|personas (?:fisicas|que|mayores|con|en)|persones (?:fisiques|que|amb)|persoas (?:fisicas|que|con)|mayores de|majors de|maiores de|menores de|ciudadan\p{L}*|empresas|empreses|familias|titulares|propietari\p{L}*) | (?:izatea|egotea|edukitzea|ez izatea|betetzea|izateko|dutenak|direnak) $/u;
const TIME =
  / (?:\d{1,3}|un|una|dos|tres|cuatro|quatre|catro|cinco|cinc|seis|sis|siete|ocho|nueve|diez|deu|dez|quince|quinze|veinte|vint|treinta|trenta|sesenta|seixanta|noventa|noranta) (?:dias|dies|mes|meses|mesos|anos|anys|horas|hores|semanas|setmanes|egun|hilabete|urte)(?:\p{L}* )?(?:habiles|naturales|habils|naturals)? ?| (?:todo el ano|tot l any|todo o ano|urte osoan|cualquier momento|qualsevol moment|calquera momento|en el acto|a l acte|inmediat\p{L}*|immediat\p{L}*|abierto permanentemente|sin plazo|sense termini) |^ (?:del|de l|desde|des|hasta|fins|ata|antes|abans|a partir|durante|durant) (?:\p{L}+ ){0,2}\d/u;
const SAYS_MUCH = 8;
const MOST = 0.5;
const SURE = 0.6;

/** Null: it does not tell. `isFirst`: no part with a heading stands before it. */
export function toldKind({ heading, parts }: Section, isFirst: boolean): Told | null {
  if (OTHER.test(foldedWords(heading))) return null;
  const said = parts.filter(({ kind }) => kind !== "sub");
  const votes = said.map(kindOfPart).filter((kind) => kind !== null);
  const [kind, count] = mostOf(votes);
  if (kind !== null && count >= MOST * said.length) return { kind, isSure: isSure(kind, count, said.length) };
  return isFirst && said[0] !== undefined && said.every(({ kind: one }) => one === "text") && isProse(said[0])
    ? { kind: "descripcion", isSure: false }
    : null;
}

function kindOfPart({ text, label, raw }: SectionPart): ToldKind | null {
  const words = foldedWords(text);
  if (legalReferencesIn(text.slice(0, MAX_READ))[0] !== undefined && !NEED.test(words)) return "base_legal";
  if (label !== null && namedChannel(label) !== null) return "como_solicitar";
  if (isPaper(words)) return "documentos_necesarios";
  if (addressesIn(text.slice(0, MAX_READ)).length > 0) return "donde_solicitar";
  if (NEED.test(words)) return "requisitos";
  if (BEGINS_WAY.test(words) && speaksOfChannel(text)) return "como_solicitar";
  if (TIME.test(words) && !raw.includes("](")) return "plazos";
  return null;
}

/** No line that tells is longer. */
const MAX_READ = 400;
const BEGINS_WAY =
  /^ (?:en|por|per|a|al|con|amb|mediante|mitjancant|desde|des|presencial\p{L}*|online|telematic\p{L}*|acudi\p{L}*|llam\p{L}*|truc\p{L}*|envi\p{L}*|present\p{L}*|entreg\p{L}*|rellen\p{L}*) /u;

function mostOf(votes: readonly ToldKind[]): readonly [ToldKind | null, number] {
  const counts = new Map<ToldKind, number>();
  for (const kind of votes) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [null, 0];
}

/** Times and ways are spoken of everywhere; laws, papers and what is asked for in a list are what they are. */
function isSure(kind: ToldKind, count: number, all: number): boolean {
  if (kind === "plazos" || kind === "como_solicitar" || kind === "descripcion") return false;
  return count >= SURE * all && (count >= 2 || kind === "donde_solicitar");
}

function isProse({ kind, text }: SectionPart): boolean {
  return kind !== "sub" && text.split(" ").length >= SAYS_MUCH;
}
