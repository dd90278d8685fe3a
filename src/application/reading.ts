import { headerCharset } from "../domain/charset.ts";
import type { EventBody } from "../domain/events.ts";
import type { Failure } from "../domain/failure.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type { DiscoverContext, ReadOptions, ReadResult, Source } from "../domain/source.ts";
import type { Fetched, Fetcher, Wanted } from "./fetcher.ts";
import type { Listing, ListingDesk, Parse } from "./listing-desk.ts";
import type { BodyLimits, CallLog, Clock, ForeignPage, Registry } from "./ports.ts";
import { ROBOTS_RETRY_MS, type RobotsGuard } from "./robots-guard.ts";
import type { Settings } from "./settings.ts";

/** What is in the folder of this run. */
export interface Places {
  has(document: StoredDocument): Promise<boolean>;
  /** The names of a large folder are not held for longer than they are needed. */
  forget(): void;
}

interface Parts<O> {
  readonly source: Source<O>;
  readonly options: O;
  readonly settings: Settings;
  readonly fetcher: Fetcher;
  readonly robots: RobotsGuard;
  readonly registry: Registry;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** With `--wait`: robots.txt that is unavailable is waited for. */
  readonly waits: boolean;
  readonly emit: (event: EventBody) => void;
  readonly runId: string;
  readonly resume: boolean;
  readonly calls: CallLog;
  readonly places: Places;
  /** Null where no listing is remembered. */
  readonly listings: ListingDesk | null;
  readonly advance: (cursor: string) => void;
  readonly note: (name: string, value: string) => void;
}

/** The eyes of a source: pages and listings, read as politely as documents are. */
export function discoverContext<O>(parts: Parts<O>): DiscoverContext<O> {
  const { source, registry, robots, emit } = parts;
  return {
    options: parts.options,
    signal: parts.signal,
    runId: parts.runId,
    resume: parts.resume,
    read: (url, parse, options) => read(parts, url, parse, options),
    readText: (url, options) => read(parts, url, readText, options),
    claim: (key, url, about) => registry.claim(source.name, key, url, about),
    readable: () => {},
    keyOf: (url) => registry.keyOf(source.name, url),
    warn: (code, message) => emit({ type: "warning", code, message }),
    now: () => parts.clock.now(),
    stored: () => storedInPlace(parts),
    isInPlace: (document) => parts.places.has(document),
    pageOf: async () => null,
    mostBytes: (own) => listingLimits(parts.settings, own).maxDecodedBytes,
    mayFetch: async (url) => (await robotsOf(parts, new URL(url)))?.kind !== "robots_disallowed",
    sitemapsOf: (url) => robots.sitemaps(new URL(url)),
    foreign: () => foreignKeys(registry),
    record: (line) => parts.calls.append(line),
    noted: (name) => registry.cursor(`${source.name}/${name}`),
    note: (name, value) => parts.note(name, value),
    cursor: () => registry.cursor(source.name),
    advance: parts.advance,
  };
}

/** Where they are is asked while they pass. */
async function* storedInPlace<O>({ source, registry, places }: Parts<O>): AsyncGenerator<StoredDocument> {
  try {
    yield* storedDocuments(source.name, registry);
  } finally {
    places.forget();
  }
}

export async function* storedDocuments(source: string, registry: Registry): AsyncGenerator<StoredDocument> {
  for (let after: number | null = 0; after !== null;) {
    const page: Awaited<ReturnType<Registry["documents"]>> = await registry.documents(source, after);
    yield* page.documents;
    after = page.next;
  }
}

async function* foreignKeys(registry: Registry): AsyncGenerator<string> {
  for await (const { pageId } of foreignPages(registry)) yield String(pageId);
}

export async function* foreignPages(registry: Pick<Registry, "foreignPages">): AsyncGenerator<ForeignPage> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const rows: readonly ForeignPage[] = await registry.foreignPages(after);
    yield* rows;
    after = rows.at(-1)?.pageId;
  }
}

async function read<O, T>(
  parts: Parts<O>,
  url: string,
  parse: Parse<T>,
  given: ReadOptions<T> = {},
): Promise<ReadResult<T>> {
  const wantsMemory = given.remember !== undefined && parts.listings !== null;
  const listing = wantsMemory ? await parts.listings.open(url, given.accept) : null;
  try {
    const result = await readOnce(parts, url, parse, given, listing);
    const mayWait = parts.waits && !parts.signal.aborted;
    if (result.ok || !mayWait || result.failure.kind !== "robots_unavailable") return result;
  } finally {
    await listing?.close();
  }
  await parts.clock.sleep(ROBOTS_RETRY_MS, parts.signal);
  return read(parts, url, parse, given);
}

