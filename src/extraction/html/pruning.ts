/** What stands around the content, by what the page itself says of its parts: tags, roles, names. */
import { PageElement } from "./element.ts";
import type { Measure, Measures } from "./measure.ts";
import { namingOf } from "./naming.ts";
import { NOISE_ROLES, NOISE_TAGS } from "./noise-rules.ts";
import { INLINE } from "./tag-names.ts";

/** Of the prose of the page, more than this is not noise, whatever it is called. */
const MOST = 0.4;
const LITTLE = 0.15;
const NEVER = new Set(["#page", "html", "body", "main", "blockquote"]);
const DOUBTFUL_TAGS = new Set(["aside", "footer", "header", "form", "button", "menu", "fieldset", "label"]);

/** Why an element is taken to stand around the content. */
export type Noise = "tag" | "role" | "name" | "list" | "caption" | "doubtful";

export function withoutTags(root: PageElement): void {
  without(root, ({ name }) => NOISE_TAGS.has(name));
}

/** The outermost elements that are noise. */
export function noiseIn(root: PageElement, measures: Measures): Map<PageElement, Noise> {
  const noise = new Map<PageElement, Noise>();
  const whole = Math.max(1, measures.get(root)?.prose ?? 0);
  const stack: PageElement[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    for (const child of element.children) {
      if (typeof child === "string") continue;
      const kind = noiseOf(child, measures, whole);
      if (kind === null) stack.push(child);
      else noise.set(child, kind);
    }
  }
  return noise;
}

/** Takes elements out, each with all that it holds. */
export function without(root: PageElement, isOut: (element: PageElement) => boolean): void {
  const stack: PageElement[] = [root];
  for (let element = stack.pop(); element !== undefined; element = stack.pop()) {
    element.children = element.children.filter((child) => typeof child === "string" || !isOut(child));
    for (const child of element.children) if (child instanceof PageElement) stack.push(child);
  }
}

function noiseOf(element: PageElement, measures: Measures, whole: number): Noise | null {
  if (NOISE_TAGS.has(element.name)) return "tag";
  const measure = measures.get(element);
  if (NEVER.has(element.name) || measure === undefined) return null;
  const share = measure.prose / whole;
  if (NOISE_ROLES.has(element.get("role")) && share < MOST) return "role";
  const naming = namingOf(element);
  if (naming.noise && share < (element.name === "article" ? LITTLE : MOST)) return "name";
  if (naming.list && share < MOST && measure.links > 0 && measure.prose < measure.links * 120) return "list";
  if ((naming.caption || element.name === "figcaption") && share < LITTLE) return "caption";
  const isDoubtful =
    DOUBTFUL_TAGS.has(element.name) || (naming.doubtful && !naming.content && !INLINE.has(element.name));
  return isDoubtful && isSmall(measure, share) ? "doubtful" : null;
}

/** A sentence or two without a link is rather a lead than a label. */
function isSmall({ prose, links }: Measure, share: number): boolean {
  return share < LITTLE && (prose < 100 || links > 0);
}
