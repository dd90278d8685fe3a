/** Documents that are archives, whole and by the part that has the text; and archives as such. */
import { unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HeldFile } from "../../../src/application/ports.ts";
import { LevadaError } from "../../../src/domain/errors.ts";
import { BrokenBody } from "../../../src/domain/failure.ts";
import { UNPACK_LIMITS } from "../../../src/domain/unpacking.ts";
import type { DocumentReading } from "../../../src/extraction/document-reading.ts";
import { readDocx } from "../../../src/extraction/docx/docx-document.ts";
import { readOdt } from "../../../src/extraction/odt/odt-document.ts";
import { textServices } from "../../../src/extraction/text-services.ts";
import { zipUnpacker } from "../../../src/infrastructure/files/zip-unpacker.ts";
import { zipOf } from "../../../src/sandbox/zip.ts";
import { docxWith, paragraph, run, styled, table } from "../../kit/docx.ts";
import { odtCell, odtRow, odtTable, odtWith } from "../../kit/odt.ts";
import { ensureDocument, ensureOwnFailure } from "../sound.ts";
import { ensure, type FuzzTarget } from "../target.ts";
import { ensureProcedure } from "../sound-procedure.ts";

const URL_OF = "https://sede.example.es/impreso";
const SERVICES = { ...textServices(() => 0), today: () => "2026-03-02" };

const DOCX_BODY =
  styled("Ttulo1", "Ayuda al alquiler") +
  paragraph(run("Es una ", "<w:b/>") + run("ayuda", "<w:i/>")) +
  paragraph('<w:hyperlink r:id="L1"><w:r><w:t>enlace</w:t></w:r></w:hyperlink>') +
  table([
    ["Papel", "Copia"],
    ["DNI", "Sí"],
  ]) +
  paragraph("Uno", '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>') +
  '<w:sdt><w:sdtPr><w:alias w:val="Nombre"/><w:text/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:sdtContent></w:sdt>' +
  '<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="T1"/><w:textInput/></w:ffData></w:fldChar></w:r></w:p>' +
  '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';

const docxOf = (body: string): Uint8Array =>
  docxWith({
    body,
    title: "Ayuda",
    styles: '<w:style w:type="paragraph" w:styleId="Ttulo1"><w:name w:val="heading 1"/></w:style>',
    numbering:
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    footnotes: '<w:footnote w:id="2"><w:p><w:r><w:t>Nota</w:t></w:r></w:p></w:footnote>',
    links: { L1: "https://a.es/" },
  });

const DOCX_WORDS = [
  ..."<w:p> </w:p> <w:r> </w:r> <w:t> </w:t> <w:tbl> <w:tr> <w:tc> </w:tc> <w:pPr> <w:rPr> <w:br/> <w:tab/> <w:sdt> <w:sdtContent>".split(
    " ",
  ),
  ..."<w:hyperlink <w:fldChar <w:instrText> <w:footnoteReference <w:drawing> <w:pict> <mc:AlternateContent> <w:del> <w:ins> <w:txbxContent>".split(
    " ",
  ),
  ...'<w:gridSpan w:val="99999"/> <w:vMerge w:val="continue"/> <w:numId w:val="-1"/> <![CDATA[ ]]> <!-- <!DOCTYPE &#0; &lol; xmlns:w=""'.split(
    " ",
  ),
];

function ensureReading(read: DocumentReading, isOwn: boolean): unknown {
  if (!read.ok) {
    if (isOwn) ensureOwnFailure(read.failure.message);
    return read.failure;
  }
  ensureDocument(read.document);
  ensureProcedure(read.document);
  return read.document;
}

const docx = async (bytes: Uint8Array) =>
  ensureReading(await readDocx({ bytes, url: URL_OF }, SERVICES), false);
const odt = async (bytes: Uint8Array) => ensureReading(await readOdt({ bytes, url: URL_OF }, SERVICES), true);

const ZIP_WORDS = [
  "PK\x03\x04",
  "PK\x01\x02",
  "PK\x05\x06",
  "PK\x06\x06",
  "PK\x06\x07",
  "../",
  "..\\",
  "C:",
  "word/document.xml",
  "content.xml",
];

