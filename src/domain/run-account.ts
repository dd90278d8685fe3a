import type { EventBody, Summary } from "./events.ts";
import { Latencies } from "./latencies.ts";
import type { ProcedureOutcome } from "./procedure.ts";

export type RunChange = "new" | "updated" | "gone" | "failed";

export const RUN_CHANGES: readonly RunChange[] = ["new", "updated", "gone", "failed"];

/** Items of one run that are listed; beyond them a run counts, and lists no more. */
export const MAX_RUN_ITEMS = 50_000;

/** The reason of an update in which nothing has changed that a person reads: it is not told as a change. */
export const SAME_TEXT = "same_text";

/** What a run found to be different about one document. */
export interface RunItem {
  readonly key: string;
  readonly url: string;
  readonly change: RunChange;
  readonly reason: string;
}

/** What became of it as a procedure. */
export interface RunItemEnd {
  readonly key: string;
  readonly outcome: ProcedureOutcome;
  readonly reason: string;
  readonly tramite: string | null;
}

export interface HostAccount {
  readonly host: string;
  readonly requests: number;
  readonly failures: number;
  readonly bytes: number;
  readonly total_ms: number;
  readonly p95_ms: number;
}

export type Counted = Readonly<Record<string, number>>;

/** Documents that came as far as this (P37); null where the source has no such stage. */
export interface Stages {
  readonly discovered: number;
  readonly fetched: number;
  readonly extracted: number | null;
  readonly normalized: number | null;
  readonly stored: number;
}

/** What is kept of a run besides its summary, under the names of `levada runs show --json`. */
export interface RunDetail {
  readonly stages: Stages;
  /** Documents by how they ended, by the names of P32: together they are `discovered`. What was let go is in `changes`. */
  readonly outcomes: Counted;
  /** Pages by what became of them as procedures. */
  readonly procedures: Counted;
  readonly errors: { readonly fetch: Counted; readonly extract: Counted; readonly normalize: Counted };
  /** The slowest ones, the slowest first. */
  readonly hosts: readonly HostAccount[];
  readonly host_count: number;
  readonly requests: number;
  readonly bytes: number;
  readonly warnings: Counted;
  readonly changes: Readonly<Record<RunChange, number>>;
}

/** Hosts that are told apart; beyond them a run counts all others as one. */
const MAX_HOSTS = 10_000;
export const OTHER_HOSTS = "(others)";
const SHOWN_HOSTS = 20;
/** Codes are ours, and few; were they a site's words, there would be no end to them. */
const MAX_NAMES = 200;

