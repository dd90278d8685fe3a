/** What can be told of a run of text by how it is written, whatever its language. */
export const SENTENCE = /[.!?…。।؟](?:\s|$|["”»“)\]])/u;

const SAMPLE = 2000;

export function flag(value: boolean): number {
  return value ? 1 : 0;
}

export function shareOfDigits(text: string): number {
  const sample = text.slice(0, SAMPLE);
  return (sample.match(/\d/g)?.length ?? 0) / sample.length;
}

export function ofWording(text: string): Record<string, number> {
  const sample = text.slice(0, SAMPLE);
  const end = text.slice(-8);
  const share = (mark: RegExp) => (sample.match(mark)?.length ?? 0) / sample.length;
  return {
    commas: share(/[,;]/g) * 20,
    capitals: share(/\p{Lu}/gu),
    words_capital: share(/(?<![\p{L}\p{N}])\p{Lu}/gu) / Math.max(0.001, share(/(?<![\p{L}\p{N}])\p{L}/gu)),
    cut_short: flag(/(?:…|\.\.\.|\[…\]|\[\.\.\.\]|»|›|→|>)\s*$/u.test(end)),
    bars: share(/[|·•»›]/gu) * 20,
    ends_sentence: flag(/[.!?]["”“»)]?$/u.test(end)),
    question: flag(text.endsWith("?")),
    exclaims: flag(text.endsWith("!")),
    starts_small: flag(/^\p{Ll}/u.test(text)),
    mentions_rights: flag(
      /©|\(c\)|copyright|alle rechte|all rights|derechos reservados|tous droits|prawa zastrze/iu.test(sample),
    ),
    year: flag(/\b(?:19|20)\d\d\b/u.test(sample)),
    clock: flag(/\b\d{1,2}[:.]\d\d\b/u.test(sample)),
    address: flag(/@|https?:|www\./u.test(sample)),
  };
}
