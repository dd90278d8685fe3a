import type { Wiki } from "./wiki.ts";

/** The same numbers for the same seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Editors that do at random what editors do, on a handful of titles, so that moves, redirects, deletions and
 * restorations meet each other. Titles of two namespaces; what the wiki refuses is left out.
 */
export class Editors {
  readonly #wiki: Wiki;
  readonly #random: () => number;
  readonly #titles: readonly string[];
  #edits = 0;

  constructor(wiki: Wiki, seed: number, titles = 14) {
    this.#wiki = wiki;
    this.#random = randomNumbers(seed);
    const plain = Array.from({ length: titles }, (_, nth) => `Site ${nth}`);
    this.#titles = [...plain, "Project:Site A", "Project:Site B", "Category:Site C"];
  }

  /** What was done, for the message of a test that fails. */
  act(times: number): readonly string[] {
    return Array.from({ length: times }, () => this.#actOnce());
  }

  #actOnce(): string {
    for (;;) {
      const [one, other] = [this.#pick(this.#titles), this.#pick(this.#titles)];
      const [name, act] = this.#pick(this.#acts(one, other));
      try {
        act();
        return name;
      } catch {
        // The wiki refused: something else, then.
      }
    }
  }

  #acts(one: string, other: string): readonly (readonly [string, () => void])[] {
    return [
      [`edit ${one}`, () => this.#wiki.edit(one, this.#text())],
      [`redirect ${one} to ${other}`, () => this.#wiki.edit(one, this.#redirect(other))],
      [`move ${one} to ${other}`, () => this.#wiki.move(one, other)],
      [`move ${one} quietly to ${other}`, () => this.#wiki.move(one, other, { redirect: false })],
      [`delete ${one}`, () => this.#wiki.delete(one)],
      [`undelete ${one}`, () => this.#wiki.undelete(one)],
      [`undelete the oldest of ${one}`, () => this.#wiki.undelete(one, { revisions: 1 })],
      [`protect ${one}`, () => this.#wiki.protect(one)],
    ];
  }

  #text(): string {
    this.#edits += 1;
    return `Text ${this.#edits}.\n[[Category:Kind ${Math.floor(this.#random() * 5)}]]`;
  }

  #redirect(to: string): string {
    this.#edits += 1;
    const colon = to.startsWith("Category:") ? ":" : "";
    const section = this.#random() < 0.3 ? "#Part" : "";
    return `#REDIRECT [[${colon}${to}${section}]]\n<!-- ${this.#edits} -->`;
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}
