/**
 * The hostile listings of class E through the source that reads them, all in one run beside a good one: each ends as its
 * row says, and nothing of it reaches anybody else. Then the addresses of class A, named by sitemaps, robots.txt and feeds
 * with the private network closed; and names and titles of class G.
 */
import { existsSync, readFileSync } from "node:fs";
import { isIPv6 } from "node:net";
import { describe, expect, it } from "vitest";
import {
  ingest,
  type LevadaEvent,
  type RetryPolicy,
  type Source,
  type Summary,
  tramites,
} from "../../src/index.ts";
import { runEngine } from "../kit/engine.ts";
import { ADDRESSES, DISGUISES, HOSTILE_NAMES, urlOf } from "../kit/hostile-addresses.ts";
import { GOOD_PAGE, type HostileListing, type Kind, LISTINGS } from "../kit/hostile-listings.ts";
import { expectBalanced } from "../kit/hostile-run.ts";
import { missing, pathOf } from "../kit/hostile-server.ts";
import { OK, sends, serve } from "../kit/http.ts";
import { newRoot, type TestRoot } from "../kit/root.ts";
import { type Site, startPages } from "../kit/site.ts";
import { expectSound, filesBelow, pageLines } from "../kit/tramites-root.ts";
import type { Way } from "./catalogue.ts";
import { met as meetIn } from "./ledger.ts";

const QUICK = { attempts: 2, firstWaitMs: 10, maxWaitMs: 20 };
const policy: RetryPolicy = {
  ...tramites.policy,
  serverError: QUICK,
  brokenBody: QUICK,
  connection: QUICK,
  tooManyRequests: QUICK,
};
const hasty: typeof tramites = { ...tramites, policy };

const PATHS: Readonly<Record<Kind, string>> = {
  sitemap: "/sitemap.xml",
  feed: "/feed.xml",
  ckan: "/api/3/action/package_search",
  sia: "/sia",
  datos_gob: "/apidata/catalog/dataset.json",
  boe: "/boe",
};

function sourceRow(id: string, kind: Kind, url: string): object {
  const address = `${url}${PATHS[kind]}`;
  const ways =
    kind === "sitemap"
      ? { access_method: "sitemap", sitemap_urls: [address] }
      : kind === "feed"
        ? { access_method: "feed", feed_urls: [address] }
        : { access_method: "api", api_kind: kind, api_url: address };
  return {
    id: id.toLowerCase(),
    name: id,
    name_abbrev: id,
    jurisdiction: "local",
    portal_url: `${url}/`,
    path_patterns: ["/tramites/"],
    languages: ["es"],
    priority: "P0",
    ...ways,
  };
}

const WAY_OF: Readonly<Record<Kind, Way>> = {
  sitemap: "sitemap",
  feed: "feed",
  ckan: "catalog API",
  sia: "catalog API",
  datos_gob: "catalog API",
  boe: "gazette API",
};

const page = (title: string) => `<!doctype html><html><h1>${title}</h1></html>`;

async function startListing({ id, kind, listing }: HostileListing, canary: string): Promise<Site> {
  let answers: Readonly<Record<string, string | Uint8Array>> = {};
  const site = await startPages((path) => {
    const isListing = kind === "boe" && path.startsWith("/boe/");
    const found =
      answers[path] ?? answers[path.replace(/\?.*$/s, "")] ?? (isListing ? answers["/boe"] : undefined);
    if (found !== undefined) return found;
    return path.startsWith("/tramites/") ? page(`${id} ${path}`) : undefined;
  });
  const served = listing({ url: site.url, canary });
  answers = typeof served === "string" || served instanceof Uint8Array ? { [PATHS[kind]]: served } : served;
  return site;
}

interface Met {
  readonly summary: Summary;
  readonly events: readonly LevadaEvent[];
  readonly root: TestRoot;
  readonly sites: ReadonlyMap<string, Site>;
  readonly canary: Site;
}

