/** `datos_adicionales`: what matches no field, and what a field has only the beginning of, under its heading (P23). */
import { isNothingButLinks, linksIn } from "../plain-text.ts";
import type { Section, SectionPart } from "../sections.ts";
import type { Description } from "./description.ts";
import { saysWhomToCall } from "./phones.ts";

export interface OverflowContext {
  readonly nombre: string;
  readonly described: Description | null;
  /** Parts that a field has taken though their kind alone does not say so. */
  readonly kept: ReadonlySet<Section>;
}

export function overflowOf(
  sections: readonly Section[],
  context: OverflowContext,
): Record<string, string> | null {
  const found = new Map<string, Set<string>>();
  const [, ...otherBodies] = sections.filter(({ kind, parts }) => kind === "organismo" && parts.length > 0);
  const others = new Set(otherBodies);
  for (const section of sections) {
    const text = textOf(section);
    if (text !== "" && (isOverflow(section, context) || others.has(section)))
      put(found, section.heading || context.nombre, text);
  }
  const texts = [...found].map(([heading, said]) => [heading, [...said].join("\n")]);
  return found.size === 0 ? null : Object.fromEntries(texts);
}

function isOverflow(section: Section, { described, kept }: OverflowContext): boolean {
  const { kind } = section;
  if (described?.section === section) return described.isCut;
  if (kind === null || kind === "descripcion" || kind === "estado" || kind === "telefono") return true;
  if (kind === "organismo" || kind === "nombre") return section.parts.length > 1;
  return kind === "resolucion" && !kept.has(section);
}

/** Of a part on whom to call, a field takes the lines that have a number. */
function textOf({ kind: section, parts }: Section): string {
  const isKept = ({ text }: SectionPart) => section !== "telefono" || !saysWhomToCall(text);
  return parts
    .filter(isKept)
    .map((part) => {
      const text = withAddress(part);
      return part.kind === "item" ? `- ${text}` : part.kind === "sub" ? `${text}:` : text;
    })
    .join("\n");
}

/** Of a line that is nothing but a link, where it leads is what it says. */
function withAddress({ raw, text }: SectionPart): string {
  const [link, ...more] = isNothingButLinks(raw) ? linksIn(raw) : [];
  if (link === undefined || more.length > 0 || !/^https?:/.test(link.url) || text.includes(link.url))
    return text;
  return `${text} (${link.url})`;
}

/** Two parts may have one heading; neither is lost. */
function put(found: Map<string, Set<string>>, heading: string, text: string): void {
  const said = found.get(heading);
  if (said === undefined) found.set(heading, new Set([text]));
  else said.add(text);
}
