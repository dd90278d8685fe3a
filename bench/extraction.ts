/**
 * How well pages are read, beside Readability and Defuddle, on the same pages and by the same scorer.
 *
 *   npm run bench:extraction -- --corpus DIR
 *
 * DIR holds `segments.json` (url → {file, with[], without[]}) and `html/`. A segment of `with` that is found counts as
 * kept, one that is not as lost; one of `without` that is found has leaked. What every reader gives as HTML is written as
 * Markdown by the same code. Of the 500 pages in our figures our own model has learnt: what it is worth on others,
 * `bench/extraction-folds.ts` tells. Rules were made by looking at one half, chosen by the hash of the file name.
 * Pages/s are pages a second of processor time.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import { readHtml } from "../src/extraction/html/html-document.ts";
import { readingOf } from "../src/extraction/html/markdown.ts";
import { treeOf } from "../src/extraction/html/tree-builder.ts";
import { type CorpusPage, readCorpus, Score } from "./extraction-corpus.ts";

type Reader = (html: string, url: string) => string | Promise<string>;

const markdownOf = (html: string, url: string) => readingOf(treeOf(html), url).markdown;

const READERS: Readonly<Record<string, Reader>> = {
  levada: (html, url) => readHtml({ url, body: html }).document.extracted_text,
  readability: (html, url) =>
    markdownOf(new Readability(parseHTML(html).document).parse()?.content ?? "", url),
  defuddle: async (html, url) =>
    markdownOf((await Defuddle(parseHTML(html).document, url, { useAsync: false })).content, url),
  "whole page": markdownOf,
};

const { values } = parseArgs({
  options: {
    corpus: { type: "string" },
    only: { type: "string" },
    verbose: { type: "boolean", default: false },
  },
});
if (values.corpus === undefined || !existsSync(join(values.corpus, "segments.json"))) {
  process.stderr.write("--corpus DIR is needed: a folder with segments.json and html/\n");
  process.exit(2);
}
const pages = readCorpus(values.corpus);
// Defuddle reports every bad script of a page to the console.
console.error = console.warn = () => {};

process.stdout.write(
  `${pages.length} pages, ${pages.filter(({ half }) => half === "seen").length} of them looked at\n\n`,
);
process.stdout.write(
  "reader       |      all: P     R      F1 |     seen: P     R      F1 |   unseen: P     R      F1 | pages/s | failed\n",
);
for (const [name, reader] of Object.entries(READERS)) {
  if (values.only === undefined || values.only === name) process.stdout.write(`${await row(name, reader)}\n`);
}

async function row(name: string, reader: Reader): Promise<string> {
  const scores = { all: new Score(), seen: new Score(), unseen: new Score() };
  let failed = 0;
  // Time of the processor: on a machine that is shared the clock tells how busy the others are.
  let spentMicros = 0;
  for (const page of pages) {
    const started = process.cpuUsage();
    const text = await textOf(page, reader);
    const { user, system } = process.cpuUsage(started);
    spentMicros += user + system;
    if (text === null) failed++;
    scores.all.add(page, text ?? "");
    const { lost, leaked } = scores[page.half].add(page, text ?? "");
    if (values.verbose && page.half === "seen" && lost.length + leaked.length > 0) {
      process.stdout.write(
        `${page.url}\n  lost ${JSON.stringify(lost)}\n  leaked ${JSON.stringify(leaked)}\n`,
      );
    }
  }
  const cells = [scores.all, scores.seen, scores.unseen].map((score) => figures(score));
  const speed = ((pages.length / spentMicros) * 1e6).toFixed(1).padStart(7);
  return `${name.padEnd(12)} | ${cells.join(" | ")} | ${speed} | ${failed}`;
}

async function textOf(page: CorpusPage, reader: Reader): Promise<string | null> {
  try {
    return await reader(
      page.html,
      URL.canParse(page.url) && page.url.startsWith("http") ? page.url : "https://example.org/",
    );
  } catch {
    return null;
  }
}

function figures({ precision, recall, f1 }: Score): string {
  return [precision, recall, f1]
    .map((value) => value.toFixed(3).padStart(7))
    .join("")
    .padStart(24);
}
