/**
 * Text that was UTF-8 and was read as windows-1252, iso-8859-1 or -15, Mac OS Roman or a code page of DOS, once or more
 * often, made right again: to the right letter, sequence by sequence, so that the rest of the page stays as it is (P19).
 *
 * Some sequences are also right text: `AMANHÃ”` is a Portuguese word before a quotation mark, `« Â »` French. Those are
 * taken for damage only where the text is damaged elsewhere and has no such capitals of its own.
 */
import { withDoubleEscapesOpened, withHiddenSequencesOpened } from "./entities.ts";
import {
  characterOf,
  characterOf15,
  characterOfDos,
  characterOfMac,
  DOS_SEQUENCE,
  MAC_SEQUENCE,
  SEQUENCE,
} from "./mojibake-table.ts";

export interface RepairedText {
  readonly text: string;
  /** Sequences that were made right. */
  readonly repaired: number;
  /** What could not be decoded, or is no character, is still in the text. */
  readonly issues: boolean;
}

/** Text that was damaged four times over has not been seen. */
const MAX_ROUNDS = 4;
const CONTINUED = new RegExp(`^(?:${SEQUENCE.source})`, "u");
const CONTINUATION = /[\u{80}-\u{bf}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/u;
const SUSPICIOUS = /[\u{c2}-\u{f4}][\u{80}-\u{bf}€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|[√¬├┬‚][^\s\x20-\x7e]/u;

export function repairMojibake(text: string): RepairedText {
  let now = withHiddenSequencesOpened(withDoubleEscapesOpened(text));
  let repaired = 0;
  const repair: Repair = (before, after) => {
    if (after === null) return before;
    repaired++;
    return after;
  };
  for (let round = 0; round < MAX_ROUNDS && SUSPICIOUS.test(now); round++) {
    const before = repaired;
    now = repairedOnce(now, repair);
    if (repaired === before) break;
  }
  if (repaired > 0 && now.includes("Ã") && !hasOwnCapitals(now)) now = withLostLetters(now, repair);
  return { text: now, repaired, issues: now.includes("\u{FFFD}") || !now.isWellFormed() };
}

/** Counts what is repaired; null leaves it as it was. */
type Repair = (before: string, after: string | null) => string;

function repairedOnce(text: string, repair: Repair): string {
  const isDamaged = hasProof(text);
  const now = text.replaceAll(SEQUENCE, (sequence, at: number) =>
    repair(sequence, rightFor(sequence, text, at, isDamaged)),
  );
  return withDosRepaired(withMacRepaired(now, repair), repair);
}

/** Roots and negations stand in formulas as well; they are letters where one of them stands in a word. */
function withMacRepaired(text: string, repair: Repair): string {
  if (!/[√¬]/.test(text)) return text;
  const isProven = text
    .matchAll(MAC_SEQUENCE)
    .some(
      ({ 0: sequence, index }) => isInWord(text, index, sequence.length) && characterOfMac(sequence) !== null,
    );
  if (!isProven) return text;
  return text.replaceAll(MAC_SEQUENCE, (sequence) => repair(sequence, characterOfMac(sequence)));
}

function withDosRepaired(text: string, repair: Repair): string {
  if (!/[├┬]/.test(text)) return text;
  return text.replaceAll(DOS_SEQUENCE, (sequence) => repair(sequence, characterOfDos(sequence)));
}

/** What a word may end in and be followed by: with these `Ã` and `Â` may be letters. */
const CLOSES = new Set("”’»…–—›\u{a0}");
const FOOTNOTES = new Set("¹²³");
/** Leads of what our languages write. The others may be letters before a mark (`CAFÉ»`), unless they come in rows. */
const COMMON_LEADS = new Set("ÂÃâïð");

function rightFor(sequence: string, text: string, at: number, isDamaged: boolean): string | null {
  const right = characterOf(sequence);
  if (right === null || !isWritten(right, text.slice(at - 1, at))) return null;
  const end = at + sequence.length;
  if (!COMMON_LEADS.has(sequence[0] ?? "")) {
    const isProven = CONTROL.test(sequence) || (isDamaged && LIGATURE.test(sequence));
    return isProven || isInRow(text, at, end) || isInnerLigature(sequence, text, at) ? right : null;
  }
  const before = text.slice(at - 1, at);
  if (isDoubtful(sequence, before) && !isDamaged) return null;
  if (right === "\u{FEFF}") return "";
  return sequence.length === 2 && isSmall(before) ? small(right, characterOf15(sequence)) : right;
}

/** `Ã” »`: what may as well be a capital and the mark behind it. */
function isDoubtful(sequence: string, before: string): boolean {
  const [lead = "", second = ""] = sequence;
  if (sequence.length > 2) return false;
  if (lead === "Â" && second === "\u{a0}") return !/[\p{L}\p{N}.,;:)]/u.test(before);
  return CLOSES.has(second) ? !isSmall(before) : FOOTNOTES.has(second) && /\p{Lu}/u.test(before);
}

function isInRow(text: string, at: number, end: number): boolean {
  return CONTINUED.test(text.slice(end, end + 2)) || CONTINUED.test(text.slice(Math.max(0, at - 2), at));
}

/** `cÅ“ur`, `Å¡kola`: letters of windows-1252 beyond iso-8859-1, beside small letters. */
function isInnerLigature(sequence: string, text: string, at: number): boolean {
  return /^Å[“¡¾]/.test(sequence) && (isSmall(text.slice(at - 1, at)) || isSmall(text[at + 2] ?? ""));
}

/** Œ, œ, Š, š, Ž, ž, Ÿ: in text that is damaged elsewhere no Nordic capital before a mark. */
const LIGATURE = /^Å[’“\u{a0}¡½¾¸]/u;
/** Of iso-8859-1: no text has them (U+0085 is a line's end in some). */
const CONTROL = /[\u{80}-\u{84}\u{86}-\u{9f}]/u;

/** Behind a small letter stands no capital: there it was iso-8859-15 (`perquÃš` is "perquè", `Ãšnico` is "Único"). */
function small(right: string, of15: string | null): string {
  return of15 !== null && /\p{Lu}/u.test(right) ? of15 : right;
}

/** Controls are no text, unless they are one half of a letter that was damaged twice. */
function isWritten(character: string, before: string): boolean {
  return !/[\u{80}-\u{9f}\u{E000}-\u{F8FF}]/u.test(character) || CONTINUATION.test(before);
}

const isSmall = (character: string) => /\p{Ll}/u.test(character);
const isLetter = (character: string) => /\p{L}/u.test(character);

function isInWord(text: string, at: number, length: number): boolean {
  return isLetter(text.slice(at - 1, at)) || isLetter(text[at + length] ?? "");
}

function hasOwnCapitals(text: string): boolean {
  return /\p{Lu}Ã[OES](?!\p{Ll})/u.test(text);
}

/** Something that can only be damage, and no Portuguese capitals (`SÃO`, `MÃES`). */
function hasProof(text: string): boolean {
  if (hasOwnCapitals(text)) return false;
  for (const { 0: sequence, index } of text.matchAll(SEQUENCE)) {
    const before = text.slice(index - 1, index);
    if (!COMMON_LEADS.has(sequence[0] ?? "") || isDoubtful(sequence, before)) continue;
    const right = characterOf(sequence);
    if (right !== null && isWritten(right, before)) return true;
  }
  return false;
}

/**
 * A soft hyphen or a hard space got lost behind its lead: `dÃa` was "día", `catalÃ ` was "català". Of two spaces the
 * first was the hard one.
 */
function withLostLetters(text: string, repair: Repair): string {
  return text
    .replaceAll(/(?<=[a-zß-ÿ])Ã(?=[a-zß-ÿ])/g, (lead) => repair(lead, "í"))
    .replaceAll(/(?<=[a-zß-ÿ\s])Ã(?: (?= )|(?= ))/g, (lead) => repair(lead, "à"));
}
