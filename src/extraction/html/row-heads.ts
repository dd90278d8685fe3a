/**
 * Labels of rows and of tiles. Of tiles: boxes that look alike, each with a few words and what they stand over,
 * `<div class="tile"><div>Precio</div><div>Gratuito</div></div>`. Of rows in tables that lay out a page: `<tr><td>Documentación</td><td><table>…`. A table that holds tables is no
 * data, and is read cell after cell; where its first cells name parts of a procedure, they head what stands beside them.
 */
import { namedSection } from "../section-matching.ts";
import { elementsOf, hasText, NO_ATTRIBUTES, PageElement, squeezed, textOf } from "./element.ts";
import { becomeHeading, HEADING } from "./heading-element.ts";
import { sectionHeadedBy } from "./sections.ts";
import { isDataTable, shapeOf } from "./table-grid.ts";
import { HEADINGS, INLINE } from "./tag-names.ts";

const MAX_LABEL = 70;
const LEAST_ROWS = 4;
const LEAST_SECTIONS = 3;

export function headRows(root: PageElement): void {
  for (const table of elementsOf(root)) {
    if (table.name !== "table" || isDataTable(table, shapeOf(table))) continue;
    const labels = rowsOf(table).flatMap((row) => labelOf(row) ?? []);
    const sections = new Set(labels.map((label) => namedSection(squeezed(textOf(label)))));
    sections.delete(null);
    if (labels.length < LEAST_ROWS || sections.size < LEAST_SECTIONS) continue;
    headLabels(labels);
  }
}

/** "Tasa reducida" right below "Tasa" says something of the part above it. */
function headLabels(labels: readonly PageElement[]): void {
  let before = { section: "", text: "" };
  for (const label of labels) {
    const text = squeezed(textOf(label)).replace(/\s*:$/, "");
    const section = sectionHeadedBy(text);
    if (section !== null && section === before.section && text !== before.text) continue;
    before = { section: section ?? "", text };
    const heading = new PageElement(HEADING, NO_ATTRIBUTES, label);
    heading.children = [text];
    label.children = [heading];
  }
}

const MAX_OF_TILE = 40;
const LEAST_TILES = 3;

export function headTiles(root: PageElement): void {
  for (const { children } of elementsOf(root)) {
    const boxes = children.filter((child) => typeof child !== "string" && child.get("class") !== "");
    if (boxes.length < LEAST_TILES) continue;
    const alike = Map.groupBy(boxes, (box) =>
      typeof box === "string" ? "" : `${box.name}.${box.get("class")}`,
    );
    for (const tiles of alike.values()) {
      const labels = tiles.flatMap((tile) => (typeof tile === "string" ? [] : (labelOfTile(tile) ?? [])));
      const isTold = labels.some((label) => sectionHeadedBy(squeezed(textOf(label))) !== null);
      const different = new Set(labels.map((label) => textOf(label))).size;
      if (isTold && different >= LEAST_TILES && labels.length === tiles.length)
        for (const label of labels) becomeHeading(label, HEADING);
    }
  }
}

function labelOfTile(tile: PageElement): PageElement | null {
  if (tile.children.some((child) => typeof child === "string" && /\S/.test(child))) return null;
  const parts = tile.children.filter(
    (child): child is PageElement => child instanceof PageElement && hasText(child),
  );
  const [label, value, ...more] = parts;
  if (label === undefined || value === undefined || more.length > 0) return null;
  if (INLINE.has(label.name) || /^(?:td|th|dt|dd|li)$/.test(label.name)) return null;
  const text = squeezed(textOf(label));
  const isPlain = elementsOf(label).every(({ name }) => name !== "a" && !HEADINGS.has(name));
  return isPlain && text.length <= MAX_OF_TILE && !/[.;,]$/.test(text) && /\p{L}{3}/u.test(text)
    ? label
    : null;
}

function rowsOf(table: PageElement): PageElement[] {
  return table.children.flatMap((child) => {
    if (typeof child === "string") return [];
    if (child.name === "tr") return [child];
    return /^t(?:body|head|foot)$/.test(child.name) ? rowsOf(child) : [];
  });
}

/** The first of two cells, with a few words. */
function labelOf(row: PageElement): PageElement | null {
  const cells = row.children.filter(
    (child): child is PageElement => child instanceof PageElement && hasText(child),
  );
  const [label, value, ...more] = cells;
  if (label === undefined || value === undefined || more.length > 0) return null;
  const text = squeezed(textOf(label));
  const isPlain = elementsOf(label).every(
    ({ name }) => name !== "table" && name !== "a" && !HEADINGS.has(name),
  );
  return isPlain && text.length <= MAX_LABEL && !/[.;,]$/.test(text) ? label : null;
}
