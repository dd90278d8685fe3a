/** The content of a page by the model: runs of text that it keeps, in the structure they stand in. */
import { isAction } from "./action-links.ts";
import { type ContentModel, keptRuns, LEARNT_MODEL } from "./content-model.ts";
import type { PageElement } from "./element.ts";
import type { PageFeatures } from "./features.ts";
import { type Run, withoutRuns } from "./runs.ts";
import { isDataTable, shapeOf } from "./table-grid.ts";
import { HEADINGS } from "./tag-names.ts";

/** Takes all but the content out of a tree that is without noise tags. */
export function keepArticle(root: PageElement, title: string, model: ContentModel = LEARNT_MODEL): void {
  const { features, kept } = keptRuns(root, title, model);
  const decided = withActions(
    features,
    withHeadings(
      features.runs,
      withSentences(features, withTables(features.runs, kept, features.byRule)),
      features.byRule,
    ),
  );
  withoutRuns(features.runs.filter((_, at) => decided[at] !== true));
}

/** A table of which the model or the rules keep half is kept whole: numbers alone look like nothing to the model. */
function withTables(runs: readonly Run[], kept: readonly boolean[], byRule: readonly boolean[]): boolean[] {
  const votes = new Map<PageElement, { kept: number; all: number }>();
  const known = new Map<PageElement, boolean>();
  const tables = runs.map(({ block }) => dataTableAbove(block, known));
  tables.forEach((table, at) => {
    if (table === null) return;
    const vote = votes.get(table) ?? { kept: 0, all: 0 };
    vote.all++;
    if (kept[at] === true || byRule[at] === true) vote.kept++;
    votes.set(table, vote);
  });
  return kept.map((isKept, at) => {
    const vote = votes.get(tables[at] as PageElement);
    return isKept || (vote !== undefined && vote.kept * 2 >= vote.all);
  });
}

const NOISE_FEATURES = ["noise_role", "noise_name", "noise_list", "trim_away", "in_aside"];
const FAR = 6;

/** A table that only lays out a page does not hold its parts together. */
function dataTableAbove(block: PageElement, known: Map<PageElement, boolean>): PageElement | null {
  let above: PageElement | null = block;
  for (let step = 0; step < FAR && above !== null; step++, above = above.parent) {
    if (above.name !== "table") continue;
    const isData = known.get(above) ?? isDataTable(above, shapeOf(above));
    known.set(above, isData);
    return isData ? above : null;
  }
  return null;
}

/** What heads content is content, where the rules think so too. */
function withHeadings(runs: readonly Run[], kept: readonly boolean[], byRule: readonly boolean[]): boolean[] {
  return runs.map(({ block }, at) => {
    if (kept[at] === true) return true;
    return HEADINGS.has(block.name) && kept[at + 1] === true && byRule[at] === true;
  });
}

/** A sentence right after what is kept, in the same part of a page that names its main part, is said with it. */
function withSentences({ runs, rows, byRule }: PageFeatures, kept: readonly boolean[]): boolean[] {
  const decided = [...kept];
  runs.forEach(({ block }, at) => {
    const before = runs[at - 1];
    if (decided[at] === true || decided[at - 1] !== true || before === undefined) return;
    if (block.parent !== before.block.parent || block.name !== "p" || before.block.name !== "p") return;
    decided[at] = byRule[at] === true && isAmid(rows[at]) && isInMain(block) && isSentence(runs[at]);
  });
  return decided;
}

const MAIN_DEPTH = 4;

function isInMain(block: PageElement): boolean {
  let above: PageElement | null = block.parent;
  for (let step = 0; step < MAIN_DEPTH && above !== null; step++, above = above.parent)
    if (above.name === "main" || above.get("role") === "main") return true;
  return false;
}

const LEAST_WORDS = 5;

function isSentence(run: Run | undefined): boolean {
  if (run === undefined || run.linkLength * 2 > run.text.length || !/[.:…]["»”)]*$/u.test(run.text))
    return false;
  return run.text.split(" ").length >= LEAST_WORDS;
}

/** Links by which a procedure is begun, right beside what is said of it. */
function withActions({ runs, rows }: PageFeatures, kept: readonly boolean[]): boolean[] {
  return runs.map((run, at) => {
    if (kept[at] === true) return true;
    return (kept[at - 1] === true || kept[at + 1] === true) && isAmid(rows[at]) && isOneAction(run);
  });
}

function isOneAction({ text, linkLength, links }: Run): boolean {
  return links === 1 && linkLength >= text.length && isAction(text);
}

function isAmid(row: Readonly<Record<string, number>> | undefined): boolean {
  return row?.["in_container"] === 1 && NOISE_FEATURES.every((name) => row[name] !== 1);
}
