/**
 * Runs in a network namespace of its own, where public addresses are ours: a site, a name server, and canaries on the
 * private addresses. Runs the command there under strace, without the private network being allowed, and tells
 * what it saw in FOLDER/seen.json.
 *
 *   unshare -rnm node test/hostile/inside.ts FOLDER [HOME]
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { startDns } from "../kit/dns-server.ts";
import {
  ADDRESSES,
  DISGUISES,
  HOSTILE_NAMES,
  pointingInside,
  robotsHost,
  type Target,
  urlOf,
} from "../kit/hostile-addresses.ts";

const [folder, home = join(import.meta.dirname, "../..")] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: inside.ts FOLDER [HOME]");

const [SITE, SECOND] = ["8.8.8.8", "8.8.4.4"];
const NAME = "site.example";
const CANARY_PORT = 8000;
const REBINDING = "rebind.example";
/** Harmless ports of the public address are not among them. */
const CANARY_PORTS = [22, 25, 6379, CANARY_PORT];

function ip(...args: string[]): void {
  try {
    execFileSync("ip", args, { stdio: "ignore" });
  } catch {
    // Some of the addresses no interface may have: nobody can be reached there anyway.
  }
}

/** Every address that a row spells is really here: a connection to it would succeed. */
function takeAddresses(): void {
  ip("link", "set", "lo", "up");
  for (const address of [SITE, SECOND]) ip("addr", "add", `${address}/32`, "dev", "lo");
  for (const { host } of ADDRESSES) {
    const address = new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, "");
    if (/^[\d.]+$/.test(address)) ip("addr", "add", `${address}/32`, "dev", "lo");
    else if (address.includes(":")) ip("-6", "addr", "add", `${address}/128`, "dev", "lo");
  }
}

const canaryHits: string[] = [];

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve) => server.listen(port, host, resolve));
}

async function startCanaries(): Promise<void> {
  const hit = () =>
    createServer((socket) => {
      canaryHits.push(`${socket.localAddress}:${socket.localPort}`);
      socket.destroy();
    });
  for (const port of CANARY_PORTS) await listen(hit(), port, "::");
  await listen(hit(), 80, "127.0.0.1");
}

const asked = new Map<string, number>();

/** `rebind.example` is public when it is asked for first, and loopback ever after. */
function answersFor(name: string, type: "A" | "AAAA"): readonly string[] | undefined {
  const nth = asked.get(`${name} ${type}`) ?? 0;
  asked.set(`${name} ${type}`, nth + 1);
  if (name === REBINDING) return [nth === 0 ? SECOND : "127.0.0.1"];
  return name.endsWith(NAME) ? [SITE] : HOSTILE_NAMES[name];
}

const targets: readonly Target[] = [
  ...ADDRESSES.map((address) => ({
    id: address.id,
    url: urlOf(address, CANARY_PORT, `/${address.id}.pdf`),
  })),
  ...DISGUISES.map(([id, , href]) => ({ id, url: href.replace("{port}", String(CANARY_PORT)) })),
];

const markup = (url: string) =>
  url.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Sitemap, index, feed, robots.txt and page of a site that name every target. */
function listingAt(path: string): { readonly headers: Record<string, string>; readonly body: string } | null {
  const urls = targets.map(({ url }) => markup(url));
  const all = (before: string, each: (url: string) => string, after: string) =>
    `${before}${urls.map(each).join("")}${after}`;
  const bodies: Readonly<Record<string, string>> = {
    "/sitemap.xml": all("<urlset>", (url) => `<url><loc>${url}</loc></url>`, "</urlset>"),
    "/index.xml": all("<sitemapindex>", (url) => `<sitemap><loc>${url}</loc></sitemap>`, "</sitemapindex>"),
    "/feed.xml": all(
      '<rss version="2.0"><channel><title>N</title>',
      (url) => `<item><title>x</title><link>${url}</link></item>`,
      "</channel></rss>",
    ),
    "/robots.txt": targets.map(({ url }) => `Sitemap: ${url}\n`).join(""),
    "/": all("<!doctype html><html>", (url) => `<a href="${url}">x</a>`, '<a href="/refresh">r</a></html>'),
    "/refresh": all(
      "<!doctype html><html><head>",
      (url) => `<meta http-equiv="refresh" content="0; url=${url}">`,
      "</head></html>",
    ),
  };
  const body = bodies[path];
  return body === undefined
    ? null
    : { headers: { "content-type": path.endsWith(".xml") ? "text/xml" : "text/html" }, body };
}

