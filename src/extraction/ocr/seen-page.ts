/** A page that is a picture, with what was seen in it in the place of a text layer. */
import type { PageContent } from "../pdf/page-content.ts";
import type { Turn, Word } from "../pdf/word-builder.ts";
import type { DocumentRecogniser, RecognisedPage } from "./recogniser.ts";

/** Text of which less is certain is not kept. */
const LEGIBLE = 0.5;

export interface SeenText {
  /** From 0 to 1; 0 where nothing was seen. */
  readonly confidence: number;
  /** To stand in the text, where none was kept; null where there is some. */
  readonly placeholder: string | null;
}

type Page = Pick<PageContent, "words"> & { readonly width: number; readonly height: number };

/** Null where it could not be looked at: it stays the picture that it is. */
export async function seenPage<P extends Page>(
  page: P,
  number: number,
  recogniser: DocumentRecogniser,
): Promise<(P & { readonly seen: SeenText }) | null> {
  const hasWords = [...page.words.values()].some((words) => words.length > 0);
  const read = await recogniser.read(number, { withoutText: hasWords });
  if (read === null) return null;
  const confidence = Math.round(read.confidence * 1000) / 1000;
  const placeholder = placeholderOf(number, read);
  if (placeholder !== null) return { ...page, seen: { confidence, placeholder } };
  const { width, height } = read;
  return { ...page, width, height, words: merged(page, read), seen: { confidence, placeholder } };
}

function placeholderOf(number: number, { confidence, words, letters }: RecognisedPage): string | null {
  if (letters === 0) return `[Page ${number}: image in which OCR found no text]`;
  if (confidence >= LEGIBLE && words.size > 0) return null;
  return `[Page ${number}: image that OCR could not read, confidence ${confidence.toFixed(2)}]`;
}

/** What is written on the picture stays as it is; where the page had to be turned it runs another way. */
function merged(page: Page, read: RecognisedPage): ReadonlyMap<Turn, readonly Word[]> {
  const all = new Map(read.words);
  for (const [turn, words] of page.words) {
    const now = (turn + read.turns * 90) % 360;
    all.set(now, [...words, ...(all.get(now) ?? [])]);
  }
  return all;
}
