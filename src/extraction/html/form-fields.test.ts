import { describe, expect, it } from "vitest";
import type { FormField } from "../../domain/extracted-document.ts";
import { formFields } from "./form-fields.ts";
import { treeOf } from "./tree-builder.ts";

const fieldsOf = (html: string) => formFields(treeOf(`<form>${html}</form>`)).fields;
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
    [
      "class of the label",
      "<label for=i class='control-label required'>NIF</label><input id=i name=a>",
      field({ label: "NIF", required: true }),
    ],
    [
      "class of a mark in the label",
      "<label>NIF <i class=obligatorio></i><input name=a></label>",
      field({ label: "NIF", required: true }),
    ],
    [
      "class of a box around it",
      "<div class='form-group required'><label for=i>NIF</label><div><input id=i name=a></div></div>",
      field({ label: "NIF", required: true }),
    ],
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
    [
      "no duty",
      "<label for=i>Edad (no obligatorio)</label><input id=i name=a>",
      field({ label: "Edad (no obligatorio)" }),
    ],
    [
      "no duty to answer",
      "<label for=i>¿Discapacidad? No es obligatorio contestar</label><input id=i name=a>",
      field({ label: "¿Discapacidad? No es obligatorio contestar" }),
    ],
    [
      "no duty, in Basque",
      "<label>Adina (ez da derrigorrezkoa) <input name=a></label>",
      field({ label: "Adina (ez da derrigorrezkoa)" }),
    ],
    ["no duty, by class", "<input name=a class='not-required'>", field({})],
    [
      "a duty after all",
      "<label>NIF, no pasaporte (obligatorio) <input name=a></label>",
      field({ label: "NIF, no pasaporte", required: true }),
    ],
    [
      "suggestions",
      "<label>País <input name=a list=l></label><datalist id=l><option value=España><option value=FR>Francia</datalist>",
      field({ label: "País", options: ["España", "Francia"] }),
    ],
    [
      "label in the column beside",
      "<div><div>NIF</div><div><input name=a></div></div>",
      field({ label: "NIF" }),
    ],
    [
      "placeholder under a heading",
      "<h2>Datos</h2><div><input name=a placeholder=NIF></div>",
      field({ label: "NIF" }),
    ],
    ["no heading as label", "<h2>Datos</h2><div><input name=a></div>", field({})],
    [
      "text before choices",
      "<fieldset><legend>Datos</legend>Sexo: <label><input type=radio name=a>Hombre</label> <label><input type=radio name=a>Mujer</label></fieldset>",
      field({ type: "radio", label: "Datos", options: ["Hombre", "Mujer"] }),
    ],
    [
      "choices with their text behind them",
      "<p>Sexo: <input type=radio name=a> Hombre <input type=radio name=a> Mujer</p>",
      field({ type: "radio", label: "Sexo", options: ["Hombre", "Mujer"] }),
    ],
    [
      "choices in a list",
      "<p>Vía</p><ul><li><label><input type=checkbox name=a>SMS</label><li><label><input type=checkbox name=a>Correo</label></ul>",
      field({ type: "checkbox", label: "Vía", options: ["SMS", "Correo"] }),
    ],
    ["one choice", "<input type=checkbox name=a> Acepto", field({ type: "checkbox", label: "Acepto" })],
  ])("are read: %s", (_, html, expected) => {
    expect(fieldsOf(html)).toEqual([expected]);
  });

  const PERSON =
    "<fieldset><legend>Datos personales</legend><label for=n>Nombre *</label><input id=n name=n>";
  it.each<[string, string, FormField]>([
    [
      "a field without label",
      `${PERSON}<textarea name=a placeholder=Motivo></textarea></fieldset>`,
      field({ type: "textarea", label: "Motivo" }),
    ],
    [
      "a field behind a block with another",
      `${PERSON}<div>Fecha* <input name=f></div><input name=a></fieldset>`,
      field({}),
    ],
    ["a field behind a group", `${PERSON}</fieldset><input name=a>`, field({})],
    [
      "a field behind another's label",
      `${PERSON}</fieldset><input id=x name=x><label for=x>Otro</label><input name=a>`,
      field({}),
    ],
    [
      "choices behind their question",
      `${PERSON}<div>Sexo: <label><input type=radio name=a>Hombre</label> <label><input type=radio name=a>Mujer</label></div></fieldset>`,
      field({ type: "radio", label: "Sexo", options: ["Hombre", "Mujer"] }),
    ],
    [
      "choices in a group with a name",
      `${PERSON}<div role=radiogroup aria-label="Tipo de vía"><input type=radio name=a id=f1><label for=f1>Calle</label><input type=radio name=a id=f2><label for=f2>Plaza</label></div></fieldset>`,
      field({ type: "radio", label: "Tipo de vía", options: ["Calle", "Plaza"] }),
    ],
    [
      "one choice among other fields",
      `${PERSON}<div><input type=checkbox name=a id=d required><label for=d>He leído</label></div></fieldset>`,
      field({ type: "checkbox", label: "He leído", required: true }),
    ],
  ])("do not take what belongs to others: %s", (_, html, expected) => {
    expect(fieldsOf(html).find(({ name }) => name === "a")).toEqual(expected);
  });

  it.each<[string, string, number, number, boolean]>([
    [
      "all municipalities",
      `<select name=m>${Array.from({ length: 8_131 }, (_, at) => `<option>${at}`).join("")}</select>`,
      1,
      8_131,
      false,
    ],
    [
      "more than is sensible",
      `<select name=m>${Array.from({ length: 20_001 }, (_, at) => `<option>${at}`).join("")}</select>`,
      1,
      20_000,
      true,
    ],
    ["a great many fields", "<input name=a>".repeat(10_001), 10_000, 0, true],
  ])("are kept, or it is said that they are not: %s", (_, html, fields, options, isCut) => {
    const read = formFields(treeOf(`<form>${html}</form>`));
    expect([read.fields.length, read.fields[0]?.options.length, read.isCut]).toEqual([
      fields,
      options,
      isCut,
    ]);
  });

  it("leave out buttons, hidden fields and the box for searching, and never hold a value", () => {
    const html =
      "<input type=hidden name=t value=secreto><input type=submit><input name=q><div role=search><input name=z></div><input name=a value=secreto>";
    expect(fieldsOf(html)).toEqual([field({})]);
    expect(JSON.stringify(fieldsOf(html))).not.toContain("secreto");
  });
});

it("does not take a box around several fields for the mark of each", () => {
  const fields = fieldsOf("<div class=required><p><input name=a></p><p><input name=b></p></div>");
  expect(fields.map(({ required }) => required)).toEqual([false, false]);
});
