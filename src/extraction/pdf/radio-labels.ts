/** What the buttons of one choice are called: mostly by the words after each, in some forms by those before it. */

/** The words around a button, and its value for machines. */
export interface RadioButton {
  readonly before: string;
  readonly after: string;
  readonly value: string;
}

export interface RadioLabels {
  /** Of the whole choice, as far as it stands before the first option. Null: it is told as that of any field. */
  readonly label: string | null;
  readonly options: readonly string[];
}

export function radioLabels(given: readonly RadioButton[]): RadioLabels {
  const buttons = given.map((button) => ({ ...button, value: readable(button.value) }));
  const [first, ...rest] = buttons;
  if (first === undefined || !areNamedBefore(buttons))
    return { label: null, options: buttons.map(({ after, value }) => after || value).filter(Boolean) };
  const { label, option } = partedLabel(first);
  return { label, options: [option, ...rest.map(({ before }) => before)] };
}

/** Each has words before it, and one has none after it. */
const areNamedBefore = (buttons: readonly RadioButton[]) =>
  buttons.length > 1 &&
  buttons.every(({ before }) => before !== "") &&
  buttons.some(({ after }) => after === "");

/** "Sex: Male", "Way of payment Bank transfer" with the value "bank". */
function partedLabel({ before, value }: RadioButton): { label: string; option: string } {
  const colon = /^(.*?):\s+(\S.*)$/u.exec(before);
  if (colon !== null) return { label: colon[1] ?? "", option: colon[2] ?? before };
  const words = before.split(" ");
  const at = value === "" ? -1 : words.findLastIndex((word) => isBegunBy(word, value));
  return { label: words.slice(0, Math.max(0, at)).join(" "), option: words.slice(Math.max(0, at)).join(" ") };
}

const isBegunBy = (word: string, value: string) => word.toLowerCase().startsWith(value.toLowerCase());

const ESCAPED = /\\([0-7]{3})/g;

/** Some programs write the bytes of a UTF-16 text (ISO 32000-1, 7.9.2.2) as if a name had escapes. */
function readable(value: string): string {
  if (!value.startsWith(String.raw`\376\377`)) return value;
  const bytes = value.replaceAll(ESCAPED, (_, octal: string) =>
    String.fromCharCode(Number.parseInt(octal, 8)),
  );
  const whole = bytes.slice(2, bytes.length - (bytes.length % 2));
  return Buffer.from(whole, "latin1").swap16().toString("utf16le");
}
