import type {
  Checkpoints,
  Extracts,
  Frontier,
  HostLedger,
  Links,
  ManifestProblem,
  Procedures,
  Registry,
  RunHistory,
  Syncs,
  Watermark,
} from "../../application/ports.ts";
import type { Reference, StoredDocument } from "../../domain/reference.ts";
import type { Call, StateStats } from "./calls.ts";
import type { StartedFresh } from "./open-database.ts";
import type { StateClient } from "./state-client.ts";

/** Frontier, registry and ledger of a root, in one database. */
export interface SqliteState {
  readonly frontier: Frontier;
  readonly registry: Registry;
  readonly ledger: HostLedger;
  readonly extracts: Extracts;
  readonly procedures: Procedures;
  readonly history: RunHistory;
  readonly links: Links;
  readonly checkpoints: Checkpoints;
  /** The gate that its syncs pass, and those of the files that share it. */
  readonly syncs: Syncs;
  /** Why the database is empty, where it is: the registry is then to be rebuilt from the manifests. */
  readonly startedFresh: StartedFresh;
  stats(): Promise<StateStats>;
  close(): Promise<void>;
}

/** Pages and batches of this many rows keep messages between threads small. */
const BATCH = 1_000;

export function stateOn(client: StateClient, checkpoints: Checkpoints, syncs: Syncs): SqliteState {
  return {
    frontier: frontierOn(client.call),
    registry: registryOn(client.call),
    ledger: ledgerOn(client.call),
    extracts: extractsOn(client.call),
    procedures: proceduresOn(client.call),
    history: historyOn(client.call),
    links: linksOn(client.call),
    checkpoints,
    syncs,
    startedFresh: client.startedFresh,
    stats: () => client.stats(),
    close: () => client.close(),
  };
}

function frontierOn(call: Call): Frontier {
  return {
    enqueue: (source, run, references) => call("frontier", "enqueue", source, run, references),
    leftovers: async (source, state, after) => {
      const { references, next } = await call("frontier", "leftovers", source, state, after, BATCH);
      return { references: references.map((json) => JSON.parse(json) as Reference), next };
    },
    note: (source, items) => call("notes", "note", source, items),
    noted: (source) => call("notes", "noted", source),
    forget: (source, keys) => call("notes", "forget", source, keys),
    conclude: (source, keys) => call("frontier", "conclude", source, keys),
    lease: (run, owner, now, ttlMs) => call("leases", "lease", run, owner, now, ttlMs),
    renew: (lease, now, ttlMs) => call("leases", "renew", lease, now, ttlMs),
    take: (lease, run, now) => call("taking", "take", lease, run, now),
    settle: (lease, settlement) => call("settling", "settle", lease, settlement),
    release: (lease, nextAt) => call("leases", "release", lease, nextAt),
    dismiss: (run, host) => call("frontier", "dismiss", run, host),
    remaining: (run) => call("frontier", "remaining", run),
  };
}

function registryOn(call: Call): Registry {
  return {
    find: (source, keys) => call("items", "find", source, keys),
    claim: (source, key, url, about) => call("claims", "claim", source, key, url, about),
    keyOf: (source, url) => call("claims", "keyOf", source, url),
    commit: (source, batch, watermark) => call("documents", "commit", source, batch, watermark),
    documents: (source, after) => call("documents", "page", source, after, BATCH),
    documentAt: (source, localPath) => call("documents", "at", source, localPath),
    counts: (source) => call("items", "counts", source),
    twinOf: (source, contentSha256, except) => call("documents", "twinOf", source, contentSha256, except),
    noteCheck: (source, key, check) => call("documents", "noteCheck", source, key, check),
    noteInterval: (source, key, ms) => call("documents", "noteInterval", source, key, ms),
    noteTwin: (source, key, twin) => call("aliases", "noteTwin", source, key, twin),
    queue: (source, after) => call("items", "queue", source, after, BATCH),
    recentRuns: (source, limit) => call("runs", "recent", source, limit),
    items: (source, state, limit) => call("items", "inState", source, state, limit),
    watermark: (source) => call("manifests", "watermark", source),
    rebuild: (source, documents, end, options) =>
      rebuild(call, source, documents, end, options?.adding ?? false),
    manifestProblems: (source) => call("manifests", "problems", source),
    retire: (source, documents, watermark) => call("documents", "retire", source, documents, watermark),
    formerPaths: (source) => call("documents", "formerPaths", source),
    cursor: (source) => call("runs", "cursor", source),
    saveCursor: (source, cursor) => call("runs", "saveCursor", source, cursor),
    foreignPages: (after) => call("pages", "foreign", after, BATCH),
    dropForeign: (keys) => call("pages", "dropForeign", keys),
    saveRun: (run) => call("runs", "save", run),
    lastRun: (source) => call("runs", "last", source),
  };
}

