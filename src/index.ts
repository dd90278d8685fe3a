/**
 * Levada as a library.
 *
 * @example
 * import { ingest } from "levada";
 * const summary = await ingest("usgs", { root: "corpus", limit: 5 });
 */
export { ingest, type IngestOptions, plan } from "./library/ingest.ts";
export {
  type CategoriesOptions,
  type CrawlOptions,
  type CrawlSummary,
  fetchCategories,
  runCrawl,
} from "./library/crawl.ts";
export {
  type MissingPage,
  replay,
  type ReplayOptions,
  type ReplayProblem,
  type ReplaySummary,
} from "./library/replay.ts";
export { type CheckedProcedure, checkProcedures, type CheckReport } from "./library/check-procedures.ts";
export { importProcedures, type ImportedFile, type ImportOptions } from "./library/import-procedures.ts";
export { diff, type PageDiff } from "./library/diff.ts";
export type { ProcedureDiff } from "./library/procedure-diff.ts";
export { extract, type ExtractedFile, type ExtractOptions } from "./library/extract.ts";
export { reextract, type ReextractOptions, type ReextractSummary } from "./library/reextract.ts";
export {
  type AcceptOptions,
  type DecideOptions,
  reviewAccept,
  type ReviewDetail,
  reviewList,
  reviewReject,
  type ReviewRow,
  reviewShow,
} from "./library/review.ts";
export type { ReviewDecision, ReviewItem } from "./domain/procedure.ts";
export type { FieldDifference } from "./application/ports.ts";
export {
  type ExpiringCertificate,
  type FlaggedLink,
  type HealthOptions,
  type HealthSummary,
  linkCounts,
  type LinkCounts,
  linkHealth,
} from "./library/health.ts";
export { checkKnownLinks, type CheckLinksOptions } from "./library/check-links.ts";
export { type HealthReport, type HealthReportOptions, writeHealthReport } from "./library/health-report.ts";
export type { LinkState } from "./domain/link-health.ts";
export { addSeed, type AddedSeed } from "./library/seeds.ts";
export { doctor, type Finding as DoctorFinding } from "./library/doctor.ts";
export { repair, verify, type VerifyOptions, type VerifyResult } from "./library/verify.ts";
export {
  openSearch,
  type OpenSearchOptions,
  search,
  type SearchOptions,
  type SearchResult,
  type Searcher,
} from "./library/search.ts";
export {
  compareRuns,
  listRuns,
  type ListedRun,
  type RunComparison,
  type RunsOptions,
  showRun,
  type ShownRun,
} from "./library/runs.ts";
export { status, type StatusOptions } from "./library/status.ts";
export { type CommonOptions, type Configuration, loadConfiguration } from "./library/configuration.ts";
export {
  defineSource,
  type DiscoverContext,
  type Reading,
  type ReadOptions,
  type ReadResult,
  type Source,
  type SourceFlag,
} from "./domain/source.ts";
export type { Finding, Reference, StoredDocument, Validators } from "./domain/reference.ts";
export type { DiscoveryOutcome, EventBody, EventSink, LevadaEvent, Summary } from "./domain/events.ts";
export { describe, type Failure, type FailureKind, type HoldCause } from "./domain/failure.ts";
export { judge, type RetryPolicy, type RetryRule, type Verdict } from "./domain/judge.ts";
export type { Json, JsonObject } from "./domain/json.ts";
export type { Retriever, RetrieveOptions } from "./application/ports/search.ts";
export type {
  SearchAnswer,
  SearchDocument,
  SearchFacts,
  SearchFilters,
  SearchHit,
} from "./domain/search-document.ts";
export type { Defect, VerifyReport } from "./application/verify.ts";
export type { HostStatus, SourceStatus } from "./application/status.ts";
export { LevadaError, LockedError, MisuseError, StorageError } from "./domain/errors.ts";
export { site } from "./sources/site/source.ts";
export { tramites } from "./sources/tramites/source.ts";
export { usgs } from "./sources/usgs/source.ts";
export { buildCanonicalUrl, makeFilename, sanitizeFilename } from "./sources/wiki/naming.ts";
export type { WikiPageDoc } from "./sources/wiki/page-doc.ts";
export { wiki } from "./sources/wiki/source.ts";
