import type { Failure } from "../domain/failure.ts";
import type { Tally } from "../domain/tally.ts";
import type { HeldHosts } from "./engine.ts";
import type { StopSignals } from "./fetcher.ts";
import type { HostGate } from "./host-gate.ts";
import type { Clock, Frontier, Lease, Task } from "./ports.ts";
import type { Settings } from "./settings.ts";
import type { WorkResult } from "./task-ends.ts";

const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
/** A host is given back after this long, so that hosts take turns when there are more of them than places. */
const SLICE_MS = 5000;
/** Documents being committed per host before the next is fetched: enough to share syncs, bounded in memory. */
const COMMITS_AHEAD = 32;

interface Parts {
  readonly run: string;
  readonly clock: Clock;
  readonly frontier: Frontier;
  readonly gate: HostGate;
  readonly settings: Settings;
  readonly signals: StopSignals;
  readonly worker: Worker;
  readonly tally: Tally;
  readonly held: HeldHosts;
  /** Storage broke: the run must end. */
  readonly onFatal: (error: unknown) => void;
  /** A host has left the run; its tasks stay pending. */
  readonly onDismissed: (host: string) => void;
  /** Before each document: throws when the run must end (disk space). */
  readonly beforeDocument: () => Promise<void>;
}

/** Takes tasks of one host from fetch to the state they end in, up to `size` at a time. */
export interface Worker {
  readonly size: number;
  work(lease: Lease, tasks: readonly Task[]): Promise<WorkResult>;
}

/**
 * Gives hosts with due work to workers, as many at once as the settings allow. A host whose pace says "later" is given
 * back at once, so that slow hosts never take a place from others (E12). A host that is held leaves the run: its tasks
 * stay pending.
 */
export class Scheduler {
  readonly #parts: Parts;
  #active = 0;
  #discoveryEnded = false;
  #wake: () => void = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** New tasks are in the frontier. */
  async added(hosts: Iterable<string>): Promise<void> {
    for (const host of hosts) if (await this.#isHeld(host)) await this.#dismiss(host);
    this.#wake();
  }

  discoveryEnded(): void {
    this.#discoveryEnded = true;
    this.#wake();
  }

  /** Works until nothing is left that this run can do; whatever happens, no worker outlives it. */
  async run(): Promise<void> {
    const { signals, settings } = this.#parts;
    const onStop = () => this.#wake();
    signals.stop.addEventListener("abort", onStop);
    try {
      while (!signals.stop.aborted) {
        if (this.#active >= settings.hostsInFlight) await this.#untilWoken();
        else if (await this.#isOver()) break;
      }
    } finally {
      while (this.#active > 0) await this.#untilWoken();
      signals.stop.removeEventListener("abort", onStop);
    }
  }

  /** Starts on the next host that is due, or waits for one. True when there will be none. */
  async #isOver(): Promise<boolean> {
    const { frontier, run, clock } = this.#parts;
    // Armed before the frontier is asked, so that a wake-up in between is not lost.
    const woken = this.#arm();
    const answer = await frontier.lease(run, run, clock.steady(), LEASE_MS);
    if (answer.kind === "leased") void this.#work(answer.lease);
    else if (answer.kind === "wait") await this.#untilWoken(answer.at - clock.steady(), woken);
    else if (this.#discoveryEnded && this.#active === 0) return true;
    else await this.#untilWoken(Infinity, woken);
    return false;
  }

  async #work(lease: Lease): Promise<void> {
    this.#active++;
    const { clock, frontier, gate, onFatal } = this.#parts;
    const ended = new AbortController();
    void this.#keepLease(lease, ended.signal);
    try {
      const { concurrency } = await gate.pace(lease.host);
      const until = clock.monotonic() + SLICE_MS;
      const commits = new Set<Promise<void>>();
      await Promise.all(Array.from({ length: concurrency }, () => this.#lane(lease, until, commits)));
      await Promise.all(commits);
      // Tasks that another lane put back while the host became held would wait for nobody.
      if (this.#parts.held.has(lease.host)) await this.#dismiss(lease.host);
      await frontier.release(lease, clock.steady() + (await gate.dueIn(lease.host)));
    } catch (error) {
      onFatal(error);
    } finally {
      ended.abort();
      this.#active--;
      this.#wake();
    }
  }

  /** One request at a time, as long as the host is due. Trouble ends the run at once, not when the other lanes end. */
  async #lane(lease: Lease, until: number, commits: Set<Promise<void>>): Promise<void> {
    const { clock, gate, worker, signals, beforeDocument, onFatal } = this.#parts;
    const ahead = Math.ceil(COMMITS_AHEAD / worker.size);
    try {
      while (!signals.stop.aborted && clock.monotonic() < until) {
        if ((await this.#isHeld(lease.host)) || (await gate.dueIn(lease.host)) > 0) return;
        await beforeDocument();
        const tasks = await this.#take(lease);
        if (tasks.length === 0) return;
        const { obstacle, committed } = await worker.work(lease, tasks);
        if (obstacle !== null) await this.#hold(obstacle);
        if (committed === null) continue;
        const tracked: Promise<void> = committed.catch(onFatal).finally(() => commits.delete(tracked));
        commits.add(tracked);
        if (commits.size >= ahead) await Promise.race(commits);
      }
    } catch (error) {
      onFatal(error);
    }
  }

  async #take(lease: Lease): Promise<readonly Task[]> {
    const { frontier, run, clock, worker } = this.#parts;
    const tasks: Task[] = [];
    while (tasks.length < worker.size) {
      const task = await frontier.take(lease, run, clock.steady());
      if (task === null) break;
      tasks.push(task);
    }
    return tasks;
  }

  async #keepLease(lease: Lease, ended: AbortSignal): Promise<void> {
    const { clock, frontier, onFatal } = this.#parts;
    for (;;) {
      await clock.sleep(RENEW_MS, ended);
      if (ended.aborted) return;
      // A lease that was lost shows by itself: nothing more can be taken or settled under it.
      await frontier.renew(lease, clock.steady(), LEASE_MS).catch(onFatal);
    }
  }

  /** Whether the host must not be asked: as this run has learned, or as an earlier one was told. */
  async #isHeld(host: string): Promise<boolean> {
    if (this.#parts.held.has(host)) return true;
    const hold = await this.#parts.gate.hold(host);
    if (hold !== null) await this.#hold({ kind: "host_held", host, ...hold });
    return hold !== null;
  }

  /** The host that the failure speaks of leaves the run; it need not be the one that was being worked on. */
  async #hold(obstacle: Failure): Promise<void> {
    const { held } = this.#parts;
    if (obstacle.kind !== "host_held" && obstacle.kind !== "robots_unavailable") return;
    if (held.has(obstacle.host)) return;
    held.add(obstacle);
    await this.#dismiss(obstacle.host);
  }

  async #dismiss(host: string): Promise<void> {
    const { frontier, run, tally, held } = this.#parts;
    const count = await frontier.dismiss(run, host);
    tally.end("pending", held.reason(host), count);
    this.#parts.onDismissed(host);
  }

  #arm(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  async #untilWoken(ms = Infinity, woken = this.#arm()): Promise<void> {
    if (ms === Infinity) return woken;
    const timer = new AbortController();
    await Promise.race([woken, this.#parts.clock.sleep(Math.max(ms, 1), timer.signal)]);
    timer.abort();
  }
}
