import { describe, expect, it } from "vitest";
import {
  odtCell as cell,
  odtRow as row,
  odtTable as table,
  odtWith,
  type OdtParts,
} from "../../../test/kit/odt.ts";
import { bombEntry } from "../../../test/kit/zip-bomb.ts";
import type { ExtractedDocument } from "../../domain/extracted-document.ts";
import { zipOf } from "../../sandbox/zip.ts";
import { readOdt } from "./odt-document.ts";

const url = "https://sede.example/doc/solicitud.odt";

async function readBytes(bytes: Uint8Array): Promise<ExtractedDocument> {
  const reading = await readOdt({ bytes, url });
  if (!reading.ok) throw new Error(`${reading.failure.code}: ${reading.failure.message}`);
  return reading.document;
}
const read = (parts: OdtParts) => readBytes(odtWith(parts));

const p = (text: string) => `<text:p>${text}</text:p>`;
const li = (...content: readonly string[]) => `<text:list-item>${content.join("")}</text:list-item>`;
const list = (items: readonly string[], attributes = "") =>
  `<text:list ${attributes}>${items.join("")}</text:list>`;
const numbers = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>`;
const note = (mark: string, text: string) =>
  `<text:note><text:note-citation>${mark}</text:note-citation><text:note-body>${p(text)}</text:note-body></text:note>`;

describe("the text of an ODT", () => {
  it.each<[string, OdtParts, string]>([
    [
      "headings by their level",
      {
        body: `<text:h text:outline-level="1">Ayuda</text:h><text:h text:outline-level="2">Requisitos</text:h><text:h>Otro</text:h><text:h text:outline-level="9">Hondo</text:h>${p("Texto.")}`,
      },
      "# Ayuda\n\n## Requisitos\n\n# Otro\n\n###### Hondo\n\nTexto.",
    ],
    [
      "headings by their style",
      {
        styles: `<style:style style:name="Title" style:family="paragraph"/><style:style style:name="Apartado" style:default-outline-level="2"/>`,
        automatic: `<style:style style:name="P1" style:parent-style-name="Title"/><style:style style:name="P2" style:parent-style-name="Apartado"/>`,
        body: `<text:p text:style-name="P1">Ayuda</text:p><text:p text:style-name="P2">Plazo</text:p>`,
      },
      "# Ayuda\n\n## Plazo",
    ],
    [
      "lists in lists, numbered and not",
      {
        automatic: numbers,
        body:
          list([li(p("Uno"), list([li(p("a")), li(p("b"))])), li(p("Dos"))], 'text:style-name="L1"') +
          p("Entre.") +
          list([li(p("Tres"))], 'text:style-name="L1" text:continue-numbering="true"') +
          list([li(p("Suelto"))]),
      },
      "1. Uno\n   - a\n   - b\n2. Dos\n\nEntre.\n\n3. Tres\n\n- Suelto",
    ],
    ["lists of one item each as one", { body: list([li(p("uno"))]) + list([li(p("dos"))]) }, "- uno\n- dos"],
    [
      "lists that only hold lists",
      { body: list([li(list([li(p("dentro"))])), li(p("fuera"))]) },
      "- dentro\n\n- fuera",
    ],
    [
      "headings in lists",
      { body: list([li('<text:h text:outline-level="2">Plazo</text:h>')]) + p("Un mes.") },
      "## Plazo\n\nUn mes.",
    ],
    [
      "blanks, tabs and line breaks",
      { body: p('uno<text:s text:c="900000000"/>dos<text:tab/>tres<text:line-break/>cuatro') },
      "uno dos tres\ncuatro",
    ],
    [
      "emphasis",
      {
        automatic: `<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="T2"><style:text-properties fo:font-style="italic" fo:font-weight="normal"/></style:style><style:style style:name="T3"><style:text-properties fo:font-weight="bold" fo:font-style="italic"/></style:style>`,
        body: p(
          '<text:span text:style-name="T1">uno</text:span> <text:span text:style-name="T2">dos</text:span> <text:span text:style-name="T3">tres</text:span> <text:span>cuatro</text:span>',
        ),
      },
      "**uno** *dos* ***tres*** cuatro",
    ],
    [
      "notes at the end",
      { body: p(`Un mes${note("1", "Desde hoy.")} y${note("i", "Otra.")} más.`) + p("Fin.") },
      "Un mes[1] y[i] más.\n\nFin.\n\n[1] Desde hoy.\n\n[i] Otra.",
    ],
    [
      "what was not deleted",
      {
        body: `<text:tracked-changes><text:changed-region><text:deletion>${p(`borrado${note("9", "no")}`)}</text:deletion></text:changed-region></text:tracked-changes>${p('Plazo de <text:change text:change-id="c"/>dos meses')}`,
      },
      "Plazo de dos meses",
    ],
    [
      "no comments, pictures or hidden text",
      {
        automatic: `<style:style style:name="H"><style:text-properties text:display="none"/></style:style>`,
        body:
          p(
            `uno<office:annotation>${p("comentario")}</office:annotation><draw:frame><draw:image><office:binary-data>AAAA</office:binary-data></draw:image><svg:title>t</svg:title></draw:frame><text:span text:style-name="H">oculto</text:span>`,
          ) + `<text:section text:display="none">${p("nada")}</text:section>`,
      },
      "uno",
    ],
    [
      "text boxes and sections",
      {
        body:
          p(`<draw:frame><draw:text-box>${p("caja")}</draw:text-box></draw:frame>`) +
          `<text:section>${p("sección")}</text:section>`,
      },
      "caja\n\nsección",
    ],
  ])("keeps %s", async (_, parts, expected) => {
    expect((await read(parts)).extracted_text).toBe(expected);
  });

  it("knows its elements under other prefixes", async () => {
    const body = `<text:h text:outline-level="2">Plazo</text:h>${p('<text:a xlink:href="https://a.example/">a</text:a>')}`;
    const content = (await contentOf(odtWith({ body })))
      .replaceAll(/(?<=[<\s/])(text|office|xlink):/g, (_, prefix: string) => `x-${prefix}:`)
      .replaceAll(/xmlns:(?=(?:text|office|xlink)=)/g, "xmlns:x-");
    expect(content).toContain("<x-text:h x-text:outline-level");
    const { extracted_text } = await readBytes(zipOf([{ name: "content.xml", content }]));
    expect(extracted_text).toBe("## Plazo\n\n[a](https://a.example/)");
  });

  it("keeps links of the web, beside the document or anywhere", async () => {
    const a = (href: string, text: string) => p(`<text:a xlink:href="${href}">${text}</text:a>`);
    const { links } = await read({
      body:
        a("https://sede.example/x", "sede") +
        a("../anexo.pdf", "anexo") +
        a("javascript:alert(1)", "truco") +
        a("#marca", "aquí") +
        a("mailto:a@b.es", "correo"),
    });
    expect(links).toEqual([
      { text: "sede", url: "https://sede.example/x" },
      { text: "anexo", url: "https://sede.example/doc/anexo.pdf" },
      { text: "correo", url: "mailto:a@b.es" },
    ]);
  });

  it("has the title that a person has given it, and its language", async () => {
    const body = `<text:h text:outline-level="1">Solicitud</text:h>`;
    expect((await read({ body, title: "Ayudas" })).title).toBe("Ayudas");
    expect((await read({ body, title: "Sin título 1" })).title).toBe("Solicitud");
    expect((await read({ body, title: "Ayudas" })).metadata.language_detected).toBe("es");
  });

  it("tells the fields of its form", async () => {
    const form = `<office:forms><form:form><form:text form:name="nombre" form:label="Nombre *"/><form:listbox form:name="via"><form:option form:label="Correo"/><form:option form:label="Sede"/></form:listbox><form:button form:label="Enviar"/></form:form></office:forms>`;
    expect((await read({ body: form + p("Texto.") })).form_fields).toEqual([
      { type: "text", name: "nombre", label: "Nombre", required: true, options: [] },
      { type: "select", name: "via", label: "via", required: false, options: ["Correo", "Sede"] },
    ]);
  });
});

async function contentOf(odt: Uint8Array): Promise<string> {
  const { openParts } = await import("../zip/zip-parts.ts");
  return Buffer.from(await (await openParts(odt)).read("content.xml")).toString();
}

describe("tables of an ODT", () => {
  const rowsOf = async (...rows: readonly string[]) => (await read({ body: table(rows) })).tables[0]?.rows;
  const covered = (times = 1) => `<table:covered-table-cell table:number-columns-repeated="${times}"/>`;

  it.each<[string, readonly string[], readonly (readonly string[])[]]>([
    [
      "rows and columns",
      [row([cell("a"), cell("b")]), row([cell("1"), cell("2")])],
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "a head",
      [
        `<table:table-header-rows>${row([cell("a"), cell("b")])}</table:table-header-rows>`,
        row([cell("1"), cell("2")]),
      ],
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "cells that span columns",
      [row([cell("t", 'table:number-columns-spanned="2"'), covered()]), row([cell("1"), cell("2")])],
      [
        ["t", "t"],
        ["1", "2"],
      ],
    ],
    [
      "cells that span rows",
      [row([cell("t", 'table:number-rows-spanned="2"'), cell("1")]), row([covered(), cell("2")])],
      [
        ["t", "1"],
        ["t", "2"],
      ],
    ],
    [
      "cells that stand for several",
      [row([cell("x", 'table:number-columns-repeated="3"'), cell("y")])],
      [["x", "x", "x", "y"]],
    ],
    [
      "empty cells up to the edge of the sheet",
      [row([cell("a"), cell("b"), '<table:table-cell table:number-columns-repeated="16384"/>'])],
      [["a", "b"]],
    ],
    [
      "rows that stand for several",
      [row([cell("a"), cell("b")], 'table:number-rows-repeated="3"')],
      [
        ["a", "b"],
        ["a", "b"],
        ["a", "b"],
      ],
    ],
    [
      "empty rows down to the edge",
      [row([cell("a"), cell("b")]), row([cell(""), cell("")], 'table:number-rows-repeated="1048576"')],
      [["a", "b"]],
    ],
  ])("have %s", async (_, rows, expected) => {
    expect(await rowsOf(...rows)).toEqual(expected);
  });

  it("do not explode where everything stands for very much", async () => {
    const rows = Array.from({ length: 50 }, () =>
      row([cell("uno", 'table:number-columns-repeated="16384"')], 'table:number-rows-repeated="1048576"'),
    );
    const found = (await rowsOf(...rows)) ?? [];
    const cells = found.reduce((sum, { length }) => sum + length, 0);
    expect(cells).toBeGreaterThan(1000);
    expect(cells).toBeLessThanOrEqual(210_000);
  }, 60_000);
});

describe("an ODT that is not one", () => {
  it.each<[string, () => Uint8Array, string]>([
    ["a bomb", () => zipOf([bombEntry("content.xml", 1 << 30)]), "too_large"],
    ["a bomb that lies", () => zipOf([bombEntry("content.xml", 1 << 30, 900_000)]), "too_large"],
    [
      "a password",
      () =>
        odtWith({
          body: p("x"),
          manifest: `<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>`,
        }),
      "encrypted",
    ],
    [
      "a password, however it is written",
      () => odtWith({ body: p("x"), manifest: "<m:file-entry><m:encryption-data/></m:file-entry>" }),
      "encrypted",
    ],
    ["noise for content", () => zipOf([{ name: "content.xml", content: "\u{1}\u{2}ruido" }]), "unreadable"],
    ["elements in one another", () => odtWith({ body: "<text:section>".repeat(20_000) }), "too_large"],
    ["no content", () => zipOf([{ name: "mimetype", content: "x" }]), "unreadable"],
    ["half of it", () => odtWith({ body: p("x") }).subarray(0, 300), "unreadable"],
  ])("ends by name: %s", async (_, bytes, code) => {
    expect(await readOdt({ bytes: bytes(), url })).toMatchObject({ ok: false, failure: { code } });
  });

  it("opens no entities of its own", async () => {
    const laughs = `<!DOCTYPE d [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const content = (await contentOf(odtWith({ body: p("uno &b; &x; dos") }))).replace("?>", `?>${laughs}`);
    expect((await readBytes(zipOf([{ name: "content.xml", content }]))).extracted_text).toBe(
      "uno &b; &x; dos",
    );
  });

  it("says that its text ends in the middle", async () => {
    const content = (await contentOf(odtWith({ body: p("uno") + p("dos") }))).split("</text:p>")[0] ?? "";
    const { metadata, extracted_text } = await readBytes(zipOf([{ name: "content.xml", content }]));
    expect([metadata.partial, extracted_text]).toEqual([true, "uno"]);
  });
});

