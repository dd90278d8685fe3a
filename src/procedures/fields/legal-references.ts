/** Laws that a text names (P24): BOE identifiers, and rank with number and year, in the four languages. */
const MONTH = String.raw`(?:\s*,?\s+(?:de|d['’]|do)\s*\d{1,2}\s+(?:de|d['’]|do)\s*\p{L}+)?`;
const NUMBER = String.raw`(?:n\.?º\s*|núm\.?\s*)?\d{1,4}\/\d{4}`;
const RANK = [
  String.raw`Ley(?:\s+(?:Orgánica|Foral))?`,
  String.raw`Llei(?:\s+[Oo]rgànica)?`,
  String.raw`Lei(?:\s+[Oo]rgánica)?`,
  String.raw`Real\s+[Dd]ecreto(?:[-\s][Ll]ey|\s+[Ll]egislativo)?`,
  String.raw`Reial\s+[Dd]ecret(?:[-\s][Ll]lei|\s+[Ll]egislatiu)?`,
  String.raw`L\.?\s?O\.?`,
  String.raw`R\.?D\.?\s?-?Leg\.?|R\.?\s?D\.?\s?L\.?|R\.?\s?D\.?`,
  String.raw`Norma\s+[Ff]oral`,
  String.raw`Decreto(?:[-\s][Ll]ey|[-\s][Ll]ei|\s+[Ll]egislativo|\s+[Ff]oral)?`,
  String.raw`Decret(?:[-\s][Ll]lei|\s+[Ll]egislatiu)?`,
].join("|");

const PATTERNS: readonly RegExp[] = [
  /BOE-[AB]-\d{4}-\d{1,6}/g,
  new RegExp(String.raw`(?<!\p{L})(?:${RANK})\s+${NUMBER}${MONTH}`, "gu"),
  new RegExp(String.raw`(?<!\p{L})(?:Orden|Ordre|Orde)\s+(?:[A-Z]{2,5}\/)?\d{1,5}\/\d{4}${MONTH}`, "gu"),
  /(?<!\p{L})(?:Reglamento|Reglament|Regulamento|Directiva)\s+(?:\((?:UE|CE|CEE|UE, Euratom)\)\s+)?(?:n\.?º\s*)?\d{2,4}\/\d{1,4}(?:\/(?:UE|CE|CEE))?/gu,
  /(?<![\d/])\d{1,4}\/\d{4}\s+(?:Legea|Lege\s+(?:Organikoa|Orokorra)|Lege|Errege\s+(?:Lege-)?[Dd]ekretu[a-z]*|Errege[- ][Dd]ekretua|Dekretu[a-z]*|Foru\s+(?:Araua|Dekretua)|Agindua)/gu,
  // An order of a department has often no number, only its day.
  /(?<!\p{L})(?:Orden|Ordre|Orde)\s+(?:[A-Z]{2,5}\s+)?(?:de|d['’]|do)\s*\d{1,2}\s+(?:de|d['’]|do)\s*\p{L}{3,12}\s+(?:de|del|do)\s+\d{4}/gu,
  /(?<!\p{L})Ordenan[zç]a\s+(?:fiscal|municipal|reguladora)[^.;,\n]{0,80}/gu,
];

const MAX_REFERENCES = 40;

export function legalReferencesIn(text: string): string[] {
  const found = PATTERNS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      at: match.index,
      end: match.index + match[0].length,
      text: match[0].replaceAll(/\s+/g, " ").trim(),
    })),
  ).toSorted((a, b) => a.at - b.at || b.end - a.end);
  // "Real Decreto 1/2020" holds a "Decreto 1/2020" that is no other law.
  const apart = found.filter(({ at }, index) => index === 0 || at >= (found[index - 1]?.end ?? 0));
  return [...new Set(apart.map((reference) => reference.text))].slice(0, MAX_REFERENCES);
}

/** What the part on laws lists, then what the rest of the text names and the list does not. */
export function legalBasis(listed: readonly string[], body: string): string[] {
  const all = [...listed];
  const names = listed.join("\n").toLowerCase();
  for (const reference of legalReferencesIn(body)) {
    const short = /BOE-[AB]-[\d-]+|\d+\/\d+/.exec(reference)?.[0] ?? reference;
    const isKnown = names.includes(short.toLowerCase()) || all.some((law) => law.includes(short));
    if (!isKnown) all.push(reference);
  }
  return all;
}
