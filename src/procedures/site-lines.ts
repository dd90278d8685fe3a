/**
 * Takes out of a document what its site says on every page, wherever it stands: between parts, within one, in a cell of a
 * table (P25). Lines are known by what they say; lists of other pages by what heads them and by being nothing but links.
 */
import { isAnswer } from "../extraction/answers.ts";
import { headsOtherPages } from "../extraction/other-pages.ts";
import {
  headsNotice,
  isBoilerplate,
  isFootItem,
  isLinkOfSite,
  isOutage,
  isPathOrBar,
  isQuestionBack,
} from "./boilerplate.ts";
import type { Block } from "./markdown-blocks.ts";
import { foldedWords, isNothingButLinks, plainLine } from "./plain-text.ts";
import { isPrivacyNotice } from "./privacy-notices.ts";

/** A line as a reader sees it: one of a paragraph, an item or a cell. */
interface Line {
  readonly raw: string;
  readonly text: string;
  readonly isItem: boolean;
  /** Something else stands between it and the line before. */
  readonly isApart: boolean;
}

export function withoutSiteLines(blocks: readonly Block[]): Block[] {
  const isKept = keptOf(blocks.flatMap(linesOf)).values();
  const next = () => isKept.next().value === true;
  return blocks.flatMap((block): Block[] => {
    if (block.kind === "heading") return next() ? [block] : [];
    if (block.kind === "table") {
      const rows = block.rows.map((row) => row.map((cell) => keptIn(cellLines(cell), next).join("<br>")));
      const filled = rows.filter((row) => row.some((cell) => cell !== ""));
      return filled.length > 0 ? [{ ...block, rows: filled }] : [];
    }
    const text = keptIn(block.text.split("\n"), next).join("\n");
    return text === "" ? [] : [{ ...block, text }];
  });
}

const keptIn = (lines: readonly string[], next: () => boolean) => lines.filter(() => next());
const cellLines = (cell: string) => cell.split(/<br\s*\/?>/i);

function linesOf(block: Block): Line[] {
  if (block.kind === "heading") return [{ raw: "", text: "", isItem: false, isApart: true }];
  if (block.kind !== "table")
    return block.text.split("\n").map((raw) => lineOf(raw, block.kind === "item", false));
  return block.rows.flatMap((row) => {
    // A row with one cell goes on from the row above it.
    const isApart = new Set(row.filter((cell) => cell !== "")).size > 1;
    return row.flatMap((cell) => cellLines(cell).map((raw, at) => lineOf(raw, false, isApart && at === 0)));
  });
}

function lineOf(raw: string, isItem: boolean, isApart: boolean): Line {
  return { raw, text: plainLine(raw.replace(/^\s*[-*•]\s+/, "")), isItem, isApart };
}

/** What a line that was taken out says of those that follow it. */
type Before = "pages" | "question" | null;

function keptOf(lines: readonly Line[]): boolean[] {
  let before: Before = null;
  return lines.map((line, at) => {
    // A cell beside others says what its row and its column make of it: "X", "Inicio".
    if (line.isApart) before = null;
    if (line.isApart) return true;
    if (line.text === "") return before === null;
    if (before !== null && goesOn(before, line)) return false;
    before = beginsAt(line, lines[at + 1]);
    return before === null && !isNoise(line, lines[at + 1]);
  });
}

function goesOn(before: "pages" | "question", { raw, text }: Line): boolean {
  if (before === "question") return isAnswer(text);
  return isNothingButLinks(raw);
}

function beginsAt({ raw, text }: Line, next: Line | undefined): Before {
  if (isQuestionBack(text) || (text.includes("?") && isBoilerplate(text))) return "question";
  if (next === undefined || next.isApart || isNothingButLinks(raw)) return null;
  return isNothingButLinks(next.raw) && headsOtherPages(text) ? "pages" : null;
}

/** "Véase además: Ayudas, Becas", all of them links. */
function isLineOfPages(raw: string): boolean {
  const [, head, rest] = /^([^:[\]]{3,60}):\s*(\[.*)$/.exec(raw) ?? [];
  return (
    head !== undefined && rest !== undefined && isNothingButLinks(rest) && headsOtherPages(plainLine(head))
  );
}

function isNoise({ raw, text, isItem }: Line, next: Line | undefined): boolean {
  if (isBoilerplate(text) || !SAYS_SOMETHING.test(text) || isPathOrBar(raw) || isLineOfPages(raw))
    return true;
  if (text.length <= MAX_NOTICE && isPrivacyNotice(foldedWords(text))) return true;
  if (next !== undefined && headsNotice(text) && isOutage(next.text)) return true;
  return (isItem && isFootItem(text)) || (isNothingButLinks(raw) && isLinkOfSite(text));
}

const MAX_NOTICE = 3_000;

/** "✔", "»" and the like are drawn beside what is said. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u;
