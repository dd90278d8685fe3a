import { REPORT_PAGE } from "./endpoints.ts";
import { readHtml, squeeze, TooMuch } from "./html.ts";
import { type Parsed, structureChanged } from "./parsed.ts";

export interface PageLink {
  readonly href: string;
  readonly text: string;
  readonly title: string;
}

export interface ReportPage {
  readonly links: readonly PageLink[];
  /** `td.label` → text of the cell after it, label without its colon. */
  readonly facts: ReadonlyMap<string, string>;
  /** `<base href>`, where the page has one. */
  readonly baseHref: string | null;
}

/** A page has some thirty facts and a few documents. */
const MAX_FACTS = 1000;
const MAX_LINKS = 10_000;

/** The report page of one well: its analysis documents and the table of facts. */
export function parseReportPage(html: string): Parsed<ReportPage> {
  const read = readHtml(html, new ReportReader());
  if (!read.ok) return read;
  const reader = read.value;
  if (!reader.regionSeen) {
    const { regionClass } = REPORT_PAGE;
    return structureChanged(`div.${regionClass} or table.${regionClass}`, html.trim() || "an empty body");
  }
  const { links, facts, baseHref } = reader;
  return { ok: true, value: { links, facts, baseHref } };
}

class ReportReader implements ReportPage {
  readonly links: PageLink[] = [];
  readonly facts = new Map<string, string>();
  baseHref: string | null = null;
  regionSeen = false;
  #depth = 0;
  /** Depth of the outermost region we are in. */
  #regionDepth: number | null = null;
  #link: { href: string; title: string; parts: string[] } | null = null;
  #cell: { label: boolean; parts: string[] } | null = null;
  #label = "";

  open(name: string, attributes: Record<string, string>): void {
    this.#depth += 1;
    if (name === "base") this.baseHref ??= attributes["href"] ?? null;
    if ((name === "div" || name === "table") && hasClass(attributes, REPORT_PAGE.regionClass)) {
      this.regionSeen = true;
      this.#regionDepth ??= this.#depth;
    }
    if (this.#regionDepth === null) return;
    if (name === "a") this.#openLink(attributes);
    if (name === "td") this.#cell = { label: hasClass(attributes, REPORT_PAGE.labelClass), parts: [] };
  }

  text(text: string): void {
    this.#link?.parts.push(text);
    this.#cell?.parts.push(text);
  }

  close(name: string): void {
    if (name === "a" && this.#link !== null) {
      const { href, title, parts } = this.#link;
      if (this.links.length === MAX_LINKS) throw new TooMuch(`more than ${MAX_LINKS} documents of a well`);
      this.links.push({ href, title, text: squeeze(parts) });
      this.#link = null;
    }
    if (name === "td" && this.#cell !== null) this.#closeCell(this.#cell);
    if (this.#depth === this.#regionDepth) this.#regionDepth = null;
    this.#depth -= 1;
  }

  #openLink(attributes: Record<string, string>): void {
    const title = (attributes["title"] ?? "").replace(/\s+/g, " ").trim();
    if (title.toLowerCase() !== REPORT_PAGE.documentLinkTitle) return;
    this.#link = { href: attributes["href"] ?? "", title, parts: [] };
  }

  #closeCell(cell: { label: boolean; parts: string[] }): void {
    const text = squeeze(cell.parts);
    if (cell.label) this.#label = text.replace(/\s*:$/, "");
    else if (this.#label !== "") {
      if (text !== "" && this.facts.size < MAX_FACTS) this.facts.set(this.#label, text);
      this.#label = "";
    }
    this.#cell = null;
  }
}

function hasClass(attributes: Record<string, string>, wanted: string): boolean {
  return (attributes["class"] ?? "").split(/\s+/).includes(wanted);
}