const ODT_BODY =
  '<text:h text:outline-level="1">Ayuda al alquiler</text:h><text:p text:style-name="B">Es una <text:span text:style-name="B">ayuda</text:span><text:s text:c="3"/><text:tab/><text:line-break/></text:p>' +
  "<text:list><text:list-item><text:p>Uno</text:p><text:list><text:list-item><text:p>Dos</text:p></text:list-item></text:list></text:list-item></text:list>" +
  odtTable([
    odtRow([odtCell("Papel"), odtCell("Copia")]),
    odtRow(
      [odtCell("DNI", 'table:number-rows-spanned="2"'), odtCell("Sí")],
      'table:number-rows-repeated="3"',
    ),
  ]) +
  '<text:p><text:a xlink:href="https://a.es/">enlace</text:a><text:note text:note-class="footnote"><text:note-body><text:p>Nota</text:p></text:note-body></text:note></text:p>' +
  '<office:forms><form:form><form:text form:name="n" form:label="Nombre"/><form:listbox form:name="l"><form:option form:label="A"/></form:listbox></form:form></office:forms>';

const odtOf = (body: string): Uint8Array =>
  odtWith({
    body,
    title: "Ayuda",
    automatic:
      '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>',
    styles: '<style:style style:name="H" style:family="paragraph" style:parent-style-name="H"/>',
  });

const ODT_WORDS = [
  ..."<text:p> </text:p> <text:h </text:h> <text:span> <text:list> <text:list-item> <table:table> <table:table-row> <table:table-cell>".split(
    " ",
  ),
  ..."<text:tracked-changes> <text:deletion> <draw:frame> <draw:text-box> <text:note> <text:a <form:form> <form:option <![CDATA[ ]]> <!-- <!DOCTYPE &#0;".split(
    " ",
  ),
  'table:number-columns-repeated="1000000"',
  'table:number-rows-repeated="1000000"',
  'table:number-columns-spanned="99999"',
  '<text:s text:c="2000000000"/>',
];

const text = (input: Uint8Array) => Buffer.from(input).toString();

const zipSeeds = () => [
  zipOf([
    { name: "a.pdf", content: "%PDF-1.4" },
    { name: "d/b.csv", content: "a,b", stored: true },
  ]),
  zipOf([{ name: "../x.pdf", content: "x" }]),
  zipOf([{ name: "ñ.pdf", content: "y".repeat(3000) }], { claimedEntries: 2 }),
];

const HELD = join(tmpdir(), `levada-fuzz-${process.pid}.zip`);

async function unpacked(): Promise<number> {
  const archive = await zipUnpacker.open({ file: HELD } as HeldFile);
  let total = 0;
  try {
    ensure(archive.entries.length <= UNPACK_LIMITS.entries, "more entries than are taken");
    for (const [index, { name, size, kind }] of archive.entries.entries()) {
      ensure(!name.split(/[\\/]/).includes(".."), "a name that leads out of the archive");
      if (kind !== "file" || size > 1 << 20) continue;
      let length = 0;
      for await (const chunk of archive.read(index)) length += chunk.length;
      ensure(length === size, `${length} bytes of an entry that has ${size}`);
      total += length;
    }
  } finally {
    await archive.close();
  }
  return total;
}

const zip: FuzzTarget = {
  name: "zip",
  dictionary: ZIP_WORDS,
  seeds: zipSeeds,
  async run(input) {
    writeFileSync(HELD, input);
    try {
      return await unpacked();
    } catch (error) {
      if (!(error instanceof BrokenBody) || error instanceof LevadaError) throw error;
      return error.failure;
    } finally {
      unlinkSync(HELD);
    }
  },
};

const slow = { baseMs: 1500, heapMb: 768 };

export const officeTargets: readonly FuzzTarget[] = [
  zip,
  { name: "docx", ...slow, dictionary: ZIP_WORDS, seeds: () => [docxOf(DOCX_BODY)], run: docx },
  {
    name: "docx-text",
    ...slow,
    dictionary: DOCX_WORDS,
    seeds: () => [DOCX_BODY],
    run: (input) => docx(docxOf(text(input))),
  },
  { name: "odt", ...slow, dictionary: ZIP_WORDS, seeds: () => [odtOf(ODT_BODY)], run: odt },
  {
    name: "odt-text",
    ...slow,
    dictionary: ODT_WORDS,
    seeds: () => [ODT_BODY],
    run: (input) => odt(odtOf(text(input))),
  },
];
