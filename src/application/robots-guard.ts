import { describe, type Failure } from "../domain/failure.ts";
import { MAX_ROBOTS_BYTES, parseRobots, productToken, type RobotsRules } from "../domain/robots.ts";
import type { Consumed, Fetcher } from "./fetcher.ts";
import type { HostGate } from "./host-gate.ts";
import type { Clock, HttpAnswer } from "./ports.ts";
import type { Settings } from "./settings.ts";

const CACHE_MS = 24 * 60 * 60 * 1000;
/** With `--wait`, robots.txt that is unavailable is asked for again after this long. */
export const ROBOTS_RETRY_MS = 60_000;

/** `until`: when it has to be asked again, monotonic. */
type Answer = ({ readonly rules: RobotsRules } | { readonly failure: Failure }) & { readonly until: number };

/**
 * Asks robots.txt before every request (E9): 4xx allows everything, 5xx and silence disallow everything until
 * robots.txt answers again. What settled the question is kept for 24 h, across restarts.
 */
export class RobotsGuard {
  readonly #clock: Clock;
  readonly #gate: HostGate;
  readonly #fetcher: Fetcher;
  readonly #settings: Settings;
  readonly #waits: boolean;
  readonly #answers = new Map<string, Promise<Answer>>();

  constructor(parts: { clock: Clock; gate: HostGate; fetcher: Fetcher; settings: Settings; waits: boolean }) {
    this.#clock = parts.clock;
    this.#gate = parts.gate;
    this.#fetcher = parts.fetcher;
    this.#settings = parts.settings;
    this.#waits = parts.waits;
  }

  /** Null when the URL may be fetched. */
  async check(url: URL): Promise<Failure | null> {
    if (!(await this.#gate.pace(url.host)).obeyRobots) return null;
    const answer = await this.#answer(url);
    if ("failure" in answer) return answer.failure;
    return answer.rules.allows(url) ? null : { kind: "robots_disallowed" };
  }

  /** What robots.txt calls the sitemaps of its host; none where it is not to be had. */
  async sitemaps(url: URL): Promise<readonly string[]> {
    const answer = await this.#answer(url);
    return "rules" in answer ? answer.rules.sitemaps : [];
  }

  #answer(url: URL): Promise<Answer> {
    const known = this.#answers.get(url.host);
    if (known === undefined) return this.#ask(url);
    return known.then((answer) => (this.#isStale(answer) ? this.#ask(url, known) : answer));
  }

  #isStale(answer: Answer): boolean {
    return this.#clock.monotonic() >= answer.until;
  }

  /** One question at a time per host, however many tasks wait for it. */
  #ask(url: URL, stale?: Promise<Answer>): Promise<Answer> {
    const current = this.#answers.get(url.host);
    if (current !== undefined && current !== stale) return current;
    const asked = this.#resolve(url);
    this.#answers.set(url.host, asked);
    return asked;
  }

  async #resolve(url: URL): Promise<Answer> {
    const { host } = url;
    const cached = await this.#gate.robots(host);
    const age = cached === null ? Infinity : this.#clock.steady() - cached.fetchedAt;
    // An age below 0 means that the clock was set back: nobody knows how old the rules are.
    if (cached !== null && age >= 0 && age < CACHE_MS) return this.#adopt(host, cached.text, CACHE_MS - age);
    // The pause that it asked for holds until it says something else: also for asking it.
    if (cached !== null) await this.#adopt(host, cached.text, 0);
    const fetched = await this.#fetch(url);
    if ("failure" in fetched) {
      const until = this.#waits ? this.#clock.monotonic() + ROBOTS_RETRY_MS : Infinity;
      return { failure: fetched.failure, until };
    }
    await this.#gate.rememberRobots(host, { fetchedAt: this.#clock.steady(), text: fetched.text });
    return this.#adopt(host, fetched.text, CACHE_MS);
  }

  async #adopt(host: string, text: string, validMs: number): Promise<Answer> {
    const rules = parseRobots(text, productToken(this.#settings.userAgent));
    await this.#gate.setCrawlDelay(host, rules.crawlDelayMs);
    return { rules, until: this.#clock.monotonic() + validMs };
  }

  async #fetch(url: URL): Promise<{ text: string } | { failure: Failure }> {
    const wanted = {
      url: new URL("/robots.txt", url).href,
      limits: this.#settings.pageLimits,
      // RFC 9309 §2.3.1.2: redirects are followed, also to other authorities.
      inScope: () => true,
      robots: null,
      consume: readRobots,
    };
    // §2.3.1.3: who may not read the rules need not ask for them again.
    const fetched = await this.#fetcher.persist<string>(wanted, true);
    if (fetched.ok) return { text: "value" in fetched ? fetched.value : "" };
    const { failure, redirected } = fetched;
    // Not about robots.txt, but about the host or the run.
    if (["host_held", "interrupted"].includes(failure.kind)) return { failure };
    if (failure.kind === "address_refused" && redirected !== true) return { failure };
    if (failure.kind === "unexpected_content") return { text: "" }; // a 204: there are no rules
    // RFC 9309 §2.3.1.3: 4xx means that there are no rules. 429 is not an answer, it is a plea.
    if (failure.kind === "http_status" && failure.status < 500 && failure.status !== 429) return { text: "" };
    return { failure: { kind: "robots_unavailable", host: url.host, detail: describe(failure) } };
  }
}

async function readRobots(answer: HttpAnswer): Promise<Consumed<string>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body) {
    chunks.push(chunk);
    size += chunk.length;
    // The parser cuts at the limit; it needs to see that there was more.
    if (size > MAX_ROBOTS_BYTES) break;
  }
  return { value: new TextDecoder("utf-8").decode(Buffer.concat(chunks)) };
}
