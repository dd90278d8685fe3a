import type { Dispatcher } from "undici";
import type { HttpAnswer, HttpRequest, RefusedExchange } from "../../application/ports.ts";
import { BrokenBody, type Failure } from "../../domain/failure.ts";
import { WireBody } from "./body.ts";
import { ACCEPT_ENCODING, decodeBody } from "./decode.ts";
import { Stopwatch } from "./deadlines.ts";
import { type Head, readHead } from "./head.ts";
import type { Lane } from "./lane.ts";
import { failureOf } from "./trouble.ts";

/** Nobody sends that many interim answers in good faith; parsing them costs other hosts' time. */
const MAX_INTERIM_ANSWERS = 100;

/** A connection is worth reading this much, this long, of a body nobody wants. */
const DRAIN_BYTES = 64 * 1024;
const DRAIN_MS = 250;

export interface ExchangeContext {
  readonly request: HttpRequest;
  readonly lane: Lane;
  readonly signal: AbortSignal;
  readonly onSent?: (() => void) | undefined;
  /** The lane is free again, and may or may not be usable. */
  readonly onFree: () => void;
}

/**
 * One request and its answer. It is over exactly once, by `#fail` or by `#succeed`; whatever arrives
 * later is ignored.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #context: ExchangeContext;
  readonly #watch: Stopwatch;
  readonly #interrupt = () => this.fail({ kind: "interrupted" });
  readonly #answer: Promise<HttpAnswer | RefusedExchange>;
  #resolve: (answer: HttpAnswer | RefusedExchange) => void = () => {};
  #controller: Dispatcher.DispatchController | null = null;
  #over = false;
  #answerBegan = false;
  #interimAnswers = 0;
  #sentAt = 0;
  #body: WireBody | null = null;
  #head: Head | null = null;
  #headEndsAt = 0;
  #wireBytes = 0;

  constructor(context: ExchangeContext) {
    this.#context = context;
    this.#answer = new Promise((resolve) => (this.#resolve = resolve));
    this.#watch = new Stopwatch(context.request.deadlines, (phase) => this.fail({ kind: "timeout", phase }));
    context.signal.addEventListener("abort", this.#interrupt, { once: true });
  }

  run(): Promise<HttpAnswer | RefusedExchange> {
    const { url, headers, body } = this.#context.request;
    const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "accept-encoding");
    try {
      this.#context.lane.dispatch(
        {
          method: this.#context.request.method ?? (body === undefined ? "GET" : "POST"),
          ...(body === undefined ? {} : { body }),
          path: `${url.pathname}${url.search}`,
          headers: { ...Object.fromEntries(own), "accept-encoding": ACCEPT_ENCODING },
        },
        this,
      );
    } catch (error) {
      this.fail(failureOf(error, false));
    }
    return this.#answer;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) return controller.abort(new Error("given up"));
    this.#sentAt = performance.now();
    this.#watch.sent();
    this.#context.onSent?.();
  }

  onResponseStarted(): void {
    this.#answerBegan = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (this.#over) return;
    if (status < 200) return this.#countInterim();
    const raw = (controller.rawHeaders ?? []) as Buffer[];
    const result = readHead(status, raw, this.#context.request);
    if (!result.ok) return this.fail(result.failure);
    const latencyMs = performance.now() - this.#sentAt;
    controller.pause();
    this.#watch.headersEnded();
    // The parser stops after this call: then its position is the end of the headers.
    queueMicrotask(() => this.#begin(result.head, latencyMs));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) return;
    this.#wireBytes += chunk.length;
    const { maxBodyBytes } = this.#context.request.limits;
    if (this.#wireBytes > maxBodyBytes) {
      return this.fail({ kind: "too_large", stage: "wire", maxBytes: maxBodyBytes });
    }
    this.#watch.received(chunk.length);
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    // undici takes a reset for the end of a body that is framed by close. Asked now, because its own way of
    // closing a connection is an error, too.
    const reset = this.#context.lane.socketError !== null;
    if (reset && this.#head?.framing === "close") {
      return this.fail({ kind: "body_broken", detail: "reset in an unframed body" });
    }
    // One turn of the event loop later, bytes beyond the announced end have shown themselves.
    setImmediate(() => this.#succeed());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(failureOf(error, this.#answerBegan));
  }

  fail(failure: Failure): void {
    if (this.#over) return;
    this.#end();
    this.#controller?.abort(new Error("given up"));
    this.#context.lane.destroy();
    if (this.#body === null) this.#resolve({ ok: false, failure });
    else this.#body.fail(failure);
    this.#context.onFree();
  }

  #succeed(): void {
    if (this.#over) return;
    if (this.#isOverlong()) return this.fail({ kind: "body_broken", detail: "longer than announced" });
    this.#end();
    this.#body?.complete();
    this.#context.onFree();
  }

  /** A Content-Length that is too short cuts the document without a trace, but for the bytes that follow. */
  #isOverlong(): boolean {
    const bodyBytes = this.#head?.bodyBytes ?? 0;
    if (bodyBytes === 0) return false;
    return this.#context.lane.receivedBytes > this.#headEndsAt + bodyBytes;
  }

  #end(): void {
    this.#over = true;
    this.#watch.stop();
    this.#context.signal.removeEventListener("abort", this.#interrupt);
  }

  #countInterim(): void {
    this.#interimAnswers += 1;
    if (this.#interimAnswers > MAX_INTERIM_ANSWERS) {
      this.fail({ kind: "body_broken", detail: "interim answers without end" });
    }
  }

  #begin(head: Head, latencyMs: number): void {
    if (this.#over) return;
    this.#head = head;
    this.#headEndsAt = this.#context.lane.consumedBytes;
    const body = new WireBody({
      pause: () => {
        this.#watch.hold();
        this.#controller?.pause();
      },
      resume: () => {
        this.#watch.flow();
        this.#controller?.resume();
      },
      abandon: () => this.#abandon(),
    });
    this.#body = body;
    this.#resolve({
      ok: true,
      status: head.status,
      headers: head.headers,
      framing: head.framing,
      latencyMs,
      ...(this.#context.lane.certificateExpiresAt === null
        ? {}
        : { certificateExpiresAt: this.#context.lane.certificateExpiresAt }),
      body: this.#decoded(head, body),
      discard: () => this.#discard(body),
      wireBytes: () => this.#wireBytes,
    });
  }

  /** However reading ends, the connection is not left hanging. */
  async *#decoded(head: Head, body: WireBody): AsyncGenerator<Uint8Array> {
    const { maxDecodedBytes } = this.#context.request.limits;
    const isHead = this.#context.request.method === "HEAD";
    const emptyAllowed = isHead || head.status < 200 || head.status > 299 || head.status === 204;
    try {
      if (head.flaw !== null) throw new BrokenBody(head.flaw);
      yield* decodeBody(body, { codings: head.codings, maxDecodedBytes, emptyAllowed });
    } finally {
      this.#abandon();
    }
  }

  #abandon(): void {
    this.fail({ kind: "interrupted" });
  }

  /** Reads a short rest for the sake of the connection; a long one is not worth it. */
  async #discard(body: WireBody): Promise<void> {
    if (this.#over) return;
    const bytesLeft = (this.#head?.bodyBytes ?? 0) - this.#wireBytes;
    if (this.#head?.framing === "close" || bytesLeft > DRAIN_BYTES) return this.#abandon();
    const timer = setTimeout(() => this.#abandon(), DRAIN_MS);
    let bytes = 0;
    try {
      for await (const chunk of body) {
        bytes += chunk.length;
        if (bytes > DRAIN_BYTES) break;
      }
    } catch {
      // Broken, abandoned or being read elsewhere: in each case there is nothing to save.
      this.#abandon();
    } finally {
      clearTimeout(timer);
    }
  }
}
