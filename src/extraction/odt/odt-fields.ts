/** The fields of forms in an ODT (ODF 1.2, 13). Their values are never kept. */
import type { FormField } from "../../domain/extracted-document.ts";
import { squeezed } from "../html/element.ts";
import { readLabel } from "../html/form-fields.ts";

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "form:text": "text",
    "form:formatted-text": "text",
    "form:textarea": "textarea",
    "form:password": "password",
    "form:file": "file",
    "form:number": "number",
    "form:date": "date",
    "form:time": "time",
    "form:checkbox": "checkbox",
    "form:radio": "radio",
    "form:listbox": "select",
    "form:combobox": "select",
  }),
);
const MAX_FIELDS = 2000;
const MAX_OPTIONS = 500;

export class OdtFields {
  readonly fields: FormField[] = [];
  #options: string[] = [];

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const label = squeezed(attributes.get("form:label") ?? attributes.get("form:title") ?? "");
    if (name === "form:option" || name === "form:item") return this.#addOption(label);
    const type = TYPES.get(name);
    if (type === undefined || this.fields.length >= MAX_FIELDS) return;
    const named = attributes.get("form:name") ?? "";
    this.#options = [];
    this.fields.push({ type, name: named, ...readLabel(label || named), options: this.#options });
  }

  #addOption(label: string): void {
    if (label !== "" && this.#options.length < MAX_OPTIONS) this.#options.push(label);
  }
}
