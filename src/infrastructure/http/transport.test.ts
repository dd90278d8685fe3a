import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { HttpRequest, Transport } from "../../application/ports.ts";
import type { Failure } from "../../domain/failure.ts";
import {
  CODECS,
  codingName,
  encoded,
  OK,
  PLAIN,
  readAll,
  requestTo,
  sends,
  serve,
  TEXT,
} from "../../../test/kit/http.ts";
import { createTransport } from "./transport.ts";

let transport: Transport;

beforeEach(() => {
  transport = createTransport({ allowPrivate: true });
});
afterEach(() => transport.close());

function outcomeOf(request: HttpRequest, signal?: AbortSignal) {
  return readAll(transport, request, signal);
}

describe("good answers", () => {
  it.each(Object.keys(CODECS))("decodes %s, in one piece and byte by byte", async (label) => {
    const body = (CODECS[label] as (plain: Buffer) => Buffer)(PLAIN);
    const server = await serve(async (socket, index) => {
      const bytes = encoded(codingName(label), body);
      if (index === 0) return void socket.write(bytes);
      socket.setNoDelay(true);
      for (let at = 0; at < bytes.length; at += 97) {
        socket.write(bytes.subarray(at, at + 97));
        await new Promise(setImmediate);
      }
    });
    for (let round = 0; round < 2; round += 1) {
      const { failure, text, answer } = await outcomeOf(requestTo(server.url));
      expect(failure).toBeNull();
      expect(text).toBe(TEXT);
      expect(answer?.framing).toBe("length");
      expect(answer?.wireBytes()).toBe(body.length);
    }
  });

  it.each([
    ["length", `${OK}Content-Length: 5\r\n\r\nhello`],
    ["chunked", `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n`],
    ["close", `${OK}\r\nhello`],
    ["close", `HTTP/1.0 200 OK\r\n\r\nhello`],
  ])("says how the end was announced: %s", async (framing, bytes) => {
    const server = await serve(sends(bytes));
    const { answer, text, failure } = await outcomeOf(requestTo(server.url));
    expect(failure).toBeNull();
    expect(answer?.framing).toBe(framing);
    expect(text).toBe("hello");
  });

  it.each([
    ["304", 'HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\nETag: "a"\r\n\r\n'],
    ["204", "HTTP/1.1 204 No Content\r\n\r\n"],
    ["404", "HTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n"],
    ["302", "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n"],
    ["503", "HTTP/1.1 503 Busy\r\nRetry-After: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
  ])("takes an empty %s", async (status, bytes) => {
    const server = await serve(sends(bytes));
    const { answer, failure } = await outcomeOf(requestTo(server.url));
    expect(failure).toBeNull();
    expect(answer?.status).toBe(Number(status));
  });

  it("joins repeated headers, lower-cases names and survives hostile ones", async () => {
    const server = await serve(sends(`${OK}X-A: 1\r\nx-a: 2\r\n__proto__: x\r\nContent-Length: 0\r\n\r\n`));
    const { answer } = await outcomeOf(requestTo(server.url));
    expect(answer?.headers["x-a"]).toBe("1, 2");
    expect(Object.keys(answer?.headers ?? {})).toContain("__proto__");
  });

  it("sends the caller's headers, its own accept-encoding, no cookie, and says when it sends", async () => {
    const server = await serve((socket) =>
      socket.write(`${OK}Set-Cookie: a=b\r\nContent-Length: 2\r\n\r\nok`),
    );
    const request = {
      ...requestTo(new URL("/a/b?c=d#e", server.url)),
      headers: { "User-Agent": "x", "Accept-Encoding": "nonsense" },
    };
    let sent = 0;
    for (let round = 0; round < 2; round += 1) {
      const answer = await transport.exchange(request, new AbortController().signal, () => (sent += 1));
      if (answer.ok) for await (const _ of answer.body);
    }
    expect(sent).toBe(2);
    expect(server.requests[1]).toMatch(/^GET \/a\/b\?c=d HTTP\/1\.1\r\n/);
    expect(server.requests[1]).toContain("accept-encoding: gzip, deflate, br, zstd");
    expect(server.requests[1]).not.toMatch(/nonsense|cookie/i);
  });

  it("measures latency from the request to the end of the headers", async () => {
    const server = await serve(async (socket) => {
      await sleep(60);
      socket.write(`${OK}Content-Length: 2\r\n\r\n`);
      await sleep(100);
      socket.write("ok");
    });
    const start = performance.now();
    const { answer } = await outcomeOf(requestTo(server.url));
    const elapsedMs = performance.now() - start;
    expect(answer?.latencyMs).toBeGreaterThan(40);
    expect(elapsedMs - (answer?.latencyMs ?? 0)).toBeGreaterThan(80);
  });

  it("passes on a body larger than every buffer, whole, to a slow reader", async () => {
    const size = 8 << 20;
    const server = await serve((socket) => {
      socket.write(`${OK}Content-Length: ${size}\r\n\r\n`);
      socket.write(Buffer.alloc(size, "x"));
    });
    const request = requestTo(server.url, { idleMs: 150 }, { maxBodyBytes: size, maxDecodedBytes: size });
    const answer = await transport.exchange(request, new AbortController().signal);
    if (!answer.ok) throw new Error("refused");
    let bytes = 0;
    let chunks = 0;
    for await (const chunk of answer.body) {
      bytes += chunk.length;
      chunks += 1;
      // Longer than the server may be idle: our own slowness is not the server's.
      if (chunks === 1) await sleep(300);
    }
    expect(bytes).toBe(size);
  });
});

it("a reader that stands still stops the server, not the other way round", async () => {
  const size = 64 << 20;
  const server = await serve((socket) => {
    socket.write(`${OK}Content-Length: ${size}\r\n\r\n`);
    socket.write(Buffer.alloc(size, "x"));
  });
  const request = requestTo(server.url, {}, { maxBodyBytes: size, maxDecodedBytes: size });
  const answer = await transport.exchange(request, new AbortController().signal);
  if (!answer.ok) throw new Error("refused");
  const chunks = answer.body[Symbol.asyncIterator]();
  await chunks.next();
  await sleep(200);
  expect(answer.wireBytes()).toBeLessThan(1 << 20);
  await chunks.return?.();
});

describe("connections", () => {
  it("may be many at once under one signal, leaving nothing behind on it", async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown) => warnings.push(warning);
    process.on("warning", note);
    onTestFinished(() => void process.off("warning", note));
    const server = await serve(sends(`${OK}Content-Length: 2\r\n\r\nok`));
    const { signal } = new AbortController();
    const all = await Promise.all(Array.from({ length: 40 }, () => outcomeOf(requestTo(server.url), signal)));
    expect(all.every(({ text }) => text === "ok")).toBe(true);
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  const HELLO = `${OK}Content-Length: 5\r\n\r\nhello`;

  it("are used again, also after a body that was discarded", async () => {
    const server = await serve((socket) => socket.write(HELLO));
    for (let round = 0; round < 5; round += 1) {
      const answer = await transport.exchange(requestTo(server.url), new AbortController().signal);
      if (!answer.ok) throw new Error("refused");
      if (round % 2 === 0) await answer.discard();
      else for await (const _ of answer.body);
    }
    expect(server.requests).toHaveLength(5);
    expect(server.connections()).toBe(1);
  });

  it("are opened beside each other and kept up to the number asked for", async () => {
    const lean = createTransport({ allowPrivate: true, connections: 1 });
    onTestFinished(() => lean.close());
    const server = await serve((socket) => socket.write(HELLO));
    const fetchOne = async () => {
      const answer = await lean.exchange(requestTo(server.url), new AbortController().signal);
      if (answer.ok) for await (const _ of answer.body);
    };
    await Promise.all([fetchOne(), fetchOne(), fetchOne()]);
    expect(server.connections()).toBe(3);
    await fetchOne();
    expect(server.connections()).toBe(3);
  });

  it("are replaced when the server has closed them in between", async () => {
    const server = await serve((socket) => socket.end(HELLO));
    for (let round = 0; round < 3; round += 1) {
      expect((await outcomeOf(requestTo(server.url))).text).toBe("hello");
    }
    expect(server.connections()).toBe(3);
  });

  it("are given up with a long or unframed body that is discarded", async () => {
    const closed: boolean[] = [];
    const server = await serve((socket, index) => {
      socket.on("close", () => closed.push(true));
      socket.write(index === 0 ? `${OK}Content-Length: 900000\r\n\r\nx` : `${OK}\r\nx`);
    });
    for (let round = 0; round < 2; round += 1) {
      const answer = await transport.exchange(requestTo(server.url), new AbortController().signal);
      if (answer.ok) await answer.discard();
    }
    await expect.poll(() => closed).toEqual([true, true]);
  });

  it("are given up when a discarded rest does not come", async () => {
    const closed: boolean[] = [];
    const server = await serve((socket) => {
      socket.on("close", () => closed.push(true));
      socket.write(`${OK}Content-Length: 10\r\n\r\nx`);
    });
    const answer = await transport.exchange(requestTo(server.url), new AbortController().signal);
    if (answer.ok) await answer.discard();
    await expect.poll(() => closed).toEqual([true]);
  });

  it("are given up when the reader leaves early, and a body is read once only", async () => {
    const closed: boolean[] = [];
    const server = await serve((socket) => {
      socket.on("close", () => closed.push(true));
      socket.write(`${OK}Content-Length: 10\r\n\r\nx`);
    });
    const answer = await transport.exchange(requestTo(server.url), new AbortController().signal);
    if (!answer.ok) throw new Error("refused");
    for await (const _ of answer.body) break;
    await expect.poll(() => closed).toEqual([true]);
    let more = 0;
    for await (const _ of answer.body) more += 1;
    expect(more).toBe(0);
    await answer.discard();
  });
});

describe("the end of a run", () => {
  it("interrupts while waiting for headers", async () => {
    const server = await serve(() => {});
    const controller = new AbortController();
    const pending = outcomeOf(requestTo(server.url), controller.signal);
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort();
    expect((await pending).failure).toEqual({ kind: "interrupted" });
  });

  it("interrupts in the body", async () => {
    const controller = new AbortController();
    const server = await serve((socket) => {
      socket.write(`${OK}Content-Length: 9\r\n\r\nhello`, () => setTimeout(() => controller.abort(), 30));
    });
    expect((await outcomeOf(requestTo(server.url), controller.signal)).failure).toEqual({
      kind: "interrupted",
    });
  });

  it("sends nothing once the signal has aborted or the transport is closed", async () => {
    const server = await serve(() => {});
    expect((await outcomeOf(requestTo(server.url), AbortSignal.abort())).failure).toEqual({
      kind: "interrupted",
    });
    await transport.close();
    expect((await outcomeOf(requestTo(server.url))).failure).toEqual({ kind: "interrupted" });
    expect(server.connections()).toBe(0);
  });

  it("close ends what is running and what is idle", async () => {
    const server = await serve((socket, index) => {
      if (index === 0) socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
    });
    await outcomeOf(requestTo(server.url));
    const pending = outcomeOf(requestTo(server.url));
    await expect.poll(() => server.requests.length).toBe(2);
    await transport.close();
    expect((await pending).failure).toEqual({ kind: "interrupted" });
  });
});

describe("secrets", () => {
  it("stay out of failures, whatever goes wrong", async () => {
    const canary = "canary-7f3a";
    const server = await serve((socket, index) => {
      if (index === 0) socket.resetAndDestroy();
      else socket.end("garbage");
    });
    const headers = { authorization: `Bearer ${canary}`, cookie: canary, "x-api-key": canary };
    const seen: Failure[] = [];
    const withCredentials = new URL(server.url);
    withCredentials.username = canary;
    withCredentials.password = canary;
    for (const url of [server.url, server.url, withCredentials]) {
      const { failure } = await outcomeOf({ ...requestTo(url), headers });
      if (failure !== null) seen.push(failure);
    }
    const split = await outcomeOf({
      ...requestTo(server.url),
      headers: { "x-api-key": `${canary}\r\nx: y` },
    });
    if (split.failure !== null) seen.push(split.failure);
    expect(seen.map((failure) => failure.kind)).toEqual([
      "connection",
      "body_broken",
      "address_refused",
      "connection",
    ]);
    expect(JSON.stringify(seen)).not.toContain(canary);
  });
});
