/**
 * R11: secrets stay with their origin and out of whatever is kept or told. The secrets: what a site gives (cookies), what
 * a user writes (a key in the address of an API, a password in an address, the address of a webhook), and headers that a
 * request is made with.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { zstdDecompressSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { Fetcher } from "../../src/application/fetcher.ts";
import { HostGate } from "../../src/application/host-gate.ts";
import { resolveSettings } from "../../src/application/settings.ts";
import { systemClock } from "../../src/infrastructure/clock.ts";
import { createTransport } from "../../src/infrastructure/http/transport.ts";
import { createIdentity } from "../kit/certificate.ts";
import { figure } from "../kit/figures.ts";
import { LIMITS } from "../kit/http.ts";
import { memoryLedger } from "../kit/memory-ledger.ts";
import { type RawServer, type Script, startRawServer } from "../kit/raw-server.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { htmlCatalog, PDF, type Site, startPages } from "../kit/site.ts";
import { CATALOGUE } from "./catalogue.ts";
import { met } from "./ledger.ts";

const CANARY = "CANARY7f3a9c";
const LEVADA = join(import.meta.dirname, "../../bin/levada");

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

function levada(root: TestRoot, ...args: readonly string[]): Promise<Ran> {
  const child = spawn(LEVADA, [...args, "--root", root.path], {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 100_000,
    killSignal: "SIGKILL",
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, said })));
}

/** Files under the root that hold the canary, compressed ones too; what the user wrote is the user's. */
function filesWithCanary(root: TestRoot): readonly string[] {
  const own = new Set(["registry.yaml", "levada.config.yaml"]);
  return readdirSync(root.path, { recursive: true, encoding: "utf8" }).filter((name) => {
    if (own.has(name) || !statSync(root.file(name)).isFile()) return false;
    const bytes = readFileSync(root.file(name));
    const text = name.endsWith(".zst") ? Buffer.concat([bytes, opened(bytes)]) : bytes;
    return text.includes(CANARY);
  });
}

function opened(bytes: Buffer): Buffer {
  try {
    return zstdDecompressSync(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}

const page = (title: string) =>
  `<!doctype html><html lang="es"><title>${title}</title><main><h1>${title}</h1><p>${"Se solicita en la sede. ".repeat(30)}</p></main>`;
const cookie = { "set-cookie": `session=${CANARY}; Path=/`, "www-authenticate": `Basic realm="${CANARY}"` };

/** Gives a secret with every answer, and sends on to another origin. */
async function startGiving(other: () => Site): Promise<Site> {
  const site: Site = await startPages((path) => {
    const [plain = ""] = path.split("?");
    if (plain === "/robots.txt") return { status: 200, headers: cookie, body: "" };
    if (plain === "/catalog")
      return { headers: cookie, body: htmlCatalog([{ number: "A001", href: "/good.pdf" }]) };
    if (plain === "/good.pdf") return { headers: cookie, body: PDF };
    if (plain === "/tramites/uno")
      return { headers: { ...cookie, "content-type": "text/html" }, body: page("Uno") };
    return { status: 302, headers: { ...cookie, location: `${other().url}${plain}` } };
  });
  return site;
}

async function startOther(giving: () => Site): Promise<Site> {
  return startPages((path) => {
    const [plain = ""] = path.split("?");
    const own = giving().url;
    if (plain === "/sitemap.xml")
      return `<urlset><url><loc>${own}/tramites/uno</loc></url><url><loc>${own}/tramites/dos</loc></url></urlset>`;
    if (plain.startsWith("/api"))
      return JSON.stringify({
        success: true,
        result: { count: 1, results: [{ id: "1", name: "uno", title: "Uno", url: `${own}/tramites/uno` }] },
      });
    return plain.startsWith("/tramites/")
      ? { headers: { ...cookie, "content-type": "text/html" }, body: page(plain) }
      : undefined;
  });
}

describe("R11: secrets stay with their origin", () => {
  it("0 hits of a canary in requests, logs, manifests, errors, history, metrics, hooks and events", async () => {
    const root = newRoot("default: {delay_ms: 0}\n");
    const sites: { giving?: Site; other?: Site } = {};
    const other = await startOther(() => sites.giving as Site);
    sites.other = other;
    const giving = await startGiving(() => other);
    sites.giving = giving;
    const row = {
      id: "a",
      name: "A",
      name_abbrev: "A",
      jurisdiction: "local",
      portal_url: `${giving.url}/`,
      access_method: "sitemap",
      sitemap_urls: [`${giving.url}/sitemap.xml?token=${CANARY}`],
      api_kind: "ckan",
      api_url: `${giving.url}/api?api_key=${CANARY}`,
      languages: ["es"],
    };
    writeFileSync(root.file("registry.yaml"), JSON.stringify({ sources: [row] }));
    const config = {
      network: { allow_private: true },
      metrics: { file: "metrics.prom" },
      hooks: {
        on_run_end: { command: ["sh", "-c", "cat >> hooks.txt"] },
        on_alert: { webhook: `http://127.0.0.1:9/${CANARY}?token=${CANARY}` },
      },
      sources: {
        tramites: { registry: "registry.yaml" },
        usgs: { base_url: giving.url, catalogs: [{ kind: "html", url: `${giving.url}/catalog` }] },
      },
    };
    writeFileSync(root.file("levada.config.yaml"), JSON.stringify(config));
    const wrong = `http://user:${CANARY}@127.0.0.1:9/`;
    const commands: readonly (readonly string[])[] = [
      ["ingest", "usgs", "--json", "--states", "TX"],
      ["ingest", "tramites", "--json", "--log-level", "debug"],
      ["ingest", "tramites", "--log-level", "debug"],
      ["ingest", "site", `${giving.url}/tramites/uno`, "--json"],
      ["ingest", "wiki", "--api", `${giving.url}/api.php`, "--json"],
      ["health", "--check", "--json"],
      ["runs", "list", "--json"],
      ["runs", "show", "last"],
      ["status", "--failed", "--json"],
      ["config", "show"],
      // Mistyped, each in its own way.
      ["ingest", "site", wrong],
      ["ingest", "site", wrong.replace("http:", "ftp:")],
      ["ingest", "wiki", "--api", wrong],
      ["ingest", "wiki", "--api", wrong.replace("http:", "htp:")],
      ["ingest", "usgs", "--base-url", wrong],
      ["ingest", "tramites", "--registry", wrong],
      ["categories", "--api", wrong],
      ["seed", "add", wrong],
      ["diff", wrong],
      ["review", "show", wrong],
      ["extract", "--url", wrong, "README.md"],
    ];
    const hits: string[] = [];
    for (const command of commands) {
      const { code, said } = await levada(root, ...command);
      expect([command.join(" "), code]).toEqual([command.join(" "), expect.any(Number)]);
      const shown = said.split("\n").filter((line) => line.includes(CANARY));
      hits.push(...shown.map((line) => `${command.join(" ")}: ${line.slice(0, 300)}`));
    }
    expect(hits).toEqual([]);
    expect(filesWithCanary(root)).toEqual([]);
    const told = other.requests.filter((request) => JSON.stringify(request).includes(CANARY));
    expect(told).toEqual([]);
    expect(other.requests.length).toBeGreaterThan(3);
    // The one origin that the user gave the key for has had it.
    expect(giving.requests.some(({ path }) => path.includes(CANARY))).toBe(true);
    for (const { headers } of [...giving.requests, ...other.requests])
      expect(Object.keys(headers)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(?:cookie|authorization|x-api-key|referer)$/)]),
      );
    figure("R11", "hits of a canary in requests to others, logs, files, events and errors", 0);
    figure("R11", "commands that were given a canary", commands.length);
  });
});

