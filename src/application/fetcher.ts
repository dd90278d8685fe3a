import { admitUrl } from "../domain/address.ts";
import type { EventBody } from "../domain/events.ts";
import { BrokenBody, describe, type Failure } from "../domain/failure.ts";
import { judge, patience, type RetryPolicy, signOfHealth, silenceAfter } from "../domain/judge.ts";
import { headersFor, isRedirect, nextHop } from "../domain/redirect.ts";
import { parseHttpDate, parseRetryAfter } from "../domain/retry-after.ts";
import type { SeenAttempt } from "../domain/source.ts";
import type { HostGate, Turn } from "./host-gate.ts";
import type { BodyLimits, Clock, Deadlines, HttpAnswer, Transport } from "./ports.ts";
import type { Settings } from "./settings.ts";

/** One thing to get, however many hops it takes. */
export interface Wanted<T> {
  readonly url: string;
  /** @default GET */
  readonly method?: "GET" | "HEAD";
  /** For the origin of `url`; another one, to which a redirect leads, is told only what is no secret. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Besides, for one hop. */
  readonly conditions?: (url: URL) => Readonly<Record<string, string>>;
  readonly limits: BodyLimits;
  readonly deadlines?: Partial<Deadlines>;
  /** Whether a hop may go there; asked for the first URL and every redirect. */
  readonly inScope: (url: URL) => boolean;
  /** Asked before every hop; null where robots.txt itself is fetched. */
  readonly robots: ((url: URL, trail: Trail) => Promise<Failure | null>) | null;
  /** Counts from 1; only for events. */
  readonly attempt: number;
  /** Sees every hop once it is over, before anything is made of it. */
  readonly observe?: (seen: SeenAttempt) => Promise<void>;
  /** Reads the body of a 200. A returned failure refuses it. */
  readonly consume: (answer: HttpAnswer, url: URL, trail: Trail) => Promise<Consumed<T>>;
}

/** The way to an answer. */
export interface Trail {
  /** All that were asked, the one that answered being the last. */
  readonly urls: readonly string[];
  /** All redirects on the way are for good (301, 308). */
  readonly isPermanent: boolean;
}

export type Consumed<T> = { readonly value: T } | { readonly failure: Failure };

export type Fetched<T> =
  | {
      readonly ok: true;
      readonly value: T;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly ok: true;
      readonly notModified: true;
      readonly headers: Readonly<Record<string, string>>;
    }
  | Refused;

export interface Refused {
  readonly ok: false;
  readonly failure: Failure;
  /** It is not the URL that was wanted that failed, but one to which it redirects. */
  readonly redirected?: true;
}

/** An answer that sends us elsewhere; `nextHop` says whether we go. */
interface Redirected {
  readonly location: string | undefined;
  readonly isPermanent: boolean;
}

/** `stop`: no new requests. `abort`: give up those under way. */
export interface StopSignals {
  readonly stop: AbortSignal;
  readonly abort: AbortSignal;
}

interface Parts {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly gate: HostGate;
  readonly settings: Settings;
  readonly policy: RetryPolicy;
  readonly signals: StopSignals;
  readonly emit: (event: EventBody) => void;
}

/** Gets things politely: every hop is admitted, paced and recorded. Knows nothing of tasks and documents. */
export class Fetcher {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One attempt, redirects followed. */
  async attempt<T>(given: Wanted<T>): Promise<Fetched<T>> {
    const trail = [given.url];
    let isPermanent = true;
    const { robots } = given;
    const wanted: Wanted<T> = {
      ...given,
      robots: robots === null ? null : (url) => robots(url, { urls: trail, isPermanent }),
      consume: (answer, url) => given.consume(answer, url, { urls: trail, isPermanent }),
    };
    for (;;) {
      const result = await this.#hop(trail.at(-1) ?? "", wanted);
      if (!("location" in result))
        return result.ok || trail.length === 1 ? result : { ...result, redirected: true };
      const next = nextHop(result.location, trail);
      if (!next.ok) return next;
      isPermanent &&= result.isPermanent;
      trail.push(next.url);
    }
  }

