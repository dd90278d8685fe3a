import type { RunChange, RunDetail, RunItem, RunItemEnd } from "../../domain/run-account.ts";
import type { RunRecord } from "./registry.ts";

export type RunKind = "ingest" | "reextract";

/** A run as it is remembered. */
export interface PastRun extends RunRecord {
  /** Rises with every run. */
  readonly seq: number;
  readonly kind: RunKind;
  /** All that it did is noted: it has ended, or was killed and the next run has seen what it left. */
  readonly isWhole: boolean;
  /** Null where nothing was noted before the run was killed, and for runs of earlier versions. */
  readonly detail: RunDetail | null;
}

/** A document that a run found to be different, and what became of it. */
export interface PastItem {
  readonly key: string;
  readonly url: string;
  readonly reason: string;
  readonly outcome: string | null;
  readonly tramite: string | null;
}

/** What differs between two runs; of each kind how many there are, and the first of them. */
export interface RunDifferences {
  readonly new: ListedItems;
  readonly changed: ListedItems;
  readonly gone: ListedItems;
}

export interface ListedItems {
  readonly count: number;
  readonly items: readonly PastItem[];
}

/** A sum over all runs of a source, those that are forgotten included. */
export interface RunTotal {
  readonly source: string;
  readonly name: string;
  readonly label: string;
  readonly total: number;
}

/** What runs did. Nothing depends on it: a history that is lost costs the history. */
export interface RunHistory {
  /** A run that is none of `ingest`: those are noted by the registry. Noted again when it has ended. */
  begin(run: RunRecord, kind: RunKind): Promise<void>;
  /** Items replace what was noted of them in the same run; ends say what became of items that are noted. */
  note(run: string, items: readonly RunItem[], ends: readonly RunItemEnd[]): Promise<void>;
  /** With an end it is the last word on the run, and added to the totals: once. */
  save(run: string, detail: RunDetail, end: RunEnd | null): Promise<void>;
  /** Forgets all but the last runs of a source. */
  prune(source: string, kept: number): Promise<void>;
  /** The last one first. */
  runs(options: { readonly source: string | null; readonly limit: number }): Promise<readonly PastRun[]>;
  /** Runs whose ids begin so, at most three. */
  find(prefix: string): Promise<readonly PastRun[]>;
  items(run: string, change: RunChange, limit: number): Promise<readonly PastItem[]>;
  /** What the runs after one and up to another changed in sum: what came and went in between is no difference. */
  between(source: string, after: number, upTo: number, limit: number): Promise<RunDifferences>;
  /** Documents that a run has stored, and that nobody has looked at as procedures. */
  unsettled(run: string): Promise<number>;
  totals(): Promise<readonly RunTotal[]>;
}

export interface RunEnd {
  readonly source: string;
  readonly exitCode: number;
}
