import type { ListedItems, PastItem, PastRun, RunDifferences, RunHistory } from "../application/ports.ts";
import { MisuseError } from "../domain/errors.ts";
import { MAX_RUN_ITEMS, RUN_CHANGES, type RunChange, type RunDetail } from "../domain/run-account.ts";
import { readLockOwner } from "../infrastructure/files/root-lock.ts";
import { openScratchState } from "../infrastructure/sqlite/sqlite-state.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";

export type { PastItem, PastRun, RunDetail };

export interface RunsOptions extends CommonOptions {
  /** Runs of this source only. @default of all */
  readonly source?: string;
  /** Runs, or items of each kind. @default 20 */
  readonly limit?: number;
}

/** `interrupted`: it was killed, or stopped before it had come to its end. */
export type RunState = "finished" | "interrupted" | "running";

export interface ListedRun extends PastRun {
  readonly state: RunState;
}

/** A run and what it found to be different: of each kind how many, and the first of them. */
export interface ShownRun extends ListedRun {
  readonly items: Readonly<Record<RunChange, ListedItems>>;
}

export interface RunComparison extends RunDifferences {
  readonly from: ListedRun;
  readonly to: ListedRun;
  /** Some of the runs were killed, or changed more than their lists hold: the counts may be too low. */
  readonly isPartial: boolean;
}

const SHOWN = 20;
/** As many as a list may ever hold; SQLite takes no Infinity. */
const ALL = Number.MAX_SAFE_INTEGER;

/** The last runs, the last one first. Works offline, beside a running process, and writes nothing. */
export async function listRuns(options: RunsOptions = {}): Promise<readonly ListedRun[]> {
  return withHistory(options, async (history, withState) => {
    const runs = await history.runs({ source: options.source ?? null, limit: boundOf(options) });
    return runs.map(withState);
  });
}

/** One run: by its id, by the beginning of it, or as `last`, `last~1` … */
export async function showRun(id: string, options: RunsOptions = {}): Promise<ShownRun> {
  return withHistory(options, async (history, withState) => {
    const run = await chooseRun(id, history, options);
    const lists = RUN_CHANGES.map(async (change): Promise<[RunChange, ListedItems]> => {
      const items = await history.items(run.id, change, boundOf(options));
      return [change, { count: run.detail?.changes[change] ?? items.length, items }];
    });
    const items = Object.fromEntries(await Promise.all(lists)) as ShownRun["items"];
    return { ...withState(run), items };
  });
}

/** What is new, changed and gone after the later of two runs, compared with the earlier one. */
export async function compareRuns(a: string, b: string, options: RunsOptions = {}): Promise<RunComparison> {
  return withHistory(options, async (history, withState) => {
    const runs = [await chooseRun(a, history, options), await chooseRun(b, history, options)] as const;
    const [from, to] = runs[0].seq <= runs[1].seq ? runs : [runs[1], runs[0]];
    if (from.source !== to.source)
      throw new MisuseError(
        `${from.id} is a run of ${from.source}, ${to.id} one of ${to.source}: only runs of one source can be compared; --source chooses one`,
      );
    const differences = await history.between(from.source, from.seq, to.seq, boundOf(options));
    const between = await history.runs({ source: from.source, limit: ALL });
    const isPartial = between.some((run) => run.seq > from.seq && run.seq <= to.seq && listsLess(run));
    return { ...differences, from: withState(from), to: withState(to), isPartial };
  });
}

/** More changed than is listed, or nobody has listed all of it: it goes on, or was killed and none has followed yet. */
function listsLess({ kind, endedAt, detail, isWhole }: PastRun): boolean {
  if (kind === "reextract" && endedAt === null) return false;
  if (detail === null || !isWhole) return true;
  const { new: added, updated, gone, failed } = detail.changes;
  return added + updated + gone + failed > MAX_RUN_ITEMS;
}

type WithState = (run: PastRun) => ListedRun;

function boundOf({ limit = SHOWN }: RunsOptions): number {
  return Number.isFinite(limit) ? limit : ALL;
}

async function withHistory<T>(
  options: RunsOptions,
  work: (history: RunHistory, withState: WithState) => Promise<T>,
): Promise<T> {
  const { root } = await loadConfiguration(options);
  const owner = await readLockOwner(root);
  const state = await openScratchState(root);
  try {
    return await work(state.history, (run) => ({ ...run, state: stateOf(run, owner?.started ?? null) }));
  } finally {
    await state.close();
  }
}

/** One that has not ended and began under the lock that is held now goes on. */
function stateOf({ endedAt, exitCode, startedAt }: PastRun, lockedSince: string | null): RunState {
  if (endedAt !== null) return exitCode === 130 || exitCode === 143 ? "interrupted" : "finished";
  return lockedSince !== null && startedAt >= lockedSince ? "running" : "interrupted";
}

const LAST = /^last(?:~(\d{1,6}))?$/;

async function chooseRun(id: string, history: RunHistory, { source }: RunsOptions): Promise<PastRun> {
  const back = LAST.exec(id);
  if (back !== null) return nthLast(Number(back[1] ?? 0), history, source ?? null);
  const found = id === "" ? [] : await history.find(id);
  const [first, second] = found;
  if (first === undefined)
    throw new MisuseError(
      `there is no run ${JSON.stringify(id.slice(0, 100))}; it takes an id that levada runs lists, the beginning of one, last, or last~1`,
    );
  if (second !== undefined && first.id !== id)
    throw new MisuseError(
      `${JSON.stringify(id.slice(0, 100))} can be several runs, such as ${first.id} and ${second.id}: give more of it`,
    );
  return first;
}

async function nthLast(back: number, history: RunHistory, source: string | null): Promise<PastRun> {
  const runs = await history.runs({ source, limit: back + 1 });
  const run = runs[back];
  if (run !== undefined) return run;
  const whose = source === null ? "" : ` of ${source}`;
  const known =
    runs.length === 0 ? `no run${whose} is known yet` : `only ${runs.length} runs${whose} are known`;
  throw new MisuseError(`${known}; levada runs lists them`);
}
