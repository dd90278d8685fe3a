import { describe, expect, it } from "vitest";
import type { FormField } from "../../domain/extracted-document.ts";
import { formFields } from "./form-fields.ts";
import { treeOf } from "./tree-builder.ts";

const fieldsOf = (html: string) => formFields(treeOf(`<form>${html}</form>`));
const field = (parts: Partial<FormField>): FormField => ({
  type: "text",
  name: "a",
  label: "",
  required: false,
  options: [],
  ...parts,
});

describe("the fields of a form", () => {
  it.each<[string, string, FormField]>([
    ["label for", "<label for=i>Nombre:</label><input id=i name=a>", field({ label: "Nombre" })],
    [
      "label around",
      "<label>Correo <input type=email name=a></label>",
      field({ type: "email", label: "Correo" }),
    ],
    ["label by reference", "<span id=l>NIF</span><input aria-labelledby=l name=a>", field({ label: "NIF" })],
    ["label by description", "<input aria-label=NIF name=a>", field({ label: "NIF" })],
    ["cell beside", "<table><tr><td>NIF<td><input name=a></table>", field({ label: "NIF" })],
    ["text before", "NIF <input name=a>", field({ label: "NIF" })],
    ["placeholder", "<input placeholder=NIF name=a>", field({ label: "NIF" })],
    ["attribute", "<input name=a required>", field({ required: true })],
    ["ARIA attribute", "<input name=a aria-required=true>", field({ required: true })],
    [
      "star",
      "<label for=i>Nombre <em>*</em></label><input id=i name=a>",
      field({ label: "Nombre", required: true }),
    ],
    [
      "word",
      "<label for=i>Nombre (obligatorio)</label><input id=i name=a>",
      field({ label: "Nombre", required: true }),
    ],
    ["class", "<input name=a class='campo requerido'>", field({ required: true })],
    ["class around", "<div class='form-group required'><input name=a></div>", field({ required: true })],
    ["name only as id", "<input id=dni>", field({ name: "dni" })],
    [
      "text area",
      "<label>Motivo <textarea name=a>x</textarea></label>",
      field({ type: "textarea", label: "Motivo" }),
    ],
    [
      "choice of a list",
      "<label for=i>Provincia</label><select id=i name=a><option value=''>Elija</option><option>Ávila<option>Soria</select>",
      field({ type: "select", label: "Provincia", options: ["Ávila", "Soria"] }),
    ],
    [
      "group of choices",
      "<fieldset><legend>Vía *</legend><label><input type=radio name=a> Correo</label><label><input type=radio name=a> Sede</label></fieldset>",
      field({ type: "radio", label: "Vía", required: true, options: ["Correo", "Sede"] }),
    ],
  ])("are read: %s", (_, html, expected) => {
    expect(fieldsOf(html)).toEqual([expected]);
  });

  it("leave out buttons, hidden fields and the box for searching, and never hold a value", () => {
    const html =
      "<input type=hidden name=t value=secreto><input type=submit><input name=q><div role=search><input name=z></div><input name=a value=secreto>";
    expect(fieldsOf(html)).toEqual([field({})]);
    expect(JSON.stringify(fieldsOf(html))).not.toContain("secreto");
  });
});
