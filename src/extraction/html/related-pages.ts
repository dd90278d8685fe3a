/**
 * Names of other pages that a sheet lists among its parts: "También le puede interesar" and three names below it, links or
 * not. What heads them is told by its words (`other-pages.ts`); below it goes what stands in the same list or in the same
 * box, where all of it are names.
 */
import { mayNamePage, surelyHeadsOtherPages } from "../other-pages.ts";
import { isWithin, type PageElement } from "./element.ts";
import { linesOf } from "./lines.ts";
import { measured } from "./measure.ts";
import { type Run, withoutRuns } from "./runs.ts";

const MOST_NAMES = 15;
/** Characters of a box of names. */
const MAX_BOX = 900;
const NEARLY_ALL = 0.9;

/** Takes them out of the main part of a page. */
export function withoutRelatedPages(main: PageElement, isPart: (element: PageElement) => boolean): void {
  const lines = linesOf(main);
  const measures = measured(main);
  const partAt = lines.map((line) => isPart(line.block) && !headsOthers(line));
  const out: Run[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (line === undefined || partAt[at] === true) continue;
    if (isNamedInLine(line)) out.push(line);
    if (!headsOthers(line)) continue;
    const box = boxOf(line, lines[at - 1], (element) => (measures.get(element)?.text ?? 0) <= MAX_BOX);
    const names = namesBelow(lines.slice(at + 1, at + 2 + MOST_NAMES), line, box);
    if (names.length === 0 || names.some((_, place) => partAt[at + 1 + place] === true)) continue;
    out.push(line, ...names);
    at += names.length;
  }
  withoutRuns(out);
}

const headsOthers = ({ text }: Run) => surelyHeadsOtherPages(text.replace(/[\s:.…]+$/u, ""));

/** "Lee también: Recetas de otoño". */
function isNamedInLine({ text, links }: Run): boolean {
  const [, head = "", name = ""] = /^([^:]{3,60}):\s+(.+)$/u.exec(text) ?? [];
  if (OF_PROCEDURE.test(name)) return false;
  return links > 0 && name !== "" && mayNamePage(name) && surelyHeadsOtherPages(head);
}

function namesBelow(lines: readonly Run[], head: Run, box: PageElement | null): readonly Run[] {
  const list = around(head.block, isList) ?? around(lines[0]?.block ?? null, isList);
  const end = lines.findIndex(
    ({ block }) => !(box !== null && isWithin(block, box)) && !(list !== null && isWithin(block, list)),
  );
  const names = end === -1 ? lines : lines.slice(0, end);
  return names.length <= MOST_NAMES && names.every((line) => isLink(line) || mayNamePage(line.text))
    ? names
    : [];
}

/** "Consulte también: Cita previa en la oficina". */
const OF_PROCEDURE =
  /(?:^|[^\p{L}])(?:cita|cites|hitzordu|sede|seu|egoitza|formulari|impres|modelo|model|solicitud|sol·licitud|eskabide|registro|registre|rexistro)/iu;

const isLink = ({ text, links, linkLength }: Run) => links > 0 && linkLength >= text.length * NEARLY_ALL;

const isList = ({ name }: PageElement) => name === "ul" || name === "ol";

function around(element: PageElement | null, isIt: (one: PageElement) => boolean): PageElement | null {
  for (let above = element; above !== null && above.name !== "td"; above = above.parent)
    if (isIt(above)) return above;
  return null;
}

/** The largest element that begins with the line and is little. */
function boxOf(
  { block }: Run,
  before: Run | undefined,
  isLittle: (element: PageElement) => boolean,
): PageElement | null {
  let box: PageElement | null = null;
  for (let above: PageElement | null = block; above !== null && isLittle(above); above = above.parent) {
    if (before !== undefined && isWithin(before.block, above)) break;
    box = above;
  }
  return box === block ? null : box;
}
