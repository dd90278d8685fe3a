import {
  type ExtractRecord,
  isCurrent,
  type ReadingTerms,
  RECOGNISED,
  RENDERED,
} from "../domain/extraction.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { Extracts } from "./ports.ts";
import { isAged, type ReadingParts } from "./read-stored.ts";

type Parts = Pick<
  ReadingParts,
  "source" | "rules" | "reader" | "files" | "render" | "renderedSince" | "ocr"
> & {
  readonly extracts: Pick<Extracts, "find">;
};

/** Which stored documents are to be read, by what is known of their readings. */
export class OutdatedReadings {
  readonly #parts: Parts;
  /** A browser was asked for it in this run: once is enough. */
  readonly #wasShown: (key: string) => boolean;

  constructor(parts: Parts, wasShown: (key: string) => boolean) {
    this.#parts = parts;
    this.#wasShown = wasShown;
  }

  /** Those without a reading that still holds, and those whose reading is not where it was written. */
  async among(documents: readonly StoredDocument[]): Promise<readonly StoredDocument[]> {
    const { extracts, files, source, rules } = this.#parts;
    const known = await extracts.find(
      source,
      documents.map(({ key }) => key),
    );
    const stems = [...known.values()].flatMap(({ stem }) => (stem === "" ? [] : [stem]));
    const present = await files.present(stems, rules);
    const aged = await this.#agedAmong([...known.values()]);
    return documents.filter((document) => {
      const record = known.get(document.key);
      if (this.#wasShown(document.key)) return false;
      if (this.#parts.ocr !== true && isRecognised(record, document.sha256)) return false;
      if (!isCurrent(record, document, this.#terms())) return true;
      const { stem = "", key = "" } = record ?? {};
      return aged.has(key) || (stem !== "" && !present.has(stem));
    });
  }

  /** All but those of which less would be read than before: pictures of text, now that there is no OCR. */
  async readable(documents: readonly StoredDocument[]): Promise<readonly StoredDocument[]> {
    const { extracts, source, ocr = false } = this.#parts;
    if (ocr) return documents;
    const known = await extracts.find(
      source,
      documents.map(({ key }) => key),
    );
    return documents.filter(({ key, sha256 }) => !isRecognised(known.get(key), sha256));
  }

  #terms(): ReadingTerms {
    const { reader, render, ocr = false } = this.#parts;
    const { version: extractor, limits } = reader;
    return { extractor, limits, renders: render !== undefined, recognises: ocr };
  }

  /** Of what was rendered, what a browser is to be asked about again. */
  async #agedAmong(records: readonly ExtractRecord[]): Promise<ReadonlySet<string>> {
    const { render, renderedSince, files, source } = this.#parts;
    const aged = new Set<string>();
    if (render === undefined) return aged;
    for (const { key, reason } of records)
      if (reason === RENDERED && isAged(await files.renderedOf({ source, key }), renderedSince))
        aged.add(key);
    return aged;
  }
}

function isRecognised(record: ExtractRecord | undefined, sha256: string): boolean {
  return record?.reason === RECOGNISED && record.sha256 === sha256;
}
