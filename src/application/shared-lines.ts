import type { ExtractRecord } from "../domain/extraction.ts";
import type { ProcedureRecord } from "../domain/procedure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { PageLines, SiteLines } from "./ports.ts";
import {
  addressOf,
  isOfReading,
  NO_LINES,
  type NormalizingParts,
  type ReadLines,
} from "./procedure-reading.ts";
import { storedDocuments } from "./reading.ts";

type Parts = Pick<
  NormalizingParts,
  "source" | "registry" | "extracts" | "extractFiles" | "procedures" | "rules" | "signals"
>;

/**
 * Which lines of pages are their site's (ADR 10): what all stored pages say together, and so before any of them is looked at.
 * Lines are noted with the record of a page, so that only pages that are new or read anew are read for it.
 */
export class SharedLines {
  readonly #parts: Parts;
  readonly #sites = new Map<string, SiteLines>();
  /** Of pages whose record does not have them. */
  readonly #read = new Map<string, PageLines>();

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static async read(parts: Parts): Promise<SharedLines> {
    const lines = new SharedLines(parts);
    let page: StoredDocument[] = [];
    for await (const document of storedDocuments(parts.source, parts.registry)) {
      if (parts.signals.stop.aborted) return lines;
      if (page.push(document) < PAGE) continue;
      await lines.#take(page);
      page = [];
    }
    await lines.#take(page);
    return lines;
  }

  /** `before`: what is noted of the page. */
  of(document: StoredDocument, extract: ExtractRecord, before: ProcedureRecord | undefined): ReadLines {
    const page = this.#read.get(document.key) ?? this.#noted(extract, before);
    if (page === null) return NO_LINES;
    return { page, ofSite: this.#sites.get(siteOf(document))?.among(page) ?? [] };
  }

  async #take(documents: readonly StoredDocument[]): Promise<void> {
    const { source, extracts, procedures, rules } = this.#parts;
    const keys = documents.map(({ key }) => key);
    const [read, records] = [await extracts.find(source, keys), await procedures.find(source, keys)];
    for (const document of documents) {
      const extract = read.get(document.key);
      if (extract === undefined || extract.sha256 !== document.sha256) continue;
      const noted = this.#noted(extract, records.get(document.key));
      const page = noted ?? (await this.#readLines(extract));
      if (noted === null) this.#read.set(document.key, page);
      const site = this.#sites.get(siteOf(document)) ?? rules.siteLines();
      this.#sites.set(siteOf(document), site);
      site.add(page);
    }
  }

  #noted(extract: ExtractRecord, before: ProcedureRecord | undefined): PageLines | null {
    if (before === undefined || before.lines === "") return null;
    return isOfReading(before, extract, this.#parts.rules.version)
      ? (JSON.parse(before.lines) as PageLines)
      : null;
  }

  async #readLines(extract: ExtractRecord): Promise<PageLines> {
    const read = extract.status === "failed" ? null : await this.#parts.extractFiles.read(extract.stem);
    return read === null ? NO_LINES.page : this.#parts.rules.lines(read);
  }
}

function siteOf(document: StoredDocument): string {
  return URL.parse(addressOf(document))?.host ?? "";
}

const PAGE = 500;
