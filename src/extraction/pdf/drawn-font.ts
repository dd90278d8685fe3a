/** Fonts whose letters are drawings of the file's own (Type 3, ISO 32000-1, 9.6.5): any size may be any height. */
import type { OperatorList, Operators } from "./page-content.ts";

export interface DrawnFont {
  readonly isType3Font?: boolean;
  /** From the space of the letters to that of the text. */
  readonly fontMatrix?: readonly number[];
  /** Around all letters. */
  readonly bbox?: readonly number[];
}

/** Of the size: a page may have figures only, or whole words for letters. */
const LEAST = 0.4;
const MOST = 2.5;
/** Different letters that are enough to tell by their widths. */
const ENOUGH = 5;
/** As high as letters are, of the width that most have, and at most of the widest (there are scripts with one width). */
const OF_MEAN = 2;
const OF_WIDEST = 1.5;
/** Of the widest letter: a box that is higher is made up. */
const HIGHEST = 4;

/**
 * How high letters are, of the size that is set: 1 where it is the size indeed, within what can be told by their widths.
 * The box around them all is often empty or made up, and asked only where there are few.
 */
export function drawnHeight({ fontMatrix = [], bbox = [] }: DrawnFont, widths: readonly number[]): number {
  const [unit = 0.001, , , unitDown = unit] = fontMatrix;
  const [, bottom = 0, , top = 0] = bbox;
  const widest = Math.abs(Math.max(0, ...widths) * unit);
  const box = Math.abs((top - bottom) * unitDown);
  const isLikely = box >= widest && box <= HIGHEST * widest;
  const mean = Math.abs((widths.reduce((sum, width) => sum + width, 0) / Math.max(1, widths.length)) * unit);
  const told = Math.min(OF_MEAN * mean, OF_WIDEST * widest);
  const height = widths.length >= ENOUGH ? told : isLikely ? box : 0;
  return height === 0 || (height > LEAST && height < MOST) ? 1 : height;
}

interface Glyph {
  readonly unicode?: string;
  readonly width?: number;
}

/** The letters that a page shows in each font, with their widths. */
export function shownLetters(
  { fnArray, argsArray }: OperatorList,
  operators: Operators,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const letters = new Map<string, Map<string, number>>();
  let own = new Map<string, number>();
  for (let at = 0; at < fnArray.length; at++) {
    const code = fnArray[at];
    const [first] = (argsArray[at] ?? []) as readonly unknown[];
    if (code === operators["setFont"]) {
      own = letters.get(String(first)) ?? new Map<string, number>();
      letters.set(String(first), own);
    } else if (code === operators["showText"] || code === operators["showSpacedText"]) addWidths(own, first);
  }
  return letters;
}

function addWidths(widths: Map<string, number>, glyphs: unknown): void {
  if (!Array.isArray(glyphs)) return;
  for (const glyph of glyphs as readonly unknown[]) {
    const { unicode, width } = (typeof glyph === "object" ? (glyph ?? {}) : {}) as Glyph;
    if (unicode !== undefined && width !== undefined) widths.set(unicode, width);
  }
}
