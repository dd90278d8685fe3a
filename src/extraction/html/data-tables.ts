/** In pages tables may be layout, and are judged; those of documents are tables, and say so by a head. */
import { elementsOf, NO_ATTRIBUTES, PageElement } from "./element.ts";

export function asDataTables(root: PageElement): void {
  for (const element of elementsOf(root)) if (element.name === "table") giveHead(element);
}

function giveHead(table: PageElement): void {
  if (table.children.some((child) => child instanceof PageElement && child.name === "thead")) return;
  const body = table.children.find(
    (child): child is PageElement =>
      child instanceof PageElement && (child.name === "tbody" || child.name === "tr"),
  );
  const holder = body?.name === "tbody" ? body : table;
  const at = holder.children.findIndex((child) => child instanceof PageElement && child.name === "tr");
  const row = holder.children[at];
  if (!(row instanceof PageElement)) return;
  const head = new PageElement("thead", NO_ATTRIBUTES, table);
  head.children = [row];
  row.parent = head;
  if (holder === table) table.children[at] = head;
  else {
    holder.children.splice(at, 1);
    table.children.splice(table.children.indexOf(holder), 0, head);
  }
}
