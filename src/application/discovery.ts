import { compare, type Change, type ChangeRules } from "../domain/change.ts";
import type { DiscoveryOutcome, EventBody } from "../domain/events.ts";
import { describe, type Failure } from "../domain/failure.ts";
import { judge } from "../domain/judge.ts";
import type { Finding, Reference } from "../domain/reference.ts";
import type { DiscoverContext, Source } from "../domain/source.ts";
import type { Tally } from "../domain/tally.ts";
import type { HeldHosts, RunRequest } from "./engine.ts";
import type { Clock, Frontier, KnownItem, NotedItem, Registry } from "./ports.ts";
import type { UnderWay } from "./under-way.ts";

/** References are looked up and queued together: as many as come without waiting, at most this many. */
const BATCH = 256;
const BATCH_MS = 20;

/** Items by key whose page could not be read. */
export type Noted = ReadonlyMap<string, "failed" | "skipped">;

export interface Judged {
  readonly reference: Reference;
  readonly change: Change;
  readonly known: KnownItem | undefined;
}

interface Parts<O> {
  readonly source: Source<O>;
  readonly context: DiscoverContext<O>;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly rules: ChangeRules;
  readonly limit: number;
  readonly tally: Tally;
  readonly emit: (event: EventBody) => void;
  /** Takes on what must be fetched, in order. */
  readonly take: (wanted: readonly Judged[]) => Promise<void>;
  /** Knows what has been found and not ended, where the source waits for it. */
  readonly underWay: UnderWay | null;
  /** Ends what was left over and need not be fetched any more. */
  readonly conclude: (keys: readonly string[]) => Promise<void>;
  /** Sees what need not be fetched. */
  readonly pass: (judged: Judged) => void;
  /** Learns of hosts that must not be asked. */
  readonly held: HeldHosts;
  /** Items whose page could not be read in an earlier run, and how they ended. */
  readonly noted: Noted;
  /** Remembers items whose page cannot be read, and forgets those whose page was. */
  readonly remember: (unreadable: readonly NotedItem[], readable: readonly string[]) => Promise<void>;
  /** Ends the run: what was found cannot be kept. */
  readonly fail: (error: unknown) => void;
}

/**
 * Pulls findings out of a source, compares them with what is known and hands on what must be fetched.
 * It never pulls more than the limit still needs: a catalog page that is not needed is not asked for (U12).
 */
export class Discovery<O> {
  readonly #parts: Parts<O>;
  readonly #seen = new Set<string>();
  #batch: Reference[] = [];
  readonly #unread = new Map<string, NotedItem>();
  readonly #readable = new Set<string>();
  readonly #gone = new Map<string, Extract<Finding, { kind: "gone" }>>();
  readonly #again = new Set<string>();
  #taken = 0;
  #failed = false;
  #held = false;

  constructor(parts: Parts<O>) {
    this.#parts = parts;
  }

