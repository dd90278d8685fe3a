import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { performance } from "node:perf_hooks";
import { type FailOptions, matches, OfficeFaults, type PathPattern } from "./offices-faults.ts";
import { type OfficePage, OfficePages } from "./offices-pages.ts";
import { contentReply, foundReply, plainReply, type Reply, type ReplyContent } from "./offices-replies.ts";

export interface OfficeRequest {
  /** `performance.now()`. */
  readonly at: number;
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Undefined until there is an answer. */
  readonly status: number | undefined;
}

export type Robots = string | { readonly status: number };

/** What is not a page of its own: listings, interfaces, traps. */
export type Answer = (url: URL, headers: IncomingHttpHeaders) => ReplyContent | undefined;

/** A page to be opened later; what is not said is made up. */
export interface NewPage extends Partial<Omit<OfficePage, "body">> {
  readonly path: string;
  readonly body?: string | Uint8Array;
}

export interface OfficeContent {
  readonly robots: Robots;
  /** Asked before the pages. */
  readonly answer?: Answer;
  /** Asked where there is no page. @default 404 */
  readonly otherwise?: Answer;
  /** What a page says that was added with a title only. */
  readonly invent: (page: NewPage) => OfficePage;
}

/** One host of the sandbox: its pages, what it was asked, and what goes wrong. */
export class Office {
  readonly name: string;
  readonly url: string;
  readonly pages: OfficePages;
  readonly #journal: OfficeRequest[] = [];
  readonly #faults = new OfficeFaults();
  readonly #server: Server;
  #content: OfficeContent;
  #robots: Robots | undefined;

  private constructor(name: string, server: Server, pages: OfficePages) {
    this.name = name;
    this.#server = server;
    this.pages = pages;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#content = { robots: { status: 503 }, invent: notOpenYet };
    server.on("request", (request, response) => {
      const { method = "", url: path = "/", headers } = request;
      this.#answer({ at: performance.now(), method, path, headers, status: undefined }, response);
    });
  }

  /** Open, but empty: content that names other offices needs their ports first. */
  static async open(name: string, port: number, now: () => Date): Promise<Office> {
    const server = createServer();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    server.once("error", reject).listen(port, "127.0.0.1", resolve);
    await promise;
    return new Office(name, server, new OfficePages(now));
  }

  furnish(content: OfficeContent): void {
    this.#content = content;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  /** Every request, as it came. */
  get requests(): readonly OfficeRequest[] {
    return this.#journal;
  }

  /** How often each path, with query, was asked for. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { path } of this.#journal) counts.set(path, (counts.get(path) ?? 0) + 1);
    return counts;
  }

  count(pattern: PathPattern): number {
    return this.#journal.filter(({ path }) => matches(pattern, path)).length;
  }

  forget(): void {
    this.#journal.length = 0;
  }

  change(path: string): void {
    this.pages.change(path);
  }

  touchLastmod(path: string): void {
    this.pages.touchLastmod(path);
  }

  remove(path: string, status: 404 | 410 = 404): void {
    this.pages.remove(path, status);
  }

  add(page: NewPage): void {
    const { body, changed = this.pages.now() } = page;
    const invented = this.#content.invent(page);
    this.pages.put({ ...invented, ...page, changed, body: body === undefined ? invented.body : () => body });
  }

  fail(pattern: PathPattern, status: number, options?: FailOptions): void {
    this.#faults.fail(pattern, status, options);
  }

  delay(pattern: PathPattern, ms: number): void {
    this.#faults.delay(pattern, ms);
  }

  hang(pattern: PathPattern): void {
    this.#faults.hang(pattern);
  }

  /** Ends what `fail`, `delay` and `hang` began. */
  mend(): void {
    this.#faults.mend();
  }

  /** Undefined: its own again. */
  robots(robots: Robots | undefined): void {
    this.#robots = robots;
  }

  close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    return promise;
  }

  #answer(request: OfficeRequest, response: ServerResponse): void {
    const entry = { ...request };
    this.#journal.push(entry);
    const { delayMs, fault } = this.#faults.take(request.path);
    if (fault?.kind === "hang") return;
    const send = () => {
      const reply = fault === undefined ? this.#replyOrExcuse(request) : failure(fault);
      entry.status = reply.status;
      response.writeHead(reply.status, reply.headers).end(reply.body);
    };
    if (delayMs === 0) return send();
    const timer = setTimeout(send, delayMs);
    response.once("close", () => clearTimeout(timer));
  }

  /** A request that content chokes on must not end the process of a test. */
  #replyOrExcuse(request: OfficeRequest): Reply {
    try {
      return this.#replyTo(request);
    } catch (error) {
      return contentReply(
        { status: 500, type: "text/plain; charset=utf-8", body: `the sandbox failed: ${String(error)}\n` },
        request.headers,
      );
    }
  }

  #replyTo({ path, headers }: OfficeRequest): Reply {
    const { robots, answer, otherwise } = this.#content;
    if (!path.startsWith("/")) return plainReply(400);
    if (path === "/robots.txt") return robotsReply(this.#robots ?? robots, headers);
    const url = new URL(`${this.url}${path}`);
    const listing = answer?.(url, headers);
    if (listing !== undefined) return contentReply(listing, headers);
    const found = this.pages.find(path);
    if (found !== undefined) return foundReply(found, headers);
    const other = otherwise?.(url, headers);
    return other === undefined ? plainReply(404) : contentReply(other, headers);
  }
}

function failure({ status, retryAfter }: { status: number; retryAfter: string | undefined }): Reply {
  return plainReply(status, retryAfter === undefined ? {} : { "retry-after": retryAfter });
}

function robotsReply(robots: Robots, headers: IncomingHttpHeaders): Reply {
  if (typeof robots !== "string") return plainReply(robots.status);
  return contentReply({ type: "text/plain; charset=utf-8", body: robots }, headers);
}

function notOpenYet(): never {
  throw new Error("the office is not open yet");
}
