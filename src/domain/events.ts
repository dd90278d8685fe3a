import type { JsonObject } from "./json.ts";
import type { ProcedureOutcome } from "./procedure.ts";

/**
 * Everything that can be watched. One stream feeds progress, NDJSON, logs and metrics (E21).
 * Field names are those of the NDJSON output. `version` rises when a field changes its meaning;
 * adding fields does not raise it.
 */
export const EVENT_VERSION = 1;

export type EventBody =
  | {
      readonly type: "run_started";
      readonly limit: number | null;
      readonly mode: "ingest" | "plan";
      /** Where its documents go; relative to the root, or absolute. */
      readonly folder: string;
    }
  | { readonly type: "recovered"; readonly what: string; readonly detail: string }
  | { readonly type: "warning"; readonly code: string; readonly message: string }
  /** One request went out and ended; `outcome` is `ok` or a failure kind. */
  | {
      readonly type: "exchange";
      readonly host: string;
      readonly url: string;
      readonly status: number | null;
      readonly outcome: string;
      readonly attempt: number;
      readonly latency_ms: number | null;
      /** That came over the wire. */
      readonly bytes: number;
      /** The URL that was wanted, where a redirect led from it to this one. */
      readonly wanted?: string;
      /** Of the connection, where it has one. */
      readonly certificate_expires_at?: string;
    }
  | {
      readonly type: "retry";
      readonly url: string;
      readonly attempt: number;
      readonly after_ms: number;
      readonly error: string;
    }
  /** In a plan: `change` is what a run would do with the item. */
  | {
      readonly type: "planned";
      readonly id: string;
      readonly url: string;
      readonly change: "new" | "changed" | "unchanged" | "gone" | "disallowed";
      readonly fields: JsonObject;
      readonly metadata: JsonObject;
    }
  | { readonly type: "queued"; readonly id: string; readonly url: string }
  | { readonly type: "unchanged"; readonly id: string; readonly url: string }
  | { readonly type: "filtered"; readonly reason: string; readonly url: string }
  | {
      readonly type: "completed";
      readonly id: string;
      readonly url: string;
      /** Of an archive: that of its first document. Sizes are sums. */
      readonly path: string;
      readonly original_size: number;
      readonly compressed_size: number;
      /** There was an older version of it. */
      readonly replaced: boolean;
      /** The older version had the same bytes: it was asked for all the same, or has moved. */
      readonly same_bytes?: true;
      /** The id of the page that answered, where it is another than the one that was asked for. */
      readonly stored_as?: string;
      /** Ids of the documents that were taken out of an archive. */
      readonly documents?: readonly string[];
    }
  | {
      readonly type: "failed" | "skipped" | "pending";
      readonly id: string;
      readonly url: string;
      readonly reason: string;
      readonly error: string;
    }
  /** A stored document was read: what it says is at `path`. */
  | {
      readonly type: "extracted";
      readonly id: string;
      readonly url: string;
      readonly path: string;
      readonly document_type: string;
      /** How far it can be trusted (P21). */
      readonly status: "accept" | "review" | "reject";
      readonly score: number;
      readonly words: number;
      readonly language: string | null;
      readonly requires_ocr: boolean;
      readonly requires_js_rendering: boolean;
      /** It has other bytes than the version before, and says the same. */
      readonly same_text: boolean;
    }
  /** A stored document could not be read. It stays stored. */
  | {
      readonly type: "extract_failed";
      readonly id: string;
      readonly url: string;
      readonly reason: string;
      readonly error: string;
    }
  /** What became of a page as a procedure, by the names of P32. */
  | {
      readonly type: "normalized";
      readonly id: string;
      readonly url: string;
      readonly outcome: ProcedureOutcome;
      /** A code; empty where there is nothing to say. */
      readonly reason: string;
      readonly detail: string;
      /** The name of its file in `data/tramites/`; null where there is none. */
      readonly tramite: string | null;
      readonly completeness: number | null;
      /** It lies beside a file that a person has checked. */
      readonly proposal: boolean;
    }
  /** A document that is no longer at its source: its file is at `path` now. */
  | {
      readonly type: "retired";
      readonly id: string;
      readonly url: string;
      readonly reason: string;
      readonly path: string;
    }
  | { readonly type: "progress"; readonly host: string; readonly bytes: number }
  | { readonly type: "host_parked"; readonly host: string; readonly until: string }
  | {
      readonly type: "breaker_opened";
      readonly host: string;
      readonly until: string;
      readonly failures: number;
    }
  | { readonly type: "breaker_closed"; readonly host: string }
  | { readonly type: "discovery_ended"; readonly outcome: DiscoveryOutcome }
  | { readonly type: "stopping"; readonly reason: string }
  | Summary;

/**
 * `limited`: enough was found. `held`: a host must not be asked now. `failed`: a catalog could not be read. `refused`: so
 * many documents are gone that the user has to be asked.
 */
export type DiscoveryOutcome = "complete" | "limited" | "held" | "failed" | "refused" | "interrupted";

export interface ExtractionCounts {
  readonly accept: number;
  readonly review: number;
  readonly reject: number;
  readonly failed: number;
}

/** What there is of procedures after a run, and what became of the pages that were looked at in it. */
export interface ProcedureCounts {
  /** In `data/tramites/`. */
  readonly stored: number;
  readonly proposals: number;
  /** What a person has to look at. */
  readonly review: number;
  readonly outcomes: Readonly<Record<string, number>>;
  /** How many of those that are stored have each field (P29). */
  readonly coverage: Readonly<Record<string, number>>;
  /** How many of them are how complete, in tenths. */
  readonly completeness: readonly number[];
}

/** `discovered = completed + failed + skipped + unchanged + pending`, always. */
export interface Summary {
  readonly type: "summary";
  readonly discovered: number;
  readonly queued: number;
  readonly completed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly unchanged: number;
  readonly pending: number;
  /** Looked at and left out: not what was asked for. Not part of `discovered`. */
  readonly filtered: number;
  /** Stored documents that are no longer at their source. Not part of `discovered`. */
  readonly retired: number;
  /** Bytes of the documents stored, before compression. */
  readonly bytes: number;
  readonly duration_ms: number;
  readonly exit_code: number;
  readonly discovery: DiscoveryOutcome;
  /** What was read of stored documents in this run, by how far it can be trusted. Absent where the source reads none. */
  readonly extracted?: ExtractionCounts;
  /** Absent where the source has no procedures, and where the run was stopped before they were looked at. */
  readonly procedures?: ProcedureCounts;
  /** How often each reason occurred, for what was not completed. */
  readonly reasons: Readonly<Record<string, number>>;
  /** Hosts that must not be asked now, and until when. */
  readonly held: readonly { readonly host: string; readonly reason: string; readonly until: string | null }[];
}

export type LevadaEvent = EventBody & {
  readonly version: typeof EVENT_VERSION;
  readonly source: string;
  readonly run_id: string;
  /** ISO 8601, UTC. */
  readonly at: string;
};

export type EventSink = (event: LevadaEvent) => void;
