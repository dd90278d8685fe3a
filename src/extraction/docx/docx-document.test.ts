import { describe, expect, it } from "vitest";
import { docxWith, type DocxParts, paragraph, run, styled, table } from "../../../test/kit/docx.ts";
import { bombEntry } from "../../../test/kit/zip-bomb.ts";
import type { ExtractedDocument } from "../../domain/extracted-document.ts";
import { zipOf } from "../../sandbox/zip.ts";
import { readDocx } from "./docx-document.ts";

const url = "https://sede.example/doc/solicitud.docx";

async function read(parts: DocxParts): Promise<ExtractedDocument> {
  const reading = await readDocx({ bytes: docxWith(parts), url });
  if (!reading.ok) throw new Error(`${reading.failure.code}: ${reading.failure.message}`);
  return reading.document;
}

const style = (id: string, name: string, more = "") =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;

describe("headings of a DOCX", () => {
  it.each([
    ["English names", style("Heading2", "heading 2"), "Heading2", 2],
    ["names without a space", style("Heading1", "Heading1"), "Heading1", 1],
    ["Spanish ids and English names", style("Ttulo3", "heading 3"), "Ttulo3", 3],
    ["Spanish names", style("a1", "Título 2"), "a1", 2],
    ["other Spanish names", style("a1", "Encabezado 1"), "a1", 1],
    ["Catalan names", style("a1", "Títol 4"), "a1", 4],
    ["the title", style("a1", "Title"), "a1", 1],
    ["an outline level", style("x", "Apartado", '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>'), "x", 3],
    [
      "an inherited level",
      `${style("h", "heading 2")}${style("x", "Apartado", '<w:basedOn w:val="h"/>')}`,
      "x",
      2,
    ],
    ["deep levels", style("x", "heading 9"), "x", 6],
    [
      "body text that inherits",
      `${style("h", "heading 2")}${style("x", "No", '<w:basedOn w:val="h"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>')}`,
      "x",
      null,
    ],
    [
      "styles that inherit from each other",
      `${style("x", "a", '<w:basedOn w:val="y"/>')}${style("y", "b", '<w:basedOn w:val="x"/>')}`,
      "x",
      null,
    ],
    ["a subtitle", style("x", "Subtitle"), "x", null],
  ])("are known by %s", async (_, styles, id, level) => {
    const { headings, extracted_text } = await read({
      styles,
      body: styled(id, "Requisitos") + paragraph("Texto."),
    });
    expect(headings).toEqual(level === null ? [] : [{ level, text: "Requisitos" }]);
    expect(extracted_text).toBe(`${level === null ? "" : `${"#".repeat(level)} `}Requisitos\n\nTexto.`);
  });
});

describe("the title of a DOCX", () => {
  const styles = style("h", "heading 1");
  it.each([
    ["Ayudas al alquiler", "Ayudas al alquiler"],
    ["Microsoft Word - SOLICITUD.doc", "Solicitud"],
    ["solicitud_v3.docx", "Solicitud"],
    ["Documento1", "Solicitud"],
    ["", "Solicitud"],
  ])("is its own where it was written by a person: %s", async (title, expected) => {
    expect((await read({ title, styles, body: styled("h", "Solicitud") })).title).toBe(expected);
  });
});

