import type { JsonObject } from "../domain/json.ts";
import {
  isCurated,
  type ProcedureFields,
  type ProcedureOutcome,
  type ProcedureRecord,
  type ReviewDecision,
} from "../domain/procedure.ts";
import type { FieldDifference, ProcedureLoss } from "./ports.ts";
import { type Owner, ProcedureNames } from "./procedure-names.ts";
import { normalizedOf, type NormalizingParts, standingAs } from "./procedure-reading.ts";
import {
  type Candidate,
  factsOf,
  flagOf,
  type Found,
  isComparable,
  isFile,
  isToPersons,
  keptBeside,
  likenessTo,
  lossFlagOf,
  outcomeOf,
  ownOf,
  recordOf,
  type Refused,
} from "./procedure-record.ts";
import type { ProcedureShelf } from "./procedure-shelf.ts";

/** Writes what pages say as procedures, and notes what became of them. */
export class ProcedureKeeper {
  readonly #parts: NormalizingParts;
  readonly #shelf: ProcedureShelf;
  readonly #names: ProcedureNames;
  readonly #decisions: ReadonlyMap<string, ReviewDecision>;
  /** When this run looked; one moment for all. */
  readonly #at: string;
  /** Names of files that went in this run. */
  readonly retired = new Set<string>();
  readonly outcomes = new Map<string, number>();

  constructor(
    parts: NormalizingParts,
    shelf: ProcedureShelf,
    decisions: ReadonlyMap<string, ReviewDecision>,
    gone: ReadonlySet<string> = new Set(),
  ) {
    this.#parts = parts;
    this.#shelf = shelf;
    this.#names = new ProcedureNames(shelf, gone);
    this.#decisions = decisions;
    this.#at = new Date(parts.clock.now()).toISOString();
  }

  get shelf(): ProcedureShelf {
    return this.#shelf;
  }

