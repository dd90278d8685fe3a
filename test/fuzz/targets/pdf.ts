/** PDFs whole, and by what is drawn on a page. */
import { readPdf } from "../../../src/extraction/pdf/pdf-document.ts";
import { textServices } from "../../../src/extraction/text-services.ts";
import { pdfOf, ruled, shown, turned } from "../../kit/pdf.ts";
import { ensureDocument } from "../sound.ts";
import type { FuzzTarget } from "../target.ts";
import { ensureProcedure } from "../sound-procedure.ts";

const SERVICES = { ...textServices(() => 0), today: () => "2026-03-02" };

async function read(bytes: Uint8Array): Promise<unknown> {
  const outcome = await readPdf({ bytes, url: "https://sede.example.es/a.pdf" }, SERVICES);
  if (!outcome.ok) return outcome.failure;
  ensureDocument(outcome.document);
  ensureProcedure(outcome.document);
  return outcome.document;
}

const CONTENT = [
  shown("Ayuda al alquiler", 50, 780, 18, "F2"),
  shown("Las personas que alquilan una vivienda pueden pedir esta ayu-", 50, 740),
  shown("da en la sede electr\xf3nica.", 50, 728),
  shown("1. Requisitos", 50, 700, 12, "F2"),
  shown("- Ser mayor de edad", 60, 684),
  ...[600, 580, 560].map((y) => ruled(50, y, 300, y)),
  ...[50, 150, 300].map((x) => ruled(x, 560, x, 600)),
  shown("Papel", 55, 585),
  shown("Copia", 155, 585),
  shown("DNI", 55, 565),
  shown("S\xed", 155, 565),
  turned("al margen", 20, 400, 90),
  shown("12", 290, 20, 8),
].join("\n");

const OPERATORS = [
  ..."BT ET Tf Td TD Tm Tj TJ T* ' \" Tc Tw Tz TL Ts Tr q Q cm re m l c h S f W n Do BI ID EI /F1 /F2 /F3 /Im1 BMC BDC EMC".split(
    " ",
  ),
  ..."0 -1 1e9 1e-9 99999999999 0.0000001 [(a)-2000(b)] <0041> (\\050) 0 0 0 0 0 0 cm 50 500 100 20 re S".split(
    " ",
  ),
  "BT /F1 10 Tf 50 50 Td (a) Tj ET\n",
  "50 500 m 300 500 l S\n",
];

const FILE_WORDS = [
  ..."obj endobj stream endstream xref trailer startxref %%EOF /Root /Size /Pages /Kids /Count /Type /Page /Contents /Length".split(
    " ",
  ),
  ..."/Filter /FlateDecode /ASCIIHexDecode /Annots /AcroForm /Fields /Parent /Encrypt /Prev /XRefStm /ObjStm /MediaBox /Rotate".split(
    " ",
  ),
  ..."<< >> [ ] 1 0 R 2 0 R 7 0 R /A << /URI (javascript:alert(1)) >> /Opt /FT /Tx /Ch /Btn /Ff /TU".split(
    " ",
  ),
];

const FORM = pdfOf(
  [
    {
      content: CONTENT,
      annotations: [
        "/Subtype /Widget /FT /Tx /T (nombre) /TU (Nombre) /Rect [100 300 300 320]",
        "/Subtype /Widget /FT /Ch /T (prov) /Opt [(Lugo) (Madrid)] /Ff 131072 /Rect [100 270 300 290]",
        "/Subtype /Link /Rect [50 740 100 750] /A << /S /URI /URI (https://a.es/) >>",
      ],
    },
    { content: shown("Segunda", 50, 700), rotate: 90, image: true },
  ],
  { form: true, title: "Ayuda", language: "es" },
);

const slow = { baseMs: 4_000, heapMb: 768 };

export const pdfTargets: readonly FuzzTarget[] = [
  { name: "pdf", ...slow, dictionary: FILE_WORDS, seeds: () => [FORM], run: read },
  {
    name: "pdf-page",
    ...slow,
    maxBytes: 24 * 1024,
    dictionary: OPERATORS,
    seeds: () => [Buffer.from(CONTENT, "latin1")],
    run: (input) => read(pdfOf([{ content: Buffer.from(input).toString("latin1") }])),
  },
];
