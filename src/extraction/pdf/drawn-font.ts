/** Fonts whose letters are drawings of the file's own (Type 3, ISO 32000-1, 9.6.5): any size may be any height. */

export interface DrawnFont {
  readonly isType3Font?: boolean;
  /** From the space of the letters to that of the text. */
  readonly fontMatrix?: readonly number[];
  readonly charProcOperatorList?: Readonly<Record<string, Drawing | undefined>>;
}

/** Of a letter; one of its first operators says how wide it is. */
interface Drawing {
  readonly fnArray?: ArrayLike<number>;
  readonly argsArray?: ArrayLike<unknown>;
}

/** Of the size, the widest letter: a file may have figures only, or whole words for letters. */
const LEAST = 0.4;
const MOST = 2.5;
/** Before the width stands what the drawing needs. */
const FIRST = 4;

/**
 * How high letters are, of the size that is set: 1 where it is the size indeed, within what can be told. They are about
 * as high as the widest is wide; the box around them all is often empty, or made up.
 */
export function drawnHeight(
  { fontMatrix = [], charProcOperatorList = {} }: DrawnFont,
  operators: Readonly<Record<string, number>>,
): number {
  const isWidth = (code: unknown) =>
    code === operators["setCharWidth"] || code === operators["setCharWidthAndBounds"];
  const widths = Object.values(charProcOperatorList).map((drawing) => widthIn(drawing, isWidth));
  const height = Math.abs(Math.max(0, ...widths) * (fontMatrix[0] ?? 0.001));
  return height === 0 || (height > LEAST && height < MOST) ? 1 : height;
}

function widthIn(
  { fnArray = [], argsArray = [] }: Drawing = {},
  isWidth: (code: unknown) => boolean,
): number {
  const at = Array.from({ length: FIRST }, (_, index) => fnArray[index]).findIndex(isWidth);
  const width = Number((argsArray[at] as ArrayLike<unknown> | null | undefined)?.[0]);
  return Number.isFinite(width) ? width : 0;
}