async function startSites(): Promise<void> {
  const more = [{ number: "A301", href: `http://${REBINDING}/x.pdf` }];
  const serve = () =>
    createHttpServer((request, response) => {
      const listing = listingAt(request.url ?? "/");
      if (request.headers.host === NAME && listing !== null)
        return void response.writeHead(200, { connection: "close", ...listing.headers }).end(listing.body);
      const pointing = { targets, site: NAME, good: "A001", more };
      const { status, headers, body } = pointingInside(
        pointing,
        request.headers.host ?? "",
        request.url ?? "/",
      );
      // Closed each time: the next request resolves its name anew.
      response.writeHead(status, { ...headers, connection: "close" }).end(body);
    });
  for (const address of [SITE, SECOND]) await listen(serve(), 80, address);
}

/** The addresses are in scope as catalogs; the disguises never are. */
function configure(root: string): void {
  const html = (url: string, states?: string[]) => ({ kind: "html", url, ...(states && { states }) });
  const scope = [`http://${REBINDING}/`, ...targets.map((target) => `http://${robotsHost(target, NAME)}/`)];
  const catalogs = [
    html(`http://${NAME}/catalog`),
    ...scope.map((url) => html(url, ["KS"])),
    ...targets.slice(0, ADDRESSES.length).map(({ url }) => html(url)),
  ];
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "rate_limits.yaml"), "default: {delay_ms: 0}");
  const hooks = { on_run_end: { webhook: `http://169.254.169.254:${CANARY_PORT}/hook` } };
  const config = {
    hooks,
    sources: { usgs: { base_url: `http://${NAME}`, catalogs }, tramites: { registry: "registry.yaml" } },
  };
  const office = {
    id: "a",
    name: "A",
    name_abbrev: "A",
    jurisdiction: "local",
    portal_url: `http://${NAME}/`,
    access_method: "crawl",
    sitemap_urls: [`http://${NAME}/sitemap.xml`, `http://${NAME}/index.xml`],
    feed_urls: [`http://${NAME}/feed.xml`],
    seed_urls: targets.map(({ id }) => `http://${NAME}/to/${id}`),
    languages: ["es"],
  };
  writeFileSync(join(root, "registry.yaml"), JSON.stringify({ sources: [office] }));
  mkdirSync(join(root, "data/ingestion"), { recursive: true });
  writeFileSync(join(root, "data/ingestion/seeds.txt"), targets.map(({ url }) => `${url}\n`).join(""));
  writeFileSync(join(root, "levada.config.yaml"), JSON.stringify(config));
}

async function runTraced(
  trace: string,
  args: readonly string[],
): Promise<{ code: number | null; stdout: string }> {
  const command = [process.execPath, "--disable-warning=ExperimentalWarning", join(home, "src/cli/main.ts")];
  const child = spawn("strace", ["-f", "-e", "trace=connect", "-o", trace, ...command, ...args, "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 90_000,
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, stdout };
}

/**
 * `address:port` of each connect. Port 53 is the resolver's; port 0, too: it sorts addresses by connecting datagram
 * sockets, which sends nothing, and no stream can be connected to port 0.
 */
function connectsIn(trace: string): string[] {
  const calls = trace.matchAll(/sin6?_port=htons\((\d+)\).*?(?:inet_addr\(|AF_INET6, )"([^"]+)"/g);
  return [...calls].flatMap(([, port, address]) =>
    port === "0" || port === "53" ? [] : [`${address}:${port}`],
  );
}

writeFileSync(join(folder, "resolv.conf"), `nameserver ${SITE}\noptions timeout:1 attempts:1\n`);
execFileSync("mount", ["--bind", join(folder, "resolv.conf"), "/etc/resolv.conf"]);
takeAddresses();
await startCanaries();
await startSites();
await startDns(SITE, answersFor);
const root = join(folder, "root");
configure(root);
const [first = "", wikiTarget = ""] = [targets[0]?.url, targets[1]?.url];
const others: readonly (readonly string[])[] = [
  ["ingest", "tramites"],
  ["ingest", "site", `http://${NAME}/`],
  ["ingest", "wiki", "--api", `http://${NAME}/to/${targets[0]?.id}`],
  ["ingest", "wiki", "--api", first],
  ["categories", "--api", wikiTarget],
  ["health", "--check"],
];
const flags = ["ingest", "usgs", "--states", "TX", "--limit", "10000"];
const { code, stdout } = await runTraced(join(folder, "trace"), [...flags, "--root", root]);
const traces = [join(folder, "trace")];
// A mutant has shown what it does.
for (const [at, args] of home === join(import.meta.dirname, "../..") ? others.entries() : []) {
  traces.push(join(folder, `trace-${at}`));
  await runTraced(traces.at(-1) ?? "", [...args, "--root", root]);
}
const byCommand = traces.map((trace) => connectsIn(readFileSync(trace, "utf8")));
const connects = byCommand.flat();
const reached = byCommand.map(({ length }) => length);
const rebindingAsked = asked.get(`${REBINDING} A`) ?? 0;
const seen = { code, connects, canaryHits, rebindingAsked, stdout, reached };
writeFileSync(join(folder, "seen.json"), JSON.stringify(seen));
process.exit();
