import type { EventBody } from "../domain/events.ts";
import { storedDocument } from "../domain/manifest.ts";
import type { StoredDocument } from "../domain/reference.ts";
import type {
  Archive,
  Checkpoint,
  Checkpoints,
  LoadedCheckpoint,
  Manifest,
  ManifestProblem,
  Registry,
  Watermark,
} from "./ports.ts";

type AdoptPorts = {
  readonly manifest: Manifest;
  readonly registry: Registry;
  readonly checkpoints: Checkpoints;
};

type RecoverPorts = AdoptPorts & { readonly archive: Archive };

type Emit = (event: EventBody) => void;

/**
 * Brings everything derived in line with the truth (E1), at the start of every run, under the root's lock:
 * manifest first, then the registry, then files that a crash left half-way, then the checkpoint.
 * Safe to be killed at any point: each step can run again.
 */
export async function recover(
  source: string,
  ports: RecoverPorts,
  emit: Emit,
  { fromScratch = false }: { readonly fromScratch?: boolean } = {},
): Promise<void> {
  const { cutBytes } = await ports.manifest.recover(source);
  if (cutBytes > 0) {
    emit({ type: "recovered", what: "manifest", detail: `cut a torn last line of ${cutBytes} bytes` });
  }
  const adopted = await adopt(source, ports, emit, fromScratch);
  await recoverFiles(source, ports, emit);
  await recoverCheckpoint(source, ports, adopted, emit);
}

interface Adopted {
  readonly loaded: LoadedCheckpoint;
  /** The last good one. */
  readonly last: Checkpoint | null;
  /** The registry was not what the manifest says. */
  readonly rebuilt: boolean;
}

/**
 * Brings the registry in line with manifest and checkpoint, without touching a file. A registry that has never seen
 * this source gets back what only the checkpoint still knows; the rebuild that follows writes the watermark, and
 * with it that this was done.
 */
export async function adopt(source: string, ports: AdoptPorts, emit: Emit, always = false): Promise<Adopted> {
  const loaded = await ports.checkpoints.load(source);
  const last = loaded.kind === "good" ? loaded.checkpoint : await backupOf(source, ports.checkpoints);
  const isNew = (await ports.registry.watermark(source)) === null;
  if (isNew && last !== null) await ports.checkpoints.restore(last);
  const rebuilt = await syncRegistry(source, ports, emit, always);
  if (rebuilt && last !== null) await announceMissing(source, last, ports.registry, emit);
  return { loaded, last, rebuilt };
}

/** The manifest decides; but a manifest that lost lines should not go unnoticed. */
async function announceMissing(
  source: string,
  last: Checkpoint,
  registry: Registry,
  emit: Emit,
): Promise<void> {
  const { completed } = await registry.counts(source);
  const missing = last.completedIds.length - completed;
  if (missing <= 0) return;
  const message = `the checkpoint names ${missing} more documents than the manifest; they count as not stored`;
  emit({ type: "warning", code: "manifest_shorter", message });
}

/** Reads the manifest into the registry unless the registry has seen it as it is. Answers whether it did. */
async function syncRegistry(
  source: string,
  ports: { readonly manifest: Manifest; readonly registry: Registry },
  emit: Emit,
  always: boolean,
): Promise<boolean> {
  const current = await ports.manifest.watermark(source);
  const known = await ports.registry.watermark(source);
  const rebuilds = always || !isSame(current, known);
  if (rebuilds) await rebuild(source, current, ports);
  for (const { line, problem } of await ports.registry.manifestProblems(source)) {
    const message = `manifest.jsonl line ${line}: ${problem}. The document of this line counts as not stored; the line is kept.`;
    emit({ type: "warning", code: "manifest_line_corrupt", message });
  }
  return rebuilds;
}

function isSame(current: Watermark, known: Watermark | null): boolean {
  return current.size === known?.size && current.mtimeMs === known.mtimeMs;
}

async function rebuild(
  source: string,
  watermark: Watermark,
  ports: { readonly manifest: Manifest; readonly registry: Registry },
): Promise<void> {
  const problems: ManifestProblem[] = [];
  async function* documents(): AsyncIterable<StoredDocument> {
    for await (const entry of ports.manifest.scan(source)) {
      if (entry.kind === "line") yield storedDocument(entry.value);
      else problems.push({ line: entry.line, problem: entry.problem });
    }
  }
  await ports.registry.rebuild(source, documents(), () => ({ watermark, problems }));
}

async function recoverFiles(source: string, ports: RecoverPorts, emit: Emit): Promise<void> {
  const { rolledForward, dropped } = await ports.archive.recover(source, async (localPath) => {
    return (await ports.registry.documentAt(source, localPath))?.sha256 ?? null;
  });
  if (rolledForward + dropped > 0) {
    const detail = `${rolledForward} replaced documents completed, ${dropped} unfinished files removed`;
    emit({ type: "recovered", what: "files", detail });
  }
}

/**
 * A checkpoint that is lost or unreadable is written anew from the manifest (U23), and so is one that may say
 * more than the manifest.
 */
async function recoverCheckpoint(
  source: string,
  ports: RecoverPorts,
  { loaded, last, rebuilt }: Adopted,
  emit: Emit,
): Promise<void> {
  if (loaded.kind === "missing" && (await ports.registry.counts(source)).completed === 0) return;
  if (loaded.kind !== "good") await announceLoss(source, loaded, ports.checkpoints, emit);
  if (rebuilt || loaded.kind !== "good") await ports.checkpoints.save(source, last?.lastRun ?? null);
}

async function announceLoss(
  source: string,
  loaded: Exclude<LoadedCheckpoint, { kind: "good" }>,
  checkpoints: Checkpoints,
  emit: Emit,
): Promise<void> {
  if (loaded.kind === "missing") {
    const message = "the checkpoint was missing; rebuilt from the manifest";
    return emit({ type: "warning", code: "checkpoint_missing", message });
  }
  const aside = await checkpoints.setAside(source);
  const message = `the checkpoint was unreadable (${loaded.problem}); kept as ${aside}, rebuilt from the manifest`;
  emit({ type: "warning", code: "checkpoint_corrupt", message });
}

async function backupOf(source: string, checkpoints: Checkpoints): Promise<Checkpoint | null> {
  const backup = await checkpoints.loadBackup(source);
  return backup.kind === "good" ? backup.checkpoint : null;
}