async function meet(inputs: readonly HostileListing[]): Promise<Met> {
  const root = newRoot("default: {delay_ms: 0}\n");
  const canary = await startPages({});
  const sites = new Map<string, Site>();
  for (const input of inputs) sites.set(input.id, await startListing(input, canary.url));
  const rows = inputs.map(({ id, kind }) => sourceRow(id, kind, sites.get(id)?.url ?? ""));
  const events: LevadaEvent[] = [];
  const summary = await ingest(hasty, {
    root: root.path,
    allowPrivateNetwork: true,
    sourceOptions: { registry: { path: "registry.yaml", text: JSON.stringify({ sources: rows }) } },
    onEvent: (event) => void (event.type === "filtered" || events.push(event)),
  });
  return { summary, events, root, sites, canary };
}

function storedOf({ root }: Met, site: Site | undefined): readonly string[] {
  return pageLines(root)
    .filter(({ source_url }) => source_url.startsWith(`${site?.url}/`))
    .map(({ source_url }) => new URL(source_url).pathname)
    .toSorted();
}

function warningsOf({ events }: Met, site: Site | undefined): readonly string[] {
  const codes = events.flatMap((event) =>
    event.type === "warning" && event.message.includes(`${site?.url}/`) ? [event.code] : [],
  );
  return [...new Set(codes)].toSorted();
}

const GOOD_LISTING: HostileListing = {
  id: "E20",
  what: "a good sitemap",
  kind: "sitemap",
  listing: ({ url }) => `<urlset><url><loc>${url}${GOOD_PAGE}</loc></url></urlset>`,
};

describe("listings of class E, side by side", () => {
  const all = [GOOD_LISTING, ...LISTINGS];
  const label = ({ id, what }: HostileListing) => `${id} ${what}`;

  it("each ends as its row says, the run goes on to its end, and nobody inside is asked", async () => {
    const met = await meet(all);
    const seen = all.map((input) => {
      const site = met.sites.get(input.id);
      return [label(input), { stored: storedOf(met, site), warned: warningsOf(met, site) }];
    });
    const rows = all.map((input) => {
      const { stored = [GOOD_PAGE], warned = [] } = input;
      return [label(input), { stored, warned: warned.toSorted() }];
    });
    expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(rows));
    expectBalanced(met.summary);
    expect(met.summary).toMatchObject({
      completed: all.flatMap(({ stored }) => stored ?? [GOOD_PAGE]).length,
      failed: 0,
      pending: 0,
      discovery: all.some(({ fails }) => fails) ? "failed" : "complete",
      exit_code: 1,
    });
    expect(met.canary.requests).toEqual([]);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const dated = pageLines(met.root).find(({ source_url }) =>
      source_url.startsWith(String(met.sites.get("E34")?.url)),
    );
    expect(dated).toMatchObject({ lastmod: null });
    await expectSound(met.root);
    for (const input of LISTINGS) {
      const [, row = "", kind = ""] = /^(E\d\d)([SFCB]?)$/.exec(input.id) ?? [];
      const said = (input.warned ?? []).map((code) => `warned ${code}`).join(", ");
      const way = row === "E24" || row === "E25" ? "sitemap of an index" : WAY_OF[input.kind];
      // E32 is E31 in JSON.
      meetIn(
        row === "E32" ? "E31" : row,
        way,
        said === "" ? `completed${kind === "" ? "" : ", nothing opened"}` : said,
      );
    }
  }, 300_000);
});

