/** Words in the order of their writing: letters are drawn from the left, whichever way their script runs. */

const LEFTWARD = /[\u{590}-\u{8ff}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}]/u;

/** Scripts that run to the left are drawn from the left, and written from the right. */
export const isLeftward = (text: string): boolean => !isAscii(text) && LEFTWARD.test(text);

/** Letter by letter: for words, which are short and many, quicker than an expression. */
function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

/** A soft hyphen that is drawn within a line is a hyphen, by whatever name a font has it. */
const DRAWN_HYPHEN = /\u{ad}(?=.)/gu;

/** The letters of a word as they are written, of those that are drawn from the left. */
export function asWritten(text: string): string {
  if (isAscii(text)) return text;
  const whole = text.normalize("NFC").replaceAll(DRAWN_HYPHEN, "-");
  return isLeftward(whole) ? turnedRound(whole) : whole;
}

/** Numbers and Latin letters run to the right in every script. */
const RIGHTWARD = /[\p{Nd}\p{Script=Latin}](?:[\p{Nd}\p{Script=Latin}.,:/٫٬-]*[\p{Nd}\p{Script=Latin}])?/gu;

const backwards = (text: string) => [...text].toReversed().join("");

const MIRRORED: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "«": "»",
  "»": "«",
};

/** What opens to the left is drawn as what closes to the right. */
const turnedRound = (text: string) =>
  backwards(text)
    .replaceAll(RIGHTWARD, backwards)
    .replaceAll(/[()[\]{}«»]/gu, (bracket) => MIRRORED[bracket] ?? bracket);
