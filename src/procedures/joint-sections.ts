/** Parts that are headed as two: "Requisitos y documentación", "Plazo y lugar de presentación". Each field gets its own. */
import { foldedWords } from "./plain-text.ts";
import { kindOf, type SectionKind } from "./section-kind.ts";
import type { Section, SectionPart } from "./sections.ts";

const MAY_JOIN: ReadonlySet<SectionKind> = new Set<SectionKind>([
  "requisitos",
  "documentos_necesarios",
  "plazos",
  "tasas",
  "como_solicitar",
  "donde_solicitar",
  "base_legal",
]);
const MAX_WORDS = 10;

export function withJointSections(sections: readonly Section[]): readonly Section[] {
  return sections.flatMap((section) => {
    const kinds = kindsJoined(section.heading);
    if (section.kind === null || kinds.length < 2) return [section];
    return hasBoth(kinds) ? partedByItem(section) : kinds.map((kind) => ({ ...section, kind }));
  });
}

function kindsJoined(heading: string): SectionKind[] {
  if (heading.split(/\s+/).length > MAX_WORDS) return [];
  const named = heading
    .split(/\s+(?:y|e|i|eta|o|u)\s+|\s*[,/+&]\s*/i)
    .map((half) => kindOf(half))
    .filter((known) => known !== null)
    .map(({ kind }) => kind);
  const kinds = [...new Set(named)].filter((kind) => MAY_JOIN.has(kind));
  return kinds.length === new Set(named).size ? kinds : [];
}

const hasBoth = (kinds: readonly SectionKind[]) =>
  kinds.includes("requisitos") && kinds.includes("documentos_necesarios");

/** Papers are documents, the rest is asked of people; where it cannot be told, both fields have it. */
function partedByItem(section: Section): Section[] {
  const isPaperToBring = ({ kind, text }: SectionPart) => kind !== "sub" && isPaper(foldedWords(text));
  const told = section.parts.filter(({ kind }) => kind !== "sub");
  const papers = told.filter(isPaperToBring);
  const parts = (wanted: boolean) =>
    papers.length === 0 || papers.length === told.length
      ? section.parts
      : section.parts.filter((part) => part.kind !== "sub" && isPaperToBring(part) === wanted);
  return [
    { ...section, kind: "requisitos", parts: parts(false) },
    { ...section, kind: "documentos_necesarios", parts: parts(true) },
  ];
}

/** `words` as `foldedWords` writes them. */
export function isPaper(words: string): boolean {
  return DOCUMENT.test(words);
}

/** What an item begins with where it is a paper to bring, in the four languages. Folded. */
const DOCUMENT =
  /^ (?:(?:el|la|los|las|un|una|els|les|l|o|a|os|as|dos|tres|original|originales|y|i|e|o|aportar|presentar|adjuntar|achegar|copia|fotocopia|fotocopies|fotocopias|copies) )*(?:dni|nif|nie|tie|pasaporte|passaport|documento|documentos|document|documents|documentacion|documentacio|fotocopias?|copias?|copia|fotografias?|fotografies|fotos?|certificados?|certificacion(?:es)?|certificats?|justificantes?|justificants?|xustificantes?|acreditacion|impresos?|formularios?|formulari|solicitud|sollicitud|solicitude|modelo|model|anexos?|annex|facturas?|factures|contratos?|contracte|libro|llibre|volante|volant|declaracion|declaracio|informes?|escrituras?|recibos?|rebuts?|nominas?|memoria|presupuestos?|pressupost|orzamentos?|planos?|plano|planol|titulos?|poliza|poder|tarjeta|targeta|tarxeta|cartilla|sentencia|resolucion|autorizacion|extracto|partida|curriculum|nan|agiria|agiriak|kopia|ziurtagiria|argazkiak?|inprimakia|eskabidea|faktura|kontratua|aurrekontua|txostena) /;