describe("class A, named by listings, with the private network closed", () => {
  // What a backslash makes of a disguise leads to the good name: here, inside, too.
  const NAMES: typeof HOSTILE_NAMES = { ...HOSTILE_NAMES, "good.example": ["127.0.0.1"] };

  /** The site of a guarded run: its listings name every address in every spelling. */
  async function run(ways: "sitemap" | "feed" | "robots" | "ckan" | "index") {
    const root = newRoot("default: {delay_ms: 0}\n");
    const canary = await startPages({});
    const port = Number(canary.host.split(":")[1]);
    const targets = [
      ...ADDRESSES.map((address) => urlOf(address, port, "/tramites/x")),
      ...DISGUISES.map(([, , href]) => href.replace("{port}", String(port)).replace("/x.pdf", "/tramites/x")),
    ];
    let site = "";
    const server = await startPages((path) => listingOf(ways, `http://${site}`, targets, path));
    site = `site.example:${server.host.split(":")[1]}`;
    const kind = ways === "feed" || ways === "ckan" ? ways : "sitemap";
    const registry = JSON.stringify({ sources: [sourceRow("A", kind, `http://${site}`)] });
    const ran = await runEngine(root, {
      source: hasty as unknown as Source<never>,
      allowPrivate: false,
      reachable: [site],
      resolve: async (name) =>
        (NAMES[name] ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 })),
      sourceOptions: { registry: { path: "registry.yaml", text: registry } },
    });
    return { ...ran, root, canary, targets };
  }

  it.each([
    ["sitemap", "sitemap"],
    ["feed", "feed"],
    ["robots", "Sitemap: line of robots.txt"],
    ["ckan", "catalog API"],
    ["index", "sitemap of an index"],
  ] as const)("0 connects: %s", async (ways, way) => {
    const { summary, events, root, canary } = await run(ways);
    expect(canary.requests).toEqual([]);
    expectBalanced(summary);
    expect(pageLines(root).map(({ source_url }) => new URL(source_url).pathname)).toEqual([GOOD_PAGE]);
    expect(summary).toMatchObject({ completed: 1, failed: 0, pending: 0 });
    const refused = events.filter(
      (event) =>
        (event.type === "skipped" && event.reason === "address_refused") ||
        (event.type === "warning" && event.code === "address_refused") ||
        (event.type === "filtered" && event.reason === "other_site") ||
        (event.type === "warning" && /sitemap_(?:other_site|left_out)/.test(event.code)),
    );
    expect(refused.length).toBeGreaterThan(0);
    // A data set without an address of the web is known by its page in the catalog, which this one does not have.
    if (ways === "ckan") {
      expect(Object.keys(summary.reasons).toSorted()).toEqual(["address_refused", "not_found"]);
      expect(summary.reasons["not_found"]).toBeLessThan(DISGUISES.length);
    }
    await expectSound(root);
    const codes = new Set(
      refused.flatMap((event) =>
        event.type === "warning"
          ? [`warned ${event.code}`]
          : "reason" in event
            ? [`${event.type} ${event.reason}`]
            : [],
      ),
    );
    for (const { id } of ADDRESSES) meetIn(id, way, [...codes].join(", "));
    for (const [id] of DISGUISES) meetIn(id, way, [...codes].join(", "));
  });
});

/** What a site answers whose listing names the good page, and then every target. */
function listingOf(ways: string, own: string, targets: readonly string[], path: string): string | undefined {
  const escaped = targets.map((url) => url.replaceAll("&", "&amp;").replaceAll("<", "&lt;"));
  const locs = [`${own}${GOOD_PAGE}`, ...escaped].map((url) => `<url><loc>${url}</loc></url>`);
  const goodOnly = `<urlset>${locs[0]}</urlset>`;
  if (path === GOOD_PAGE) return page("Bueno");
  if (path === "/robots.txt")
    return ways === "robots" ? targets.map((url) => `Sitemap: ${url}\n`).join("") : undefined;
  if (path === "/good.xml") return goodOnly;
  if (path === "/sitemap.xml") {
    if (ways === "robots") return goodOnly;
    if (ways === "sitemap") return `<urlset>${locs.join("")}</urlset>`;
    const files = [`${own}/good.xml`, ...escaped].map((url) => `<sitemap><loc>${url}</loc></sitemap>`);
    return `<sitemapindex>${files.join("")}</sitemapindex>`;
  }
  if (path === "/feed.xml") {
    const items = [`${own}${GOOD_PAGE}`, ...escaped].map(
      (url) => `<item><title>x</title><link>${url}</link></item>`,
    );
    return `<rss version="2.0"><channel><title>N</title>${items.join("")}</channel></rss>`;
  }
  if (!path.startsWith(PATHS.ckan)) return undefined;
  const results = [`${own}${GOOD_PAGE}`, ...targets].map((url, n) => ({
    id: `${n}`,
    name: `n${n}`,
    title: `T${n}`,
    url,
  }));
  return JSON.stringify({ success: true, result: { count: results.length, results } });
}

