/** A hostile server on loopback, and what it can do. What it does under which id is in hostile-inputs.ts. */
import { createServer as createTlsServer } from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import * as zlib from "node:zlib";
import type { Socket } from "node:net";
import { createIdentity } from "./certificate.ts";
import { encoded, OK, sends } from "./http.ts";
import { type RawServer, type Script, startRawServer } from "./raw-server.ts";
import { PDF } from "./site.ts";

/** How the document of an input ends: the state of the summary and the reason it is counted by. */
export type Ending =
  | { readonly state: "skipped" | "failed" | "pending"; readonly reason: string }
  | { readonly state: "completed" };

export interface HostileInput {
  readonly id: string;
  readonly what: string;
  /** Answers a request for the document. @default a sound PDF */
  readonly answer?: Script;
  /** Answers a request for robots.txt. @default 404 */
  readonly robots?: Script;
  /** The document's link. @default `docs/B001.pdf` on the hostile server */
  readonly href?: (server: URL) => string;
  readonly tls?: true;
  readonly ends: Ending;
  /** Requests for the document that the server must see; where it matters. */
  readonly requests?: number;
}

export const DOCUMENT = "/docs/B001.pdf";

/** One hostile server for one input. Keeps no state but what it was asked. */
export function startHostile(input: HostileInput, host = "127.0.0.1"): Promise<RawServer> {
  const answer = input.answer ?? sound;
  const robots = input.robots ?? missing;
  const script: Script = (socket, index, head) =>
    (pathOf(head) === "/robots.txt" ? robots : answer)(socket, index, head);
  if (input.tls !== true) return startRawServer(script, undefined, "http", host);
  const identity = createIdentity([host]);
  const serve = (onConnection: (socket: Socket) => void) => createTlsServer(identity, onConnection);
  return startRawServer(script, serve, "https", host);
}

export function pathOf(head: string): string {
  return head.split(" ", 2)[1] ?? "";
}

export const failed = (reason: string): Ending => ({ state: "failed", reason });
export const skipped = (reason: string): Ending => ({ state: "skipped", reason });
export const pending = (reason: string): Ending => ({ state: "pending", reason });
export const completed: Ending = { state: "completed" };

type Row = (id: string, what: string, serves: Script, ends: Ending, requests?: number) => HostileInput;

/** The document is answered like this. */
export const document: Row = (id, what, answer, ends, requests) => ({
  id,
  what,
  answer,
  ends,
  ...counted(requests),
});

/** robots.txt is answered like this; the document itself is sound. */
export const robots: Row = (id, what, script, ends, requests) => ({
  id,
  what,
  robots: script,
  ends,
  ...counted(requests),
});

function counted(requests: number | undefined): { readonly requests?: number } {
  return requests === undefined ? {} : { requests };
}

/** To the name of a host at the hostile server's port. */
export function link(id: string, what: string, name: string, ends: Ending): HostileInput {
  return { id, what, href: (url) => `http://${name}:${url.port}${DOCUMENT}`, ends };
}

/** Its own host and port, as the request names them. */
export function hostOf(head: string): string {
  return /^host: (\S+)/im.exec(head)?.[1] ?? "";
}

export const sound: Script = (socket) =>
  void socket.write(`${OK}Content-Length: ${PDF.length}\r\n\r\n${PDF}`);
export const missing: Script = (socket) =>
  void socket.write("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");

export const says = (text: string): Script =>
  sends(
    `${OK}Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n`,
    Buffer.from(text),
  );

export const redirect = (location: string | null, more = ""): Script =>
  sends(
    `HTTP/1.1 302 Found\r\n${location === null ? "" : `Location: ${location}\r\n`}${more}Content-Length: 0\r\n\r\n`,
  );

export const status = (line: string, headers = ""): Script =>
  sends(`HTTP/1.1 ${line}\r\n${headers}Content-Length: 0\r\n\r\n`);

/** Goes on as long as somebody reads: what is not read is not piled up here. */
export const flood =
  (head: string, piece: string | Buffer): Script =>
  async (socket) => {
    socket.write(head);
    while (!socket.destroyed) if (!socket.write(piece)) await drained(socket);
  };

function drained(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      socket.off("drain", end).off("close", end);
      resolve();
    };
    socket.on("drain", end).on("close", end);
  });
}

export const drip =
  (head: string, piece: string, everyMs = 200): Script =>
  async (socket) => {
    socket.setNoDelay(true);
    socket.write(head);
    while (!socket.destroyed) {
      socket.write(piece);
      await sleep(everyMs);
    }
  };

/** 200 MiB that look like a PDF, in some 200 kB. Made when it is asked for. */
export const bomb =
  (coding: "gzip" | "br" | "zstd"): Script =>
  (socket) =>
    void socket.end(encoded(coding, bombBody(coding)));

const bombs = new Map<string, Buffer>();

/** So that the making of bombs is not taken for their effect. */
export function prepareBombs(): void {
  for (const coding of ["gzip", "br", "zstd"] as const) bombBody(coding);
}

export function bombBody(coding: "gzip" | "br" | "zstd"): Buffer {
  const known = bombs.get(coding);
  if (known !== undefined) return known;
  const plain = Buffer.alloc(200 << 20);
  plain.write(PDF);
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } };
  const packed =
    coding === "gzip"
      ? zlib.gzipSync(plain)
      : coding === "br"
        ? zlib.brotliCompressSync(plain, quality)
        : zlib.zstdCompressSync(plain);
  bombs.set(coding, packed);
  return packed;
}
