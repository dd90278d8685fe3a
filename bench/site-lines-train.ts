/**
 * Learns the model of src/procedures/site-line-model.ts from lines of portals, and writes it down.
 *
 *   node bench/site-lines-train.ts           learns from all lines and writes the weights
 *   node bench/site-lines-train.ts --folds   what it is worth on each set that it has not seen
 *
 * The same lines give the same file. Sets are bench/site-lines/*.tsv: `site` or `fact`, the language, the line. Beside them
 * all that the pages of test/kit/unseen/asked-later.json ask for and describe are facts. The sets of test/kit/site-lines
 * are not learnt from: the test of the model holds it against them.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { foldedWords, sentencesOf } from "../src/procedures/plain-text.ts";
import { featuresOf, type LineModel, scoreOf, writtenModel } from "../src/extraction/line-sound.ts";

interface Line {
  readonly set: string;
  readonly isSite: boolean;
  readonly text: string;
}

const SETS = join(import.meta.dirname, "site-lines");
const HELD = join(import.meta.dirname, "../test/kit/site-lines");
const ASKED = join(import.meta.dirname, "../test/kit/unseen/asked-later.json");
const WEIGHTS = join(import.meta.dirname, "../src/extraction/line-sound-weights.ts");

/** A line that two sets have is of the first; one that the test has is not learnt from. */
function readLines(): Line[] {
  const known = new Map<string, Line>();
  const held = new Set(readSets(HELD).map(({ text }) => foldedWords(text)));
  for (const line of [...readSets(SETS), ...askedFacts()]) {
    const words = foldedWords(line.text);
    if (words.trim() !== "" && !held.has(words) && !known.has(words)) known.set(words, line);
  }
  return [...known.values()];
}

function readSets(folder: string): Line[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) =>
      readFileSync(join(folder, name), "utf8")
        .trim()
        .split("\n")
        .map((row) => row.split("\t"))
        .map(([kind, , text = ""]) => ({ set: name, isSite: kind === "site", text })),
    );
}

function askedFacts(): Line[] {
  const pages = JSON.parse(readFileSync(ASKED, "utf8")) as {
    requirements: string[];
    documents: string[];
    description: string;
  }[][];
  return pages
    .flat()
    .flatMap(({ requirements, documents, description }) => [
      ...requirements,
      ...documents,
      ...sentencesOf(description),
    ])
    .map((text) => ({ set: "asked", isSite: false, text }));
}

const [EPOCHS, RATE, DECAY, LEAST] = [40, 0.2, 1e-4, 2];

/** Logistic regression by Adagrad, both kinds of lines of equal weight. */
function learnt(lines: readonly Line[]): LineModel & { readonly weights: ReadonlyMap<string, number> } {
  const rows = lines.map(({ text, isSite }) => ({ features: featuresOf(text), isSite }));
  const counts = new Map<string, number>();
  for (const { features } of rows)
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= LEAST).map(([feature]) => feature);
  const weights = new Map(known.map((feature) => [feature, { weight: 0, squares: 1e-6 }]));
  const bias = { weight: 0, squares: 1e-6 };
  const sites = rows.filter(({ isSite }) => isSite).length;
  const importance = { true: rows.length / 2 / sites, false: rows.length / 2 / (rows.length - sites) };
  const step = (at: { weight: number; squares: number }, slope: number) => {
    at.squares += slope * slope;
    at.weight -= (RATE * slope) / Math.sqrt(at.squares);
  };
  const shuffle = shuffler();
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const { features, isSite } of shuffle(rows)) {
      const share = 1 / Math.sqrt(features.length);
      const present = features.flatMap((feature) => weights.get(feature) ?? []);
      const score = bias.weight + present.reduce((sum, { weight }) => sum + weight, 0) * share;
      const slope = (1 / (1 + Math.exp(-score)) - Number(isSite)) * importance[`${isSite}`];
      step(bias, slope);
      for (const one of present) step(one, slope * share + DECAY * one.weight);
    }
  return {
    bias: bias.weight,
    weights: new Map([...weights].map(([feature, { weight }]) => [feature, weight])),
  };
}

/** The same order every time. */
function shuffler(): <T>(rows: readonly T[]) => T[] {
  let seed = 7;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  return (rows) => {
    const order = [...rows];
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    return order;
  };
}

function printFolds(lines: readonly Line[]): void {
  const bars = [0, 0.5, 1, 1.5, 2, 2.5, 3];
  process.stdout.write(`${"lines of sites, and facts, taken above".padEnd(40)}${bars.join("  |  ")}\n`);
  for (const set of new Set(lines.map((line) => line.set))) {
    const held = lines.filter((line) => line.set === set);
    const model = learnt(lines.filter((line) => line.set !== set));
    const scored = held.map((line) => ({ ...line, score: scoreOf(line.text, model) }));
    const taken = (isSite: boolean, bar: number) =>
      scored.filter((line) => line.isSite === isSite && line.score > bar).length;
    const sites = held.filter(({ isSite }) => isSite).length;
    const cells = bars.map((bar) => `${taken(true, bar)}+${taken(false, bar)}`);
    process.stdout.write(`${`${set}: ${sites} + ${held.length - sites}`.padEnd(40)}${cells.join(" | ")}\n`);
  }
}

const { values } = parseArgs({ options: { folds: { type: "boolean", default: false } } });
const lines = readLines();
if (values.folds) printFolds(lines);
else {
  const { bias, weights } = learnt(lines);
  const written = writtenModel(bias, weights);
  writeFileSync(
    WEIGHTS,
    `/** Written by bench/site-lines-train.ts. */\nexport const LINE_SOUND_WEIGHTS =\n  ${JSON.stringify(written)};\n`,
  );
  process.stdout.write(`${lines.length} lines, ${weights.size} features, ${written.length} letters\n`);
}
