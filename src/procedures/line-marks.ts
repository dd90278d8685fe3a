/** Lines and headings as short marks, to be counted over the pages of a site. */
import { createHash } from "node:crypto";
import { foldedWords } from "./plain-text.ts";

const MONTHS =
  / (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|gener|febrer|marc|maig|juny|juliol|agost|setembre|novembre|desembre|xaneiro|febreiro|maio|xuno|xullo|setembro|outubro|novembro|decembro|(?:urtarril|otsail|martxo|apiril|maiatz|ekain|uztail|abuztu|irail|urri|azaro|abendu)\p{L}*)(?= )/gu;

/** Equal for lines that differ in numbers and days only. */
export function markOf(words: string): string {
  const said = words.replaceAll(MONTHS, " 0").replaceAll(/\d+/g, "0");
  return createHash("sha256").update(said).digest("base64url").slice(0, 10);
}

/** Never that of a line. */
export function headMark({ heading }: { readonly heading: string }): string {
  return markOf(`## ${foldedWords(heading)}`);
}
