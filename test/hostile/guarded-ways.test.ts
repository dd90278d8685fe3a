/**
 * Class A by the ways that are not listings: redirects, links and meta refreshes of pages, the user's seeds, the API of a
 * wiki, links that are looked at again, webhooks. The private network is closed, and a canary inside counts connections.
 */
import { isIPv6 } from "node:net";
import { describe, expect, it } from "vitest";
import { MisuseError } from "../../src/domain/errors.ts";
import { postWebhook } from "../../src/infrastructure/hooks/webhook.ts";
import { createTransport } from "../../src/infrastructure/http/transport.ts";
import type { Source } from "../../src/index.ts";
import { site as siteSource } from "../../src/sources/site/source.ts";
import { type EngineRun, runEngine } from "../kit/engine.ts";
import { ADDRESSES, DISGUISES, HOSTILE_NAMES, urlOf } from "../kit/hostile-addresses.ts";
import { sideBySide } from "../kit/side-by-side.ts";
import { cappedRoot, checkHealth, hastyTramites, hastyWiki, registryRow } from "../kit/hostile-ways.ts";
import { serve } from "../kit/http.ts";
import type { RawServer } from "../kit/raw-server.ts";
import { type Site, startPages } from "../kit/site.ts";
import { met } from "./ledger.ts";

interface Target {
  readonly id: string;
  readonly url: string;
}

const names: Readonly<Record<string, readonly string[]>> = {
  ...HOSTILE_NAMES,
  "good.example": ["127.0.0.1"],
};
const resolve = async (name: string) =>
  (names[name] ?? []).map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));

function targetsAt({ port }: RawServer): readonly Target[] {
  return [
    ...ADDRESSES.map((address) => ({ id: address.id, url: urlOf(address, port, `/tramites/${address.id}`) })),
    ...DISGUISES.map(([id, , href]) => ({ id, url: href.replace("{port}", String(port)) })),
  ];
}

const LISTED_ONLY = {
  ...registryRow("B", "page", new URL("http://site.example/"), ""),
  seed_urls: [],
  access_method: "informational",
};

const canary = () => serve((socket) => void socket.end());
const named = (site: Site) => `site.example:${site.host.split(":")[1]}`;
/** A header holds a character for each byte. */
const location = (url: string) => ({
  status: 302,
  headers: { location: Buffer.from(url).toString("latin1") },
});
const page = (text: string, head = "") => ({
  headers: { "content-type": "text/html" },
  body: `<!doctype html><html><head>${head}</head><body><h1>${text}</h1></body></html>`,
});
const attribute = (url: string) => url.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

const REFUSED =
  /^(?:skipped|failed) (?:address_refused|fetch_failed|outside_scope)$|^pending robots_unavailable$/;

function endingAt({ events }: EngineRun, isIt: (url: string) => boolean): string {
  for (const event of events)
    if ((event.type === "failed" || event.type === "skipped" || event.type === "pending") && isIt(event.url))
      return `${event.type} ${event.reason}`;
  return "";
}

