import { describe, expect, it } from "vitest";
import { readHtml } from "./html-document.ts";

const field = (name: string, label: string, value: string) =>
  `<div class="field field--name-field-${name}"><div class="field__label">${label}</div><div class="field__item">${value}</div></div>`;
const headingsOf = (body: string) =>
  readHtml({
    url: "https://seu.example/x",
    body: `<title>Ajut al lloguer</title><main><h1>Ajut al lloguer</h1>${body}</main>`,
  }).document.headings.map(({ level, text }) => `${level} ${text}`);

describe("labels of fields", () => {
  it("are headings, known and unknown, where one of them names a part", () => {
    const body = [
      field("a", "Requisits", "<p>Persones de 18 a 35 anys."),
      field("b", "Com es demana?", "<p>Per internet, amb certificat."),
      field("c", "Departament", "Habitatge"),
      field("d", "Codi:", "1234"),
    ].join("");
    expect(headingsOf(body)).toEqual([
      "1 Ajut al lloguer",
      "4 Requisits",
      "4 Com es demana?",
      "4 Departament",
      "4 Codi",
    ]);
  });

  it("stand above the headings of their field", () => {
    const ways = "<h4>Cita en Jefatura</h4><p>En persona.</p><h3>Registre</h3><p>Amb certificat.</p>";
    const body = field("a", "Requisits", "<p>Persones de 18 a 35 anys.") + field("b", "Com es demana?", ways);
    expect(headingsOf(body)).toEqual([
      "1 Ajut al lloguer",
      "4 Requisits",
      "4 Com es demana?",
      "5 Cita en Jefatura",
      "5 Registre",
    ]);
  });

  it("stand below the label of the field that they are in", () => {
    const office = field("o", "Horari", "De 9 a 14 h");
    const body = field("a", "On es demana?", `<p>A l'oficina.${office}`) + field("b", "Requisits", "<p>Cap.");
    expect(headingsOf(body)).toEqual(["1 Ajut al lloguer", "4 On es demana?", "5 Horari", "4 Requisits"]);
  });

  it.each<[string, string]>([
    ["none names a part", field("a", "Color", "Blau") + field("b", "Mida", "Gran")],
    ["there is but one", field("a", "Requisits", "Ser major d'edat.")],
    ["they are to be filled in", field("a", "Requisits", "<input>") + field("b", "Codi", "<input>")],
    [
      "they lead elsewhere",
      field("a", '<a href="/r">Requisits</a>', "Text") + field("b", '<a href="/c">Codi</a>', "Text"),
    ],
  ])("are none where %s", (_, body) => {
    expect(headingsOf(`${body}<p>Text que no diu gaire de res, però que és aquí per ser llegit.`)).toEqual([
      "1 Ajut al lloguer",
    ]);
  });
});
