/** Lines of Markdown under the marks of the lists and quotations that they stand in. */
interface Container {
  /** The mark of the first line, once. */
  mark: string | null;
  readonly rest: string;
  readonly isList: boolean;
}

export class BlockWriter {
  readonly #containers: Container[] = [];
  readonly #pieces: string[] = [];
  #lastWasItem = false;

  get listDepth(): number {
    return this.#containers.filter(({ isList }) => isList).length;
  }

  openContainer(mark: string, rest: string, isList: boolean): void {
    this.#containers.push({ mark, rest, isList });
  }

  closeContainer(): void {
    this.#containers.pop();
  }

  /** What follows a list does not go on with it. */
  endList(): void {
    if (this.listDepth === 0) this.#lastWasItem = false;
  }

  block(text: string): void {
    if (text === "") return;
    const startsItem = this.#containers.some(({ mark, isList }) => isList && mark !== null);
    if (this.#pieces.length > 0) this.#pieces.push(startsItem && this.#lastWasItem ? "\n" : this.#gap());
    const first = this.#containers.map((container) => takenMark(container)).join("");
    const rest = this.#containers.map((container) => container.rest).join("");
    this.#pieces.push(first + text.replaceAll("\n", `\n${rest}`));
    this.#lastWasItem = this.listDepth > 0;
  }

  toString(): string {
    return this.#pieces.join("");
  }

  /** A quotation goes on over an empty line only with its mark. */
  #gap(): string {
    const quotes = this.#containers.filter(({ mark, isList }) => !isList && mark === null);
    return quotes.length === 0
      ? "\n\n"
      : `\n${quotes
          .map(({ rest }) => rest)
          .join("")
          .trimEnd()}\n`;
  }
}

function takenMark(container: Container): string {
  const { mark } = container;
  container.mark = null;
  return mark ?? container.rest;
}