describe("class A, with the private network closed", () => {
  it("redirects of pages are refused by name, and nothing connects", async () => {
    const inside = await canary();
    const targets = targetsAt(inside);
    const site = await startPages((path) => {
      const target = targets.find(({ id }) => path === `/tramites/to-${id}`);
      return target === undefined ? undefined : location(target.url);
    });
    const own = `http://${named(site)}`;
    const row = {
      ...registryRow("A", "page", new URL(own), ""),
      seed_urls: targets.map(({ id }) => `${own}/tramites/to-${id}`),
    };
    const run = await runEngine(cappedRoot(), {
      source: hastyTramites as unknown as Source<never>,
      allowPrivate: false,
      reachable: [named(site)],
      resolve,
      sourceOptions: { registry: { path: "registry.yaml", text: JSON.stringify({ sources: [row] }) } },
    });
    expect(run.summary).toMatchObject({ discovered: targets.length, completed: 0 });
    for (const { id } of targets) {
      const end = endingAt(run, (url) => url.endsWith(`/tramites/to-${id}`));
      expect([id, end]).toEqual([id, expect.stringMatching(REFUSED)]);
      met(id, "redirect of a page", end);
    }
    expect(inside.connections()).toBe(0);
  });

  it("links and meta refreshes of a site's pages are not followed", async () => {
    const inside = await canary();
    const targets = targetsAt(inside);
    const refreshing = (id: string) => `/refresh-${id.toLowerCase()}`;
    const site = await startPages((path) => {
      if (path === "/") {
        const links = [...targets.map(({ url }) => url), ...targets.map(({ id }) => refreshing(id))];
        return page(links.map((url) => `<a href="${attribute(url)}">x</a>`).join("\n"));
      }
      const target = targets.find(({ id }) => refreshing(id) === path);
      if (target === undefined) return undefined;
      return page(target.id, `<meta http-equiv="refresh" content="0; url=${attribute(target.url)}">`);
    });
    const run = await runEngine(cappedRoot(), {
      source: siteSource as unknown as Source<never>,
      allowPrivate: false,
      reachable: [named(site)],
      resolve,
      sourceOptions: { url: `http://${named(site)}/` },
    });
    expect(inside.connections()).toBe(0);
    expect(run.summary).toMatchObject({ completed: 1 + targets.length, failed: 0, pending: 0 });
    const asked = site.requests.map(({ path }) => path);
    met("B21", "crawl of a site", "completed, not followed");
    for (const { id } of targets) {
      expect(asked).toContain(refreshing(id));
      met(id, "link of a page", "not followed: another site");
      met(id, "meta refresh of a page", "completed, not followed");
    }
  });

  it("seeds of the user's are refused by name", async () => {
    const inside = await canary();
    const targets = targetsAt(inside);
    const run = await runEngine(cappedRoot(), {
      source: hastyTramites as unknown as Source<never>,
      allowPrivate: false,
      resolve,
      sourceOptions: {
        registry: { path: "registry.yaml", text: JSON.stringify({ sources: [LISTED_ONLY] }) },
        seeds: { path: "seeds.txt", text: targets.map(({ url }) => `${url}\n`).join("") },
      },
    });
    expect(run.summary.completed).toBe(0);
    const told = run.events.flatMap((event) =>
      event.type === "warning" && event.code === "seed" ? [/seeds\.txt:(\d+):/.exec(event.message)?.[1]] : [],
    );
    const lines = new Set(told);
    for (const [at, { id, url }] of targets.entries()) {
      const href = URL.parse(url)?.href;
      const known = targets.findIndex((one) => URL.parse(one.url)?.href === href);
      const end = lines.has(String(at + 1))
        ? "warned seed"
        : endingAt(run, (of) => URL.parse(of)?.href === href || (known !== at && of === href));
      // Of two spellings of one address the first counts.
      const outcome =
        end === "" && run.summary.skipped + run.summary.pending > 0 ? "another spelling was refused" : end;
      expect([id, outcome]).toEqual([id, expect.stringMatching(/^warned seed$|refused|unavailable/)]);
      met(id, "seed", outcome);
    }
    expect(inside.connections()).toBe(0);
  });

  it("the API of a wiki, and where it redirects to, is refused by name", async () => {
    const inside = await canary();
    const targets = targetsAt(inside);
    const site = await startPages((path) => {
      const target = targets.find(({ id }) => path.startsWith(`/${id}/api.php`));
      return target === undefined ? undefined : location(target.url);
    });
    const ask = async (apiUrl: string): Promise<string> => {
      try {
        const { events, summary } = await runEngine(cappedRoot(), {
          source: hastyWiki as unknown as Source<never>,
          allowPrivate: false,
          reachable: [named(site)],
          resolve,
          thread: "same",
          sourceOptions: { apiUrl },
        });
        expect(summary).toMatchObject({ completed: 0, discovery: "failed" });
        const warning = events.find((event) => event.type === "warning");
        return warning?.type === "warning" ? `warned ${warning.code}` : "";
      } catch (error) {
        if (error instanceof MisuseError) return "refused as misuse";
        throw error;
      }
    };
    await sideBySide(targets, async ({ id, url }) => {
      const outcomes = [await ask(url), await ask(`http://${named(site)}/${id}/api.php`)] as const;
      for (const outcome of outcomes)
        expect([id, outcome]).toEqual([
          id,
          expect.stringMatching(
            /^warned (?:address_refused|redirect_refused|outside_scope|unexpected_content)$|misuse/,
          ),
        ]);
      met(id, "wiki API", outcomes[0]);
      met(id, "redirect of a wiki API", outcomes[1]);
    });
    expect(inside.connections()).toBe(0);
  });

  it("links that are looked at again, and where they redirect to, are refused by name", async () => {
    const inside = await canary();
    const targets = targetsAt(inside);
    const site = await startPages((path) => {
      const target = targets.find(({ id }) => path === `/to-${id}`);
      return target === undefined ? undefined : location(target.url);
    });
    const urls = new Map(
      targets.flatMap(({ id, url }) => [
        [id, url],
        [`${id}-to`, `http://${named(site)}/to-${id}`],
      ]),
    );
    const health = await checkHealth(urls, { allowPrivate: false, reachable: [named(site)], resolve });
    for (const { id } of targets) {
      const outcomes = [health.get(id) ?? "", health.get(`${id}-to`) ?? ""] as const;
      for (const outcome of outcomes)
        expect([id, outcome]).toEqual([
          id,
          expect.stringMatching(/^(?:failed (?:address_refused|redirect_refused|host_down)|held)$/),
        ]);
      met(id, "health check", outcomes[0]);
      met(id, "redirect in a health check", outcomes[1]);
    }
    expect(inside.connections()).toBe(0);
  });

  it("webhooks are not told", async () => {
    const inside = await canary();
    const transport = createTransport({ allowPrivate: false, resolve });
    for (const { id, url } of targetsAt(inside)) {
      const problem = await postWebhook(url, "{}", { transport, userAgent: "levada-test" });
      expect([id, problem]).toEqual([id, expect.stringMatching(/^address refused: /)]);
      met(id, "webhook", "address refused");
    }
    await transport.close();
    expect(inside.connections()).toBe(0);
  });
});

