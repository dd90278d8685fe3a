import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ingest, type LevadaEvent } from "../../src/index.ts";
import { levada } from "../kit/offices.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { scanOf, scanPdf } from "../kit/scans.ts";
import { startPages } from "../kit/site.ts";
import { SPANISH } from "./texts.ts";

const PAGE = `<!doctype html><html lang="es"><title>Ayudas</title><main><h1>Ayudas</h1>
<p>${"La convocatoria se publica en el tablón de la sede. ".repeat(12)}</p><a href="/orden.pdf">Orden</a></main></html>`;

async function startSite() {
  const pdf = scanPdf([{ picture: await scanOf(SPANISH) }]);
  return startPages({
    "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nAllow: /\n" },
    "/ayudas": { headers: { "content-type": "text/html; charset=utf-8" }, body: PAGE },
    "/orden.pdf": { headers: { "content-type": "application/pdf", etag: '"1"' }, body: pdf },
  });
}

function siteRoot(): TestRoot {
  const root = newRoot();
  writeFileSync(root.file("levada.config.yaml"), "network: {allow_private: true}\n");
  return root;
}

async function collect(root: TestRoot, url: string, ocr: boolean): Promise<readonly LevadaEvent[]> {
  const events: LevadaEvent[] = [];
  const onEvent = (event: LevadaEvent) => void events.push(event);
  await ingest("site", { root: root.path, sourceOptions: { url }, ocr, onEvent });
  return events;
}

const readIn = (events: readonly LevadaEvent[]) =>
  events.filter(({ type }) => type === "extracted" || type === "extract_failed").length;

interface Reading {
  readonly document_type: string;
  readonly extracted_text: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

function pdfIn(root: TestRoot): Reading {
  const names = readdirSync(root.file("data/extracted"), { recursive: true, encoding: "utf8" });
  const readings = names
    .filter((name) => name.endsWith(".extracted.json"))
    .map((name) => JSON.parse(readFileSync(root.file(`data/extracted/${name}`), "utf8")) as Reading);
  const found = readings.find(({ document_type }) => document_type === "pdf");
  if (found === undefined) throw new Error(`no PDF among ${readings.length} readings`);
  return found;
}

it("a scan is flagged in a run, read in the next with --ocr, and then left alone", async () => {
  const site = await startSite();
  const root = siteRoot();
  await collect(root, `${site.url}/ayudas`, false);
  expect(pdfIn(root).metadata).toMatchObject({ requires_ocr: true, word_count: 0 });

  await collect(root, `${site.url}/ayudas`, true);
  const { extracted_text, metadata } = pdfIn(root);
  expect(extracted_text).toContain("mayores de edad que sean titulares");
  expect(metadata).toMatchObject({ requires_ocr: false, has_text_layer: false, ocr: { languages: ["es"] } });

  expect(readIn(await collect(root, `${site.url}/ayudas`, true))).toBe(0);
  expect(readIn(await collect(root, `${site.url}/ayudas`, false))).toBe(0);
  expect(pdfIn(root).extracted_text).toBe(extracted_text);

  const again = await levada(root, "reextract", "site", "--ocr", "--json");
  expect(again.code).toBe(0);
  expect(pdfIn(root).extracted_text).toBe(extracted_text);
});

it("levada extract --ocr prints what a scan says, and without it that it needs OCR", async () => {
  const root = siteRoot();
  writeFileSync(root.file("scan.pdf"), scanPdf([{ picture: await scanOf(SPANISH) }]));
  const flagged = await levada(root, "extract", root.file("scan.pdf"));
  expect(flagged).toMatchObject({ code: 0 });
  expect(flagged.stdout).toContain("needs OCR");
  const read = await levada(root, "extract", root.file("scan.pdf"), "--ocr", "--json");
  expect(read.code).toBe(0);
  const { metadata } = JSON.parse(read.stdout) as Reading;
  expect(metadata).toMatchObject({ ocr: { pages: [{ page: 1 }] }, requires_ocr: false });
});

it("--ocr is refused for a source whose documents are not read in a run", async () => {
  const end = await levada(siteRoot(), "ingest", "usgs", "--ocr");
  expect(end.code).toBe(2);
  expect(end.stderr).toContain("--ocr is for documents that are read in a run");
});
