/**
 * Content that is called by a word for what stands around content: the menu of a canteen, the sharing of costs, a box
 * whose designer thought of a side bar. Within what the page calls its content, a heading with sentences under it and
 * hardly a link is a section, and its names say nothing; bars, banners and trails are short or made of links.
 */
import { elementsOf, NO_ATTRIBUTES, type PageElement, squeezed, textOf } from "./element.ts";
import { type Measure, measured, NOTHING } from "./measure.ts";
import { namingOf } from "./naming.ts";
import { NOISE_ROLES } from "./noise-rules.ts";
import { isContentTag } from "./site-frame.ts";
import { HEADINGS } from "./tag-names.ts";
import { leadsAway } from "./trimming.ts";

const MOST_LINKS = 0.2;
const LEAST_PROSE = 0.4;
const CONTROLS = new Set(["input", "select", "textarea", "button", "form"]);
const FLOATING = /position:\s*(?:fixed|sticky)/i;
const ABOUT_COOKIES = /(?:us|utiliz|empr|acept|accept|rechaz|config|erabil)\p{L}*[^.]{0,60}\bcookies?\b/iu;

/** Takes the names from it, so that nothing is told by them. */
export function withoutMisleadingNames(page: PageElement): void {
  const within = new Set<PageElement>();
  const measures = measured(page);
  for (const element of elementsOf(page)) {
    if (element.parent === null || !(isContentTag(element.parent) || within.has(element.parent))) continue;
    within.add(element);
    const { noise, firm } = namingOf(element);
    if (noise && !firm && isSection(element, measures.get(element) ?? NOTHING))
      element.attributes = NO_ATTRIBUTES;
  }
}

function isSection(element: PageElement, { text, linkText, prose }: Measure): boolean {
  if (prose < text * LEAST_PROSE || linkText > text * MOST_LINKS) return false;
  if (NOISE_ROLES.has(element.get("role")) || FLOATING.test(element.get("style"))) return false;
  let headed = false;
  for (const part of elementsOf(element)) {
    if (CONTROLS.has(part.name)) return false;
    if (!HEADINGS.has(part.name)) continue;
    if (leadsAway(squeezed(textOf(part)), false)) return false;
    headed = true;
  }
  return headed && !ABOUT_COOKIES.test(textOf(element));
}
