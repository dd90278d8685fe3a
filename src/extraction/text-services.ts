import type { DetectedLanguage } from "../domain/extracted-document.ts";
import { detectLanguage } from "./language/detect-language.ts";
import { repairMojibake } from "./text/mojibake.ts";

/** What every reader of documents uses on text. */
export interface TextServices {
  /** `declared` is what the document says of itself. */
  readonly detectLanguage?: (text: string, declared: string | null) => DetectedLanguage;
  /** Text that was decoded wrongly somewhere on its way, made right again. */
  readonly repairText?: (text: string) => { readonly text: string; readonly issues: boolean };
  /** Milliseconds, for durations. */
  readonly now?: () => number;
  /** `2026-03-02`: which version of a law is in force depends on it. */
  readonly today?: () => string;
}

export function textServices(now: () => number = () => performance.now()): Required<TextServices> {
  return { detectLanguage, repairText: repairMojibake, now, today };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
