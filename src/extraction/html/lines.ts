/** Lines as a reader sees them: runs of text, parted where a page breaks them by hand. */
import { elementsOf, firstOf, PageElement, type PageNode, squeezed, textOf } from "./element.ts";
import { type Run, runsOf } from "./runs.ts";
import { INLINE } from "./tag-names.ts";

const NO_RUN = { text: "", links: 0, linkLength: 0, strongLength: 0 };

export function linesOf(root: PageElement): Run[] {
  return runsOf(root).flatMap(brokenLines);
}

/** Lines that `br` parts, each with the nodes that it is made of. */
function brokenLines({ block, nodes }: Run): Run[] {
  const lines: Run[] = [];
  let line: PageNode[] = [];
  const end = () => {
    const run = runOf(block, line);
    if (run !== null) lines.push(run);
    line = [];
  };
  for (const node of nodes) {
    if (typeof node === "string" || firstOf(node, "br") === null) line.push(node);
    else {
      end();
      if (node.name !== "br") lines.push(...brokenLines({ ...NO_RUN, block: node, nodes: node.children }));
    }
  }
  end();
  return lines;
}

function runOf(block: PageElement, nodes: readonly PageNode[]): Run | null {
  const text = squeezed(nodes.map((node) => (typeof node === "string" ? node : textOf(node))).join(""));
  if (text === "") return null;
  const links = linksOf(nodes);
  const linkLength = links.reduce((sum, link) => sum + squeezed(textOf(link)).length, 0);
  return { ...NO_RUN, block, nodes, text, links: links.length, linkLength };
}

export function linksOf(nodes: readonly PageNode[]): PageElement[] {
  return nodes.flatMap((node) =>
    typeof node === "string" ? [] : [...elementsOf(node)].filter(({ name }) => name === "a"),
  );
}

/** Inline elements, one in the other, that hold the whole line; the innermost first. */
export function wrappersOf({ nodes, block }: Run): PageElement[] {
  const found: PageElement[] = [];
  let within: readonly PageNode[] = nodes;
  for (;;) {
    const said = within.filter((node) => typeof node !== "string" || node.trim() !== "");
    const [only, ...more] = said;
    if (only === undefined || typeof only === "string" || more.length > 0 || !INLINE.has(only.name)) break;
    if (only === block) break;
    found.unshift(only);
    within = only.children;
  }
  return found;
}
