/** Answers to whether a page was of use: "Sí", "Muy útil", "3 estrellas". */
import { foldForMatching } from "../finders/procedure-markers.ts";

const WORDS: ReadonlySet<string> = new Set(
  "si no bai ez mucho demasiado massa gaire demais gehiegi asko gutxi poco nada bastante algo muy util utiles molt poc gens moito pouco regular bien mal mejorable bueno buena malo mala excelente enviar envia bidali opinion 1 2 3 4 5 estrella estrellas oso ondo gaizki".split(
    " ",
  ),
);
const MAX_LENGTH = 40;

/** A line of nothing but such words. */
export function isAnswer(line: string): boolean {
  if (line.length > MAX_LENGTH) return false;
  return (foldForMatching(line).match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => WORDS.has(word));
}
