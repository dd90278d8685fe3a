/** A small site of procedures on loopback, whose pages a test writes and rewrites. Lives until it is closed. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface WebRequest {
  /** `performance.now()`. */
  readonly at: number;
  readonly path: string;
  readonly status: number;
}

export interface SmallWeb {
  readonly url: string;
  /** By path; what is not here answers 404. */
  readonly pages: Map<string, string>;
  /** Those that were answered. */
  readonly requests: readonly WebRequest[];
  /** Paths in the order they were asked for. */
  readonly begun: readonly string[];
  /** What to answer instead; undefined where a page is to be answered as it is. */
  behave: (path: string, nth: number) => WebTrouble | undefined;
  robots: string;
  close(): Promise<void>;
}

export type WebTrouble =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly delayMs: number };

/** Its sitemap lists all of its pages; each has an ETag. */
export async function startSmallWeb(pages: Readonly<Record<string, string>>): Promise<SmallWeb> {
  const [requests, begun]: [WebRequest[], string[]] = [[], []];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const nth = (counts.get(path) ?? 0) + 1;
    counts.set(path, nth);
    begun.push(path);
    const at = performance.now();
    void answer(web, request, response, nth).then((status) => requests.push({ at, path, status }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const web: SmallWeb = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages: new Map(Object.entries(pages)),
    requests,
    begun,
    behave: () => undefined,
    robots: "User-agent: *\nAllow: /\n",
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return web;
}

async function answer(
  web: SmallWeb,
  request: IncomingMessage,
  response: ServerResponse,
  nth: number,
): Promise<number> {
  const path = request.url ?? "/";
  const trouble = web.behave(path, nth);
  if (trouble !== undefined && "status" in trouble) {
    response.writeHead(trouble.status, trouble.headers).end();
    return trouble.status;
  }
  if (trouble !== undefined) await new Promise((resolve) => setTimeout(resolve, trouble.delayMs));
  const body = bodyOf(web, path);
  if (body === undefined) return end(response, 404, {}, "no such page");
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
  const headers = { "content-type": typeOf(path), etag };
  if (request.headers["if-none-match"] === etag) return end(response, 304, headers, "");
  return end(response, 200, headers, body);
}

function end(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string,
): number {
  response.writeHead(status, headers).end(body);
  return status;
}

function bodyOf({ url, pages, robots }: SmallWeb, path: string): string | undefined {
  if (path === "/robots.txt") return robots;
  if (path !== "/sitemap.xml") return pages.get(path);
  const locs = [...pages.keys()].map((one) => `<url><loc>${url}${one}</loc></url>`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locs.join("")}</urlset>`;
}

function typeOf(path: string): string {
  if (path === "/robots.txt") return "text/plain";
  return path === "/sitemap.xml" ? "application/xml" : "text/html; charset=utf-8";
}
