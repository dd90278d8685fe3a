/**
 * What the learnt model is worth on pages of sites that it has not seen.
 *
 *   node bench/extraction-folds.ts --corpus DIR
 *
 * The pages are dealt into ten folds by the site they are from. Those of each fold are read with a model that was learnt
 * from the other nine: words, trees, and the threshold, which is the best one for the runs of the other folds.
 */
import { parseArgs } from "node:util";
import { type ContentModel, modelOf } from "../src/extraction/html/content-model.ts";
import { mainContent } from "../src/extraction/html/main-content.ts";
import { readingOf } from "../src/extraction/html/markdown.ts";
import { pageTitle } from "../src/extraction/html/page-title.ts";
import { treeOf } from "../src/extraction/html/tree-builder.ts";
import { type CorpusPage, foldOf, readCorpus, Score } from "./extraction-corpus.ts";
import { type Lesson, learnt, lessonOf, scoresOf } from "./extraction-learning.ts";

const FOLDS = 10;

interface Case {
  readonly page: CorpusPage;
  readonly lesson: Lesson;
  readonly fold: number;
}

interface Scored {
  readonly isContent: boolean;
  readonly weight: number;
  readonly score: number;
  readonly fold: number;
}

const { values } = parseArgs({
  options: { corpus: { type: "string" }, verbose: { type: "boolean", default: false } },
});
const cases: Case[] = readCorpus(values.corpus ?? "corpus").map((page) => ({
  page,
  lesson: lessonOf(page),
  fold: foldOf(page.site, FOLDS),
}));
const models = Array.from({ length: FOLDS }, (_, fold) => {
  process.stderr.write(`fold ${fold + 1} of ${FOLDS}\r`);
  const { model, words } = learnt(cases.filter((one) => one.fold !== fold).map(({ lesson }) => lesson));
  return modelOf(model, words);
});
const scored = cases.flatMap(({ lesson, fold }) => scoredRuns(lesson, fold, models[fold] as ContentModel));
// Scores and thresholds are those of one bag of trees, for which the rules count for one.
const thresholds = models.map((_, fold) => bestThreshold(scored.filter((run) => run.fold !== fold)));
const scores = { all: new Score(), seen: new Score(), unseen: new Score() };
for (const { page, fold } of cases) {
  const model = models[fold] as ContentModel;
  const threshold = model.rule * (thresholds[fold] ?? 0);
  const text = textOf(page, { ...model, threshold });
  scores.all.add(page, text);
  const { lost, leaked } = scores[page.half].add(page, text);
  // Only pages of the half that is looked at are shown.
  if (values.verbose && page.half === "seen" && lost.length + leaked.length > 0)
    process.stdout.write(`${page.url}\n  lost ${JSON.stringify(lost)}\n  leaked ${JSON.stringify(leaked)}\n`);
}
process.stdout.write(`${cases.length} pages in ${FOLDS} folds, threshold ${bestThreshold(scored)}\n`);
for (const [half, { precision, recall, f1 }] of Object.entries(scores)) {
  const figures = [precision, recall, f1].map((value) => value.toFixed(4)).join("  ");
  process.stdout.write(`${half.padEnd(6)}  P, R, F1  ${figures}\n`);
}

function scoredRuns(lesson: Lesson, fold: number, model: ContentModel): Scored[] {
  const runs = scoresOf(lesson, model);
  return [...lesson.labels].map(([at, label]) => ({ ...label, score: runs[at] ?? 0, fold }));
}

/** The one with the best F1 over runs. */
function bestThreshold(runs: readonly Scored[]): number {
  const f1Of = (threshold: number) => {
    let [kept, lost, leaked] = [0, 0, 0];
    for (const { isContent, weight, score } of runs) {
      if (isContent && score > threshold) kept += weight;
      else if (isContent) lost += weight;
      else if (score > threshold) leaked += weight;
    }
    return (2 * kept) / (2 * kept + lost + leaked);
  };
  const candidates = Array.from({ length: 17 }, (_, at) => (at - 8) / 10);
  return candidates.reduce((best, one) => (f1Of(one) > f1Of(best) ? one : best), 0);
}

function textOf(page: CorpusPage, model: ContentModel): string {
  const tree = treeOf(page.html);
  const title = pageTitle(tree);
  const { root } = mainContent(tree, { title, address: URL.parse(page.url), model });
  return readingOf(root, URL.canParse(page.url) ? page.url : "https://example.org/").markdown;
}
