import type { ProcedureCounts } from "../domain/events.ts";
import {
  LINK_DECISION,
  type Office,
  type ProcedureRecord,
  type ReviewDecision,
} from "../domain/procedure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { Source } from "../domain/source.ts";
import { ProcedureAccount } from "./procedure-account.ts";
import { ProcedureKeeper } from "./procedure-keeping.ts";
import { normalizedOf, type NormalizingParts, type Open, standingAs } from "./procedure-reading.ts";
import { type Candidate, isFile } from "./procedure-record.ts";
import { ProcedureShelf } from "./procedure-shelf.ts";
import { storedDocuments } from "./reading.ts";
import { SharedLines } from "./shared-lines.ts";

export type ProcedurePorts = Pick<NormalizingParts, "rules" | "procedures" | "files">;

/** Null where the pages of a source are no procedures. */
export function normalizingOf<O>(
  { name: source, extraction, pages, officeOf }: Source<O>,
  options: O,
  parts: Omit<NormalizingParts, "source" | "extraction" | "identify" | "officeOf">,
): Normalizing | null {
  if (extraction === undefined || pages === undefined || officeOf === undefined) return null;
  const { identify } = pages;
  return new Normalizing({
    ...parts,
    source,
    extraction,
    identify,
    officeOf: (document) => officeOf(document, options),
  });
}

/**
 * Makes procedures of what pages say (P23–P32), after a run has read them:
 *
 *   readings ──▶ lines of sites told ──▶ outdated ones normalized ──▶ names and duplicates settled ──▶ files ──▶ noted ──▶ catalog, review queue
 *
 * Everything it writes follows from readings, the user's files and the decisions of people, in an order that does not
 * depend on who was read first. A page is noted when its files are in place, so that a kill costs no more than doing
 * the rest again.
 */
export class Normalizing {
  readonly #parts: NormalizingParts;
  /** Names of procedures whose proposal is there, and can be read. */
  readonly #proposed = new Set<string>();

  constructor(parts: NormalizingParts) {
    this.#parts = parts;
  }

