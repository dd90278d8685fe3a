import type { QuarterTurns } from "./page-pictures.ts";
import type { SeenLine } from "./tesseract.ts";

/** What the thread that recognises is asked, one at a time. */
export type OcrRequest =
  | {
      readonly kind: "page";
      /** The document; null where it is the one of the request before. */
      readonly bytes: Uint8Array | null;
      readonly number: number;
      readonly turns: QuarterTurns;
      readonly withoutText: boolean;
      readonly languages: readonly string[];
    }
  | { readonly kind: "close" };

/** What is written on a page that was drawn. */
export interface SeenPage {
  readonly lines: readonly SeenLine[];
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels for an inch of the page. */
  readonly dpi: number;
}

/** One for each request; null where there is nothing to tell. */
export type OcrReply =
  | { readonly ok: true; readonly page: SeenPage | null }
  | { readonly ok: false; readonly message: string };
