import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { gzipSync } from "node:zlib";
import { close, listen } from "./serving.ts";
import { documentBytes, type SandboxWell, sandboxWells } from "./usgs-data.ts";
import { catalogPage, csvPage, errorPage, idsPage, reportPage } from "./usgs-pages.ts";

export interface UsgsSandboxOptions {
  /** Wells per state. @default 3 */
  readonly wells?: number;
  /** Routine core analyses per well. @default 2 */
  readonly documentsPerWell?: number;
  /** @default ["TX", "OK", "LA"] */
  readonly states?: readonly string[];
  /** Other files, a name with forbidden characters, cuttings. @default true */
  readonly oddities?: boolean;
  /** ZIP archives with documents in them. @default false */
  readonly archives?: boolean;
  /** @default a free one */
  readonly port?: number;
  /** Text of robots.txt, or the status it answers with. @default everything allowed */
  readonly robots?: string | { readonly status: number };
  /** What to do instead of answering; `nth` counts the requests for this path from 1. */
  readonly behave?: (path: string, nth: number) => Behaviour | undefined;
}

/** Faults, for tests. */
export type Behaviour =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    }
  /** Half of the body, with a Content-Length to match; compressed first where asked, so that the cut can be seen. */
  | { readonly kind: "cut"; readonly gzip?: boolean }
  /** The whole length announced, half of the body sent, connection closed. */
  | { readonly kind: "short" }
  /** No length announced, the body ended by closing; half of it where `cut`. */
  | { readonly kind: "unframed"; readonly cut?: boolean }
  | { readonly kind: "html" }
  | { readonly kind: "body"; readonly contentType: string; readonly body: string | Uint8Array }
  /** Never answers. */
  | { readonly kind: "hang" }
  | { readonly kind: "reset" }
  | { readonly kind: "delay"; readonly ms: number }
  | { readonly kind: "redirect"; readonly location: string; readonly status?: number };

export interface SandboxRequest {
  /** `performance.now()`. */
  readonly at: number;
  readonly method: string;
  /** With query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

export interface UsgsSandbox {
  readonly url: string;
  readonly requests: readonly SandboxRequest[];
  readonly wells: readonly SandboxWell[];
  close(): Promise<void>;
}

interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** A USGS-like site on loopback. */
export async function startUsgsSandbox(options: UsgsSandboxOptions = {}): Promise<UsgsSandbox> {
  const site = new UsgsSite(options);
  const requests: SandboxRequest[] = [];
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    requests.push({ at: performance.now(), method: request.method ?? "", path, headers: request.headers });
    const nth = (counts.get(path) ?? 0) + 1;
    counts.set(path, nth);
    answer(request, response, site.contentAt(path), options.behave?.(path, nth));
  });
  const url = await listen(server, options.port ?? 0);
  return { url, requests, wells: site.wells, close: () => close(server) };
}

class UsgsSite {
  readonly wells: readonly SandboxWell[];
  readonly #robots: string | { readonly status: number };
  readonly #reports = new Map<string, SandboxWell>();
  readonly #documents = new Map<string, () => Uint8Array>();

  constructor(options: UsgsSandboxOptions) {
    this.#robots = options.robots ?? "User-agent: *\nDisallow:\n";
    this.wells = sandboxWells({
      states: options.states ?? ["TX", "OK", "LA"],
      wells: options.wells ?? 3,
      documentsPerWell: options.documentsPerWell ?? 2,
      oddities: options.oddities ?? true,
      archives: options.archives ?? false,
    });
    for (const well of this.wells) {
      this.#reports.set(`/crcwc/${well.kind}/report/${well.id}`, well);
      for (const document of well.documents) {
        const bytes = () => documentBytes(well, document);
        this.#documents.set(document.path, bytes).set(document.plainPath, bytes);
      }
    }
  }

