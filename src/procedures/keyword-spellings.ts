/** Words that people write in two ways (P27): either is to be heard, and as loud. */
const CARD = /(?<![\p{L}\p{N}])carne?t?(?![\p{L}\p{N}])/gu;

/**
 * "carné" stands in "carnet": at the end of a keyword it hears both, and "carnet" beside it would count twice. Before
 * other words each is a keyword of its own.
 */
export function spelled(keyword: string): string[] {
  if (!keyword.includes("carn")) return [keyword];
  const plain = keyword.replaceAll(CARD, "carne");
  const within = plain.replaceAll(/(?<![\p{L}\p{N}])carne(?= )/gu, "carnet");
  return [...new Set([plain, within])];
}
