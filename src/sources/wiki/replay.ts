import type { Finding, StoredDocument } from "../../domain/reference.ts";
import type { DiscoverContext, Source } from "../../domain/source.ts";
import { crawl, relationsIn, storedPages, type StoredPage } from "./crawl.ts";
import type { LogReader, LogScope } from "./log-reader.ts";
import type { WikiOptions } from "./options.ts";
import type { OwedPages } from "./owed-pages.ts";
import type { PageRelations } from "./redirects.ts";
import { createWikiSource, cursorAfter } from "./source.ts";

/** What a replay of several logs carries from one to the next. */
export interface ReplayMemory {
  /** Of pages that were listed but not fetched: a later run may have fetched them before it listed anything. */
  readonly listed: Map<number, PageRelations>;
  /** When pages that are no longer stored were let go, by key: older logs do not bring them back. */
  readonly retiredAt: ReadonlyMap<string, string>;
  /** Whether a stored file is what its manifest line says. */
  isSound(document: StoredDocument): Promise<boolean>;
  /** What the logs tell of and do not hold. */
  readonly owed: OwedPages;
  /** Pages that were not stored before: logs gave them, and logs may take them away. */
  readonly brought: Set<number>;
  /** Whether so many of the pages that were stored before may go. */
  mayLetGo(gone: number, stored: number): boolean;
}

/**
 * The wiki as the log of one run saw it. What the log does not hold is left as it is, and so is what was stored later
 * and is sound: logs replayed twice, or over a folder that is as it should be, change nothing.
 */
export function createReplaySource(reader: LogReader, memory: ReplayMemory): Source<WikiOptions> {
  return {
    ...createWikiSource(() => reader),
    // What earlier runs left undone is for the network.
    wants: () => false,
    discover: (context) => replayed(context, reader, memory),
  };
}

async function* replayed(
  context: DiscoverContext<WikiOptions>,
  reader: LogReader,
  memory: ReplayMemory,
): AsyncGenerator<Finding> {
  const site = await reader.site();
  if (!site.ok) return;
  const isInPlace = async (document: StoredDocument) =>
    (await context.isInPlace(document)) && (await memory.isSound(document));
  const stored = await storedPages({ stored: () => context.stored(), isInPlace }, site.value.host);
  const namespaces = namespacesOf(reader, stored, context.options);
  const scope = await reader.scope(namespaces);
  const run = {
    since: scope === "listing" ? null : reader.lookedAt,
    resume: true,
    changesOnly: scope !== "listing",
    warn: (code: string, message: string) => context.warn(code, message),
  };
  const options = {
    ...context.options,
    namespaces: scope === "pages" ? withHeld(namespaces, reader) : namespaces,
  };
  const looking = scope === "pages" ? reader.pagesOnly() : reader;
  const choice = new Choice(reader, stored, scope, memory);
  const gone: Gone[] = [];
  for await (const finding of crawl(looking, site.value, stored, options, run)) {
    const chosen = choice.of(finding);
    if (chosen?.kind === "gone") gone.push(chosen);
    else if (chosen !== null) yield chosen;
  }
  yield* allowed(gone, stored, memory);
  const isLetGo = (pageid: number) => (memory.retiredAt.get(String(pageid)) ?? "") >= reader.lookedAt;
  memory.owed.take(reader, scope, options.namespaces, stored, isLetGo);
  const next = cursorAfter(site.value, namespaces);
  const known = await context.cursor();
  // The next run with `--since auto` has to ask from where the pages now stand.
  if (choice.goesBack && next !== null && known !== null && next < known) context.advance(next);
}

type Gone = Finding & { readonly kind: "gone" };

/** What the replay has brought goes as the log says; what was there before it is more than a copy of a log. */
function allowed(
  gone: readonly Gone[],
  stored: ReadonlyMap<number, StoredPage>,
  { brought, mayLetGo }: ReplayMemory,
): readonly Gone[] {
  const isOld = (key: string | number) => !brought.has(Number(key));
  const old = gone.filter(({ key }) => isOld(key)).length;
  if (old === 0 || mayLetGo(old, [...stored.keys()].filter(isOld).length)) return gone;
  return gone.filter(({ key }) => !isOld(key));
}

/** Those that were listed; a log of changes does not name them. */
function namespacesOf(
  reader: LogReader,
  stored: ReadonlyMap<number, StoredPage>,
  options: WikiOptions,
): readonly number[] {
  if (reader.namespaces.length > 0) return reader.namespaces;
  if (reader.redirectNamespaces.size > 0) return [...reader.redirectNamespaces];
  const known = [...stored.values()].map(({ namespace }) => namespace);
  return [...new Set([...options.namespaces, ...known])];
}

function withHeld(namespaces: readonly number[], reader: LogReader): readonly number[] {
  return [...new Set([...namespaces, ...[...reader.held.values()].map(({ namespace }) => namespace)])];
}

/** Which of the findings of a log there is anything to be done about. */
class Choice {
  readonly #reader: LogReader;
  readonly #stored: ReadonlyMap<number, StoredPage>;
  readonly #scope: LogScope;
  readonly #memory: ReplayMemory;
  /** Pages are brought that the store did not have, or not in this version. */
  goesBack = false;

  constructor(
    reader: LogReader,
    stored: ReadonlyMap<number, StoredPage>,
    scope: LogScope,
    memory: ReplayMemory,
  ) {
    this.#reader = reader;
    this.#stored = stored;
    this.#scope = scope;
    this.#memory = memory;
  }

  of(finding: Finding): Finding | null {
    if (finding.kind === "document") return this.#document(finding);
    if (finding.kind !== "gone") return finding;
    const page = this.#stored.get(Number(finding.key));
    return page !== undefined && page.storedAt <= this.#reader.lookedAt ? finding : null;
  }

  #document(finding: Finding & { kind: "document" }): Finding | null {
    const { reference } = finding;
    const pageid = Number(reference.key);
    const stored = this.#stored.get(pageid);
    if (stored?.relations === reference.token && stored?.isInPlace === true) return finding;
    if (reference.keeps === true) return this.#keeps(finding, stored);
    const held = this.#reader.held.get(pageid);
    if (held === undefined) {
      this.#memory.listed.set(pageid, relationsIn(reference));
      return null;
    }
    if (stored?.isInPlace === true && stored.storedAt > held.batch.at) return null;
    if (stored === undefined && (this.#memory.retiredAt.get(reference.key) ?? "") >= held.batch.at)
      return null;
    this.goesBack ||= stored?.revid !== held.revid;
    if (stored === undefined) this.#memory.brought.add(pageid);
    return { ...finding, reference: this.#related(finding), again: stored !== undefined };
  }

  /** Only a log that shows all redirects can say that those of a page have changed. */
  #keeps(finding: Finding, stored: StoredPage | undefined): Finding | null {
    const isOlder = stored !== undefined && stored.storedAt > this.#reader.lookedAt;
    return this.#scope === "pages" || isOlder ? null : finding;
  }

  /** What was listed when the page was found, where its own log lists nothing. */
  #related({ reference }: Finding & { kind: "document" }) {
    const listed = this.#memory.listed.get(Number(reference.key));
    if (this.#scope !== "pages" || listed === undefined) return reference;
    const fields = {
      ...reference.fields,
      redirect_to: listed.redirectTo,
      redirect_target: listed.redirectTarget,
      redirect_fragment: listed.redirectFragment,
      redirect_problem: listed.redirectProblem,
      redirects_from: [...listed.redirectsFrom],
    };
    return { ...reference, fields };
  }
}
