/**
 * Lines of the site among the parts of a sheet, by what they look like as much as by how they sound: what their box is
 * called, where their link leads, how small they are set, and what other lines of the same look say. Each is a weight of
 * evidence, added to that of the words (`line-sound.ts`); what sounds like a procedure stays whatever it looks like.
 */
import { isAnswer } from "../answers.ts";
import { siteScore } from "../line-sound.ts";
import { cellsOfMany } from "./cells.ts";
import { isWithin, PageElement } from "./element.ts";
import { linesOf, linksOf, wrappersOf } from "./lines.ts";
import { measured, type Measures } from "./measure.ts";
import { siteNaming } from "./naming.ts";
import { type Run, withoutRuns } from "./runs.ts";
import { HEADINGS } from "./tag-names.ts";

export interface SheetParts {
  /** What heads its parts. */
  readonly anchors: ReadonlySet<PageElement>;
  /** All elements that an anchor stands in. */
  readonly holders: ReadonlyMap<PageElement, number>;
}

interface Line {
  readonly run: Run;
  /** How many heads of parts stand before it. */
  readonly part: number;
  /** The largest box around it that is called so as boxes of the site are. */
  readonly box: PageElement | null;
  readonly look: string;
  /** How it sounds, and what its box, its link and its letters tell. */
  readonly sound: number;
  readonly told: number;
}

/** Logarithms of odds, as that of the words. */
const SITE = 3;
const LIKE_PROCEDURE = -1.5;
const LOUDEST = 4;
const OF_COMPANION = 0.5;
const LOUDEST_COMPANION = 2;
const MOST_COMPANY = 2.5;
/** Of the lines of a page, those of one look that may tell of each other. */
const MOST_ALIKE = 0.4;
/** Of the text, what a box of the site holds at most. */
const LITTLE = 0.15;
const MAX_LENGTH = 400;
const MAX_LOOK = 3;

export function withoutSiteLooks(main: PageElement, parts: SheetParts): void {
  withoutRuns(linesOfSite(linesIn(main, parts)).map(({ run }) => run));
}

function linesOfSite(lines: readonly Line[]): Line[] {
  const company = new Map<string, number>();
  for (const [look, alike] of Map.groupBy(lines, (line) => line.look)) {
    const sum = alike.reduce((total, line) => total + companionship(line), 0);
    // What most of a page looks like tells nobody's lines apart.
    company.set(look, alike.length > lines.length * MOST_ALIKE ? Math.min(0, sum) : sum);
  }
  const taken = new Set(lines.filter((line) => !isHeading(line) && isOfSite(line, company)));
  addAnswers(lines, taken);
  keepHeads(lines, taken);
  keepParts(lines, taken);
  const below = Map.groupBy(
    lines.filter((line) => !isHeading(line)),
    ({ box }) => box,
  );
  // The head of a box of the site goes with all that stands below it.
  const isHead = (line: Line) =>
    isHeading(line) && line.box !== null && below.get(line.box)?.every((one) => taken.has(one)) === true;
  return lines.filter((line) => taken.has(line) || isHead(line));
}

/** "Sí", "No demasiado" below a question of the site. */
function addAnswers(lines: readonly Line[], taken: Set<Line>): void {
  let isAsked = false;
  for (const line of lines) {
    const { text } = line.run;
    if (isAsked && isAnswer(text)) taken.add(line);
    else isAsked = taken.has(line) && (text.includes("?") || isAnswer(text));
  }
}

/** "¡Ojo!" over what stays in its box heads it. */
function keepHeads(lines: readonly Line[], taken: Set<Line>): void {
  lines.forEach((line, at) => {
    const { text, links, block } = line.run;
    const next = lines[at + 1];
    if (!taken.has(line) || next === undefined || taken.has(next)) return;
    if (links > 0 || text.split(" ").length > WORDS_OF_HEAD || block.parent === null) return;
    if (isWithin(next.run.block, block.parent)) taken.delete(line);
  });
}

const WORDS_OF_HEAD = 3;

