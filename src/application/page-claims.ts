import type { StoredDocument } from "../domain/reference.ts";
import type { Clock } from "./ports.ts";

/** Longer than most pages take. A lane of the waiting task's host does nothing meanwhile. */
const PATIENCE_MS = 1000;
/** From when on a task that was put off looks again, which costs no request. */
const AGAIN_MS = 5000;
/** Where many are put off: looking again is not all that their host does. */
const AGAIN_EACH_MS = 20;

/** `busy`: who has it will have it for longer than is waited. `stopped`: the run stopped before its turn came. */
export type Taking = "ours" | "busy" | "stopped";

/**
 * Whose a page is while it is asked for, decided here alone. A task claims the address it asks, the page that is known
 * under it, and every address to which it is redirected, before it goes there; it has them until what it found is stored
 * or given up. Who comes to the same address waits, holding no host's slot, and then looks again: it may be there by now.
 * Where that takes long it is put off, so that a page that hangs does not keep another host's tasks from theirs (E12).
 *
 * Where two would wait for each other (addresses that lead to each other; a page and the address it has moved to), the
 * later one goes on with what the other has claimed: the other does nothing until it has ended.
 */
export class PageClaims {
  readonly #holders = new Map<string, Claim>();
  readonly #movers = new Map<string, StoredDocument>();
  /** By the address of a task that was put off: what it needs. */
  readonly #awaited = new Map<string, string>();
  readonly #clock: Pick<Clock, "sleep">;

  constructor(clock: Pick<Clock, "sleep">) {
    this.#clock = clock;
  }

  /** For one task. Free it. */
  open(): Claim {
    return new Claim(this.#holders, this.#movers, this.#clock);
  }

  /** Its turn comes again. Answers in how many ms. */
  putOff(key: string, awaited: string): number {
    this.#awaited.set(key, awaited);
    return Math.max(AGAIN_MS, this.#awaited.size * AGAIN_EACH_MS);
  }

  /** What a task was put off for, where that is still taken. */
  awaitedBy(key: string): string | null {
    const awaited = this.#awaited.get(key);
    if (awaited !== undefined && this.#holders.has(awaited)) return awaited;
    this.#awaited.delete(key);
    return null;
  }
}

export class Claim {
  readonly #holders: Map<string, Claim>;
  readonly #movers: Map<string, StoredDocument>;
  readonly #clock: Pick<Clock, "sleep">;
  readonly #keys = new Set<string>();
  readonly #ended = Promise.withResolvers<void>();
  #waitsFor: Claim | null = null;
  /** Another goes on with what is claimed by this one, or by one that waits for it, until it has ended. */
  #lends = false;
  /** Somebody has waited for it in vain. */
  #isSlow = false;

  constructor(holders: Map<string, Claim>, movers: Map<string, StoredDocument>, clock: Pick<Clock, "sleep">) {
    this.#holders = holders;
    this.#movers = movers;
    this.#clock = clock;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** `mover`: the stored page that has moved there for good; it waits for as long as it takes, to be known there. */
  async take(key: string, stop: AbortSignal, mover: StoredDocument | null = null): Promise<Taking> {
    for (;;) {
      const holder = this.#holders.get(key) ?? this;
      if (holder === this) this.#holders.set(key, this);
      if (holder === this || holder.#isBlockedBy(this)) {
        holder.#lendTo(this);
        this.#keys.add(key);
        return "ours";
      }
      if (stop.aborted) return "stopped";
      const isMover = mover !== null && !this.#movers.has(key);
      if (isMover) this.#movers.set(key, mover);
      const hasEnded = await this.#outwaits(holder, stop, mover !== null);
      if (isMover) this.#movers.delete(key);
      if (!hasEnded) return "busy";
    }
  }

  /** The stored page that is waiting to be found at an address that is ours. */
  moverTo(key: string): StoredDocument | null {
    return this.#movers.get(key) ?? null;
  }

  /** What was found is stored, or nothing was. */
  free(): void {
    for (const key of this.#keys) if (this.#holders.get(key) === this) this.#holders.delete(key);
    this.#ended.resolve();
  }

  #isBlockedBy(other: Claim): boolean {
    const next = this.#waitsFor;
    return this === other || (next !== null && next.#isBlockedBy(other));
  }

  /** None on the way to the borrower may go on, or end, before it has ended. */
  #lendTo(borrower: Claim): void {
    if (this === borrower) return;
    this.#lends = true;
    if (this.#waitsFor !== null) this.#waitsFor.#lendTo(borrower);
  }

  /** Whether the holder has ended, or the run stopped, before patience did. */
  async #outwaits(holder: Claim, stop: AbortSignal, isPatient: boolean): Promise<boolean> {
    const stopped = Promise.withResolvers<void>();
    const onStop = () => stopped.resolve();
    stop.addEventListener("abort", onStop, { once: true });
    const over = new AbortController();
    this.#waitsFor = holder;
    const ended = Promise.race([holder.#ended.promise, stopped.promise]).then(() => true);
    const tired = () => this.#clock.sleep(holder.#isSlow ? 0 : PATIENCE_MS, over.signal).then(() => false);
    let hasEnded = await (isPatient ? ended : Promise.race([ended, tired()]));
    if (!hasEnded) holder.#isSlow = true;
    if (!hasEnded && this.#lends) hasEnded = await ended;
    this.#waitsFor = null;
    this.#lends = false;
    over.abort();
    stop.removeEventListener("abort", onStop);
    return hasEnded;
  }
}
