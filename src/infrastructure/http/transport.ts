import type { HttpAnswer, HttpRequest, RefusedExchange, Transport } from "../../application/ports.ts";
import { admitUrl } from "../../domain/address.ts";
import type { Failure } from "../../domain/failure.ts";
import { Exchange } from "./exchange.ts";
import { createDial, type Resolve } from "./guard.ts";
import { Lane } from "./lane.ts";

export interface TransportOptions {
  /** Opens addresses that are not public, and every port. */
  readonly allowPrivate: boolean;
  /** All addresses of a name. @default the platform's resolver */
  readonly resolve?: Resolve;
  /** Unused connections kept open per origin. How many are in use at once is decided above. @default 8 */
  readonly connections?: number;
}

/** Unused connections kept open in all; the one unused for longest goes first. */
const MAX_IDLE_LANES = 256;

export function createTransport(options: TransportOptions): Transport {
  return new HttpTransport(options);
}

class HttpTransport implements Transport {
  readonly #allowPrivate: boolean;
  readonly #dial: ReturnType<typeof createDial>;
  readonly #idlePerOrigin: number;
  /** In the order in which they became idle. */
  readonly #idle = new Set<Lane>();
  readonly #running = new Set<Exchange>();
  #closed = false;

  constructor(options: TransportOptions) {
    this.#allowPrivate = options.allowPrivate;
    this.#dial = createDial(options);
    this.#idlePerOrigin = options.connections ?? 8;
  }

  async exchange(
    request: HttpRequest,
    signal: AbortSignal,
    onSent?: () => void,
  ): Promise<HttpAnswer | RefusedExchange> {
    const admission = admitUrl(request.url, { allowPrivate: this.#allowPrivate });
    if (!admission.ok) return refused(admission.failure);
    if (this.#closed || signal.aborted) return refused({ kind: "interrupted" });
    const lane = this.#takeLane(request.url);
    const exchange = new Exchange({
      request,
      lane,
      signal,
      onSent,
      onFree: () => {
        this.#running.delete(exchange);
        this.#keep(lane);
      },
    });
    this.#running.add(exchange);
    return exchange.run();
  }

  /** Ends what is running, too: whoever wants to wait for it does so before. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const exchange of this.#running) exchange.fail({ kind: "interrupted" });
    for (const lane of this.#idle) lane.destroy();
    this.#idle.clear();
  }

  /** The one used last, because it is the least likely to have been closed by the server. */
  #takeLane(url: URL): Lane {
    const lane = this.#idleOf(url.origin).at(-1);
    if (lane === undefined) return this.#newLane(url);
    this.#idle.delete(lane);
    return lane;
  }

  #newLane(url: URL): Lane {
    const lane = new Lane(url, this.#dial);
    lane.onDisconnect(() => {
      if (this.#idle.delete(lane)) lane.destroy();
    });
    return lane;
  }

  #keep(lane: Lane): void {
    if (this.#closed || !lane.usable) return lane.destroy();
    this.#idle.add(lane);
    const ofOrigin = this.#idleOf(lane.origin);
    if (ofOrigin.length > this.#idlePerOrigin) this.#drop(ofOrigin[0]);
    if (this.#idle.size > MAX_IDLE_LANES) this.#drop(this.#idle.values().next().value);
  }

  #drop(lane: Lane | undefined): void {
    if (lane === undefined) return;
    this.#idle.delete(lane);
    lane.destroy();
  }

  #idleOf(origin: string): Lane[] {
    return [...this.#idle].filter((lane) => lane.origin === origin && lane.usable);
  }
}

function refused(failure: Failure): RefusedExchange {
  return { ok: false, failure };
}
