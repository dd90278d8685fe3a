/** The fields of the forms of a page: what a person will be asked for (P17). Their values are never kept. */
import type { FormField } from "../../domain/extracted-document.ts";
import { elementsOf, type PageElement, type PageNode, squeezed, textOf } from "./element.ts";

const NO_FIELD = new Set(["hidden", "submit", "button", "reset", "image", "search"]);
const REQUIRED_WORDS =
  /\*|\b(?:obligatori[oa]s?|requerid[oa]s?|obligatoris?|nahitaezko[a]?k?|derrigorrezko[a]?k?|required|mandatory)\b/iu;
const REQUIRED_NAMES =
  /(?:^|[\s_-])(?:required|requerido|obligatorio|obligatoria|obligatori|mandatory|obrigatorio)(?:$|[\s_-])/i;
const MAX_FIELDS = 2000;
const MAX_OPTIONS = 500;
const MAX_LABEL = 300;
const FAR = 4;

export function formFields(root: PageElement): FormField[] {
  const elements = [...elementsOf(root)];
  const labels = labelsIn(elements);
  const fields: FormField[] = [];
  const choices = new Map<string, number>();
  for (const element of elements) {
    if (fields.length >= MAX_FIELDS) break;
    const type = typeOf(element);
    if (type === null || isSearch(element)) continue;
    const field = fieldOf(element, type, labels);
    const known = type === "radio" || type === "checkbox" ? choices.get(`${type} ${field.name}`) : undefined;
    if (known === undefined || field.name === "") fields.push(field);
    else fields[known] = withChoice(fields[known] as FormField, field);
    if (known === undefined) choices.set(`${type} ${field.name}`, fields.length - 1);
  }
  return fields;
}

function typeOf(element: PageElement): string | null {
  if (element.name === "select" || element.name === "textarea") return element.name;
  if (element.name !== "input") return null;
  const type = element.get("type").toLowerCase() || "text";
  return NO_FIELD.has(type) ? null : type;
}

/** The box for searching the site is on every page, and no part of a procedure. */
function isSearch(element: PageElement): boolean {
  if (/^(?:q|s|search|buscar|query|texto_busqueda)$/i.test(element.get("name"))) return true;
  for (let above = element.parent; above !== null; above = above.parent) {
    if (above.get("role") === "search" || /search|buscador/i.test(above.get("class") + above.get("id")))
      return above.name !== "body";
  }
  return false;
}

interface Labels {
  readonly byId: ReadonlyMap<string, PageElement>;
  readonly byField: ReadonlyMap<string, PageElement>;
}

function labelsIn(elements: readonly PageElement[]): Labels {
  const byId = new Map<string, PageElement>();
  const byField = new Map<string, PageElement>();
  for (const element of elements) {
    if (element.has("id")) byId.set(element.get("id"), element);
    if (element.name === "label" && element.has("for")) byField.set(element.get("for"), element);
  }
  return { byId, byField };
}

function fieldOf(element: PageElement, type: string, labels: Labels): FormField {
  const label = labelOf(element, labels);
  const isChoice = type === "radio" || type === "checkbox";
  const group = isChoice ? groupOf(element) : null;
  return {
    type,
    name: element.get("name") || element.get("id"),
    label: withoutStar(group ?? label),
    required: isRequired(element, label) || (group !== null && REQUIRED_WORDS.test(group)),
    options: isChoice ? (group === null ? [] : [withoutStar(label)]) : optionsOf(element),
  };
}

function withChoice(field: FormField, other: FormField): FormField {
  const options = [
    ...new Set([
      ...(field.options.length === 0 ? [field.label] : field.options),
      ...(other.options.length === 0 ? [other.label] : other.options),
    ]),
  ];
  return { ...field, options: options.slice(0, MAX_OPTIONS), required: field.required || other.required };
}

/** By reference, around it, by description, or before it. */
function labelOf(element: PageElement, { byId, byField }: Labels): string {
  const own = byField.get(element.get("id"));
  if (own !== undefined && element.has("id")) return lineOf(own);
  for (let above = element.parent, step = 0; above !== null && step < FAR; above = above.parent, step++) {
    if (above.name === "label") return lineOf(above);
  }
  const named = element
    .get("aria-labelledby")
    .split(/\s+/)
    .flatMap((id) => byId.get(id) ?? [])
    .map(lineOf)
    .join(" ");
  return (
    named ||
    element.get("aria-label") ||
    element.get("title") ||
    textBefore(element) ||
    element.get("placeholder")
  );
}

/** The cell or the text on its left. */
function textBefore(element: PageElement): string {
  const holder = element.parent?.name === "td" || element.parent?.name === "dd" ? element.parent : element;
  const siblings = holder.parent?.children ?? [];
  const at = siblings.indexOf(holder);
  for (const sibling of siblings.slice(Math.max(0, at - 3), at).toReversed()) {
    const text = typeof sibling === "string" ? squeezed(sibling) : lineOf(sibling);
    if (text !== "") return text.slice(0, MAX_LABEL);
  }
  return "";
}

/** The legend of the group that a choice belongs to. */
function groupOf(element: PageElement): string | null {
  for (let above = element.parent; above !== null; above = above.parent) {
    if (above.name === "form") return null;
    if (above.name !== "fieldset") continue;
    const legend = above.children.find((child) => typeof child !== "string" && child.name === "legend");
    return legend === undefined || typeof legend === "string" ? null : lineOf(legend);
  }
  return null;
}

/** Its text, without that of what can be chosen in it. */
function lineOf(element: PageElement): string {
  const pieces: string[] = [];
  const stack: PageNode[] = [element];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node === "string") pieces.push(node);
    else if (node.name !== "select" && node.name !== "textarea") stack.push(...node.children.toReversed());
  }
  return squeezed(pieces.join("")).slice(0, MAX_LABEL);
}

function isRequired(element: PageElement, label: string): boolean {
  if (element.has("required") || element.get("aria-required") === "true") return true;
  if (REQUIRED_WORDS.test(label) || REQUIRED_NAMES.test(element.get("class"))) return true;
  const parent = element.parent;
  return parent !== null && parent.name !== "form" && REQUIRED_NAMES.test(parent.get("class"));
}

function optionsOf(element: PageElement): string[] {
  if (element.name !== "select") return [];
  const options: string[] = [];
  for (const part of elementsOf(element)) {
    if (part.name !== "option" || options.length >= MAX_OPTIONS) continue;
    const text = squeezed(textOf(part));
    const isPrompt = part.has("value") && part.get("value") === "";
    if (text !== "" && !isPrompt) options.push(text);
  }
  return options;
}

function withoutStar(label: string): string {
  return squeezed(
    label.replaceAll(/\(?\*+\)?|\((?:campo )?(?:obligatori[oa]|requerid[oa]|required)\)/giu, " "),
  ).replace(/\s*:$/, "");
}

/** A label as it is written, taken apart: what it names, and whether it says that the field must be filled. */
export function readLabel(written: string): { readonly label: string; readonly required: boolean } {
  return { label: withoutStar(written).slice(0, MAX_LABEL), required: REQUIRED_WORDS.test(written) };
}
