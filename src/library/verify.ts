import type { EventSink, Summary } from "../domain/events.ts";
import { MisuseError } from "../domain/errors.ts";
import type { Source } from "../domain/source.ts";
import { recover } from "../application/recover.ts";
import { type Defect, referencesOf, verify as runVerify, type VerifyReport } from "../application/verify.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { createManifest } from "../infrastructure/files/manifest.ts";
import { createRootLock } from "../infrastructure/files/root-lock.ts";
import { openScratchState, openSqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { builtInSource, sourceNames } from "../sources/index.ts";
import { type CommonOptions, loadConfiguration } from "./configuration.ts";
import { ingest } from "./ingest.ts";

export interface VerifyOptions extends CommonOptions {
  /** Fetches missing and corrupt documents again and moves orphaned files to `data/orphaned/`. @default false */
  readonly repair?: boolean;
  /** Sees the events of the repairing run, and warnings. */
  readonly onEvent?: EventSink;
  /** How many documents of a source have been read so far. */
  readonly onChecked?: (source: string, count: number) => void;
  readonly signal?: AbortSignal;
}

export interface VerifyResult extends VerifyReport {
  /** What the repair did; absent where none was asked for or needed. */
  readonly repair?: { readonly summary: Summary | null; readonly set_aside: readonly string[] };
}

/** Reads every stored file of a source (or of `all`) against the manifest. Offline, unless it repairs. */
export async function verify(source: string, options: VerifyOptions = {}): Promise<readonly VerifyResult[]> {
  const { root } = await loadConfiguration(options);
  const results: VerifyResult[] = [];
  for (const name of sourceNames(source)) {
    const report = await verifyOne(root, name, options);
    results.push(options.repair === true ? await repairOne(root, report, options) : report);
  }
  return results;
}

async function verifyOne(root: string, source: string, { onChecked }: VerifyOptions): Promise<VerifyReport> {
  const state = await openScratchState(root);
  const manifest = createManifest(root);
  try {
    const ports = { ...state, manifest, archive: createArchive(root) };
    return await runVerify(source, ports, {
      emit: () => {},
      onChecked: (count) => onChecked?.(source, count),
    });
  } finally {
    await state.close();
    await manifest.close();
  }
}

/** Exactly the bad documents are fetched again, through the same engine and as politely as the first time. */
async function repairOne(root: string, report: VerifyReport, options: VerifyOptions): Promise<VerifyResult> {
  const set_aside = report.orphaned.length === 0 ? [] : await setAside(root, report.orphaned);
  const bad = [...report.missing, ...report.corrupt];
  const summary = bad.length === 0 ? null : await fetchAgain(root, report.name, bad, options);
  return { ...report, repair: { summary, set_aside } };
}

async function setAside(root: string, orphaned: readonly string[]): Promise<readonly string[]> {
  const held = await createRootLock(root).acquire("verify --repair");
  try {
    const archive = createArchive(root);
    const moved: string[] = [];
    for (const path of orphaned) moved.push(await archive.setAside(path));
    return moved;
  } finally {
    await held.release();
  }
}

async function fetchAgain(
  root: string,
  name: string,
  bad: readonly Defect[],
  options: VerifyOptions,
): Promise<Summary> {
  const source = builtInSource(name) as Source<unknown>;
  const references = await referencesOf(name, createManifest(root), new Set(bad.map(({ key }) => key)));
  const { repair: _, onChecked: __, ...common } = options;
  // They were allowed when they were stored, under options that need not be given again.
  const hosts = new Set(references.map(({ url }) => new URL(url).host));
  const again: Source<unknown> = {
    ...source,
    allows: (url, own) => hosts.has(url.host) || source.allows(url, own),
    async *discover() {
      for (const reference of references) yield { kind: "document", reference };
    },
  };
  return ingest(again, { ...common, resume: false, limit: Math.max(1, references.length) });
}

/**
 * Builds registry and checkpoint anew from manifest and files, whatever they say now (R4). Refused while another
 * process writes to the root.
 */
export async function repair(
  source: string,
  options: CommonOptions & { onEvent?: EventSink } = {},
): Promise<void> {
  const { root } = await loadConfiguration(options);
  const names = sourceNames(source);
  if (names.length === 0) throw new MisuseError("there is no source to repair");
  const held = await createRootLock(root).acquire(`repair ${source}`);
  const manifest = createManifest(root);
  try {
    const state = await openSqliteState(root);
    try {
      for (const name of names) {
        await recover(name, { ...state, manifest, archive: createArchive(root) }, () => {}, {
          fromScratch: true,
        });
      }
    } finally {
      await state.close();
    }
  } finally {
    await manifest.close();
    await held.release();
  }
}
