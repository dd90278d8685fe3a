import type { EventBody } from "../domain/events.ts";
import { storedDocument } from "../domain/manifest.ts";
import type { StoredDocument } from "../domain/reference.ts";
import { descriptionOf } from "./committer.ts";
import { clearFormerPaths } from "./retiring.ts";
import type {
  Archive,
  Checkpoint,
  Checkpoints,
  DescribedPage,
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
 * Safe to be killed at any point: each step can run again. Answers what was wrong with what is derived.
 */
export async function recover(
  source: string,
  ports: RecoverPorts,
  emit: Emit,
  { fromScratch = false }: { readonly fromScratch?: boolean } = {},
): Promise<readonly string[]> {
  const { cutBytes } = await ports.manifest.recover(source);
  if (cutBytes > 0) {
    emit({ type: "recovered", what: "manifest", detail: `cut a torn last line of ${cutBytes} bytes` });
  }
  const adopted = await adopt(source, ports, emit, fromScratch);
  await recoverFiles(source, ports, emit);
  const owed = await owedSince(source, ports.registry);
  if (owed !== null) await describeAgain(source, ports, owed);
  await recoverCheckpoint(source, ports, adopted, owed?.rebuilt ?? false, emit);
  if (owed !== null) await ports.registry.saveCursor(owedBy(source), NOTHING_OWED);
  return stateProblems(source, adopted);
}

/** What is wrong with what is derived from the manifest, in words; none where it is only missing or behind. */
export function stateProblems(
  source: string,
  { checkpoint, disagreeing, manifestRotted }: Adopted,
): readonly string[] {
  const problems: string[] = [];
  if (checkpoint?.loaded.kind === "corrupt")
    problems.push(`data/state/${source}.json: ${checkpoint.loaded.problem}`);
  if (manifestRotted)
    problems.push(`data/raw/${source}/manifest.jsonl: its bytes are not those that were written to it`);
  if (disagreeing > 0) {
    problems.push(`data/state/levada.db: says something else than the manifest of ${disagreeing} documents`);
  }
  return problems;
}

interface FoundCheckpoint {
  readonly loaded: LoadedCheckpoint;
  /** The last good one. */
  readonly last: Checkpoint | null;
}

export interface Adopted {
  /** Null where it is as it was saved, and nobody had to read it. */
  readonly checkpoint: FoundCheckpoint | null;
  /** The manifest was not what the registry knew it to be, beyond lines added to it. */
  readonly rebuilt: boolean;
  /** Documents of which the registry said something else than the manifest that it claimed to know. */
  readonly disagreeing: number;
  /** Size and time of the manifest are as they were left, its bytes are not. */
  readonly manifestRotted: boolean;
}

/**
 * Brings the registry in line with manifest and checkpoint, without touching a file. A registry that has never seen
 * this source gets back what only the checkpoint still knows; the rebuild that follows writes the watermark, and
 * with it that this was done.
 */
export async function adopt(source: string, ports: AdoptPorts, emit: Emit, always = false): Promise<Adopted> {
  const { registry, checkpoints } = ports;
  const isNew = (await registry.watermark(source)) === null;
  const isAsSaved = !isNew && !always && (await checkpoints.isAsSaved(source));
  let checkpoint = isAsSaved ? null : await findCheckpoint(source, checkpoints);
  if (isNew && checkpoint !== null && checkpoint.last !== null) await checkpoints.restore(checkpoint.last);
  const synced = await syncRegistry(source, ports, emit, always);
  if (synced.rebuilt) {
    checkpoint ??= await findCheckpoint(source, checkpoints);
    if (checkpoint.last !== null) await announceMissing(source, checkpoint.last, registry, emit);
  }
  return { checkpoint, ...synced };
}

async function findCheckpoint(source: string, checkpoints: Checkpoints): Promise<FoundCheckpoint> {
  const loaded = await checkpoints.load(source);
  if (loaded.kind === "good") return { loaded, last: loaded.checkpoint };
  const backup = await checkpoints.loadBackup(source);
  return { loaded, last: backup.kind === "good" ? backup.checkpoint : null };
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

/** Brings the registry to what the manifest says, reading no more of it than it must, unless `always`. */
async function syncRegistry(
  source: string,
  ports: { readonly manifest: Manifest; readonly registry: Registry },
  emit: Emit,
  always: boolean,
): Promise<Omit<Adopted, "checkpoint">> {
  const known = await ports.registry.watermark(source);
  const change = await ports.manifest.changeSince(source, known);
  const rebuilt = always || change === "rewritten";
  if (rebuilt || change === "grown")
    await owe(source, { after: rebuilt ? null : known, rebuilt }, ports.registry);
  const taken = rebuilt
    ? await takeIn(source, null, ports)
    : change === "grown"
      ? await takeIn(source, known, ports)
      : null;
  for (const { line, problem } of await ports.registry.manifestProblems(source)) {
    const message = `manifest.jsonl line ${line}: ${problem}. The document of this line counts as not stored; the line is kept.`;
    emit({ type: "warning", code: "manifest_line_corrupt", message });
  }
  // A manifest that looks as it was left: what differs now is the work of the disk.
  const looksSame = rebuilt && change === "same" && taken !== null;
  return {
    rebuilt,
    disagreeing: looksSame ? taken.differing : 0,
    manifestRotted: looksSame && taken.watermark.crc32 !== known?.crc32,
  };
}

/** The lines after the known ones: a crash leaves those of its last commit. */
async function takeIn(
  source: string,
  known: Watermark | null,
  { manifest, registry }: { readonly manifest: Manifest; readonly registry: Registry },
): Promise<{ readonly differing: number; readonly watermark: Watermark }> {
  const problems: ManifestProblem[] = [];
  const lines = manifest.scan(source, known);
  async function* documents(): AsyncIterable<StoredDocument> {
    for await (const entry of lines) {
      if (entry.kind === "line") yield storedDocument(entry.value);
      else problems.push({ line: entry.line, problem: entry.problem });
    }
  }
  const end = () => ({ watermark: lines.watermark(), problems });
  const differing = await registry.rebuild(source, documents(), end, { adding: known !== null });
  return { differing, watermark: lines.watermark() };
}

async function recoverFiles(source: string, ports: RecoverPorts, emit: Emit): Promise<void> {
  const { rolledForward, dropped } = await ports.archive.recover(source, async (localPath) => {
    return (await ports.registry.documentAt(source, localPath))?.sha256 ?? null;
  });
  const cleared = await clearFormerPaths(source, ports);
  if (cleared > 0) {
    emit({ type: "recovered", what: "files", detail: `${cleared} files of former names moved or removed` });
  }
  if (rolledForward + dropped > 0) {
    const detail = `${rolledForward} replaced documents completed, ${dropped} unfinished files removed`;
    emit({ type: "recovered", what: "files", detail });
  }
}

/** What follows from lines that the registry has taken in, and is still to be done. */
interface Owed {
  /** Pages of the lines after this are to be described: of all lines where it is null. */
  readonly after: Watermark | null;
  /** The manifest was not what the registry knew: the checkpoint is to be saved anew. */
  readonly rebuilt: boolean;
}

const NOTHING_OWED = "";
const owedBy = (source: string) => `${source}/owed`;

/**
 * Noted before the registry takes lines in: from then on it knows them, and a kill between that and what follows must not
 * make them look done.
 */
async function owe(source: string, more: Owed, registry: Registry): Promise<void> {
  const owed = await owedSince(source, registry);
  // What has been owed for longer begins earlier, unless all is to be done again.
  if (owed !== null && !more.rebuilt) return;
  await registry.saveCursor(owedBy(source), JSON.stringify(more));
}

async function owedSince(source: string, registry: Registry): Promise<Owed | null> {
  const owed = await registry.cursor(owedBy(source));
  return owed === null || owed === NOTHING_OWED ? null : (JSON.parse(owed) as Owed);
}

/** Pages whose folders are synced together; then it is noted how far it came, so that a kill costs no more than these. */
const DESCRIBED_TOGETHER = 256;

/** What is said of pages stands beside them; a kill may have come before it was written. */
async function describeAgain(
  source: string,
  { manifest, registry, archive }: RecoverPorts,
  owed: Owed,
): Promise<void> {
  const lines = manifest.scan(source, owed.after);
  let current: DescribedPage[] = [];
  const flush = async () => {
    await archive.describe(source, current);
    current = [];
    await registry.saveCursor(owedBy(source), JSON.stringify({ ...owed, after: lines.watermark() }));
  };
  for await (const entry of lines) {
    if (entry.kind !== "line") continue;
    const described = descriptionOf(entry.value);
    if (described.length === 0) continue;
    const stored = await registry.documentAt(source, entry.value.local_path);
    const isCurrent =
      stored?.sha256 === entry.value.sha256_checksum && stored.storedAt === entry.value.downloaded_at;
    if (isCurrent) current.push(...described);
    else await archive.describeBefore(source, described);
    if (current.length >= DESCRIBED_TOGETHER) await flush();
  }
  if (current.length > 0) await archive.describe(source, current);
}

/**
 * A checkpoint that is lost or unreadable is written anew from the manifest (U23), and so is one that may say
 * more than the manifest.
 */
async function recoverCheckpoint(
  source: string,
  ports: RecoverPorts,
  { checkpoint, rebuilt }: Adopted,
  isOwed: boolean,
  emit: Emit,
): Promise<void> {
  if (checkpoint === null && !isOwed) return;
  const { loaded, last } = checkpoint ?? (await findCheckpoint(source, ports.checkpoints));
  if (loaded.kind === "missing" && (await ports.registry.counts(source)).completed === 0) return;
  if (loaded.kind !== "good") await announceLoss(source, loaded, ports.checkpoints, emit);
  if (rebuilt || isOwed || loaded.kind !== "good")
    await ports.checkpoints.save(source, last?.lastRun ?? null);
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
