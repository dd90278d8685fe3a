import type { ProcedureCounts } from "../domain/events.ts";
import type { CatalogRow, ProcedureRecord, ReviewItem } from "../domain/procedure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import { LinkDoubts } from "./link-doubts.ts";
import { lostAmong, LostPages } from "./lost-pages.ts";
import type { KnownItem, LinkRecord } from "./ports.ts";
import type { ProcedureKeeper } from "./procedure-keeping.ts";
import type { NormalizingParts } from "./procedure-reading.ts";
import type { Shelved } from "./procedure-shelf.ts";

/** Catalog and review queue (P31, P32), made anew from what is noted. */
export class ProcedureAccount {
  readonly #parts: NormalizingParts;
  readonly #keeper: Pick<ProcedureKeeper, "shelf" | "retired" | "outcomes">;
  readonly #rows = new Map<string, CatalogRow>();
  readonly #queue: ReviewItem[] = [];
  readonly #proposals = new Set<string>();
  readonly #linkDoubts = new LinkDoubts();
  readonly #lostPages = new LostPages();

  constructor(parts: NormalizingParts, keeper: Pick<ProcedureKeeper, "shelf" | "retired" | "outcomes">) {
    this.#parts = parts;
    this.#keeper = keeper;
  }

  async write(): Promise<ProcedureCounts> {
    const { files, clock } = this.#parts;
    await this.#takeShelf();
    await this.#takeRecords();
    await this.#withdrawOthers();
    const decisions = await files.decisions();
    this.#lostPages.addTo(this.#queue, await files.reviewQueue(), decisions);
    this.#linkDoubts.addTo(this.#queue, decisions);
    const rows = [...this.#rows.values()].toSorted((a, b) => (a.tramite_id < b.tramite_id ? -1 : 1));
    const at = new Date(clock.now()).toISOString();
    await files.writeCatalog(streamed(rows), at, rows.length);
    const oldestFirst = (a: ReviewItem, b: ReviewItem) =>
      `${a.since} ${a.id}` < `${b.since} ${b.id}` ? -1 : 1;
    await files.writeReviewQueue(streamed(this.#queue.toSorted(oldestFirst)), at);
    return {
      stored: rows.length,
      proposals: this.#proposals.size,
      review: this.#queue.length,
      outcomes: Object.fromEntries(this.#keeper.outcomes),
      coverage: coverageOf(rows),
      completeness: histogramOf(rows),
    };
  }

  /** Proposals to files that have another name now, or none. */
  async #withdrawOthers(): Promise<void> {
    const { files } = this.#parts;
    for (const tramite of await files.proposals())
      if (!this.#proposals.has(tramite)) await files.withdraw(tramite);
  }

  /** Every file that is there stands in the catalog, also one that no page is known of. */
  async #takeShelf(): Promise<void> {
    const files = [...this.#keeper.shelf].filter(({ tramite }) => !this.#keeper.retired.has(tramite));
    for (let from = 0; from < files.length; from += BATCH)
      await this.#takeFiles(files.slice(from, from + BATCH));
  }

  async #takeFiles(files: readonly Shelved[]): Promise<void> {
    const keys = files.flatMap(({ pageKey }) => pageKey ?? []);
    const links = await this.#links(keys);
    const named = files.flatMap(({ pageKeys }) => pageKeys);
    const known = await this.#parts.registry.find(this.#parts.source, named);
    for (const { tramite, row, isCurated, pageKey, pageKeys } of files) {
      const link = links.get(pageKey ?? "");
      const document = known.get(pageKey ?? "")?.document ?? null;
      this.#linkDoubts.take({ tramite, isCurated, document, extractedPath: null }, link);
      const lost = isCurated ? lostAmong(pageKeys.flatMap((key) => known.get(key) ?? [])) : null;
      if (lost !== null) this.#lostPages.take(tramite, lost, new Date(this.#parts.clock.now()).toISOString());
      if (row === null) continue;
      this.#rows.set(tramite, {
        ...row,
        tramite_id: tramite,
        verification_status: isCurated ? "manual" : "auto",
        ingestion_method: "import",
        outcome: lost === null ? "unchanged" : "gone",
        link_status: link?.state ?? null,
      } as CatalogRow);
    }
  }

  async #links(keys: readonly string[]): Promise<ReadonlyMap<string, LinkRecord>> {
    const { source, links } = this.#parts;
    return (await links?.find(source, keys)) ?? new Map();
  }