const SECRETS = { authorization: `Bearer ${CANARY}`, cookie: `s=${CANARY}`, "X-Api-Key": CANARY };

function fetcherOn(transport: ReturnType<typeof createTransport>): Fetcher {
  const settings = resolveSettings([{ from: "test", values: { allowPrivate: true, delayMs: 0 } }]);
  const never = new AbortController().signal;
  const gate = new HostGate("test", { clock: systemClock, ledger: memoryLedger() }, settings, {
    emit: () => {},
    waits: false,
    onTrouble: () => {},
  });
  const signals = { stop: never, abort: never };
  return new Fetcher({ clock: systemClock, transport, gate, settings, policy: {}, signals, emit: () => {} });
}

async function served(script: Script, tls = false): Promise<RawServer> {
  const identity = tls ? createIdentity(["127.0.0.1"]) : null;
  if (identity !== null) {
    const before = getCACertificates("default");
    setDefaultCACertificates([...before, identity.cert]);
    onTestFinished(() => setDefaultCACertificates(before));
  }
  const server = await startRawServer(
    script,
    identity === null ? undefined : (onConnection) => createTlsServer(identity, onConnection),
    identity === null ? "http" : "https",
  );
  onTestFinished(() => server.close());
  return server;
}

const ok: Script = (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
const to =
  (url: () => string): Script =>
  (socket) =>
    void socket.write(`HTTP/1.1 302 Found\r\nLocation: ${url()}\r\nContent-Length: 0\r\n\r\n`);

describe("B: headers that a request is made with", () => {
  it.each([
    ["another host", false, (other: RawServer) => `http://localhost:${other.port}/x`],
    ["another port", false, (other: RawServer) => other.url.href],
    ["http, from https", true, (other: RawServer) => other.url.href],
    ["another host, and back", false, (other: RawServer) => `http://localhost:${other.port}/back`],
  ])("stay behind where a redirect leads to %s", async (_, tls, where) => {
    const transport = createTransport({
      allowPrivate: true,
      resolve: async () => [{ address: "127.0.0.1", family: 4 }],
    });
    onTestFinished(() => transport.close());
    const other = await served((socket, index, head) =>
      head.includes("/back")
        ? to(() => new URL("/again", first.url).href)(socket, index, head)
        : ok(socket, index, head),
    );
    const first: RawServer = await served(
      (socket, index, head) =>
        head.includes("/again") ? ok(socket, index, head) : to(() => where(other))(socket, index, head),
      tls,
    );
    const fetched = await fetcherOn(transport).attempt<string>({
      url: new URL("/start", first.url).href,
      headers: SECRETS,
      limits: LIMITS,
      attempt: 1,
      inScope: () => true,
      robots: null,
      consume: async (answer) => {
        await answer.discard();
        return { value: "ok" };
      },
    });
    expect(fetched).toMatchObject({ ok: true });
    expect(first.requests[0]?.split(CANARY).length).toBe(4);
    expect(other.requests.length).toBeGreaterThan(0);
    for (const head of other.requests) expect(head).not.toContain(CANARY);
    for (const row of ["B30", "B31", "B32", "B33"])
      for (const way of CATALOGUE.find(({ rows }) => rows.includes(row))?.ways ?? [])
        // One fetcher serves every way, and no way has headers of its own: see answers.test.ts.
        met(row, way, "stays with its origin");
  });
});
