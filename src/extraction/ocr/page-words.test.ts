import { describe, expect, it } from "vitest";
import type { SeenPage } from "./ocr-messages.ts";
import { wordsOf } from "./page-words.ts";
import type { SeenLine } from "./tesseract.ts";

/** A line that begins at a place and runs to the right; `slope` downwards. */
function line(
  text: string,
  x: number,
  y: number,
  change: Partial<SeenLine> & { slope?: number } = {},
): SeenLine {
  const { slope = 0, ...rest } = change;
  const words = text.split(" ").map((word, at) => {
    const x0 = x + at * 100;
    return { text: word, confidence: 0.9, x0, x1: x0 + 90, y0: y - 30, y1: y + 10 };
  });
  const x1 = x + words.length * 100;
  return { baseline: { x0: x, y0: y, x1, y1: y + slope * (x1 - x) }, xHeight: 24, words, ...rest };
}

/** As if everything on it had been turned to the right around its corner. */
function turned({ baseline, words, xHeight }: SeenLine): SeenLine {
  const { x0, y0, x1, y1 } = baseline;
  return {
    baseline: { x0: 2000 - y0, y0: x0, x1: 2000 - y1, y1: x1 },
    words: words.map((word) => ({
      ...word,
      x0: 2000 - word.y1,
      x1: 2000 - word.y0,
      y0: word.x0,
      y1: word.x1,
    })),
    xHeight,
  };
}

const page = (...lines: SeenLine[]): SeenPage => ({ lines, width: 2480, height: 3508, dpi: 300 });
const LONG = "una línea larga de texto corrido";

describe("words that were seen", () => {
  it("stand where they are, in points", () => {
    const [first] = wordsOf(page(line("Beca de comedor", 300, 600)), 0).words.get(0) ?? [];
    expect(first).toMatchObject({ text: "Beca", x0: 72, y: 144, size: 12 });
    expect(first?.x1).toBeCloseTo(93.6);
  });

  it("have the size of the text unless they are clearly larger, also over pages", () => {
    const lines = [
      line(LONG, 0, 100),
      line(LONG, 0, 200, { xHeight: 26 }),
      line("Plazo", 0, 300, { xHeight: 40 }),
    ];
    const { words, bodySize } = wordsOf(page(...lines), 0);
    expect(bodySize).toBeCloseTo(13);
    const sizes = new Set((words.get(0) ?? []).map(({ size }) => Math.round(size * 100) / 100));
    expect([...sizes]).toEqual([13, 20.31]);
    expect(wordsOf(page(...lines), 12.4).bodySize).toBe(12.4);
    expect(wordsOf(page(...lines), 30).bodySize).toBeCloseTo(13);
  });

  it("of lines that lie askew stand level: both parts of a line at one height", () => {
    const slope = 0.01;
    const left = line(LONG, 0, 1000, { slope });
    const right = line(LONG, 1200, 1012, { slope });
    const heights = (wordsOf(page(left, right), 0).words.get(0) ?? []).map(({ y }) => Math.round(y * 10));
    expect(new Set(heights).size).toBe(1);
  });

  it("of lines that run downwards read as if the page were turned", () => {
    const upright =
      wordsOf(page(line(LONG, 300, 600), line("otra línea más", 300, 700)), 0).words.get(0) ?? [];
    const side = wordsOf(page(turned(line(LONG, 300, 600)), turned(line("otra línea más", 300, 700))), 0);
    expect([...side.words.keys()]).toEqual([90]);
    const words = side.words.get(90) ?? [];
    expect(words.map(({ text }) => text)).toEqual(upright.map(({ text }) => text));
    const [a, b] = [words, upright].map((each) => each.map(({ x0, y }) => [x0, y - (each[0]?.y ?? 0)]));
    for (const [at, [x = 0, y = 0]] of (a ?? []).entries()) {
      expect(x).toBeCloseTo(b?.[at]?.[0] ?? -1);
      expect(y).toBeCloseTo(b?.[at]?.[1] ?? -1);
    }
  });

  it("of doubtful lines are dropped, and count against the page", () => {
    const doubtful = line("~~ |", 0, 500);
    const noise = { ...doubtful, words: doubtful.words.map((word) => ({ ...word, confidence: 0.2 })) };
    const { words, confidence, letters } = wordsOf(page(line("tres", 0, 100), noise), 0);
    expect((words.get(0) ?? []).map(({ text }) => text)).toEqual(["tres"]);
    expect(letters).toBe(7);
    expect(confidence).toBeCloseTo((4 * 0.9 + 3 * 0.2) / 7);
  });

  it("have no ligatures, and are none where nothing was seen", () => {
    expect(wordsOf(page(line("oﬁcina", 0, 100)), 0).words.get(0)?.[0]?.text).toBe("oficina");
    expect(wordsOf(page(line(" ", 0, 100)), 0)).toMatchObject({ confidence: 0, letters: 0 });
    expect(wordsOf(page(), 0)).toMatchObject({ words: new Map(), confidence: 0, letters: 0 });
  });
});