  /** A status where there is nothing to serve. */
  contentAt(path: string): Content | number {
    const { pathname, searchParams } = new URL(path, "http://sandbox");
    if (pathname === "/robots.txt") {
      return typeof this.#robots === "string" ? content("text/plain", this.#robots) : this.#robots.status;
    }
    const report = this.#reports.get(pathname);
    if (report !== undefined) return content("text/html; charset=utf-8", reportPage(report));
    const document = this.#documents.get(pathname);
    if (document !== undefined) return { type: typeOf(pathname), bytes: document() };
    return this.#listing(pathname, searchParams);
  }

  #listing(pathname: string, query: URLSearchParams): Content | number {
    const search = /^\/crcwc\/search\/(core|cutting)s$/.exec(pathname);
    if (search !== null) {
      return content("text/csv; charset=utf-8", csvPage(this.#select(search[1], query.get("state"))));
    }
    const layer = /^\/arcgis\/rest\/services\/crcwc\/crcwc\/MapServer\/([01])\/query$/.exec(pathname);
    if (layer !== null) {
      const wells = this.#select(layer[1] === "0" ? "core" : "cutting", null);
      const count = Number(query.get("resultRecordCount") ?? 1000);
      return content("application/geo+json", idsPage(wells, Number(query.get("resultOffset") ?? 0), count));
    }
    const state = /^\/catalog\/([A-Za-z]{2})\.html$/.exec(pathname)?.[1]?.toUpperCase();
    if (state === undefined) return 404;
    return content("text/html; charset=utf-8", catalogPage(state, this.#select("core", state)));
  }

  #select(kind: string | undefined, state: string | null): readonly SandboxWell[] {
    return this.wells.filter((well) => well.kind === kind && (state === null || well.state === state));
  }
}

function content(type: string, text: string): Content {
  return { type, bytes: new TextEncoder().encode(text) };
}

function typeOf(pathname: string): string {
  return /\.pdf$/i.test(pathname) ? "application/pdf" : "application/octet-stream";
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  found: Content | number,
  behaviour: Behaviour | undefined,
): void {
  switch (behaviour?.kind) {
    case undefined:
      return send(response, found);
    case "status":
      response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? "");
      return;
    case "redirect":
      response.writeHead(behaviour.status ?? 302, { location: behaviour.location }).end();
      return;
    case "html":
      return send(response, content("text/html", errorPage()));
    case "body":
      return send(response, { type: behaviour.contentType, bytes: Buffer.from(behaviour.body) });
    case "hang":
      return;
    case "reset":
      request.socket.resetAndDestroy();
      return;
    case "delay": {
      const timer = setTimeout(() => send(response, found), behaviour.ms);
      response.once("close", () => clearTimeout(timer));
      return;
    }
    case "cut":
    case "short":
    case "unframed":
      return typeof found === "number" ? send(response, found) : sendDamaged(response, found, behaviour);
  }
}

function send(response: ServerResponse, found: Content | number): void {
  if (typeof found === "number") {
    response.writeHead(found, { "content-type": "text/plain" }).end(`status ${found}\n`);
    return;
  }
  const { type, bytes } = found;
  response.writeHead(200, { "content-type": type, "content-length": bytes.length }).end(bytes);
}

function sendDamaged(
  response: ServerResponse,
  { type, bytes }: Content,
  behaviour: Extract<Behaviour, { kind: "cut" | "short" | "unframed" }>,
): void {
  const gzip = behaviour.kind === "cut" && behaviour.gzip === true;
  const whole = gzip ? gzipSync(bytes) : bytes;
  const half = whole.subarray(0, whole.length >> 1);
  const headers = { "content-type": type, ...(gzip ? { "content-encoding": "gzip" } : {}) };
  if (behaviour.kind === "cut") {
    response.writeHead(200, { ...headers, "content-length": half.length }).end(half);
  } else if (behaviour.kind === "short") {
    response.writeHead(200, { ...headers, "content-length": whole.length });
    response.write(half, () => response.socket?.end());
  } else {
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
    response.writeHead(200, { ...headers, connection: "close" }).end(behaviour.cut === true ? half : whole);
  }
}
