import { BrokenBody, type Failure } from "../../domain/failure.ts";
import { parseRetryAfter } from "../../domain/retry-after.ts";
import type { DiscoverContext, SeenAttempt } from "../../domain/source.ts";
import { wholeBody } from "../../finders/whole-body.ts";
import { notAnApi, ofAddress } from "./api-address.ts";
import { type ApiAnswer, type ApiParams, type ApiSuccess, parseApiAnswer } from "./api-answer.ts";
import type { HttpFacts } from "./content.ts";
import { Continuation } from "./continuation.ts";
import { found, type Parsed, structureChanged } from "./json-value.ts";
import { buildRawEvent, httpFacts, type Operation, rawHttp, serializeRawEvent } from "./raw-event.ts";

/** One answer, and what its exchange said. */
export interface Told {
  readonly answer: ApiSuccess;
  readonly http: HttpFacts;
}

export interface Question {
  readonly operation: Operation;
  readonly params: ApiParams;
  /** Where it is about one page. */
  readonly pageid?: number;
  /** One attempt only, with this number. @default attempts as the policy says */
  readonly attempt?: number;
}

type Context = Pick<DiscoverContext<unknown>, "read" | "record" | "runId" | "now" | "warn">;

/** Every request: JSON of the current format, and patience with a lagging server asked of it by its own rules. */
const EVERY: ApiParams = { action: "query", format: "json", formatversion: "2", maxlag: "5" };

/**
 * Less than other listings may have (domain/listing.ts), because of its texts pages are made. A page has at most 2 MiB
 * ($wgMaxArticleSize); fifty can be more, up to 8 MiB ($wgAPIMaxResultSize), and are then asked for fewer at a time.
 */
const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

/**
 * Asks `api.php`, politely as everything the engine reads, and keeps each attempt in the run's log before anything is
 * made of its answer. A 200 can carry an error: it becomes a failure like any other.
 */
export class ApiClient {
  readonly #apiUrl: string;
  readonly #context: Context;
  readonly #warned = new Set<string>();
  /** The address has answered as an api.php does: what else comes now is trouble that may pass. */
  #isApi = false;

  constructor(apiUrl: string, context: Context) {
    this.#apiUrl = apiUrl;
    this.#context = context;
  }

  async ask(question: Question): Promise<Parsed<Told>> {
    const params = { ...EVERY, ...question.params };
    let read: ApiAnswer | null = null;
    let bytes: Uint8Array<ArrayBuffer> | null = null;
    const wasApi = this.#isApi;
    const result = await this.#context.read(
      `${this.#apiUrl}?${new URLSearchParams(params).toString()}`,
      async (body, headers) => {
        const retryAfter = parseRetryAfter(headers["retry-after"], this.#context.now());
        bytes = await wholeBody(body);
        read = parseApiAnswer(new TextDecoder().decode(bytes), retryAfter);
        const wrong = this.#isApi ? null : notAnApi(read, headers["content-type"]);
        if (wrong !== null) throw new BrokenBody(wrong);
        this.#isApi ||= read.kind === "success" || read.kind === "api_error";
        if (read.kind !== "success") throw new BrokenBody(read.failure);
        return read;
      },
      {
        accept: "application/json",
        maxBytes: MAX_ANSWER_BYTES,
        ...(question.attempt === undefined ? {} : { attempt: question.attempt }),
        observe: async (seen) => {
          const [answer, body] = [read ?? errorPage(seen), bytes];
          read = null;
          bytes = null;
          await this.#record(question, params, seen, answer, body);
          // Megabytes, which would wait for the collector of garbage.
          body?.buffer.transfer(0);
        },
      },
    );
    if (!result.ok) return wasApi ? result : { ok: false, failure: ofAddress(result.failure) };
    this.#warn(result.value);
    return found({ answer: result.value, http: httpFacts(rawHttp(200, result.headers)) });
  }

  /** A question and all its continuations, answer by answer. Ends with the first failure. */
  async *walk(question: Question): AsyncGenerator<Parsed<Told>> {
    const steps = new Continuation(question.params);
    for (;;) {
      const told = await this.ask({ ...question, params: steps.params });
      yield told;
      if (!told.ok) return;
      const { answer } = told.value;
      const next = steps.advance(answer.continue, answer.query);
      if (!next.ok) yield next;
      if (!next.ok) return;
      if (next.value === "done") {
        // A list that was cut has neither word: its end must be said, or pages left out would look deleted.
        if (!answer.batchComplete) yield structureChanged("continue or batchcomplete", answer.json);
        return;
      }
    }
  }

  async #record(
    { operation, pageid }: Question,
    params: ApiParams,
    seen: SeenAttempt,
    answer: ApiAnswer | null,
    body: Uint8Array | null,
  ): Promise<void> {
    const event = buildRawEvent({
      runId: this.#context.runId,
      operation,
      ...(pageid === undefined ? {} : { pageid }),
      attempt: seen.attempt,
      baseUrl: this.#apiUrl,
      params,
      http: seen.status === null ? null : rawHttp(seen.status, seen.headers),
      answer,
      failure: seen.failure,
      startedAt: new Date(seen.startedAt).toISOString(),
      finishedAt: new Date(seen.startedAt + seen.durationMs).toISOString(),
      durationMs: Math.round(seen.durationMs),
    });
    await this.#context.record(serializeRawEvent(event, body));
  }

  /** Each kind once a run: a cut answer warns every time, and is what continuation is for. */
  #warn({ warnings }: ApiSuccess): void {
    for (const { module, text } of warnings) {
      if (module === "result" || this.#warned.has(`${module} ${text}`)) continue;
      this.#warned.add(`${module} ${text}`);
      this.#context.warn("api_warning", `${module}: ${text}`);
    }
  }
}

/** What came instead of JSON. */
function errorPage({ errorText, failure }: SeenAttempt): ApiAnswer | null {
  if (errorText === null || errorText === "" || failure === null) return null;
  return { kind: "not_json", text: errorText, failure: failure satisfies Failure };
}
