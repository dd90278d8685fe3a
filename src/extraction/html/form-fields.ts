/** The fields of the forms of a page: what a person will be asked for (P17). Their values are never kept. */
import type { FormField } from "../../domain/extracted-document.ts";
import { elementsOf, type PageElement, squeezed, textOf } from "./element.ts";
import { MAX_LABEL, groupOf, labelElementOf, labelOf, type Labels, labelsIn } from "./field-labels.ts";

const NO_FIELD = new Set(["hidden", "submit", "button", "reset", "image", "search"]);
const REQUIRED_WORDS =
  /\*|\b(?:obligatori[oa]s?|obrigatori[oa]s?|requerid[oa]s?|obligatoris?|nahitaezko[a]?k?|derrigorrezko[a]?k?|required|mandatory)\b/iu;
/** "No es obligatorio contestar", "(no obligatorio)", "ez da derrigorrezkoa". */
const NOT_REQUIRED =
  /\b(?:no|non|não|not|ez|sin carácter|sin ser)(?: (?:es|és|é|da|dira|son|serán?|is|are|campo))? (?:obligatori[oa]?s?|obrigatori[oa]s?|requerid[oa]s?|nahitaezko[a]?k?|derrigorrezko[a]?k?|required|mandatory)(?!\p{L})/giu;
const REQUIRED_NAMES =
  /(?:^|[\s_-])(?:required|requerido|obligatorio|obligatoria|obligatori|mandatory|obrigatorio)(?:$|[\s_-])/i;
const NOT_REQUIRED_NAMES = /(?:^|[\s_-])(?:no|not|non)[_-]/i;
/** How many boxes may stand around a field and its label. */
const HOLDERS = 4;
/** A list of all municipalities has 8,131. */
const MAX_FIELDS = 10_000;
const MAX_OPTIONS = 20_000;
/** Of all fields together. */
const MAX_ALL_OPTIONS = 200_000;

export interface ReadFields {
  readonly fields: readonly FormField[];
  /** There are more, or more can be chosen. */
  readonly isCut: boolean;
}

export function formFields(root: PageElement): ReadFields {
  const elements = [...elementsOf(root)];
  const found = elements.flatMap((element) => {
    const type = typeOf(element);
    return type === null || isSearch(element) ? [] : [{ element, type }];
  });
  const reader = new FieldReader(labelsIn(elements), found);
  for (const { element, type } of found) reader.read(element, type);
  return reader.finished();
}

interface FoundField {
  readonly element: PageElement;
  readonly type: string;
}
interface OpenField extends Omit<FormField, "options"> {
  required: boolean;
  readonly options: Set<string>;
  /** Of a choice that may be the only one: then it is no option. */
  readonly first: string;
}

const isChoice = (type: string) => type === "radio" || type === "checkbox";
const nameOf = (element: PageElement) => element.get("name") || element.get("id");
const keyOf = ({ element, type }: FoundField) => `${type} ${nameOf(element)}`;

class FieldReader {
  readonly #labels: Labels;
  readonly #fields: OpenField[] = [];
  readonly #choices = new Map<string, OpenField>();
  /** How many choices there are of a name. */
  readonly #counts = new Map<string, number>();
  /** What is asked for in a group. */
  readonly #kinds = new Map<PageElement, Set<string>>();
  #options = 0;
  #isCut = false;

  constructor(labels: Labels, found: readonly FoundField[]) {
    this.#labels = labels;
    for (const field of found) {
      const key = keyOf(field);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
      const group = fieldsetOf(field.element);
      if (group === null) continue;
      const kinds = this.#kinds.get(group) ?? new Set();
      this.#kinds.set(group, kinds.add(key));
    }
  }

  read(element: PageElement, type: string): void {
    const key = keyOf({ element, type });
    const known = isChoice(type) && nameOf(element) !== "" ? this.#choices.get(key) : undefined;
    if (known !== undefined) return this.#addChoice(known, element);
    if (this.#fields.length >= MAX_FIELDS) {
      this.#isCut = true;
      return;
    }
    const field = isChoice(type) ? this.#choice(element, type) : this.#plain(element, type);
    this.#fields.push(field);
    if (isChoice(type)) this.#choices.set(key, field);
  }

