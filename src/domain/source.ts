import type { Failure } from "./failure.ts";
import type { Finding, Reference, StoredDocument, StoredPage } from "./reference.ts";
import type { RetryPolicy } from "./judge.ts";
import type { Office } from "./procedure.ts";
import type { UnpackRules } from "./unpacking.ts";

/** What a source reads while it discovers: paced, robots-checked, retried, like every other request. */
export interface Reading<T> {
  readonly ok: true;
  readonly value: T;
  /** After redirects. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type ReadResult<T> = Reading<T> | { readonly ok: false; readonly failure: Failure };

export interface ReadOptions<T = unknown> {
  /** Time to the end of the headers, ms, where the site is known to be slow. */
  readonly headersMs?: number;
  readonly totalMs?: number;
  readonly accept?: string;
  /** For what is held whole: a body that is longer is `too_large`. @default 64 MiB; the user's own cap stands below it */
  readonly maxBytes?: number;
  /** A 403 is not asked about again, whatever the policy says: for what need not be there. @default false */
  readonly takesNo?: boolean;
  /**
   * For listings that every run wants: what came is kept where this finds nothing wrong with what the parser made of it,
   * and the next run asks whether it has changed. If not, `parse` is given the same bytes and headers again. A listing
   * that is doubtful is not kept: it is asked for whole. @default it is not kept
   */
  readonly remember?: (value: T) => boolean;
  /** One attempt only, with this number; who asks decides about the next. @default attempts as the policy says */
  readonly attempt?: number;
  /** Sees every attempt that reached the network, success or not, before anything is made of it. */
  readonly observe?: (seen: SeenAttempt) => Promise<void>;
}

