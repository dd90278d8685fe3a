/** Whether a page looks like that of a procedure, by its address and by the words that head its parts (P4). */
import { MARKER_PHRASES, type MarkerPhrases, type MarkerSection } from "./marker-phrases.ts";

export interface Marker {
  readonly section: MarkerSection;
  /** As it is known here: lower case, no accents. */
  readonly phrase: string;
  /** It heads a part, or stands in a sentence. */
  readonly place: "heading" | "text";
  /** The line it stands in, as written, for people. */
  readonly line: string;
}

export interface ProcedureSigns {
  /** The pattern that the address matches. */
  readonly pattern: string | null;
  /** One for each section, the best that was found. */
  readonly markers: readonly Marker[];
  /** The address matches and a section is recognised, or three sections are headed. */
  readonly isLikely: boolean;
}

/** Used where a source names none of its own. */
export const DEFAULT_PATH_PATTERNS: readonly string[] = [
  "/tramite*/",
  "/tramit*/",
  "/procedimiento*/",
  "/procediment*/",
  "/procedemento*/",
  "/prozedura*/",
  "/izapide*/",
  "/servicio*/",
  "/serve*/",
  "/servizo*/",
  "/zerbitzu*/",
  "/gestiones/",
  "/prestacion*/",
  "/ayudas*/",
  "/ajuts/",
  "/axudas/",
  "/laguntzak/",
];

const MAX_LINE = 90;
const MAX_EVIDENCE = 200;
const MAX_TEXT = 200_000;

export function procedureSigns(
  page: { readonly url: URL; readonly text: string },
  pathPatterns: readonly string[] = DEFAULT_PATH_PATTERNS,
): ProcedureSigns {
  const pattern = matchingPattern(page.url, pathPatterns);
  const markers = markersIn(page.text);
  const headed = markers.filter(({ place }) => place === "heading").length;
  return { pattern, markers, isLikely: (pattern !== null && markers.length > 0) || headed >= 3 };
}

/**
 * The first pattern that the path and query hold, whatever the case and the accents. `*` is any run of characters; a
 * last `/` also stands for the end of the path.
 */
export function matchingPattern(url: URL, patterns: readonly string[]): string | null {
  const written = foldForMatching(decoded(url.pathname));
  const path = written.endsWith("/") ? written : `${written}/`;
  const whole = written + foldForMatching(decoded(url.search));
  return patterns.find((pattern) => pattern.trim() !== "" && matches(pattern.trim(), path, whole)) ?? null;
}

/** The leftmost place of each piece between two `*` is enough: there is nothing to go back for. */
function matches(pattern: string, path: string, whole: string): boolean {
  const folded = foldForMatching(pattern);
  const text = folded.includes("?") ? whole : path;
  let from = 0;
  for (const piece of folded.split("*")) {
    const at = text.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Lower case, without accents and the middle dot of Catalan: what people type and what pages print become one. */
export function foldForMatching(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\p{M}·]+/gu, "")
    .toLowerCase();
}

interface SectionPatterns {
  readonly section: MarkerSection;
  readonly heading: RegExp;
  readonly labelled: RegExp;
  readonly anywhere: RegExp;
}

const SECTIONS: readonly SectionPatterns[] = MARKER_PHRASES.map(patternsOf);

/** Whole words only: "plazo" is not in "emplazamiento". A heading may be numbered and end in a mark. */
function patternsOf({ section, anywhere, asHeading }: MarkerPhrases): SectionPatterns {
  const all = alternatives([...anywhere, ...asHeading]);
  return {
    section,
    heading: new RegExp(String.raw`^[^\p{L}\n]{0,12}(?:\p{L}[.)]\s+)?(${all})(?![\p{L}\d])`, "u"),
    labelled: new RegExp(String.raw`(?:^|[.;!?]\s{1,5})(${all})\s{0,2}:`, "u"),
    anywhere: new RegExp(String.raw`(?<![\p{L}\d])(${alternatives(anywhere)})(?![\p{L}\d])`, "u"),
  };
}

function alternatives(phrases: readonly string[]): string {
  const longestFirst = phrases.toSorted((a, b) => b.length - a.length);
  return longestFirst.map((phrase) => RegExp.escape(phrase)).join("|");
}

export function markersIn(text: string): Marker[] {
  const found = new Map<MarkerSection, Marker>();
  for (const line of text.slice(0, MAX_TEXT).split("\n")) {
    const folded = foldForMatching(line.trim());
    if (folded === "") continue;
    for (const patterns of SECTIONS) noteMarker(found, patterns, folded, line);
  }
  return [...found.values()];
}

function noteMarker(
  found: Map<MarkerSection, Marker>,
  patterns: SectionPatterns,
  folded: string,
  line: string,
): void {
  const { section } = patterns;
  const before = found.get(section);
  if (before?.place === "heading") return;
  const heading =
    (folded.length <= MAX_LINE ? patterns.heading.exec(folded) : null) ?? patterns.labelled.exec(folded);
  const match = heading ?? (before === undefined ? patterns.anywhere.exec(folded) : null);
  if (match === null) return;
  const place = heading === null ? "text" : "heading";
  found.set(section, { section, phrase: match[1] ?? "", place, line: line.trim().slice(0, MAX_EVIDENCE) });
}
