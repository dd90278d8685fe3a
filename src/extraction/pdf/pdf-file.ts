/** Opens a PDF and hands out its pages one by one. pdf.js is loaded when the first is opened. */
import type { ExtractionFailure } from "../../domain/extraction.ts";
import { CharacterMaps } from "./character-maps.ts";
import { handOutWords } from "./dictionary-words.ts";
import { withFieldValues } from "./field-values.ts";
import type { PdfAnnotation, Widget } from "./form-fields.ts";
import { type Box, type Matrix, matrixOf, movedBox } from "./geometry.ts";
import { type DrawnFont, drawnHeight, shownLetters } from "./drawn-font.ts";
import { signsByName } from "./sign-fonts.ts";
import { sameThreadWorker } from "./same-thread-worker.ts";
import { knownLetters, type MappedFont } from "./mapped-letters.ts";
import { lettersByName, lettersByUse } from "./tex-letters.ts";
import {
  type FontFace,
  type OperatorList,
  type Operators,
  type PageContent,
  PageReader,
} from "./page-content.ts";

export interface PdfInfo {
  readonly title: string;
  /** As the document says itself; null where it does not. */
  readonly language: string | null;
  readonly pageCount: number;
}

export interface ReadPage extends PageContent {
  readonly width: number;
  readonly height: number;
  readonly widgets: readonly Widget[];
  readonly links: readonly { readonly box: Box; readonly url: string }[];
}

export interface PdfFile {
  readonly info: PdfInfo;
  /** From 1. Throws where the page is damaged. */
  readonly page: (number: number) => Promise<ReadPage>;
  readonly close: () => Promise<void>;
}

/** Parts of unpdf's pdf.js that are used here: its own types name the DOM. */
interface PdfDocument {
  readonly numPages: number;
  getMetadata(): Promise<{ readonly info?: unknown }>;
  getOptionalContentConfig(): Promise<{ isVisible(group: unknown): boolean }>;
  getPage(number: number): Promise<PdfPage>;
  cleanup(): Promise<void>;
  readonly loadingTask: { destroy(): Promise<void> };
}

interface PdfPage {
  getViewport(options: { scale: number }): {
    readonly width: number;
    readonly height: number;
    readonly transform: readonly number[];
  };
  getOperatorList(): Promise<OperatorList>;
  getAnnotations(): Promise<unknown[]>;
  readonly commonObjs: { get(name: string): unknown; has(name: string): boolean };
  cleanup(): boolean;
}

/** pdf.js keeps something of every page: what it keeps is dropped after so many, with fonts that must be read again. */
const CLEAN_EVERY = 50;

export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  const { getDocumentProxy, getResolvedPDFJS } = await import("unpdf");
  const pdfjs = await getResolvedPDFJS();
  await handOutWords(pdfjs as object, getDocumentProxy as unknown as Parameters<typeof handOutWords>[1]);
  const worker = sameThreadWorker(pdfjs as object);
  // pdf.js takes the bytes it is given for itself: a copy leaves the caller's alone.
  const opening = getDocumentProxy(new Uint8Array(bytes), {
    ...(worker === null ? {} : { worker }),
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    // Which of its codes a font has letters for.
    fontExtraProperties: true,
    // No picture is decoded: what is wanted is whether there is one.
    maxImageSize: 1,
    enableXfa: false,
    BinaryDataFactory: CharacterMaps,
    useWorkerFetch: false,
  } as object);
  const pdf = (await opening.catch((error: unknown) => {
    worker?.destroy();
    throw error;
  })) as unknown as PdfDocument;
  const layers = await pdf.getOptionalContentConfig().catch(() => null);
  let read = 0;
  const isShown = (group: unknown) => layers?.isVisible(group) ?? true;
  return {
    info: await infoOf(pdf),
    page: async (number) => {
      if (++read % CLEAN_EVERY === 0) await pdf.cleanup();
      return readPage(await pdf.getPage(number), pdfjs.OPS as unknown as Operators, isShown);
    },
    close: async () => {
      await pdf.loadingTask.destroy();
      worker?.destroy();
    },
  };
}

async function infoOf(pdf: PdfDocument): Promise<PdfInfo> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: undefined }));
  const { Title, Language } = (info ?? {}) as { Title?: unknown; Language?: unknown };
  const language = typeof Language === "string" ? (Language.split(/[-_]/)[0] ?? "").toLowerCase() : "";
  return {
    title: typeof Title === "string" ? Title.replaceAll(/\s+/g, " ").trim() : "",
    language: /^[a-z]{2,3}$/.test(language) ? language : null,
    pageCount: pdf.numPages,
  };
}