async function rebuild(
  call: Call,
  source: string,
  documents: AsyncIterable<StoredDocument>,
  end: () => { watermark: Watermark; problems: readonly ManifestProblem[] },
  adding: boolean,
): Promise<number> {
  await call("rebuild", "begin", source);
  try {
    let batch: StoredDocument[] = [];
    // While one batch is written the next is read.
    let written: Promise<void> = Promise.resolve();
    for await (const document of documents) {
      if (batch.push(document) < BATCH) continue;
      await written;
      written = call("rebuild", "add", source, batch);
      batch = [];
    }
    await written;
    await call("rebuild", "add", source, batch);
    const { watermark, problems } = end();
    return await call("rebuild", "finish", source, watermark, problems, adding);
  } catch (error) {
    // The first error is the one that says what happened; after storage trouble nothing can be dropped.
    await call("rebuild", "drop", source).catch(() => {});
    throw error;
  }
}

function ledgerOn(call: Call): HostLedger {
  return {
    load: (host) => call("hosts", "load", host),
    save: (state) => call("hosts", "save", state),
    hostsOf: (source) => call("hosts", "hostsOf", source),
    associate: (source, host) => call("hosts", "associate", source, host),
  };
}

function extractsOn(call: Call): Extracts {
  return {
    find: (source, keys) => call("extracts", "find", source, keys),
    note: (source, records) => call("extracts", "note", source, records),
    orphans: (source) => call("extracts", "orphans", source),
    forget: (source, keys) => call("extracts", "forget", source, keys),
    counts: (source) => call("extracts", "counts", source),
  };
}

function proceduresOn(call: Call): Procedures {
  return {
    find: (source, keys) => call("procedures", "find", source, keys),
    like: (source, wanted) => call("procedures", "like", source, wanted),
    note: (source, records) => call("procedures", "note", source, records),
    all: (source, after) => call("procedures", "all", source, after, BATCH),
    orphans: (source) => call("procedures", "orphans", source),
    widows: (source) => call("procedures", "widows", source),
    forget: (source, keys) => call("procedures", "forget", source, keys),
  };
}

function historyOn(call: Call): RunHistory {
  return {
    begin: (run, kind) => call("history", "begin", run, kind),
    note: (run, items, ends) => call("history", "note", run, items, ends),
    save: (run, detail, end) => call("history", "save", run, detail, end),
    prune: (source, kept) => call("history", "prune", source, kept),
    runs: (options) => call("history", "runs", options),
    find: (prefix) => call("history", "find", prefix),
    items: (run, change, limit) => call("history", "items", run, change, limit),
    between: (source, after, upTo, limit) => call("history", "between", source, after, upTo, limit),
    unsettled: (run) => call("history", "unsettled", run),
    totals: () => call("history", "totals"),
  };
}

function linksOn(call: Call): Links {
  return {
    find: (source, keys) => call("links", "find", source, keys),
    note: (source, links) => call("links", "note", source, links),
    select: (source, which, after) => call("links", "select", source, which, after, BATCH),
    due: (source, which, limit) => call("links", "due", source, which, limit),
    unknown: (source) => call("links", "unknown", source, BATCH),
    clearCurated: (source) => call("links", "clearCurated", source),
    forget: (source, olderThan) => call("links", "forget", source, olderThan),
    counts: (source) => call("links", "counts", source),
    noteCertificates: (certificates) => call("links", "noteCertificates", certificates),
    certificates: (source) => call("links", "certificates", source),
  };
}
