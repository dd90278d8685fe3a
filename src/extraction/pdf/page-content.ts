/** What is drawn on a page: words, rules, pictures. Reads the list of operators of pdf.js (ISO 32000-1, 8 and 9). */
import { ActualText } from "./dictionary-words.ts";
import { type Box, IDENTITY, type Matrix, matrixOf, moved, movedBox, product } from "./geometry.ts";
import { DrawnRules } from "./drawn-rules.ts";
import { StandIn } from "./stand-in.ts";
import { evenLength } from "./letter-spacing.ts";
import { lettersOf } from "./glyph-letters.ts";
import { ASCENT, DESCENT, type Run, type Turn, type Word, WordBuilder } from "./word-builder.ts";

/** The names of the operators, and their numbers. */
export type Operators = Readonly<Record<string, number>>;

export interface OperatorList {
  readonly fnArray: ArrayLike<number>;
  readonly argsArray: ArrayLike<unknown>;
}

export interface FontFace {
  readonly bold: boolean;
  /** Of one unit of a glyph's width. */
  readonly unit: number;
  /** How high its letters are, of the size that is set: of a font that draws them itself, whatever it likes. */
  readonly em: number;
  readonly vertical: boolean;
  /** Code 0 has no glyph: it is half of a code of two bytes, in a font that reads one. */
  readonly isNullSilent: boolean;
  /** Where its codes are those of letters, but it draws others, or ticks and bullets, or some are of no letter. */
  readonly read: ((glyph: PdfGlyph) => string) | null;
  /** What is read for a control character. */
  readonly controlOf: (code: string) => string;
}

export interface PageContent {
  /** By the direction of the text; the places of turned text are those it has where the page is turned with it. */
  readonly words: ReadonlyMap<Turn, readonly Word[]>;
  /** Lines along one of the axes, of no thickness. */
  readonly rules: readonly Box[];
  /** Filled areas, large enough to stand behind words. */
  readonly shades: readonly Box[];
  /** Whether there is a picture, or so large a drawing that it may be letters drawn as lines. */
  readonly hasImage: boolean;
  /** Of the page, the part that the largest picture covers. */
  readonly imageShare: number;
}

export interface PageView {
  /** From the page's own space to that in which it is seen. */
  readonly transform: Matrix;
  readonly width: number;
  readonly height: number;
}

/** Of the size: letters of text that runs down hang in the middle of their line, rather than stand on its baseline. */
const MIDDLE = (ASCENT - DESCENT) / 2;
/** Square points of a unit square that is a picture's. */
const PICTURE_AREA = 2_000;
const PICTURE_SHARE = 0.02;
/** Paths of a drawing that may be text. */
const DRAWING = 300;

interface TextState {
  font: FontFace;
  size: number;
  charSpacing: number;
  wordSpacing: number;
  scale: number;
  rise: number;
  leading: number;
}

export const NO_FONT: FontFace = {
  bold: false,
  unit: 0.001,
  em: 1,
  vertical: false,
  isNullSilent: false,
  read: null,
  controlOf: (code) => code,
};