/** Its letters and a box that may as well hold what people have to know. */
const HARDLY_TOLD = 2;

/** A part is left with what it says, unless that can be nothing but the site's. */
function keepParts(lines: readonly Line[], taken: Set<Line>): void {
  for (const [part, own] of Map.groupBy(lines, (line) => line.part))
    if (part > 0 && own.every((line) => taken.has(line)))
      for (const line of own) if (line.sound < LOUDEST && line.told <= HARDLY_TOLD) taken.delete(line);
}

function isOfSite(line: Line, company: ReadonlyMap<string, number>): boolean {
  const others = (company.get(line.look) ?? 0) - companionship(line);
  const shown = line.told + clipped(others, MOST_COMPANY);
  // What only sounds so is judged by the part that it stands in.
  return shown > 0 && line.sound > LIKE_PROCEDURE && line.sound + shown > SITE;
}

const isHeading = ({ run }: Line) => HEADINGS.has(run.block.name);

const clipped = (value: number, most: number) => Math.max(-most, Math.min(most, value));

function companionship({ sound, told }: Line): number {
  return OF_COMPANION * clipped(sound + told, LOUDEST_COMPANION);
}

function linesIn(main: PageElement, { anchors, holders }: SheetParts): Line[] {
  const measures = measured(main);
  const isCellOfMany = cellsOfMany();
  const most = (measures.get(main)?.text ?? 0) * LITTLE;
  const isHead = ({ block, nodes }: Run) =>
    anchors.has(block) || nodes.some((node) => node instanceof PageElement && anchors.has(node));
  let part = 0;
  return linesOf(main).flatMap((run): Line | [] => {
    if (isHead(run)) part++;
    if (isHead(run)) return [];
    const isFixed = run.text.length > MAX_LENGTH || isToKeep(run.text) || isBold(run);
    if (isFixed || isCellOfMany(run.block)) return { ...FIXED, run, part };
    return lineOf(run, boxesOf(run, holders, measures, most), part);
  });
}

/** Whatever it looks like. */
const FIXED = { box: null, look: "", sound: -LOUDEST, told: 0 };

function lineOf(run: Run, boxes: readonly PageElement[], part: number): Line {
  const wrappers = wrappersOf(run);
  return {
    run,
    part,
    box: boxes.findLast((box) => siteNaming(box) === "site") ?? null,
    look: [...wrappers, run.block, ...boxes.slice(0, MAX_LOOK)].map(lookOf).join("<"),
    sound: clipped(soundOf(run.text), LOUDEST),
    told: named([...wrappers, ...boxes]) + led(run) + set([...wrappers, run.block]),
  };
}

/** Behind a sentence of the site there may be one of the procedure. */
function soundOf(text: string): number {
  const sentences = text.split(/(?<=[.!?…])\s+(?=[\p{Lu}¿¡])/u);
  if (sentences.length === 1) return siteScore(text);
  return Math.min(siteScore(text), ...sentences.map((sentence) => siteScore(sentence) + LEEWAY));
}

const LEEWAY = 2;
/** Whom to call and who decides is told in a site's words; the part that they stand in knows better. */
function isToKeep(text: string): boolean {
  return TELEPHONE.test(text) || OFFICE.test(text) || LAW.test(text);
}

/** It may head what follows. */
const isBold = (run: Run) => wrappersOf(run).some(({ name }) => name === "b" || name === "strong");

const LAW =
  /(?:^|[^\p{L}])(?:ley|llei|lei|decreto|decret|orden|ordre|orde|ordenanza|ordenança|dekretua|legea)(?![\p{L}])[^.]{0,40}\d+\/\d{4}|ordenan[zç]a|ordenantza/iu;
const TELEPHONE = /\d(?:[ .-]?\d){8}/;
const OFFICE =
  /^(?:(?:el|la) )?(?:organ|órgan|òrgan|unidad|unitat|entid|entit|administraci|departament|sail|área|àrea|servei|servicio|servizo|centro directivo|consejer|conseller|ministeri|concejal|erakunde|responsable|gestiona|quién|quien|qui |quen|nork)[^:?]{0,40}[:?]/iu;

