/** What a form in a DOCX asks for: fields of old forms (ECMA-376 17.16) and content controls (17.5.2). */
import type { FormField } from "../../domain/extracted-document.ts";
import { MarkupReader, splitName } from "../../finders/markup.ts";
import { Refusal } from "../document-reading.ts";
import { squeezed } from "../html/element.ts";
import { readLabel } from "../html/form-fields.ts";

interface Asked {
  type: string | null;
  name: string;
  label: string;
  readonly before: string;
  readonly options: string[];
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    textinput: "text",
    text: "text",
    date: "date",
    checkbox: "checkbox",
    ddlist: "select",
    dropdownlist: "select",
    combobox: "select",
  }),
);
const MAX_FIELDS = 2000;
const MAX_OPTIONS = 500;
const MAX_BEFORE = 300;
/** Word itself gives up long before. */
const MAX_DEPTH = 2000;

/** Refused where it nests so deep that no parser that calls itself would come back. */
export function docxFields(documentXml: string): FormField[] {
  const scan = new FieldScan();
  const reader = new MarkupReader(scan, { xml: true });
  reader.write(documentXml);
  reader.end();
  return scan.fields;
}

class FieldScan {
  readonly fields: FormField[] = [];
  /** Old fields cannot lie in one another; controls can. */
  readonly #asked: Asked[] = [];
  #depth = 0;
  #isText = false;
  /** Of the paragraph so far, and of the last one that had any. */
  #line = "";
  #lineBefore = "";

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (++this.#depth > MAX_DEPTH)
      throw new Refusal("too_large", `it nests deeper than ${MAX_DEPTH} elements`);
    const { local, prefix } = splitName(name);
    const value = (attribute: string) =>
      attributes.get(prefix === "" ? attribute : `${prefix}:${attribute}`) ?? "";
    if (local === "t") this.#isText = true;
    else if (local === "p") this.#nextLine();
    else if (local === "tr") this.#lineBefore = "";
    else if (local === "ffdata" || local === "sdtpr") this.#ask();
    else this.#describe(local, value);
  }

  close(name: string): void {
    this.#depth--;
    const { local } = splitName(name);
    if (local === "t") this.#isText = false;
    else if (local === "ffdata" || local === "sdtpr") this.#finish();
  }

  text(text: string): void {
    if (this.#isText && this.#line.length < MAX_BEFORE * 4) this.#line += text;
  }

  #nextLine(): void {
    const line = squeezed(this.#line);
    if (line !== "") this.#lineBefore = line;
    this.#line = "";
  }

  #ask(): void {
    const before = squeezed(this.#line) || this.#lineBefore;
    this.#asked.push({ type: null, name: "", label: "", before: before.slice(-MAX_BEFORE), options: [] });
  }

  #describe(local: string, value: (attribute: string) => string): void {
    const asked = this.#asked.at(-1);
    if (asked === undefined) return;
    const type = TYPES.get(local);
    if (type !== undefined) asked.type ??= type;
    else if (local === "name" || local === "tag") asked.name ||= value("val");
    else if (local === "alias") asked.label ||= value("val");
    else if (local === "type" && value("val") === "date") asked.type = "date";
    else if (local === "type" && value("val") === "number") asked.type = "number";
    else if (local === "listentry") addOption(asked, value("val"));
    else if (local === "listitem") addOption(asked, value("displaytext") || value("value"));
  }

  /** What has no type is a part of the document that Word guards, not a question. */
  #finish(): void {
    const asked = this.#asked.pop();
    if (asked === undefined || asked.type === null || this.fields.length >= MAX_FIELDS) return;
    const { type, name, options } = asked;
    this.fields.push({ type, name, ...readLabel(asked.label || asked.before || name), options });
  }
}

function addOption({ options }: Asked, written: string): void {
  const option = squeezed(written);
  if (option !== "" && options.length < MAX_OPTIONS) options.push(option);
}
