import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Transport } from "../../application/ports.ts";
import { createIdentity } from "../../../test/kit/certificate.ts";
import { OK, readAll, requestTo, sends, serve } from "../../../test/kit/http.ts";
import { startRawServer } from "../../../test/kit/raw-server.ts";
import { createTransport } from "./transport.ts";

let transport: Transport;

beforeEach(() => {
  transport = createTransport({ allowPrivate: true });
});
afterEach(() => transport.close());

describe("HEAD", () => {
  it.each([
    ["a length", "Content-Length: 5000000\r\n"],
    ["a length beyond the limit", "Content-Length: 99999999999\r\n"],
    ["a chunked body", "Transfer-Encoding: chunked\r\n"],
    ["a compressed body", "Content-Encoding: gzip\r\nContent-Length: 70\r\n"],
    ["nothing", ""],
  ])("has no body where the answer announces %s (RFC 9110 §9.3.2)", async (_, headers) => {
    const server = await serve((socket) => void socket.write(`${OK}${headers}ETag: "a"\r\n\r\n`));
    const request = { ...requestTo(server.url), method: "HEAD" } as const;
    for (let round = 0; round < 2; round++) {
      const { failure, text, answer } = await readAll(transport, request);
      expect(failure).toBeNull();
      expect([text, answer?.status, answer?.headers["etag"]]).toEqual(["", 200, '"a"']);
    }
    expect(server.requests[0]).toMatch(/^HEAD /);
  });

  it("is refused where the connection ends in the headers", async () => {
    const server = await serve(sends(`${OK}ETag: "a`));
    const { failure } = await readAll(transport, { ...requestTo(server.url), method: "HEAD" });
    expect(failure).not.toBeNull();
  });
});

describe("certificates", () => {
  it("are told of with their expiry, on every answer of a connection", async () => {
    const expires = new Date("2031-05-06T07:08:09Z");
    const identity = createIdentity(["127.0.0.1"], expires);
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, identity.cert]);
    onTestFinished(() => setDefaultCACertificates(before));
    const open = (onConnection: Parameters<typeof createTlsServer>[1]) =>
      createTlsServer(identity, onConnection);
    const server = await startRawServer(
      (socket) => void socket.write(`${OK}Content-Length: 5\r\n\r\nhello`),
      open as never,
      "https",
    );
    onTestFinished(() => server.close());
    for (let round = 0; round < 2; round++) {
      const { answer, failure } = await readAll(transport, requestTo(server.url));
      expect(failure).toBeNull();
      expect(answer?.certificateExpiresAt).toBe(expires.getTime());
    }
    expect(server.connections()).toBe(1);
  });

  it("are not told of where there are none", async () => {
    const server = await serve(sends(`${OK}Content-Length: 5\r\n\r\nhello`));
    const { answer } = await readAll(transport, requestTo(server.url));
    expect(answer).not.toHaveProperty("certificateExpiresAt");
  });
});
