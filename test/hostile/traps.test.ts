/** Class H: places from which a crawl would not come back. Each ends by itself, after few requests, and says why. */
import { describe, expect, it } from "vitest";
import type { Source } from "../../src/index.ts";
import { site as siteSource } from "../../src/sources/site/source.ts";
import { runEngine } from "../kit/engine.ts";
import { figure } from "../kit/figures.ts";
import { GOOD_PAGE } from "../kit/hostile-listings.ts";
import { cappedRoot, hastyTramites, hastyWiki, registryRow } from "../kit/hostile-ways.ts";
import { type Site, startPages } from "../kit/site.ts";
import { met } from "./ledger.ts";

const page = (title: string, links: readonly string[]) => ({
  headers: { "content-type": "text/html" },
  body: `<!doctype html><html><h1>${title}</h1>${links.map((link) => `<a href="${link}">x</a>`).join("\n")}</html>`,
});

let token = 0;
const newToken = () => (0xabcdef0123456789n + BigInt(token++) * 7919n).toString(16);

/** What a page links to, by trap: always something new. */
const TRAPS: readonly (readonly [id: string, what: string, links: (path: string) => readonly string[]])[] = [
  [
    "H01",
    "endless calendar",
    (path) => {
      const [, year = "2026", month = "1"] = /(\d{4})\/(\d+)/.exec(path) ?? [];
      const next = Number(year) * 12 + Number(month);
      const months = Array.from({ length: 60 }, (_, at) => next + at - 6);
      return months.map((at) => `/calendario/${Math.floor(at / 12)}/${(at % 12) + 1}`);
    },
  ],
  [
    "H02",
    "session id in every URL",
    (path) =>
      Array.from(
        { length: 60 },
        (_, at) => `/${"abcdef"[at % 6]}.html?visita=${newToken()}&de=${path.length % 3}`,
      ),
  ],
  ["H03", "/a/b/a/b/…", (path) => [`${path.replace(/\/$/, "")}/a/b/`, `${path.replace(/\/$/, "")}/a/b/a/b/`]],
  [
    "H04",
    "permutations of facets",
    (path) => {
      const own = new URL(path, "http://a").searchParams;
      return ["color", "talla", "marca", "precio", "orden", "zona", "tipo"].flatMap((name) =>
        ["1", "2", "3"].map((value) => {
          const next = new URLSearchParams(own);
          next.set(name, value);
          return `/lista?${next}`;
        }),
      );
    },
  ],
  ["H05", "soft 404", () => ["/no-existe-1", "/no-existe-2", "/tampoco/esto", "/perdido"]],
];