describe("names and titles of class G", () => {
  const TITLE = 'Ayuda \u001b[2J\u202e\n{"forged":true}\u0085\u2028fin';
  const header = "evil\tvalue";

  it("stay in their place: one line each, no control character raw, no name of the site's choosing", async () => {
    const root = newRoot("default: {delay_ms: 0}\n");
    let url = "";
    const site = await startPages((path) => {
      if (path === "/feed.xml")
        return `<rss version="2.0"><channel><title>N</title><item><title><![CDATA[${TITLE}]]></title><link>${url}/tramites/g</link></item></channel></rss>`;
      if (!path.startsWith("/tramites/")) return undefined;
      return {
        headers: {
          "content-type": "text/html",
          "content-disposition": 'attachment; filename="../../../../tmp/evil.sh"',
          "x-evil": header,
          "set-cookie": "session=secret",
          "x-api-key": "secret",
          etag: '"\u00ff\u009b2J"',
        },
        body: page(TITLE),
      };
    });
    url = site.url;
    const events: LevadaEvent[] = [];
    const registry = JSON.stringify({ sources: [sourceRow("G", "feed", url)] });
    const summary = await ingest(hasty, {
      root: root.path,
      allowPrivateNetwork: true,
      sourceOptions: { registry: { path: "registry.yaml", text: registry } },
      onEvent: (event) => void events.push(event),
    });
    expect(summary).toMatchObject({ completed: 1, exit_code: 0 });
    const manifest = readFileSync(root.file("data/raw/tramites/manifest.jsonl"), "utf8");
    expect(manifest.split("\n")).toHaveLength(2);
    expect(manifest.trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
    const names = Object.keys(filesBelow(root, "data/raw"));
    expect(names).toHaveLength(2);
    for (const name of names)
      expect(name).toMatch(/^data\/raw\/127\.0\.0\.1_\d+\/[0-9a-f]{16}\.(?:html|meta\.json)$/);
    expect(existsSync("/tmp/evil.sh")).toBe(false);
    const meta = names.find((name) => name.endsWith(".meta.json")) as string;
    const said = readFileSync(root.file(meta), "utf8");
    expect(JSON.parse(said)).toMatchObject({ headers: { "x-evil": header }, status: 200 });
    expect(said + manifest).not.toContain("secret");
    await expectSound(root);
  });
});

describe("header values of class G", () => {
  const BODY = page("Cabeceras");
  const answer = (header: string) =>
    sends(`${OK}Content-Type: text/html\r\n${header}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`);

  it.each([
    ["folded over two lines", 'X-Evil: a\r\n {"forged":true}', 0],
    ["with a bare line feed", 'X-Evil: a\n{"forged":true}', 0],
    ["with a bare carriage return", 'X-Evil: a\r{"forged":true}', 0],
    ["with NUL", "X-Evil: a\0b", 0],
    ["with an escape sequence of one byte", "X-Evil: \u009b2J", 1],
    ["with a name of the prototype", "__proto__: polluted", 1],
  ])("%s are refused by name, or kept in one line", async (_, header, completed) => {
    const root = newRoot("default: {delay_ms: 0}\n");
    const robotsOr = answer(header);
    const hostile = await serve((socket, index, head) =>
      pathOf(head) === "/robots.txt" ? missing(socket, index, head) : robotsOr(socket, index, head),
    );
    const feed = `<rss version="2.0"><channel><title>N</title><item><title>T</title><link>${hostile.url.href}tramites/x</link></item></channel></rss>`;
    const site = await startPages({ "/feed.xml": feed });
    const row = { ...sourceRow("G", "feed", site.url), sede_url: hostile.url.href };
    const registry = JSON.stringify({ sources: [row] });
    const summary = await ingest(hasty, {
      root: root.path,
      allowPrivateNetwork: true,
      sourceOptions: { registry: { path: "registry.yaml", text: registry } },
    });
    expectBalanced(summary);
    expect(summary).toMatchObject({ completed, failed: 1 - completed });
    if (completed === 0) expect(summary.reasons).toEqual({ fetch_failed: 1 });
    expect(pageLines(root)).toHaveLength(summary.completed);
    for (const line of pageLines(root)) expect(line).not.toHaveProperty("forged");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    meetIn("G17", "page", completed === 0 ? "failed fetch_failed" : "completed");
  });
});
