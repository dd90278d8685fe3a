import { lettersOf } from "./glyph-letters.ts";
import type { Run } from "./word-builder.ts";
import { isLeftward } from "./written-order.ts";

/** Letters of one glyph where they stand, along their text and on its baseline. */
export interface Letter {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly base: number;
  readonly run: Run;
}

/** More glyphs are not a word with a text of its own, and not kept back. */
const MAX_LETTERS = 2_000;

/** A text that is read in place of the glyphs which are drawn for it, where they stand on one line. */
export class StandIn {
  readonly #text: string;
  readonly #drawn: Letter[] = [];

  constructor(text: string) {
    this.#text = lettersOf(text);
  }

  /** False where no more are taken. */
  take(letter: Letter): boolean {
    return this.#drawn.length < MAX_LETTERS && this.#drawn.push(letter) > 0;
  }

  /** What is read: the text, or the glyphs where it cannot be told which of it stands where. */
  letters(): readonly Letter[] {
    const [first, ...rest] = this.#drawn;
    if (first === undefined) return [];
    const isOneLine = rest.every(
      ({ base, run }) => run.turn === first.run.turn && Math.abs(base - first.base) < 0.5 * first.run.size,
    );
    if (!isOneLine || this.#drawn.length === MAX_LETTERS) return this.#drawn;
    const from = Math.min(...this.#drawn.map((letter) => letter.from));
    const to = Math.max(...this.#drawn.map((letter) => letter.to));
    return spread(isLeftward(this.#text) ? [...this.#text].toReversed().join("") : this.#text, {
      ...first,
      from,
      to,
    });
  }
}

/** Words and the spaces between them, each with its share of the place. */
function spread(text: string, place: Letter): Letter[] {
  const share = (place.to - place.from) / Math.max(1, text.length);
  let at = place.from;
  return text.split(/( )/).flatMap((part) => {
    const from = at;
    at += part.length * share;
    return part === "" ? [] : [{ ...place, text: part, from, to: at }];
  });
}
