/** What a line calls itself: `**Plazo**`, `**Plazo:** diez días`, `Por internet: en la sede`. */
import { plainLine } from "./plain-text.ts";
import { exactKindOf } from "./section-kind.ts";

export interface Label {
  readonly label: string;
  readonly rest: string;
  readonly bold: boolean;
}

const BOLD = /^(?:\*\*|__)([^*_\n]{2,160})(?:\*\*|__)[ \t]*(:|\.(?=\s)|[-–—](?=\s))?[ \t]*([^]*)$/;
/** "Plazo.- Diez días" is how sheets have been typed for long. */
const PLAIN = /^([^:\n]{2,60}?)(?::|\.[-–—])\s+(\S[^]*)$/;
const END = /\s*[:.][-–—]?$/;
const MAX_WORDS = 8;
const MAX_BOLD_WORDS = 10;

export function labelOf(text: string): Label | null {
  return boldLabel(text.trim()) ?? plainLabel(text.trim());
}

/** Bold all through, or up to a colon, or up to the end of its line. */
function boldLabel(text: string): Label | null {
  const match = BOLD.exec(text);
  if (match === null) return null;
  const [, inner = "", colon = "", rest = ""] = match;
  const endsSo = colon !== "" || END.test(inner.trimEnd()) || rest === "";
  if (!endsSo && isNameBefore(inner, rest)) return { label: plainLine(inner), rest: rest.trim(), bold: true };
  if (!endsSo || inner.length > 120) return null;
  // "**Plazo.** Diez días": a full stop ends the label only where text follows it.
  const label = plainLine(inner).replace(rest === "" ? /\s*(?::|\.[-–—])$/ : END, "");
  if (colon !== ":" && !inner.trimEnd().endsWith(":") && rest !== "" && !isRunIn(label)) return null;
  return isSentence(label) ? null : { label, rest: rest.trim(), bold: true };
}

/** "**Dónde** Secretaría del centro"; in "**Plazo** de diez días" the sentence goes on. */
function isNameBefore(inner: string, rest: string): boolean {
  return /^[\p{Lu}\d¿«"(]/u.test(plainLine(rest)) && exactKindOf(plainLine(inner)) !== null;
}

const MAX_RUN_IN_WORDS = 6;
const isRunIn = (label: string) => label.split(/\s+/).length <= MAX_RUN_IN_WORDS && !/[.;,]/.test(label);

/** Whole sentences are set in bold too, to be read and not to head anything. */
function isSentence(label: string): boolean {
  if (label === "") return true;
  // "¡Ojo!" heads what follows.
  if (/[.;!]$/.test(label)) return exactKindOf(label) === null;
  return !label.endsWith("?") && (label.split(/\s+/).length > MAX_BOLD_WORDS || /^No\s/.test(label));
}

function plainLabel(text: string): Label | null {
  const match = PLAIN.exec(plainLine(text));
  const [, label = "", rest = ""] = match ?? [];
  const words = label.split(/\s+/).length;
  if (match === null || words > MAX_WORDS || /[.;?!]\s|\d$|https?$/.test(label)) return null;
  return { label: label.trim(), rest, bold: false };
}
