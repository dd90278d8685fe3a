import { isDeepStrictEqual } from "node:util";
import type { ProcedureFiles } from "../application/ports.ts";
import { ownOf } from "../application/procedure-record.ts";
import {
  isCurated,
  LINK_DECISION,
  type ProcedureFields,
  type ReviewDecision,
  type ReviewItem,
} from "../domain/procedure.ts";
import { mergeFields } from "../procedures/compare.ts";
import { derivedFields } from "../procedures/completeness.ts";

/*
 * A decision is carried out in this order, each step durable before the next:
 *
 *   line in reviews.jsonl → file in data/tramites → proposal withdrawn → item out of the queue
 *
 * Whatever a kill leaves, an item that is in the queue and decided is one whose decision was not carried out to its end.
 * Every step can be done twice: what is written follows from the decision, the file and the proposal alone.
 */

export type Decided = ReadonlyMap<string, ReviewDecision>;

/** The last decision on each state of each page. */
export function decidedItems(decisions: readonly ReviewDecision[]): Decided {
  return new Map(decisions.map((decision) => [nameOf(decision), decision]));
}

/** The decision that holds for an item as it stands; null where there is none. */
export function decisionOn(item: ReviewItem, decided: Decided): ReviewDecision | null {
  return decided.get(nameOf(item)) ?? null;
}

function nameOf({ url_hash, of }: { readonly url_hash: string; readonly of: string }): string {
  return `${url_hash} ${of}`;
}

/**
 * Ends what was decided and not carried out. For whoever has the root's lock, before anything is read that decisions
 * change: `review accept|reject`, and a run that normalises.
 */
export async function finishDecisions(files: ProcedureFiles, at: string): Promise<readonly ReviewDecision[]> {
  const queue = await files.reviewQueue();
  if (queue.length === 0) return [];
  const decided = decidedItems(await files.decisions());
  const open = queue.flatMap((item) => {
    const decision = decisionOn(item, decided);
    return decision === null ? [] : [{ item, decision }];
  });
  for (const { item, decision } of open) await carryOut(files, item, decision);
  if (open.length > 0) {
    const done = new Set(open.map(({ item }) => item));
    await writeQueue(
      files,
      queue.filter((item) => !done.has(item)),
      at,
    );
  }
  return open.map(({ decision }) => decision);
}

export function writeQueue(files: ProcedureFiles, items: readonly ReviewItem[], at: string): Promise<void> {
  return files.writeReviewQueue(
    (async function* () {
      yield* items;
    })(),
    at,
  );
}

/** All of a decision but its line and the queue. */
async function carryOut(files: ProcedureFiles, item: ReviewItem, decision: ReviewDecision): Promise<void> {
  // A copy names the procedure of the page it was a copy of: nothing was decided of that one.
  const tramite = ownOf(item);
  if (tramite === "" || (await isFlagOnly(files, tramite, item))) return;
  if (decision.decision === "accept") await takeOver(files, tramite, item, decision);
  if (item.proposal_path !== null) await files.withdraw(tramite);
  else if (decision.decision === "reject") await takeAway(files, tramite);
}

/** That a page is another now says nothing of what was read of it before; whoever has written a file answers for it. */
async function isFlagOnly(files: ProcedureFiles, tramite: string, { of }: ReviewItem): Promise<boolean> {
  const file = await files.read(tramite);
  return of.startsWith(LINK_DECISION) && (file === null || !isCurated(file));
}

/** Nobody is served what a person has called wrong; what a person has written is not called so by its page. */
async function takeAway(files: ProcedureFiles, tramite: string): Promise<void> {
  const file = await files.read(tramite);
  if (file !== null && !isCurated(file)) await files.retire(tramite);
}

/** The file says what the page says. Else it is what an earlier version of the page has left, and not what is accepted. */
const STORED: ReadonlySet<string> = new Set(["new", "updated", "unchanged", "gone"]);

async function takeOver(
  files: ProcedureFiles,
  tramite: string,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  const file = await files.read(tramite);
  if (file === null) return;
  if (item.proposal_path === null) {
    if (!STORED.has(item.outcome)) return;
    const checked = { ...file, ...recordOf(decision) };
    if (!isDeepStrictEqual(checked, file)) await files.write(tramite, checked, { keepsForm: true });
    return;
  }
  // It is withdrawn only after the file was written.
  const found = await files.proposal(tramite);
  if (found === null) return;
  const merged = accepted(file, found.proposal, decision);
  if (!isDeepStrictEqual(merged, file))
    await files.write(tramite, merged, { keepsPrevious: true, keepsForm: true });
}

function accepted(
  file: ProcedureFields,
  proposal: ProcedureFields,
  decision: ReviewDecision,
): ProcedureFields {
  const merged = { ...mergeFields(file, proposal, decision.fields ?? []), ...recordOf(decision) };
  const derived = Object.entries(derivedFields(merged));
  // A file of before has none of them, and gets nothing but what was chosen.
  return { ...merged, ...Object.fromEntries(derived.filter(([field]) => merged[field] !== undefined)) };
}

/** Who has looked at it, and when. */
function recordOf({ at, by }: ReviewDecision): ProcedureFields {
  return { verified_at: at, verified_by: "manual", revisado_por: by };
}
