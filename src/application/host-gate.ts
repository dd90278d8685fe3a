import { type Breaker, afterAttempt } from "../domain/breaker.ts";
import type { Failure, HoldCause } from "../domain/failure.ts";
import { delayFor, type HostPace, type HostState, type RobotsRecord, smoothLatency } from "../domain/host.ts";
import { signOfHealth } from "../domain/judge.ts";
import type { EventBody } from "../domain/events.ts";
import type { Clock, HostLedger } from "./ports.ts";
import { paceFor, type Settings } from "./settings.ts";
import { Turnstile } from "./turnstile.ts";

/** Node's timers fire up to 2 ms early; this keeps a send from ever being early. */
const GUARD_MS = 5;

/** The right to send one request to a host. */
export interface Turn {
  readonly ok: true;
  /** The request goes out now: the pace counts from here. */
  sent(): void;
  /** The request is over, body included. Durable when it resolves. */
  leave(result: TurnResult): Promise<void>;
}

export interface TurnResult {
  readonly failure: Failure | null;
  readonly latencyMs?: number;
  /** The host asked for silence. */
  readonly parkMs?: number;
}

export interface Hold {
  readonly cause: HoldCause;
  /** Wall clock, ms. */
  readonly until: number;
}

interface Host {
  state: HostState;
  readonly pace: HostPace;
  readonly slots: Turnstile;
  /** Held from the moment the pace allows a send until the send has happened. */
  readonly door: Turnstile;
  /** Undefined until robots.txt has been read. */
  crawlDelayMs: number | null | undefined;
  /** Monotonic twins of the durable times: a clock that jumps neither shortens nor lengthens a wait. */
  lastSent: number;
  parkedUntil: number;
  openUntil: number;
  /** Pending while the one probe of a half-open breaker is out. */
  probe: Promise<void> | null;
}

/**
 * The only way to a host: pace, Retry-After and circuit breaker in one place (E8, E10, E11).
 * Every request passes here: robots.txt, catalogs, documents, redirect hops and retries.
 */
export class HostGate {
  readonly #source: string;
  readonly #clock: Clock;
  readonly #ledger: HostLedger;
  readonly #settings: Settings;
  readonly #waits: boolean;
  readonly #emit: (event: EventBody) => void;
  readonly #onTrouble: (error: unknown) => void;
  readonly #hosts = new Map<string, Promise<Host>>();

  constructor(
    source: string,
    ports: { clock: Clock; ledger: HostLedger },
    settings: Settings,
    parts: {
      readonly emit: (event: EventBody) => void;
      /** With `--wait`: every hold is waited out. */
      readonly waits: boolean;
      /** The ledger failed where nobody waits for it. */
      readonly onTrouble: (error: unknown) => void;
    },
  ) {
    this.#source = source;
    this.#clock = ports.clock;
    this.#ledger = ports.ledger;
    this.#settings = settings;
    this.#emit = parts.emit;
    this.#waits = parts.waits;
    this.#onTrouble = parts.onTrouble;
  }

