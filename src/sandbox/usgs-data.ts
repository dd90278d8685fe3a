import { zipOf } from "./zip.ts";

/** What the USGS-like site of the sandbox holds: the same for the same numbers, always. */
export interface SandboxDocument {
  readonly documentId: number;
  /** Path on the site, as report pages link to it. */
  readonly path: string;
  /** Path under a plain name without document id, as the HTML catalog links to it. */
  readonly plainPath: string;
  readonly title: string;
  readonly extension: string;
}

export interface SandboxWell {
  readonly kind: "core" | "cutting";
  /** Of its report page. */
  readonly id: number;
  readonly libraryNumber: string;
  readonly state: string;
  readonly wellName: string;
  readonly apiNumber: string;
  readonly operator: string;
  readonly county: string;
  readonly documents: readonly SandboxDocument[];
}

export interface SandboxSize {
  readonly states: readonly string[];
  /** Per state. */
  readonly wells: number;
  /** Routine core analyses of one well; other files come on top where `oddities` is set. */
  readonly documentsPerWell: number;
  readonly oddities: boolean;
  /** Two ZIPs with documents at the first well of each state. */
  readonly archives: boolean;
}

const LETTER: Readonly<Record<string, string>> = {
  TX: "T",
  OK: "S",
  LA: "L",
  NM: "N",
  CO: "C",
  WY: "W",
  ND: "D",
  MT: "M",
  KS: "K",
};

const OPERATORS = ["HUMBLE OIL & REFINING", 'STANOLIND, "OLD" DIVISION', "CONOCO", "ÁLAMO OIL CO"];
const COUNTIES = ["CRANE", "ANDREWS", "PECOS", "DE BACA"];
const TYPES = ["Data", "-Data", "RCA", "PoroPerm"];

/** Files that a real catalog has beside routine core analyses. */
const ODDITIES: readonly (readonly [type: string, extension: string, title: string])[] = [
  ["Data", "xlsx", "Core analysis data"],
  ["Data", "CSV", "Core analysis data"],
  ["XRFData", "pdf", "X-ray fluorescence"],
  ["BioStrat", "pdf", "Biostratigraphy"],
];

export function sandboxWells(size: SandboxSize): readonly SandboxWell[] {
  return size.states.flatMap((state, stateIndex) => [
    ...Array.from({ length: size.wells }, (_, index) => coreWell(size, state, stateIndex, index)),
    ...(size.oddities ? [cuttingWell(state, stateIndex)] : []),
  ]);
}

function coreWell(size: SandboxSize, state: string, stateIndex: number, index: number): SandboxWell {
  const libraryNumber = `${LETTER[state] ?? state}${String(index + 1).padStart(3, "0")}`;
  const id = 10_000 + stateIndex * 10_000 + index;
  const reports = Array.from({ length: size.documentsPerWell }, (_, nth) => report(id, libraryNumber, nth));
  const others =
    size.oddities && index === 0 ? ODDITIES.map((odd, nth) => oddity(id, libraryNumber, nth, odd)) : [];
  const hostile = size.oddities && stateIndex === 0 && index === 1;
  return {
    ...facts(state, stateIndex, index),
    kind: "core",
    id,
    libraryNumber,
    wellName: hostile ? "Well<Name>:Test" : `STATE ${state} ${index + 1}-A`,
    documents: [
      ...reports,
      ...others,
      ...(size.archives && index === 0 ? archivesOf(id, libraryNumber) : []),
    ],
  };
}

function cuttingWell(state: string, stateIndex: number): SandboxWell {
  const id = 500_000 + stateIndex;
  const libraryNumber = `CZ${String(11_000 + stateIndex)}`;
  const documents = [makeDocument("cutting", id, libraryNumber, 50, "Data", "pdf", "Cuttings analysis")];
  const wellName = `CUTTINGS ${state} 1`;
  return { ...facts(state, stateIndex, 99), kind: "cutting", id, libraryNumber, wellName, documents };
}

