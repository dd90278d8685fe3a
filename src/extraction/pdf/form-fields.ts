/** Fields of an interactive form (ISO 32000-1, 12.7). */
import type { FormField } from "../../domain/extracted-document.ts";
import type { Box } from "./geometry.ts";
import type { Row, Segment } from "./rows.ts";

/** What pdf.js says of an annotation, as far as it is used. */
export interface PdfAnnotation {
  readonly subtype?: string;
  readonly rect?: readonly number[];
  readonly url?: string;
  readonly fieldType?: string | null;
  readonly fieldName?: string;
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

/** One field a name: buttons of one choice are its options. */
export function fieldsOf(widgets: readonly Widget[], rows: readonly Row[]): FormField[] {
  const segments = rows.flatMap((row) => row.segments);
  const byName = new Map<string, Widget[]>();
  for (const widget of widgets) {
    const { fieldType, pushButton, fieldName = "" } = widget.annotation;
    if (fieldType === undefined || fieldType === null || pushButton === true) continue;
    byName.set(fieldName, [...(byName.get(fieldName) ?? []), widget]);
  }
  return [...byName].flatMap(([name, group]) => {
    const first = group[0];
    return first === undefined ? [] : [fieldOf(name, first, group, segments)];
  });
}

function fieldOf(
  name: string,
  first: Widget,
  group: readonly Widget[],
  segments: readonly Segment[],
): FormField {
  const { annotation } = first;
  const type = typeOf(annotation);
  const label = (annotation.alternativeText ?? "").trim() || labelNear(first.box, type, segments);
  return {
    type,
    name,
    label: label.replace(/\s*[:*]+\s*$/u, "").trim(),
    required: annotation.required === true || REQUIRED.test(label),
    options: optionsOf(type, group, segments),
  };
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

function optionsOf(type: string, group: readonly Widget[], segments: readonly Segment[]): string[] {
  if (type === "select")
    return (group[0]?.annotation.options ?? []).map(({ displayValue, exportValue }) =>
      String(displayValue ?? exportValue ?? ""),
    );
  if (type !== "radio") return [];
  return group
    .map(({ annotation, box }) => rightOf(box, segments) || (annotation.buttonValue ?? ""))
    .filter(Boolean);
}

/** What is written beside a field: before it, above it; after it, where it is a box to tick. */
function labelNear(box: Box, type: string, segments: readonly Segment[]): string {
  const before = leftOf(box, segments);
  const above = over(box, segments);
  if (type === "checkbox") return rightOf(box, segments) || before || above;
  if (type === "radio") return before || above;
  return before || above || rightOf(box, segments);
}

const isBeside = (box: Box, segment: Box) => {
  const middle = (segment.y0 + segment.y1) / 2;
  const slack = 0.4 * (segment.y1 - segment.y0);
  return middle > box.y0 - slack && middle < box.y1 + slack;
};

function leftOf(box: Box, segments: readonly Segment[]): string {
  return nearest(
    segments.filter((each) => isBeside(box, each) && each.x0 < box.x0 && each.x1 < box.x0 + 6),
    (each) => box.x0 - each.x1,
  );
}

function rightOf(box: Box, segments: readonly Segment[]): string {
  return nearest(
    segments.filter((each) => isBeside(box, each) && each.x0 > box.x1 - 4),
    (each) => each.x0 - box.x1,
  );
}

function over(box: Box, segments: readonly Segment[]): string {
  return nearest(
    segments.filter(
      (each) => each.y1 < box.y0 + 6 && box.y0 - each.y1 < ABOVE && each.x0 < box.x1 && each.x1 > box.x0,
    ),
    (each) => box.y0 - each.y1,
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
