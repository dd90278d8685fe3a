/** What the styles of an ODT say that matters for reading: headings, emphasis, hidden text, numbered lists (ODF 1.2, 16). */
import { isCaptionName, levelByName } from "../style-names.ts";

interface Style {
  readonly parent: string;
  /** From 1; null where nothing is said. */
  readonly outline: number | null;
  isBold: boolean | null;
  isItalic: boolean | null;
  isHidden: boolean | null;
}

const MAX_INHERITED = 20;

export class OdtStyles {
  readonly #styles = new Map<string, Style>();
  /** The levels of a list style that are numbered. */
  readonly #numbered = new Map<string, Set<number>>();
  #current: Style | null = null;
  #list: Set<number> | null = null;

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const value = (attribute: string) => attributes.get(attribute) ?? "";
    if (name === "style:style") this.#define(value);
    else if (name === "text:list-style") this.#numbered.set(value("style:name"), (this.#list = new Set()));
    else if (name === "text:list-level-style-number" && value("style:num-format") !== "")
      this.#list?.add(Number(value("text:level")));
    else if (name === "style:text-properties" && this.#current !== null) describe(this.#current, value);
  }

  close(name: string): void {
    if (name === "style:style") this.#current = null;
    if (name === "text:list-style") this.#list = null;
  }

  /** Of a paragraph that is no heading by its element. */
  headingLevel(style: string): number | null {
    for (const [name, { outline }] of this.#ancestry(style)) {
      if (outline !== null) return outline;
      const named = levelByName(plainName(name));
      if (named !== null) return named;
    }
    // Some programs refer to styles that they do not write.
    return levelByName(plainName(style));
  }

  isCaption(style: string): boolean {
    return isCaptionName(plainName(style)) || isCaptionName(plainName(this.#styles.get(style)?.parent ?? ""));
  }

  isBold(style: string): boolean {
    return this.#says(style, "isBold");
  }

  isItalic(style: string): boolean {
    return this.#says(style, "isItalic");
  }

  isHidden(style: string): boolean {
    return this.#says(style, "isHidden");
  }

  isNumbered(listStyle: string, level: number): boolean {
    return this.#numbered.get(listStyle)?.has(level) ?? false;
  }

  #says(style: string, what: "isBold" | "isItalic" | "isHidden"): boolean {
    for (const [, known] of this.#ancestry(style)) if (known[what] !== null) return known[what];
    return false;
  }

  *#ancestry(style: string): Generator<readonly [string, Style]> {
    let name = style;
    for (let step = 0; step < MAX_INHERITED; step++) {
      const known = this.#styles.get(name);
      if (known === undefined) return;
      yield [name, known];
      name = known.parent;
    }
  }

  #define(value: (attribute: string) => string): void {
    const outline = Number(value("style:default-outline-level"));
    this.#current = {
      parent: value("style:parent-style-name"),
      outline: outline >= 1 ? outline : null,
      isBold: null,
      isItalic: null,
      isHidden: null,
    };
    this.#styles.set(value("style:name"), this.#current);
  }
}

/** Spaces and other signs are written by their number (ODF 1.2, 19.498). */
function plainName(name: string): string {
  return name.replaceAll(/_([0-9a-f]{2,4})_/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

function describe(style: Style, value: (attribute: string) => string): void {
  const weight = value("fo:font-weight");
  if (weight !== "") style.isBold = weight === "bold" || Number(weight) >= 600;
  const slant = value("fo:font-style");
  if (slant !== "") style.isItalic = slant === "italic" || slant === "oblique";
  const display = value("text:display");
  if (display !== "") style.isHidden = display === "none";
}
