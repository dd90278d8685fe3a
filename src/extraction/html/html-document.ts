/** A page of HTML in the form that all documents are read into (P13, P17, P20, P22). */
import {
  type DetectedLanguage,
  type ExtractedDocument,
  languageFields,
  wordCount,
} from "../../domain/extracted-document.ts";
import { decodeWhole } from "../../finders/text-decoding.ts";
import { webUrl } from "../../finders/web-url.ts";
import type { TextServices } from "../text-services.ts";
import { EXTRACTOR_VERSION } from "../version.ts";
import { declaredNews } from "./declared-news.ts";
import { elementsOf, firstOf, type PageElement, squeezed } from "./element.ts";
import { formFields } from "./form-fields.ts";
import { nameLinks } from "./link-names.ts";
import { copyOf, mainContent, type Strategy } from "./main-content.ts";
import { type Reading, readingOf } from "./markdown.ts";
import { withoutMarks } from "./markdown-marks.ts";
import { namesSite, pageTitle, titleWithoutSite } from "./page-title.ts";
import { isScriptShell } from "./script-shell.ts";
import { closeEmptyRows } from "./table-grid.ts";
import { treeOf } from "./tree-builder.ts";

export interface HtmlPage {
  readonly url: string;
  readonly body: Uint8Array | string;
  /** The value of the Content-Type header. */
  readonly contentType?: string | undefined;
}

export interface HtmlDocument {
  readonly document: ExtractedDocument;
  /** How the content was found. */
  readonly strategy: Strategy;
  /** Of the text without the frame of the page, how much was kept. */
  readonly coverage: number;
}

/** More of one page is not read; what was read is marked as partial. */
const MAX_LENGTH = 64 << 20;

export function readHtml(page: HtmlPage, services: TextServices = {}): HtmlDocument {
  const now = services.now ?? (() => performance.now());
  const started = now();
  const decoded =
    typeof page.body === "string" ? page.body : decodeWhole(page.body, { contentType: page.contentType });
  const { text: html, issues } = (services.repairText ?? asItIs)(decoded.slice(0, MAX_LENGTH));
  const tree = treeOf(html.toWellFormed());
  const original = copyOf(tree);
  const headTitle = pageTitle(tree);
  const base = baseOf(tree, page.url);
  nameLinks(tree, base);
  closeEmptyRows(tree);
  const { root, strategy, coverage, heading } = mainContent(tree, {
    title: headTitle,
    address: URL.parse(page.url),
  });
  const reading = readingOf(root, base);
  const words = wordCount(withoutMarks(reading.markdown));
  const { fields, isCut } = formFields(original);
  const language = languageOf(reading, original, services);
  const newsSign = declaredNews(original, headTitle);
  return {
    strategy,
    coverage,
    document: {
      source_url: page.url,
      document_type: fields.length > 0 && isMostlyForm(fields.length, words) ? "form_html" : "html",
      title: titleOf(heading, reading, headTitle),
      extracted_text: reading.markdown,
      headings: reading.headings,
      tables: reading.tables,
      links: reading.links,
      form_fields: fields,
      metadata: {
        word_count: words,
        ...languageFields(language),
        has_text_layer: true,
        page_count: null,
        extraction_tool: `levada-html/${EXTRACTOR_VERSION} (${strategy})`,
        extraction_duration_ms: Math.round(now() - started),
        encoding_issues: issues || html.includes("\u{FFFD}") || !html.isWellFormed(),
        partial: decoded.length > MAX_LENGTH || isCut,
        requires_ocr: false,
        requires_js_rendering: isScriptShell(original, words),
        ...(newsSign !== null && { news_sign: newsSign }),
      },
    },
  };
}

const asItIs = (text: string) => ({ text, issues: false });

/** Three fields and no more than a page of text around them. */
function isMostlyForm(fields: number, words: number): boolean {
  return fields >= 3 && words < fields * 60;
}

/** Without a service the page is taken at its word, with no confidence. */
function languageOf({ markdown }: Reading, page: PageElement, services: TextServices): DetectedLanguage {
  const declared =
    squeezed(firstOf(page, "html")?.get("lang") ?? "")
      .split(/[-_]/)[0]
      ?.toLowerCase() || null;
  return services.detectLanguage?.(withoutMarks(markdown), declared) ?? { language: declared, confidence: 0 };
}

/** `<base href>` counts once, and only where it is an address. */
function baseOf(page: PageElement, url: string): string {
  const base = firstOf(page, "base")?.get("href") ?? "";
  const address = webUrl(url) ?? ownAddress(page) ?? url;
  return (base === "" ? null : webUrl(base, address)) ?? address;
}

/** What a page from a disk says of where it was (RFC 6596). */
function ownAddress(page: PageElement): string | null {
  for (const element of elementsOf(page)) {
    const isCanonical = element.name === "link" && /\bcanonical\b/i.test(element.get("rel"));
    const isShared = element.name === "meta" && element.get("property").toLowerCase() === "og:url";
    const url = isCanonical ? webUrl(element.get("href")) : isShared ? webUrl(element.get("content")) : null;
    if (url !== null) return url;
  }
  return null;
}

const MIN_NAME = 12;

/** The page's own heading; else the first one of the content, the head's, without the name of the site. */
function titleOf(heading: string, { headings }: Reading, headTitle: string): string {
  if (heading !== "") return heading;
  // "Servicios Sociales: Ayuda al alquiler", and below it the second half alone.
  const called = headings.find(
    ({ text }) => text.length >= MIN_NAME && headTitle.length > text.length && headTitle.endsWith(text),
  );
  if (called !== undefined) return called.text;
  const first = headings.find(({ level, text }) => level === 1 && !namesSite(text));
  return (first?.text ?? titleWithoutSite(headTitle)) || (headings[0]?.text ?? "");
}