export class PageReader {
  readonly #words = new WordBuilder();
  readonly #rules: DrawnRules;
  readonly #view: PageView;
  readonly #fontOf: (name: string) => FontFace;
  readonly #isShown: (group: unknown) => boolean;
  readonly #handlers: ReadonlyMap<number, (args: readonly unknown[]) => void>;
  #matrix: Matrix;
  #text: TextState = {
    font: NO_FONT,
    size: 0,
    charSpacing: 0,
    wordSpacing: 0,
    scale: 1,
    rise: 0,
    leading: 0,
  };
  #stack: { matrix: Matrix; text: TextState }[] = [];
  #textMatrix: Matrix = IDENTITY;
  #x = 0;
  #y = 0;
  #lineX = 0;
  #lineY = 0;
  #hasImage = false;
  #imageArea = 0;
  /** Of each marked content that is open, whether it is hidden, or stands for a text. */
  #marked: (boolean | StandIn)[] = [];
  #hidden = 0;
  /** The outermost that is open. */
  #standIn: StandIn | null = null;

  constructor(
    operators: Operators,
    view: PageView,
    fontOf: (name: string) => FontFace,
    isShown: (group: unknown) => boolean,
  ) {
    this.#view = view;
    this.#matrix = view.transform;
    this.#fontOf = fontOf;
    this.#isShown = isShown;
    this.#rules = new DrawnRules(operators, view);
    const number = (name: string) => operators[name] ?? -1;
    this.#handlers = new Map(Object.entries(this.#named()).map(([name, handler]) => [number(name), handler]));
  }

  read({ fnArray, argsArray }: OperatorList): PageContent {
    for (let at = 0; at < fnArray.length; at++) {
      const args = argsArray[at];
      this.#handlers.get(fnArray[at] ?? -1)?.(Array.isArray(args) ? args : []);
    }
    this.#unveil();
    this.#words.end();
    this.#rules.end();
    return {
      words: this.#words.words,
      rules: this.#rules.found,
      shades: this.#rules.shades,
      hasImage: this.#hasImage || this.#rules.paths > DRAWING,
      imageShare: Math.min(1, this.#imageArea / (this.#view.width * this.#view.height)),
    };
  }

  #named(): Record<string, (args: readonly unknown[]) => void> {
    const image = () => {
      this.#hasImage = true;
    };
    return {
      save: () => this.#save(),
      restore: () => this.#restore(),
      transform: (args) => this.#transform(matrixOf(args)),
      paintFormXObjectBegin: ([matrix]) => {
        this.#save();
        this.#transform(matrixOf(matrix as ArrayLike<unknown> | null));
      },
      paintFormXObjectEnd: () => this.#restore(),
      beginAnnotation: ([, , transform, matrix]) => {
        this.#save();
        this.#matrix = this.#view.transform;
        this.#transform(matrixOf(transform as ArrayLike<unknown> | null));
        this.#transform(matrixOf(matrix as ArrayLike<unknown> | null));
      },
      endAnnotation: () => this.#restore(),
      beginMarkedContent: () => this.#mark(false),
      beginMarkedContentProps: ([tag, group]) => {
        if (group instanceof ActualText && this.#standIn === null) this.#standFor(group);
        else this.#mark(tag === "OC" && !this.#isShown(group));
      },
      endMarkedContent: () => this.#unmark(),
      ...this.#textOperators(),
      constructPath: ([paint, data]) => {
        if (this.#hidden === 0) this.#rules.draw(Number(paint), data, this.#matrix);
      },
      paintImageXObject: image,
      paintImageXObjectRepeat: image,
      paintImageMaskXObject: image,
      paintImageMaskXObjectGroup: image,
      paintImageMaskXObjectRepeat: image,
      paintInlineImageXObject: image,
      paintInlineImageXObjectGroup: image,
      paintSolidColorImageMask: image,
    };
  }

  #textOperators(): Record<string, (args: readonly unknown[]) => void> {
    return {
      beginText: () => {
        this.#textMatrix = IDENTITY;
        this.#moveTo(0, 0);
      },
      setFont: ([name, size]) => this.#setFont(name, size),
      setGState: ([entries]) => this.#graphicsState(entries),
      setCharSpacing: ([value]) => (this.#text.charSpacing = Number(value)),
      setWordSpacing: ([value]) => (this.#text.wordSpacing = Number(value)),
      setHScale: ([value]) => (this.#text.scale = Number(value) / 100),
      setTextRise: ([value]) => (this.#text.rise = Number(value)),
      setLeading: ([value]) => (this.#text.leading = Number(value)),
      setTextMatrix: (args) => {
        const matrix = matrixOf(args.length === 1 ? (args[0] as ArrayLike<unknown>) : args);
        if (matrix === null) return;
        this.#textMatrix = matrix;
        this.#moveTo(0, 0);
      },
      moveText: ([x, y]) => this.#moveTo(this.#lineX + Number(x), this.#lineY + Number(y)),
      setLeadingMoveText: ([x, y]) => {
        this.#text.leading = -Number(y);
        this.#moveTo(this.#lineX + Number(x), this.#lineY + Number(y));
      },
      nextLine: () => this.#moveTo(this.#lineX, this.#lineY - this.#text.leading),
      showText: ([glyphs]) => this.#show(glyphs),
      showSpacedText: ([glyphs]) => this.#show(glyphs),
    };
  }

  #save(): void {
    this.#stack.push({ matrix: this.#matrix, text: { ...this.#text } });
  }

  #restore(): void {
    const state = this.#stack.pop();
    if (state === undefined) return;
    this.#matrix = state.matrix;
    this.#text = state.text;
  }

  /**
   * A picture fills the unit square, so a space that makes a unit as large as this is there for one (8.9.5). The
   * pictures themselves are not asked for: a scan would be decoded to no use.
   */
  #transform(matrix: Matrix | null): void {
    if (matrix === null) return;
    this.#matrix = product(this.#matrix, matrix);
    const [a, b, c, d] = this.#matrix;
    const area = Math.abs(a * d - b * c);
    if (area < Math.min(PICTURE_AREA, PICTURE_SHARE * this.#view.width * this.#view.height)) return;
    this.#hasImage = true;
    this.#imageArea = Math.max(this.#imageArea, area);
  }

  #mark(isHidden: boolean): void {
    this.#marked.push(isHidden);
    if (isHidden) this.#hidden++;
  }

  #standFor({ text }: ActualText): void {
    this.#standIn = new StandIn(text);
    this.#marked.push(this.#standIn);
  }

  #unmark(): void {
    const ended = this.#marked.pop();
    if (ended === true) this.#hidden--;
    if (ended instanceof StandIn) this.#unveil();
  }

  #unveil(): void {
    const letters = this.#standIn?.letters() ?? [];
    this.#standIn = null;
    for (const { text, from, to, base, run } of letters) this.#words.add(text, from, to, base, run);
  }

  #moveTo(x: number, y: number): void {
    this.#x = this.#lineX = x;
    this.#y = this.#lineY = y;
  }

  #setFont(name: unknown, size: unknown): void {
    this.#text.font = this.#fontOf(String(name));
    this.#text.size = Number(size);
  }

  #graphicsState(entries: unknown): void {
    if (!Array.isArray(entries)) return;
    for (const entry of entries) {
      if (Array.isArray(entry) && entry[0] === "Font" && Array.isArray(entry[1]))
        this.#setFont(entry[1][0], entry[1][1]);
    }
  }

  /** 9.4.4: glyphs one after the other, numbers between them move back by thousandths of the size. */
  #show(glyphs: unknown): void {
    if (!Array.isArray(glyphs)) return;
    const { font, size, charSpacing, wordSpacing, scale } = this.#text;
    const { vertical, unit, read } = font;
    const matrix = product(this.#matrix, this.#textMatrix);
    const turn = glyphs.length === 1 && isMirrored(matrix) ? 0 : turnOf(matrix, size * scale);
    const run: Run = {
      // Text that runs down, its lines from the right, is what text is that has been turned with its page.
      turn: vertical ? (turn + 90) % 360 : turn,
      size: Math.abs(size) * lengthOf(matrix[2], matrix[3]) * font.em,
      tracking: vertical ? 0 : Math.max(0, charSpacing * scale * lengthOf(matrix[0], matrix[1])),
      bold: font.bold,
      even: charSpacing > 0 ? evenLength(glyphs) : 0,
    };
    for (const glyph of glyphs) {
      if (typeof glyph === "number") {
        this.#advance((-glyph * size) / 1000, font);
        continue;
      }
      if (typeof glyph !== "object" || glyph === null) continue;
      const { unicode = "", width = 0, isSpace = false, vmetric, originalCharCode } = glyph as PdfGlyph;
      if (font.isNullSilent && originalCharCode === 0) continue;
      const after = charSpacing + (isSpace ? wordSpacing : 0);
      const text =
        read !== null ? read(glyph as PdfGlyph) : unicode < " " ? font.controlOf(unicode) : unicode;
      if (vertical) {
        const down = (vmetric?.[0] ?? -1000) * unit * size;
        if (this.#hidden === 0) this.#letter(text, -MIDDLE * size, 0, down, matrix, run);
        this.#y += down - after;
      } else {
        const own = width * unit * size;
        if (this.#hidden === 0) this.#letter(text, 0, own * scale, 0, matrix, run);
        this.#x += (own + after) * scale;
      }
    }
  }

  #advance(by: number, font: FontFace): void {
    if (font.vertical) this.#y += by;
    else this.#x += by * this.#text.scale;
  }

  /** From where the text has got to, aside of it, by its width or its height. */
  #letter(unicode: string, aside: number, width: number, height: number, matrix: Matrix, run: Run): void {
    // A soft hyphen of no width is where a word might have been divided.
    const text = width === 0 && unicode === "\u{ad}" ? "" : lettersOf(unicode);
    if (text === "" && this.#standIn === null) return;
    const x = this.#x + aside;
    const y = this.#y + this.#text.rise;
    const x0 = matrix[0] * x + matrix[2] * y + matrix[4];
    const y0 = matrix[1] * x + matrix[3] * y + matrix[5];
    const x1 = x0 + matrix[0] * width + matrix[2] * height;
    const y1 = y0 + matrix[1] * width + matrix[3] * height;
    const view = this.#view;
    if ((x0 < 0 && x1 < 0) || (x0 > view.width && x1 > view.width)) return;
    if ((y0 < 0 && y1 < 0) || (y0 > view.height + run.size && y1 > view.height + run.size)) return;
    if (run.turn === 0) {
      this.#place(text, Math.min(x0, x1), Math.max(x0, x1), y0, run);
      return;
    }
    // Such that turned text reads as upright text does.
    const upright = turnMatrix(run.turn);
    const [from, base] = moved(upright, x0, y0);
    const [to] = moved(upright, x1, y1);
    this.#place(text, Math.min(from, to), Math.max(from, to), base, run);
  }

  #place(text: string, from: number, to: number, base: number, run: Run): void {
    if (this.#standIn !== null && this.#standIn.take({ text, from, to, base, run })) return;
    if (text !== "") this.#words.add(text, from, to, base, run);
  }
}

