import { Parser } from "htmlparser2";
import { foldedName } from "../../finders/markup.ts";
import { type Branch, MAX_BRANCHES, MAX_DEPTH, NO_ATTRIBUTES } from "./branch.ts";
import { bodyBroken, type Parsed, found, type Refused, structureChanged } from "./parsed.ts";

interface Growing extends Branch {
  readonly parts: (string | Branch)[];
}

/**
 * Reads a small XML document whole. Nothing is ever expanded: a document type with an internal subset is refused
 * before any of its entities could be used, external ones are not known here. Depth and number of elements are
 * bounded. An element that is not closed at the end means a body cut in the middle.
 */
export function readXml(text: string): Parsed<Branch> {
  const trunk: Growing = { name: "", attributes: new Map(), parts: [] };
  const open: Growing[] = [trunk];
  let refusal: Refused | null = null;
  let grown = 0;
  const refuse = (expected: string, seen: string) => {
    refusal ??= structureChanged(expected, seen);
    parser.pause();
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (refusal !== null) return;
        if (open.length > MAX_DEPTH) refuse(`at most ${MAX_DEPTH} levels`, `more of them, at <${name}>`);
        if (++grown > MAX_BRANCHES) refuse(`at most ${MAX_BRANCHES} elements`, "more of them");
        const branch: Growing = { name: foldedName(name), attributes: attributesOf(attributes), parts: [] };
        open.at(-1)?.parts.push(branch);
        open.push(branch);
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
      ontext(part) {
        if (refusal === null) open.at(-1)?.parts.push(part);
      },
      onprocessinginstruction(name, content) {
        if (/^!(?:doctype|entity|element|attlist)$/i.test(name) && /\[|^!entity/i.test(content)) {
          refuse("XML without declarations of its own", content);
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  return refusal ?? wholeTree(trunk, open.length - 1);
}

function wholeTree(trunk: Growing, stillOpen: number): Parsed<Branch> {
  const root = trunk.parts.find((part): part is Branch => typeof part !== "string");
  if (root === undefined) return bodyBroken("no XML element in it");
  if (root.name === "html") return structureChanged("XML", "an HTML page");
  return stillOpen > 0 ? bodyBroken(`the XML ends inside of <${root.name}>`) : found(root);
}

function attributesOf(attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const entries = Object.entries(attributes);
  if (entries.length === 0) return NO_ATTRIBUTES;
  return new Map(entries.map(([name, value]) => [foldedName(name), value]));
}
