/** What elements within a line are: emphasis, struck text, labels. */
import { type PageElement, textOf } from "./element.ts";
import type { InlineKind } from "./inline-text.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";

const INLINE_KINDS: ReadonlyMap<string, InlineKind> = new Map(
  Object.entries<InlineKind>({
    strong: "strong",
    b: "strong",
    em: "em",
    i: "em",
    code: "code",
    kbd: "code",
    samp: "code",
    del: "struck",
    s: "struck",
    strike: "struck",
  }),
);

const BESIDE = new Set(["span", "b", "strong", "em", "label", "a", "small", "time"]);

/**
 * Elements that a style sheet sets apart, a label and its value: `<span>Plazo</span><span>3 meses</span>`. A word is
 * also split over elements, so that there has to be a sign that a new one begins, or a block with these two alone.
 */
export function areApart(left: PageElement, right: PageElement, tail: string): boolean {
  const { parent } = right;
  if (left.parent !== parent || parent === null || INLINE.has(parent.name)) return false;
  if (!BESIDE.has(left.name) || !BESIDE.has(right.name)) return false;
  const before = /[\p{L}\p{N}%€).:;ºª?](?=[*~]*$)/u.exec(tail)?.[0];
  const after = /^\s*(\S{0,2})/u.exec(textOf(right))?.[1] ?? "";
  if (before === undefined || !/^[\p{L}\p{N}]/u.test(after)) return false;
  if (/\d/.test(before) && /^\d/.test(after)) return false;
  const isPair = parent.children.length === 2 && parent.name !== "p" && !HEADINGS.has(parent.name);
  const isNewWord =
    (/^\p{Lu}/u.test(after) && !/\p{Lu}/u.test(before)) || /^(?:\p{Lu}\p{Ll}|\d)/u.test(after);
  return isPair || isNewWord;
}

const NOTHING: readonly InlineKind[] = [];

export function kindsOf(element: PageElement): readonly InlineKind[] {
  const kind = INLINE_KINDS.get(element.name);
  if (kind !== "struck" && isStruck(element)) return kind === undefined ? ["struck"] : ["struck", kind];
  return kind === undefined ? NOTHING : [kind];
}

const STRUCK_CLASS = /(?:^|\s)(?:(?:text-decoration-)?line-through|strikethrough|tachad[oa])(?:$|\s)/i;

/** By its style, or by the class that the usual style sheets have for it. */
export function isStruck(element: PageElement | null): boolean {
  if (element === null || element.attributes.size === 0) return false;
  return (
    /text-decoration[^;]*line-through/i.test(element.get("style")) || STRUCK_CLASS.test(element.get("class"))
  );
}

const LABEL = /(?:^|[\s_-])(?:label|etiqueta|titulo|campo|key|term|clave|lbl)(?:$|[\s_-])/i;

export function isLabel(element: PageElement): boolean {
  return (
    (element.name === "span" || element.name === "label") &&
    (element.name === "label" || LABEL.test(element.get("class")))
  );
}