  /**
   * Attempts until the policy has had enough. Waits in place: for pages that discovery depends on. `takesNo`: a 403 is an
   * answer, not a mood.
   */
  async persist<T>(wanted: Omit<Wanted<T>, "attempt">, takesNo = false): Promise<Fetched<T>> {
    const { clock, signals, emit } = this.#parts;
    const { forbidden, ...rest } = this.#parts.policy;
    const policy = takesNo || forbidden === undefined ? rest : { ...rest, forbidden };
    let waits = 0;
    for (let attempt = 1; ; attempt++) {
      const fetched = await this.attempt({
        ...wanted,
        attempt,
        deadlines: this.stretched(wanted.deadlines, attempt),
      });
      if (fetched.ok) return fetched;
      // A server that asks for patience does not use up the patience with its failures.
      const asksToWait = fetched.failure.kind === "asked_to_wait";
      if (asksToWait) waits += 1;
      const verdict = judge(fetched.failure, asksToWait ? waits : attempt - waits, policy);
      const mayBeHeld = verdict.action === "retry" || signOfHealth(fetched.failure) === "sick";
      const held = mayBeHeld ? await this.heldNow(wanted.url) : null;
      if (held !== null) return refused(held);
      if (verdict.action !== "retry") return fetched;
      emit({
        type: "retry",
        url: wanted.url,
        attempt,
        after_ms: verdict.afterMs,
        error: describe(fetched.failure),
      });
      await clock.sleep(verdict.afterMs, signals.stop);
      if (signals.stop.aborted) return refused({ kind: "interrupted" });
    }
  }

  /** The hold on a URL's host, as a failure; null when the host may be asked. */
  async heldNow(url: string): Promise<Failure | null> {
    const { host } = new URL(url);
    const hold = await this.#parts.gate.hold(host);
    return hold === null ? null : { kind: "host_held", host, ...hold };
  }

  /** Deadlines of the nth attempt, where the policy gives a slow server more time. */
  stretched(deadlines: Partial<Deadlines> | undefined, attempt: number): Partial<Deadlines> {
    const factor = patience(this.#parts.policy, attempt);
    if (factor === 1) return deadlines ?? {};
    const base = { ...this.#parts.settings.deadlines, ...deadlines };
    return {
      ...base,
      connectMs: base.connectMs * factor,
      headersMs: base.headersMs * factor,
      idleMs: base.idleMs * factor,
    };
  }

  async #hop<T>(text: string, wanted: Wanted<T>): Promise<Fetched<T> | Redirected> {
    const { gate, settings, signals } = this.#parts;
    const admitted = admitUrl(text, { allowPrivate: settings.allowPrivate });
    if (!admitted.ok) return refused(admitted.failure);
    const { url } = admitted;
    if (!wanted.inScope(url)) return refused({ kind: "outside_scope", detail: url.host });
    const disallowed = wanted.robots === null ? null : await wanted.robots(url, NO_TRAIL);
    if (disallowed !== null) return refused(disallowed);
    const turn = await gate.enter(url.host, signals.stop);
    if (!turn.ok) return refused(turn.failure);
    return this.#exchange(url, wanted, turn);
  }

  async #exchange<T>(url: URL, wanted: Wanted<T>, turn: Turn): Promise<Fetched<T> | Redirected> {
    const { transport, settings, signals, policy } = this.#parts;
    let failure: Failure | null = null;
    let answer: HttpAnswer | null = null;
    const seen: { errorText: string | null } = { errorText: null };
    const startedAt = this.#parts.clock.now();
    const started = this.#parts.clock.monotonic();
    try {
      const exchanged = await transport.exchange(
        {
          url,
          headers: headersFor(url, new URL(wanted.url), {
            "user-agent": settings.userAgent,
            ...wanted.headers,
            ...wanted.conditions?.(url),
          }),
          deadlines: { ...settings.deadlines, ...wanted.deadlines },
          limits: wanted.limits,
          ...(wanted.method === undefined ? {} : { method: wanted.method }),
        },
        signals.abort,
        turn.sent,
      );
      if (!exchanged.ok) {
        failure = exchanged.failure;
        return refused(failure);
      }
      answer = exchanged;
      const result = await this.#read(answer, url, wanted, seen);
      if ("failure" in result) failure = result.failure;
      return result;
    } finally {
      await turn.leave({
        failure,
        parkMs: silenceAfter(failure, wanted.attempt, policy),
        ...(answer === null ? {} : { latencyMs: answer.latencyMs }),
      });
      this.#record(url, wanted, answer, failure);
      await wanted.observe?.({
        attempt: wanted.attempt,
        url: url.href,
        status: answer?.status ?? null,
        headers: answer?.headers ?? {},
        ...seen,
        failure,
        startedAt,
        durationMs: this.#parts.clock.monotonic() - started,
      });
    }
  }

