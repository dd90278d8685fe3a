import * as zlib from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { HttpRequest, Transport } from "../../application/ports.ts";
import {
  chunked,
  CODECS,
  codingName,
  encoded,
  LIMITS,
  OK,
  PLAIN,
  readAll,
  requestTo,
  sends,
  serve,
} from "../../../test/kit/http.ts";
import type { Script } from "../../../test/kit/raw-server.ts";
import { createTransport } from "./transport.ts";

let transport: Transport;

beforeEach(() => {
  transport = createTransport({ allowPrivate: true });
});
afterEach(() => transport.close());

function outcomeOf(request: HttpRequest, signal?: AbortSignal) {
  return readAll(transport, request, signal);
}

function nested(depth: number): Buffer {
  let body: Buffer = PLAIN;
  for (let level = 0; level < depth; level += 1) body = zlib.gzipSync(body);
  return encoded(Array<string>(depth).fill("gzip").join(", "), body);
}

function cutAnswer(label: string, whole: Buffer, kept: Buffer): Buffer {
  if (label === "identity")
    return Buffer.concat([Buffer.from(`${OK}Content-Length: ${whole.length}\r\n\r\n`), kept]);
  if (label === "chunked identity") {
    const framed = chunked(whole, 100);
    const length = Math.floor((framed.length * kept.length) / whole.length);
    return Buffer.concat([
      Buffer.from(`${OK}Transfer-Encoding: chunked\r\n\r\n`),
      framed.subarray(0, length),
    ]);
  }
  // The framing is consistent with the cut: only the coding can tell.
  return encoded(codingName(label), kept);
}

