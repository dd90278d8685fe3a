/**
 * What a site puts around all of its pages, outside of what the page calls its content: the header with its name, the
 * choice of languages, the footer. They go before anything else is asked, however the content is found.
 */
import { elementsOf, PageElement, squeezed, textOf } from "./element.ts";
import { type Measure, measured, NOTHING } from "./measure.ts";
import { LANGUAGE_NAMES } from "./noise-rules.ts";
import { without } from "./pruning.ts";
import { sectionHeadedBy } from "./sections.ts";
import { HEADINGS } from "./tag-names.ts";
import { folded } from "./trimming.ts";

const AROUND = "(?:site|main|top|global|portal|web|sede|page|pagina)";
const HEADER_NAMES = named(
  "header|cabecera|cabeceira|cap[cç]alera|goiburua?|masthead|topbar|banner|logo|logotipo|brand|branding|sitename|site-name|site-title",
  "(?:site|main|top|global|portal|web|sede)",
);
const FOOTER_NAMES = named("footer|pie|pie-?(?:de-?)?pagina|peu|rodape|rodapie|oina?|colophon", AROUND);
const LANGUAGES = new Set(LANGUAGE_NAMES);
/** Of the text of the page, what its frame may hold at most. */
const LITTLE = 0.35;
const MAX_LANGUAGES = 160;

/** Whole names, alone or with what says that they are of the site: `page-header` is not one, `site-header` is. */
function named(names: string, around: string): RegExp {
  return new RegExp(
    `(?:^|\\s)(?:ctl\\d+_)?(?:${around}[-_]?)?(?:${names})(?:[-_]?(?:${around}|wrapper|wrap|container|inner))*(?=$|\\s)`,
    "i",
  );
}

export function isContentTag({ name, attributes }: PageElement): boolean {
  return name === "main" || name === "article" || attributes.get("role") === "main";
}

export function isSiteHeader(element: PageElement): boolean {
  if (element.name === "header" || element.get("role") === "banner") return true;
  return element.name !== "body" && HEADER_NAMES.test(namesOf(element));
}

function isSiteFooter(element: PageElement): boolean {
  if (element.name === "footer" || element.get("role") === "contentinfo") return true;
  return element.name !== "body" && FOOTER_NAMES.test(namesOf(element));
}

function namesOf(element: PageElement): string {
  return `${element.get("class")} ${element.get("id")}`;
}

/** Takes it out of a page; what heads the page stays, and so does what holds it. */
export function withoutSiteFrame(page: PageElement, heading: PageElement | null): void {
  const measures = measured(page);
  const whole = measures.get(page)?.text ?? 0;
  const { holders, within } = contentIn(page, heading);
  without(page, (element) => {
    const measure = measures.get(element) ?? NOTHING;
    if (holders.has(element) || measure.text === 0) return false;
    if (isLanguageSwitch(element, measure)) return true;
    if (within.has(element) || measure.text > whole * LITTLE) return false;
    return isSiteHeader(element) || isSiteFooter(element);
  });
}

interface ContentTags {
  /** All that hold content, the heading of the page or that of a section of a procedure. */
  readonly holders: ReadonlySet<PageElement>;
  /** All that stand in content. */
  readonly within: ReadonlySet<PageElement>;
}

function contentIn(page: PageElement, heading: PageElement | null): ContentTags {
  const holders = new Set<PageElement>();
  const within = new Set<PageElement>();
  const hold = (element: PageElement | null) => {
    for (let above = element; above !== null && !holders.has(above); above = above.parent) holders.add(above);
  };
  hold(heading);
  for (const element of elementsOf(page)) {
    if (element.parent !== null && (isContentTag(element.parent) || within.has(element.parent)))
      within.add(element);
    if (isContentTag(element) || headsSection(element)) hold(element);
  }
  return { holders, within };
}

function headsSection(element: PageElement): boolean {
  return HEADINGS.has(element.name) && sectionHeadedBy(squeezed(textOf(element))) !== null;
}

/** Links to the same page in other languages, and nothing else. */
function isLanguageSwitch(element: PageElement, { text, links, linkText }: Measure): boolean {
  if (links < 2 || text > MAX_LANGUAGES || linkText < text * 0.6) return false;
  for (const part of elementsOf(element))
    if (part.name === "a" && !LANGUAGES.has(folded(textOf(part)).replaceAll(/[^\p{L}]/gu, ""))) return false;
  return true;
}
