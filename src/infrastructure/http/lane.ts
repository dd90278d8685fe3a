import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { buildConnector, Client, Dispatcher } from "undici";
import type { Dial } from "./guard.ts";
import { UndiciClient } from "./undici-client.ts";

/** All header lines of an answer together. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** How long an unused connection is kept where the server does not say. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE_MAX_MS = 60_000;
/** Let go of this long before the server does, so that no request meets a connection that is being closed. */
const KEEP_ALIVE_MARGIN_MS = 1_000;

/** The first connection of an exchange may be one that the server has meanwhile closed; the second is fresh. */
const MAX_DIALS = 2;

/**
 * One connection to one origin, for one request at a time. It is undici's `Client`, held singly rather than in
 * undici's `Pool`, because an exchange must be able to end its own attempt to connect, and because the strict
 * reading of bodies needs to see the socket.
 */
export class Lane {
  readonly origin: string;
  readonly #client: Client;
  readonly #dial: Dial;
  #abort = new AbortController();
  #dials = 0;
  #socket: Socket | null = null;
  #receivedBytes = 0;
  #socketError: Error | null = null;
  #certificateExpiresAt: number | null = null;

  constructor(url: URL, dial: Dial) {
    this.origin = url.origin;
    this.#dial = dial;
    this.#client = new UndiciClient(url.origin, {
      connect: (target, callback) => void this.#connectFor(target, callback),
      allowH2: false,
      // llhttp, whatever UNDICI_USE_MILO says.
      useMilo: false,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS,
      // Ours are exact and cover whole phases; see deadlines.ts.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): void {
    this.#dials = 0;
    this.#client.dispatch(options, handler);
  }

  /** Bytes the parser has taken so far. True while it is paused. */
  get consumedBytes(): number {
    return this.#receivedBytes - (this.#socket?.readableLength ?? 0);
  }

  /** Bytes that have arrived so far, after TLS. */
  get receivedBytes(): number {
    return this.#receivedBytes;
  }

  /** What the present socket died of, undici's own reasons included. */
  get socketError(): Error | null {
    return this.#socketError;
  }

  /** Wall clock, ms; null where the connection has no certificate. */
  get certificateExpiresAt(): number | null {
    return this.#certificateExpiresAt;
  }

  get usable(): boolean {
    return this.#socket !== null && !this.#socket.destroyed && !this.#client.destroyed;
  }

  onDisconnect(listener: () => void): void {
    this.#client.on("disconnect", listener);
  }

  destroy(): void {
    this.#abort.abort();
    this.#socket?.destroy();
    // Ends the request that is still waiting for its connection; nobody listens to it any more.
    this.#client.destroy().catch(() => {});
  }

  /** The callback stands outside of `try`: what undici throws in it is not a failure to connect. */
  async #connectFor(target: buildConnector.Options, callback: buildConnector.Callback): Promise<void> {
    let socket: Socket;
    try {
      socket = await this.#connect(target);
    } catch (error) {
      return callback(error as Error, null);
    }
    callback(null, socket);
  }

  async #connect(target: { protocol: string; hostname: string; port: string }): Promise<Socket> {
    this.#dials += 1;
    if (this.#dials > MAX_DIALS) throw Object.assign(new Error("closed again"), { code: "ECONNRESET" });
    const protocol = target.protocol === "https:" ? "https:" : "http:";
    const port = target.port === "" ? (protocol === "https:" ? 443 : 80) : Number(target.port);
    const socket = await this.#dial({ protocol, hostname: target.hostname, port }, this.#abort.signal);
    this.#watch(socket);
    return socket;
  }

  #watch(socket: Socket): void {
    this.#socket = socket;
    this.#receivedBytes = socket.readableLength;
    this.#socketError = null;
    this.#certificateExpiresAt = expiryOf(socket);
    socket.on("error", (error) => (this.#socketError = error));
    const push = socket.push.bind(socket);
    socket.push = (chunk: Uint8Array | null, encoding?: BufferEncoding) => {
      if (chunk !== null) this.#receivedBytes += chunk.length;
      return push(chunk, encoding);
    };
  }
}

/** Read once a connection. */
function expiryOf(socket: Socket): number | null {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  const expiry = Date.parse(certificate?.validTo ?? "");
  return Number.isNaN(expiry) ? null : expiry;
}
