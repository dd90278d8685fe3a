import type { LookupAddress } from "node:dns";
import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Deadlines, HttpRequest } from "../../application/ports.ts";
import { BrokenBody, type Failure } from "../../domain/failure.ts";
import { createIdentity, type Identity } from "../../../test/kit/certificate.ts";
import { PATIENT } from "../../../test/kit/http.ts";
import { type RawServer, type Script, startRawServer } from "../../../test/kit/raw-server.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

const HELLO: Script = (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

async function serve(script: Script = HELLO): Promise<RawServer> {
  const server = await startRawServer(script);
  onTestFinished(() => server.close());
  return server;
}

async function serveTls(identity: Identity, script: Script = HELLO): Promise<RawServer> {
  const open = (onConnection: Parameters<typeof createTlsServer>[1]) =>
    createTlsServer(identity, onConnection);
  const server = await startRawServer(script, open as never, "https");
  onTestFinished(() => server.close());
  return server;
}

function v4(...addresses: string[]): LookupAddress[] {
  return addresses.map((address) => ({ address, family: 4 }));
}

function client(options: TransportOptions) {
  const transport = createTransport(options);
  onTestFinished(() => transport.close());
  const sent: string[] = [];
  const get = async (url: string | URL, deadlines: Partial<Deadlines> = {}, signal?: AbortSignal) => {
    const request: HttpRequest = {
      url: new URL(url),
      headers: {},
      deadlines: { ...PATIENT, ...deadlines },
      limits: { maxBodyBytes: 1_000, maxDecodedBytes: 1_000 },
    };
    const answer = await transport.exchange(request, signal ?? new AbortController().signal, () => {
      sent.push(request.url.href);
    });
    if (!answer.ok) return answer.failure;
    try {
      for await (const _ of answer.body);
    } catch (error) {
      return (error as BrokenBody).failure;
    }
    return answer.status;
  };
  return { get, sent };
}

function fails(code: string): () => Promise<LookupAddress[]> {
  return () => Promise.reject(Object.assign(new Error("dns"), { code }));
}

describe("A: the guard", () => {
  it.each([
    ["a private answer", v4("127.0.0.1")],
    ["a private answer behind a public one", v4("8.8.8.8", "127.0.0.1")],
    ["a mapped answer", [{ address: "::ffff:127.0.0.1", family: 6 }]],
    ["a local answer with a zone", [{ address: "fe80::1%lo", family: 6 }]],
    ["the metadata service", v4("169.254.169.254")],
  ])("refuses a name with %s, without connecting", async (_what, answer) => {
    const server = await serve();
    const { get, sent } = client({ allowPrivate: false, resolve: async () => answer });
    const failure = (await get(`http://site.example:${server.port}/`)) as Failure;
    expect(failure).toMatchObject({
      kind: "address_refused",
      detail: expect.stringContaining("site.example"),
    });
    expect([server.connections(), sent]).toEqual([0, []]);
  });

  it("refuses literals before asking anyone", async () => {
    const server = await serve();
    let asked = 0;
    const { get } = client({ allowPrivate: false, resolve: async () => v4(`8.8.8.${(asked += 1)}`) });
    for (const host of ["127.0.0.1", "[::1]", "2130706433", "localhost"]) {
      expect(await get(`http://${host}:${server.port}/`)).toMatchObject({ kind: "address_refused" });
    }
    expect([asked, server.connections()]).toEqual([0, 0]);
  });

  it("checks anew for every connection: public first, private later is refused", async () => {
    const server = await serve();
    const stop = new AbortController();
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      if (asked > 1) return v4("127.0.0.1");
      // Nothing may leave this machine in a test: the run ends between the check and the connection.
      stop.abort();
      return v4("8.8.8.8");
    };
    const { get } = client({ allowPrivate: false, resolve });
    const url = `http://site.example:${server.port}/`;
    expect(await get(url, {}, stop.signal)).toEqual({ kind: "interrupted" });
    expect(await get(url)).toMatchObject({ kind: "address_refused" });
    expect([asked, server.connections()]).toEqual([2, 0]);
  });

  it("connects to the answer that was checked and asks no second time", async () => {
    const server = await serve();
    let asked = 0;
    const resolve = async () => v4((asked += 1) === 1 ? "127.0.0.1" : "127.0.0.9");
    const { get, sent } = client({ allowPrivate: true, resolve });
    const url = `http://site.example:${server.port}/`;
    expect([await get(url), await get(url)]).toEqual([200, 200]);
    expect([asked, server.connections(), sent.length]).toEqual([1, 1, 2]);
    expect(server.requests[0]).toContain(`host: site.example:${server.port}`);
  });

  it("tries the next address when one does not answer", async () => {
    const server = await serve();
    const { get } = client({ allowPrivate: true, resolve: async () => v4("127.0.0.2", "127.0.0.1") });
    expect(await get(`http://site.example:${server.port}/`)).toBe(200);
  });

  it.skipIf(!hasIPv6)("reaches IPv6 literals", async () => {
    const server = await startRawServer(HELLO, undefined, "http", "::1");
    onTestFinished(() => server.close());
    const { get } = client({ allowPrivate: true });
    expect(await get(server.url)).toBe(200);
  });

  it("asks the platform where no resolver is given", async () => {
    const server = await serve();
    const { get } = client({ allowPrivate: true });
    expect(await get(`http://localhost:${server.port}/`)).toBe(200);
  });
});

