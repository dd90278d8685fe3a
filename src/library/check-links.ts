import { type CheckedLinks, checkLinks, type CuratedLink } from "../application/checking-links.ts";
import type { RunRequest } from "../application/engine.ts";
import { adopt } from "../application/recover.ts";
import { normalizingOf } from "../application/normalizing.ts";
import type { Clock } from "../application/ports.ts";
import { MisuseError } from "../domain/errors.ts";
import type { EventSink } from "../domain/events.ts";
import { isCurated } from "../domain/procedure.ts";
import type { Source } from "../domain/source.ts";
import { systemClock } from "../infrastructure/clock.ts";
import { createArchive } from "../infrastructure/files/archive.ts";
import { noCallLog } from "../infrastructure/files/call-log.ts";
import { createExtractFiles } from "../infrastructure/files/extract-files.ts";
import { createProcedureFiles } from "../infrastructure/files/procedure-files.ts";
import { createTransport } from "../infrastructure/http/transport.ts";
import { builtInSource } from "../sources/index.ts";
import { asWriter, type WriterPorts } from "./as-writer.ts";
import { type CommonOptions, type Configuration, loadConfiguration } from "./configuration.ts";
import { LINKED } from "./health.ts";
import { createOutbox } from "../infrastructure/files/outbox-files.ts";
import { tellHooks } from "./hooks.ts";
import { resolveRequest } from "./ingest.ts";
import { type LinkNews, takeLinkNews } from "./link-alerts.ts";
import { pageKeysOf } from "./procedure-page.ts";
import { procedureRules } from "./procedure-rules.ts";
import { checkMessage } from "./run-messages.ts";
import { readerPool } from "./reader-pool.ts";
import { digestOfSeen } from "./seen-content.ts";
import { warn } from "./warning.ts";

export interface CheckLinksOptions extends CommonOptions {
  /** Links to look at, of each source. @default all */
  readonly limit?: number;
  readonly onEvent?: EventSink;
  /** Aborting stops: what was learned is noted. */
  readonly signal?: AbortSignal;
  /** @default the system's */
  readonly clock?: Clock;
}

/**
 * Looks at known links again, as politely as everything else; those that were not looked at for longest first. Nothing is
 * stored but what is learned of the links; catalog and review queue say it, too, and the alert hook is told what is new.
 *
 * @example
 * const { checked, held } = await checkKnownLinks({ root: "corpus", limit: 500 });
 */
export async function checkKnownLinks(options: CheckLinksOptions = {}): Promise<CheckedLinks> {
  const { limit = Infinity } = options;
  if (limit !== Infinity && !(Number.isInteger(limit) && limit >= 1))
    throw new MisuseError(`limit is ${limit}; it takes a whole number from 1`);
  const { root } = await loadConfiguration(options);
  const looks = await asWriter(root, "health", async (ports) => {
    const done: Look[] = [];
    for (const name of LINKED) {
      const look = await checkSource(builtInSource(name) as Source<unknown>, options, ports);
      if (look !== null) done.push(look);
    }
    return done;
  });
  const [look] = looks;
  if (look !== undefined)
    await tellHooks(look.configuration, (code, message) => warn(look.request, code, message));
  return {
    checked: looks.reduce((sum, { counts }) => sum + counts.checked, 0),
    held: looks.reduce((sum, { counts }) => sum + counts.held, 0),
  };
}

/** At the links of one source. */
interface Look {
  readonly request: RunRequest<unknown>;
  readonly configuration: Configuration;
  readonly counts: CheckedLinks;
}

async function checkSource(
  source: Source<unknown>,
  options: CheckLinksOptions,
  ports: WriterPorts,
): Promise<Look | null> {
  const { clock = systemClock, signal, onEvent } = options;
  const ofSource = source.userAgent === undefined ? {} : { userAgent: source.userAgent };
  const configuration = await loadConfiguration(options, source.name, process.env, ofSource);
  const { root, settings } = configuration;
  const files = createProcedureFiles(root, ports);
  const hasCurated = source.officeOf !== undefined;
  // A database that was lost is made again of what is stored.
  await adopt(source.name, ports, () => {});
  // A root that has nothing of a source may not even know what to ask it for.
  if (!hasCurated && (await ports.registry.counts(source.name)).completed === 0) return null;
  const request = await resolveRequest(
    source,
    {
      ...options,
      ...(signal === undefined ? {} : { signal }),
      ...(onEvent === undefined ? {} : { onEvent }),
    },
    configuration,
  );
  const transport = createTransport({ allowPrivate: settings.allowPrivate });
  const reader = readerPool(settings);
  const extractFiles = createExtractFiles(root, ports);
  const digest = digestOfSeen({ source: source.name, reader, extracts: ports.extracts, files: extractFiles });
  const startedAt = clock.now();
  try {
    const counts = await checkLinks(
      { ...request, limit: options.limit ?? Infinity },
      { ...ports, clock, transport, calls: noCallLog, archive: createArchive(root), digest },
      hasCurated ? curatedLinks(source.name, files, ports) : none(),
    );
    if (hasCurated) await tell(source, request.options, configuration, ports, clock);
    if (configuration.config.hooks?.onAlert !== undefined) {
      const note = (news: LinkNews) => createOutbox(root).put(checkMessage(request, news, counts));
      const when = { startedAt, now: clock.now(), rules: settings.health, note };
      await takeLinkNews(source.name, ports, when);
    }
    return { request, configuration, counts };
  } finally {
    await reader.close();
    await transport.close();
  }
}

/** Catalog and review queue say how links stand. */
async function tell(
  source: Source<unknown>,
  options: unknown,
  { root }: Configuration,
  ports: WriterPorts,
  clock: Clock,
): Promise<void> {
  const normalizing = normalizingOf(source, options, {
    ...ports,
    clock,
    rules: procedureRules,
    files: createProcedureFiles(root, ports),
    extractFiles: createExtractFiles(root, ports),
    emit: () => {},
    signals: { stop: new AbortController().signal },
    changedSince: clock.now(),
    isRegistryGiven: false,
  });
  await normalizing?.finish();
}

/** Under the key that its page is stored under, in whatever spelling a person has written its address. */
async function* curatedLinks(
  source: string,
  files: Pick<ReturnType<typeof createProcedureFiles>, "all">,
  { registry }: Pick<WriterPorts, "registry">,
): AsyncGenerator<CuratedLink> {
  for await (const { tramite, procedure } of files.all()) {
    if (procedure === null || !isCurated(procedure)) continue;
    const keys = pageKeysOf(procedure);
    const known = await registry.find(source, keys);
    const key = keys.find((one) => known.get(one)?.document != null) ?? keys[0];
    const url = known.get(key ?? "")?.document?.url ?? procedure["fuente_url"] ?? procedure["source_url"];
    if (key === undefined || typeof url !== "string") continue;
    yield { tramite, key: known.get(key)?.document?.key ?? key, url: url.trim() };
  }
}

async function* none(): AsyncGenerator<CuratedLink> {}
