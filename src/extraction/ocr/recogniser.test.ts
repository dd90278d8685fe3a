import { describe, expect, it, onTestFinished } from "vitest";
import { Recogniser } from "./recogniser.ts";
import { scanOf, scanPdf } from "../../../test/kit/scans.ts";

const LINE = "Solicitud de ayuda al alquiler";

function recogniser(options: { pageMs?: number } = {}): Recogniser {
  const made = new Recogniser(options);
  onTestFinished(() => made.end());
  return made;
}

const opened = (with_: Recogniser, bytes: Uint8Array, onPage: (ms: number) => void = () => {}) =>
  with_.open({ bytes, expected: [], declared: null, onPage });

describe("a recogniser", () => {
  it("says before each page how long it may take, and reads several documents", async () => {
    const ocr = recogniser({ pageMs: 50_000 });
    const told: number[] = [];
    for (const text of [LINE, "Otra solicitud"]) {
      const picture = await scanOf(text);
      const document = opened(ocr, scanPdf([{ picture }, { picture }]), (ms) => told.push(ms));
      for (const number of [1, 2]) {
        const page = await document.read(number, { withoutText: false });
        expect((page?.words.get(0) ?? []).map((word) => word.text).join(" ")).toBe(text);
      }
      expect(document.spentMs).toBeGreaterThan(0);
      await document.close();
    }
    expect(told).toEqual([50_000, 50_000, 50_000, 50_000]);
  });

  it("turns a page that stands on its head, and reads it once more in its own language", async () => {
    const text = "El termini de presentació és de quinze dies hàbils a comptar de l'endemà.\n".repeat(4);
    const picture = await scanOf(text, { turns: 2 });
    const told: string[] = [];
    const document = recogniser().open({
      bytes: scanPdf([{ picture }]),
      expected: ["es", "ca"],
      declared: null,
      detectLanguage: (seen) => {
        told.push(seen);
        return { language: "ca", confidence: 1 };
      },
    });
    expect(document.languages).toEqual(["es"]);
    const page = await document.read(1, { withoutText: false });
    expect(page).toMatchObject({ turns: 2 });
    expect(page?.words.get(0)?.map((word) => word.text)).toContain("hàbils");
    expect(document.languages).toEqual(["ca", "es"]);
    expect(told).toEqual([expect.stringContaining("quinze dies")]);
  });

  it("leaves a page as it is that takes too long, and the next ones, too", async () => {
    const document = opened(recogniser({ pageMs: 1 }), scanPdf([{ picture: await scanOf(LINE) }]));
    expect(await document.read(1, { withoutText: false })).toBeNull();
    expect(await document.read(1, { withoutText: false })).toBeNull();
    await document.close();
  });

  it("goes on after what cannot be opened, and a page that is not there", async () => {
    const ocr = recogniser();
    expect(await opened(ocr, Buffer.from("no PDF")).read(1, { withoutText: false })).toBeNull();
    const document = opened(ocr, scanPdf([{ picture: await scanOf(LINE) }]));
    expect(await document.read(7, { withoutText: false })).toBeNull();
    expect(await document.read(1, { withoutText: false })).toMatchObject({ letters: 26 });
  });
});
