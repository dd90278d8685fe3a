/** Runs of text: what a reader sees as one paragraph, heading, item or cell, with where it stands. */
import { elementsOf, PageElement, type PageNode, squeezed } from "./element.ts";
import { INLINE, WITHOUT_TEXT } from "./tag-names.ts";
import { type Visitor, walk } from "./walk.ts";

export interface Run {
  /** The block that it stands in. */
  readonly block: PageElement;
  /** The children of the block that it is made of. */
  readonly nodes: readonly PageNode[];
  readonly text: string;
  readonly linkLength: number;
  readonly links: number;
  readonly strongLength: number;
}

const STRONG = new Set(["strong", "b"]);

export function runsOf(root: PageElement): Run[] {
  const splitting = new Splitting();
  walk(root, splitting);
  return splitting.finished();
}

/** Takes runs out of the blocks that they stand in. */
export function withoutRuns(runs: readonly Run[]): void {
  const dropped = new Map<PageElement, Set<PageNode>>();
  for (const run of runs) {
    const nodes = dropped.get(run.block) ?? new Set<PageNode>();
    for (const node of run.nodes) if (typeof node === "string" || !holdsBlock(node)) nodes.add(node);
    dropped.set(run.block, nodes);
  }
  for (const [block, nodes] of dropped) block.children = block.children.filter((child) => !nodes.has(child));
}

/** An inline element around blocks is no part of the run that begins in it. */
function holdsBlock(element: PageElement): boolean {
  for (const { name } of elementsOf(element)) if (!INLINE.has(name)) return true;
  return false;
}

class Splitting implements Visitor {
  readonly #runs: Run[] = [];
  readonly #blocks: PageElement[] = [];
  #nodes: PageNode[] = [];
  #pieces: string[] = [];
  #linkLength = 0;
  #links = 0;
  #strongLength = 0;
  #inLinks = 0;
  #inStrong = 0;
  /** The inline elements that are open within the block; only the outermost is its child. */
  #inline = 0;
  readonly #inlineAbove: number[] = [];

  finished(): Run[] {
    this.#end();
    return this.#runs;
  }

  enter(element: PageElement): boolean {
    if (WITHOUT_TEXT.has(element.name)) return false;
    if (!INLINE.has(element.name)) {
      this.#end();
      this.#blocks.push(element);
      this.#inlineAbove.push(this.#inline);
      this.#inline = 0;
      return true;
    }
    if (this.#inline++ === 0) this.#nodes.push(element);
    if (element.name === "br") this.#pieces.push(" ");
    if (element.name === "a") {
      this.#inLinks++;
      this.#links++;
    }
    if (STRONG.has(element.name)) this.#inStrong++;
    return true;
  }

  leave(element: PageElement): void {
    if (!INLINE.has(element.name)) {
      this.#end();
      this.#blocks.pop();
      this.#inline = this.#inlineAbove.pop() ?? 0;
      return;
    }
    this.#inline--;
    if (element.name === "a") this.#inLinks--;
    if (STRONG.has(element.name)) this.#inStrong--;
  }

  text(text: string): void {
    if (this.#inline === 0) this.#nodes.push(text);
    this.#pieces.push(text);
    const { length } = text.trim();
    if (this.#inLinks > 0) this.#linkLength += length;
    if (this.#inStrong > 0) this.#strongLength += length;
  }

  #end(): void {
    const text = squeezed(this.#pieces.join(""));
    const block = this.#blocks.at(-1);
    if (text !== "" && block !== undefined) {
      const { length } = text;
      const linkLength = Math.min(length, this.#linkLength);
      const strongLength = Math.min(length, this.#strongLength);
      this.#runs.push({ block, nodes: this.#nodes, text, linkLength, links: this.#links, strongLength });
    }
    this.#nodes = [];
    this.#pieces = [];
    this.#linkLength = this.#links = this.#strongLength = 0;
  }
}
