import {
  DOCUMENT_TYPES,
  type DocumentType,
  type ExtractedDocument,
} from "../../domain/extracted-document.ts";
import { MisuseError } from "../../domain/errors.ts";
import type { ExtractionOutcome } from "../../domain/extraction.ts";
import { extract, type ExtractedFile } from "../../library/extract.ts";
import { commonOptions } from "../common-options.ts";
import { stopOnRequest } from "../interrupt.ts";
import type { Io } from "../io.ts";
import type { ExtractFlags } from "../definitions/extract.ts";
import { jsonLine, visible, visibleText } from "../terminal-text.ts";

/** `levada extract`: what files say, as Markdown or as one JSON object a line; exit 1 where one could not be read. */
export async function extractCommand(files: readonly string[], flags: ExtractFlags, io: Io): Promise<number> {
  refuse(flags);
  const { url, type, ocr = false } = flags;
  const stop = stopOnRequest(io, (line) => io.stderr.write(`${line}\n`));
  let failed = 0;
  try {
    const read = extract(files, {
      ...commonOptions(flags, io),
      ...(url === undefined ? {} : { url }),
      ...(type === undefined ? {} : { type: type as DocumentType }),
      ocr,
      signal: stop.signal,
    });
    for await (const one of read) {
      if (stop.signal.aborted) break;
      if (!one.outcome.ok) {
        failed++;
        io.stderr.write(
          `${visible(`${one.file}: ${one.outcome.failure.message} (${one.outcome.failure.code})`)}\n`,
        );
      }
      io.stdout.write(flags.json === true ? jsonLine(jsonOf(one)) : markdownOf(one, files.length > 1));
    }
    if (stop.signal.aborted) return stop.signal.reason === "SIGTERM" ? 143 : 130;
    return failed > 0 ? 1 : 0;
  } finally {
    stop.end();
  }
}

function refuse({ url, type, json, markdown }: ExtractFlags): void {
  if (json === true && markdown === true)
    throw new MisuseError("--json and --markdown are two forms of the same; give one of the two, not both");
  if (url !== undefined && !(/^https?:\/\//i.test(url) && URL.canParse(url)))
    throw new MisuseError(
      `--url ${JSON.stringify(url)} is no address; it takes one such as https://example.org/page`,
    );
  if (type !== undefined && !DOCUMENT_TYPES.some((known) => known === type))
    throw new MisuseError(
      `--type ${JSON.stringify(type)} is not known; it takes ${DOCUMENT_TYPES.join(", ")}`,
    );
}

/** One object for each file, in the form of P20; what could not be read has an `error` and no text. */
function jsonOf({ file, url, outcome }: ExtractedFile): Record<string, unknown> {
  if (outcome.ok) return { ...outcome.document, quality: outcome.quality, file };
  return { ...nothingOf(url, outcome), error: outcome.failure, file };
}

function nothingOf(
  url: string,
  { kind }: ExtractionOutcome & { readonly ok: false },
): Omit<ExtractedDocument, "document_type"> & { readonly document_type: DocumentType | null } {
  return {
    source_url: url,
    document_type: kind,
    title: "",
    extracted_text: "",
    headings: [],
    tables: [],
    links: [],
    form_fields: [],
    metadata: {
      word_count: 0,
      language_detected: null,
      language_confidence: 0,
      has_text_layer: false,
      page_count: null,
      extraction_tool: "none",
      extraction_duration_ms: 0,
      encoding_issues: false,
      partial: true,
      requires_ocr: false,
      requires_js_rendering: false,
    },
  };
}

function markdownOf({ file, outcome }: ExtractedFile, isOneOfMany: boolean): string {
  if (!outcome.ok) return "";
  const text = `${visibleText(outcome.document.extracted_text.trimEnd())}\n`;
  // Nothing that a page says may end the comment.
  return isOneOfMany ? `<!-- ${visible(file).replaceAll("--", "-")} -->\n\n${text}\n` : text;
}
