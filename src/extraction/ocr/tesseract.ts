/** Tesseract, as WebAssembly in this thread: reads what is written on a picture. */
import { createRequire } from "node:module";
import type { Picture } from "./page-pictures.ts";
import { trainedName } from "./languages.ts";
import { engineFile, trainedData } from "./packages.ts";
import { slopeOf } from "./skew.ts";

interface Place {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** As Tesseract tells it, in pixels. */
export interface SeenLine {
  /** From its first to its last letter. */
  readonly baseline: Place;
  /** Of small letters without ascenders. */
  readonly xHeight: number;
  readonly words: readonly SeenWord[];
}

export interface SeenWord extends Place {
  readonly text: string;
  /** From 0 to 1. */
  readonly confidence: number;
}

interface Api {
  Init(path: null, languages: string, mode: number): number;
  End(): void;
  Clear(): void;
  SetVariable(name: string, value: string): boolean;
  SetPageSegMode(mode: number): void;
  SetImageFile(exif: number, angle: number): number;
  SetSourceResolution(dpi: number): void;
  Recognize(monitor: null): number;
  GetJSONText(page: number): string;
}

interface Engine {
  readonly FS: { writeFile(path: string, data: Uint8Array): void; unlink(path: string): void };
  readonly TessBaseAPI: new () => Api;
}

interface RawLine {
  readonly baseline: Place;
  readonly rowAttributes: {
    readonly rowHeight: number;
    readonly descenders: number;
    readonly ascenders: number;
  };
  readonly words: readonly { readonly bbox: Place; readonly text: string; readonly confidence: number }[];
}

interface RawPage {
  readonly blocks?: readonly { readonly paragraphs?: readonly { readonly lines?: readonly RawLine[] }[] }[];
}

const LSTM_ONLY = 1;
/** Finds columns and blocks by itself. */
const AUTO_LAYOUT = 3;
const INPUT = "/input";
/** Of lines on a page that was put in askew, in radians: from one degree on the picture is turned back. */
const LEAST_SLOPE = 0.0175;
/** A page whose size in points says nothing about that of its letters. */
const PLAUSIBLE_DPI = [150, 600] as const;

export class Tesseract {
  readonly #engine: Engine;
  readonly #loaded = new Set<string>();
  #api: Api | null = null;
  #languages = "";

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  read(picture: Picture, languages: readonly string[]): readonly SeenLine[] {
    const api = this.#apiFor(languages);
    this.#engine.FS.writeFile(INPUT, asPgm(picture));
    try {
      const slope = slopeOf(picture);
      this.#show(api, picture, Math.abs(slope) < LEAST_SLOPE ? 0 : -slope);
      if (api.Recognize(null) !== 0) throw new Error("Tesseract gave up on the picture");
      return linesOf(JSON.parse(api.GetJSONText(0)) as RawPage);
    } finally {
      api.Clear();
      this.#engine.FS.unlink(INPUT);
    }
  }

  #show(api: Api, picture: Picture, radians: number): void {
    if (api.SetImageFile(1, radians) === 1) throw new Error("Tesseract does not take the picture");
    const [least, most] = PLAUSIBLE_DPI;
    const isPlausible = picture.dpi >= least && picture.dpi <= most;
    api.SetSourceResolution(isPlausible ? Math.round(picture.dpi) : 300);
  }

  #apiFor(languages: readonly string[]): Api {
    const names = languages.map(trainedName).join("+");
    if (this.#api !== null && names === this.#languages) return this.#api;
    for (const language of languages) this.#load(language);
    this.#api?.End();
    this.#api = new this.#engine.TessBaseAPI();
    if (this.#api.Init(null, names, LSTM_ONLY) !== 0)
      throw new Error(`Tesseract does not start for ${names}`);
    this.#api.SetPageSegMode(AUTO_LAYOUT);
    this.#languages = names;
    return this.#api;
  }

  #load(language: string): void {
    if (this.#loaded.has(language)) return;
    this.#engine.FS.writeFile(`${trainedName(language)}.traineddata`, trainedData(language));
    this.#loaded.add(language);
  }
}

export async function loadTesseract(): Promise<Tesseract> {
  const load = createRequire(import.meta.url)(engineFile()) as (options: object) => Promise<Engine>;
  return new Tesseract(await load({ print: () => {}, printErr: () => {} }));
}

/** The simplest of the formats that it reads (Netpbm's PGM, raw). */
function asPgm({ width, height, grey }: Picture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, "latin1"), grey]);
}

function linesOf({ blocks = [] }: RawPage): SeenLine[] {
  return blocks
    .flatMap(({ paragraphs = [] }) => paragraphs.flatMap(({ lines = [] }) => lines))
    .map(({ baseline, rowAttributes: { rowHeight, ascenders, descenders }, words }) => ({
      baseline,
      xHeight: Math.max(1, rowHeight - ascenders - descenders),
      words: words.map(({ bbox, text, confidence }) => ({
        ...bbox,
        text: text.trim(),
        confidence: confidence / 100,
      })),
    }));
}
