/**
 * Learns the model of src/extraction/html/content-model.ts from all pages of a corpus and writes it down.
 *
 *   node bench/extraction-train.ts --corpus DIR
 *
 * The same pages give the same file. What the model is worth on other pages, `bench/extraction-folds.ts` tells.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writtenTable } from "../src/extraction/html/line-words.ts";
import { readCorpus } from "./extraction-corpus.ts";
import { learnt, lessonOf } from "./extraction-learning.ts";

const WEIGHTS = join(import.meta.dirname, "../src/extraction/html/content-model-weights.ts");

const { values } = parseArgs({ options: { corpus: { type: "string" } } });
const lessons = readCorpus(values.corpus ?? "corpus").map((page) => lessonOf(page));
const { words, model } = learnt(lessons);
writeFileSync(
  WEIGHTS,
  `/** Written by bench/extraction-train.ts. */
export const CONTENT_MODEL =
  '${JSON.stringify(model)}';
export const LINE_WORDS =
  "${writtenTable(words)}";
`,
);
process.stdout.write(`${lessons.length} pages, ${model.trees.length} trees, ${words.size} words\n`);
