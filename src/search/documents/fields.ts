/** Values of files that anybody may have written: what is there is taken, what is not of the kind is as if it were not. */
export type Fields = Readonly<Record<string, unknown>>;

/** More of one document is not looked through. */
export const MAX_TEXT = 1_000_000;
const MAX_VALUES = 2000;
const MAX_DEPTH = 8;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textIn(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

export function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value.trim()];
  return Array.isArray(value)
    ? value.slice(0, MAX_VALUES).flatMap((one) => (typeof one === "string" ? one : []))
    : [];
}

/** Names that say nothing of what stands under them. */
const BARE = new Set(
  "via detalle requisito urls direcciones cita_previa_url url text texto nombre descripcion online presencial telefono".split(
    " ",
  ),
);

/** Every text in a value, however deep, with the names it stands under. Bounded: a file may be anything. */
export function* allTexts(value: unknown, depth = 0): Generator<string> {
  if (typeof value === "string") yield /^https?:\/\/\S*$/i.test(value) ? "" : value;
  else if (typeof value === "number") yield String(value);
  else if (depth >= MAX_DEPTH) return;
  else if (Array.isArray(value))
    for (const one of value.slice(0, MAX_VALUES)) yield* allTexts(one, depth + 1);
  else if (isFields(value))
    for (const [name, one] of Object.entries(value).slice(0, MAX_VALUES)) {
      if (one === null || typeof one === "boolean") continue;
      if (!BARE.has(name)) yield name.replaceAll("_", " ");
      yield* allTexts(one, depth + 1);
    }
}

/** Lines with one space between words; no more than is looked through. */
export function tidyText(parts: Iterable<string>): string {
  let text = "";
  for (const part of parts) {
    const tidy = oneSpace(part.slice(0, MAX_TEXT))
      .replaceAll(/ ?\n\s*/g, "\n")
      .trim();
    if (tidy === "") continue;
    text += text === "" ? tidy : `\n${tidy}`;
    if (text.length >= MAX_TEXT) break;
  }
  return text.slice(0, MAX_TEXT).toWellFormed();
}

const BLOCK_CHARACTERS = 1 << 14;
/** What is one space already is left alone: most texts have nothing else. */
const TO_BE_ONE_SPACE = /[^\S\n]{2,}|[^\S\n ]/;

/**
 * White space within lines as one space. Block by block and by joining: what `replaceAll` gives is a tree of its pieces,
 * and of a text that is half spaces twenty times as large as the text.
 */
export function oneSpace(text: string): string {
  const blocks: string[] = [];
  for (let from = 0; from < text.length; from += BLOCK_CHARACTERS)
    blocks.push(
      text
        .slice(from, from + BLOCK_CHARACTERS)
        .split(TO_BE_ONE_SPACE)
        .join(" "),
    );
  return blocks.join("");
}