function facts(state: string, stateIndex: number, index: number) {
  return {
    state,
    apiNumber: `42${String(stateIndex).padStart(3, "0")}${String(index).padStart(9, "0")}`,
    operator: OPERATORS[(stateIndex + index) % OPERATORS.length] ?? "",
    county: COUNTIES[index % COUNTIES.length] ?? "",
  };
}

function report(id: number, libraryNumber: string, nth: number): SandboxDocument {
  const type = TYPES[(id + nth) % TYPES.length] ?? "Data";
  // The case of extensions varies on the real site.
  const extension = (id + nth) % 5 === 3 ? "PDF" : "pdf";
  return makeDocument("core", id, libraryNumber, nth, type, extension, "Routine core analysis");
}

function oddity(
  id: number,
  libraryNumber: string,
  nth: number,
  [type, extension, title]: (typeof ODDITIES)[number],
): SandboxDocument {
  return makeDocument("core", id, libraryNumber, 80 + nth, type, extension, title);
}

const SEVERAL = 70;
const SINGLE = 71;

function archivesOf(id: number, libraryNumber: string): readonly SandboxDocument[] {
  const title = "Routine core analysis";
  return [
    makeDocument("core", id, libraryNumber, SEVERAL, "RCA", "zip", title),
    makeDocument("core", id, libraryNumber, SINGLE, "Data", "ZIP", title),
  ];
}

function makeDocument(
  kind: "core" | "cutting",
  id: number,
  libraryNumber: string,
  nth: number,
  type: string,
  extension: string,
  title: string,
): SandboxDocument {
  const documentId = id * 100 + nth;
  const sequence = String(nth + 1).padStart(2, "0");
  const stem = `${libraryNumber}${type}${sequence}`;
  return {
    documentId,
    path: `/crc-data/prod/${kind}/${id}/${kind}_analysis_${documentId}_${stem}.${extension}`,
    plainPath: `/files/${kind}/${id}/${stem}.${extension}`,
    title,
    extension: extension.toLowerCase(),
  };
}

const latin = new TextEncoder();

/** The bytes of a document: a small, valid PDF of a size that depends on its id, or text for other formats. */
export function documentBytes(well: SandboxWell, document: SandboxDocument): Uint8Array {
  if (document.extension === "zip") return zipOf(archiveEntries(well, document));
  if (document.extension !== "pdf") return latin.encode(`depth,porosity\n${document.documentId},0.12\n`);
  return minimalPdf(`${well.libraryNumber} ${document.documentId}`, (document.documentId * 7919) % 40_000);
}

/** What is in an archive of the sandbox, in order. */
export function archiveEntries(
  { libraryNumber }: SandboxWell,
  { documentId }: SandboxDocument,
): readonly { readonly name: string; readonly content: Uint8Array }[] {
  const pdf = (name: string, nth: number) => ({
    name,
    content: minimalPdf(`${libraryNumber} ${documentId} ${nth}`, 9000 * nth),
  });
  const notes = { name: "notes.txt", content: latin.encode("Scanned from paper.\n") };
  if (documentId % 100 === SINGLE) return [notes, pdf("scans/Report.PDF", 1)];
  return [pdf("page 1.pdf", 1), notes, pdf("more/page 2.pdf", 2)];
}

/** ISO 32000-1, 7.5: header, body, cross-reference table, trailer. `padding` bytes of comments vary the size. */
export function minimalPdf(text: string, padding: number): Uint8Array {
  const content = `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let body = `%PDF-1.4\n${comments(text, padding)}`;
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return latin.encode(body + table + trailer);
}

/** Not quite the same on each line, so that it compresses as documents do, not to nothing. */
function comments(text: string, bytes: number): string {
  let seed = 1;
  let lines = "";
  while (lines.length < bytes) {
    seed = (seed * 48_271) % 2_147_483_647;
    lines += `% ${text} ${seed.toString(36)} ${(seed * 31).toString(16)}\n`;
  }
  return lines;
}
