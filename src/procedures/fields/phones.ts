/** Telephone numbers in text: 9 digits as people group them, and the short numbers of administrations. */
const LONG =
  /(?<![\d.,/-])(?:\+34[ .-]?)?[6789]\d{2}(?:[ .-]?\d{3}[ .-]?\d{3}|[ .-]?\d{2}[ .-]?\d{2}[ .-]?\d{2})(?![\d/]|[.,-]\d)|(?<![\d.,/-])(?:\+34[ .-]?)?9\d[ .-]\d{3}[ .-]\d{2}[ .-]\d{2}(?!\d)/g;
/** Three digits are a number to call only where the text says so. */
const SHORT =
  /(?:tel[eèé]?f[oò]n\w*|\btel\.|\btfno\.?|\bllam\w+|\btruc\w+|\bcham\w+|\bdeitu\w*|\bmarcando|\bl[ií]nea|\bnúmero)[^.;\n]{0,40}?(?<![\d.,/-])(0\d{2}|112)(?![\d.,/-]\d|\d)/gi;
const NO_PHONE = /(?:c[oó]digo|modelo|model|art[ií]culo|cuenta|iban)\s*$/i;

export function phonesIn(text: string): string[] {
  const long = [...text.matchAll(LONG)].map((match) => ({ at: match.index, number: match[0] }));
  const short = [...text.matchAll(SHORT)].flatMap((match) => {
    const number = match[1] ?? "";
    const at = match.index + match[0].length - number.length;
    return NO_PHONE.test(text.slice(Math.max(0, at - 12), at)) ? [] : [{ at, number }];
  });
  const inOrder = [...long, ...short].toSorted((a, b) => a.at - b.at).map(({ number }) => number.trim());
  const known = new Map(
    inOrder.map((number) => [number.replaceAll(/\D/g, "").replace(/^34(?=\d{9})/, ""), number]),
  );
  return [...known.values()];
}