/** The elements around a line, from its block up, that hold little else and no part. */
function boxesOf(
  { block }: Run,
  holders: ReadonlyMap<PageElement, number>,
  measures: Measures,
  most: number,
): PageElement[] {
  const boxes: PageElement[] = [];
  for (let above: PageElement | null = block; above !== null && !holders.has(above); above = above.parent) {
    if ((measures.get(above)?.text ?? 0) > Math.max(most, MAX_LENGTH)) break;
    boxes.push(above);
  }
  return boxes;
}

/** Digits and letters that a builder has drawn tell nothing. */
function lookOf(element: PageElement): string {
  const names = element
    .get("class")
    .trim()
    .split(/\s+/, 2)
    .filter((name) => !/\d.*\d|[_-][a-z0-9]*\d[a-z0-9]*$/i.test(name));
  const link = element.name === "a" ? kindOfLink(element.get("href")) : "";
  return `${element.name}.${names.join(".").replaceAll(/\d+/g, "")}${link}${smallness(element)}`;
}

function named(boxes: readonly PageElement[]): number {
  return boxes.reduce((most, box) => Math.max(most, NAMED[siteNaming(box)]), 0);
}

const NAMED = { site: 2.5, aside: 1, none: 0 } as const;

/** Where its links lead, when it is nothing else. */
function led({ nodes, links, linkLength, text }: Run): number {
  if (links === 0 || linkLength < text.length * 0.9) return 0;
  return Math.max(0, ...linksOf(nodes).map((link) => LED[kindOfLink(link.get("href"))]));
}

type LinkKind = "#" | "site" | "";
const LED: Readonly<Record<LinkKind, number>> = { "#": 1.5, site: 2.5, "": 0 };

function kindOfLink(href: string): LinkKind {
  const to = href.trim().toLowerCase();
  if (/^(?:#|javascript:|$)/.test(to)) return "#";
  return OF_SITE.test(to) ? "site" : "";
}

const OF_SITE =
  /^https?:\/\/(?:www\.|m\.|es-es\.)?(?:facebook|twitter|x|instagram|youtube|linkedin|flickr|pinterest|tiktok|vimeo|threads)\.(?:com|net|me)|\/\/(?:youtu\.be|play\.google\.com|apps\.apple\.com|itunes\.apple\.com|get\.adobe\.com)|[/?&=_-](?:noticias?|news|actualidad|actualitat|actualidade|albisteak|noticies|novas|agenda|eventos?|campanas?|campanyes|campaigns?|encuestas?|enquestes|surveys?|boletin(?:es)?|newsletter|suscri\w*|incidencias?|cookies|aviso-legal|accesibilidad|accessibilitat|mapa-?web|sitemap|rss|share|compartir|imprimir|print|app-movil|podcasts?|galeria|videos?)(?:[/?&=_.-]|$)/;

/** Smaller, paler or farther to the side than what a page is about. */
function set(elements: readonly PageElement[]): number {
  return elements.some((element) => smallness(element) !== "") ? 1 : 0;
}

function smallness(element: PageElement): string {
  const { name } = element;
  if (name === "small") return "-";
  if (name === "font" && /^(?:1|-[12])$/.test(element.get("size").trim())) return "-";
  const style = element.get("style");
  if (style !== "" && SMALL_STYLE.test(style)) return "-";
  return /^right$/i.test(element.get("align").trim()) ? "-" : "";
}

const SMALL_STYLE =
  /font-size\s*:\s*(?:0?\.[0-8]\d*r?em|[5-8]\d(?:\.\d+)?%|(?:[6-9]|1[01])(?:\.\d+)?px|[5-8](?:\.\d+)?pt|x?x?-?small\b)|text-align\s*:\s*right|color\s*:\s*(?:gr[ae]y|#([7-9a-d])\1\1\b|#([7-9a-d][0-9a-f])\2\2\b)/i;