async function readPage(
  page: PdfPage,
  operators: Operators,
  isShown: (group: unknown) => boolean,
): Promise<ReadPage> {
  try {
    const { width, height, transform } = page.getViewport({ scale: 1 });
    const view: Matrix = matrixOf(transform) ?? [1, 0, 0, -1, 0, height];
    const list = await page.getOperatorList();
    let shown: ReturnType<typeof shownLetters> | null = null;
    const shownOf: ShownLetters = (name) =>
      (shown ??= shownLetters(list, operators)).get(name) ?? new Map<string, number>();
    const fonts = new Map<string, FontFace>();
    const fontOf = (name: string) => {
      const known = fonts.get(name) ?? faceOf(page, name, shownOf);
      fonts.set(name, known);
      return known;
    };
    const reader = new PageReader(operators, { transform: view, width, height }, fontOf, isShown);
    const content = reader.read(list);
    const { widgets, links } = annotated(await annotationsOf(page), view);
    return { ...content, words: withFieldValues(content.words, widgets), width, height, widgets, links };
  } finally {
    page.cleanup();
  }
}

async function annotationsOf(page: PdfPage): Promise<PdfAnnotation[]> {
  return (await page.getAnnotations().catch(() => [])) as PdfAnnotation[];
}

interface StandardFont {
  readonly missingFile?: boolean;
  /** By the codes, where the document says them. */
  readonly widths?: ArrayLike<number>;
}

/** Neither a file nor a width says that there is a glyph: pdf.js draws a space, as wide as in Helvetica. */
const hasNoNull = ({ missingFile, widths, composite }: StandardFont & MappedFont): boolean =>
  missingFile === true && composite !== true && widths?.[0] === undefined;

type ShownLetters = (font: string) => ReadonlyMap<string, number>;

function faceOf({ commonObjs }: PdfPage, name: string, shownOf: ShownLetters): FontFace {
  const font = (commonObjs.has(name) ? commonObjs.get(name) : {}) as {
    name?: string;
    bold?: boolean;
    black?: boolean;
    vertical?: boolean;
    fontMatrix?: readonly number[];
  } & DrawnFont &
    MappedFont &
    StandardFont;
  let controls: ReadonlyMap<string, string> | null = null;
  return {
    bold:
      font.bold === true ||
      font.black === true ||
      /bold|black|heavy|demi|semibd|-bd\b/i.test(font.name ?? ""),
    unit: font.fontMatrix?.[0] || 0.001,
    em: font.isType3Font === true ? drawnHeight(font, [...shownOf(name).values()]) : 1,
    vertical: font.vertical === true,
    isNullSilent: hasNoNull(font),
    read: readerOf(font.name ?? "") ?? knownLetters(font),
    controlOf: (code) => (controls ??= lettersByUse([...shownOf(name).keys()])).get(code) ?? code,
  };
}

function readerOf(name: string): FontFace["read"] {
  const signs = signsByName(name);
  if (signs !== null) return signs;
  const letters = lettersByName(name);
  return letters === null ? null : ({ unicode = "" }) => letters.get(unicode) ?? unicode;
}

function annotated(annotations: readonly PdfAnnotation[], view: Matrix): Pick<ReadPage, "widgets" | "links"> {
  const widgets: Widget[] = [];
  const links: { box: Box; url: string }[] = [];
  for (const annotation of annotations) {
    const [x0, y0, x1, y1] = annotation.rect ?? [];
    if (x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined) continue;
    const box = movedBox(view, { x0, y0, x1, y1 });
    if (annotation.subtype === "Widget") widgets.push({ annotation, box });
    else if (annotation.subtype === "Link" && typeof annotation.url === "string")
      links.push({ box, url: annotation.url });
  }
  return { widgets, links };
}

/** What went wrong when a PDF was opened. */
export function openingFailure(error: unknown): ExtractionFailure {
  const { name = "", message = "" } = error instanceof Error ? error : new Error(String(error));
  if (name === "PasswordException") return { code: "encrypted", message: "a password is needed to open it" };
  return { code: "unreadable", message: `not a PDF that can be read: ${message.slice(0, 200)}` };
}
