/** A line of text with its links and emphasis, while it is being put together. */
import { withoutZeroWidth } from "./element.ts";

export type InlineKind = "line" | "strong" | "em" | "code" | "struck" | "link";

/** Strings are joined at the end: looking at the end of one that grows would copy it each time. */
interface Piece {
  readonly kind: InlineKind;
  /** The address of a link, once. */
  readonly href: string | null;
  readonly parts: string[];
  /** Nothing but white space so far. */
  isBlank: boolean;
  endsInSpace: boolean;
}

const newPiece = (kind: InlineKind, href: string | null): Piece => ({
  kind,
  href,
  parts: [],
  isBlank: true,
  endsInSpace: false,
});

const MARKS: Readonly<Record<string, string>> = { strong: "**", em: "*", code: "`", struck: "~~" };
const SPACE = /[\s\u{a0}]+/gu;

export class InlineText {
  #pieces: Piece[] = [newPiece("line", null)];

  /** What has no width goes, white space becomes one space. */
  text(text: string): void {
    this.#raw(withoutZeroWidth(text).replaceAll(SPACE, " "));
  }

  /** The last characters of the line so far, with the marks of what was closed last. */
  get tail(): string {
    return (
      this.#pieces
        .findLast(({ parts }) => parts.length > 0)
        ?.parts.at(-1)
        ?.slice(-4) ?? ""
    );
  }

  lineBreak(): void {
    this.#raw("\n");
  }

  isIn(kind: InlineKind): boolean {
    return this.#pieces.some((piece) => piece.kind === kind);
  }

  open(kind: InlineKind, href: string | null = null): void {
    this.#pieces.push(newPiece(kind, href));
  }

  close(kind: InlineKind): void {
    const top = this.#top();
    if (this.#pieces.length === 1 || top.kind !== kind) return;
    this.#pieces.pop();
    this.#raw(marked(top, this.#pieces));
  }

  /** What has been gathered; open emphasis goes on in what follows, a link does not. */
  take(): string {
    const open = this.#pieces
      .slice(1)
      .map(({ kind, href, isBlank }) => newPiece(kind, isBlank ? href : null));
    while (this.#pieces.length > 1) this.close(this.#top().kind);
    const line = this.#top().parts.join("");
    this.#pieces = [newPiece("line", null), ...open];
    return line
      .replaceAll(/ *\n */g, "\n")
      .replaceAll(/\n{2,}/g, "\n")
      .trim();
  }

  #top(): Piece {
    return this.#pieces.at(-1) as Piece;
  }

  #raw(text: string): void {
    const top = this.#top();
    const added = top.endsInSpace ? text.replace(/^ /, "") : text;
    if (added === "") return;
    top.parts.push(added);
    top.isBlank &&= added.trim() === "";
    top.endsInSpace = added.endsWith(" ") || added.endsWith("\n");
  }
}

/** Marks hug the text: `** a**` would be no emphasis. Within the same emphasis there is no second. */
function marked({ kind, href, parts }: Piece, outer: readonly Piece[]): string {
  const text = parts.join("");
  const core = text.trim();
  if (core === "") return text === "" ? "" : " ";
  const before = /^\s/.test(text) ? " " : "";
  const after = /\s$/.test(text) ? (text.endsWith("\n") ? "\n" : " ") : "";
  const repeated = outer.some((piece) => piece.kind === kind);
  return before + (repeated ? core : wrapped(kind, core, href)) + after;
}

function wrapped(kind: InlineKind, core: string, href: string | null): string {
  if (kind === "link") return href === null ? core : `[${core.replaceAll("\n", " ")}](${href})`;
  const mark = MARKS[kind] ?? "";
  // Emphasis may get lost; that something is no longer valid may not.
  if (kind === "struck") return core.replaceAll(/[^\n]+/g, (line) => mark + line.trim() + mark);
  return core.includes("\n") ? core : mark + core + mark;
}
