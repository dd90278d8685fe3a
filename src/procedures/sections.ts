/** A document as the parts that its headings, labels, definition lists and sheets make of it (P23). */
import { siteScore } from "../extraction/line-sound.ts";
import { headsNews, headsOtherPages, mayNamePage, surelyHeadsOtherPages } from "../extraction/other-pages.ts";
import { isAskedOfWay } from "./fields/channels.ts";
import { type Block, blocksOf } from "./markdown-blocks.ts";
import { isNothingButLinks, plainLine } from "./plain-text.ts";
import { withoutPaidOut } from "./paid-out.ts";
import { kindOf, type SectionKind } from "./section-kind.ts";
import { SectionReader } from "./section-reader.ts";
import { isSurelyOfSite, type Standing } from "./site-line-model.ts";
import { withoutSiteLines } from "./site-lines.ts";

export interface SectionPart {
  /** `text` is a paragraph or a line of one, `sub` a heading inside the section. */
  readonly kind: "item" | "text" | "sub";
  readonly text: string;
  /** As it was written, with its links. */
  readonly raw: string;
  /** What it calls itself before a colon or in the first column. */
  readonly label: string | null;
}

export interface Section {
  readonly heading: string;
  /** Null: it matches no field, and is kept under its heading. */
  readonly kind: SectionKind | null;
  readonly parts: readonly SectionPart[];
}

const WELL_MARKED = 5;

export function sectionsOf(markdown: string, title: string): Section[] {
  return partsOf(markdown, title).map((section) => withoutPaidOut(withoutTalk(section), title));
}

function partsOf(markdown: string, title: string): Section[] {
  const lines = withoutSiteHeads(withoutSiteLines(blocksOf(markdown)));
  const blocks = withoutWayIn(lines, plainLine(title).toLowerCase());
  const marked = readBy(new SectionReader(title, false), blocks);
  if (recognised(marked) >= WELL_MARKED) return marked;
  const plain = readBy(new SectionReader(title, true), blocks);
  const gained = recognised(plain) - recognised(marked);
  return gained >= (recognised(marked) < 2 ? 1 : 2) ? plain : marked;
}

/** "##### Veure més tràmits d'aquesta categoria" between two papers: a line of the site that was set as a heading. */
function withoutSiteHeads(blocks: readonly Block[]): readonly Block[] {
  return blocks.filter((block, at) => {
    if (block.kind !== "heading" || block.level < LEAST_LEVEL) return true;
    const [text, next] = [plainLine(block.text), blocks[at + 1]];
    if (kindOf(text) !== null || !isSurelyOfSite(text, "among ways")) return true;
    return next === undefined || next.kind === "table" || isNothingButLinks(next.text);
  });
}

/** Higher ones head what is the site's, too. */
const LEAST_LEVEL = 3;

/** They hold what they are asked for, in their first line. */
const NAMES: ReadonlySet<SectionKind | null> = new Set<SectionKind | null>(["organismo", "nombre", "estado"]);
const WAYS: ReadonlySet<SectionKind | null> = new Set<SectionKind | null>([
  "como_solicitar",
  "donde_solicitar",
]);

const NEVER_MISSED: ReadonlySet<SectionKind | null> = new Set<SectionKind | null>([
  "descripcion",
  "plazos",
  "tasas",
  "resolucion",
]);

/** What surely is the site's, by how it sounds; a part is left with what it says. */
function withoutTalk(section: Section): Section {
  const { kind: of } = section;
  if (of === null && isSaidOfSite(section)) return { ...section, parts: [] };
  const named = NAMES.has(of) ? section.parts.findIndex(({ kind }) => kind !== "sub") : -1;
  const parts = section.parts.filter(
    ({ kind, text, label }, at) =>
      kind === "sub" ||
      at <= named ||
      (WAYS.has(of) && label !== null && isAskedOfWay(label, text)) ||
      !isSurelyOfSite(text, standingOf(kind, text, of)),
  );
  const isLeft = of === null || parts.some(({ kind }) => kind !== "sub");
  return isLeft && parts.length < section.parts.length ? { ...section, parts } : section;
}

function standingOf(kind: SectionPart["kind"], text: string, of: SectionKind | null): Standing {
  const isNumber = NUMBER.test(text);
  if (WAYS.has(of) || of === "telefono") return isNumber ? "with a number" : "among ways";
  if (kind === "item" && isNumber) return "among ways";
  if (NEVER_MISSED.has(of)) return "among deadlines";
  return kind === "item" ? "in a list" : "alone";
}

const NUMBER = /\d{3}/;

/** "Tiempo de lectura: 3 minutos": one line, which looks like a part with its heading. */
function isSaidOfSite({ heading, parts: [only, ...others] }: Section): boolean {
  if (heading === "" || only?.kind !== "text" || others.length > 0 || NUMBER.test(only.text)) return false;
  const line = `${heading}: ${only.text}`;
  return line.split(" ").length >= LEAST_WORDS_OF_LABELLED && isSurelyOfSite(line, "in a list");
}

const LEAST_WORDS_OF_LABELLED = 5;

/** A menu over the title of a page: headings and links, and nothing that is said. */
function withoutWayIn(blocks: readonly Block[], title: string): readonly Block[] {
  const at = blocks.findIndex(
    (block) => block.kind === "heading" && plainLine(block.text).toLowerCase() === title,
  );
  const isWayIn = (block: Block) =>
    block.kind === "heading" || (block.kind !== "table" && block.text.split("\n").every(isNothingButLinks));
  const before = blocks.slice(0, Math.max(0, at));
  const links = before.filter(({ kind }) => kind !== "heading").length;
  return links >= LEAST_OF_MENU && before.every(isWayIn) ? blocks.slice(at) : blocks;
}

/** One or two links over a title are to apply, and for an appointment. */
const LEAST_OF_MENU = 3;

function readBy(reader: SectionReader, blocks: readonly Block[]): Section[] {
  return withoutRepeats(reader.read(blocks).map(keptUnlessLinks));
}

/** Different parts that have something in them. */
function recognised(sections: readonly Section[]): number {
  const kinds = sections.filter(({ parts }) => parts.length > 0).map(({ kind }) => kind);
  return new Set(kinds.filter((kind) => kind !== null && kind !== "boilerplate")).size;
}

/** "Otras ayudas incompatibles" over a text is no list of other pages, and nothing of it is lost. */
function keptUnlessLinks(section: Section): Section {
  const { kind, heading, parts } = section;
  if (kind !== "boilerplate" || headsNews(heading)) return section;
  const isSure = surelyHeadsOtherPages(heading);
  const isList = parts.every(({ raw, text }) => isNothingButLinks(raw) || (isSure && mayNamePage(text)));
  const mayBeFacts = headsOtherPages(heading) || parts.some(({ text }) => siteScore(text) < LIKE_PROCEDURE);
  return !isList && mayBeFacts ? { ...section, kind: null } : section;
}

const LIKE_PROCEDURE = -1.5;

const MIN_REPEATED = 60;

/** A paragraph that a page says twice is kept once (P25); short ones may well stand in two parts. */
function withoutRepeats(sections: readonly Section[]): Section[] {
  const known = new Set<string>();
  const isNew = ({ kind, text }: SectionPart): boolean => {
    if (kind !== "text" || text.length < MIN_REPEATED) return true;
    if (known.has(text)) return false;
    known.add(text);
    return true;
  };
  return sections.map((section) => ({ ...section, parts: section.parts.filter(isNew) }));
}