export interface PdfGlyph {
  readonly unicode?: string;
  /** As it stands in the text. */
  readonly originalCharCode?: number;
  /** What is drawn, where the font is not the document's own. */
  readonly fontChar?: string;
  readonly width?: number;
  readonly isSpace?: boolean;
  readonly vmetric?: ArrayLike<number> | null;
}

/** Of what is nearly level or upright. */
const SLANT = 4;

/** Nearly all text is level, and told so without roots and angles: there are as many runs as words. */
const lengthOf = (x: number, y: number) => (x === 0 ? Math.abs(y) : y === 0 ? Math.abs(x) : Math.hypot(x, y));

/** As the E of "XƎTEX" is: a letter alone that is turned around stands among the others, and runs nowhere. */
const isMirrored = ([a, b, c, d]: Matrix) => b === 0 && c === 0 && a < 0 && d < 0;

/** Which way text runs. */
function turnOf([a, b]: Matrix, size: number): Turn {
  const sign = size < 0 ? -1 : 1;
  if (b === 0 && a * sign > 0) return 0;
  const degrees = (Math.atan2(b * sign, a * sign) * 180) / Math.PI;
  const quarter = Math.round(degrees / 90) * 90;
  return ((Math.abs(degrees - quarter) < SLANT ? quarter : Math.round(degrees)) + 360) % 360;
}

/** Turns the page so that text which runs in a direction is upright. */
export function turnMatrix(turn: Turn): Matrix {
  const radians = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [cos, -sin, sin, cos, 0, 0];
}

export const turnedRule = (turn: Turn, rule: Box): Box => movedBox(turnMatrix(turn), rule);
