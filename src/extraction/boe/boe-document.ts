/** Documents of the official gazette and consolidated law, as XML, in the form of all documents (P16, P20). */
import { EXTRACTOR_VERSION } from "../version.ts";
import type { BoeRecord } from "../../domain/boe-record.ts";
import type { ExtractedDocument, ExtractedLink } from "../../domain/extracted-document.ts";
import { decodeWhole } from "../../finders/text-decoding.ts";
import { webUrl } from "../../finders/web-url.ts";
import {
  clockOf,
  type DocumentBytes,
  documentOf,
  type DocumentReading,
  readingOrFailure,
  Refusal,
  repaired,
} from "../document-reading.ts";
import { elementsOf, hasText, type PageElement } from "../html/element.ts";
import { asDataTables } from "../html/data-tables.ts";
import { readingOf } from "../html/markdown.ts";
import type { TextServices } from "../text-services.ts";
import { childNamed, childrenNamed, fieldOf, xmlTreeOf } from "../xml/xml-tree.ts";
import { type BoeParts, boeRecord, identifierIn } from "./boe-record.ts";
import { type BoeText, boeText } from "./boe-text.ts";

const HOME = "https://www.boe.es/";

export function readBoe(raw: DocumentBytes, services: TextServices = {}): Promise<DocumentReading> {
  return readingOrFailure(() => documentIn(raw, services));
}

function documentIn({ bytes, url, contentType }: DocumentBytes, services: TextServices): ExtractedDocument {
  const started = clockOf(services)();
  const { text: xml, issues } = repaired(decodeWhole(bytes, { contentType }), services);
  const { root, isCut } = xmlTreeOf(xml);
  const parts = partsOf(root);
  const baseUrl = webUrl(url) ?? HOME;
  const title = fieldOf(parts.metadata, "titulo") ?? "";
  const today = services.today?.() ?? new Date().toISOString().slice(0, 10);
  const content = boeText(parts.sources, title, today);
  const boe = recordOf(parts, content, url);
  const isAnalysed = parts.analysis !== undefined && hasText(parts.analysis);
  if (boe.identifier === null && title === "" && !isAnalysed && !hasText(content.root))
    throw notTheGazettes(root);
  asDataTables(content.root);
  return documentOf(
    {
      url,
      type: "boe_xml",
      title: title === "" ? (boe.identifier ?? "") : title,
      reading: readingOf(content.root, baseUrl),
      tool: `levada-boe/${EXTRACTOR_VERSION}`,
      started,
      issues,
      partial: isCut,
      hasText: hasText(content.root),
      declaredLanguage: declaredLanguage(parts),
      links: editionLinks(boe),
      boe,
    },
    services,
  );
}

interface AllParts extends BoeParts {
  /** Where text stands: `texto`, one for each language, or parts of a law. */
  readonly sources: readonly PageElement[];
}

/** The API wraps what the gazette's own XML begins with, in part or whole. */
function partsOf(root: PageElement): AllParts {
  const response = childNamed(root, "response");
  const inside = childNamed(response, "data") ?? response ?? root;
  const document = childNamed(inside, "documento") ?? inside;
  const texts = childrenNamed(document, "texto");
  return {
    document,
    metadata: childNamed(document, "metadatos"),
    analysis: childNamed(document, "analisis"),
    sources: texts.length > 0 ? texts : childrenNamed(document, "bloque"),
  };
}

function recordOf(parts: AllParts, { isConsolidated, lapsedParts }: BoeText, url: string): BoeRecord {
  return {
    identifier: fieldOf(parts.metadata, "identificador") ?? normOf(parts) ?? identifierIn(url),
    ...boeRecord(parts, webUrl(url) ?? HOME),
    consolidated: isConsolidated,
    lapsed_parts: lapsedParts,
  };
}

/** Parts of a law name the act that each version comes from; the first is the law itself. */
function normOf({ sources }: AllParts): string | null {
  for (const source of sources) {
    for (const element of elementsOf(source))
      if (element.name === "version") return fieldOf(element, "idnorma");
  }
  return null;
}

function declaredLanguage({ document, sources }: AllParts): string | null {
  const languages = [...sources, document].map((element) => fieldOf(element, "lengua", "lang", "idioma"));
  return (
    languages
      .find((language) => language !== null && /^[a-z]{2}(?:-|$)/i.test(language))
      ?.slice(0, 2)
      .toLowerCase() ?? null
  );
}

/** Where there is no text, they are all there is. */
function editionLinks({ identifier, url_pdf, url_pdf_by_language }: BoeRecord): readonly ExtractedLink[] {
  const name = identifier ?? "BOE";
  const translated = Object.entries(url_pdf_by_language).map(([language, url]) => ({
    text: `${name} (PDF, ${language})`,
    url,
  }));
  return [...(url_pdf === null ? [] : [{ text: `${name} (PDF)`, url: url_pdf }]), ...translated];
}

function notTheGazettes(root: PageElement): Refusal {
  const error = [...elementsOf(root)].find(({ name }) => name === "error" || name === "status");
  const said = fieldOf(error, "descripcion", "text");
  return new Refusal(
    "unreadable",
    `no document of the gazette in it${said === null ? "" : ` (${said.slice(0, 200)})`}`,
  );
}
