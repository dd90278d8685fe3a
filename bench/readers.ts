/**
 * Pages a second by the number of reading processes: `node bench/readers.ts [--corpus DIR]`. Without a corpus it reads
 * pages of its own making. Rounds alternate, so that a busy machine hits both alike.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createReaderPool } from "../src/infrastructure/extraction/reader-pool.ts";
import { officePages } from "../test/kit/office-pages.ts";

const { values } = parseArgs({
  options: { corpus: { type: "string" }, rounds: { type: "string", default: "3" } },
});

const LIMITS = { timeoutMs: 60_000, memoryMb: 512, maxBytes: 64 << 20 };

function ownPages(): { readonly files: readonly string[]; readonly drop: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "levada-bench-"));
  const files = officePages().flatMap(({ html }, nth) =>
    [0, 1, 2, 3].map((copy) => {
      const file = join(folder, `${nth}-${copy}.html`);
      writeFileSync(file, html);
      return file;
    }),
  );
  return { files, drop: () => rmSync(folder, { recursive: true }) };
}

function corpusPages(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html"))
    .map((name) => join(folder, name));
}

async function pagesPerSecond(workers: number, files: readonly string[]): Promise<number> {
  const pool = createReaderPool({ ...LIMITS, workers });
  const read = (file: string) =>
    pool.read({ file, url: "https://sede.example.org/", contentType: "text/html" });
  // Loading the readers is not what is measured.
  await Promise.all(files.slice(0, workers * 4).map(read));
  const started = performance.now();
  await Promise.all(files.map(read));
  const seconds = (performance.now() - started) / 1000;
  await pool.close();
  return files.length / seconds;
}

const own = values.corpus === undefined ? ownPages() : null;
const files = own?.files ?? corpusPages(values.corpus ?? "");
const ratios: number[] = [];
for (let round = 1; round <= Number(values.rounds); round++) {
  const one = await pagesPerSecond(1, files);
  const two = await pagesPerSecond(2, files);
  ratios.push(two / one);
  console.log(
    `round ${round}: ${files.length} pages, 1 process ${one.toFixed(0)} pages/s, 2 processes ${two.toFixed(0)} pages/s, ratio ${(two / one).toFixed(2)}`,
  );
}
const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0;
console.log(`two processes read ${middle.toFixed(2)} times the pages of one (median)`);
own?.drop();
