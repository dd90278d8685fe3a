/** Telephone numbers in text: 9 digits as people group them, and the short numbers of administrations. */
const LONG =
  /(?<![\d.,/-])(?:\+34[ .-]?)?[6789]\d{2}(?:[ .-]?\d{3}[ .-]?\d{3}|[ .-]?\d{2}[ .-]?\d{2}[ .-]?\d{2})(?![\d/]|[.,-]\d)|(?<![\d.,/-])(?:\+34[ .-]?)?9\d[ .-]\d{3}[ .-]\d{2}[ .-]?\d{2}(?!\d)/g;
/** Three digits are a number to call only where the text says so, in the same sentence. */
const CALL =
  /(?:tel[eèé]?f[oòó]n[\p{L}]*|\btel\.|\btfno\.?|\bllam\p{L}+|\btru(?:c|qu)\p{L}+|\bcham\p{L}+|\bdeitu\p{L}*|\bmarcando|\b(?:informaci[oó]n?|consult[ae]s?|cita(?: previa)?)\s*:|\bl[ií]nea|\bnúmero)/giu;
const SHORT = /(?<![\d.,/-]|\d )(?:01\d|02\d|06\d|08\d|09\d|112)(?![\d/]|[.,-]\d| \d)/g;
const NO_PHONE = /(?:c[oó]digo|modelo|model|art[ií]culo|cuenta|iban)\s*$/i;
const FAX = /\bfaxa?\.?\s*:?\s*(?:n[ºo.]*\s*)?$/i;
const REACH = 90;

export function phonesIn(text: string): string[] {
  const long = [...text.matchAll(LONG)]
    .map((match) => ({ at: match.index, number: match[0] }))
    .filter(({ at }) => !FAX.test(text.slice(Math.max(0, at - 12), at)));
  const inOrder = [...long, ...shortNumbers(text)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ number }) => number.trim());
  const known = new Map(
    inOrder.map((number) => [number.replaceAll(/\D/g, "").replace(/^34(?=\d{9})/, ""), number]),
  );
  return [...known.values()];
}

/** In a part on whom to call, where a short number needs no word beside it: "Información: 012". */
export function saysWhomToCall(text: string): boolean {
  return text.search(SHORT) >= 0 || phonesIn(text).length > 0;
}

function shortNumbers(text: string): { at: number; number: string }[] {
  return [...text.matchAll(CALL)].flatMap((call) => {
    const start = call.index + call[0].length;
    const [sentence = ""] = text.slice(start, start + REACH).split(/[.;\n](?:\s|$)/);
    return [...sentence.matchAll(SHORT)]
      .map((match) => ({ at: start + match.index, number: match[0] }))
      .filter(({ at }) => !NO_PHONE.test(text.slice(Math.max(0, at - 12), at)));
  });
}
