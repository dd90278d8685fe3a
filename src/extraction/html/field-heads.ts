/**
 * Labels of fields as content management systems write them: `<div class="field"><div class="field__label">Plazo</div>
 * <div class="field__item">…`. The box has a name of its own for every field, so that no two of them look alike; it is the
 * label whose name says what it is. Where one of a kind names a part of a procedure, all of that kind are headings: those
 * that nobody knows end the part before them.
 */
import { namedSection } from "../section-matching.ts";
import { elementsOf, type PageElement, squeezed, textOf } from "./element.ts";
import { type Measures, measured } from "./measure.ts";
import { HEADINGS } from "./tag-names.ts";

const LABEL_NAMES =
  /(?:^|\s)((?:[a-z]+(?:[-_]+[a-z]+){0,3}[-_]+)?(?:label|etiqueta|etiketa|rotulo|lbl)|(?:field|campo|camp|dato|data|item|ficha)[-_]+(?:title|titulo|titol|name|nombre|nom|head|heading|header|key|term))(?=$|\s)/i;
const MAX_LENGTH = 90;
const MAX_WORDS = 12;
const LEAST_ALIKE = 2;
const FIELDS = new Set(["input", "select", "textarea"]);
/** Below the headings that a page has of its own; a field in a field comes below that. */
const TOP = 4;
const LOWEST = 6;

export function headFields(
  root: PageElement,
  becomeHeading: (element: PageElement, name: string) => void,
): void {
  const elements = [...elementsOf(root)];
  const standing = { measures: measured(root), forms: holdersOfFields(elements), speaking: new Map() };
  const labels = elements.flatMap((element) => labelIn(element, standing) ?? []);
  const heads = [...Map.groupBy(labels, ({ name }) => name).values()].filter(areHeads).flat();
  if (heads.length === 0) return;
  const depths = depthsIn(elements, new Set(heads.map(({ box }) => box)));
  for (const { element, box } of heads) {
    const depth = depths.get(box) ?? 0;
    if (depth === 0) lowerHeadingsIn(box);
    becomeHeading(element, `h${Math.min(LOWEST, TOP + depth)}`);
  }
}

/** Headings of a field's own stand below its label. */
function lowerHeadingsIn(box: PageElement): void {
  for (const inner of elementsOf(box))
    if (HEADINGS.has(inner.name) && Number(inner.name[1]) <= TOP) inner.name = `h${TOP + 1}`;
}

interface Standing {
  readonly measures: Measures;
  /** All that something to fill in stands in. */
  readonly forms: ReadonlySet<PageElement>;
  /** The first child of each that says something, where it is not the only one. */
  readonly speaking: Map<PageElement, PageElement | string | null>;
}

function holdersOfFields(elements: readonly PageElement[]): ReadonlySet<PageElement> {
  const holders = new Set<PageElement>();
  for (const element of elements) {
    if (!FIELDS.has(element.name)) continue;
    for (let above = element.parent; above !== null && !holders.has(above); above = above.parent)
      holders.add(above);
  }
  return holders;
}

/** How many boxes each element stands in; what holds it comes before it. */
function depthsIn(
  elements: readonly PageElement[],
  boxes: ReadonlySet<PageElement>,
): ReadonlyMap<PageElement, number> {
  const depths = new Map<PageElement, number>();
  for (const element of elements) {
    const { parent } = element;
    if (parent !== null) depths.set(element, (depths.get(parent) ?? 0) + (boxes.has(parent) ? 1 : 0));
  }
  return depths;
}

interface FieldLabel {
  readonly element: PageElement;
  /** It holds the label and what it stands over. */
  readonly box: PageElement;
  readonly name: string;
  readonly section: string | null;
}

function labelIn(element: PageElement, standing: Standing): FieldLabel | null {
  const { measures, forms } = standing;
  const { parent } = element;
  const name = element.has("class") ? LABEL_NAMES.exec(element.get("class"))?.[1] : undefined;
  const length = measures.get(element)?.text ?? 0;
  if (name === undefined || parent === null || HEADINGS.has(element.name) || forms.has(parent)) return null;
  if (length === 0 || length > MAX_LENGTH || (measures.get(element)?.links ?? 0) > 0) return null;
  const text = squeezed(textOf(element)).replace(/\s*:$/, "");
  if (text.split(" ").length > MAX_WORDS || /[.;,]$/.test(text) || !isFirst(element, parent, standing))
    return null;
  return { element, box: parent, name: `${element.name}.${name.toLowerCase()}`, section: namedSection(text) };
}

/** Its value follows it. */
function isFirst(element: PageElement, parent: PageElement, { measures, speaking }: Standing): boolean {
  let found = speaking.get(parent);
  if (found === undefined) {
    const says = (node: PageElement | string) =>
      typeof node === "string" ? /\S/.test(node) : (measures.get(node)?.text ?? 0) > 0;
    const at = parent.children.findIndex(says);
    found = parent.children.slice(at + 1).some(says) ? (parent.children[at] ?? null) : null;
    speaking.set(parent, found);
  }
  return found === element;
}

function areHeads(labels: readonly FieldLabel[]): boolean {
  return labels.length >= LEAST_ALIKE && labels.some(({ section }) => section !== null);
}