  /** A document left over from an earlier run counts against the limit before anything new is looked for. */
  async resume(references: readonly Reference[]): Promise<boolean> {
    const unseen = references.filter(({ key }) => !this.#seen.has(key));
    const chosen = unseen.slice(0, this.#parts.limit - this.#taken);
    for (const { key, url } of chosen) {
      this.#seen.add(key);
      this.#parts.underWay?.begin(key, url);
    }
    this.#parts.tally.found(chosen.length);
    const known = await this.#find(chosen);
    const { rules } = this.#parts;
    const judged = chosen.map((reference) => leftOver(reference, known.get(reference.key), rules));
    const settled = judged.filter((one) => !isWanted(one));
    await this.#parts.conclude(settled.map(({ reference }) => reference.key));
    for (const one of settled) this.#pass(one);
    await this.#take(judged.filter(isWanted));
    return this.#wantsMore();
  }

  /** With `only`, no more than these items are looked at. */
  async run(only: ReadonlySet<string> | null): Promise<DiscoveryOutcome> {
    const { source, context } = this.#parts;
    const readable = (key: string) => void this.#readable.add(key);
    const findings = source.discover({ ...context, only, readable })[Symbol.asyncIterator]();
    try {
      while (this.#wantsMore()) {
        const next = await this.#pull(findings);
        if (next.done === true) break;
        this.#note(next.value);
        if (this.#batch.length >= Math.min(BATCH, this.#parts.limit - this.#taken)) await this.#flush();
      }
      await this.#flush();
    } catch (error) {
      // The source may be waiting for a page that nobody will fetch now: it lets go when the run stops, not before.
      this.#parts.fail(error);
      throw error;
    } finally {
      await findings.return?.();
    }
    const outcome = this.#outcome();
    await this.#remember();
    return outcome;
  }

  /** Stored documents that are proven to be gone. */
  get gone(): ReadonlyMap<string, string> {
    // What one list no longer has, another may.
    const isFound = ({ key, aliases = [] }: { key: string; aliases?: readonly string[] }) =>
      [key, ...aliases].some((one) => this.#seen.has(one));
    const gone = [...this.#gone.values()].filter((one) => !isFound(one));
    return new Map(gone.map(({ key, reason }) => [key, reason]));
  }

  /** By its own address, so far. */
  isFound(key: string): boolean {
    return this.#seen.has(key);
  }

  #remember(): Promise<void> {
    const { noted, remember } = this.#parts;
    const readable = [...this.#readable].filter((key) => noted.has(key) && !this.#unread.has(key));
    return remember([...this.#unread.values()], readable);
  }

  #wantsMore(): boolean {
    return !this.#parts.context.signal.aborted && this.#taken < this.#parts.limit;
  }

  #outcome(): DiscoveryOutcome {
    if (this.#held) return "held";
    if (this.#parts.context.signal.aborted) return "interrupted";
    if (this.#failed) return "failed";
    return this.#taken >= this.#parts.limit ? "limited" : "complete";
  }

  /** While the source waits for the network, what it has found so far is worked on. */
  async #pull(findings: AsyncIterator<Finding>): Promise<IteratorResult<Finding>> {
    const next = findings.next();
    if (this.#batch.length === 0) return next;
    const timer = new AbortController();
    const pause = this.#parts.clock.sleep(BATCH_MS, timer.signal).then(() => null);
    const first = await Promise.race([next, pause]);
    timer.abort();
    if (first === null) await this.#flush();
    return next;
  }

  #note(finding: Finding): void {
    const { tally, emit } = this.#parts;
    switch (finding.kind) {
      case "document":
        if (this.#seen.has(finding.reference.key)) return;
        this.#seen.add(finding.reference.key);
        this.#parts.underWay?.begin(finding.reference.key, finding.reference.url);
        this.#parts.tally.found();
        if (finding.again === true) this.#again.add(finding.reference.key);
        this.#batch.push(finding.reference);
        return;
      case "filtered":
        tally.filtered++;
        return emit({ type: "filtered", reason: finding.reason, url: finding.url });
      case "rejected": {
        const { field, value, where, reason } = finding;
        const message = `${where}: ${field} ${JSON.stringify(value.slice(0, 200))} rejected (${reason})`;
        emit({ type: "warning", code: `rejected_${field}`, message });
        tally.found();
        tally.end("skipped", reason);
        return emit({ type: "skipped", id: "", url: where, reason, error: message });
      }
      case "gone":
        return void this.#gone.set(finding.key, finding);
      case "unreadable":
        return this.#unreadable(finding.key, finding.url, finding.failure);
      case "catalog_failed":
        return this.#catalogFailed(finding.url, finding.failure);
    }
  }

  #unreadable(id: string, url: string, failure: Failure): void {
    const verdict = judge(failure, Infinity, this.#parts.source.policy);
    if (verdict.action === "hold") return this.#hold(failure);
    if (this.#unread.has(id)) return;
    const state = verdict.action === "skip" ? "skipped" : "failed";
    const reason = verdict.action === "retry" ? failure.kind : verdict.reason;
    this.#parts.tally.found();
    this.#parts.tally.end(state, reason);
    const error = describe(failure);
    this.#parts.emit({ type: state, id, url, reason, error });
    this.#unread.set(id, { key: id, url, state, reason, error });
  }

  #catalogFailed(url: string, failure: Failure): void {
    const verdict = judge(failure, Infinity, this.#parts.source.policy);
    if (verdict.action === "hold") return this.#hold(failure);
    this.#failed = true;
    const message = `catalog ${url}: ${describe(failure)}`;
    this.#parts.emit({ type: "warning", code: failure.kind, message });
  }

  /** The source may go on: other hosts can still be asked. */
  #hold(failure: Failure): void {
    if (failure.kind === "interrupted") return;
    this.#held = true;
    this.#parts.held.add(failure);
  }

  #find(references: readonly Reference[]): Promise<ReadonlyMap<string, KnownItem>> {
    const { registry, source } = this.#parts;
    return registry.find(
      source.name,
      references.map(({ key }) => key),
    );
  }

  async #flush(): Promise<void> {
    const { rules, source } = this.#parts;
    if (this.#batch.length === 0) return;
    const references = this.#batch;
    this.#batch = [];
    const known = await this.#find(references);
    const wanted: Judged[] = [];
    for (const reference of references) {
      const before = known.get(reference.key);
      const again = this.#again.delete(reference.key);
      const isLeftOver = source.together !== undefined && before?.state === "pending";
      const change = compare(reference, before, again || isLeftOver ? { ...rules, resume: false } : rules);
      const judged = { reference, known: before, change };
      if (isWanted(judged)) wanted.push(judged);
      else this.#pass(judged);
    }
    await this.#take(wanted);
  }

  #pass(judged: Judged): void {
    const { change } = judged;
    if (change.kind === "gone") this.#parts.tally.end("skipped", change.reason);
    else this.#parts.tally.end("unchanged");
    this.#parts.pass(judged);
    this.#parts.underWay?.end(judged.reference.key);
  }

  async #take(wanted: readonly Judged[]): Promise<void> {
    if (wanted.length === 0) return;
    this.#taken += wanted.length;
    await this.#parts.take(wanted);
  }
}

function isWanted({ change }: Judged): boolean {
  return change.kind === "new" || change.kind === "changed";
}

/** Leftovers are fetched whatever the listing would say of them now; what the server is asked about, it is asked. */
function leftOver(reference: Reference, known: KnownItem | undefined, rules: ChangeRules): Judged {
  if (rules.revalidates) return { reference, known, change: compare(reference, known, rules) };
  const change: Change = known?.document ? { kind: "changed", conditional: false } : { kind: "new" };
  return { reference, known, change };
}

/**
 * What earlier runs left over comes first; then the source is asked, unless only failed documents are wanted. Where
 * documents come together their source has listed them all, and knows more of them than what was left over: then it is
 * asked first, and only what it no longer speaks of is taken as it was.
 */
export async function discover<O>(
  request: RunRequest<O>,
  frontier: Frontier,
  discovery: Discovery<O>,
  noted: Noted,
  emit: (event: EventBody) => void,
): Promise<DiscoveryOutcome> {
  const { source, retryFailed } = request;
  const listsAll = source.together !== undefined && !retryFailed;
  if (!listsAll) await resumeLeftovers(request, frontier, discovery);
  const failed = [...noted].filter(([, ended]) => ended === "failed").map(([key]) => key);
  const only = retryFailed ? new Set(failed) : null;
  const outcome = only?.size === 0 ? "complete" : await discovery.run(only);
  if (listsAll && outcome === "complete") await resumeLeftovers(request, frontier, discovery);
  emit({ type: "discovery_ended", outcome });
  return outcome;
}

async function resumeLeftovers<O>(
  { source, options, retryFailed }: RunRequest<O>,
  frontier: Frontier,
  discovery: Discovery<O>,
): Promise<void> {
  const state = retryFailed ? "failed" : "pending";
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<Frontier["leftovers"]>> = await frontier.leftovers(
      source.name,
      state,
      after,
    );
    const wanted = page.references.filter(({ fields, url }) => source.wants?.(fields, options, url) ?? true);
    after = (await discovery.resume(wanted)) ? page.next : null;
  }
}

export function notedItems(items: Awaited<ReturnType<Frontier["noted"]>>): Noted {
  return new Map(items.map(({ key, state }) => [key, state]));
}
