import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { type ApiReply, apiReply, pageReply } from "./mediawiki-replies.ts";
import { type MediaWikiBehaviour, send } from "./mediawiki-faults.ts";
import type { ApiSite } from "./mediawiki-query.ts";
import { seedWiki } from "./mediawiki-seed.ts";
import type { Wiki } from "./mediawiki-wiki.ts";
import { close, listen } from "./serving.ts";
import type { SandboxRequest } from "./usgs.ts";

export type { MediaWikiBehaviour } from "./mediawiki-faults.ts";
export { mutateWiki } from "./mediawiki-seed.ts";
export type { WikiPage, WikiRevision } from "./mediawiki-page.ts";
export type { Wiki } from "./mediawiki-wiki.ts";

export interface MediaWikiSandboxOptions {
  /** Plain articles. @default 50 */
  readonly pages?: number;
  /** Hard titles, redirects of every kind, other models and namespaces, moved, deleted and restored pages. @default true */
  readonly oddities?: boolean;
  /** Pages of 1.6 MB each, so that an answer with all of them is cut. Part of the oddities. @default 6 */
  readonly hugePages?: number;
  /** @default 1_600_000 */
  readonly hugeBytes?: number;
  /** Of an answer, before it is cut. @default 8 MiB, as $wgAPIMaxResultSize */
  readonly maxResultBytes?: number;
  /** @default a free one */
  readonly port?: number;
  /** Text of robots.txt, or the status it answers with. @default everything allowed */
  readonly robots?: string | { readonly status: number };
  /** How many days recent changes are kept. @default 90 */
  readonly retentionDays?: number;
  /** Milliseconds, for changes after the start. @default a minute after the last change, always */
  readonly clock?: () => number;
  /** What to do instead of answering; `nth` counts the requests for this path from 1. */
  readonly behave?: (request: WikiRequest, nth: number) => MediaWikiBehaviour | undefined;
}

export interface WikiRequest extends SandboxRequest {
  /** Without query. */
  readonly pathname: string;
  /** Of query and form both. */
  readonly params: Readonly<Record<string, string>>;
}

export interface MediaWikiSandbox {
  readonly url: string;
  readonly apiUrl: string;
  readonly requests: readonly WikiRequest[];
  /** To be changed as editors would. */
  readonly wiki: Wiki;
  /** On: every request with `maxlag` is refused. */
  lag(state: "on" | "off"): void;
  close(): Promise<void>;
}

const MAX_RESULT_BYTES = 8 * 1024 * 1024;
const DAY_MS = 86_400_000;
const LAG_SECONDS = 30_000;
/** Even `maxlag=-1` is well with it, as with a single database. */
const NO_LAG = -1;
/** Apache's LimitRequestLine, which is below Node's own limit for all headers only when that is raised. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** A MediaWiki API on loopback, with the habits of MediaWiki 1.39. */
export async function startMediaWikiSandbox(
  options: MediaWikiSandboxOptions = {},
): Promise<MediaWikiSandbox> {
  const { pages = 50, oddities = true, hugePages = 6, hugeBytes = 1_600_000 } = options;
  const wiki = seedWiki({ pages, oddities, hugePages, hugeBytes });
  if (options.clock !== undefined) wiki.follow(options.clock);
  const requests: WikiRequest[] = [];
  const counts = new Map<string, number>();
  let lag = NO_LAG;
  let origin = "";
  const site = (): ApiSite => ({
    wiki,
    origin,
    maxResultBytes: options.maxResultBytes ?? MAX_RESULT_BYTES,
    retentionMs: (options.retentionDays ?? 90) * DAY_MS,
    lag,
  });
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (incoming, response) => {
    const handled = readRequest(incoming).then((request) => {
      requests.push(request);
      const nth = (counts.get(request.pathname) ?? 0) + 1;
      counts.set(request.pathname, nth);
      const behaviour = options.behave?.(request, nth);
      send(incoming, response, () => replyTo(request, site(), options.robots), {
        behaviour,
        request,
        origin,
      });
    });
    handled.catch((error: unknown) => explain(response, error));
  });
  origin = await listen(server, options.port ?? 0);
  return {
    url: origin,
    apiUrl: `${origin}/w/api.php`,
    requests,
    wiki,
    lag: (state) => {
      lag = state === "on" ? LAG_SECONDS : NO_LAG;
    },
    close: () => close(server),
  };
}

/** A fault for every batch that a page is in. */
export function failingPage(
  pageId: number,
  status = 500,
): (request: WikiRequest) => MediaWikiBehaviour | undefined {
  return ({ params }) =>
    params["pageids"]?.split("|").includes(String(pageId)) === true ? { kind: "status", status } : undefined;
}

function replyTo(request: WikiRequest, site: ApiSite, robots: MediaWikiSandboxOptions["robots"]): ApiReply {
  const { pathname } = request;
  if (pathname === "/robots.txt") {
    if (typeof robots === "object") return { status: robots.status, type: "text/plain", body: "" };
    return { status: 200, type: "text/plain", body: robots ?? "User-agent: *\nDisallow:\n" };
  }
  if (pathname === "/w/api.php") return apiReply(request, site);
  return pageReply(pathname, site);
}

/** A client that left in the middle of its request, or a mistake in `behave`, which should be seen. */
function explain(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) response.destroy();
  else
    response.writeHead(500, { "content-type": "text/plain" }).end(`the sandbox failed: ${String(error)}\n`);
}

/** A form counts only where it says that it is one; its parameters go over those of the query. */
async function readRequest(incoming: IncomingMessage): Promise<WikiRequest> {
  const path = incoming.url ?? "/";
  const { pathname, searchParams } = new URL(path, "http://sandbox");
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const isForm = incoming.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
  const form = new URLSearchParams(isForm ? Buffer.concat(chunks).toString() : "");
  return {
    at: performance.now(),
    method: incoming.method ?? "",
    path,
    pathname,
    headers: incoming.headers,
    params: Object.fromEntries([...searchParams, ...form]),
  };
}
