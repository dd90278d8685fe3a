/**
 * Glossary
 *
 *   root        the folder that holds `data/`; one process writes to it at a time
 *   source      a kind of site: how to discover its documents and where to file them
 *   reference   a document a source knows of; `key` is its identity inside the source
 *   task        a reference the frontier has taken on: from here a crash loses nothing
 *   lease       the right to work on one host; carries a fencing number, so that a worker that was
 *               thought dead cannot settle tasks late
 *   received    a body on disk that no reader sees yet
 *   held        an archive (ZIP) on disk as it came, while its documents are taken out
 *   listing     what a site says it has: a sitemap, a feed, a page of a catalog
 *   commit      manifest line written and synced: the document is stored
 *   watermark   how much of a manifest the registry has taken in
 *   outbox      what hooks of the user are still to be told of runs and checks that have ended
 *
 * The ports are asynchronous even where an implementation is not, so that a cluster can stand behind them.
 * Each has a conformance suite in `test/conformance/` that every implementation runs.
 */
import type { Clock, Transport } from "./ports/network.ts";
import type { Frontier, HostLedger } from "./ports/frontier.ts";
import type { Registry } from "./ports/registry.ts";
import type {
  Archive,
  CallLog,
  Checkpoints,
  DiskGauge,
  Manifest,
  RootLock,
  Syncs,
  Unpacker,
} from "./ports/files.ts";

export type * from "./ports/network.ts";
export type * from "./ports/frontier.ts";
export type * from "./ports/registry.ts";
export type * from "./ports/files.ts";
export type * from "./ports/extraction.ts";
export type * from "./ports/procedures.ts";
export type * from "./ports/search.ts";
export type * from "./ports/history.ts";
export type * from "./ports/links.ts";
export type * from "./ports/schedule.ts";
export type * from "./ports/hooks.ts";

/** Everything an engine stands on. */
export interface Ports {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly ledger: HostLedger;
  readonly frontier: Frontier;
  readonly registry: Registry;
  readonly archive: Archive;
  readonly unpacker: Unpacker;
  readonly manifest: Manifest;
  readonly checkpoints: Checkpoints;
  readonly lock: RootLock;
  readonly disk: DiskGauge;
  readonly calls: CallLog;
  readonly syncs: Syncs;
}