  /** Waits for the host's turn. A host that must not be asked for long is refused instead. */
  async enter(
    name: string,
    stop: AbortSignal,
  ): Promise<Turn | { readonly ok: false; readonly failure: Failure }> {
    const host = await this.#host(name);
    const leaveSlot = await host.slots.enter();
    const leaveDoor = await host.door.enter();
    const refuse = (failure: Failure) => {
      leaveDoor();
      leaveSlot();
      return { ok: false as const, failure };
    };
    for (let written = false; ;) {
      if (stop.aborted) return refuse({ kind: "interrupted" });
      const hold = this.#holdOf(host);
      if (hold !== null && !this.#isWaitedOut(hold))
        return refuse({ kind: "host_held", host: name, ...hold });
      if (host.probe !== null) await host.probe;
      else if (hold !== null) await this.#clock.sleep(hold.until - this.#clock.now(), stop);
      else {
        const wait = this.#paceWait(host);
        if (wait > 0) await this.#clock.sleep(wait, stop);
        else if (written || !isPaced(host)) break;
        else {
          // Written before the send: a process that is killed and started again still keeps the pace.
          await this.#noteSend(host).catch((error: unknown) => {
            refuse({ kind: "interrupted" });
            throw error;
          });
          // What happened meanwhile counts: holds are looked at once more.
          written = true;
        }
      }
    }
    return this.#admit(host, leaveDoor, leaveSlot);
  }

  /** ms until the pace allows the next send; 0 when it does now. */
  async dueIn(name: string): Promise<number> {
    const host = await this.#host(name);
    return Math.max(
      0,
      this.#paceWait(host),
      Math.max(host.parkedUntil, host.openUntil) - this.#clock.monotonic(),
    );
  }

  /** Why the host must not be asked now and will not be waited for; null when it may. */
  async hold(name: string): Promise<Hold | null> {
    const hold = this.#holdOf(await this.#host(name));
    return hold === null || this.#isWaitedOut(hold) ? null : hold;
  }

  async pace(name: string): Promise<HostPace> {
    return (await this.#host(name)).pace;
  }

  async robots(name: string): Promise<RobotsRecord | null> {
    return (await this.#host(name)).state.robots;
  }

  async rememberRobots(name: string, robots: RobotsRecord): Promise<void> {
    const host = await this.#host(name);
    host.state = { ...host.state, robots };
    await this.#ledger.save(host.state);
  }

  async setCrawlDelay(name: string, ms: number | null): Promise<void> {
    (await this.#host(name)).crawlDelayMs = ms;
  }

  /** Read from the ledger once, then owned by this process: no other works on the host meanwhile. */
  #host(name: string): Promise<Host> {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    const host = this.#load(name);
    this.#hosts.set(name, host);
    return host;
  }

  async #load(name: string): Promise<Host> {
    const state = await this.#ledger.load(name);
    await this.#ledger.associate(this.#source, name);
    const pace = paceFor(this.#settings.pace, name);
    return {
      state,
      pace,
      slots: new Turnstile(pace.concurrency),
      door: new Turnstile(1),
      crawlDelayMs: undefined,
      // A last send "in the future" means that the clock was set back: the full delay is due.
      lastSent:
        state.lastSentAt === null
          ? -Infinity
          : Math.min(this.#toMonotonic(state.lastSentAt), this.#clock.monotonic()),
      parkedUntil: this.#toMonotonic(state.parkedUntil),
      openUntil: this.#toMonotonic(state.breaker.openUntil),
      probe: null,
    };
  }

  /** Durable times are those of the steady clock: what was noted before a jump and after it can be compared. */
  #toMonotonic(durable: number | null): number {
    return durable === null ? -Infinity : durable - this.#clock.steady() + this.#clock.monotonic();
  }

  #paceWait(host: Host): number {
    const delay = delayOf(host);
    if (delay === 0) return 0;
    return host.lastSent + delay + GUARD_MS - this.#clock.monotonic();
  }

  async #noteSend(host: Host): Promise<void> {
    host.state = { ...host.state, lastSentAt: this.#clock.steady() };
    await this.#ledger.save(host.state);
  }

  #holdOf(host: Host): Hold | null {
    const now = this.#clock.monotonic();
    const wall = this.#clock.now();
    if (host.openUntil > now) return { cause: "breaker_open", until: wall + host.openUntil - now };
    if (host.parkedUntil > now) return { cause: "retry_after", until: wall + host.parkedUntil - now };
    return null;
  }

  #isWaitedOut(hold: Hold): boolean {
    if (this.#waits) return true;
    return hold.cause === "retry_after" && hold.until - this.#clock.now() <= this.#settings.retryAfterWaitMs;
  }

  #admit(host: Host, leaveDoor: () => void, leaveSlot: () => void): Turn {
    const admittedAt = this.#clock.monotonic();
    const probe = this.#probe(host);
    // Also where nothing is ever sent: a connection that fails at once is paced like a request.
    host.lastSent = admittedAt;
    return {
      ok: true,
      sent: () => {
        host.lastSent = this.#clock.monotonic();
        // A slow connect moved the send: the next process must count from here.
        if (isPaced(host) && host.lastSent - admittedAt > GUARD_MS)
          this.#noteSend(host).catch(this.#onTrouble);
        leaveDoor();
      },
      leave: async (result) => {
        try {
          await this.#learn(host, result, probe !== null);
        } finally {
          probe?.();
          leaveDoor();
          leaveSlot();
        }
      },
    };
  }

  /** An open breaker whose time is over lets one request through; the others wait until this one has ended. */
  #probe(host: Host): (() => void) | null {
    if (host.state.breaker.openUntil === null) return null;
    let ends = () => {};
    const probe = new Promise<void>((resolve) => (ends = resolve));
    host.probe = probe;
    return () => {
      if (host.probe === probe) host.probe = null;
      ends();
    };
  }

  async #learn(host: Host, { failure, latencyMs, parkMs }: TurnResult, isProbe: boolean): Promise<void> {
    const before = host.state;
    const now = this.#clock.steady();
    const sign = signOfHealth(failure);
    const breaker = afterAttempt(before.breaker, { sign, isProbe, now }, this.#settings.breaker);
    host.state = {
      ...before,
      breaker,
      latencyMs: latencyMs === undefined ? before.latencyMs : smoothLatency(before.latencyMs, latencyMs),
    };
    if (parkMs !== undefined && parkMs > 0) this.#park(host, now + parkMs);
    if (breaker.openUntil !== before.breaker.openUntil) this.#announceBreaker(host, breaker);
    if (differs(before, host.state)) await this.#ledger.save(host.state);
  }

  #park(host: Host, until: number): void {
    const parkedUntil = Math.max(host.state.parkedUntil ?? 0, until);
    host.state = { ...host.state, parkedUntil };
    host.parkedUntil = Math.max(host.parkedUntil, this.#toMonotonic(until));
    this.#emit({ type: "host_parked", host: host.state.host, until: this.#onTheWall(parkedUntil) });
  }

  /** A durable time, for people. */
  #onTheWall(durable: number): string {
    return new Date(durable - this.#clock.steady() + this.#clock.now()).toISOString();
  }

  #announceBreaker(host: Host, breaker: Breaker): void {
    host.openUntil = this.#toMonotonic(breaker.openUntil);
    if (breaker.openUntil === null) this.#emit({ type: "breaker_closed", host: host.state.host });
    else {
      const until = this.#onTheWall(breaker.openUntil);
      this.#emit({ type: "breaker_opened", host: host.state.host, until, failures: breaker.failureCount });
    }
  }
}

function delayOf(host: Host): number {
  return delayFor(host.pace, host.crawlDelayMs ?? null, host.state.latencyMs);
}

/** Whether the moment of a send matters to the next process: also while robots.txt may still ask for a delay. */
function isPaced(host: Host): boolean {
  return delayOf(host) > 0 || (host.pace.obeyRobots && host.crawlDelayMs === undefined);
}

/** Whether anything changed that a later process must know; latency alone can wait for the next save. */
function differs(a: HostState, b: HostState): boolean {
  return (
    a.breaker.failureCount !== b.breaker.failureCount ||
    a.breaker.openUntil !== b.breaker.openUntil ||
    a.parkedUntil !== b.parkedUntil
  );
}
