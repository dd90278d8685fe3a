/** Lines of the lists that speak of one thing (P27): what one of them calls it, the others need not know. */
import { BAGS, SYNONYMS, type Synonyms, TOPICS } from "./synonyms.ts";

const SHARED = 3;

const LINES_WITH = new Map<string, Synonyms[]>();
for (const line of [...SYNONYMS, ...TOPICS, ...BAGS])
  for (const name of new Set(line.names)) LINES_WITH.set(name, [...(LINES_WITH.get(name) ?? []), line]);

/** Those that share so many names with a line that both mean the same. */
export function kindredOf(line: Synonyms): Synonyms[] {
  const shared = new Map<Synonyms, number>();
  for (const name of new Set(line.names))
    for (const other of LINES_WITH.get(name) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1);
  return [...shared].filter(([other, count]) => other !== line && count >= SHARED).map(([other]) => other);
}