describe("what styles of an ODT say by their names", () => {
  const named = (style: string, text: string) => `<text:p text:style-name="${style}">${text}</text:p>`;

  it("headings are known by them, also where the style is not written", async () => {
    const body =
      named("Title", "Guía") + named("Heading_20_2", "Requisitos") + named("Text_20_body", "Texto.");
    const { headings } = await read({ body });
    expect(headings).toEqual([
      { level: 1, text: "Guía" },
      { level: 2, text: "Requisitos" },
    ]);
  });

  it("captions are those of the table beside them", async () => {
    const styles = '<style:style style:name="Table" style:parent-style-name="Caption"/>';
    const body =
      table([row([cell("Concepto"), cell("Euros")]), row([cell("Copia"), cell("3")])]) +
      named("Table", "Tabla 1");
    expect((await read({ styles, body })).tables.map(({ caption }) => caption)).toEqual(["Tabla 1"]);
  });

  it("paragraphs in bold head parts where nothing else does", async () => {
    const automatic =
      '<style:style style:name="P1"><style:text-properties fo:font-weight="bold"/></style:style>';
    const body = p("Ayuda al alquiler.") + named("P1", "Requisitos") + p("Ser mayor de edad.");
    expect((await read({ automatic, body })).headings).toEqual([{ level: 2, text: "Requisitos" }]);
  });
});