describe("C: framing", () => {
  const gzip = zlib.gzipSync(PLAIN);
  const badCrc = Buffer.from(gzip);
  badCrc[badCrc.length - 6] = (badCrc[badCrc.length - 6] as number) ^ 0xff;
  it.each<[string, Script]>([
    ["5 nested encodings", sends(nested(5))],
    ["50 nested encodings", sends(nested(50))],
    ["unknown encoding", sends(encoded("compress", PLAIN))],
    ["bad CRC", sends(encoded("gzip", badCrc))],
    ["gzip plus junk", sends(encoded("gzip", Buffer.concat([gzip, Buffer.from("junk")])))],
    ["gzip plus a zero byte", sends(encoded("gzip", Buffer.concat([gzip, Buffer.alloc(1)])))],
    ["br plus junk", sends(encoded("br", Buffer.concat([zlib.brotliCompressSync(PLAIN), PLAIN])))],
    ["deflate plus junk", sends(encoded("deflate", Buffer.concat([zlib.deflateSync(PLAIN), PLAIN])))],
    ["zstd plus junk", sends(encoded("zstd", Buffer.concat([zlib.zstdCompressSync(PLAIN), PLAIN])))],
    ["plain body labelled gzip", sends(encoded("gzip", PLAIN))],
    ["plain body labelled deflate", sends(encoded("deflate", PLAIN))],
    ["plain body labelled br", sends(encoded("br", PLAIN))],
    ["plain body labelled zstd", sends(encoded("zstd", PLAIN))],
    ["empty body labelled gzip", sends(encoded("gzip", Buffer.alloc(0)))],
    ["Content-Length too long", sends(`${OK}Content-Length: 50\r\n\r\nhello`)],
    [
      "Content-Length too long, Connection: close",
      sends(`${OK}Connection: close\r\nContent-Length: 50\r\n\r\nhello`),
    ],
    ["Content-Length too short", sends(`${OK}Content-Length: 3\r\n\r\nhello`)],
    [
      "Content-Length too short, Connection: close",
      sends(`${OK}Connection: close\r\nContent-Length: 3\r\n\r\nhello`),
    ],
    ["Content-Length twice", sends(`${OK}Content-Length: 5\r\nContent-Length: 4\r\n\r\nhello`)],
    ["Content-Length as a list", sends(`${OK}Content-Length: 5, 5\r\n\r\nhello`)],
    ["Content-Length negative", sends(`${OK}Content-Length: -5\r\n\r\nhello`)],
    ["Content-Length not a number", sends(`${OK}Content-Length: 0x5\r\n\r\nhello`)],
    [
      "Content-Length with Transfer-Encoding",
      sends(`${OK}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`),
    ],
    ["transfer coding gzip", sends(`${OK}Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`)],
    ["cut chunk", sends(`${OK}Transfer-Encoding: chunked\r\n\r\n9\r\nhello`)],
    ["missing last chunk", sends(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`)],
    ["bad chunk size", sends(`${OK}Transfer-Encoding: chunked\r\n\r\nxyz\r\nhello\r\n0\r\n\r\n`)],
    ["negative chunk size", sends(`${OK}Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n`)],
    [
      "reset in the body",
      (socket) =>
        void socket.write(`${OK}Content-Length: 50\r\n\r\nhello`, () =>
          setTimeout(() => socket.resetAndDestroy(), 20),
        ),
    ],
    [
      "reset in an unframed body",
      (socket) => void socket.write(`${OK}\r\nhello`, () => setTimeout(() => socket.resetAndDestroy(), 20)),
    ],
    [
      "wrong 206",
      sends("HTTP/1.1 206 Partial\r\nContent-Range: bytes 0-4/9\r\nContent-Length: 5\r\n\r\nhello"),
    ],
    ["no HTTP at all", sends("SSH-2.0-OpenSSH_9.6\r\n")],
    ["cut headers", sends("HTTP/1.1 200 OK\r\nContent-Le")],
    ["header without colon", sends(`${OK}nonsense\r\n\r\n`)],
    ["endless headers", sends(OK, `X-A: ${"a".repeat(1000)}\r\n`.repeat(100))],
    [
      "trailers without end",
      sends(`${OK}Transfer-Encoding: chunked\r\n\r\n0\r\n`, `X-A: ${"a".repeat(1000)}\r\n`.repeat(100)),
    ],
    [
      "upgrade nobody asked for",
      sends("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
    ],
  ])("%s is body_broken", async (_id, script) => {
    const server = await serve(script);
    const { failure } = await outcomeOf(requestTo(server.url));
    expect(failure?.kind).toBe("body_broken");
  });

  it.each([
    ["body_broken", "Content-Encoding: utf-8\r\nContent-Length: 2"],
    ["too_large", "Content-Length: 2000000"],
  ])("a failed request keeps its status though its body is %s", async (kind, headers) => {
    const server = await serve(sends(`HTTP/1.1 503 Busy\r\nRetry-After: 3\r\n${headers}\r\n\r\nok`));
    const { answer, failure } = await outcomeOf(requestTo(server.url));
    expect(answer?.status).toBe(503);
    expect(failure?.kind).toBe(kind);
  });

  it("a 206 is taken by a request that asks for a range, and a 200 to it as well", async () => {
    const server = await serve((socket, index) => {
      socket.write(`HTTP/1.1 ${index === 0 ? "206 Partial" : "200 OK"}\r\nContent-Length: 2\r\n\r\nok`);
    });
    const request = { ...requestTo(server.url), headers: { Range: "bytes=0-1" } };
    expect((await outcomeOf(request)).answer?.status).toBe(206);
    expect((await outcomeOf(request)).answer?.status).toBe(200);
  });

  it("unframed early close cannot be told from an end, and is marked", async () => {
    const server = await serve(sends(`${OK}\r\nhel`));
    const { answer, failure } = await outcomeOf(requestTo(server.url));
    expect([failure, answer?.framing]).toEqual([null, "close"]);
  });

  it("80 cut bodies are refused, the whole ones are not", async () => {
    const cases = Object.entries({ ...CODECS, "chunked identity": (plain: Buffer) => plain });
    const cutAt = [0.01, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 0.99, 1];
    let cut: Buffer = PLAIN;
    const server = await serve((socket) => socket.end(cut));
    const accepted: string[] = [];
    let tried = 0;
    for (const [label, encode] of cases) {
      const body = encode(PLAIN);
      for (const share of cutAt) {
        const kept = body.subarray(0, Math.min(Math.ceil(body.length * share), body.length - 1));
        cut = cutAnswer(label, body, kept);
        tried += 1;
        if ((await outcomeOf(requestTo(server.url))).failure?.kind !== "body_broken")
          accepted.push(`${label} ${share}`);
      }
    }
    expect(tried).toBeGreaterThanOrEqual(80);
    expect(accepted).toEqual([]);
  });

  const ZEROS = Buffer.alloc(200 << 20);
  it.each([
    ["gzip", zlib.gzipSync(ZEROS)],
    ["br", zlib.brotliCompressSync(ZEROS, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ["zstd", zlib.zstdCompressSync(ZEROS)],
  ])("a %s bomb of 200 MiB stops at the cap without filling memory", async (coding, bomb) => {
    const server = await serve(sends(encoded(coding, bomb)));
    const maxDecodedBytes = 32 << 20;
    globalThis.gc?.();
    const before = process.memoryUsage().rss;
    let peak = before;
    const answer = await transport.exchange(
      requestTo(server.url, {}, { maxBodyBytes: 1 << 20, maxDecodedBytes }),
      new AbortController().signal,
    );
    if (!answer.ok) throw new Error("refused");
    let bytes = 0;
    const reading = (async () => {
      for await (const chunk of answer.body) {
        bytes += chunk.length;
        peak = Math.max(peak, process.memoryUsage.rss());
      }
    })();
    await expect(reading).rejects.toMatchObject({
      failure: { kind: "too_large", stage: "decoded", maxBytes: maxDecodedBytes },
    });
    expect(bytes).toBeLessThanOrEqual(maxDecodedBytes);
    expect(peak - before).toBeLessThan(64 << 20);
  });

  it("a zstd frame that wants a window above 8 MiB is refused", async () => {
    const params = { [zlib.constants.ZSTD_c_windowLog]: 27 };
    const encoder = zlib.createZstdCompress({ params });
    const parts: Buffer[] = [];
    encoder.on("data", (part: Buffer) => parts.push(part));
    encoder.write(PLAIN);
    await new Promise((resolve) => encoder.end(resolve));
    const server = await serve(sends(encoded("zstd", Buffer.concat(parts))));
    expect((await outcomeOf(requestTo(server.url))).failure?.kind).toBe("body_broken");
  });

  it.each<[string, Script]>([
    ["announced", sends(`${OK}Content-Length: 2000000\r\n\r\n`)],
    ["endless body", (socket) => void flood(socket, `${OK}\r\n`, Buffer.alloc(65_536))],
    [
      "endless chunked body",
      (socket) =>
        void flood(
          socket,
          `${OK}Transfer-Encoding: chunked\r\n\r\n`,
          Buffer.from(`1000\r\n${"x".repeat(4096)}\r\n`),
        ),
    ],
  ])("%s beyond the cap is too_large on the wire", async (_id, script) => {
    const server = await serve(script);
    const { failure } = await outcomeOf(requestTo(server.url));
    expect(failure).toEqual({ kind: "too_large", stage: "wire", maxBytes: LIMITS.maxBodyBytes });
  });

  it("an unencoded body is held to the decoded cap as well", async () => {
    const server = await serve(sends(`${OK}Content-Length: 5\r\n\r\nhello`));
    const { failure } = await outcomeOf(requestTo(server.url, {}, { maxBodyBytes: 10, maxDecodedBytes: 4 }));
    expect(failure).toEqual({ kind: "too_large", stage: "decoded", maxBytes: 4 });
  });
});

async function flood(socket: Parameters<Script>[0], head: string, piece: Buffer): Promise<void> {
  socket.write(head);
  while (!socket.destroyed) {
    socket.write(piece);
    await new Promise(setImmediate);
  }
}
