import type { EventBody } from "../domain/events.ts";
import type { ExtractionOutcome } from "../domain/extraction.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { ExtractionRules } from "../domain/source.ts";
import type { Archive, Clock, DocumentReader, ExtractFiles, Rendered } from "./ports.ts";
import type { RenderPage } from "./rendering.ts";

export interface ReadingParts {
  readonly source: string;
  readonly clock: Pick<Clock, "now">;
  readonly rules: ExtractionRules;
  readonly reader: DocumentReader;
  readonly files: ExtractFiles;
  readonly archive: Pick<Archive, "fileOf">;
  readonly emit: (event: EventBody) => void;
  /** Where pages that are scripts only are shown to a browser. @default they are flagged */
  readonly render?: RenderPage;
  /** What was rendered before this is rendered again; wall clock, ms. @default 0 */
  readonly renderedSince?: number;
  /** Pages that are pictures of text are read. @default false: they are flagged */
  readonly ocr?: boolean;
  /** What is being read is given up once `abort` aborts. */
  readonly signals: { readonly abort: AbortSignal };
}

/** What one stored document was found to say. */
export interface Reading {
  readonly document: StoredDocument;
  readonly outcome: ExtractionOutcome;
  /** It was read as a browser showed it. */
  readonly wasRendered: boolean;
}

/** Reads one stored document: its file, or what a browser makes of it where the file says nothing without scripts. */
export class StoredReader {
  readonly #parts: ReadingParts;
  /** Asked of a browser in this run: once is enough. */
  readonly #shown = new Set<string>();

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  /** Whether a browser was asked for it in this run. */
  wasShown(key: string): boolean {
    return this.#shown.has(key);
  }

  async read(document: StoredDocument): Promise<Reading> {
    const { archive, files, source, render, renderedSince } = this.#parts;
    const kept = await files.renderedOf({ source, key: document.key });
    const isUsable =
      kept?.sha256 === document.sha256 && (render === undefined || !isAged(kept, renderedSince));
    if (isUsable)
      return { document, outcome: asRendered(await this.#readFile(document, kept.file)), wasRendered: true };
    const outcome = await this.#readFile(document, archive.fileOf(document));
    const needsBrowser = outcome.ok && outcome.document.metadata.requires_js_rendering;
    const rendered =
      needsBrowser && render !== undefined ? await this.#rendered(document, outcome, render) : null;
    return { document, outcome: rendered ?? outcome, wasRendered: rendered !== null };
  }

  /** What a page says that a browser has shown; null where that is no more than before. */
  async #rendered(
    document: StoredDocument,
    before: ExtractionOutcome & { readonly ok: true },
    render: RenderPage,
  ): Promise<ExtractionOutcome | null> {
    const { files, source, signals, clock, emit } = this.#parts;
    this.#shown.add(document.key);
    const html = await render(document, signals.abort);
    const page = { source, key: document.key };
    if (html !== null) {
      const at = new Date(clock.now()).toISOString();
      const file = await files.keepRendered(page, { sha256: document.sha256, at, html });
      const outcome = asRendered(await this.#readFile(document, file));
      if (outcome.ok && outcome.document.metadata.word_count > before.document.metadata.word_count)
        return outcome;
    }
    await files.dropRendered(page);
    const what =
      html === null ? "could not be shown by the browser" : "says no more when its scripts have run";
    if (!signals.abort.aborted)
      emit({
        type: "warning",
        code: "render_failed",
        message: `${document.url} ${what}; the next run with --render tries again`,
      });
    return null;
  }

  #readFile(document: StoredDocument, file: string): Promise<ExtractionOutcome> {
    const { reader, rules, signals, ocr = false } = this.#parts;
    const { url = document.url, contentType = "" } = document.page ?? {};
    return reader.read({ file, url, contentType, languages: rules.languages, ocr }, signals.abort);
  }
}

/** Whether a browser is to be asked again. */
export function isAged(rendered: Rendered | null, renderedSince = 0): boolean {
  return rendered === null || Date.parse(rendered.at) < renderedSince;
}

/** Its scripts have run: what they have left out is not there. */
function asRendered(outcome: ExtractionOutcome): ExtractionOutcome {
  if (!outcome.ok) return outcome;
  const { document } = outcome;
  return {
    ...outcome,
    document: { ...document, metadata: { ...document.metadata, requires_js_rendering: false } },
  };
}
