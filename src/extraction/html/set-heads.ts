/**
 * Headings that are nothing but large letters: pages that builders and word processors have made head their parts by
 * `<div style="font-size:22px;font-weight:700">`. Lines in one setting that is larger than that of the text are headings
 * where there are several, they say different things, and nearly each stands over something.
 */
import { siteScore } from "../line-sound.ts";
import { cellsOfMany } from "./cells.ts";
import { elementsOf, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import { linesOf, wrappersOf } from "./lines.ts";
import { agrees, isSiteName } from "./page-heading.ts";
import { namesSite } from "./page-title.ts";
import { withoutToggle } from "./panel-titles.ts";
import type { Run } from "./runs.ts";
import { sectionHeadedBy } from "./sections.ts";
import { HEADINGS } from "./tag-names.ts";
import { markBold, type Setting, settingsIn, type StyleRules } from "./type-setting.ts";

const LARGER = 1.08;
/** Than the text, the name of a page. */
const MUCH_LARGER = 1.2;
const MIN_NAME = 9;
const LEAST_ALIKE = 3;
const NEARLY_ALL = 0.8;
const MAX_LENGTH = 90;
const MAX_WORDS = 14;
const MAX_NAME = 200;
const MOST_VALUES = 0.25;
const NO_HEAD = new Set([...HEADINGS, "li", "dt", "dd", "th", "label", "button", "figcaption", "caption"]);
const [TOP, LOWEST] = [2, 5];
/** Sizes of one level are within it. */
const ALIKE = 1.15;

interface SetLine {
  readonly run: Run;
  readonly at: number;
  readonly setting: Setting;
}

export function headSetLines(root: PageElement, title: string, rules: StyleRules): void {
  const settings = settingsIn(root, rules);
  // Most pages leave their letters to style sheets.
  if (settings === null) return;
  headLargeLines(root, title, settings);
  markBold(settings);
}

/** A page that heads its parts by tags says with large letters what is important in them. */
export function isHeadedByTags(root: PageElement): boolean {
  let parts = 0;
  for (const element of elementsOf(root))
    if (/^h[2-6]$/.test(element.name) && sectionHeadedBy(squeezed(textOf(element))) !== null) parts++;
  return parts >= ENOUGH_PARTS;
}

const ENOUGH_PARTS = 2;

function headLargeLines(root: PageElement, title: string, settings: ReadonlyMap<PageElement, Setting>): void {
  const lines = linesOf(root).map((run, at): SetLine => {
    const [inner = run.block] = wrappersOf(run);
    return { run, at, setting: settings.get(inner) ?? { size: 0, isBold: false, color: "" } };
  });
  const usual = usualSize(lines);
  const isCellOfMany = cellsOfMany();
  const large = lines.filter(
    ({ run, setting }) => setting.size > usual * LARGER && mayHead(run) && !isCellOfMany(run.block),
  );
  const groups = [...Map.groupBy(large, ({ setting }) => JSON.stringify(setting)).values()].filter(areHeads);
  const levels = levelsOf(groups.map(([line]) => line?.setting.size ?? 0));
  const heads = groups.flat();
  const name = nameIn(lines, heads, { usual, title });
  for (const line of heads) becomeHeading(line.run, levels.get(line.setting.size) ?? TOP);
  if (name !== null && !hasHeading(root, title)) becomeHeading(name.run, 1);
}

/** From the largest down; hardly smaller ones stand beside them. */
function levelsOf(sizes: readonly number[]): ReadonlyMap<number, number> {
  const levels = new Map<number, number>();
  let [level, largest] = [TOP, Number.POSITIVE_INFINITY];
  for (const size of sizes.toSorted((one, other) => other - one)) {
    if (largest / size > ALIKE) {
      if (levels.size > 0) level++;
      largest = size;
    }
    levels.set(size, Math.min(LOWEST, level));
  }
  return levels;
}

/** That of most of the text. */
function usualSize(lines: readonly SetLine[]): number {
  const lengths = new Map<number, number>();
  for (const { run, setting } of lines)
    lengths.set(setting.size, (lengths.get(setting.size) ?? 0) + run.text.length);
  const [[size] = [0]] = [...lengths].toSorted(([, one], [, other]) => other - one);
  return size;
}

function mayHead({ block, text, links, nodes }: Run): boolean {
  if (links > 0 || NO_HEAD.has(block.name)) return false;
  if (text.length > MAX_LENGTH || text.split(" ").length > MAX_WORDS) return false;
  if (/[.;,]$/.test(text) || !/\p{L}{3}/u.test(text)) return false;
  return nodes.every((node) => typeof node === "string" || !HEADINGS.has(node.name)) && !isInHeading(block);
}

function isInHeading(block: PageElement): boolean {
  for (let above: PageElement | null = block; above !== null; above = above.parent)
    if (HEADINGS.has(above.name) || above.name === "a" || above.name === "nav" || above.name === "li")
      return true;
  return false;
}

/** What parts say is set large, too: "Hasta el 30 de junio", "12,50 euros". One of the heads at least is known. */
function areHeads(alike: readonly SetLine[]): boolean {
  if (alike.length < LEAST_ALIKE) return false;
  const values = alike.filter(({ run }) => /\d|€|^gratis|^gratuit/i.test(run.text)).length;
  if (values > alike.length * MOST_VALUES) return false;
  if (alike.every(({ run }) => sectionHeadedBy(run.text.replace(/\s*[+:]$/, "")) === null)) return false;
  const different = new Set(alike.map(({ run }) => run.text)).size;
  const heading = alike.filter(({ at }, place) => alike[place + 1]?.at !== at + 1).length;
  return different >= alike.length * NEARLY_ALL && heading >= alike.length * NEARLY_ALL;
}

/** The last large line before the first part: what names the site stands above it. */
function nameIn(
  lines: readonly SetLine[],
  heads: readonly SetLine[],
  { usual, title }: { readonly usual: number; readonly title: string },
): SetLine | null {
  const head = new Set(heads);
  const first = lines.findIndex((line) => head.has(line) || sectionHeadedBy(line.run.text) !== null);
  const before = lines
    .slice(0, Math.max(0, first))
    .filter(({ run, setting }) => setting.size >= usual * MUCH_LARGER && mayName(run));
  return before.findLast(({ run }) => agrees(run.text, title)) ?? before.at(-1) ?? null;
}

function mayName({ block, text, links }: Run): boolean {
  if (links > 0 || text.length < MIN_NAME || text.length > MAX_NAME || isInHeading(block)) return false;
  return /\p{L}{3}/u.test(text) && !/[.;]$/.test(text) && !namesSite(text) && siteScore(text) <= 0;
}

function hasHeading(root: PageElement, title: string): boolean {
  return elementsOf(root).some((element) => element.name === "h1" && !isSiteName(element, title));
}

/** It takes the place of the line; what broke it off from the next one goes. */
function becomeHeading({ block, nodes, text }: Run, level: number): void {
  const heading = new PageElement(`h${level}`, NO_ATTRIBUTES, block);
  heading.children = [withoutToggle(text)];
  const own = new Set(nodes);
  const at = block.children.findIndex((child) => own.has(child));
  if (at === -1) return;
  block.children = block.children.filter((child) => !own.has(child));
  block.children.splice(at, 0, heading);
}
