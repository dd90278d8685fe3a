/** One line that tells a person what has changed in a field. */
const MAX_SHOWN = 160;
const MAX_CHANGES = 5;
/** Words behind a change that say what it is a number of. */
const CONTEXT = 2;

export function changeLine(field: string, before: unknown, after: unknown): string {
  const changes = isObject(before) && isObject(after) ? objectChanges(field, before, after) : [];
  if (changes.length > 0) return changes.slice(0, MAX_CHANGES).join("; ");
  return `${field}: ${changesOf(before, after).slice(0, MAX_CHANGES).join("; ")}`;
}

function changesOf(before: unknown, after: unknown): string[] {
  if (before === undefined) return [`+ ${shown(after)}`];
  if (after === undefined) return [`− ${shown(before)}`];
  if (typeof before === "string" && typeof after === "string") return [textChange(before, after)];
  if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after);
  return [`${shown(before)} → ${shown(after)}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `plazos.resolucion: 15 → 10 días` */
function objectChanges(
  field: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => changeLine(`${field}.${cut(name)}`, before[name], after[name]));
}

/** Items that went and came, told as one change where they are of one wording. */
function listChanges(before: readonly unknown[], after: readonly unknown[]): string[] {
  const [old, now] = [before.map(shownWhole), after.map(shownWhole)];
  const [kept, known] = [new Set(now), new Set(old)];
  const gone = old.filter((item) => !kept.has(item));
  const come = now.filter((item) => !known.has(item));
  if (gone.length === 0 && come.length === 0) return ["in another order"];
  if (gone.length === 1 && come.length === 1) return [textChange(gone[0] ?? "", come[0] ?? "")];
  return [...gone.map((item) => `− ${cut(item)}`), ...come.map((item) => `+ ${cut(item)}`)];
}

/** The words that differ, with a few behind them: `15 → 10 días hábiles`. */
export function textChange(before: string, after: string): string {
  const [a, b] = [before.split(/\s+/), after.split(/\s+/)];
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && isSameWord(a[start], b[start])) start++;
  let end = 0;
  while (end < least - start && isSameWord(a.at(-1 - end), b.at(-1 - end))) end++;
  const old = a.slice(start, a.length - end).join(" ");
  const now = b.slice(start, b.length - end).join(" ");
  const behind = unitOf(b.slice(b.length - end));
  if (old === "" && now === "") return `${cut(before)} → ${cut(after)}`;
  if (old === "") return `+ ${cut(now)}`;
  if (now === "") return `− ${cut(old)}`;
  return `${cut(old)} → ${cut(now)}${behind === "" ? "" : ` ${behind}`}`;
}

/** A stop at the end of a sentence is no other word. */
function isSameWord(a = "", b = ""): boolean {
  return a.replace(/[.,;:]+$/, "") === b.replace(/[.,;:]+$/, "");
}

const SMALL = /^(?:de|del|desde|la|el|los|las|a|al|en|y|o|para|por|des|dende|a partir|que|\(.*)$/i;

/** "días hábiles" of "días hábiles desde la solicitud". */
function unitOf(behind: readonly string[]): string {
  const next = behind.slice(0, CONTEXT);
  const small = next.findIndex((word) => SMALL.test(word));
  return next
    .slice(0, small === -1 ? CONTEXT : small)
    .join(" ")
    .replace(/[.,;:]$/, "");
}

function shown(value: unknown): string {
  return cut(Array.isArray(value) ? value.map(shownWhole).join(" · ") : shownWhole(value));
}

function shownWhole(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= MAX_SHOWN ? line : `${line.slice(0, MAX_SHOWN)}…`;
}
