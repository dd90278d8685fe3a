import type { EventSink, Summary } from "../domain/events.ts";
import { MisuseError } from "../domain/errors.ts";
import type { Source } from "../domain/source.ts";
import { recover } from "../application/recover.ts";
import {
  type Defect,
  inspect,
  referencesOf,
  verify as runVerify,
  type VerifyReport,
  type VerifyWatch,
} from "../application/verify.ts";
import { createManifest } from "../infrastructure/files/manifest.ts";
import { openScratchState, type SqliteState } from "../infrastructure/sqlite/sqlite-state.ts";
import { builtInSource, sourceNames } from "../sources/index.ts";
import { asWriter } from "./as-writer.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { archiveOf } from "./documents-folder.ts";
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
  const configuration = await loadConfiguration(options);
  const results: VerifyResult[] = [];
  for (const name of sourceNames(source)) {
    const isRepair = options.repair === true && (await hasAnything(configuration, name));
    const examineOne = isRepair ? repairOne : verifyOne;
    results.push(await examineOne(configuration, name, options));
  }
  return results;
}

async function verifyOne(
  configuration: Configuration,
  source: string,
  options: VerifyOptions,
): Promise<VerifyReport> {
  const { root } = configuration;
  const state = await openScratchState(root);
  const manifest = createManifest(root);
  try {
    const ports = { ...state, manifest, archive: await archiveOf(source, configuration) };
    const report = await runVerify(source, ports, watchOf(source, options));
    const state_problems = [...unreadable(state), ...(report.state_problems ?? [])];
    return state_problems.length === 0 ? report : { ...report, state_problems };
  } finally {
    await state.close();
    await manifest.close();
  }
}

function watchOf(source: string, { onChecked }: VerifyOptions): VerifyWatch {
  return { emit: () => {}, onChecked: (count) => onChecked?.(source, count) };
}

function unreadable({ startedFresh }: SqliteState): readonly string[] {
  return startedFresh === "corrupt" ? ["data/state/levada.db: unreadable"] : [];
}

/** A repair of nothing writes nothing. */
async function hasAnything(configuration: Configuration, source: string): Promise<boolean> {
  for await (const _ of createManifest(configuration.root).scan(source)) return true;
  for await (const _ of (await archiveOf(source, configuration)).list(source)) return true;
  return false;
}

/** Exactly the bad documents are fetched again, through the same engine and as politely as the first time. */
async function repairOne(
  configuration: Configuration,
  name: string,
  options: VerifyOptions,
): Promise<VerifyResult> {
  const { report, set_aside } = await examine(configuration, name, options);
  const bad = [...report.missing, ...report.corrupt];
  const summary = bad.length === 0 ? null : await fetchAgain(configuration, name, bad, options);
  return { ...report, repair: { summary, set_aside } };
}

/**
 * Under the root's lock, after a recovery: a replacement that a crash left half-way is completed and not taken for
 * damage, and a file that another process is about to commit is not taken for an orphan.
 */
function examine(
  configuration: Configuration,
  name: string,
  options: VerifyOptions,
): Promise<{ readonly report: VerifyReport; readonly set_aside: readonly string[] }> {
  return asWriter(configuration.root, `verify ${name} --repair`, async (state) => {
    const ports = { ...state, archive: await archiveOf(name, configuration) };
    const problems = await recover(name, ports, () => {}, { fromScratch: true });
    const report = await inspect(name, ports, watchOf(name, options), [...unreadable(ports), ...problems]);
    const set_aside: string[] = [];
    for (const path of report.orphaned) set_aside.push(await ports.archive.setAside(path));
    return { report, set_aside };
  });
}

async function fetchAgain(
  configuration: Configuration,
  name: string,
  bad: readonly Defect[],
  options: VerifyOptions,
): Promise<Summary> {
  const source = builtInSource(name) as Source<unknown>;
  const ports = {
    manifest: createManifest(configuration.root),
    archive: await archiveOf(name, configuration),
  };
  const references = await referencesOf(name, ports, new Set(bad.map(({ key }) => key)));
  const { repair: _, onChecked: __, ...common } = options;
  // They were allowed when they were stored, under options that need not be given again.
  const urls = new Set(references.map(({ url }) => url));
  const hosts = new Set([...urls].map((url) => new URL(url).host));
  const again: Source<unknown> = {
    ...source,
    allows: (url, own) => hosts.has(url.host) || source.allows(url, own),
    // What a killed run has left to be fetched is left to the next one: it would take the place of these.
    wants: (_fields, _options, url) => urls.has(url),
    async *discover() {
      for (const reference of references) yield { kind: "document", reference };
    },
  };
  const [first] = references;
  const sourceOptions = first === undefined ? {} : (source.optionsOf?.(first) ?? {});
  return ingest(again, { ...common, sourceOptions, resume: false, limit: Math.max(1, references.length) });
}

/**
 * Builds registry and checkpoint anew from manifest and files, whatever they say now (R4). Refused while another
 * process writes to the root.
 */
export async function repair(
  source: string,
  options: CommonOptions & { onEvent?: EventSink } = {},
): Promise<void> {
  const configuration = await loadConfiguration(options);
  const names = sourceNames(source);
  if (names.length === 0) throw new MisuseError("there is no source to repair");
  await asWriter(configuration.root, `repair ${source}`, async (state) => {
    for (const name of names) {
      const ports = { ...state, archive: await archiveOf(name, configuration) };
      await recover(name, ports, () => {}, { fromScratch: true });
    }
  });
}
