import type { Frontier } from "../../src/application/ports.ts";
import type { Reference } from "../../src/domain/reference.ts";

/** All pages of what earlier runs left over. */
export async function allLeftovers(
  frontier: Frontier,
  source: string,
  state: "pending" | "failed",
): Promise<Reference[]> {
  const references: Reference[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<Frontier["leftovers"]>> = await frontier.leftovers(source, state, after);
    references.push(...page.references);
    after = page.next;
  }
  return references;
}
