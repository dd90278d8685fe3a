/** Lines that are drawn on a page, level or upright, and areas that are filled: what tables are ruled and shaded with. */
import { type Box, boxOf, type Matrix, moved } from "./geometry.ts";
import type { Operators, PageView } from "./page-content.ts";
import { subpathsOf } from "./subpaths.ts";

/** More rules than a table has: a drawing. The first are enough to tell. */
const MAX_RULES = 20_000;
/** A filled box as thin is a line. */
const THIN = 3;
/** Shorter lines are parts of a drawing. */
const SHORTEST_RULE = 4;
/** Points between the dots of a line, and the least length of one: fewer dots are marks. */
const DOT_GAP = 5;
const SHORTEST_DOTTED = 8;
/** A lower filled box shades no row. */
const LOWEST_SHADE = 8;
/** More than the cells of a page: a drawing. */
const MAX_SHADES = 4_000;

const STROKES = [
  "stroke",
  "closeStroke",
  "fillStroke",
  "eoFillStroke",
  "closeFillStroke",
  "closeEOFillStroke",
];

type Point = readonly [number, number];

export class DrawnRules {
  readonly found: Box[] = [];
  readonly shades: Box[] = [];
  /** How many paths were painted, rules or not. */
  paths = 0;
  /** Of the dotted line that is being drawn. */
  #dots: Box | null = null;
  readonly #view: PageView;
  readonly #paints: ReadonlySet<number>;
  readonly #strokes: ReadonlySet<number>;

  constructor(operators: Operators, view: PageView) {
    const number = (name: string) => operators[name] ?? -1;
    this.#view = view;
    this.#strokes = new Set(STROKES.map(number));
    this.#paints = new Set([...this.#strokes, number("fill"), number("eoFill")]);
  }

  /** Moves, lines, curves and closings, numbered 0, 1, 2, 3 and 4. */
  draw(paint: number, data: unknown, matrix: Matrix): void {
    if (!this.#paints.has(paint) || !Array.isArray(data)) return;
    const numbers = data[0] as ArrayLike<number> | null | undefined;
    if (typeof numbers !== "object" || numbers === null) return;
    this.paths++;
    const isStroke = this.#strokes.has(paint);
    for (const points of subpathsOf(numbers)) {
      if (this.found.length >= MAX_RULES) return;
      const placed = points.map(([x, y]) => moved(matrix, x, y));
      if (isStroke) this.#outline(placed);
      else this.#filled(placed);
    }
  }

  /** After the last path. */
  end(): void {
    const dots = this.#dots;
    this.#dots = null;
    if (dots === null) return;
    const { x0, y0, x1, y1 } = dots;
    if (x1 - x0 >= SHORTEST_DOTTED) this.#rule(x0, (y0 + y1) / 2, x1, (y0 + y1) / 2);
    else if (y1 - y0 >= SHORTEST_DOTTED) this.#rule((x0 + x1) / 2, y0, (x0 + x1) / 2, y1);
  }

  /** Small boxes that follow each other along an axis. */
  #dot(box: Box): void {
    const line = this.#dots === null ? box : boxOf([this.#dots, box]);
    const isLine = Math.min(line.x1 - line.x0, line.y1 - line.y0) < THIN;
    if (this.#dots === null || !isLine || apart(this.#dots, box) > DOT_GAP) this.end();
    this.#dots = this.#dots === null ? box : line;
  }

  #outline(points: readonly Point[]): void {
    for (let at = 1; at < points.length; at++) {
      const [ax, ay] = points[at - 1] ?? [0, 0];
      const [bx, by] = points[at] ?? [0, 0];
      this.#rule(ax, ay, bx, by);
    }
  }

  #filled(points: readonly Point[]): void {
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const x0 = Math.min(...xs);
    const x1 = Math.max(...xs);
    const y0 = Math.min(...ys);
    const y1 = Math.max(...ys);
    if (y1 - y0 < THIN && x1 - x0 > SHORTEST_RULE) this.#rule(x0, (y0 + y1) / 2, x1, (y0 + y1) / 2);
    else if (x1 - x0 < THIN && y1 - y0 > SHORTEST_RULE) this.#rule((x0 + x1) / 2, y0, (x0 + x1) / 2, y1);
    else if (x1 - x0 <= SHORTEST_RULE && y1 - y0 <= SHORTEST_RULE) this.#dot({ x0, y0, x1, y1 });
    else if (y1 - y0 >= LOWEST_SHADE && this.shades.length < MAX_SHADES) this.shades.push({ x0, y0, x1, y1 });
  }

  #rule(ax: number, ay: number, bx: number, by: number): void {
    const width = Math.abs(ax - bx);
    const height = Math.abs(ay - by);
    if (Math.max(width, height) < SHORTEST_RULE || Math.min(width, height) > 1) return;
    const box = { x0: Math.min(ax, bx), x1: Math.max(ax, bx), y0: Math.min(ay, by), y1: Math.max(ay, by) };
    const outside = box.x1 < 0 || box.x0 > this.#view.width || box.y1 < 0 || box.y0 > this.#view.height;
    if (!outside && this.found.length < MAX_RULES) this.found.push(box);
  }
}

/** Between two boxes, along the axis on which they are farther apart. */
const apart = (a: Box, b: Box) => Math.max(b.x0 - a.x1, a.x0 - b.x1, b.y0 - a.y1, a.y0 - b.y1);
