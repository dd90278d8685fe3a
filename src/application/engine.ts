import { LevadaError, MisuseError } from "../domain/errors.ts";
import type { ChangeRules } from "../domain/change.ts";
import {
  type DiscoveryOutcome,
  EVENT_VERSION,
  type EventBody,
  type EventSink,
  type ExtractionCounts,
  type ProcedureCounts,
  type Summary,
} from "../domain/events.ts";
import { exitCode } from "../domain/exit-code.ts";
import { type Failure, reasonOf } from "../domain/failure.ts";
import type { Revisit } from "../domain/revisit.ts";
import type { DiscoverContext, Source } from "../domain/source.ts";
import { Tally } from "../domain/tally.ts";
import { withoutSecrets } from "../domain/url-noise.ts";
import { Fetcher, type StopSignals } from "./fetcher.ts";
import { HostGate } from "./host-gate.ts";
import { ListingDesk } from "./listing-desk.ts";
import { NameSet } from "./name-set.ts";
import type { Archive, CallLog, Clock, HostLedger, ListingMemory, Registry, Transport } from "./ports.ts";
import { discoverContext, type Places } from "./reading.ts";
import { RobotsGuard } from "./robots-guard.ts";
import type { Settings } from "./settings.ts";

/** What a run is asked to do. Complete: defaults are filled in by the caller. */
export interface RunRequest<O> {
  readonly source: Source<O>;
  readonly options: O;
  readonly settings: Settings;
  readonly runId: string;
  /** Documents to queue at most; Infinity for all. */
  readonly limit: number;
  readonly resume: boolean;
  /** Which known pages are asked for. @default all whose server has not said how long they stay fresh */
  readonly revisit?: Revisit;
  readonly retryFailed: boolean;
  /** Wait for parked hosts and open breakers instead of leaving their items pending. */
  readonly wait: boolean;
  readonly onEvent: EventSink;
  /** Hears how the run ends before that is noted: whoever is to be told of it is not forgotten in a kill between. */
  readonly beforeEnd?: (summary: Summary) => Promise<void>;
  /** Aborting asks the run to stop; its reason is "SIGINT" or "SIGTERM". */
  readonly signal: AbortSignal;
  /** Documents may go however many they are. */
  readonly allowMassRemoval: boolean;
}

/** The first event of a run. */
export function runStarted<O>(
  { source, options, limit }: RunRequest<O>,
  mode: "ingest" | "plan",
): EventBody & { type: "run_started" } {
  const folder = source.folders?.(options).documents ?? `data/raw/${source.name}`;
  return { type: "run_started", limit: Number.isFinite(limit) ? limit : null, mode, folder };
}

export type NetworkPorts = {
  readonly archive: Pick<Archive, "list">;
  readonly calls: CallLog;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly ledger: HostLedger;
  readonly registry: Registry;
  /** @default listings are not remembered */
  readonly listings?: ListingMemory;
};

/** The parts that a run and a plan share: everything that may touch the network. */
export interface Engine<O> {
  readonly clock: Clock;
  readonly tally: Tally;
  readonly gate: HostGate;
  readonly fetcher: Fetcher;
  readonly robots: RobotsGuard;
  readonly context: DiscoverContext<O>;
  readonly rules: ChangeRules;
  readonly signals: StopSignals;
  readonly emit: (event: EventBody) => void;
  readonly held: HeldHosts;
  /** Null where listings are not remembered. */
  readonly listings: ListingDesk | null;
  /** What the source wants to say to the next run. */
  cursor(): string | null;
  /** What the source has noted for the next run. */
  readonly notes: ReadonlyMap<string, string>;
  /** Stops at once, because of an error that must end the run. */
  fail(error: unknown): void;
  /** The first such error. */
  failure(): { readonly error: unknown } | null;
  /** Lets go of timers and listeners. */
  close(): void;
}

export function createEngine<O>(request: RunRequest<O>, ports: NetworkPorts): Engine<O> {
  const { source, options, settings, wait } = request;
  const { clock, registry, transport } = ports;
  const stopping = stopSignals(request, clock);
  const emit = emitter(request, clock, stopping.fail);
  const { signals } = stopping;
  const gate = new HostGate(source.name, ports, settings, { emit, waits: wait, onTrouble: stopping.fail });
  const fetcher = new Fetcher({ clock, transport, gate, settings, policy: source.policy, signals, emit });
  const robots = new RobotsGuard({ clock, gate, fetcher, settings, waits: wait });
  const listings = listingDesk(request, ports, emit);
  let cursor: string | null = null;
  const notes = new Map<string, string>();
  const reading = {
    registry,
    signal: signals.stop,
    clock,
    waits: wait,
    emit,
    runId: request.runId,
    resume: request.resume,
    calls: ports.calls,
    listings,
    places: placesIn(source.name, ports.archive),
    advance: (next: string) => void (cursor = next),
    note: (name: string, value: string) => void notes.set(name, value),
  };
  const parts = { source, options, settings, fetcher, robots, ...reading };
  return {
    clock,
    tally: new Tally(),
    gate,
    fetcher,
    robots,
    context: discoverContext(parts),
    rules: {
      resume: request.resume,
      revalidates: source.pages !== undefined || (source.revalidates ?? false),
      ...(request.revisit && { revisit: { which: request.revisit, bounds: settings.refetch } }),
    },
    signals,
    emit,
    held: new HeldHosts(),
    listings,
    cursor: () => cursor,
    notes,
    fail: stopping.fail,
    failure: stopping.failure,
    close: stopping.close,
  };
}