  async #read<T>(
    answer: HttpAnswer,
    url: URL,
    wanted: Wanted<T>,
    seen: { errorText: string | null },
  ): Promise<Fetched<T> | Redirected> {
    const { status, headers } = answer;
    if (status === 200) return this.#consume(answer, url, wanted);
    if (status >= 400 && wanted.observe !== undefined) seen.errorText = await beginningOf(answer);
    else await answer.discard();
    if (status === 304) return { ok: true, notModified: true, headers };
    if (isRedirect(status))
      return { location: headers["location"], isPermanent: status === 301 || status === 308 };
    if (status < 300) {
      return refused({ kind: "unexpected_content", expected: "a 200 with a body", seen: `status ${status}` });
    }
    const retryAfterMs = parseRetryAfter(headers["retry-after"], this.#timeOf(headers));
    return refused({ kind: "http_status", status, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
  }

  /** A date is one of the server's clock: where it says what that shows, ours may show anything. */
  #timeOf({ date = "" }: HttpAnswer["headers"]): number {
    const ours = this.#parts.clock.now();
    return parseHttpDate(date, ours) ?? ours;
  }

  async #consume<T>(answer: HttpAnswer, url: URL, wanted: Wanted<T>): Promise<Fetched<T>> {
    try {
      const consumed = await wanted.consume(answer, url, NO_TRAIL);
      if ("value" in consumed)
        return { ok: true, value: consumed.value, url: url.href, headers: answer.headers };
      await answer.discard();
      return refused(consumed.failure);
    } catch (error) {
      if (error instanceof BrokenBody) return refused(error.failure);
      await answer.discard();
      throw error;
    }
  }

  #record<T>(
    url: URL,
    { attempt, url: first }: Wanted<T>,
    answer: HttpAnswer | null,
    failure: Failure | null,
  ): void {
    this.#parts.emit({
      type: "exchange",
      host: url.host,
      url: url.href,
      status: answer?.status ?? null,
      outcome: failure?.kind ?? "ok",
      attempt,
      latency_ms: answer === null ? null : Math.round(answer.latencyMs),
      bytes: answer?.wireBytes() ?? 0,
      ...(url.href === first || url.href === URL.parse(first)?.href ? {} : { wanted: first }),
      ...(answer?.certificateExpiresAt === undefined
        ? {}
        : { certificate_expires_at: new Date(answer.certificateExpiresAt).toISOString() }),
    });
  }
}

/** Who attempts gives the true one. */
const NO_TRAIL: Trail = { urls: [], isPermanent: true };

const ERROR_TEXT_BYTES = 64 * 1024;

/** As much of an error page as is worth keeping. */
async function beginningOf(answer: HttpAnswer): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  try {
    for await (const chunk of answer.body) {
      text += decoder.decode(chunk.subarray(0, ERROR_TEXT_BYTES - bytes), { stream: true });
      bytes += chunk.length;
      if (bytes >= ERROR_TEXT_BYTES) break;
    }
  } catch (error) {
    // The status says what happened; a broken error page says nothing more.
    if (!(error instanceof BrokenBody)) throw error;
  }
  return text + decoder.decode();
}

function refused(failure: Failure): Refused {
  return { ok: false, failure };
}
