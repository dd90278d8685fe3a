/** What is filled into the fields of a form and drawn nowhere: viewers draw it themselves (ISO 32000-1, 12.7.3.3). */
import type { Widget } from "./form-fields.ts";
import { ASCENT, DESCENT, type Turn, type Word } from "./word-builder.ts";

const USUAL_SIZE = 10;
/** Of the size, for want of a font: as wide as letters are, and as far apart as lines. */
const LETTER = 0.5;
const LINE = 1.2;
/** Annotation flags (12.5.3): hidden, and not shown. */
const UNSEEN = 2 | 32;
/** More is not filled in by a person. */
const MAX_LETTERS = 20_000;

/** The words of a page with those of its fields that have a value and no appearance. */
export function withFieldValues(
  words: ReadonlyMap<Turn, readonly Word[]>,
  widgets: readonly Widget[],
): ReadonlyMap<Turn, readonly Word[]> {
  const typed = widgets.flatMap(wordsIn);
  return typed.length === 0 ? words : new Map([...words, [0, [...(words.get(0) ?? []), ...typed]]]);
}

function wordsIn({ annotation, box }: Widget): Word[] {
  const { fieldType, fieldValue, hasAppearance, password, annotationFlags = 0 } = annotation;
  if ((fieldType !== "Tx" && fieldType !== "Ch") || hasAppearance !== false || password === true) return [];
  if ((annotationFlags & UNSEEN) !== 0) return [];
  const value = (Array.isArray(fieldValue) ? fieldValue : [fieldValue])
    .filter((each) => typeof each === "string")
    .join("\n");
  const size = Math.min(annotation.defaultAppearanceData?.fontSize || USUAL_SIZE, box.y1 - box.y0);
  const lines = value.slice(0, MAX_LETTERS).split(/[\r\n]+/);
  // One line stands in the middle of its box, more of them begin at its top.
  const isOne = lines.length === 1 && annotation.multiLine !== true;
  const first = isOne ? (box.y0 + box.y1) / 2 + ((ASCENT - DESCENT) / 2) * size : box.y0 + ASCENT * size;
  return lines.flatMap((line, at) => wordsOfLine(line, box.x0, first + at * LINE * size, size));
}

function wordsOfLine(line: string, left: number, y: number, size: number): Word[] {
  let x0 = left;
  return line
    .split(/\s+/)
    .filter((text) => text !== "")
    .map((text, index) => {
      const x1 = x0 + text.length * LETTER * size;
      const word: Word = {
        text,
        x0,
        x1,
        y,
        y0: y - ASCENT * size,
        y1: y + DESCENT * size,
        size,
        bold: false,
        spaced: index > 0,
      };
      x0 = x1 + LETTER * size;
      return word;
    });
}