function listingDesk<O>(
  { source, resume }: RunRequest<O>,
  { listings: memory, clock }: NetworkPorts,
  emit: (event: EventBody) => void,
): ListingDesk | null {
  return memory === undefined ? null : new ListingDesk({ source: source.name, memory, clock, resume, emit });
}

/** Looks through the folder when it is first asked, and again when that was forgotten. */
function placesIn(source: string, archive: Pick<Archive, "list">): Places {
  let files: Promise<NameSet> | null = null;
  const list = async () => {
    const found = new NameSet();
    for await (const localPath of archive.list(source)) found.add(localPath);
    return found;
  };
  return {
    has: async ({ localPath }) => (await (files ??= list())).has(localPath),
    forget: () => void (files = null),
  };
}

/** What is told ends in logs: an address that lets somebody in is told without what does (E18). */
function unsecret<T extends EventBody>(body: T): T {
  const told = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" && WITH_ADDRESSES.has(name) ? withoutSecrets(value) : value,
  ]);
  return Object.fromEntries(told) as T;
}

const WITH_ADDRESSES: ReadonlySet<string> = new Set(["url", "wanted", "message", "error", "detail"]);

/** A sink that throws ends the run, wherever the event came from. */
function emitter<O>(
  { onEvent, source, runId }: RunRequest<O>,
  clock: Clock,
  fail: (error: unknown) => void,
): (event: EventBody) => void {
  return (body) => {
    const at = new Date(clock.now()).toISOString();
    try {
      onEvent({ version: EVENT_VERSION, ...unsecret(body), source: source.name, run_id: runId, at });
    } catch (error) {
      fail(error);
    }
  };
}

function stopSignals<O>({ signal, settings }: RunRequest<O>, clock: Clock) {
  const stop = new AbortController();
  const abort = new AbortController();
  let first: { readonly error: unknown } | null = null;
  const closed = new AbortController();
  const onStop = () => {
    stop.abort(signal.reason);
    const graceOver = clock.sleep(settings.graceMs, AbortSignal.any([abort.signal, closed.signal]));
    void graceOver.then(() => closed.signal.aborted || abort.abort());
  };
  if (signal.aborted) onStop();
  else signal.addEventListener("abort", onStop, { once: true });
  return {
    signals: { stop: stop.signal, abort: abort.signal },
    fail(error: unknown) {
      first ??= { error };
      stop.abort("failure");
      abort.abort("failure");
    },
    failure: () => first,
    close() {
      closed.abort();
      signal.removeEventListener("abort", onStop);
    },
  };
}

/** Hosts that this run found it must not ask. */
export class HeldHosts {
  readonly #hosts = new Map<string, { readonly reason: string; readonly until: string | null }>();

  /** Takes the failures that speak of a host; others say nothing about one. */
  add(failure: Failure): void {
    if (failure.kind !== "host_held" && failure.kind !== "robots_unavailable") return;
    const until = failure.kind === "host_held" ? new Date(failure.until).toISOString() : null;
    this.#hosts.set(failure.host, { reason: reasonOf(failure), until });
  }

  has(host: string): boolean {
    return this.#hosts.has(host);
  }

  reason(host: string): string {
    return this.#hosts.get(host)?.reason ?? "";
  }

  list(): readonly { readonly host: string; readonly reason: string; readonly until: string | null }[] {
    return [...this.#hosts].map(([host, why]) => ({ host, ...why }));
  }
}

/** The account of a run: what was counted, and the exit code that follows from it. */
export function summarize<O>(
  engine: Engine<O>,
  run: {
    readonly signal: AbortSignal;
    readonly discovery: DiscoveryOutcome;
    readonly durationMs: number;
    /** In a plan, pending is what would be fetched; in a run, what a host kept us from. */
    readonly pendingIsTrouble: boolean;
    readonly extracted?: ExtractionCounts;
    readonly procedures?: ProcedureCounts;
    /** Documents that could not be read, and should have been. */
    readonly unread?: number;
  },
): Summary {
  const totals = engine.tally.totals();
  const held = engine.held.list();
  const imbalance = engine.tally.imbalance();
  if (imbalance !== 0) {
    const message = `the counts differ by ${imbalance}: this is a bug in Levada, please report it`;
    engine.emit({ type: "warning", code: "accounts_differ", message });
  }
  return {
    type: "summary",
    ...totals,
    duration_ms: Math.round(run.durationMs),
    exit_code: exitCode({
      interruptedBy: run.signal.aborted ? (run.signal.reason === "SIGTERM" ? "SIGTERM" : "SIGINT") : null,
      misused: engine.failure()?.error instanceof MisuseError,
      storageFailed: engine.failure()?.error instanceof LevadaError,
      held: engine.failure() === null && (held.length > 0 || (run.pendingIsTrouble && totals.pending > 0)),
      failed:
        totals.failed > 0 ||
        (run.unread ?? 0) > 0 ||
        ["failed", "refused"].includes(run.discovery) ||
        imbalance !== 0 ||
        engine.failure() !== null,
    }),
    discovery: run.discovery,
    ...(run.extracted === undefined ? {} : { extracted: run.extracted }),
    ...(run.procedures === undefined ? {} : { procedures: run.procedures }),
    held,
  };
}