const numbering = `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>`;
const item = (text: string, list: number, level = 0) =>
  paragraph(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';

describe("the text of a DOCX", () => {
  it.each<[string, DocxParts, string]>([
    [
      "lists in lists",
      {
        numbering,
        body:
          item("DNI", 1) + item("original", 1, 1) + item("copia", 1, 1) + item("Tasa", 1) + item("Uno", 2),
      },
      "- DNI\n  1. original\n  2. copia\n- Tasa\n\n1. Uno",
    ],
    [
      "emphasis",
      { body: paragraph(run("Plazo: ", "<w:b/>") + run("un mes", "<w:i/>")) },
      "**Plazo:** *un mes*",
    ],
    [
      "footnotes, without the way back",
      {
        body: paragraph(`${run("Un mes")}<w:r><w:footnoteReference w:id="2"/></w:r>${run(".")}`),
        footnotes: `<w:footnote w:id="2">${paragraph("Desde hoy.")}</w:footnote>`,
      },
      "Un mes[1].\n\n1. Desde hoy.",
    ],
    [
      "what was deleted is gone, what was added is there",
      {
        body: paragraph(
          `${run("Plazo de ")}<w:del><w:r><w:delText>un mes</w:delText></w:r></w:del><w:ins>${run("dos meses")}</w:ins>`,
        ),
      },
      "Plazo de dos meses",
    ],
    [
      "line breaks and tabs",
      { body: paragraph(`${run("uno")}<w:r><w:br/></w:r>${run("dos")}<w:r><w:tab/></w:r>${run("tres")}`) },
      "uno\ndos tres",
    ],
    [
      "fields in one element, and where they lead",
      {
        body: paragraph(
          `${run("Tabla ")}<w:fldSimple w:instr=" SEQ Tabla ">${run("3")}</w:fldSimple><w:fldSimple w:instr=" DATE "/>${run(" de la ")}` +
            `<w:fldSimple w:instr=" HYPERLINK &quot;https://sede.example/&quot; ">${run("sede")}</w:fldSimple>`,
        ),
      },
      "Tabla 3 de la [sede](https://sede.example/)",
    ],
    [
      "equations in a line",
      {
        body: paragraph(
          `${run("Cuota: ")}<m:oMathPara ${MATH}><m:oMath><m:r><m:t>B=</m:t></m:r><m:f><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara>`,
        ),
      },
      "Cuota: B=x/2",
    ],
    [
      "what is not hidden",
      {
        body: paragraph(
          `${run("Plazo")}${run(" secreto", "<w:b/><w:vanish/>")}${run(" abierto", '<w:vanish w:val="0"/>')}`,
          "<w:rPr><w:vanish/></w:rPr>",
        ),
      },
      "Plazo abierto",
    ],
    [
      "headings by a level of their own",
      {
        body:
          paragraph("Requisitos", '<w:outlineLvl w:val="1"/>') +
          paragraph("Texto.", '<w:pPrChange w:id="1"><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:pPrChange>'),
      },
      "## Requisitos\n\nTexto.",
    ],
    [
      "what is empty",
      {
        body: `${paragraph("uno")}<w:p><m:oMath ${MATH}/>${run("dos")}<m:oMath ${MATH}><m:r><m:t>x</m:t></m:r></m:oMath></w:p>`,
      },
      "uno\n\ndosx",
    ],
    [
      "marks of the editor",
      {
        body: `<w:p w:rsidR="00A1"><w:proofErr w:type="spellStart"/>${run("uno", '<w:rFonts w:ascii="Arial"/><w:lang w:val="es-ES"/>')}</w:p>`,
      },
      "uno",
    ],
  ])("keeps %s", async (_, parts, expected) => {
    expect((await read(parts)).extracted_text).toBe(expected);
  });

  it("keeps tables, with cells that span", async () => {
    const wide = `<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph("Tasas")}`;
    const long = "Texto largo. ".repeat(80).trim();
    const { tables } = await read({
      body:
        table([[wide], ["Alta", "10 €"], ["Baja", long]]) +
        table([["Uno", "Dos"]]) +
        table([
          [`<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${paragraph("A")}`, "1"],
          [`<w:tcPr><w:vMerge/></w:tcPr>${paragraph("")}`, "2"],
        ]),
    });
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ["Tasas", "Tasas"],
        ["Alta", "10 €"],
        ["Baja", long],
      ],
      [["Uno", "Dos"]],
      [
        ["A", "1"],
        ["A", "2"],
      ],
    ]);
  });

  it("keeps a table in a cell of another, and the one around it", async () => {
    const inner = table([
      ["Enero", "10"],
      ["Julio", "20"],
    ]);
    const { tables, extracted_text } = await read({
      body: table([
        ["Tasa", "Plazos"],
        ["Vado", `${paragraph("Dos:")}${inner}${paragraph("")}`],
        ["Poda", "Ninguno"],
      ]),
    });
    expect(tables.map(({ rows }) => rows)).toEqual([
      [
        ["Tasa", "Plazos"],
        ["Vado", expect.stringMatching(/Dos:[^]*Enero[^]*10[^]*Julio[^]*20/)],
        ["Poda", "Ninguno"],
      ],
      [
        ["Enero", "10"],
        ["Julio", "20"],
      ],
    ]);
    expect(extracted_text.match(/Enero/g)).toHaveLength(1);
  });

  it("keeps links of the web, and follows none", async () => {
    const link = (id: string, text: string) =>
      paragraph(`<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`);
    const { links, extracted_text } = await read({
      links: {
        a: "https://sede.example/x",
        b: "javascript:alert(1)",
        c: "anexo.pdf",
        d: "file:///etc/passwd",
      },
      body:
        link("a", "sede") +
        link("b", "truco") +
        link("c", "anexo") +
        link("d", "fichero") +
        paragraph(
          `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="i" descr="foto"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="a"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>${run("fin")}`,
        ),
    });
    expect(links).toEqual([
      { text: "sede", url: "https://sede.example/x" },
      { text: "anexo", url: "https://sede.example/doc/anexo.pdf" },
    ]);
    expect(extracted_text).toBe(
      "[sede](https://sede.example/x)\n\ntruco\n\n[anexo](https://sede.example/doc/anexo.pdf)\n\nfichero\n\nfin",
    );
  });
});