describe("a name that is public first, and private when it is asked for again", () => {
  /** The first request is let through, as to a public address; the next ones meet the guard. */
  const rebinding = (count = 1) => {
    let left = count;
    return (host: string) => host.startsWith("rebind.example") && left-- > 0;
  };
  const toLoopback = async () => [{ address: "127.0.0.1", family: 4 }];

  it("is not followed inside: of a document, a page, a wiki and a link", async () => {
    const seen = await startPages((path) =>
      path === "/robots.txt"
        ? undefined
        : path.startsWith("/w/api.php")
          ? '{"error":{"code":"maxlag","info":"later"}}'
          : page("inside"),
    );
    const own = `http://rebind.example:${seen.host.split(":")[1]}`;
    const guarded = { allowPrivate: false, resolve: toLoopback, thread: "same" as const };
    let told = 0;
    const paths = () => {
      const fresh = seen.requests.slice(told);
      told = seen.requests.length;
      return fresh.map(({ path }) => path.replace(/\?.*/s, ""));
    };
    const row = registryRow("A", "page", new URL(own), `${own}/tramites/x`);
    const registry = { path: "registry.yaml", text: JSON.stringify({ sources: [row] }) };
    const asPage = await runEngine(cappedRoot(), {
      ...guarded,
      source: hastyTramites as unknown as Source<never>,
      reachable: rebinding(),
      sourceOptions: { registry },
    });
    expect(endingAt(asPage, () => true)).toBe("skipped address_refused");
    expect(paths()).toEqual(["/robots.txt"]);
    met("A301", "page", "skipped address_refused");
    const asDocument = await runEngine(cappedRoot(), {
      ...guarded,
      reachable: rebinding(),
      sourceOptions: { states: ["TX"], baseUrl: own, catalogs: [{ kind: "html", url: `${own}/catalog` }] },
    });
    expect(asDocument.summary).toMatchObject({ discovery: "failed", completed: 0 });
    expect(paths()).toEqual(["/robots.txt"]);
    met("A301", "document", "warned address_refused");
    const asWiki = await runEngine(cappedRoot(), {
      ...guarded,
      source: hastyWiki as unknown as Source<never>,
      speed: 1000,
      reachable: rebinding(),
      sourceOptions: { apiUrl: `${own}/w/api.php` },
    });
    expect(asWiki.summary).toMatchObject({ completed: 0 });
    expect(paths()).toEqual(["/w/api.php"]);
    met("A301", "wiki API", "warned address_refused");
    const health = await checkHealth(new Map([["a", `${own}/tramites/x`]]), {
      ...guarded,
      reachable: rebinding(),
    });
    expect(health.get("a")).toBe("failed address_refused");
    expect(paths()).toEqual(["/robots.txt"]);
    met("A301", "health check", "failed address_refused");
  });
});
