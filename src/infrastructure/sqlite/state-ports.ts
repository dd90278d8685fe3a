import type {
  Checkpoints,
  Extracts,
  Frontier,
  HostLedger,
  ManifestProblem,
  Registry,
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
    note: (source, items) => call("frontier", "note", source, items),
    noted: (source) => call("frontier", "noted", source),
    forget: (source, keys) => call("frontier", "forget", source, keys),
    conclude: (source, keys) => call("frontier", "conclude", source, keys),
    lease: (run, owner, now, ttlMs) => call("frontier", "lease", run, owner, now, ttlMs),
    renew: (lease, now, ttlMs) => call("frontier", "renew", lease, now, ttlMs),
    take: (lease, run, now) => call("frontier", "take", lease, run, now),
    settle: (lease, settlement) => call("frontier", "settle", lease, settlement),
    release: (lease, nextAt) => call("frontier", "release", lease, nextAt),
    dismiss: (run, host) => call("frontier", "dismiss", run, host),
    remaining: (run) => call("frontier", "remaining", run),
  };
}

function registryOn(call: Call): Registry {
  return {
    find: (source, keys) => call("registry", "find", source, keys),
    claim: (source, key, url, about) => call("registry", "claim", source, key, url, about),
    keyOf: (source, url) => call("registry", "keyOf", source, url),
    commit: (source, batch, watermark) => call("registry", "commit", source, batch, watermark),
    documents: (source, after) => call("registry", "documents", source, after, BATCH),
    documentAt: (source, localPath) => call("registry", "documentAt", source, localPath),
    counts: (source) => call("registry", "counts", source),
    twinOf: (source, contentSha256, except) => call("registry", "twinOf", source, contentSha256, except),
    noteCheck: (source, key, check) => call("registry", "noteCheck", source, key, check),
    noteTwin: (source, key, twin) => call("registry", "noteTwin", source, key, twin),
    queue: (source, after) => call("registry", "queue", source, after, BATCH),
    recentRuns: (source, limit) => call("registry", "recentRuns", source, limit),
    items: (source, state, limit) => call("registry", "items", source, state, limit),
    watermark: (source) => call("registry", "watermark", source),
    rebuild: (source, documents, end, options) =>
      rebuild(call, source, documents, end, options?.adding ?? false),
    manifestProblems: (source) => call("registry", "manifestProblems", source),
    retire: (source, documents, watermark) => call("registry", "retire", source, documents, watermark),
    formerPaths: (source) => call("registry", "formerPaths", source),
    cursor: (source) => call("registry", "cursor", source),
    saveCursor: (source, cursor) => call("registry", "saveCursor", source, cursor),
    foreignPages: (after) => call("pages", "foreign", after, BATCH),
    dropForeign: (keys) => call("pages", "dropForeign", keys),
    saveRun: (run) => call("registry", "saveRun", run),
    lastRun: (source) => call("registry", "lastRun", source),
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