/** One request, as it went. */
export interface SeenAttempt {
  /** Counts from 1. */
  readonly attempt: number;
  readonly url: string;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The beginning of an error page; null where the answer was read by the parser. */
  readonly errorText: string | null;
  readonly failure: Failure | null;
  /** Wall clock, ms. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** A page to read on in. */
export interface FoundPage extends StoredPage {
  readonly bytes: Uint8Array;
}

/** What the engine hands to `discover`. */
export interface DiscoverContext<Options> {
  readonly options: Options;
  /**
   * Keys of items whose page could not be read earlier (`unreadable`); when set, discovery looks at those only.
   * A source that never yields `unreadable` need not care.
   */
  readonly only?: ReadonlySet<string> | null;
  readonly runId: string;
  /** False where everything is to be fetched again. */
  readonly resume: boolean;
  /** Stop looking when this aborts. */
  readonly signal: AbortSignal;
  /** A page as text (charset of the header, else UTF-8), at most 64 MiB. */
  readText(url: string, options?: ReadOptions<string>): Promise<ReadResult<string>>;
  /** A body streamed through `parse`; runs anew on each attempt, so that a cut answer leaves nothing behind. */
  read<T>(
    url: string,
    parse: (body: AsyncIterable<Uint8Array>, headers: Readonly<Record<string, string>>) => Promise<T>,
    options?: ReadOptions<T>,
  ): Promise<ReadResult<T>>;
  /** Binds a key to a URL for ever, if it is free; answers who has it. */
  claim(key: string, url: string, about: string): Promise<{ readonly url: string; readonly about: string }>;
  /** The key a URL was given in an earlier run. */
  keyOf(url: string): Promise<string | null>;
  /** The page of an item was read: what an earlier `unreadable` said of it no longer holds. */
  readable(key: string): void;
  /** A warning for people and logs; the run goes on. */
  warn(code: string, message: string): void;
  /** Wall clock, ms. */
  now(): number;
  /** Everything stored, in the order of its first commit. */
  stored(): AsyncIterable<StoredDocument>;
  /**
   * A page that was yielded before, once its way in this run has ended: as it is stored now, whether it was fetched or is
   * as it was; null where there is none. In a plan it is read and not kept.
   */
  pageOf(key: string): Promise<FoundPage | null>;
  /** How much of a listing is held, where its beginning is enough: as the user says, or else as the source thinks right. */
  mostBytes(own: number): number;
  /** Whether robots.txt lets us fetch a URL; true also where it is not to be had, which the fetch will find. */
  mayFetch(url: string): Promise<boolean>;
  /** What the robots.txt of a host calls its sitemaps. */
  sitemapsOf(url: string): Promise<readonly string[]>;
  /** Keys that only a registry of the user's knows (`Folders.registry`): nothing of them is stored. */
  foreign(): AsyncIterable<string>;
  /** Whether the file of a stored document is in the folder of this run. */
  isInPlace(document: StoredDocument): Promise<boolean>;
  /** Adds a line to the run's log of calls, as a text or as bytes in parts; on disk for good when it resolves. */
  record(line: string | readonly Uint8Array[]): Promise<void>;
  /** What an earlier run noted under a name when its discovery ended, whatever came of the documents. */
  noted(name: string): Promise<string | null>;
  /** Noted for the next run once everything that was yielded so far is queued for good. */
  note(name: string, value: string): void;
  /** What an earlier run that left nothing undone said last. */
  cursor(): Promise<string | null>;
  /** Said to the next run, if this one leaves nothing undone. */
  advance(cursor: string): void;
}

/** What the engine hands to `Together.fetch`. */
export interface FetchContext<Options> extends DiscoverContext<Options> {
  /** Counts from 1. */
  readonly attempt: number;
  /** The bytes that are stored under a key; null where there are none. */
  storedBytes(key: string): Promise<Uint8Array | null>;
}

/** What became of one of several documents. */
export type Brought =
  | {
      readonly kind: "document";
      readonly reference: Reference;
      /** Its bytes, once, in pieces that may be made as they are asked for. */
      readonly pieces: Iterable<Uint8Array>;
    }
  | { readonly kind: "failed"; readonly failure: Failure };

/** A document of another program's, taken over. */
export interface Adopted {
  readonly reference: Reference;
  readonly bytes: Uint8Array;
  /** ISO 8601. */
  readonly downloadedAt: string;
}

/** Documents that come several to a request. */
export interface Together<Options> {
  /** At most so many. */
  readonly size: number;
  /**
   * Brings documents, by key; one that is not in the answer has failed. A failure speaks of the request and of none of
   * them alone: the engine tries again, with fewer if need be, until the one that fails stands alone.
   */
  fetch(
    references: readonly Reference[],
    context: FetchContext<Options>,
  ): Promise<
    | { readonly ok: true; readonly brought: ReadonlyMap<string, Brought> }
    | { readonly ok: false; readonly failure: Failure }
  >;
  /**
   * A small question that the server answers if it is well: it tells trouble with some documents from trouble with the
   * server, so that the breaker does not open for the former. @default the server is judged by the documents alone
   */
  isWell?(context: DiscoverContext<Options>): Promise<boolean>;
}

/** Documents that are pages of the web (P9–P12). */
export interface Pages {
  /** The identity of a page by its address, the same for every spelling of it; null where it has none. */
  identify(
    url: string,
  ): { readonly canonicalUrl: string; readonly key: string; readonly folder: string } | null;
  /** What its file's name ends in, by content, header and address in that order of trust. */
  extension(head: Uint8Array, contentType: string, url: URL): string;
}

/** How what the documents of a source say is read and kept (P13–P22). */
export interface ExtractionRules {
  /** In the course of a run; else only when it is asked for. */
  readonly duringIngest: boolean;
  /** Where it goes: relative to the root, without an ending. No two documents share one. */
  stem(document: StoredDocument): string;
  /** Also as Markdown, beside the JSON. */
  readonly markdown: boolean;
  /** Languages that are expected (P21); none: any. */
  readonly languages: readonly string[];
}

/** Folders of a source's own, relative to the root or absolute. */
export interface Folders {
  /** Instead of `data/raw/{name}/`. */
  readonly documents?: string;
  /** Where files go that are gone at the source; always under the root. */
  readonly retired?: string;
  /** Where the log of calls of a run is written. */
  readonly calls?: string;
  /** Where the queue of what was found and the log of what was fetched are written. */
  readonly logs?: string;
  /** An SQLite file of the user's in which the source's documents are registered, too. */
  readonly registry?: string;
}

/** A flag of `levada ingest <source>` that sets one of the source's options. */
export interface SourceFlag {
  /** As in the help: `--states <list>`. */
  readonly flag: string;
  readonly description: string;
  /** The option it sets. */
  readonly option: string;
  /** `list` is split at commas; `choice` takes one of `choices`; of a `file` the option is a `GivenFile`. */
  readonly kind: "text" | "list" | "boolean" | "choice" | "file";
  readonly choices?: readonly string[];
}

/** A file that the user named, read. */
export interface GivenFile {
  readonly path: string;
  readonly text: string;
}

/**
 * A kind of site. A value, not a subclass: the engine does everything that is the same for every site.
 * See docs/write-a-source.md.
 */
export interface Source<Options = Record<string, never>> {
  /** Names its folder, `data/raw/{name}/`, and its checkpoint. Lower-case letters and digits. */
  readonly name: string;
  /** One line for `levada sources`. */
  readonly summary: string;
  /** What stands after its name on the command line, and the option it sets. */
  readonly argument?: { readonly name: string; readonly description: string; readonly option: string };
  /** Files under the root that are read before a run, as options of type `GivenFile` where they are there. */
  readonly files?: Readonly<Record<string, string>>;
  /** Flags of the command line, beside those that every source has. */
  readonly flags?: readonly SourceFlag[];
  /** Command lines for the help. */
  readonly examples?: readonly string[];
  /** Completes what the user gave; throws `MisuseError` for what cannot be. @default takes it as it is */
  resolveOptions?(given: Readonly<Record<string, unknown>>): Options | Promise<Options>;
  /** How failures are tried again. */
  readonly policy: RetryPolicy;
  /** Documents queued in one run unless the user says otherwise. @default no limit */
  readonly defaultLimit?: number;
  /** Known documents are asked for again, conditionally, instead of being taken as unchanged. @default false */
  readonly revalidates?: boolean;
  /**
   * Documents are pages of the web: named by the address where they are found in the end and by what they turn out to
   * be; kept with what the server said of them and with the version before; stored once where two are the same; asked
   * for again only when they may have changed; gone when the server says so. @default documents are what the listing says
   */
  readonly pages?: Pages;
  /** How what its documents say is read. @default it is not */
  readonly extraction?: ExtractionRules;
  /** Its pages are procedures, kept in one form (P23–P32): the office that each was found by. @default they are not */
  officeOf?(document: Pick<StoredDocument, "fields">, options: Options): Office | null;
  /** Who asks. The user's own word stands above it. @default Levada */
  readonly userAgent?: string;
  /** Pauses between requests, ms, by host; `rate_limits.yaml` stands above them. @default as everywhere */
  delays?(options: Options): Readonly<Record<string, number>>;
  /** Where its files are. @default data/raw/{name}/ */
  folders?(options: Options): Folders;
  /** Whether robots.txt has a say on a URL: not on an API that the user has named. @default always */
  obeysRobots?(url: URL, options: Options): boolean;
  /** Where documents come several to a request. @default one by one, each from its own URL */
  readonly together?: Together<Options>;
  /** Whether a URL may be fetched for this source; asked for every document and every redirect that it takes. */
  allows(url: URL, options: Options, reference?: Reference): boolean;
  /** Yields documents in the order in which they are wanted; stops being asked once the limit is reached. */
  discover(context: DiscoverContext<Options>): AsyncIterable<Finding>;
  /** Options that a stored document tells of, for when nobody gives them. @default none */
  optionsOf?(document: Pick<Reference, "url">): Readonly<Record<string, unknown>>;
  /**
   * A document that another program has stored and registered, as this source would store it; null where it is not
   * sound. Together with a registry of the user's (`Folders.registry`). @default none is taken over
   */
  adopts?(
    bytes: Uint8Array,
    row: { readonly pageId: number; readonly revid: number },
    options: Options,
  ): Adopted | null;
  /** Whether a document left over from an earlier run is one that these options ask for. @default all */
  wants?(fields: Readonly<Record<string, unknown>>, options: Options, url: string): boolean;
  /**
   * Looks at the first 1,024 bytes of a body; a failure refuses it before anything is stored. @default takes all
   */
  checkHead?(
    head: Uint8Array,
    answer: { readonly contentType: string },
    reference: Reference,
  ): Failure | null;
  /**
   * Looks at the first 1,024 bytes too, before `checkHead`: rules where the body is a ZIP whose documents are wanted
   * instead of itself. Each of them then passes `checkHead` under a reference of its own. @default stores all as it is
   */
  unpacks?(head: Uint8Array, reference: Reference, options: Options): UnpackRules | null;
  /** Looks at the last 1,024 bytes of a body whose end was not announced (framing by close). @default takes all */
  checkTail?(tail: Uint8Array, reference: Reference): Failure | null;
}

/** Types a source and checks its name. */
export function defineSource<Options = Record<string, never>>(source: Source<Options>): Source<Options> {
  if (!/^[a-z][a-z0-9]{0,30}$/.test(source.name)) {
    throw new TypeError(`source name ${JSON.stringify(source.name)}: use lower-case letters and digits`);
  }
  return source;
}
