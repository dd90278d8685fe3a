import type { Failure } from "../domain/failure.ts";
import type { Tally } from "../domain/tally.ts";
import type { DocumentWorker } from "./document-worker.ts";
import type { StopSignals } from "./fetcher.ts";
import type { HostGate } from "./host-gate.ts";
import type { Clock, Frontier, Lease } from "./ports.ts";
import type { Settings } from "./settings.ts";

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
/** A host is given back after this long, so that hosts take turns when there are more of them than places. */
const SLICE_MS = 5000;
/** Commits under way per host before the next document is fetched: enough to share syncs, bounded in memory. */
const COMMITS_AHEAD = 32;

interface Parts<O> {
  readonly run: string;
  readonly clock: Clock;
  readonly frontier: Frontier;
  readonly gate: HostGate;
  readonly settings: Settings;
  readonly signals: StopSignals;
  readonly worker: DocumentWorker<O>;
  readonly tally: Tally;
  readonly onHeld: (host: string, failure: Failure) => void;
  /** Storage broke: the run must end. */
  readonly onFatal: (error: unknown) => void;
  /** Before each document: throws when the run must end (disk space). */
  readonly beforeDocument: () => Promise<void>;
}

/**
 * Gives hosts with due work to workers, as many at once as the settings allow. A host whose pace says "later" is given
 * back at once, so that slow hosts never take a place from others (E12).
 */
export class Scheduler<O> {
  readonly #parts: Parts<O>;
  readonly #heldHosts = new Map<string, Failure>();
  #active = 0;
  #leases = 0;
  #discoveryEnded = false;
  #wake: () => void = () => {};

  constructor(parts: Parts<O>) {
    this.#parts = parts;
  }

  /** New tasks are in the frontier. Tasks for held hosts leave the run again at once. */
  async added(hosts: Iterable<string>): Promise<void> {
    for (const host of hosts) {
      const failure = this.#heldHosts.get(host);
      if (failure !== undefined) await this.#dismiss(host, failure);
      else await this.#holdIfHeld(host);
    }
    this.#wake();
  }

  discoveryEnded(): void {
    this.#discoveryEnded = true;
    this.#wake();
  }

  /** Works until nothing is left that this run can do. */
  async run(): Promise<void> {
    const { signals, settings } = this.#parts;
    const onStop = () => this.#wake();
    signals.stop.addEventListener("abort", onStop);
    while (!signals.stop.aborted) {
      if (this.#active >= settings.hostsInFlight) {
        await this.#untilWoken(Infinity);
        continue;
      }
      const next = await this.#next();
      if (next === "ended") break;
    }
    while (this.#active > 0) await this.#untilWoken(Infinity);
    signals.stop.removeEventListener("abort", onStop);
  }

  async #next(): Promise<"going" | "ended"> {
    const { frontier, run, clock } = this.#parts;
    const woken = this.#arm();
    const answer = await frontier.lease(run, `worker-${++this.#leases}`, clock.now(), LEASE_MS);
    if (answer.kind === "leased") void this.#work(answer.lease);
    else if (answer.kind === "wait") await this.#untilWoken(answer.at - clock.now(), woken);
    else if (this.#discoveryEnded && this.#active === 0) return "ended";
    else await this.#untilWoken(Infinity, woken);
    return "going";
  }

  async #work(lease: Lease): Promise<void> {
    this.#active++;
    const { clock, frontier, gate, onFatal, signals } = this.#parts;
    const renewal = new AbortController();
    try {
      void this.#keepLease(lease, renewal.signal);
      const { concurrency } = await gate.pace(lease.host);
      const until = clock.monotonic() + SLICE_MS;
      const commits = new Set<Promise<void>>();
      await Promise.all(Array.from({ length: concurrency }, () => this.#lane(lease, until, commits)));
      await Promise.all(commits);
      await frontier.release(lease, clock.now() + (await gate.dueIn(lease.host)));
    } catch (error) {
      if (!signals.abort.aborted || !isInterruption(error)) onFatal(error);
    } finally {
      renewal.abort();
      this.#active--;
      this.#wake();
    }
  }

  async #lane(lease: Lease, until: number, commits: Set<Promise<void>>): Promise<void> {
    const { clock, frontier, gate, worker, run, signals, beforeDocument, onFatal } = this.#parts;
    while (!signals.stop.aborted && clock.monotonic() < until && !this.#heldHosts.has(lease.host)) {
      if (await this.#holdIfHeld(lease.host)) return;
      if ((await gate.dueIn(lease.host)) > 0) return;
      await beforeDocument();
      const task = await frontier.take(lease, run, clock.now());
      if (task === null) return;
      const { held, committed } = await worker.work(lease, task);
      if (held !== null) return this.#hold(lease.host, held);
      if (committed === null) continue;
      const tracked = committed.catch(onFatal).finally(() => commits.delete(tracked));
      commits.add(tracked);
      if (commits.size >= COMMITS_AHEAD) await Promise.race(commits);
    }
  }

  async #keepLease(lease: Lease, ended: AbortSignal): Promise<void> {
    const { clock, frontier, onFatal } = this.#parts;
    for (;;) {
      await clock.sleep(RENEW_MS, ended);
      if (ended.aborted) return;
      try {
        await frontier.renew(lease, clock.now(), LEASE_MS);
      } catch (error) {
        return onFatal(error);
      }
    }
  }

  /** A host that an earlier run, or discovery, was told to leave alone is not waited for. */
  async #holdIfHeld(host: string): Promise<boolean> {
    const hold = await this.#parts.gate.hold(host);
    if (hold !== null) await this.#hold(host, { kind: "host_held", ...hold });
    return hold !== null;
  }

  async #hold(host: string, failure: Failure): Promise<void> {
    if (failure.kind === "interrupted" || this.#heldHosts.has(host)) return;
    this.#heldHosts.set(host, failure);
    this.#parts.onHeld(host, failure);
    await this.#dismiss(host, failure);
  }

  async #dismiss(host: string, failure: Failure): Promise<void> {
    const count = await this.#parts.frontier.dismiss(this.#parts.run, host);
    this.#parts.tally.end("pending", failure.kind === "host_held" ? failure.cause : failure.kind, count);
  }

  /** Made before the frontier is asked, so that a wake-up in between is not lost. */
  #arm(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  async #untilWoken(ms: number, woken = this.#arm()): Promise<void> {
    if (ms === Infinity) return woken;
    const timer = new AbortController();
    await Promise.race([woken, this.#parts.clock.sleep(Math.max(ms, 1), timer.signal)]);
    timer.abort();
  }
}

function isInterruption(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
