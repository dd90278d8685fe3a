/**
 * The servers of the soak, in a process of their own so that their memory is not the engine's:
 *
 *   fork("servers.ts", [seed, jobs, hangMs])    says { port }, and for every message its ledger
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { type Answer, answersFor, contentOf, isGood, isSick } from "./fates.ts";
import {
  addressOf,
  allHosts,
  DEAD,
  FAILING,
  FAILS_AFTER,
  lanesOf,
  movedPath,
  pagesOf,
  pathOf,
  ROBOTLESS,
} from "./hosts.ts";
import { htmlOf } from "./page.ts";

/** What the servers have seen. Pages are `host/page`. */
export interface Ledger {
  readonly requests: number;
  /** How often each page was asked for, redirects that lead to it not counted. */
  readonly asked: Readonly<Record<string, number>>;
  /** How often each page was sent whole. */
  readonly sent: Readonly<Record<string, number>>;
  /** How often each kind of answer was given. */
  readonly given: Readonly<Record<string, number>>;
  /** Requests that came before the silence was over that the host had asked for. */
  readonly early: readonly string[];
  /** Requests to a host that is asked one thing at a time, while another was unanswered. */
  readonly overlapping: readonly string[];
}

const [seed, jobs, hangMs] = process.argv.slice(2).map(Number) as [number, number, number];

const PAGES_PER_SITEMAP = 200;
/** Fewer than open the breaker: it is the failing host's business to have it opened. */
const SICK_IN_A_ROW = 3;
const RETRY_AFTER_S = 1;
const SLOW_CHUNKS = 8;
const SLOW_EVERY_MS = 40;

const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

let requests = 0;
const asked = new Map<string, number>();
const sent = new Map<string, number>();
const given = new Map<string, number>();
const early: string[] = [];
const overlapping: string[] = [];

class Host {
  readonly #host: number;
  #quietUntil = 0;
  #unanswered = 0;
  #sickInARow = 0;
  #pagesAnswered = 0;

