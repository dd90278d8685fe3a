/**
 * How well and how fast PDFs are read.
 *
 *   node bench/pdf.ts [--corpus DIR] [--cells FILE]
 *
 * With a folder of PDFs: words found and words right against `pdftotext` (poppler, where it is installed), both ways,
 * per file. With `--cells`, a JSON of `{ "file.pdf": [["cell", …], …] }` by row: how many of those cells are in the
 * tables, counted once each. Without a folder: a report of 253 pages with four tables of eleven columns, its cells,
 * pages per second of CPU beside unpdf's own text on one thread, and the memory of a process that does nothing else.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readPdf } from "../src/extraction/pdf/pdf-document.ts";
import { coreReport } from "../test/kit/pdf-report.ts";

const { values } = parseArgs({
  options: { corpus: { type: "string" }, cells: { type: "string" }, run: { type: "string" } },
});

/** That a page was not read is said by the reader, and stands in no document. */
const NOTICE = /^\[Pages? .* OCR\]$/gm;

const wordsOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** How many are in both, each as often as it is. */
function shared(found: readonly string[], expected: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1);
  return found.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  }).length;
}

async function measureFolder(folder: string): Promise<void> {
  const cells = values.cells === undefined ? {} : (JSON.parse(readFileSync(values.cells, "utf8")) as Cells);
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith(".pdf"))
    .toSorted()) {
    const file = join(folder, name);
    const outcome = await readPdf({ bytes: readFileSync(file), url: `file:///${name}` });
    if (!outcome.ok) {
      console.log(`${name.padEnd(40)} ${outcome.failure.code}: ${outcome.failure.message}`);
      continue;
    }
    const { document } = outcome;
    const own = wordsOf(document.extracted_text.replaceAll(NOTICE, ""));
    const reference = wordsOf(
      execFileSync("pdftotext", ["-q", file, "-"], { encoding: "utf8", maxBuffer: 1 << 28 }),
    );
    const both = shared(own, reference);
    const figures = [
      `recall ${(both / Math.max(1, reference.length)).toFixed(3)}`,
      `precision ${(both / Math.max(1, own.length)).toFixed(3)}`,
      `tables ${document.tables.map(({ rows }) => `${rows.length}x${rows[0]?.length ?? 0}`).join(" ") || "none"}`,
      ...cellFigure(cells[name], document.tables),
    ];
    console.log(`${name.padEnd(40)} ${figures.join("  ")}`);
  }
}

type Cells = Record<string, readonly (readonly string[])[] | undefined>;

function cellFigure(
  expected: readonly (readonly string[])[] | undefined,
  tables: readonly { readonly rows: readonly (readonly string[])[] }[],
): string[] {
  if (expected === undefined) return [];
  const wanted = expected.flat().filter((cell) => cell !== "");
  const found = tables.flatMap(({ rows }) => rows.flat()).filter((cell) => cell !== "");
  return [`cells ${shared(found, wanted)} of ${wanted.length}`];
}

/** One way to read the report, alone in its process. */
async function runReport(way: string): Promise<void> {
  const { bytes, tables } = coreReport();
  const started = process.cpuUsage();
  let right = 0;
  if (way === "unpdf") {
    const { getDocumentProxy } = await import("unpdf");
    const pdf = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      await page.getTextContent();
      page.cleanup();
    }
  } else {
    const outcome = await readPdf({ bytes, url: "file:///report.pdf" });
    const found = outcome.ok ? outcome.document.tables : [];
    tables.forEach((table, at) =>
      table.forEach((row, line) =>
        row.forEach((cell, column) => {
          if (found[at]?.rows[line]?.[column] === cell) right++;
        }),
      ),
    );
  }
  const { user, system } = process.cpuUsage(started);
  const rssMb = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    JSON.stringify({ cpuMs: Math.round((user + system) / 1000), rssMb, right, cells: tables.flat(2).length }),
  );
}

interface ReportFigures {
  readonly cpuMs: number;
  readonly rssMb: number;
  readonly right: number;
  readonly cells: number;
}

function measureReport(): void {
  const ratios: number[] = [];
  for (let round = 0; round < 3; round++) {
    const [plain, own] = ["unpdf", "levada"].map((way) => {
      const { stdout } = spawnSync(process.execPath, [import.meta.filename, "--run", way], {
        encoding: "utf8",
      });
      return JSON.parse(stdout) as ReportFigures;
    });
    if (plain === undefined || own === undefined) return;
    ratios.push(plain.cpuMs / own.cpuMs);
    console.log(
      `unpdf ${plain.cpuMs} ms, ${plain.rssMb} MB · levada ${own.cpuMs} ms, ${own.rssMb} MB · cells ${own.right} of ${own.cells}`,
    );
  }
  console.log(`pages per second beside unpdf: ${(ratios.toSorted((a, b) => a - b)[1] ?? 0).toFixed(2)}`);
}

if (values.run !== undefined) await runReport(values.run);
else if (values.corpus === undefined) measureReport();
else await measureFolder(values.corpus);
