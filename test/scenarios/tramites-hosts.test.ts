/**
 * E12: hosts that are slow, dead, or in a storm of 429 slow down nobody else, neither while pages are looked for nor while
 * they are fetched. Nine healthy hosts alone, then beside the three: what counts is how many requests each of them was
 * served in a second, the second time against the first.
 */
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { ingest } from "../../src/index.ts";
import { newRoot } from "../kit/root.ts";

const DELAY_MS = 200;
const PAGES = 20;
const HEALTHY = 9;

type Temper = "healthy" | "slow" | "silent" | "busy";

/** From when on a host shows its temper. */
type Since = "looked for" | "fetched";

interface Host {
  readonly id: string;
  readonly url: string;
  readonly temper: Temper;
  /** When it was asked, ms. */
  readonly asked: number[];
  /** Pages that it has sent. */
  sent: number;
}

const sitemap = (url: string) =>
  `<urlset>${Array.from({ length: PAGES }, (_, n) => `<url><loc>${url}/tramites/${n}</loc></url>`).join("")}</urlset>`;

async function startHost(id: string, temper: Temper, since: Since, onSent: () => void): Promise<Host> {
  const asked: number[] = [];
  const server: Server = createServer((request, response) => {
    host.asked.push(performance.now());
    const isWell = since === "fetched" && !request.url?.startsWith("/tramites/");
    if (temper === "silent" && !isWell) return;
    if (temper === "busy" && !isWell) return void response.writeHead(429, { "retry-after": "1" }).end();
    const timer = setTimeout(
      () => {
        const path = request.url ?? "/";
        if (path === "/robots.txt") return void response.writeHead(404).end();
        if (path === "/sitemap.xml")
          return void response.writeHead(200, { "content-type": "application/xml" }).end(sitemap(host.url));
        if (!path.startsWith("/tramites/")) return void response.writeHead(404).end();
        response.writeHead(200, { "content-type": "text/html" });
        response.end(`<!doctype html><html><h1>${host.id} ${path}</h1></html>`);
        host.sent += 1;
        onSent();
      },
      temper === "slow" && !isWell ? 5000 : 0,
    );
    response.once("close", () => clearTimeout(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host: Host = {
    id,
    temper,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    sent: 0,
  };
  return host;
}

function registryOf(hosts: readonly Host[]): string {
  const sources = hosts.map(({ id, url }) => ({
    id,
    name: id,
    name_abbrev: id,
    jurisdiction: "local",
    portal_url: `${url}/`,
    access_method: "sitemap",
    sitemap_urls: [`${url}/sitemap.xml`],
    path_patterns: ["/tramites/"],
    languages: ["es"],
    priority: "P0",
  }));
  return JSON.stringify({ sources });
}

/** Requests a second that the healthy hosts were served, one by one. */
async function paces(tempers: readonly Temper[], since: Since): Promise<readonly number[]> {
  const root = newRoot(`default: {delay_ms: ${DELAY_MS}}\n`);
  // The cores are for the hosts here.
  writeFileSync(root.file("levada.config.yaml"), "extraction: {workers: 0}\n");
  const stopping = new AbortController();
  let healthy: readonly Host[] = [];
  const onSent = () => {
    if (healthy.every(({ sent }) => sent === PAGES)) stopping.abort();
  };
  const hosts = await Promise.all(tempers.map((temper, n) => startHost(`host-${n}`, temper, since, onSent)));
  healthy = hosts.filter(({ temper }) => temper === "healthy");
  await ingest("tramites", {
    root: root.path,
    allowPrivateNetwork: true,
    sourceOptions: { registry: { path: "registry.yaml", text: registryOf(hosts) } },
    signal: stopping.signal,
  });
  for (const { temper, asked } of hosts) if (temper !== "healthy") expect(asked.length).toBeGreaterThan(0);
  return healthy.map(({ asked, sent }) => {
    expect(sent).toBe(PAGES);
    return (asked.length - 1) / (((asked.at(-1) ?? 0) - (asked[0] ?? 0)) / 1000);
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

it.each<Since>(["looked for", "fetched"])(
  "E12: nine healthy hosts keep 95 of 100 parts of their pace beside a slow, a silent and a busy one while pages are %s",
  // A host that held up others would do so each time; a machine that is busy does not.
  { retry: 2, timeout: 120_000 },
  async (since) => {
    const well = Array<Temper>(HEALTHY).fill("healthy");
    const alone = await paces(well, since);
    const beside = await paces(["slow", "silent", "busy", ...well], since);
    expect(mean(beside) / mean(alone)).toBeGreaterThanOrEqual(0.95);
  },
);