  /**
   * Files first, then the records of all of them. `left` holds the keys that are still to come: pages that others come
   * before stay there, but for the last time.
   */
  async settle(candidates: readonly Candidate[], left: Set<string>, isLast: boolean): Promise<void> {
    const { source, procedures } = this.#parts;
    const named = candidates.flatMap((one) => (one.found.ok ? [namedBy(one, one.found)] : []));
    await this.#names.learn(source, procedures, named, (key) => left.has(key));
    const records: ProcedureRecord[] = [];
    const late = new Set(this.#lateOf(named, left));
    const timely = candidates.filter(({ document }) => !late.has(document.key));
    const others = isLast ? candidates.filter(({ document }) => late.has(document.key)) : [];
    for (const candidate of [...timely, ...others]) {
      records.push(await this.#settleOne(candidate));
      left.delete(candidate.document.key);
    }
    await procedures.note(source, records);
    for (const record of records) this.#tell(record);
  }

  #lateOf(named: readonly ReturnType<typeof namedBy>[], left: ReadonlySet<string>): readonly string[] {
    return named.filter((one) => this.#names.isLate(one, (key) => left.has(key))).map(({ key }) => key);
  }

  /** What is gone at its source goes out of the reader's sight; a curated file stays, and a person is told. */
  async letGo(): Promise<void> {
    const { source, procedures, files } = this.#parts;
    const orphans = (await procedures.orphans(source)).filter(({ outcome }) => outcome !== "gone");
    const heirs = await this.#heirsOf(orphans);
    const noted: ProcedureRecord[] = [];
    for (const record of orphans) {
      if (heirs.has(record.tramite)) {
        this.#tell({ ...record, ...MOVED });
        continue;
      }
      const isKept = isToPersons(record) || (await this.#isCurated(record.tramite));
      if (record.isProposal) await files.withdraw(record.tramite);
      const gone: ProcedureRecord = {
        ...record,
        outcome: "gone",
        reason: "gone",
        detail: "the page is no longer at its source",
        needsReview: isKept,
        isProposal: false,
        since: this.#at,
      };
      if (isKept) noted.push(gone);
      else await this.#retire(ownOf(record));
      this.#tell(gone);
    }
    await procedures.note(source, noted);
    const forgotten = orphans.filter(({ key }) => !noted.some((one) => one.key === key));
    await procedures.forget(
      source,
      forgotten.map(({ key }) => key),
    );
  }

  /** Names of pages that are gone and that another page has now. */
  async #heirsOf(orphans: readonly ProcedureRecord[]): Promise<ReadonlySet<string>> {
    const { source, procedures } = this.#parts;
    const tramites = orphans.map(({ tramite }) => tramite).filter((name) => name !== "");
    if (tramites.length === 0) return new Set();
    const gone = new Set(orphans.map(({ key }) => key));
    const named = await procedures.like(source, { tramites, likenesses: [] });
    const living = named.filter(({ key, outcome }) => !gone.has(key) && !NO_OWNER.has(outcome));
    return new Set(living.map(({ tramite }) => tramite));
  }

  #tell({ key: id, url, outcome, reason, detail, tramite, catalog, isProposal }: ProcedureRecord): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    this.#parts.emit({
      type: "normalized",
      id,
      url,
      outcome,
      reason,
      detail,
      tramite: tramite === "" ? null : tramite,
      completeness: catalog?.completeness_score ?? null,
      proposal: isProposal,
    });
  }

  async #settleOne(candidate: Candidate): Promise<ProcedureRecord> {
    const { found } = candidate;
    if (!found.ok) return this.#refuse(candidate, found);
    const named = namedBy(candidate, found);
    if (this.#shelf.curatedOf(named.key) === undefined) {
      const twin = this.#names.twinOf(named) ?? this.#names.formerTwinOf(named);
      if (twin !== null) return this.#duplicate(candidate, found, twin);
    }
    if (this.#shelf.isUnreadable(candidate.before?.tramite ?? "")) return this.#leave(candidate);
    const tramite = this.#names.nameOf(named);
    const settled = await this.#underName(candidate, tramite);
    return settled.found.ok
      ? this.#keep(settled, settled.found, tramite)
      : this.#refuse(settled, settled.found);
  }

  /** As it reads under this name: the words of other files are left to these, and those of its own are not. */
  async #underName(candidate: Candidate, tramite: string): Promise<Candidate> {
    const page = standingAs(candidate, tramite, this.#shelf, this.#parts.rules.version);
    if (page.claims.mark === candidate.claims.mark) return page;
    return { ...page, found: await normalizedOf(page, this.#parts) };
  }

  async #keep(candidate: Candidate, found: Found, tramite: string): Promise<ProcedureRecord> {
    const { procedure } = found;
    const curated = (await this.#isCurated(tramite)) ? await this.#parts.files.read(tramite) : null;
    const former = ownOf(candidate.before);
    const record =
      curated === null
        ? await this.#store(candidate, found, { ...procedure, id: tramite, tramite })
        : await this.#propose(candidate, found, { ...procedure, tramite }, curated);
    if (former !== tramite) await this.#retire(former);
    await this.#place(candidate, `data/extracted/${tramite}`);
    return record;
  }

  /**
   * What an earlier version of the page has said stays, and is flagged: one bad day of a site takes nothing away. So is
   * what a person has written of a page that was none from the first.
   */
  async #refuse(candidate: Candidate, refused: Refused): Promise<ProcedureRecord> {
    const { outcome, reason, detail } = refused;
    const { before, document } = candidate;
    const isRejected = reason === "rejected";
    if (isRejected) await this.#retire(ownOf(before));
    const own = ownOf(before) || (this.#shelf.curatedOf(document.key)?.tramite ?? "");
    const kept = isRejected ? "" : own;
    await this.#place(candidate, this.#parts.extraction.stem(candidate.document));
    return this.#record(candidate, outcome, {
      reason,
      needsReview: kept !== "" || refused.isDoubtful,
      detail: kept === "" ? detail : `${detail}; ${kept} is left as it was`,
      tramite: kept,
      catalog: kept === "" ? null : (before?.catalog ?? null),
    });
  }

  /** Its file cannot be read: whatever a person has meant with it stays. */
  #leave(candidate: Candidate): ProcedureRecord {
    const { before } = candidate;
    const { tramite = "" } = before ?? {};
    return this.#record(candidate, before?.outcome ?? "unchanged", {
      ...before,
      terms: candidate.terms,
      reason: "unreadable_file",
      detail: `data/tramites/${tramite}.json is no JSON object; mend it or take it away`,
      needsReview: true,
    });
  }

  async #duplicate(candidate: Candidate, found: Found, twin: Owner): Promise<ProcedureRecord> {
    const named = namedBy(candidate, found);
    const own = this.#names.ownOf(named);
    const isKept = own !== twin.tramite && this.#names.saysAnother(named);
    if (!isKept && own !== twin.tramite) await this.#retire(ownOf(candidate.before));
    await this.#place(candidate, this.#parts.extraction.stem(candidate.document));
    return this.#record(candidate, "duplicate", {
      tramite: twin.tramite,
      ...(isKept ? keptBeside(own, twin, candidate) : likenessTo(twin, candidate, found)),
      contentHash: found.row.content_hash,
      // That of the other, so that it is looked at again when that one says something else.
      likeness: twin.likeness,
    });
  }

  async #store(candidate: Candidate, found: Found, procedure: ProcedureFields): Promise<ProcedureRecord> {
    const { files, rules } = this.#parts;
    const tramite = String(procedure["tramite"]);
    const current = await files.read(tramite);
    const loss = this.#lossOf(candidate, found, procedure, current);
    const stored = loss?.kept ?? procedure;
    const isNews = current?.["content_hash"] !== stored["content_hash"];
    if (current === null || !isSame(current, stored))
      await files.write(tramite, stored, { keepsPrevious: isNews });
    const isOpen = loss !== null && (await this.#putBeside(candidate, found, procedure, stored)).length > 0;
    const flag = loss === null ? flagOf(candidate, found, tramite) : lossFlagOf(loss, tramite, isOpen);
    const row = rules.describe(stored) ?? found.row;
    return this.#record(candidate, outcomeOf(candidate, found, current), {
      ...factsOf(candidate, { ...found, row }, tramite, flag.needsReview ? "review" : "auto"),
      contentHash: found.row.content_hash,
      ...flag,
    });
  }

  /** Of the procedure that this very page has had. */
  #lossOf(
    candidate: Candidate,
    found: Found,
    procedure: ProcedureFields,
    current: ProcedureFields | null,
  ): ProcedureLoss | null {
    const tramite = String(procedure["tramite"]);
    const isOwn = this.#names.ownOf(namedBy(candidate, found)) === tramite;
    return current !== null && isOwn && isComparable(candidate)
      ? this.#parts.rules.loss(current, procedure)
      : null;
  }

  async #propose(
    candidate: Candidate,
    found: Found,
    proposal: ProcedureFields,
    curated: ProcedureFields,
  ): Promise<ProcedureRecord> {
    const { files } = this.#parts;
    const tramite = String(proposal["tramite"]);
    const outcome = outcomeOf(candidate, found, (await files.proposal(tramite))?.proposal ?? null);
    const facts = factsOf(candidate, found, tramite, "manual");
    const changes = await this.#putBeside(candidate, found, proposal, curated);
    if (changes.length === 0) return this.#record(candidate, outcome, facts);
    const fields = changes.map(({ field }) => field);
    return this.#record(candidate, outcome, {
      ...facts,
      reason: "differs_from_curated",
      needsReview: true,
      detail: `${fields.length} fields differ: ${fields.join(", ")}`,
      isProposal: true,
    });
  }

  /** A proposal, where there is something to decide; else none is left. Answers what it would change. */
  async #putBeside(
    candidate: Candidate,
    found: Found,
    proposal: ProcedureFields,
    file: ProcedureFields,
  ): Promise<readonly FieldDifference[]> {
    const { files, rules } = this.#parts;
    const tramite = String(proposal["tramite"]);
    const changes = this.#isDecided(candidate, found) ? [] : rules.diff(file, proposal);
    if (changes.length === 0) {
      await files.withdraw(tramite);
      return changes;
    }
    const there = await files.proposal(tramite);
    const difference = {
      tramite,
      source_url: candidate.document.url,
      curated_path: `data/tramites/${tramite}.json`,
      proposal_path: `data/ingestion/proposals/${tramite}.json`,
      changes: JSON.parse(JSON.stringify(changes)) as JsonObject[],
    };
    if (there === null || !isSame(there.proposal, proposal) || !isSame(there.difference, difference))
      await files.propose(tramite, proposal, difference);
    return changes;
  }

  /** A person has looked at exactly this version. */
  #isDecided({ document }: Candidate, { row }: Found): boolean {
    return this.#decisions.get(document.key)?.of === row.content_hash;
  }

  #record(candidate: Candidate, outcome: ProcedureOutcome, facts: Partial<ProcedureRecord>): ProcedureRecord {
    const { version } = this.#parts.rules;
    const settled = standingAs(candidate, facts.tramite ?? "", this.#shelf, version);
    return recordOf(settled, outcome, facts, this.#at);
  }

  /**
   * A reading bears the name of its procedure; before it has one, that of its page. It is there under its new name before
   * that is noted, and under its old one until then.
   */
  async #place({ document, extract, before }: Candidate, stem: string): Promise<void> {
    if (extract.stem === "") return;
    const { source, extracts, extractFiles, extraction } = this.#parts;
    if (extract.stem !== stem) {
      await extractFiles.copy(extract.stem, stem);
      await extracts.note(source, [{ ...extract, stem }]);
    }
    const own = ownOf(before);
    const others = [
      extract.stem,
      extraction.stem(document),
      ...(own === "" ? [] : [`data/extracted/${own}`]),
    ];
    await extractFiles.remove([...new Set(others)].filter((other) => other !== stem));
  }

  async #isCurated(tramite: string): Promise<boolean> {
    if (tramite === "") return false;
    const file = await this.#parts.files.read(tramite);
    return file !== null && isCurated(file);
  }

  async #retire(tramite: string): Promise<void> {
    if (tramite === "" || this.#shelf.isUnreadable(tramite) || (await this.#isCurated(tramite))) return;
    await this.#parts.files.retire(tramite);
    this.retired.add(tramite);
  }
}

const NO_OWNER: ReadonlySet<ProcedureOutcome> = new Set(["duplicate", "gone"]);

const MOVED = {
  outcome: "gone",
  reason: "gone",
  detail: "the page is no longer at its source; another one has its procedure now",
  isProposal: false,
} as const;

function namedBy({ document, before }: Candidate, { row, likeness }: Found) {
  const { key, url } = document;
  return { key, url, id: row.tramite_id, likeness, before, isFile: isFile(document) };
}

/** When it was read does not matter. */
function isSame(a: ProcedureFields, b: ProcedureFields): boolean {
  const text = (fields: ProcedureFields) => JSON.stringify({ ...fields, extracted_at: null });
  return text(a) === text(b);
}