  async finish(): Promise<ProcedureCounts | null> {
    const { files, rules, identify, procedures, source } = this.#parts;
    if (this.#isOver()) return null;
    const shelf = await ProcedureShelf.read(files, rules, (url) => identify(url)?.key ?? null);
    await shelf.follow((keys) => this.#ledTo(keys));
    await this.#warnOf(shelf);
    for (const tramite of await files.proposals())
      if ((await files.proposal(tramite)) !== null) this.#proposed.add(tramite);
    const decisions = new Map(
      (await files.decisions())
        .filter(({ of }) => !of.startsWith(LINK_DECISION))
        .map((decision) => [decision.url_hash, decision]),
    );
    const offices = new Offices(this.#parts, await files.offices());
    const known = { shelf, decisions, offices, shared: await SharedLines.read(this.#parts) };
    const gone = new Set((await procedures.orphans(source)).map(({ key }) => key));
    const keeper = new ProcedureKeeper(this.#parts, shelf, decisions, gone);
    const outdated = await this.#outdated(known);
    if (offices.areNew) await files.writeOffices(offices.known);
    await this.#settle(outdated, keeper, async (keys) => this.#open(await this.#documents(keys), known));
    if (this.#isOver()) return null;
    await keeper.letGo();
    await this.#settleWidows(known, keeper);
    return await new ProcedureAccount(this.#parts, keeper).write();
  }

  #isOver(): boolean {
    return this.#parts.signals.stop.aborted;
  }

  /** The pages that addresses redirect to. */
  async #ledTo(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { source, registry } = this.#parts;
    const led = new Map<string, string>();
    for (let from = 0; from < keys.length; from += PAGE)
      for (const [key, { document }] of await registry.find(source, keys.slice(from, from + PAGE)))
        if (document !== null) led.set(key, document.key);
    return led;
  }

  async #warnOf({ unreadable, changed }: ProcedureShelf): Promise<void> {
    const { emit, files } = this.#parts;
    for (const tramite of unreadable)
      emit({
        type: "warning",
        code: "unreadable_procedure",
        message: `data/tramites/${tramite}.json is no JSON object; it is left alone: mend it or take it away`,
      });
    for (const tramite of changed)
      emit({
        type: "warning",
        code: "changed_procedure",
        message: `data/tramites/${tramite}.json is not as it was written; mark it as checked ("verificado": true) to keep it so, or take it away to have it made anew`,
      });
    for (const message of await files.reviewProblems())
      emit({ type: "warning", code: "unreadable_review", message });
  }

  /** Keys of pages whose procedure does not follow from what is known today, in the order in which they are settled. */
  async #outdated(known: Known): Promise<readonly string[]> {
    const { source, registry } = this.#parts;
    const waiting: Waiting[] = [];
    let page: StoredDocument[] = [];
    const take = async () => {
      for (const { document } of await this.#open(page, known))
        waiting.push(waitingOf(document, known.shelf));
      page = [];
    };
    for await (const document of storedDocuments(source, registry)) {
      if (this.#isOver()) return [];
      if (page.push(document) >= PAGE) await take();
    }
    await take();
    return inOrder(waiting);
  }

  /** Of these documents, those that are to be looked at. */
  async #open(documents: readonly StoredDocument[], known: Known): Promise<Open[]> {
    const { source, extracts, procedures, rules, isFromThisRun = () => false } = this.#parts;
    const { shelf, decisions, offices, shared } = known;
    const keys = documents.map(({ key }) => key);
    const [read, records] = [await extracts.find(source, keys), await procedures.find(source, keys)];
    return documents.flatMap((document) => {
      const { key } = document;
      const extract = read.get(key);
      const before = records.get(key);
      if (extract === undefined || extract.sha256 !== document.sha256) return [];
      const office = offices.of(document) ?? before?.office ?? null;
      const decision = decisions.get(key);
      const lines = shared.of(document, extract, before);
      const page = { document, extract, before, office, decision, lines };
      const open = standingAs(page, before?.tramite ?? "", shelf, rules.version);
      const isSettled = before?.terms === open.terms && this.#isInPlace(before, shelf);
      return isSettled && !isFromThisRun(key) ? [] : [open];
    });
  }

  /** Whether the files that a record speaks of are there: a person may have taken them away, or a disk have lost them. */
  #isInPlace({ tramite, catalog, isProposal }: ProcedureRecord, shelf: ProcedureShelf): boolean {
    if (isProposal && !this.#proposed.has(tramite)) return false;
    return tramite === "" || catalog === null || shelf.get(tramite) !== undefined;
  }

  /** Only a batch of pages is in memory at a time, with all that is known of them. */
  async #settle(
    keys: readonly string[],
    keeper: ProcedureKeeper,
    openOf: (keys: readonly string[]) => Promise<readonly Open[]>,
  ): Promise<void> {
    const left = new Set(keys);
    const settle = async (waiting: readonly string[], isLast: boolean) => {
      for (let from = 0; from < waiting.length && !this.#isOver(); from += BATCH) {
        const batch: Candidate[] = [];
        for (const open of await openOf(waiting.slice(from, from + BATCH)))
          batch.push({ ...open, found: await normalizedOf(open, this.#parts) });
        await keeper.settle(batch, left, isLast);
      }
    };
    // Those of one batch are noted at once: a kill does not come between them.
    await settle(keys, keys.length <= BATCH);
    await settle([...left], true);
  }

  /** In the order of their keys. */
  async #documents(keys: readonly string[]): Promise<readonly StoredDocument[]> {
    const found = await this.#parts.registry.find(this.#parts.source, keys);
    return keys.flatMap((key) => found.get(key)?.document ?? []);
  }

  /** What another page said too stands for itself once that page says something else, or is gone. */
  async #settleWidows({ decisions, shared, shelf }: Known, keeper: ProcedureKeeper): Promise<void> {
    const { source, procedures, extracts, rules } = this.#parts;
    const widows = await this.#documents(await procedures.widows(source));
    const openOf = async (keys: readonly string[]) => {
      const known = await procedures.find(source, keys);
      const read = await extracts.find(source, keys);
      return (await this.#documents(keys)).flatMap((document) => {
        const [before, extract] = [known.get(document.key), read.get(document.key)];
        if (before === undefined || extract === undefined) return [];
        const { office, tramite } = before;
        const lines = shared.of(document, extract, before);
        const decision = decisions.get(document.key);
        const page = { document, extract, before, office, decision, lines };
        return standingAs(page, tramite, shelf, rules.version);
      });
    };
    await this.#settle(inOrder(widows.map((document) => waitingOf(document))), keeper, openOf);
  }
}

/** What all pages are looked at with. */
interface Known {
  readonly shelf: ProcedureShelf;
  readonly decisions: ReadonlyMap<string, ReviewDecision>;
  readonly offices: Offices;
  readonly shared: SharedLines;
}

/** A page to look at: there may be many, so no more is held of each than says when it is its turn. */
interface Waiting {
  readonly key: string;
  readonly url: string;
  readonly rank: number;
}

function waitingOf(document: StoredDocument, shelf?: ProcedureShelf): Waiting {
  const { key, url } = document;
  return { key, url, rank: shelf?.curatedOf(key) !== undefined ? 0 : isFile(document) ? 2 : 1 };
}

/** Pages of curated files first, pages before files, then the simplest address: whoever was fetched first has no say. */
function inOrder(waiting: readonly Waiting[]): readonly string[] {
  const byRank = (a: Waiting, b: Waiting) =>
    a.rank - b.rank || a.url.length - b.url.length || (a.url < b.url ? -1 : 1);
  return waiting.toSorted(byRank).map(({ key }) => key);
}

/** The offices of pages, also of those whose registry is not at hand. */
class Offices {
  readonly #parts: Pick<NormalizingParts, "officeOf" | "isRegistryGiven">;
  readonly known: Record<string, Office>;
  areNew = false;

  constructor(
    parts: Pick<NormalizingParts, "officeOf" | "isRegistryGiven">,
    known: Readonly<Record<string, Office>>,
  ) {
    this.#parts = parts;
    this.known = { ...known };
  }

  of(document: StoredDocument): Office | null {
    const id = document.fields["source_id"];
    if (typeof id !== "string") return null;
    const noted = Object.hasOwn(this.known, id) ? (this.known[id] ?? null) : null;
    if (noted !== null && !this.#parts.isRegistryGiven) return noted;
    const given = this.#parts.officeOf(document);
    if (given === null) return noted;
    if (JSON.stringify(given) !== JSON.stringify(noted)) {
      this.known[id] = given;
      this.areNew = true;
    }
    return given;
  }
}

/** Documents whose records are looked up at a time. */
const PAGE = 500;
/** Pages that are settled and noted together. */
const BATCH = 50;
