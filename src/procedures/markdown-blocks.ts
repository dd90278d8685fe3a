/** The Markdown of the extraction, line by line, as what normalisation needs to know of it. */
import { siteScore } from "../extraction/line-sound.ts";

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  /** `depth`: how many list items it stands in. */
  | {
      readonly kind: "item";
      readonly depth: number;
      readonly ordered: boolean;
      /** What a term of a definition list is said to be. */
      readonly definition: boolean;
      readonly text: string;
    }
  /** One line; `first`: it begins a paragraph, `alone`: it is all of one, `within`: it stands in an item. */
  | {
      readonly kind: "line";
      readonly first: boolean;
      readonly alone: boolean;
      readonly within: boolean;
      readonly text: string;
    }
  | {
      readonly kind: "table";
      /** It is what a term of a definition list is said to be. */
      readonly definition: boolean;
      readonly rows: readonly (readonly string[])[];
    };

/** Also inside an item, where a list has been used to lay out a page. */
const HEADING = /^\s*(?:[-*+]\s+|\d{1,3}\.\s+|: )?(#{1,6})\s+(\S.*)$/;
/** A dash that was typed by hand comes escaped; ticks, arrows and small pictures are bullets as well. */
const ITEM =
  /^([ \t]*)(?:\\?[-*+•·▪◦–✓✔☑➤➢►▶▸→☞»]|\p{Emoji_Presentation}\uFE0F?|[☎✆✉☛]\uFE0F?|(\d{1,3}|[a-z])[.)][-–]?)[ \t]+(\S.*)$/u;
/** Behind bullets that were typed by hand it begins what comes next: a line in bold, or one that is labelled so. */
const BOLD_LINE = /^\*\*[^*]{2,120}\*\*\s*:?\s*$|^\*\*[^*]{2,60}(?::\s*\*\*|\*\*\s*:)/;
/** So does a line of the site, however the item above it ends. */
const LIKE_SITE = 2;
/** It cannot end so. */
const OPEN_END =
  /(?:[,(\-–/]|(?:^|\s)(?:de|del|la|el|los|las|lo|un|una|y|e|o|u|a|al|en|con|por|para|que|su|sus|sin|sobre|según|i|les|els|dels|amb|per|d'|l'|da|do|das|dos|no|na|ou|eta|edo))\s*$/i;
/** So long a line without an end may go on in the next one. */
const isWrapped = (text: string) => text.length >= 60 && !/[.;:]\s*$/.test(text);
const DEFINITION = /^[ \t]*: (.*)$/;
/** A table stands first in a definition or an item. */
const OPENS_TABLE = /^[ \t]*(:|[-*+]|\d{1,3}\.)[ \t]+(\|.*\|)[ \t]*$/;

export function blocksOf(markdown: string): Block[] {
  const reader = new BlockReader();
  for (const line of markdown.split("\n")) reader.read(line.replace(/^(?:> ?)+/, ""));
  return reader.finished();
}

class BlockReader {
  readonly #blocks: Block[] = [];
  #paragraph: string[] = [];
  #rows: string[][] = [];
  #isDefinition = false;
  /** Indents of the open list items, outermost first. */
  #indents: number[] = [];
  #inItem = false;
  #isWithin = false;

  read(line: string): void {
    if (line.trimStart().startsWith("|")) return this.#readRow(line.trim());
    this.#endTable();
    const [, mark, row] = OPENS_TABLE.exec(line) ?? [];
    if (row !== undefined) {
      this.#isDefinition = mark === ":";
      return this.#readRow(row);
    }
    if (line.trim() === "") return this.#endParagraph();
    if (/^\s*(?:```.*|(?:-{3,}|\*{3,}|_{3,})\s*)$/.test(line)) return this.#endParagraph();
    const heading = HEADING.exec(line);
    if (heading !== null) return this.#readHeading(heading);
    const item = DEFINITION.exec(line) ?? ITEM.exec(line);
    if (item !== null) return this.#readItem(item);
    this.#readText(line);
  }

  finished(): Block[] {
    this.#endTable();
    this.#endParagraph();
    return this.#blocks;
  }

  #readHeading([, marks = "", text = ""]: RegExpExecArray): void {
    this.#endParagraph();
    this.#indents = [];
    this.#blocks.push({ kind: "heading", level: marks.length, text: text.replace(/\s+#+\s*$/, "") });
  }

  #readItem(match: RegExpExecArray): void {
    this.#endParagraph();
    const isDefinition = match.length === 2;
    const indent = isDefinition ? 0 : (match[1] ?? "").length;
    while ((this.#indents.at(-1) ?? -1) >= indent) this.#indents.pop();
    const depth = this.#indents.length;
    this.#indents.push(indent);
    const text = (isDefinition ? match[1] : match[3]) ?? "";
    const nested = isDefinition ? ITEM.exec(text) : null;
    this.#blocks.push({
      kind: "item",
      depth,
      ordered: !isDefinition && match[2] !== undefined,
      definition: isDefinition,
      text: nested?.[3] ?? text,
    });
    this.#inItem = true;
  }

  /** A line that begins anew behind a bullet that was typed by hand, and a bullet that is not left open. */
  #beginsAnew(line: string): boolean {
    const last = this.#blocks.at(-1);
    return (
      BOLD_LINE.test(line) ||
      siteScore(line) > LIKE_SITE ||
      (last?.kind === "item" &&
        !OPEN_END.test(last.text) &&
        !isWrapped(last.text) &&
        /^[\p{Lu}¿¡[]/u.test(line))
    );
  }

  /** Indented text goes on with the item above, in a paragraph of its own behind an empty line. */
  #readText(line: string): void {
    const isIndented = /^\s/.test(line);
    const goesOn = this.#inItem && (isIndented || (this.#paragraph.length === 0 && !this.#beginsAnew(line)));
    const last = this.#blocks.at(-1);
    if (goesOn && last?.kind === "item") {
      this.#blocks[this.#blocks.length - 1] = { ...last, text: `${last.text}\n${line.trim()}` };
      return;
    }
    if (!isIndented) this.#indents = [];
    if (this.#paragraph.length === 0) this.#isWithin = isIndented;
    this.#paragraph.push(line.trim());
  }

  #endParagraph(): void {
    this.#inItem = false;
    const alone = this.#paragraph.length === 1;
    const within = this.#isWithin;
    // One by one: a paragraph may have more lines than a call takes arguments.
    for (const [at, text] of this.#paragraph.entries())
      this.#blocks.push({ kind: "line", first: at === 0, alone, within, text });
    this.#paragraph = [];
  }

  #readRow(line: string): void {
    this.#endParagraph();
    const cells = line
      .replace(/^\|/, "")
      .replace(/(?<!\\)\|$/, "")
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (!cells.every((cell) => /^:?-{3,}:?$/.test(cell))) this.#rows.push(cells);
  }

  #endTable(): void {
    if (this.#rows.length > 0)
      this.#blocks.push({ kind: "table", definition: this.#isDefinition, rows: this.#rows });
    this.#rows = [];
    this.#isDefinition = false;
  }
}