  finished(): ReadFields {
    const fields = this.#fields.map(({ type, name, label, required, options }) => ({
      type,
      name,
      label,
      required,
      options: [...options],
    }));
    return { fields, isCut: this.#isCut };
  }

  #plain(element: PageElement, type: string): OpenField {
    const label = labelOf(element, this.#labels, false);
    const field = {
      type,
      name: nameOf(element),
      label: withoutStar(label),
      required: isRequired(element, label, this.#labels),
      options: new Set<string>(),
      first: "",
    };
    for (const option of optionsOf(element, this.#labels)) this.#addOption(field, option);
    return field;
  }

  /** One alone is a question of its own; of several the group is the question, and each an answer. */
  #choice(element: PageElement, type: string): OpenField {
    const own = labelOf(element, this.#labels, true);
    const key = keyOf({ element, type });
    const isOne = type === "checkbox" && (this.#counts.get(key) ?? 0) < 2;
    const isWhole = (group: PageElement) => (this.#kinds.get(group)?.size ?? 0) === 1;
    const group = isOne ? null : groupOf(element, this.#labels, isWhole);
    const field = {
      type,
      name: nameOf(element),
      label: withoutStar(group ?? own),
      required: isRequired(element, own, this.#labels) || (group !== null && saysRequired(group)),
      options: new Set<string>(),
      first: withoutStar(own),
    };
    if (group !== null) this.#addOption(field, field.first);
    return field;
  }

  #addChoice(field: OpenField, element: PageElement): void {
    const own = labelOf(element, this.#labels, true);
    if (field.options.size === 0) this.#addOption(field, field.first);
    this.#addOption(field, withoutStar(own));
    field.required ||= isRequired(element, own, this.#labels);
  }

  #addOption({ options }: OpenField, option: string): void {
    if (option === "" || options.has(option)) return;
    if (options.size >= MAX_OPTIONS || this.#options >= MAX_ALL_OPTIONS) this.#isCut = true;
    else {
      options.add(option);
      this.#options++;
    }
  }
}

function fieldsetOf(element: PageElement): PageElement | null {
  for (let above = element.parent; above !== null && above.name !== "form"; above = above.parent)
    if (above.name === "fieldset") return above;
  return null;
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

function isRequired(element: PageElement, label: string, labels: Labels): boolean {
  if (element.has("required") || element.get("aria-required") === "true") return true;
  if (saysRequired(label) || isNamedRequired(element)) return true;
  const written = labelElementOf(element, labels);
  if (written !== null && elementsOf(written).some(isNamedRequired)) return true;
  return isHeldRequired(element);
}

/** By the name of its parent, or of a box around it that holds nothing else to fill in. */
function isHeldRequired(element: PageElement): boolean {
  let above = element.parent;
  for (let step = 0; step < HOLDERS && above !== null && above.name !== "form"; step++, above = above.parent)
    if (isNamedRequired(above) && (step === 0 || holdsOne(above, element))) return true;
  return false;
}

function holdsOne(holder: PageElement, field: PageElement): boolean {
  return elementsOf(holder).every((part) => typeOf(part) === null || nameOf(part) === nameOf(field));
}

const saysRequired = (label: string) => REQUIRED_WORDS.test(label.replaceAll(NOT_REQUIRED, " "));

function isNamedRequired(element: PageElement): boolean {
  const names = element.get("class");
  return REQUIRED_NAMES.test(names) && !NOT_REQUIRED_NAMES.test(names);
}

/** Of a select, or of the list of suggestions that a field refers to. */
function* optionsOf(element: PageElement, { byId }: Labels): Generator<string> {
  const list = element.name === "input" ? byId.get(element.get("list")) : undefined;
  const holder = element.name === "select" ? element : list?.name === "datalist" ? list : null;
  if (holder === null) return;
  for (const part of elementsOf(holder)) {
    if (part.name !== "option") continue;
    const isPrompt = part.has("value") && part.get("value") === "";
    if (!isPrompt) yield squeezed(textOf(part)) || squeezed(part.get("label") || suggestionOf(part, holder));
  }
}

/** In a list of suggestions the value is what is shown. */
const suggestionOf = (option: PageElement, { name }: PageElement) =>
  name === "datalist" ? option.get("value") : "";

function withoutStar(label: string): string {
  return squeezed(
    label.replaceAll(/\(?\*+\)?|\((?:campo )?(?:obligatori[oa]|requerid[oa]|required)\)/giu, " "),
  ).replace(/\s*:$/, "");
}

/** A label as it is written, taken apart: what it names, and whether it says that the field must be filled. */
export function readLabel(written: string): { readonly label: string; readonly required: boolean } {
  return { label: withoutStar(written).slice(0, MAX_LABEL), required: saysRequired(written) };
}