class Tallied {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    const known = this.#counts.has(name) || this.#counts.size < MAX_NAMES ? name : "other";
    this.#counts.set(known, (this.#counts.get(known) ?? 0) + count);
  }

  get(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  sum(...names: readonly string[]): number {
    return names.reduce((sum, name) => sum + this.get(name), 0);
  }

  counts(): Counted {
    return Object.fromEntries(this.#counts);
  }
}

interface HostCounts {
  requests: number;
  failures: number;
  bytes: number;
  readonly latencies: Latencies;
}

type Completed = EventBody & { readonly type: "completed" };

/** The name of P32 for an item that was stored. */
export function outcomeOfStored({
  replaced,
  same_bytes,
}: Pick<Completed, "replaced" | "same_bytes">): "new" | "updated" | "unchanged" {
  if (same_bytes === true) return "unchanged";
  return replaced ? "updated" : "new";
}

/** The name of P32 for an item that was not stored. */
export function outcomeOf({ type, reason }: { readonly type: string; readonly reason: string }): string {
  if (type === "pending") return "pending";
  if (reason === "gone") return "gone";
  // One 404 proves nothing (E14).
  if (reason === "not_found") return "fetch_failed";
  if (reason === "robots_disallowed") return "disallowed";
  return type === "failed" ? "fetch_failed" : reason;
}

/** Counts what the events of a run tell. Its size does not depend on how many documents there are. */
export class RunAccount {
  readonly #outcomes = new Tallied();
  readonly #procedures = new Tallied();
  readonly #errors = { fetch: new Tallied(), extract: new Tallied(), normalize: new Tallied() };
  readonly #warnings = new Tallied();
  readonly #changes = { new: 0, updated: 0, gone: 0, failed: 0 };
  readonly #hosts = new Map<string, HostCounts>();
  #discovered = 0;
  #fetched = 0;
  /** Ids of this run's updates that nobody has read yet. */
  readonly #updated = new Set<string>();
  #read = 0;
  #stored = 0;
  #summary: Summary | null = null;

  /** What differs now, where the event tells of such a thing. */
  see(event: EventBody): RunItem | null {
    switch (event.type) {
      case "exchange":
        return this.#seeExchange(event);
      case "unchanged":
        return this.#ended("unchanged");
      case "completed":
        return this.#completed(event);
      case "failed":
      case "skipped":
      case "pending":
        return this.#notStored(event);
      case "retired":
        return this.#differs("gone", event.id, event.url, event.reason);
      case "extracted":
        this.#read++;
        return event.same_text && this.#updated.delete(event.id) ? this.#unchanged(event) : null;
      case "extract_failed":
        // A picture is kept and not read: that is as it should be.
        if (event.reason !== "unsupported") this.#errors.extract.add(event.reason);
        return null;
      case "normalized":
        return this.#normalized(event);
      case "warning":
        this.#warnings.add(event.code);
        return null;
      case "summary":
        this.#summary = event;
        return null;
      default:
        return null;
    }
  }

  detail(): RunDetail {
    const hosts = [...this.#hosts].map(([host, counts]) => hostAccount(host, counts));
    const { fetch, extract, normalize } = this.#errors;
    return {
      stages: this.#stages(),
      outcomes: this.#outcomeCounts(),
      procedures: this.#procedures.counts(),
      errors: { fetch: fetch.counts(), extract: extract.counts(), normalize: normalize.counts() },
      hosts: hosts.toSorted(slowestFirst).slice(0, SHOWN_HOSTS),
      host_count: hosts.length,
      requests: hosts.reduce((sum, { requests }) => sum + requests, 0),
      bytes: hosts.reduce((sum, { bytes }) => sum + bytes, 0),
      warnings: this.#warnings.counts(),
      changes: { ...this.#changes },
    };
  }

  /** Those that no event told of are pending: a run that is stopped leaves its queue as it is. */
  #outcomeCounts(): Counted {
    const counts = this.#outcomes.counts();
    const left = Math.max(0, (this.#summary?.discovered ?? 0) - this.#discovered);
    return left === 0 ? counts : { ...counts, pending: (counts["pending"] ?? 0) + left };
  }

  #stages(): Stages {
    const summary = this.#summary;
    const hasReadings = summary?.extracted !== undefined || this.#read > 0;
    const hasProcedures = summary?.procedures !== undefined || this.#procedures.sum(...PROCEDURES) > 0;
    return {
      discovered: summary?.discovered ?? this.#discovered,
      fetched: this.#fetched,
      extracted: hasReadings ? this.#read : null,
      normalized: hasProcedures ? this.#procedures.sum(...PROCEDURES) : null,
      stored: hasProcedures ? this.#stored : this.#fetched,
    };
  }

  #ended(outcome: string): null {
    this.#discovered++;
    this.#outcomes.add(outcome);
    return null;
  }

  #completed(event: Completed): RunItem | null {
    const { id, stored_as = id, url } = event;
    const outcome = outcomeOfStored(event);
    this.#fetched++;
    this.#ended(outcome);
    if (outcome === "unchanged") return null;
    if (outcome === "updated" && this.#updated.size < MAX_RUN_ITEMS) this.#updated.add(stored_as);
    return this.#differs(outcome, stored_as, url, "");
  }

  #unchanged({ id: key, url }: EventBody & { readonly type: "extracted" }): RunItem {
    this.#changes.updated--;
    return { key, url, change: "updated", reason: SAME_TEXT };
  }

  #notStored(event: EventBody & { readonly type: "failed" | "skipped" | "pending" }): RunItem | null {
    const outcome = outcomeOf(event);
    this.#ended(outcome);
    if (outcome !== "fetch_failed") return null;
    this.#errors.fetch.add(event.reason);
    return this.#differs("failed", event.id, event.url, event.reason);
  }

  #normalized({ outcome, reason, proposal }: EventBody & { readonly type: "normalized" }): null {
    this.#procedures.add(outcome);
    if (!proposal && (outcome === "new" || outcome === "updated")) this.#stored++;
    if (outcome === "normalization_failed") this.#errors.normalize.add(reason);
    // It was read, and is of no use: no other event says so.
    if (outcome === "extraction_failed" && reason === "low_quality") this.#errors.extract.add(reason);
    return null;
  }

  #differs(change: RunChange, key: string, url: string, reason: string): RunItem | null {
    this.#changes[change]++;
    // What a catalog could not even name cannot be listed.
    return key === "" ? null : { key, url, change, reason };
  }

  #seeExchange({ host, outcome, latency_ms, bytes }: EventBody & { readonly type: "exchange" }): null {
    const counts = this.#hostCounts(host);
    counts.requests++;
    counts.bytes += bytes;
    if (outcome !== "ok") counts.failures++;
    if (latency_ms !== null) counts.latencies.add(latency_ms);
    return null;
  }

  #hostCounts(host: string): HostCounts {
    const name = this.#hosts.has(host) || this.#hosts.size < MAX_HOSTS ? host : OTHER_HOSTS;
    const counts = this.#hosts.get(name) ?? {
      requests: 0,
      failures: 0,
      bytes: 0,
      latencies: new Latencies(),
    };
    this.#hosts.set(name, counts);
    return counts;
  }
}

/** Outcomes of pages of which a valid procedure was made. */
const PROCEDURES: readonly ProcedureOutcome[] = ["new", "updated", "unchanged", "duplicate"];

function hostAccount(host: string, { requests, failures, bytes, latencies }: HostCounts): HostAccount {
  const [total_ms, p95_ms] = [Math.round(latencies.totalMs), latencies.percentile(0.95)];
  return { host, requests, failures, bytes, total_ms, p95_ms };
}

function slowestFirst(a: HostAccount, b: HostAccount): number {
  return b.p95_ms - a.p95_ms || b.total_ms - a.total_ms || (a.host < b.host ? -1 : 1);
}
