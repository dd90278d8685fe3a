/** Lower-case slugs that filters use. */
export function tagsOf(words: readonly (string | null | undefined)[]): string[] {
  const tags = words.flatMap((word) => (word == null ? [] : [word.replaceAll("_", "-")]));
  return [...new Set(tags)].filter((tag) => /^[a-z0-9-]+$/.test(tag));
}
