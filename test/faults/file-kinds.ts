/** Every kind of file that a root can have (docs/architecture.md), whose it is, and what its loss may cost. */
import type { SourceName } from "./whole-root.ts";

/**
 * - `document`  found by `verify`, brought back by `verify --repair`
 * - `manifest`  the truth: told by its line or its place, what it cost is fetched again
 * - `derived`   as it was after the next run and a repair
 * - `reading`   of a page: as it was after `reextract`, and after the next run where it is empty or gone
 * - `procedure` of ours: told where it is not as it was written, as it was once it is taken away
 * - `version`   of a page, the one before: no command needs it, and nothing can bring it back
 * - `written`   by people: told where it cannot be read, never written over
 * - `memory`    of what ran when and who was asked: without it nothing of the corpus is lost
 * - `message`   for a hook: told where it cannot be read, and thrown away
 * - `log`       for people: no command reads it
 * - `aside`     kept for people, read by nobody
 * - `lock`      worth nothing
 * - `settings`  the user's: a file that cannot be understood is told by its name, exit 2
 */
export type Nature =
  | "document"
  | "manifest"
  | "derived"
  | "reading"
  | "procedure"
  | "version"
  | "written"
  | "memory"
  | "message"
  | "log"
  | "aside"
  | "lock"
  | "settings";

export interface FileKind {
  readonly name: string;
  readonly pattern: RegExp;
  readonly nature: Nature;
  /** Whose run meets it; of a file that all share, each in turn. */
  readonly source: SourceName | null;
}

const kind = (nature: Nature, source: SourceName | null, name: string, pattern: RegExp): FileKind => ({
  name,
  pattern,
  nature,
  source,
});

/** The first that fits counts. */
export const FILE_KINDS: readonly FileKind[] = [
  kind("manifest", "usgs", "manifest of usgs", /^data\/raw\/usgs\/manifest\.jsonl$/),
  kind("manifest", "wiki", "manifest of wiki", /^data\/raw\/wiki\/manifest\.jsonl$/),
  kind("manifest", "tramites", "manifest of tramites", /^data\/raw\/tramites\/manifest\.jsonl$/),
  kind("manifest", "site", "manifest of site", /^data\/raw\/site\/manifest\.jsonl$/),

  kind("document", "usgs", "compressed document of usgs", /^data\/raw\/usgs\/[^/]+\/[^/]+\.zst$/),
  kind("document", "wiki", "page of wiki", /^artifacts\/raw\/wiki\/page\/[^/]+\.json$/),
  kind("version", "wiki", "retired page of wiki", /^artifacts\/raw\/wiki\/retired\//),
  kind("version", "site", "version before of a page of site", /^data\/raw\/site\/.*\.prev\.html$/),
  kind(
    "derived",
    "site",
    "what is said of the version before, site",
    /^data\/raw\/site\/.*\.prev\.meta\.json$/,
  ),
  kind("derived", "site", "what is said of a page of site", /^data\/raw\/site\/.*\.meta\.json$/),
  kind("document", "site", "page of site", /^data\/raw\/site\/.*\.html$/),
  kind("version", "tramites", "version before of a page of tramites", /^data\/raw\/.*\.prev\.html$/),
  kind("derived", "tramites", "what is said of the version before", /^data\/raw\/.*\.prev\.meta\.json$/),
  kind("derived", "tramites", "what is said of a page of tramites", /^data\/raw\/.*\.meta\.json$/),
  kind("document", "tramites", "page of tramites", /^data\/raw\/.*\.html$/),
  kind("version", "tramites", "retired page of tramites", /^data\/retired\/tramites\//),

  kind("reading", "site", "reading of a page of site", /^data\/extracted\/site\/.*\.json$/),
  kind("reading", "site", "Markdown of a page of site", /^data\/extracted\/site\/.*\.md$/),
  kind("reading", "tramites", "reading of a page of tramites", /^data\/extracted\/.*\.json$/),
  kind("written", "tramites", "curated procedure", /^data\/tramites\/padron_valdoria\.json$/),
  kind("procedure", "tramites", "procedure", /^data\/tramites\/.*\.json$/),
  kind("derived", "tramites", "difference of a proposal", /^data\/ingestion\/proposals\/.*\.diff\.json$/),
  kind("derived", "tramites", "proposal", /^data\/ingestion\/proposals\/.*\.json$/),
  kind("version", "tramites", "version before of a procedure", /^data\/ingestion\/previous\//),
  kind("version", "tramites", "retired procedure", /^data\/ingestion\/retired\//),
  kind("derived", "tramites", "catalog", /^data\/ingestion\/ingestion_catalog\.json$/),
  kind("derived", "tramites", "review queue", /^data\/ingestion\/review_queue\.json$/),
  kind("derived", "tramites", "offices", /^data\/ingestion\/offices\.json$/),
  kind("derived", "tramites", "discovery queue", /^data\/ingestion\/discovery_queue\.json$/),
  kind("written", "tramites", "decisions of people", /^data\/ingestion\/reviews\.jsonl$/),
  kind("written", "tramites", "seeds", /^data\/ingestion\/seeds\.txt$/),
  kind("log", "tramites", "log of fetches", /^data\/ingestion\/fetch_log\.jsonl$/),
  kind("log", "tramites", "fetches of the last run", /^data\/ingestion\/fetch_log\.json$/),
  kind("log", "wiki", "log of API calls", /^artifacts\/raw\/wiki\/raw\/api_calls_.*\.jsonl$/),
  kind("log", null, "report of health", /^data\/ingestion\/health\//),

  kind("memory", "tramites", "remembered listing of tramites", /^data\/cache\/tramites\//),
  kind("memory", "site", "remembered listing of site", /^data\/cache\/site\//),
  kind("memory", null, "memory of the schedule", /^data\/state\/schedule\.json$/),
  kind("message", "site", "message for a hook", /^data\/state\/outbox\//),
  kind("derived", "usgs", "checkpoint of usgs", /^data\/state\/usgs\.json$/),
  kind("derived", "wiki", "checkpoint of wiki", /^data\/state\/wiki\.json$/),
  kind("derived", "tramites", "checkpoint of tramites", /^data\/state\/tramites\.json$/),
  kind("derived", "site", "checkpoint of site", /^data\/state\/site\.json$/),
  kind("memory", null, "checkpoint before", /^data\/state\/\w+\.json\.bak$/),
  kind("derived", null, "database", /^data\/state\/levada\.db$/),
  kind("derived", null, "log of the database", /^data\/state\/levada\.db-wal$/),
  kind("derived", null, "index of the database's log", /^data\/state\/levada\.db-shm$/),
  kind("derived", null, "search index", /^data\/state\/search\.db$/),
  kind("lock", null, "lock", /^data\/state\/(?:levada|schedule|hooks)\.lock(?:-journal)?$/),
  kind("lock", null, "word of who has the lock", /^data\/state\/(?:levada|schedule|hooks)\.lock\.json$/),
  kind("aside", null, "orphan set aside", /^data\/orphaned\//),

  kind("settings", null, "configuration", /^levada\.config\.yaml$/),
  kind("settings", null, "paces", /^rate_limits\.yaml$/),
  kind("settings", "tramites", "registry of offices", /^registry\.yaml$/),
];

export function kindOfFile(path: string): FileKind | undefined {
  return FILE_KINDS.find(({ pattern }) => pattern.test(path));
}
