/** What a document is called: it says so itself, on its first page, or in the largest letters of that page. */
import { type DocumentText, documentText, type SizeCounts } from "./document-text.ts";
import type { PageBlock } from "./page-layout.ts";

/** How words begin that say something, whatever they end with: "elections", "electoral". */
const WORD = /(?<!\p{L})\p{L}{4,5}/gu;
/** Of these words: as many stand on a page where a title does, in other words or not. */
const STANDING = 1 / 3;
/** What a part of any document is called, and what is stamped on it. */
const NO_TITLE = new RegExp(
  `^(?:\\W*(?:${[
    "(?:brief |short |detailed )?(?:table of )?contents",
    "(?:tabla|taula|táboa|taboa|table) (?:de|des|dels) (?:contenidos?|continguts?|contidos?|matières)",
    "(?:general )?index",
    "(?:índice|indice|índex|sumario|sumari|sommaire|sommario)(?: general| xeral)?",
    "inhalt(?:sverzeichnis)?|inhaltsübersicht|inhoud(?:sopgave)?|indholdsfortegnelse|innehåll",
    "aurkibidea|edukia|cuprins|obsah|spis treści|turinys|mục lục|tartalomjegyzék|sisällysluettelo",
    "оглавление|содержание|зміст|目次|目录|目錄|차례",
    "draft|borrador|esborrany|rascunho|zirriborroa|entwurf|brouillon|bozza",
    "confidential|confidencial|copia|còpia|copy|sample|muestra|specimen",
  ].join("|")})\\W*)$`,
  "iu",
);

/** `opening` is all that is written on the first pages, what runs through all of them included. */
export function documentTitle(
  own: string,
  opening: string,
  { headings }: DocumentText,
  pages: readonly (readonly PageBlock[])[],
  sizes: SizeCounts,
): string {
  const isUsable = isSensible(own);
  if (isUsable && standsIn(own, opening)) return own;
  const first = largestHeading(documentText(pages.slice(0, 1), sizes).headings);
  if (first !== "") return first;
  return isUsable ? own : (titles(headings)[0]?.text ?? "");
}

function standsIn(title: string, text: string): boolean {
  const words = folded(title).match(WORD) ?? [];
  const written = new Set(folded(text).match(WORD));
  return words.length === 0 || words.filter((word) => written.has(word)).length >= words.length * STANDING;
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase();

type Headings = DocumentText["headings"];

const titles = (headings: Headings) =>
  headings.filter(({ text }) => !NO_TITLE.test(text) && /\p{L}{2}/u.test(text));

function largestHeading(headings: Headings): string {
  const usable = titles(headings);
  const top = Math.min(...usable.map(({ level }) => level));
  return usable.find(({ level }) => level === top)?.text ?? "";
}

/** Names of files and of programs are no titles. */
function isSensible(title: string): boolean {
  if (!/\p{L}{3}/u.test(title) || title.length > 300 || NO_TITLE.test(title)) return false;
  if (
    /^(?:microsoft|\(?(?:anonymous|unspecified)\)?$|untitled|sin t[ií]tulo|sense t[ií]tol|document\d*$|documento\d*$|presentaci[oó]n|slide|title$)/iu.test(
      title,
    )
  )
    return false;
  return !/\.[a-z0-9]{2,5}$/i.test(title) && (/\s/.test(title) || !/[_\d]/.test(title));
}
