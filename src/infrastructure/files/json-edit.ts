/** A JSON file of a person with some members changed, and all the rest as they wrote it: order, indents, line ends, digits. */
import { isDeepStrictEqual } from "node:util";

type Fields = Readonly<Record<string, unknown>>;

interface Member {
  readonly name: string;
  /** White space before its name. */
  readonly lead: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** The text, saying what is wanted. What is new comes last. */
export function editedJson(text: string, wanted: Fields): string {
  const edited = edit(text, wanted);
  const isRight = edited !== null && isDeepStrictEqual(parsed(edited), parsed(JSON.stringify(wanted)));
  return isRight ? edited : `${JSON.stringify(wanted, null, 2)}\n`;
}

function edit(text: string, wanted: Fields): string | null {
  const written = parsed(text);
  const members = membersOf(text);
  const [first, last] = [members[0], members.at(-1)];
  if (written === null || first === undefined || last === undefined) return null;
  const show = (value: unknown) => shownLike(first.lead, value);
  // By their own names: every object has a `toString`, and nobody wrote it.
  const [old, values] = [ownOf(written), ownOf(wanted)];
  const kept = members.filter(({ name }) => values.has(name));
  const known = new Set(kept.map(({ name }) => name));
  const pieces = kept.map(({ name, lead, start, valueStart, end }) =>
    isDeepStrictEqual(old.get(name), values.get(name))
      ? lead + text.slice(start, end)
      : lead + text.slice(start, valueStart) + show(values.get(name)),
  );
  const added = [...values]
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => `${first.lead}${JSON.stringify(name)}: ${show(value)}`);
  const head = text.slice(0, first.start - first.lead.length);
  return head + [...pieces, ...added].join(",") + text.slice(last.end);
}

const ownOf = (fields: Fields): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(fields).filter(([, value]) => value !== undefined));

/** With the indent and the line ends of its neighbours. */
function shownLike(lead: string, value: unknown): string {
  const [, lineEnd, indent = ""] = /(\r?\n)([ \t]*)$/.exec(lead) ?? [];
  if (lineEnd === undefined) return JSON.stringify(value);
  return JSON.stringify(value, null, indent).replaceAll("\n", `${lineEnd}${indent}`);
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/** Those of the outermost object, of a text that is JSON. */
function membersOf(text: string): Member[] {
  const members: Member[] = [];
  let depth = 0;
  let name: RegExpExecArray | null = null;
  let value: number | null = null;
  let end = 0;
  for (const token of text.replace(/^\uFEFF/, " ").matchAll(TOKEN)) {
    const [word] = token;
    const isEnd = depth === 1 && (word === "," || word === "}");
    if (isEnd && name !== null && value !== null) members.push(memberOf(text, name, value, end));
    if (isEnd) name = value = null;
    else if (depth === 1 && name === null) name = token;
    else if (depth === 1 && word !== ":" && value === null) value = token.index;
    if (word === "{" || word === "[") depth++;
    if (word === "}" || word === "]") depth--;
    end = token.index + word.length;
  }
  return members;
}

function memberOf(text: string, name: RegExpExecArray, valueStart: number, end: number): Member {
  const start = name.index;
  const [lead] = /\s*$/.exec(text.slice(0, start)) ?? [""];
  return { name: JSON.parse(name[0]) as string, lead, start, valueStart, end };
}
