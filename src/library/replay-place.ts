import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Archive, Manifest } from "../application/ports.ts";
import { storedDocument } from "../domain/manifest.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { createManifest } from "../infrastructure/files/manifest.ts";
import { openSqliteState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { SyncGate } from "../infrastructure/sync-gate.ts";
import type { WikiOptions } from "../sources/wiki/options.ts";
import { wiki } from "../sources/wiki/source.ts";

/** Where a replay writes. */
export interface ReplayPlace {
  readonly state: SqliteState;
  readonly manifest: Manifest;
  readonly archive: Archive;
  /** When documents that are stored no longer were let go, by key. */
  readonly retiredAt: ReadonlyMap<string, string>;
  /** Keys of everything that was ever stored; null where all that is known is in the logs. */
  readonly known: ReadonlySet<string> | null;
  close(): Promise<void>;
}

/**
 * The root itself; or, for a folder that is not the one its documents are in, nothing but that folder: a copy for
 * somebody, of which neither the manifest nor the registry of the root is to know.
 */
export async function openReplayPlace(root: string, options: WikiOptions): Promise<ReplayPlace> {
  const gate = new SyncGate();
  const archive = createArchive(root, { folders: { [wiki.name]: options.pageDir }, gate });
  const manifest = createManifest(root);
  const history = await historyOf(manifest, archive);
  await manifest.close();
  return history.isElsewhere
    ? openCopy(root, options, history.known)
    : openRoot(root, options, { archive, gate }, history);
}

const pagesFile = (root: string, { registry }: WikiOptions) =>
  registry === null ? {} : { pagesFile: resolve(root, registry) };

async function openRoot(
  root: string,
  options: WikiOptions,
  { archive, gate }: { readonly archive: Archive; readonly gate: SyncGate },
  history: History,
): Promise<ReplayPlace> {
  const state = await openSqliteState(root, { ...pagesFile(root, options), gate });
  const manifest = createManifest(root, { gate });
  const lastRun = await state.registry.lastRun(wiki.name).catch(async (error: unknown) => {
    await state.close().catch(() => {});
    throw error;
  });
  return {
    state,
    manifest,
    archive,
    retiredAt: history.retiredAt,
    // No run has ever filled this root: it is what replays have made of it.
    known: lastRun === null ? null : history.known,
    close: () => closeBoth(state, manifest),
  };
}

async function openCopy(
  root: string,
  options: WikiOptions,
  known: ReadonlySet<string>,
): Promise<ReplayPlace> {
  const scratch = await mkdtemp(join(tmpdir(), "levada-replay-"));
  const remove = () => rm(scratch, { recursive: true, force: true });
  const gate = new SyncGate();
  try {
    const state = await openSqliteState(scratch, { ...pagesFile(root, options), gate });
    const manifest = createManifest(scratch, { gate });
    return {
      state,
      manifest,
      archive: createArchive(scratch, { folders: { [wiki.name]: resolve(root, options.pageDir) }, gate }),
      retiredAt: new Map(),
      known,
      close: () => closeBoth(state, manifest).finally(remove),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function closeBoth(state: SqliteState, manifest: Manifest): Promise<void> {
  await manifest.close();
  await state.close();
}

interface History {
  readonly retiredAt: ReadonlyMap<string, string>;
  readonly known: ReadonlySet<string>;
  /** There are documents, and none of them is in this folder. */
  readonly isElsewhere: boolean;
}

/** What the manifest tells of this folder and others; of two lines of one document the last counts. */
async function historyOf(manifest: Manifest, archive: Archive): Promise<History> {
  const retiredAt = new Map<string, string>();
  const known = new Set<string>();
  const [here, elsewhere] = [new Set<string>(), new Set<string>()];
  for await (const entry of manifest.scan(wiki.name)) {
    if (entry.kind !== "line") continue;
    const { key, retired, formerPath, localPath } = storedDocument(entry.value);
    for (const one of [retiredAt, here, elsewhere]) one.delete(key);
    known.add(key);
    if (retired === undefined) (archive.owns(wiki.name, localPath) ? here : elsewhere).add(key);
    else if (archive.owns(wiki.name, formerPath ?? "")) retiredAt.set(key, retired.at);
  }
  return { retiredAt, known, isElsewhere: elsewhere.size > 0 && here.size === 0 };
}
