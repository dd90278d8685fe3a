/** The text of an act (`texto`) as the tree that is written as Markdown: headings by rank, notes, tables, pictures. */
import { webUrl } from "../../finders/web-url.ts";
import { elementsOf, NO_ATTRIBUTES, PageElement, type PageNode, squeezed, textOf } from "../html/element.ts";
import { boeAddress, identifierIn } from "./boe-record.ts";
import { Outline, type Rank, roleOf } from "./boe-outline.ts";
import { hasLapsed, versionInForce } from "./in-force.ts";

export interface BoeText {
  readonly root: PageElement;
  readonly isConsolidated: boolean;
  readonly lapsedParts: readonly string[];
}

/** What keeps its inside as it is. */
const WHOLE = new Set(["table", "dl", "ul", "ol", "pre"]);
/** What the gazette's editors put before headings and never show: `[precepto]Primera.` */
const EDITORS_MARK = /^\s*\[\/?\p{Ll}[\p{Ll}_ ]{2,30}\]\s*/u;
/** The name of a title may take several lines. */
const MAX_NAME_LINES = 4;
const HEADED_BLOCKS = new Set(["precepto", "encabezado"]);

export function boeText(sources: readonly PageElement[], title: string, today: string): BoeText {
  const writer = new TextWriter(today);
  for (const source of sources) writer.write(source);
  const hasTitle = writer.written.length > 0 && title !== "";
  const heading = hasTitle ? [elementWith("h1", [title])] : [];
  const root = elementWith("div", [...heading, ...writer.written]);
  return { root, isConsolidated: writer.isConsolidated, lapsedParts: writer.lapsedParts };
}

function elementWith(name: string, children: PageNode[]): PageElement {
  const element = new PageElement(name, NO_ATTRIBUTES, null);
  element.children = children;
  return element;
}

class TextWriter {
  readonly written: PageElement[] = [];
  readonly lapsedParts: string[] = [];
  isConsolidated = false;
  readonly #today: string;
  readonly #outline = new Outline();
  /** The last thing written, where it is the number of a heading that waits for its name. */
  #numbered: { readonly heading: PageElement; readonly rank: Rank; names: number } | null = null;

  constructor(today: string) {
    this.#today = today;
  }

  write(source: PageElement): void {
    for (const element of elementsOf(source)) withFoundLinks(element);
    if (source.name === "bloque") this.#block(source);
    else this.#children(source);
  }

  #children({ children }: PageElement): void {
    for (const child of children) {
      if (child instanceof PageElement) this.#element(child);
      else if (child.trim() !== "") this.#put(elementWith("p", [child]));
    }
  }

  /** The depth of the tree is bounded. */
  #element(element: PageElement): void {
    const { name } = element;
    if (name === "bloque") return this.#block(element);
    if (/^(?:p|h[1-6])$/.test(name)) return this.#paragraph(element);
    if (name === "blockquote") return this.#quotation([...element.children]);
    if (name === "table") return this.#put(element);
    if (WHOLE.has(name) || name === "a" || name === "span") return this.#put(elementWith("div", [element]));
    this.#children(element);
  }

  #block(block: PageElement): void {
    this.isConsolidated = true;
    const title = squeezed(block.get("titulo"));
    if (hasLapsed(block, this.#today)) return void this.lapsedParts.push(title);
    const version = versionInForce(block, this.#today) ?? block;
    if (HEADED_BLOCKS.has(block.get("tipo")) && !hasHeading(version)) this.#untitled(title);
    this.#children(version);
  }

  /** A part whose text has no heading of its own has one in the index. */
  #untitled(title: string): void {
    if (title === "" || title.startsWith("[")) return;
    const role = roleOf("", title);
    this.#heading(role.kind === "heading" ? role.rank : "article", [title]);
  }

  #paragraph(paragraph: PageElement): void {
    const children = withoutMark(paragraph.children);
    const text = squeezed(textOf(elementWith("p", children)));
    if (text === "") return;
    const role = roleOf(paragraph.get("class"), text);
    if (role.kind === "heading") return this.#heading(role.rank, children);
    if (role.kind === "name") return this.#name(role.rank, children);
    if (role.kind === "display" && !this.#outline.isEmpty) return this.#display(role.rank, children);
    if (role.kind === "quotation") return this.#quotation([elementWith("p", children)]);
    this.#put(elementWith("p", children));
  }

  #heading(rank: Rank, children: PageNode[]): void {
    const heading = elementWith(`h${this.#outline.enter(rank)}`, children);
    this.#put(heading);
    this.#numbered = { heading, rank, names: 0 };
  }

  /** `TÍTULO I` and `Disposiciones generales` are one heading: two would be two parts. */
  #name(rank: Rank, children: PageNode[]): void {
    const before = this.#numbered;
    if (before === null || before.names++ >= MAX_NAME_LINES) return this.#heading(rank, children);
    const endsItself = /[.:]\s*$/.test(textOf(before.heading));
    before.heading.children = [...before.heading.children, endsItself ? " " : ". ", ...children];
  }

  /** Older acts have the name of a title or chapter in the middle of the line below its number. */
  #display(rank: Rank, children: PageNode[]): void {
    const before = this.#numbered;
    const isName =
      before !== null && /^(?:title|chapter|section|book)$/.test(before.rank) && isNumberOnly(before.heading);
    return isName ? this.#name(before.rank, children) : this.#heading(rank, children);
  }

  /** Notes that follow one another are one quotation. */
  #quotation(children: PageNode[]): void {
    const last = this.written.at(-1);
    if (last?.name === "blockquote") for (const child of children) last.children.push(child);
    else this.#put(elementWith("blockquote", children));
  }

  #put(element: PageElement): void {
    this.#numbered = null;
    this.written.push(element);
  }
}

function isNumberOnly(heading: PageElement): boolean {
  return squeezed(textOf(heading)).split(" ").length <= 2;
}

function hasHeading(version: PageElement): boolean {
  return version.children.some(
    (child) =>
      child instanceof PageElement &&
      ["heading", "name"].includes(
        roleOf(child.get("class"), squeezed(textOf(child)).replace(EDITORS_MARK, "")).kind,
      ),
  );
}

function withoutMark(children: readonly PageNode[]): PageNode[] {
  const [first, ...rest] = children;
  return typeof first === "string" ? [first.replace(EDITORS_MARK, ""), ...rest] : [...children];
}

/** References often name an identifier and no address. A picture is kept as a note that leads to it. */
function withFoundLinks(element: PageElement): void {
  if (element.name === "a" && element.get("href") === "") {
    const address = boeAddress(identifierIn(textOf(element)));
    if (address !== null) element.attributes = new Map([["href", address]]);
  } else if (element.name === "img") {
    const source = webUrl(element.get("src"), "https://www.boe.es/");
    const label = squeezed(element.get("alt"));
    element.name = source === null ? "span" : "a";
    element.attributes = source === null ? NO_ATTRIBUTES : new Map([["href", source]]);
    const note = label === "" ? "imagen" : `imagen: ${label}`;
    element.children = [source === null ? `[${note}]` : note];
  }
}