  async #takeRecords(): Promise<void> {
    const { source, procedures, registry } = this.#parts;
    for (let after: string | null = ""; after !== null;) {
      const page: Awaited<ReturnType<typeof procedures.all>> = await procedures.all(source, after);
      const keys = page.records.map(({ key }) => key);
      const known = await registry.find(source, keys);
      const stems = await this.#parts.extracts.find(source, keys);
      const links = await this.#links(keys);
      for (const record of page.records) {
        const item = known.get(record.key);
        const link = links.get(record.key);
        const document = item?.document ?? null;
        const stem = stems.get(record.key)?.stem ?? "";
        this.#takeRow(record, item, link);
        this.#takeLink(record, link, document, stem);
        this.#takeDoubt(record, document, stem);
      }
      after = page.next;
    }
  }

  #takeRow(
    { tramite, catalog, outcome, since }: ProcedureRecord,
    item: KnownItem | undefined,
    link: LinkRecord | undefined,
  ): void {
    if (tramite === "" || outcome === "gone" || (catalog === null && outcome === "duplicate")) return;
    // What a person has written is described as it is; the page only tells where it came from.
    const curated = this.#keeper.shelf.get(tramite)?.isCurated === true ? this.#rows.get(tramite) : undefined;
    const described = curated ?? catalog;
    if (described === null) return;
    const isNews = Date.parse(since) >= this.#parts.changedSince;
    const row = {
      ingestion_method: (catalog ?? described).ingestion_method,
      last_verified_at: seenAt(item) ?? catalog?.last_verified_at ?? null,
      link_status: link?.state ?? null,
      outcome: isNews || !["new", "updated"].includes(outcome) ? outcome : "unchanged",
    };
    this.#rows.set(tramite, { ...described, ...row } as CatalogRow);
  }

  #takeLink(
    { tramite, outcome }: ProcedureRecord,
    link: LinkRecord | undefined,
    document: StoredDocument | null,
    stem: string,
  ): void {
    if (tramite === "" || outcome === "duplicate") return;
    const isCurated = this.#keeper.shelf.get(tramite)?.isCurated === true;
    if (isCurated || outcome !== "gone")
      this.#linkDoubts.take({ tramite, isCurated, document, extractedPath: extractedOf(stem) }, link);
  }

  #takeDoubt(record: ProcedureRecord, document: StoredDocument | null, stem: string): void {
    if (record.isProposal) this.#proposals.add(record.tramite);
    if (!record.needsReview) return;
    const { key, url, tramite, outcome, reason, detail, since, isProposal } = record;
    const beside = `data/ingestion/proposals/${tramite}`;
    this.#queue.push({
      id: tramite === "" ? key : tramite,
      tramite: tramite === "" ? null : tramite,
      url_hash: key,
      source_url: url,
      outcome,
      reason,
      detail,
      since,
      raw_path: document?.localPath ?? null,
      extracted_path: extractedOf(stem),
      proposal_path: isProposal ? `${beside}.json` : null,
      diff_path: isProposal ? `${beside}.diff.json` : null,
      of: isProposal ? record.contentHash : (document?.sha256 ?? record.contentHash),
    });
  }
}

function extractedOf(stem: string): string | null {
  return stem === "" ? null : `${stem}.extracted.json`;
}

/** Files whose links are looked up at a time. */
const BATCH = 500;

async function* streamed<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values;
}

/** When the page was last seen to be as it is. */
function seenAt(item: KnownItem | undefined): string | null {
  const { document, check } = item ?? {};
  if (document == null) return null;
  return check?.at == null ? document.storedAt : new Date(check.at).toISOString();
}

function coverageOf(rows: readonly CatalogRow[]): Record<string, number> {
  const coverage: Record<string, number> = {};
  for (const field of rows.flatMap(({ filled }) => filled)) coverage[field] = (coverage[field] ?? 0) + 1;
  return coverage;
}

function histogramOf(rows: readonly CatalogRow[]): number[] {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (const { completeness_score: score } of rows) {
    const tenth = Math.min(9, Math.floor(score * 10));
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  return tenths;
}
