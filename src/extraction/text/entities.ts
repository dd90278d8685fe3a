/** References to characters that were escaped twice, or that hide text which was decoded wrongly. */

/** HTML 4 24.2.1: U+00A0 to U+00FF, in their order. */
const LATIN_1 = (
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para " +
  "middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave " +
  "Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc " +
  "Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc " +
  "iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml"
).split(" ");

/** What windows-1252 has beyond iso-8859-1, by name. */
const WINDOWS: Readonly<Record<string, string>> = {
  euro: "€",
  sbquo: "‚",
  fnof: "ƒ",
  bdquo: "„",
  hellip: "…",
  dagger: "†",
  Dagger: "‡",
  circ: "ˆ",
  permil: "‰",
  Scaron: "Š",
  lsaquo: "‹",
  OElig: "Œ",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  ndash: "–",
  mdash: "—",
  tilde: "˜",
  trade: "™",
  scaron: "š",
  rsaquo: "›",
  oelig: "œ",
  Yuml: "Ÿ",
};

const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...Object.entries(WINDOWS),
]);

const REFERENCE = /&(#\d{2,6}|#[xX][\dA-Fa-f]{2,5}|[A-Za-z]{2,6}\d{0,2});/g;
const windows1252 = new TextDecoder("windows-1252");

/** Never `<`, `>`, `&` or a quote: what comes out can be put into markup. */
function characterFor(name: string): string | null {
  if (!name.startsWith("#")) return CHARACTERS.get(name) ?? null;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  // HTML 13.2.5.80: from 128 to 159 the reference means windows-1252.
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(Uint8Array.of(code), { stream: true });
  return code >= 0xa0 && code <= 0xffff && !(code >= 0xd800 && code <= 0xdfff)
    ? String.fromCodePoint(code)
    : null;
}

const TWICE = /&(?:amp;){1,3}(#\d{2,6}|#[xX][\dA-Fa-f]{2,5}|[A-Za-z]{2,6}\d{0,2});/g;

/** `tramitaci&amp;oacute;n`: in a word or beside a number. Alone it may be what a page on HTML wants to show. */
export function withDoubleEscapesOpened(text: string): string {
  if (!text.includes("&amp;")) return text;
  return text.replaceAll(TWICE, (reference, name: string, at: number) => {
    const character = characterFor(name);
    const isAlone = !isWordy(text[at - 1]) && !isWordy(text[at + reference.length]);
    return character === null || isAlone ? reference : character;
  });
}

const isWordy = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}&;.,:)]/u.test(character);

/** `Espa&Atilde;&plusmn;a`: opened where a sequence begins, so that it can be seen. */
export function withHiddenSequencesOpened(text: string): string {
  if (!/&(?:[Aa]circ|Atilde|#19[45]|#226|#[xX][cC][23]|#[xX][eE]2);/.test(text)) return text;
  return text.replaceAll(
    /&(?:[Aa]circ|Atilde|#19[45]|#226|#[xX][cC][23]|#[xX][eE]2);(?:&#?\w{2,8};){0,2}/g,
    (run) => run.replaceAll(REFERENCE, (reference, name: string) => characterFor(name) ?? reference),
  );
}
