/** Lines that head a part by where they stand and how they end, and the levels of all that heads. */
import type { Block } from "./markdown-blocks.ts";
import { plainLine } from "./plain-text.ts";
import { kindOf, labelKindOf } from "./section-kind.ts";

/** Headings have 1 to 6; what is set as a heading only by its looks comes below them. */
export const LABEL_LEVEL = 8;
export const SHEET_LEVEL = 9;
export const ITEM_LEVEL = 10;

/** Lines that name a part and end in a colon, so many that all which look so are heads. */
const HEADED_BY_COLON = 3;

export function hasColonHeads(blocks: readonly Block[]): boolean {
  const kinds = blocks.map((block) =>
    block.kind === "line" && block.first && /:\s*$/.test(block.text)
      ? labelKindOf(withoutColon(block.text))
      : null,
  );
  return new Set(kinds.filter((kind) => kind !== null)).size >= HEADED_BY_COLON;
}

/** A term of a definition list looks like any bold line, and stands below one; what is bold in a definition below that. */
export function levelOfLine(
  { within }: { readonly within: boolean },
  next: Block | undefined,
  around: number,
): number {
  const isTerm = (next?.kind === "item" || next?.kind === "table") && next.definition;
  if (within && (isTerm || around === SHEET_LEVEL)) return ITEM_LEVEL;
  return isTerm ? SHEET_LEVEL : LABEL_LEVEL;
}

/** "3" before the third heading is its number; "25" below "Número de plazas" is not. */
export function isCount(text: string, next: Block | undefined, sections: number): boolean {
  const [, count] = /^\(?(\d{1,2})[.)ºª]?$/.exec(plainLine(text)) ?? [];
  return next?.kind === "heading" && count !== undefined && Math.abs(Number(count) - sections) <= 1;
}

/** "¿Hasta cuándo hay tiempo?", and in the next line of its paragraph until when. */
export function asksInLine(
  { first, alone, text }: Extract<Block, { kind: "line" }>,
  next: Block | undefined,
): boolean {
  if (!first || alone || next?.kind !== "line" || next.first || !/\?\s*$/.test(text)) return false;
  return text.split(" ").length <= MAX_WORDS_OF_QUESTION && kindOf(plainLine(text))?.strong === true;
}

const MAX_WORDS_OF_QUESTION = 9;
export const withoutColon = (text: string) => plainLine(text).replace(/\s*:$/, "");
