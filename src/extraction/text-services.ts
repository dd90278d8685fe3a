export interface DetectedLanguage {
  readonly language: string | null;
  readonly confidence: number;
}

/** What reading needs and does not do itself. */
export interface TextServices {
  /** `declared` is what the document says of itself. */
  readonly detectLanguage?: (text: string, declared: string | null) => DetectedLanguage;
  /** Text that was decoded wrongly somewhere on its way, made right again. */
  readonly repairText?: (text: string) => { readonly text: string; readonly issues: boolean };
  /** Milliseconds, for durations. */
  readonly now?: () => number;
}
