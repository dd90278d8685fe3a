import { describe, expect, it } from "vitest";
import { shown } from "../../../test/kit/pdf.ts";
import { read } from "../../../test/kit/pdf-reading.ts";

describe("forms and links", () => {
  const widget = (y: number, entries: string) => `/Subtype /Widget /Rect [200 ${y} 400 ${y + 16}] ${entries}`;

  it("lists the fields with what is asked for", async () => {
    const content = [
      shown("Nombre y apellidos *", 50, 704),
      shown("Observaciones", 200, 680),
      shown("Acepto las condiciones", 410, 604),
      shown("Provincia:", 50, 564),
      shown("Notificación", 50, 524),
      shown("Papel", 410, 524),
      shown("Correo", 410, 494),
    ].join("\n");
    const kids = (value: string, y: number) =>
      `/Subtype /Widget /FT /Btn /T (aviso) /Ff 49152 /Rect [390 ${y} 404 ${y + 14}] /AS /Off /AP << /N << /${value} 8 0 R /Off 8 0 R >> >>`;
    const document = await read(
      [
        {
          content,
          annotations: [
            widget(700, "/FT /Tx /T (nombre)"),
            widget(650, "/FT /Tx /T (obs) /Ff 4096"),
            widget(600, "/FT /Btn /T (acepto) /TU (Aceptación) /Ff 2 /AS /Off"),
            widget(560, "/FT /Ch /T (provincia) /Ff 131072 /Opt [(Madrid) [(08) (Barcelona)]]"),
            kids("papel", 520),
            kids("correo", 490),
            widget(400, "/FT /Sig /T (firma) /TU (Firma)"),
            widget(370, "/FT /Btn /T (enviar) /Ff 65536"),
          ],
        },
      ],
      { form: true },
    );
    expect(document.document_type).toBe("form_pdf");
    expect(document.form_fields.map(({ name, type }) => [name, type])).toEqual([
      ["nombre", "text"],
      ["obs", "textarea"],
      ["acepto", "checkbox"],
      ["provincia", "select"],
      ["aviso", "radio"],
      ["firma", "signature"],
    ]);
    expect(document.form_fields[0]).toMatchObject({ label: "Nombre y apellidos", required: true });
    expect(document.form_fields[1]).toMatchObject({ label: "Observaciones", required: false });
    expect(document.form_fields[2]).toMatchObject({ label: "Aceptación", required: true });
    expect(document.form_fields[3]).toMatchObject({ label: "Provincia", options: ["Madrid", "Barcelona"] });
    expect(document.form_fields[4]).toMatchObject({ label: "Notificación", options: ["Papel", "Correo"] });
  });

  it.each<[string, string, string]>([
    ["a text", "/FT /Tx /V (Ana Ruiz)", "Nombre Ana Ruiz"],
    ["a text of two lines", "/FT /Tx /Ff 4096 /V (Ana\\rRuiz)", "Nombre\n\nAna Ruiz"],
    ["a choice", "/FT /Ch /Ff 131072 /Opt [(Ana) (Eva)] /V (Eva)", "Nombre Eva"],
    ["nothing", "/FT /Tx", "Nombre"],
    ["a password", "/FT /Tx /Ff 8192 /V (secreto)", "Nombre"],
    ["a text that is not shown", "/FT /Tx /F 2 /V (Ana)", "Nombre"],
  ])("reads what is filled into a field and drawn nowhere: %s", async (_, entries, expected) => {
    const page = { content: shown("Nombre", 50, 704), annotations: [widget(700, `/T (n) ${entries}`)] };
    expect((await read([page], { form: true })).extracted_text).toBe(expected);
  });

  it("lists fields without a name one by one", async () => {
    const content = `${shown("Calle", 50, 704)}\n${shown("Piso", 50, 654)}`;
    const { form_fields } = await read(
      [{ content, annotations: [widget(700, "/FT /Tx"), widget(650, "/FT /Tx")] }],
      { form: true },
    );
    expect(form_fields.map(({ label }) => label)).toEqual(["Calle", "Piso"]);
  });

  it("tells a label from another field's, from one beneath and from a name for machines", async () => {
    const box = (x: number, y: number, entries: string) =>
      `/Subtype /Widget /FT /Tx /Rect [${x} ${y} ${x + 90} ${y + 16}] ${entries}`;
    const content = [
      shown("Municipio", 50, 704),
      shown("Provincia", 300, 724),
      shown("Lugar y fecha", 200, 638),
      shown("País", 150, 604),
    ].join("\n");
    const annotations = [
      box(120, 700, "/T (a)"),
      box(300, 700, "/T (b)"),
      box(200, 650, "/T (c)"),
      box(200, 600, "/T (pais) /TU (pais)"),
    ];
    const { form_fields } = await read([{ content, annotations }], { form: true });
    expect(form_fields.map(({ label }) => label)).toEqual([
      "Municipio",
      "Provincia",
      "Lugar y fecha",
      "País",
    ]);
  });

  it("takes the name of a field for that of its boxes", async () => {
    const via = "/Parent << /FT /Btn /Ff 49152 /T (via) /TU (Vía de notificación) >>";
    const { form_fields } = await read(
      [{ content: "", annotations: [widget(700, via), widget(600, "/FT /Tx /T (nada)")] }],
      { form: true },
    );
    expect(form_fields).toMatchObject([
      { name: "via", label: "Vía de notificación" },
      { name: "nada", label: "" },
    ]);
  });

  it("lists links of the web with their words", async () => {
    const link = (uri: string) => `/Subtype /Link /Rect [48 695 90 712] /A << /S /URI /URI (${uri}) >>`;
    const { links } = await read([
      {
        content: shown("La sede electrónica", 50, 700),
        annotations: [
          link("https://sede.example.org/a#b"),
          link("mailto:a@example.org"),
          link("javascript:alert\\(1\\)"),
        ],
      },
    ]);
    expect(links).toEqual([{ text: "La sede", url: "https://sede.example.org/a" }]);
  });
});