async function startTrap(id: string, links: (path: string) => readonly string[]): Promise<Site> {
  return startPages((path) => {
    if (/^\/(?:robots\.txt|sitemap\.xml)$/.test(path)) return undefined;
    // A page that is not there says so in the same words, whatever was asked for.
    return page(id === "H05" && path !== "/" ? "No encontrada" : path.replace(/[<&"]/g, ""), links(path));
  });
}

/** As many as a crawl takes of a site, and a few that it asks for besides. */
const MOST_REQUESTS = 510;

describe("H: traps", () => {
  it("a crawl of a site comes to its end, and says what it left out", async () => {
    let most = 0;
    for (const [id, , links] of TRAPS) {
      const trap = await startTrap(id, links);
      const { summary, events } = await runEngine(cappedRoot(), {
        source: siteSource as unknown as Source<never>,
        sourceOptions: { url: `${trap.url}/` },
        thread: "same",
      });
      const codes = events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
      const why = codes.find((code) => code.startsWith("crawl_")) ?? Object.keys(summary.reasons).join(", ");
      expect([id, why, trap.requests.length <= MOST_REQUESTS]).toEqual([
        id,
        expect.stringMatching(/^(?:crawl_|duplicate)/),
        true,
      ]);
      most = Math.max(most, trap.requests.length);
      met(id, "crawl of a site", why);
    }
    figure("R12", "requests that the worst trap was given", most);
  });

  it("a crawl of tramites does, with all traps side by side", async () => {
    const traps = new Map<string, Site>();
    for (const [id, , links] of TRAPS) traps.set(id, await startTrap(id, links));
    const sources = [...traps].map(([id, trap]) => ({
      ...registryRow(id, "page", new URL(trap.url), ""),
      access_method: "crawl",
      seed_urls: [],
      path_patterns: [],
    }));
    const { events } = await runEngine(cappedRoot(), {
      source: hastyTramites as unknown as Source<never>,
      sourceOptions: { registry: { path: "registry.yaml", text: JSON.stringify({ sources }) } },
    });
    for (const [id] of TRAPS) {
      const said = events.flatMap((event) =>
        event.type === "warning" &&
        event.code.startsWith("crawl_") &&
        event.message.startsWith(`${id.toLowerCase()}:`)
          ? [event.code]
          : event.type === "skipped" && id === "H05" && event.url.startsWith(traps.get(id)?.url ?? "?")
            ? [event.reason]
            : [],
      );
      const asked = traps.get(id)?.requests.length ?? 0;
      expect([id, said[0], asked <= MOST_REQUESTS]).toEqual([
        id,
        expect.stringMatching(/^(?:crawl_|duplicate)/),
        true,
      ]);
      met(id, "crawl of tramites", said[0] ?? "");
    }
  });

  it.each([
    [
      "ckan",
      () =>
        JSON.stringify({
          success: true,
          result: {
            count: 100_000,
            results: [{ id: "1", name: "bueno", title: "Bueno", url: `${own}${GOOD_PAGE}` }],
          },
        }),
    ],
    [
      "datos_gob",
      (path: string) =>
        JSON.stringify({
          result: {
            items: [{ _about: `${own}/catalogo/1`, title: "Bueno", landingPage: `${own}${GOOD_PAGE}` }],
            next: `${own}${path.replace(/\?.*/, "")}?_page=1`,
          },
        }),
    ],
  ] as const)("the same page cursor for ever ends a catalog: %s", async (kind, answer) => {
    const site = await startPages((path) => {
      if (path === "/robots.txt") return undefined;
      if (path === GOOD_PAGE) return page("Bueno", []);
      return { headers: { "content-type": "application/json" }, body: answer(path) };
    });
    own = site.url;
    const row = {
      ...registryRow("A", "catalog API", new URL(site.url), `${site.url}/api/catalog/dataset.json`),
      api_kind: kind,
    };
    const { summary, events } = await runEngine(cappedRoot(), {
      source: hastyTramites as unknown as Source<never>,
      sourceOptions: { registry: { path: "registry.yaml", text: JSON.stringify({ sources: [row] }) } },
      thread: "same",
    });
    expect(site.requests.length).toBeLessThan(12);
    const code = events.flatMap((event) => (event.type === "warning" ? [event.code] : []))[0] ?? "completed";
    expect([kind, code]).toEqual([kind, expect.stringMatching(/^(?:catalog_|structure_changed)/)]);
    expect(summary.retired).toBe(0);
    met("H06", "catalog API", `warned ${code}`);
  });

  it.each(["ckan", "datos_gob", "sia"] as const)(
    "one new row a page for ever ends a catalog, and nothing is gone: %s",
    async (kind) => {
      let endless = false;
      const site = await startPages((path) => {
        if (path === "/robots.txt") return undefined;
        if (!path.startsWith("/api/")) return page(path, []);
        const json = JSON.stringify(endless ? oneRow(kind, path) : wholeList(kind));
        return { headers: { "content-type": "application/json" }, body: json };
      });
      own = site.url;
      const row = {
        ...registryRow("A", "catalog API", new URL(site.url), `${site.url}/api/catalog/dataset.json`),
        api_kind: kind,
      };
      const root = cappedRoot();
      const run = () =>
        runEngine(root, {
          source: hastyTramites as unknown as Source<never>,
          sourceOptions: { registry: { path: "registry.yaml", text: JSON.stringify({ sources: [row] }) } },
          thread: "same",
        });
      expect((await run()).summary.completed).toBe(3);
      endless = true;
      const before = site.requests.length;
      const { summary, events } = await run();
      const asked = site.requests.slice(before).filter(({ path }) => path.startsWith("/api/"));
      expect(asked.length).toBeLessThanOrEqual(51);
      const codes = events.flatMap((event) => (event.type === "warning" ? [event.code] : []));
      expect(codes).toContain("catalog_trickles");
      expect(summary.retired).toBe(0);
    },
  );

  it("a MediaWiki continue that repeats ends the crawl", async () => {
    const site = await startPages((path) => {
      const query = new URL(path, "http://a").searchParams;
      const general = {
        generator: "MediaWiki 1.43.0",
        server: "http://127.0.0.1",
        articlepath: "/wiki/$1",
        base: "http://127.0.0.1/wiki/Main",
        sitename: "W",
      };
      const body =
        query.get("meta") === "siteinfo"
          ? {
              batchcomplete: true,
              query: { general, namespaces: { "0": { id: 0, name: "", case: "first-letter" } } },
            }
          : {
              continue: { gapcontinue: "Same", continue: "gapcontinue||" },
              query: {
                pages: [
                  { pageid: 1, ns: 0, title: "Same", lastrevid: 1, revisions: [{ revid: 1, parentid: 0 }] },
                ],
              },
            };
      return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    });
    const { summary, events } = await runEngine(cappedRoot(), {
      source: hastyWiki as unknown as Source<never>,
      sourceOptions: { apiUrl: `${site.url}/w/api.php` },
      thread: "same",
    });
    expect(site.requests.length).toBeLessThan(12);
    const code = events.flatMap((event) => (event.type === "warning" ? [event.code] : []))[0];
    expect([code, summary.discovery]).toEqual(["structure_changed", "failed"]);
    met("H07", "wiki API", `warned ${code}`);
  });
});

let own = "";

const rowOf = (id: string) => ({
  id,
  name: id,
  title: id,
  _about: `${own}/catalogo/${id}`,
  codigo: id,
  denominacion: id,
  url: `${own}/tramites/${id}`,
});

/** Three rows that are known by a first run. */
function wholeList(kind: "ckan" | "datos_gob" | "sia"): object {
  return listOf(kind, ["x1", "x2", "x3"].map(rowOf), 3, null);
}

/** One row that was never there before, and more to come. */
function oneRow(kind: "ckan" | "datos_gob" | "sia", path: string): object {
  token += 1;
  const next = new URL(path, own);
  next.searchParams.set(kind === "datos_gob" ? "_page" : "page", String(token));
  return listOf(kind, [rowOf(`n${token}`)], 100_000, next.href);
}

function listOf(kind: string, rows: readonly object[], total: number, next: string | null): object {
  const link = next === null ? {} : { next };
  if (kind === "ckan") return { success: true, result: { count: total, results: rows } };
  if (kind === "datos_gob") return { result: { items: rows, totalResults: total, ...link } };
  return { procedimientos: rows, total, ...link };
}
