import { userInfo } from "node:os";
import type { FieldDifference, ProcedureFiles } from "../application/ports.ts";
import { MisuseError } from "../domain/errors.ts";
import type { ReviewDecision, ReviewItem } from "../domain/procedure.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { proposalChanges } from "../procedures/proposal-changes.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import { asProcedureWriter } from "./procedure-writing.ts";
import { decidedItems, decisionOn, finishDecisions } from "./review-decisions.ts";
import { chooseItem } from "./review-items.ts";

export interface ReviewRow {
  readonly item: ReviewItem;
  /** Whole days since it waits. */
  readonly ageDays: number;
}

export interface ReviewDetail extends ReviewRow {
  /** What its proposal would change; null where it has none. */
  readonly changes: readonly FieldDifference[] | null;
}

export interface DecideOptions extends CommonOptions {
  /** Who decides. @default the user of the system */
  readonly by?: string;
}

export interface AcceptOptions extends DecideOptions {
  /** Which fields of a proposal are taken over. @default all that differ */
  readonly fields?: readonly string[];
}

/** What waits for a person, the longest first. Works beside a running process. */
export async function reviewList(options: CommonOptions = {}): Promise<readonly ReviewRow[]> {
  const { items } = await openItems(await filesOf(options));
  return items
    .map((item) => ({ item, ageDays: ageOf(item) }))
    .toSorted((a, b) => a.item.since.localeCompare(b.item.since));
}

/** What of the queue and of earlier decisions cannot be read, a sentence each. */
export async function reviewProblems(options: CommonOptions = {}): Promise<readonly string[]> {
  return (await filesOf(options)).reviewProblems();
}

/** One of them, by the name of its procedure, its url_hash (six digits of it will do) or its address. */
export async function reviewShow(id: string, options: CommonOptions = {}): Promise<ReviewDetail> {
  const files = await filesOf(options);
  const { items, decisions } = await openItems(files);
  const item = chooseItem(id, items, decisions);
  return { item, ageDays: ageOf(item), changes: await changesFor(item, files) };
}

/**
 * Takes a proposal over into the curated file, all of it or some fields; says of a stored file that it is right; or says
 * of a page that it is a procedure, so that the next run takes it as one.
 *
 * @example
 * await reviewAccept("empadronamiento", { root: "corpus", fields: ["plazos"], by: "ana" });
 */
export function reviewAccept(id: string, options: AcceptOptions = {}): Promise<ReviewDecision> {
  return decide(id, "accept", options);
}

/**
 * Says that what waits is not right: a proposal is withdrawn, an automatic file goes out of the reader's sight, and nothing
 * is asked again until the page changes. Of a page that has only drifted the flag is dismissed, and the file stays.
 */
export function reviewReject(id: string, options: DecideOptions = {}): Promise<ReviewDecision> {
  return decide(id, "reject", options);
}

async function decide(
  id: string,
  decision: ReviewDecision["decision"],
  options: AcceptOptions,
): Promise<ReviewDecision> {
  const by = nameOf(options.by);
  const { root } = await loadConfiguration(options);
  const before = createProcedureFiles(root);
  const [queue, decisions] = [await before.reviewQueue(), await before.decisions()];
  const meant = chooseItem(id, queue, decisions);
  // What is wrong is told before anything is locked or written.
  if (decisionOn(meant, decidedItems(decisions)) === null) await fieldsOf(meant, decision, options, before);
  return asProcedureWriter(root, `review ${decision}`, async (files) => {
    const finished = await finishDecisions(files, nowText());
    // What is asked for may have been decided before a kill, and is done now.
    const asked = finished.find(({ url_hash, of }) => url_hash === meant.url_hash && of === meant.of);
    if (asked?.decision === decision) return asked;
    const item = chooseItem(id, await files.reviewQueue(), await files.decisions());
    const { id: name, url_hash, tramite, of } = item;
    const fields = await fieldsOf(item, decision, options, files);
    const line = { id: name, url_hash, tramite, decision, fields, by, at: nowText(), of };
    await files.decide(line);
    await finishDecisions(files, line.at);
    return line;
  });
}

/** The fields that are taken over; null where there is nothing to choose. */
async function fieldsOf(
  item: ReviewItem,
  decision: ReviewDecision["decision"],
  { fields: wanted }: AcceptOptions,
  files: ProcedureFiles,
): Promise<readonly string[] | null> {
  if (decision === "reject") return null;
  const changes = await changesFor(item, files);
  if (changes === null) {
    if (item.proposal_path !== null) throw new MisuseError(gone(item));
    if (wanted === undefined) return null;
    throw new MisuseError(`--fields: ${item.id} has no proposal to choose fields of; accept it without`);
  }
  const all = changes.map(({ field }) => field);
  const unknown = (wanted ?? []).filter((field) => !all.includes(field));
  if (unknown.length === 0) return [...new Set(wanted ?? all)];
  const differ = all.length === 0 ? "nothing differs" : `those that differ are ${all.join(", ")}`;
  throw new MisuseError(
    `--fields ${unknown.join(",").slice(0, 200)}: no difference of ${item.id}; ${differ}`,
  );
}

function gone({ id, tramite }: ReviewItem): string {
  return `${id}: data/tramites/${tramite}.json or its proposal is no longer there; levada reextract tramites looks again`;
}

async function changesFor(
  item: ReviewItem,
  files: ProcedureFiles,
): Promise<readonly FieldDifference[] | null> {
  if (item.tramite === null || item.proposal_path === null) return null;
  const [file, found] = [await files.read(item.tramite), await files.proposal(item.tramite)];
  return file === null || found === null ? null : proposalChanges(file, found.proposal);
}

async function filesOf(options: CommonOptions): Promise<ProcedureFiles> {
  return createProcedureFiles((await loadConfiguration(options)).root);
}

/** What was decided waits for nobody, also where a kill has left it in the queue. */
async function openItems(files: ProcedureFiles) {
  const decisions = await files.decisions();
  const decided = decidedItems(decisions);
  const queue = await files.reviewQueue();
  return { items: queue.filter((item) => decisionOn(item, decided) === null), decisions };
}

const DAY_MS = 86_400_000;

function ageOf({ since }: ReviewItem): number {
  return Math.max(0, Math.floor((systemClock.now() - Date.parse(since)) / DAY_MS)) || 0;
}

function nameOf(by: string | undefined): string {
  if (by !== undefined && by.trim() === "") throw new MisuseError("--by takes the name of who decides");
  return by?.trim() ?? systemUser();
}

/** A system may not know its own user. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env["USER"] ?? "unknown";
  }
}

const nowText = () => new Date(systemClock.now()).toISOString();