describe("D: connecting", () => {
  it.each([
    ["ENOTFOUND", fails("ENOTFOUND")],
    ["EAI_AGAIN", fails("EAI_AGAIN")],
    ["ENOTFOUND", async () => []],
    ["UNKNOWN", fails("not a code: secret")],
  ])("a DNS failure is a connection failure with code %s", async (code, resolve) => {
    const { get, sent } = client({ allowPrivate: true, resolve });
    expect(await get("http://site.example/")).toEqual({ kind: "connection", code });
    expect(sent).toEqual([]);
  });

  it("DNS silence ends in the connect deadline", async () => {
    const { get } = client({ allowPrivate: true, resolve: () => new Promise(() => {}) });
    expect(await get("http://site.example/", { connectMs: 80 })).toEqual({
      kind: "timeout",
      phase: "connect",
    });
  });

  it("a handshake that is never answered ends in the connect deadline and is hung up", async () => {
    const server = await serve();
    const { get, sent } = client({ allowPrivate: true });
    const failure = await get(`https://127.0.0.1:${server.port}/`, { connectMs: 80 });
    expect(failure).toEqual({ kind: "timeout", phase: "connect" });
    expect(sent).toEqual([]);
    expect(server.connections()).toBe(1);
    await expect.poll(() => server.open()).toBe(0);
  });

  it("an interruption while connecting is heard at once", async () => {
    const server = await serve();
    const { get } = client({ allowPrivate: true });
    const signal = AbortSignal.timeout(50);
    expect(await get(`https://127.0.0.1:${server.port}/`, {}, signal)).toEqual({ kind: "interrupted" });
  });

  it.each([
    ["one address", v4("127.0.0.1")],
    ["two addresses", v4("127.0.0.1", "127.0.0.2")],
  ])("a closed port on %s is ECONNREFUSED", async (_what, addresses) => {
    const server = await startRawServer(HELLO);
    await server.close();
    const { get } = client({ allowPrivate: true, resolve: async () => addresses });
    const failure = await get(`http://site.example:${server.port}/`);
    expect(failure).toEqual({ kind: "connection", code: "ECONNREFUSED" });
  });

  it.each<[string, Script]>([
    ["hangs up", (socket) => void socket.end()],
    ["resets", (socket) => void socket.resetAndDestroy()],
  ])("a server that %s without an answer is ECONNRESET, after one request", async (_what, script) => {
    const server = await serve(script);
    const { get, sent } = client({ allowPrivate: true });
    expect(await get(server.url)).toEqual({ kind: "connection", code: "ECONNRESET" });
    expect([server.requests.length, sent.length]).toEqual([1, 1]);
  });
});

describe("TLS", () => {
  it("a bad certificate is refused again and again, before anything is sent", async () => {
    const server = await serveTls(createIdentity(["127.0.0.1"]));
    const { get, sent } = client({ allowPrivate: true });
    for (let round = 0; round < 20; round += 1) {
      expect(await get(server.url)).toEqual({ kind: "connection", code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    }
    expect([server.requests, sent]).toEqual([[], []]);
  });

  it("a server that speaks no TLS is a connection failure", async () => {
    const plain = await startPlain();
    const { get } = client({ allowPrivate: true });
    expect(await get(`https://127.0.0.1:${plain.port}/`)).toMatchObject({
      kind: "connection",
      code: expect.stringMatching(/SSL|EPROTO/),
    });
  });

  describe("with a certificate that is trusted", () => {
    const identity = createIdentity(["127.0.0.1", "site.example"]);
    const trust = () => {
      const before = getCACertificates("default");
      setDefaultCACertificates([...before, identity.cert]);
      onTestFinished(() => setDefaultCACertificates(before));
    };
    const resolve = async () => v4("127.0.0.1");

    it("answers come, over one connection, by address and by name", async () => {
      trust();
      const server = await serveTls(identity);
      const { get } = client({ allowPrivate: true, resolve });
      expect([await get(server.url), await get(server.url)]).toEqual([200, 200]);
      expect(server.connections()).toBe(1);
      expect(await get(`https://site.example.:${server.port}/`)).toBe(200);
    });

    it("another name is refused", async () => {
      trust();
      const server = await serveTls(identity);
      const { get } = client({ allowPrivate: true, resolve });
      const failure = await get(`https://other.example:${server.port}/`);
      expect(failure).toEqual({ kind: "connection", code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    });

    it.each([
      ["too long", "Content-Length: 50\r\n\r\nhello"],
      ["too short", "Content-Length: 3\r\n\r\nhello"],
    ])("C: Content-Length %s is seen behind TLS, too", async (_what, rest) => {
      trust();
      const server = await serveTls(identity, (socket) => void socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
      const { get } = client({ allowPrivate: true });
      expect(await get(server.url)).toMatchObject({ kind: "body_broken" });
    });
  });
});

/** Answers anything, a TLS hello included, with plain HTTP. */
async function startPlain(): Promise<RawServer> {
  const server = await startRawServer(
    () => {},
    (onConnection) =>
      createServer((socket) => {
        onConnection(socket);
        socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      }),
  );
  onTestFinished(() => server.close());
  return server;
}
