import type { Intent } from "./document-worker.ts";
import type { KnownItem, Registry } from "./ports.ts";

/** What was decided about a document when it was queued. */
export type Decision = Omit<Intent, "known">;

const NEW: Intent = { known: null, conditional: false };
const UNCONDITIONAL: Decision = { conditional: false };
const CONDITIONAL: Decision = { conditional: true };

/**
 * Null for what is new. No more is held than what the run itself may change before its turn comes: what is stored is looked
 * up then, since a site that is visited again has all of its pages queued at once.
 */
export function decisionOn(known: KnownItem | undefined, conditional: boolean): Decision | null {
  if (known?.document) {
    const { check } = known;
    if (check === undefined) return conditional ? CONDITIONAL : UNCONDITIONAL;
    return { conditional, check };
  }
  return conditional && known?.twin ? { conditional, twin: known.twin } : null;
}

/** What is to be done with a document whose turn has come. */
export async function intentOf(
  key: string,
  decision: Decision | undefined,
  source: string,
  registry: Registry,
  isGone: (key: string) => boolean = () => false,
): Promise<Intent> {
  // What only had the bytes of a page that goes is all that is left of it.
  if (decision === undefined || (decision.twin !== undefined && isGone(decision.twin.of))) return NEW;
  if (decision.twin !== undefined) return { ...decision, known: null };
  return { ...decision, known: (await registry.find(source, [key])).get(key)?.document ?? null };
}
