/** Which styles of a DOCX are headings: by their outline level, their own or inherited, else by their name (ECMA-376 17.7). */
import { MarkupReader, splitName } from "../../finders/markup.ts";
import { levelByName } from "../style-names.ts";

interface Style {
  readonly id: string;
  name: string;
  basedOn: string;
  /** From 0; 9 is no heading (17.3.1.20). */
  outline: number | null;
}

const MAX_INHERITED = 20;
const BODY_TEXT = 9;
const DEEPEST = 6;

/** Levels from 1 to 6, by the id of the style. */
export function headingStyles(stylesXml: string): ReadonlyMap<string, number> {
  const styles = stylesIn(stylesXml);
  const levels = new Map<string, number>();
  for (const style of styles.values()) {
    const level = levelOf(style, styles);
    if (level !== null) levels.set(style.id, Math.min(level, DEEPEST));
  }
  return levels;
}

function levelOf(style: Style, styles: ReadonlyMap<string, Style>): number | null {
  let ancestor: Style | undefined = style;
  for (let step = 0; ancestor !== undefined && step < MAX_INHERITED; step++) {
    if (ancestor.outline !== null) return ancestor.outline >= BODY_TEXT ? null : ancestor.outline + 1;
    const named = levelByName(ancestor.name) ?? levelByName(ancestor.id);
    if (named !== null) return named;
    ancestor = styles.get(ancestor.basedOn);
  }
  return null;
}

function stylesIn(xml: string): ReadonlyMap<string, Style> {
  const styles = new Map<string, Style>();
  let current: Style | null = null;
  const reader = new MarkupReader(
    {
      open(name, attributes) {
        const { local, prefix } = splitName(name);
        const value = (attribute: string) =>
          attributes.get(prefix === "" ? attribute : `${prefix}:${attribute}`) ?? "";
        if (local === "style") {
          current =
            value("type") === "paragraph"
              ? { id: value("styleid"), name: "", basedOn: "", outline: null }
              : null;
          if (current !== null) styles.set(current.id, current);
        } else if (current === null) return;
        else if (local === "name") current.name = value("val");
        else if (local === "basedon") current.basedOn = value("val");
        else if (local === "outlinelvl" && /^\d$/.test(value("val"))) current.outline = Number(value("val"));
      },
      close(name) {
        if (splitName(name).local === "style") current = null;
      },
      text() {},
    },
    { xml: true },
  );
  reader.write(xml);
  reader.end();
  return styles;
}
