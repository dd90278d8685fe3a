/** Entries of the lists that name a thing alike are of one matter (P27): each list says of it what it knows. */
import { rootOf } from "./keyword-forms.ts";
import { SYNONYMS, type Synonyms, TOPICS } from "./synonyms.ts";

const PARENTS = new Map<Synonyms, Synonyms>();

/** One entry that stands for all of its matter. */
export function matterOf(entry: Synonyms): Synonyms {
  let found = entry;
  for (let parent = PARENTS.get(found); parent !== undefined; parent = PARENTS.get(found)) found = parent;
  return found;
}

const FIRST_WITH = new Map<string, Synonyms>();
for (const entry of [...SYNONYMS, ...TOPICS])
  for (const name of entry.names) {
    const [first, mine] = [matterOf(FIRST_WITH.get(name) ?? entry), matterOf(entry)];
    FIRST_WITH.set(name, first);
    if (first !== mine) PARENTS.set(mine, first);
  }

const MATTERS_OF_WORD: ReadonlyMap<string, number> = countsByRoot([...SYNONYMS, ...TOPICS]);

function countsByRoot(entries: readonly Synonyms[]): ReadonlyMap<string, number> {
  const seen = new Map<string, Set<Synonyms>>();
  for (const entry of entries)
    for (const word of entry.words.filter((each) => !each.includes(" "))) {
      const root = rootOf(word);
      seen.set(root, (seen.get(root) ?? new Set()).add(matterOf(entry)));
    }
  return new Map([...seen].map(([root, found]) => [root, found.size]));
}

/** How many matters people say it of. */
export function mattersOfWord(word: string): number {
  return MATTERS_OF_WORD.get(rootOf(word)) ?? 0;
}
