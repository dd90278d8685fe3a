/** The ways by which a hostile answer reaches the engine, besides those of `usgs` (hostile-run.ts). */
import { createHash } from "node:crypto";
import type { LookupAddress } from "node:dns";
import { mkdirSync, writeFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { checkLinks } from "../../src/application/checking-links.ts";
import type { Deadlines, LinkRecord, Transport } from "../../src/application/ports.ts";
import { loadConfiguration, type RetryPolicy, type Source, tramites } from "../../src/index.ts";
import { createArchive } from "../../src/infrastructure/files/archive.ts";
import { noCallLog } from "../../src/infrastructure/files/call-log.ts";
import { postWebhook } from "../../src/infrastructure/hooks/webhook.ts";
import { openSqliteState } from "../../src/infrastructure/sqlite/sqlite-state.ts";
import { wiki } from "../../src/sources/wiki/source.ts";
import { type EngineOptions, type EngineRun, hurried, runEngine, transportOf } from "./engine.ts";
import { GOOD_PAGE } from "./hostile-listings.ts";
import { DOCUMENT, type HostileInput, missing, pathOf, says, startHostile } from "./hostile-server.ts";
import type { RawServer, Script } from "./raw-server.ts";
import { newRoot, type TestRoot } from "./root.ts";

/** What a source of `tramites` is asked for by. */
export type ListWay = "sitemap" | "sitemap of an index" | "feed" | "catalog API" | "gazette API" | "page";

export interface WayOptions {
  readonly deadlines?: Partial<Deadlines>;
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
  readonly allowPrivate?: boolean;
  /** Hosts that a guarded run may reach on loopback. */
  readonly reachable?: NonNullable<EngineOptions["reachable"]>;
}

const QUICK = { attempts: 2, firstWaitMs: 10, maxWaitMs: 20 };
const quick = (policy: RetryPolicy): RetryPolicy => ({
  ...policy,
  serverError: QUICK,
  brokenBody: QUICK,
  connection: QUICK,
  tooManyRequests: QUICK,
  timeout: QUICK,
});

/** As they are, but for the patience between attempts. */
export const hastyTramites: typeof tramites = { ...tramites, policy: quick(tramites.policy) };
export const hastyWiki: typeof wiki = { ...wiki, policy: quick(wiki.policy) };

const GOOD_HTML = "<!doctype html><html><h1>Bueno</h1></html>";
const CAPS = {
  max_body_bytes: "32MiB",
  max_decoded_bytes: "32MiB",
};

export function cappedRoot(): TestRoot {
  const root = newRoot("default: {delay_ms: 0}\n");
  const sources = { usgs: CAPS, wiki: CAPS, tramites: CAPS, site: CAPS };
  writeFileSync(root.file("levada.config.yaml"), JSON.stringify({ extraction: { workers: 0 }, sources }));
  return root;
}

/** A listing of the good page of a host, as it is sound. */
export function soundBody(way: ListWay, url: string): string {
  const good = `${url}${GOOD_PAGE}`;
  // Long enough to be cut anywhere.
  const filler = Array.from({ length: 2000 }, (_, i) => (i * 7919) % 1009).join(" ");
  switch (way) {
    case "sitemap":
    case "sitemap of an index":
      return `<urlset><url><loc>${good}</loc></url><!-- ${filler} --></urlset>`;
    case "feed":
      return `<rss version="2.0"><channel><title>N</title><item><title>Bueno</title><link>${good}</link></item><!-- ${filler} --></channel></rss>`;
    case "catalog API":
      return JSON.stringify({
        success: true,
        result: { count: 1, results: [{ id: "1", name: "bueno", title: "Bueno", url: good, notes: filler }] },
      });
    case "gazette API":
      return JSON.stringify({
        status: { code: "200" },
        data: {
          sumario: {
            metadatos: { fecha_publicacion: "20260302" },
            diario: {
              numero: "1",
              seccion: {
                codigo: "1",
                nombre: filler,
                departamento: {
                  codigo: "1",
                  nombre: "D",
                  item: {
                    identificador: "BOE-A-2026-1",
                    titulo: "Ayudas y becas a la vivienda",
                    url_html: good,
                  },
                },
              },
            },
          },
        },
      });
    case "page":
      return `<!doctype html><html><h1>Bueno</h1><p>${filler}</p></html>`;
  }
}

/** Around the hostile answers of a host: what is asked for is `DOCUMENT`, under whatever name a source knows it. */
export function behind(
  input: HostileInput,
  own: Readonly<Record<string, (url: string) => string>> = {},
): HostileInput {
  const answer: Script = (socket, index, head) => {
    const [path = "/"] = pathOf(head).split("?");
    const host = `http://${/^host: (\S+)/im.exec(head)?.[1]}`;
    const text = path === GOOD_PAGE ? GOOD_HTML : own[path]?.(host);
    if (text !== undefined) return says(text)(socket, index, head);
    if (path === "/" || path === "/sitemap.xml") return missing(socket, index, head);
    const asked = /^\/(?:w\/api\.php|boe\b)/.test(path) ? DOCUMENT : path;
    return input.answer?.(socket, index, head.replace(/^(\S+) \S+/, `$1 ${asked}`));
  };
  return { ...input, answer };
}

export async function startBehind(
  input: HostileInput,
  own?: Readonly<Record<string, (url: string) => string>>,
): Promise<RawServer> {
  const server = await startHostile(behind(input, own));
  onTestFinished(() => server.close());
  return server;
}

const bare = (url: URL) => url.href.replace(/\/$/, "");

export function registryRow(id: string, way: ListWay, server: URL, listed: string): object {
  const ways =
    way === "page"
      ? { access_method: "seed", seed_urls: [listed] }
      : way === "feed"
        ? { access_method: "feed", feed_urls: [listed] }
        : way === "catalog API"
          ? { access_method: "api", api_kind: "ckan", api_url: listed }
          : way === "gazette API"
            ? { access_method: "api", api_kind: "boe", api_url: new URL("/boe", listed).href }
            : { access_method: "sitemap", sitemap_urls: [listed] };
  return {
    id: id.toLowerCase(),
    name: id,
    name_abbrev: id,
    jurisdiction: "local",
    portal_url: `${bare(server)}/`,
    path_patterns: ["/tramites/"],
    languages: ["es"],
    priority: "P0",
    ...ways,
  };
}

export interface ListMeeting extends EngineRun {
  readonly root: TestRoot;
  readonly servers: ReadonlyMap<string, RawServer>;
}

export interface Listed {
  readonly way: ListWay;
  readonly input: HostileInput;
}

/** The name of a row that comes by a way. */
export function nameOf({ way, input }: Listed): string {
  return `${input.id} ${way}`;
}

const INDEX = "/index.xml";
const OF_INDEX: Readonly<Record<string, (url: string) => string>> = {
  [INDEX]: (url) =>
    `<sitemapindex><sitemap><loc>${url}${DOCUMENT}</loc></sitemap><sitemap><loc>${url}/good.xml</loc></sitemap></sitemapindex>`,
  "/good.xml": (url) => `<urlset><url><loc>${url}${GOOD_PAGE}</loc></url></urlset>`,
};

/** One run of `tramites` over a host of each input, whose listing or page is answered as the input says. */
export async function meetLists(listed: readonly Listed[], options: WayOptions = {}): Promise<ListMeeting> {
  const root = cappedRoot();
  const servers = new Map<string, RawServer>();
  const rows: object[] = [];
  for (const one of listed) {
    const { way, input } = one;
    const isIndex = way === "sitemap of an index";
    const server = await startBehind(input, isIndex ? OF_INDEX : {});
    servers.set(nameOf(one), server);
    const address = isIndex ? new URL(INDEX, hrefOf(input, server.url)).href : hrefOf(input, server.url);
    rows.push(registryRow(nameOf(one).replaceAll(/[^\w]+/g, "-"), way, server.url, address));
  }
  const registry = { path: "registry.yaml", text: JSON.stringify({ sources: rows }) };
  const ran = await runEngine(root, {
    source: hastyTramites as unknown as Source<never>,
    sourceOptions: { registry },
    ...options,
  });
  return { ...ran, root, servers };
}

export function hrefOf(input: HostileInput, url: URL): string {
  return input.href?.(url) ?? new URL(DOCUMENT, url).href;
}

/** What the run says of a host: how its documents ended, its warnings, and that it has to be left alone. */
export function saidOf({ events, summary }: EngineRun, port: number): readonly string[] {
  const isOf = (text: string) => new RegExp(`:${port}(?:\\D|$)`).test(text);
  const said = events.flatMap((event) => {
    if (event.type === "failed" || event.type === "skipped" || event.type === "pending")
      return isOf(event.url) ? [`${event.type} ${event.reason}`] : [];
    if (event.type === "completed") return isOf(event.url) ? ["completed"] : [];
    return event.type === "warning" && isOf(event.message) ? [`warned ${event.code}`] : [];
  });
  const held = summary.held.flatMap(({ host, reason }) => (isOf(host) ? [`held ${reason}`] : []));
  return [...new Set([...said, ...held])];
}

/** One run of `wiki` on an API that answers as the input says. */
export async function meetWiki(input: HostileInput, options: WayOptions = {}): Promise<ListMeeting> {
  const root = cappedRoot();
  const server = await startBehind(input);
  const apiUrl = new URL("/w/api.php", hrefOf(input, server.url)).href;
  const ran = await runEngine(root, {
    source: hastyWiki as unknown as Source<never>,
    sourceOptions: { apiUrl },
    speed: 200,
    thread: "same",
    ...options,
  });
  return { ...ran, root, servers: new Map([[input.id, server]]) };
}

/** Looks at these links as `health --check` does; answers what it says of each, by its key. */
export async function checkHealth(
  urls: ReadonlyMap<string, string>,
  options: WayOptions & { readonly root?: TestRoot; readonly transport?: Transport } = {},
): Promise<ReadonlyMap<string, string>> {
  const root = options.root ?? cappedRoot();
  const { allowPrivate = true } = options;
  const loaded = await loadConfiguration({ root: root.path, allowPrivateNetwork: allowPrivate }, "tramites");
  const settings = { ...loaded.settings, hostsInFlight: 64 };
  const own = await tramites.resolveOptions?.({});
  const state = await openSqliteState(root.path, { thread: "same" });
  const transport = options.transport ?? transportOf({ sourceOptions: {}, ...options }, allowPrivate);
  const digest = async (body: AsyncIterable<Uint8Array>) => {
    const hash = createHash("sha256");
    for await (const chunk of body) hash.update(chunk);
    return hash.digest("hex");
  };
  async function* curated() {
    for (const [key, url] of urls) yield { tramite: key, key, url };
  }
  try {
    await checkLinks(
      {
        source: tramites,
        options: own as never,
        settings: { ...settings, deadlines: { ...settings.deadlines, ...options.deadlines } },
        runId: "health",
        limit: Infinity,
        resume: true,
        retryFailed: false,
        wait: false,
        allowMassRemoval: false,
        onEvent: () => {},
        signal: new AbortController().signal,
      },
      {
        ...state,
        clock: hurried(200),
        transport,
        calls: noCallLog,
        archive: createArchive(root.path),
        digest,
      },
      curated(),
    );
    const links = await state.links.find("tramites", [...urls.keys()]);
    return new Map([...urls.keys()].map((key) => [key, healthOf(links.get(key))]));
  } finally {
    await state.close();
    await transport.close();
  }
}

/** `active`, `failed timeout`, `silent`: what was learned of a link that was new. */
function healthOf(link: LinkRecord | undefined): string {
  if (link === undefined) return "unknown";
  if (link.reason !== "") return `failed ${link.reason}`;
  return link.lastOk === null ? "held" : link.state;
}

/** Tells a webhook at this address; answers what went wrong, null where nothing did. */
export async function tellWebhook(url: string, options: WayOptions = {}): Promise<string | null> {
  const { allowPrivate = true } = options;
  const transport = transportOf({ sourceOptions: {}, ...options } satisfies EngineOptions, allowPrivate);
  try {
    return await postWebhook(url, "{}", { transport, userAgent: "levada-test" });
  } finally {
    await transport.close();
  }
}

/** A seed list of the user's, as `levada seed add` and an editor leave it. */
export function writeSeeds(root: TestRoot, lines: readonly string[]): void {
  mkdirSync(root.file("data/ingestion"), { recursive: true });
  writeFileSync(root.file("data/ingestion/seeds.txt"), `${lines.join("\n")}\n`);
}