const oldField = (data: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"><w:ffData>${data}</w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const control = (properties: string, content = "") =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;

describe("the fields of a DOCX", () => {
  it.each([
    [
      "a line",
      paragraph(run("Nombre*: ") + oldField('<w:name w:val="f1"/><w:textInput/>')),
      { type: "text", name: "f1", label: "Nombre", required: true, options: [] },
    ],
    [
      "a date",
      paragraph(
        run("Fecha") + oldField('<w:name w:val="f2"/><w:textInput><w:type w:val="date"/></w:textInput>'),
      ),
      { type: "date", name: "f2", label: "Fecha", required: false, options: [] },
    ],
    [
      "a box",
      paragraph(run("Acepto") + oldField('<w:name w:val="f3"/><w:checkBox/>')),
      { type: "checkbox", name: "f3", label: "Acepto", required: false, options: [] },
    ],
    [
      "a list",
      paragraph(
        run("Sexo") +
          oldField(
            '<w:name w:val="f4"/><w:ddList><w:listEntry w:val="H"/><w:listEntry w:val="M"/></w:ddList>',
          ),
      ),
      { type: "select", name: "f4", label: "Sexo", required: false, options: ["H", "M"] },
    ],
    [
      "a cell beside its label",
      table([["DNI", paragraph(oldField('<w:name w:val="f5"/><w:textInput/>'))]]),
      { type: "text", name: "f5", label: "DNI", required: false, options: [] },
    ],
    [
      "a control with a name",
      paragraph(control('<w:alias w:val="Correo"/><w:tag w:val="mail"/><w:text/>')),
      { type: "text", name: "mail", label: "Correo", required: false, options: [] },
    ],
    [
      "a control with choices",
      paragraph(
        control(
          '<w:alias w:val="Vía"/><w:dropDownList><w:listItem w:displayText="Correo" w:value="1"/><w:listItem w:value="Sede"/></w:dropDownList>',
        ),
      ),
      { type: "select", name: "", label: "Vía", required: false, options: ["Correo", "Sede"] },
    ],
    [
      "a control to tick",
      paragraph(run("Conforme ") + control('<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>')),
      { type: "checkbox", name: "", label: "Conforme", required: false, options: [] },
    ],
  ])("are told with their labels: %s", async (_, body, field) => {
    expect((await read({ body })).form_fields).toEqual([field]);
  });

  it("are none where Word guards a part of the document", async () => {
    const guarded = control(
      '<w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj>',
      paragraph("Índice"),
    );
    expect(await read({ body: guarded })).toMatchObject({ form_fields: [], extracted_text: "Índice" });
  });
});

describe("a DOCX that is not one", () => {
  const compound = (inside: string) =>
    Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600), Buffer.from(inside, "utf16le")]);
  const nested = "<w:sdt><w:sdtContent>".repeat(20_000);
  it.each<[string, () => Uint8Array, string]>([
    ["a bomb", () => zipOf([bombEntry("word/document.xml", 1 << 30)]), "too_large"],
    ["a bomb that lies", () => zipOf([bombEntry("word/document.xml", 1 << 30, 900_000)]), "too_large"],
    [
      "more text than is read",
      () => docxWith({ body: paragraph("palabra ".repeat(2_200_000)) }),
      "too_large",
    ],
    [
      "a bomb beside good text",
      () => docxWith({ body: paragraph("x"), more: [bombEntry("word/media/a.bmp", 1 << 30)] }),
      "too_large",
    ],
    ["elements in one another", () => docxWith({ body: nested }), "too_large"],
    ["a password", () => compound("EncryptedPackage"), "encrypted"],
    ["an old document", () => compound("WordDocument"), "unreadable"],
    ["another archive", () => zipOf([{ name: "a.txt", content: "x" }]), "unreadable"],
    ["no XML", () => zipOf([{ name: "word/document.xml", content: "palabras" }]), "unreadable"],
    ["half of it", () => docxWith({ body: paragraph("x") }).subarray(0, 300), "unreadable"],
  ])("ends by name: %s", async (_, bytes, code) => {
    expect(await readDocx({ bytes: bytes(), url })).toMatchObject({ ok: false, failure: { code } });
  });

  it("opens no entities of its own", async () => {
    const laughs = `<!DOCTYPE w [<!ENTITY a "ja"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
    const xml = `<?xml version="1.0"?>${laughs}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph("uno &b; &x; dos")}</w:body></w:document>`;
    const reading = await readDocx({ bytes: zipOf([{ name: "word/document.xml", content: xml }]), url });
    const text = reading.ok ? reading.document.extracted_text : "";
    expect(text).not.toMatch(/jaja|root:/);
  });
});

describe("text boxes of a DOCX", () => {
  const SHAPES =
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml"';
  const inside = `<w:txbxContent>${paragraph("En el cuadro.")}</w:txbxContent>`;
  const drawn = `<w:drawing><wp:inline><wp:docPr id="1" name="Cuadro"/><a:graphic><a:graphicData uri="x"><wps:wsp><wps:txbx>${inside}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing>`;
  const choice = `<mc:Choice Requires="wps">${drawn}</mc:Choice>`;
  const old = `<w:pict><v:shape><v:textbox>${inside}</v:textbox></v:shape></w:pict>`;

  it.each([
    ["as Word writes them", `${choice}<mc:Fallback>${old}</mc:Fallback>`],
    ["without an older form", choice],
  ])("are read once, %s", async (_, alternatives) => {
    const box = `<w:r ${SHAPES}><mc:AlternateContent>${alternatives}</mc:AlternateContent></w:r>`;
    const { extracted_text } = await read({
      body: paragraph(`${run("Antes.")}${box}`) + paragraph("Después."),
    });
    expect(extracted_text).toBe("Antes.\n\nEn el cuadro.\n\nDespués.");
  });

  it("are read where they are drawings, and no alternative is given", async () => {
    const body = paragraph(`${run("Antes.")}<w:r ${SHAPES}>${drawn}</w:r>`) + paragraph("Después.");
    expect((await read({ body })).extracted_text).toBe("Antes.\n\nEn el cuadro.\n\nDespués.");
  });
});

it("reads runs of a DOCX that say which way they go", async () => {
  const body = paragraph(
    `<w:dir w:val="ltr">${run("Un ")}</w:dir><w:bdo w:val="ltr">${run("plazo")}</w:bdo>${run(" de 10 días.")}`,
  );
  expect((await read({ body })).extracted_text).toBe("Un plazo de 10 días.");
});

it("nests lists of a DOCX by the styles that Word has for each level", async () => {
  const bullets = (id: string, name: string, list: number) =>
    style(id, name, `<w:pPr><w:numPr><w:numId w:val="${list}"/></w:numPr></w:pPr>`);
  const list = (id: number, of: string) =>
    `<w:abstractNum w:abstractNumId="${id}"><w:lvl w:ilvl="0"><w:pStyle w:val="${of}"/><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>`;
  const { extracted_text } = await read({
    styles: bullets("a", "List Bullet", 1) + bullets("b", "List Bullet 2", 2),
    numbering: `${list(1, "a")}${list(2, "b")}<w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="2"/></w:num>`,
    body:
      styled("a", "Estar empadronado") + styled("b", "en el municipio") + styled("a", "Ser mayor de edad"),
  });
  expect(extracted_text).toBe("- Estar empadronado\n  - en el municipio\n- Ser mayor de edad");
});

it("takes the caption of a table of a DOCX for what it is, and that of a picture not", async () => {
  const { tables, extracted_text } = await read({
    styles: style("c", "caption"),
    body:
      styled("c", "Figura 1. Plano") +
      styled("c", "Tabla 1. Tasas") +
      table([
        ["Concepto", "Euros"],
        ["Copia", "3"],
      ]),
  });
  expect(tables.map(({ caption }) => caption)).toEqual(["Tabla 1. Tasas"]);
  expect(extracted_text).toContain("Figura 1. Plano\n\n**Tabla 1. Tasas**\n\n| Concepto");
});
