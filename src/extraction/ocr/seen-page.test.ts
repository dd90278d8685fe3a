import { describe, expect, it } from "vitest";
import type { Word } from "../pdf/word-builder.ts";
import type { DocumentRecogniser, RecognisedPage } from "./recogniser.ts";
import { seenPage } from "./seen-page.ts";

function word(text: string): Word {
  return { text, x0: 0, x1: 10, y0: 0, y1: 10, y: 8, size: 10, bold: false, spaced: true };
}

/** Sees the same on every page, and notes what it was asked. */
function recogniser(seen: Partial<RecognisedPage> | null): DocumentRecogniser & { asked: unknown[] } {
  const asked: unknown[] = [];
  const page = { words: new Map([[0, [word("visto")]]]), confidence: 0.9, letters: 5 };
  return {
    asked,
    languages: ["es"],
    spentMs: 0,
    read: async (number, options) => {
      asked.push([number, options]);
      return seen === null ? null : { ...page, turns: 0, width: 200, height: 300, ...seen };
    },
    close: async () => {},
  };
}

const EMPTY = { words: new Map(), width: 100, height: 100 };

describe("a page that is a picture", () => {
  it("has the words that were seen on it, and the size it was seen in", async () => {
    const page = await seenPage(EMPTY, 3, recogniser({ confidence: 0.91234 }));
    expect(page?.seen).toEqual({ confidence: 0.912, placeholder: null });
    expect(page).toMatchObject({ width: 200, height: 300, words: new Map([[0, [word("visto")]]]) });
  });

  it("stays what it is where it could not be looked at", async () => {
    expect(await seenPage(EMPTY, 3, recogniser(null))).toBeNull();
  });

  it.each([
    ["little is certain", { confidence: 0.314 }, "[Page 3: image that OCR could not read, confidence 0.31]"],
    ["no line is certain", { words: new Map() }, "[Page 3: image that OCR could not read, confidence 0.90]"],
    ["there is nothing", { letters: 0, confidence: 0 }, "[Page 3: image in which OCR found no text]"],
  ])("says so, and keeps no text, where %s", async (_, seen, placeholder) => {
    const page = await seenPage(EMPTY, 3, recogniser(seen));
    expect(page?.seen.placeholder).toBe(placeholder);
    expect(page?.words.size).toBe(0);
  });

  it.each([
    [0, [0]],
    [1, [0, 90]],
    [2, [0, 180]],
  ] as const)("keeps what is written over it, turned %i times with it", async (turns, directions) => {
    const looks = recogniser({ turns });
    const stamped = { ...EMPTY, words: new Map([[0, [word("sello")]]]) };
    const page = await seenPage(stamped, 1, looks);
    expect([...(page?.words.keys() ?? [])]).toEqual(directions);
    expect(
      [...(page?.words.values() ?? [])]
        .flat()
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(["sello", "visto"]);
    expect(looks.asked).toEqual([[1, { withoutText: true }]]);
  });
});
