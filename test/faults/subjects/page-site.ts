/** A small site whose pages a test changes: a sitemap lists them, an ETag tells of each version. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { close, listen } from "../../../src/sandbox/serving.ts";

export interface PageSite {
  readonly url: string;
  /** Every request for a page, by path; `status` is what it was answered with. */
  readonly requests: readonly { readonly path: string; readonly status: number }[];
  /** Puts these pages in the place of all; what is not among them answers 410. */
  show(pages: ReadonlyMap<string, string>): void;
  close(): Promise<void>;
}

export async function startPageSite(): Promise<PageSite> {
  const requests: { path: string; status: number }[] = [];
  let pages: ReadonlyMap<string, string> = new Map();
  let origin = "";
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (path === "/robots.txt") return void response.end(`Sitemap: ${origin}/sitemap.xml\n`);
    if (path === "/sitemap.xml") return reply(request, response, "application/xml", sitemap(origin, pages));
    const body = pages.get(path);
    if (body === undefined) response.writeHead(410).end();
    else reply(request, response, "text/html; charset=utf-8", body);
    requests.push({ path, status: response.statusCode });
  });
  origin = await listen(server, 0);
  return {
    url: origin,
    requests,
    show: (next) => void (pages = next),
    close: () => close(server),
  };
}

function reply(request: IncomingMessage, response: ServerResponse, type: string, body: string): void {
  const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
  if (request.headers["if-none-match"] === etag) return void response.writeHead(304, { etag }).end();
  response.writeHead(200, { "content-type": type, etag }).end(body);
}

function sitemap(origin: string, pages: ReadonlyMap<string, string>): string {
  const rows = [...pages.keys()].map((path) => `<url><loc>${origin}${path}</loc></url>`);
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.join("")}</urlset>`;
}