async function readOnce<O, T>(
  parts: Parts<O>,
  url: string,
  parse: Parse<T>,
  given: ReadOptions<T>,
  listing: Listing | null,
): Promise<ReadResult<T>> {
  const fetched = await fetchFor(parts, url, parse, given, listing);
  if (!fetched.ok) return { ...fetched, failure: explained(fetched.failure, parts.settings) };
  if (!("notModified" in fetched))
    return { ok: true, value: fetched.value, url: fetched.url, headers: fetched.headers };
  const unchanged = (await listing?.unchanged(fetched.headers, parse)) ?? "unasked";
  if (unchanged === "unasked")
    return { ok: false, failure: { kind: "unexpected_content", expected: "a page", seen: "status 304" } };
  return unchanged === "forgotten" ? readOnce(parts, url, parse, given, listing) : unchanged;
}

function fetchFor<O, T>(
  parts: Parts<O>,
  url: string,
  parse: Parse<T>,
  given: ReadOptions<T>,
  listing: Listing | null,
): Promise<Fetched<T>> {
  const { source, options, settings, fetcher } = parts;
  const { headersMs, totalMs, accept, maxBytes, attempt, observe, takesNo = false, remember } = given;
  const wanted: Omit<Wanted<T>, "attempt"> = {
    url,
    headers: accept === undefined ? {} : { accept },
    ...(listing === null ? {} : { conditions: (target: URL) => listing.conditionsFor(target) }),
    limits: maxBytes === undefined ? settings.pageLimits : listingLimits(settings, maxBytes),
    deadlines: {
      ...(headersMs === undefined ? {} : { headersMs }),
      ...(totalMs === undefined ? {} : { totalMs }),
    },
    inScope: (target) => source.allows(target, options),
    robots: (target) => robotsOf(parts, target),
    ...(observe === undefined ? {} : { observe }),
    consume: async (answer, target) => {
      const value = await (listing === null || remember === undefined
        ? parse(answer.body, answer.headers)
        : listing.take(answer, target, parse, remember));
      if (answer.framing === "close") parts.emit(unframed(target));
      return { value };
    },
  };
  return attempt === undefined
    ? fetcher.persist<T>(wanted, takesNo)
    : fetcher.attempt<T>({ ...wanted, attempt, deadlines: fetcher.stretched(wanted.deadlines, attempt) });
}

function listingLimits({ pageLimits, maxListingBytes }: Settings, maxBytes: number): BodyLimits {
  const { maxBodyBytes, maxDecodedBytes } = pageLimits;
  const bytes = maxListingBytes === 0 ? maxBytes : maxListingBytes;
  return {
    maxBodyBytes: Math.min(maxBodyBytes, bytes),
    maxDecodedBytes: Math.min(maxDecodedBytes, bytes),
  };
}

/** Only below the cap of every page is it that of listings that was too low. */
function explained(failure: Failure, { pageLimits }: Settings): Failure {
  if (failure.kind !== "too_large") return failure;
  const { maxBodyBytes, maxDecodedBytes } = pageLimits;
  const isListing = failure.maxBytes < (failure.stage === "wire" ? maxBodyBytes : maxDecodedBytes);
  return isListing ? { ...failure, setting: "network.max_listing_bytes" } : failure;
}

async function robotsOf<O>({ source, options, robots }: Parts<O>, url: URL): Promise<Failure | null> {
  return source.obeysRobots?.(url, options) === false ? null : robots.check(url);
}

/** Of a document the source can look at the end; of a list nobody can tell whether there was more. */
function unframed(url: URL): EventBody {
  const message = `${url.href}: the answer did not announce its length; had it been cut, nobody could tell`;
  return { type: "warning", code: "unframed", message };
}

async function readText(
  body: AsyncIterable<Uint8Array>,
  { "content-type": contentType = "" }: Readonly<Record<string, string>>,
): Promise<string> {
  const decoder = new TextDecoder(headerCharset(contentType) ?? "utf-8");
  let text = "";
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
