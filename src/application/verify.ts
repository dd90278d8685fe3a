import type { EventBody } from "../domain/events.ts";
import { referenceOf, storedDocument } from "../domain/manifest.ts";
import type { Reference } from "../domain/reference.ts";
import type { Archive, Checkpoints, FileDefect, Manifest, ManifestProblem, Registry } from "./ports.ts";
import { storedDocuments } from "./reading.ts";
import { adopt, stateProblems } from "./recover.ts";

/** Files read at once: enough to keep the disk busy while one is hashed. */
const LANES = 4;

export interface Defect extends FileDefect {
  readonly key: string;
  readonly path: string;
}

/** What `verify` found out about a source. Field names are those of `verify --json`. */
export interface VerifyReport {
  readonly name: string;
  /** Documents whose file was read. */
  readonly checked: number;
  readonly missing: readonly Defect[];
  readonly corrupt: readonly Defect[];
  /** Files that belong to no document. */
  readonly orphaned: readonly string[];
  readonly manifest_problems: readonly ManifestProblem[];
  /** What is wrong with checkpoint and database, where something is: they can be rebuilt. */
  readonly state_problems?: readonly string[];
}

export type VerifyPorts = {
  readonly archive: Archive;
  readonly manifest: Manifest;
  readonly registry: Registry;
  readonly checkpoints: Checkpoints;
};

export interface VerifyWatch {
  readonly emit: (event: EventBody) => void;
  readonly onChecked: (count: number) => void;
}

/**
 * Reads every stored file again and compares it with its manifest line: checksum, size, decompression (U24).
 * Writes nothing under the root: its registry is a scratch copy.
 */
export async function verify(source: string, ports: VerifyPorts, watch: VerifyWatch): Promise<VerifyReport> {
  // Always read anew: a disk that loses bits changes neither size nor time of a file.
  const adopted = await adopt(source, ports, watch.emit, true);
  return inspect(source, ports, watch, stateProblems(source, adopted));
}

/** The same, where the registry is known to be what the manifest says. */
export async function inspect(
  source: string,
  ports: VerifyPorts,
  watch: VerifyWatch,
  state_problems: readonly string[],
): Promise<VerifyReport> {
  const defects: Defect[] = [];
  let checked = 0;
  await inLanes(storedDocuments(source, ports.registry), async (document) => {
    const defect = await ports.archive.check(document);
    if (defect !== null) defects.push({ key: document.key, path: document.localPath, ...defect });
    watch.onChecked(++checked);
  });
  defects.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    name: source,
    checked,
    missing: defects.filter(({ kind }) => kind === "missing"),
    corrupt: defects.filter(({ kind }) => kind === "corrupt"),
    orphaned: await orphans(source, ports),
    manifest_problems: await ports.registry.manifestProblems(source),
    ...(state_problems.length === 0 ? {} : { state_problems }),
  };
}

async function inLanes<T>(items: AsyncGenerator<T>, work: (item: T) => Promise<void>): Promise<void> {
  const lane = async () => {
    for (let next = await items.next(); next.done !== true; next = await items.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function orphans(source: string, { archive, registry }: VerifyPorts): Promise<string[]> {
  const found: string[] = [];
  for await (const path of archive.list(source)) {
    const page = archive.accompanies(source, path);
    const isKnown =
      page === null
        ? (await registry.documentAt(source, path)) !== null
        : (await registry.find(source, [page])).get(page)?.document?.key === page;
    if (!isKnown) found.push(path);
  }
  return found.toSorted();
}

/** How to fetch the documents of these keys again, from what their manifest lines say. */
export async function referencesOf(
  source: string,
  { manifest, archive }: { readonly manifest: Manifest; readonly archive: Archive },
  keys: ReadonlySet<string>,
): Promise<readonly Reference[]> {
  const references = new Map<string, Reference>();
  for await (const entry of manifest.scan(source)) {
    if (entry.kind !== "line") continue;
    if (!keys.has(storedDocument(entry.value).key)) continue;
    const reference = referenceOf(archive.pathIn(source, entry.value.local_path), entry.value);
    // Of two lines with one key the last counts.
    references.set(reference.key, reference);
  }
  return [...references.values()];
}
