/** How much text each element holds, and how much of it looks like content. */
import type { PageElement } from "./element.ts";
import { INLINE, WITHOUT_TEXT } from "./tag-names.ts";
import { type Visitor, walk } from "./walk.ts";

export interface Measure {
  /** Characters but white space. */
  text: number;
  linkText: number;
  links: number;
  /** Text in runs that read like sentences. */
  prose: number;
  /** Prose, with long runs counted for less than as many short ones. */
  weight: number;
  /** Runs of text: what a reader sees as one paragraph, item or cell. */
  runs: number;
  proseRuns: number;
}

export const NOTHING: Measure = {
  text: 0,
  linkText: 0,
  links: 0,
  prose: 0,
  weight: 0,
  runs: 0,
  proseRuns: 0,
};

export type Measures = ReadonlyMap<PageElement, Measure>;

const SENTENCE = /[.!?…。।؟:;,](?:\s|$|["”»)\]])/u;

export function measured(root: PageElement): Measures {
  const visitor = new Measuring();
  walk(root, visitor);
  return visitor.measures;
}

class Measuring implements Visitor {
  readonly measures = new Map<PageElement, Measure>();
  readonly #open: Measure[] = [];
  readonly #openBlocks: Measure[] = [];
  #links = 0;
  #run = { text: 0, link: 0, sentences: 0 };

  enter(element: PageElement): boolean {
    if (WITHOUT_TEXT.has(element.name)) return false;
    const isInline = INLINE.has(element.name);
    if (!isInline) this.#endRun();
    const measure: Measure = { ...NOTHING };
    this.measures.set(element, measure);
    this.#open.push(measure);
    if (!isInline) this.#openBlocks.push(measure);
    if (element.name === "a") {
      this.#links++;
      measure.links = 1;
    }
    return true;
  }

  leave(element: PageElement): void {
    const isInline = INLINE.has(element.name);
    if (!isInline) {
      this.#endRun();
      this.#openBlocks.pop();
    }
    if (element.name === "a") this.#links--;
    const measure = this.#open.pop();
    const parent = this.#open.at(-1);
    if (measure !== undefined && parent !== undefined) addTo(parent, measure);
  }

  text(text: string): void {
    const length = text.replaceAll(/\s+/g, " ").trim().length;
    if (length === 0) return;
    const inLink = this.#links > 0;
    const top = this.#open.at(-1);
    if (top !== undefined) {
      top.text += length;
      if (inLink) top.linkText += length;
    }
    this.#run.text += length;
    if (inLink) this.#run.link += length;
    else if (SENTENCE.test(text)) this.#run.sentences++;
  }

  #endRun(): void {
    const { text, link, sentences } = this.#run;
    const block = this.#openBlocks.at(-1);
    this.#run = { text: 0, link: 0, sentences: 0 };
    if (text === 0 || block === undefined) return;
    block.runs++;
    const own = text - link;
    if (own < 25 || link > own || (sentences === 0 && own < 100)) return;
    block.prose += own;
    block.proseRuns++;
    block.weight += Math.min(own, 60) + Math.max(0, own - 60) * 0.5;
  }
}

function addTo(parent: Measure, child: Measure): void {
  parent.text += child.text;
  parent.linkText += child.linkText;
  parent.links += child.links;
  parent.prose += child.prose;
  parent.weight += child.weight;
  parent.runs += child.runs;
  parent.proseRuns += child.proseRuns;
}
