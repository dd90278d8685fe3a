/** Fields of an interactive form (ISO 32000-1, 12.7). */
import type { FormField } from "../../domain/extracted-document.ts";
import type { Box } from "./geometry.ts";
import { type RadioButton, radioLabels } from "./radio-labels.ts";
import type { Row, Segment } from "./rows.ts";

/** What pdf.js says of an annotation, as far as it is used. */
export interface PdfAnnotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly url?: string;
  readonly fieldType?: string | null;
  readonly fieldName?: string;
  readonly fieldValue?: unknown;
  readonly hasAppearance?: boolean;
  readonly annotationFlags?: number;
  readonly defaultAppearanceData?: { readonly fontSize?: number } | null;
  readonly alternativeText?: string;
  readonly required?: boolean;
  readonly multiLine?: boolean;
  readonly password?: boolean;
  readonly checkBox?: boolean;
  readonly radioButton?: boolean;
  readonly pushButton?: boolean;
  readonly buttonValue?: string | null;
  readonly exportValue?: string | null;
  readonly options?: readonly { readonly exportValue?: unknown; readonly displayValue?: unknown }[] | null;
  readonly actions?: Readonly<Record<string, readonly string[]>> | null;
}

/** A field where it stands on its page. */
export interface Widget {
  readonly annotation: PdfAnnotation;
  readonly box: Box;
}

const REQUIRED =
  /\*\s*:?\s*$|\((?:\*|obligatori[oa]?|obrigatorio|derrigorrezkoa|required)\)|\b(?:campo )?obligatori[oa]?\b/iu;
/** Points: text farther away says nothing of a field. */
const REACH = 320;
const ABOVE = 30;
const BELOW = 12;

/** What a field may be named by, and what stands between. */
interface Surroundings {
  readonly segments: readonly Segment[];
  readonly boxes: readonly Box[];
}

/** One field a name: buttons of one choice are its options. Those without a name are fields of their own. */
export function fieldsOf(widgets: readonly Widget[], rows: readonly Row[]): FormField[] {
  const page: Surroundings = {
    segments: rows.flatMap((row) => row.segments),
    boxes: widgets.map(({ box }) => box),
  };
  const groups: Widget[][] = [];
  const byName = new Map<string, Widget[]>();
  for (const widget of widgets) {
    const { fieldType, pushButton, fieldName = "" } = widget.annotation;
    if (fieldType === undefined || fieldType === null || pushButton === true) continue;
    const others = fieldName === "" ? undefined : byName.get(fieldName);
    if (others !== undefined) {
      others.push(widget);
      continue;
    }
    const group = [widget];
    groups.push(group);
    byName.set(fieldName, group);
  }
  return groups.flatMap((group) => {
    const first = group[0];
    return first === undefined ? [] : [fieldOf(first.annotation.fieldName ?? "", first, group, page)];
  });
}

function fieldOf(name: string, first: Widget, group: readonly Widget[], page: Surroundings): FormField {
  const { annotation } = first;
  const type = typeOf(annotation);
  const given = (annotation.alternativeText ?? "").trim();
  const radio = type === "radio" ? radioLabels(group.map((button) => buttonOf(button, page))) : null;
  const near = () => radio?.label ?? labelNear(first.box, type, page);
  const label = isLabel(given, name) ? given : near() || over(first.box, page) || given;
  return {
    type,
    name,
    label: label.replace(/\s*[:*]+\s*$/u, "").trim(),
    required: annotation.required === true || REQUIRED.test(label),
    options: radio?.options ?? optionsOf(type, first),
  };
}

const buttonOf = ({ annotation, box }: Widget, page: Surroundings): RadioButton => ({
  before: leftOf(box, page),
  after: rightOf(box, page),
  value: annotation.buttonValue ?? "",
});

/** Some programs repeat the name that a field has for machines. */
function isLabel(given: string, name: string): boolean {
  return given !== "" && given !== name && given !== name.split(".").at(-1);
}

function typeOf({ fieldType, multiLine, password, checkBox, radioButton, actions }: PdfAnnotation): string {
  if (fieldType === "Ch") return "select";
  if (fieldType === "Sig") return "signature";
  if (fieldType === "Btn") return radioButton === true ? "radio" : checkBox === true ? "checkbox" : "button";
  if (password === true) return "password";
  if (multiLine === true) return "textarea";
  const format = Object.values(actions ?? {})
    .flat()
    .join(" ");
  return /AFDate_/.test(format) ? "date" : /AFNumber_/.test(format) ? "number" : "text";
}

function optionsOf(type: string, { annotation }: Widget): string[] {
  if (type !== "select") return [];
  return (annotation.options ?? []).map(({ displayValue, exportValue }) =>
    String(displayValue ?? exportValue ?? ""),
  );
}

/** What is written beside a field: before it, above it; after it, where it is a box to tick; under it where nothing else is. */
function labelNear(box: Box, type: string, page: Surroundings): string {
  const before = leftOf(box, page);
  const above = over(box, page);
  const below = under(box, page);
  if (type === "checkbox") return rightOf(box, page) || before || above || below;
  if (type === "radio") return before || above;
  return before || above || rightOf(box, page) || below;
}

const isBeside = (box: Box, segment: Box) => {
  const middle = (segment.y0 + segment.y1) / 2;
  const slack = 0.4 * (segment.y1 - segment.y0);
  return middle > box.y0 - slack && middle < box.y1 + slack;
};

function leftOf(box: Box, { segments, boxes }: Surroundings): string {
  return nearest(
    segments.filter(
      (each) =>
        isBeside(box, each) &&
        each.x0 < box.x0 &&
        each.x1 < box.x0 + 6 &&
        !boxes.some((other) => isBeside(other, each) && other.x0 > each.x1 - 6 && other.x1 < box.x0 + 6),
    ),
    (each) => box.x0 - each.x1,
  );
}

function rightOf(box: Box, { segments, boxes }: Surroundings): string {
  return nearest(
    segments.filter(
      (each) =>
        isBeside(box, each) &&
        each.x0 > box.x1 - 4 &&
        !boxes.some((other) => isBeside(other, each) && other.x0 > box.x1 - 4 && other.x1 < each.x0 + 4),
    ),
    (each) => each.x0 - box.x1,
  );
}

const isOverlapping = (box: Box, segment: Box) => segment.x0 < box.x1 && segment.x1 > box.x0;

function over(box: Box, { segments }: Surroundings): string {
  return nearest(
    segments.filter((each) => each.y1 < box.y0 + 6 && box.y0 - each.y1 < ABOVE && isOverlapping(box, each)),
    (each) => box.y0 - each.y1,
  );
}

function under(box: Box, { segments }: Surroundings): string {
  return nearest(
    segments.filter((each) => each.y0 > box.y1 - 4 && each.y0 - box.y1 < BELOW && isOverlapping(box, each)),
    (each) => each.y0 - box.y1,
  );
}

function nearest(segments: readonly Segment[], distance: (segment: Segment) => number): string {
  let best: Segment | undefined;
  let least = REACH;
  for (const segment of segments) {
    const away = distance(segment);
    if (away >= least) continue;
    best = segment;
    least = away;
  }
  return best?.text ?? "";
}
