/** A long text in parts, each short enough to be about one thing. */
export interface Passage {
  /** In UTF-16 units of the text. */
  readonly start: number;
  readonly length: number;
}

const TARGET = 800;
const MAX_PASSAGES = 64;

/** Cut after a line or a sentence where there is one in the last third, else at a space, else anywhere. */
export function passagesOf(text: string): readonly Passage[] {
  const passages: Passage[] = [];
  for (let start = 0; start < text.length && passages.length < MAX_PASSAGES;) {
    const end = start + TARGET >= text.length ? text.length : endOf(text, start);
    if (text.slice(start, end).trim() !== "") passages.push({ start, length: end - start });
    start = end;
  }
  return passages;
}

function endOf(text: string, start: number): number {
  const earliest = start + Math.floor((TARGET * 2) / 3);
  const part = text.slice(earliest, start + TARGET);
  for (const mark of ["\n", ". ", " "]) {
    const at = part.lastIndexOf(mark);
    if (at !== -1) return earliest + at + mark.length;
  }
  const end = start + TARGET;
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end + 1 : end;
}
