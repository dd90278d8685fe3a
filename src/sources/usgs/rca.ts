/** Which documents are routine core analyses (U13). The lists of words are here and nowhere else. */

/** Matched as words in file name, type token, title and link text. */
export const RCA_KEYWORDS = [
  "rca",
  "routine core",
  "core analysis report",
  "poroperm",
  "porosity",
  "permeability",
  "grain density",
  "fluid saturation",
] as const;

/** A type token made of these alone says nothing about the subject: the row's `Analysis = T` decides. */
const PLAIN_WORDS: ReadonlySet<string> = new Set([
  "data",
  "analysis",
  "analyses",
  "core",
  "report",
  "document",
]);

/** Other subjects. They never make a document one of ours, and a plain name beside them is not plain. */
export const OTHER_SUBJECTS = [
  "biostrat",
  "xrf",
  "toc",
  "geochem",
  "xrd",
  "wellheader",
  "well header",
  "photo",
  "photos",
] as const;

export interface RcaEvidence {
  readonly fileName: string;
  /** Of the file name: `Data`, `XRFData`; empty where the name carries none. */
  readonly typeToken: string;
  readonly title: string;
  readonly linkText: string;
  /** The row says `Analysis = T`. */
  readonly analysed: boolean;
}

export function isRoutineCoreAnalysis(evidence: RcaEvidence): boolean {
  const texts = [evidence.fileName, evidence.typeToken, evidence.title, evidence.linkText];
  if (texts.some((text) => mentions(text, RCA_KEYWORDS))) return true;
  if (!evidence.analysed || texts.some((text) => mentions(text, OTHER_SUBJECTS))) return false;
  return spacedWords(evidence.typeToken).every((word) => PLAIN_WORDS.has(word));
}

/** Whether a text holds one of the phrases as whole words, read with humps as boundaries and without. */
function mentions(text: string, phrases: readonly string[]): boolean {
  const readings = [spacedWords(text), joinedWords(text)].map((words) => ` ${words.join(" ")} `);
  return phrases.some((phrase) => readings.some((reading) => reading.includes(` ${phrase} `)));
}

/** `GrainDensity_02` → grain, density; `XRFData01` → xrf, data. */
function spacedWords(text: string): string[] {
  return joinedWords(
    text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2"),
  );
}

/** `PoroPerm_02` → poroperm: humps are not always boundaries. Anything but a letter always is. */
function joinedWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
