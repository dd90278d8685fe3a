import type { HostState } from "../../domain/host.ts";
import type { Reference } from "../../domain/reference.ts";

/** Durable memory of hosts. `save` is durable against a kill when it resolves. */
export interface HostLedger {
  load(host: string): Promise<HostState>;
  save(state: HostState): Promise<void>;
  /** Hosts a source has had tasks on or asked, in name order. */
  hostsOf(source: string): Promise<readonly HostState[]>;
  /** Notes that a source uses a host (shows in its status). */
  associate(source: string, host: string): Promise<void>;
}

export interface Task {
  readonly id: number;
  readonly source: string;
  readonly host: string;
  readonly reference: Reference;
  /** Attempts made before this one, in this run. */
  readonly attempts: number;
}

export interface Lease {
  readonly host: string;
  readonly fence: number;
}

export type LeaseAnswer =
  | { readonly kind: "leased"; readonly lease: Lease }
  /** Nothing is due; something will be at `at` (wall clock, ms). */
  | { readonly kind: "wait"; readonly at: number }
  /** The run has no pending task that is not already in somebody's hands. */
  | { readonly kind: "empty" };

/** How a task left a worker's hands, except for success, which is `Registry.commit`. */
export type Settlement =
  | { readonly kind: "retry"; readonly task: Task; readonly notBefore: number; readonly error: string }
  /** It could not be tried yet: no attempt is counted. */
  | { readonly kind: "later"; readonly task: Task; readonly notBefore: number }
  /** `pending`: back to the queue, for a later run; it leaves this one. */
  | {
      readonly kind: "skipped" | "failed" | "pending";
      readonly task: Task;
      readonly reason: string;
      readonly error: string;
    }
  /** Fetched conditionally and found the same: back to completed. */
  | { readonly kind: "unchanged"; readonly task: Task };

/** An item that is known but whose page could not be read. */
export interface NotedItem {
  readonly key: string;
  readonly url: string;
  readonly state: "failed" | "skipped";
  readonly reason: string;
  readonly error: string;
}

export interface Frontier {
  /**
   * Adds tasks to a run, durable when it resolves. A key already known gets the new reference and is pending again;
   * what leaves the run without an outcome of its own goes back to what it was.
   */
  enqueue(source: string, run: string, references: readonly Reference[]): Promise<void>;
  /** Tasks left over from earlier runs, in the order they were found, a page at a time; `after` starts at 0. */
  leftovers(
    source: string,
    state: "pending" | "failed",
    after: number,
  ): Promise<{ readonly references: readonly Reference[]; readonly next: number | null }>;
  /** Remembers items that cannot be fetched because their page could not be read; a key that has a task is left alone. */
  note(source: string, items: readonly NotedItem[]): Promise<void>;
  noted(source: string): Promise<readonly { readonly key: string; readonly state: "failed" | "skipped" }[]>;
  /** Their page was read, or is no longer there. */
  forget(source: string, keys: readonly string[]): Promise<void>;
  /** Left-over tasks that need nothing more: what they were for is stored, be it under another address. */
  conclude(source: string, keys: readonly string[]): Promise<void>;
  /** A host with work that is due, to this owner for `ttlMs`; never one that this owner has not released yet. */
  lease(run: string, owner: string, now: number, ttlMs: number): Promise<LeaseAnswer>;
  /** Prolongs; false when the lease was lost. */
  renew(lease: Lease, now: number, ttlMs: number): Promise<boolean>;
  /** The next due task of the leased host, now in hand; null when none is due. */
  take(lease: Lease, run: string, now: number): Promise<Task | null>;
  /** False when the lease was lost: the settlement did not happen. */
  settle(lease: Lease, settlement: Settlement): Promise<boolean>;
  /** Gives the host back; nobody leases it before `nextAt`. */
  release(lease: Lease, nextAt: number): Promise<void>;
  /** A held host's tasks leave the run but stay pending, those in hand excepted. Answers how many they are. */
  dismiss(run: string, host: string): Promise<number>;
  /** Pending tasks of the run, those in hand included. */
  remaining(run: string): Promise<number>;
}
