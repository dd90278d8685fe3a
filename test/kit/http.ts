import * as zlib from "node:zlib";
import { onTestFinished } from "vitest";
import type { Deadlines, HttpAnswer, HttpRequest, Transport } from "../../src/application/ports.ts";
import { BrokenBody, type Failure } from "../../src/domain/failure.ts";
import { type RawServer, type Script, startRawServer } from "./raw-server.ts";

export const PATIENT: Deadlines = {
  connectMs: 5_000,
  headersMs: 5_000,
  idleMs: 5_000,
  totalMs: 10_000,
  minBytesPerSecond: 0,
};
export const LIMITS = { maxBodyBytes: 1 << 20, maxDecodedBytes: 1 << 20 };

export function requestTo(url: URL, deadlines: Partial<Deadlines> = {}, limits = LIMITS): HttpRequest {
  return { url, headers: { "user-agent": "levada-test" }, deadlines: { ...PATIENT, ...deadlines }, limits };
}

export interface Outcome {
  readonly failure: Failure | null;
  readonly answer: HttpAnswer | null;
  readonly text: string;
}

/** Reads an answer to its end, or to its failure. */
export async function readAll(
  transport: Transport,
  request: HttpRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Outcome> {
  const answer = await transport.exchange(request, signal);
  if (!answer.ok) return { failure: answer.failure, answer: null, text: "" };
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of answer.body) chunks.push(chunk);
    return { failure: null, answer, text: Buffer.concat(chunks).toString("latin1") };
  } catch (error) {
    if (!(error instanceof BrokenBody)) throw error;
    return { failure: error.failure, answer, text: Buffer.concat(chunks).toString("latin1") };
  }
}

export async function serve(script: Script): Promise<RawServer> {
  const server = await startRawServer(script);
  onTestFinished(() => server.close());
  return server;
}

export function sends(...parts: (string | Buffer)[]): Script {
  return (socket) => socket.end(Buffer.concat(parts.map((part) => Buffer.from(part as string, "latin1"))));
}

export const OK = "HTTP/1.1 200 OK\r\n";

export function encoded(coding: string, body: Buffer): Buffer {
  const head = `${OK}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

export const TEXT = Array.from({ length: 400 }, (_, line) => `${line}: ${(line * 7919) % 1009}`).join("\n");
export const PLAIN = Buffer.from(TEXT);

export const CODECS: Record<string, (plain: Buffer) => Buffer> = {
  identity: (plain) => plain,
  gzip: (plain) => zlib.gzipSync(plain),
  "x-gzip": (plain) => zlib.gzipSync(plain),
  deflate: (plain) => zlib.deflateSync(plain),
  "deflate (raw)": (plain) => zlib.deflateRawSync(plain),
  br: (plain) => zlib.brotliCompressSync(plain),
  zstd: (plain) => zlib.zstdCompressSync(plain),
  "gzip, br": (plain) => zlib.brotliCompressSync(zlib.gzipSync(plain)),
};

export function codingName(label: string): string {
  return label.replace(" (raw)", "");
}

/** Transfer coding of RFC 9112 §7.1. */
export function chunked(body: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size);
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}