  constructor(host: number) {
    this.#host = host;
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? "/";
    const where = `${addressOf(this.#host)}${path}`;
    requests++;
    if (performance.now() < this.#quietUntil) early.push(where);
    if (lanesOf(this.#host) === 1 && this.#unanswered > 0) overlapping.push(where);
    this.#unanswered++;
    let isOpen = true;
    const answered = () => {
      if (isOpen) this.#unanswered--;
      isOpen = false;
    };
    response.on("error", () => {}).on("close", answered);
    this.#answer(path, response, answered);
  }

  #answer(path: string, response: ServerResponse, answered: () => void): void {
    if (path === "/robots.txt") return this.#robots(response, answered);
    if (path.startsWith("/sitemap")) return this.#sitemap(path, response, answered);
    const moved = /^\/tramites\/ahora\/(\d+)$/.exec(path)?.[1];
    if (moved !== undefined) return this.#send("plain", Number(moved), response, answered);
    const page = /^\/tramites\/(\d+)$/.exec(path)?.[1];
    if (page === undefined) return end(response, answered, 404, {}, "");
    this.#page(Number(page), response, answered);
  }

  #robots(response: ServerResponse, answered: () => void): void {
    if (this.#host === ROBOTLESS) return end(response, answered, 503, {}, "");
    const sitemap = `http://${response.req.headers.host}/sitemap.xml`;
    end(response, answered, 200, {}, `User-agent: *\nDisallow: /privado/\nSitemap: ${sitemap}\n`);
  }

  #sitemap(path: string, response: ServerResponse, answered: () => void): void {
    const origin = `http://${response.req.headers.host}`;
    const pages = pagesOf(this.#host, jobs);
    const part = /^\/sitemap-(\d+)\.xml$/.exec(path)?.[1];
    const xml = (name: string, entries: readonly string[]) =>
      `<?xml version="1.0"?><${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</${name}>`;
    const headers = { "content-type": "application/xml" };
    if (part === undefined) {
      const parts = Array.from({ length: Math.ceil(pages / PAGES_PER_SITEMAP) }, (_, i) => i);
      const entries = parts.map((i) => `<sitemap><loc>${origin}/sitemap-${i}.xml</loc></sitemap>`);
      return end(response, answered, 200, headers, xml("sitemapindex", entries));
    }
    const from = Number(part) * PAGES_PER_SITEMAP;
    const listed = Array.from({ length: Math.min(PAGES_PER_SITEMAP, pages - from) }, (_, i) => from + i);
    const entries = listed.map((page) => `<url><loc>${origin}${pathOf(page)}</loc></url>`);
    end(response, answered, 200, headers, xml("urlset", entries));
  }

  #page(page: number, response: ServerResponse, answered: () => void): void {
    const name = `${this.#host}/${page}`;
    count(asked, name);
    const answers = answersFor(seed, this.#host, page);
    const answer = this.#bearable(answers[(asked.get(name) ?? 1) - 1] ?? answers.at(-1) ?? "plain");
    count(given, answer);
    this.#sickInARow = isSick(answer) ? this.#sickInARow + 1 : 0;
    this.#pagesAnswered++;
    this.#send(answer, page, response, answered);
  }

  #bearable(answer: Answer): Answer {
    if (this.#host === FAILING) return this.#pagesAnswered < FAILS_AFTER ? "plain" : "server_error";
    if (isSick(answer) && this.#sickInARow >= SICK_IN_A_ROW) return "plain";
    // One that is asked several things at once has others under way when it asks for silence.
    if (lanesOf(this.#host) > 1 && (answer === "unavailable" || answer === "too_many")) return "plain";
    return answer;
  }

  #send(answer: Answer, page: number, response: ServerResponse, answered: () => void): void {
    const html = Buffer.from(htmlOf(seed, this.#host, contentOf(seed, this.#host, page)));
    const headers = { "content-type": "text/html; charset=utf-8" };
    const gzipHeaders = { ...headers, "content-encoding": "gzip" };
    if (isGood(answer) && answer !== "moved" && answer !== "elsewhere")
      response.on("finish", () => count(sent, `${this.#host}/${page}`));
    switch (answer) {
      case "plain":
        return end(response, answered, 200, headers, html);
      case "gzip":
        return end(response, answered, 200, gzipHeaders, gzipSync(html, { level: 1 }));
      case "wide_headers":
        return end(response, answered, 200, { ...headers, "x-wide": "w".repeat(30_000) }, html);
      case "slow":
        return void slowly(response, answered, headers, html);
      case "moved":
      case "elsewhere":
        return end(response, answered, answer === "moved" ? 301 : 302, { location: movedPath(page) }, "");
      case "loop":
        return end(response, answered, 302, { location: pathOf(page) }, "");
      case "not_found":
        return end(response, answered, 404, {}, "no hay tal página");
      case "gone":
        return end(response, answered, 410, {}, "");
      case "server_error":
        return end(response, answered, 500, {}, "error");
      case "unavailable":
      case "too_many":
        end(
          response,
          answered,
          answer === "too_many" ? 429 : 503,
          { "retry-after": String(RETRY_AFTER_S) },
          "",
        );
        this.#quietUntil = performance.now() + RETRY_AFTER_S * 1000;
        return;
      case "endless_headers":
        return end(response, answered, 200, { ...headers, "x-wide": "w".repeat(100_000) }, html);
      case "cut_gzip": {
        const cut = gzipSync(html, { level: 1 }).subarray(0, -20);
        return end(response, answered, 200, gzipHeaders, cut);
      }
      case "reset":
      case "cut_length":
        response.writeHead(200, { ...headers, "content-length": html.length });
        return broken(response, html.subarray(0, 1000), answer === "reset");
      case "cut_chunk":
        response.writeHead(200, { ...headers, "transfer-encoding": "chunked" });
        return broken(response, html.subarray(0, 1000), false);
      case "hang":
        setTimeout(() => response.destroy(), hangMs).unref();
        return;
    }
  }
}

function end(
  response: ServerResponse,
  answered: () => void,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): void {
  // From here on the client may ask for the next thing, before this process hears that all was sent.
  answered();
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

async function slowly(
  response: ServerResponse,
  answered: () => void,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): Promise<void> {
  response.writeHead(200, { ...headers, "content-length": body.length });
  const size = Math.ceil(body.length / SLOW_CHUNKS);
  for (let from = 0; from < body.length; from += size) {
    await new Promise((resolve) => setTimeout(resolve, SLOW_EVERY_MS));
    if (from + size < body.length) response.write(body.subarray(from, from + size));
    else {
      answered();
      response.end(body.subarray(from));
    }
  }
}

function broken(response: ServerResponse, beginning: Buffer, isReset: boolean): void {
  response.write(beginning, () => {
    if (isReset) response.socket?.resetAndDestroy();
    else response.socket?.end();
  });
}

async function listen(host: number, port: number): Promise<number> {
  const served = new Host(host);
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) =>
    served.receive(request, response),
  );
  await new Promise<void>((resolve, reject) =>
    server.once("error", reject).listen(port, addressOf(host), resolve),
  );
  return (server.address() as AddressInfo).port;
}

function ledger(): Ledger {
  const counts = (map: Map<string, number>) => Object.fromEntries(map);
  return {
    requests,
    asked: counts(asked),
    sent: counts(sent),
    given: counts(given),
    early,
    overlapping,
  };
}

let port = 0;
for (const host of allHosts) if (host !== DEAD) port = await listen(host, port);
process.on("message", () => process.send?.(ledger()));
process.on("disconnect", () => process.exit());
process.send?.({ port });
