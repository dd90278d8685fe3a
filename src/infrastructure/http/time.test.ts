import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Deadlines, HttpRequest, Transport } from "../../application/ports.ts";
import type { Failure } from "../../domain/failure.ts";
import { OK, readAll, requestTo, sends, serve } from "../../../test/kit/http.ts";
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

function drip(head: string, piece: string, everyMs: number): Script {
  return async (socket) => {
    socket.setNoDelay(true);
    socket.write(head);
    while (!socket.destroyed) {
      socket.write(piece);
      await sleep(everyMs);
    }
  };
}

describe("D: time", () => {
  it.each<[string, Failure, Partial<Deadlines>, Script]>([
    ["never answers", { kind: "timeout", phase: "headers" }, { headersMs: 150 }, () => {}],
    [
      "one header byte now and then",
      { kind: "timeout", phase: "headers" },
      { headersMs: 200 },
      drip(`${OK}X-A: `, "a", 20),
    ],
    [
      "103 flood",
      { kind: "timeout", phase: "headers" },
      { headersMs: 200 },
      drip("", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n", 20),
    ],
    [
      "one body byte now and then",
      { kind: "timeout", phase: "total" },
      { totalMs: 250 },
      drip(`${OK}Content-Length: 999\r\n\r\n`, "a", 20),
    ],
    [
      "silent in the body",
      { kind: "timeout", phase: "idle" },
      { idleMs: 150 },
      (socket) => void socket.write(`${OK}Content-Length: 9\r\n\r\nhello`),
    ],
    [
      "endless chunk extension",
      { kind: "timeout", phase: "idle" },
      { idleMs: 150 },
      drip(`${OK}Transfer-Encoding: chunked\r\n\r\n5;`, "a", 20),
    ],
    ["never answers, total first", { kind: "timeout", phase: "total" }, { totalMs: 100 }, () => {}],
  ])("%s ends in its deadline", async (_id, expected, deadlines, script) => {
    const server = await serve(script);
    const { failure } = await outcomeOf(requestTo(server.url, deadlines));
    expect(failure).toEqual(expected);
  });

  it("103 answers by the thousand are refused before the deadline", async () => {
    const server = await serve(sends("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(5_000)));
    expect((await outcomeOf(requestTo(server.url))).failure?.kind).toBe("body_broken");
  });

  it("a 103 before the answer is skipped", async () => {
    const server = await serve(
      sends(`HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`),
    );
    expect((await outcomeOf(requestTo(server.url))).text).toBe("ok");
  });

  it("a host that never answers does not hold up another request to it", async () => {
    const server = await serve((socket, index) => {
      if (index > 0) socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
    });
    const stuck = outcomeOf(requestTo(server.url, { headersMs: 1_000 }));
    await expect.poll(() => server.requests.length).toBe(1);
    expect((await outcomeOf(requestTo(server.url))).text).toBe("ok");
    expect((await stuck).failure).toEqual({ kind: "timeout", phase: "headers" });
  });
});
