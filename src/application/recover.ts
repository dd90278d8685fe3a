import type { EventBody } from "../domain/events.ts";
import { parseLine, storedDocument } from "../domain/manifest.ts";
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

type RecoverPorts = {
  readonly archive: Archive;
  readonly manifest: Manifest;
  readonly registry: Registry;
  readonly checkpoints: Checkpoints;
};

type Emit = (event: EventBody) => void;

/**
 * Brings everything derived in line with the truth (E1), at the start of every run, under the root's lock:
 * manifest first, then the registry, then files that a crash left half-way, then the checkpoint.
 * Safe to be killed at any point: each step can run again.
 */
export async function recover(
  source: string,
  ports: RecoverPorts,
  freshDatabase: boolean,
  emit: Emit,
): Promise<void> {
  const { cutBytes } = await ports.manifest.recover(source);
  if (cutBytes > 0) {
    emit({ type: "recovered", what: "manifest", detail: `cut a torn last line of ${cutBytes} bytes` });
  }
  const rebuilt = await syncRegistry(source, ports, emit);
  await recoverFiles(source, ports, emit);
  await recoverCheckpoint(source, ports, { freshDatabase, rebuilt }, emit);
}

/** Reads the manifest into the registry unless the registry has seen it as it is. Answers whether it did. */
export async function syncRegistry(
  source: string,
  ports: { readonly manifest: Manifest; readonly registry: Registry },
  emit: Emit,
): Promise<boolean> {
  const current = await ports.manifest.watermark(source);
  const known = await ports.registry.watermark(source);
  const rebuilds = !isSame(current, known);
  if (rebuilds) await rebuild(source, current, ports);
  for (const { line, problem } of await ports.registry.manifestProblems(source)) {
    const message = `manifest.jsonl line ${line}: ${problem}. The document of this line counts as not stored; the line is kept.`;
    emit({ type: "warning", code: "manifest_line_corrupt", message });
  }
  return rebuilds;
}

function isSame(current: Watermark, known: Watermark | null): boolean {
  if (known === null) return current.size === 0;
  return current.size === known.size && current.mtimeMs === known.mtimeMs;
}

async function rebuild(
  source: string,
  watermark: Watermark,
  ports: { readonly manifest: Manifest; readonly registry: Registry },
): Promise<void> {
  const problems: ManifestProblem[] = [];
  async function* documents(): AsyncIterable<StoredDocument> {
    for await (const entry of ports.manifest.scan(source)) {
      const line = entry.kind === "line" ? parseLine(entry.text) : entry;
      if ("problem" in line) problems.push({ line: entry.line, problem: String(line.problem) });
      else yield storedDocument(line);
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
 * more than the manifest. A database that was lost gets back what only the checkpoint still knows.
 */
async function recoverCheckpoint(
  source: string,
  ports: RecoverPorts,
  { freshDatabase, rebuilt }: { freshDatabase: boolean; rebuilt: boolean },
  emit: Emit,
): Promise<void> {
  const loaded = await ports.checkpoints.load(source);
  if (loaded.kind === "missing" && (await ports.registry.counts(source)).completed === 0) return;
  if (loaded.kind !== "good") await announceLoss(source, loaded, ports.checkpoints, emit);
  const last = loaded.kind === "good" ? loaded.checkpoint : await backupOf(source, ports.checkpoints);
  if (freshDatabase && last !== null) await ports.checkpoints.restore(last);
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
