import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Offices, startOffices } from "./offices.ts";

let offices: Offices;
const ask = (path: string) => fetch(`${offices.ayuntamiento.url}${path}`, { redirect: "manual" });
const text = async (path: string) => (await ask(path)).text();
const hrefs = (page: string) =>
  [...page.matchAll(/<a href="([^"]+)"/g)].map((match) => (match[1] ?? "").replaceAll("&amp;", "&"));

beforeAll(async () => {
  offices = await startOffices({ today: "2026-03-04" });
});
afterAll(() => offices.close());

/** Breadth first, along plain paths only, so that no trap is entered. */
async function depths(): Promise<ReadonlyMap<string, number>> {
  const found = new Map([["/", 0]]);
  for (const [path, depth] of found) {
    for (const href of hrefs(await text(path))) {
      if (/^\/(?:areas|tramites)\/[\w/-]+$/.test(href) && !found.has(href)) found.set(href, depth + 1);
    }
  }
  return found;
}

describe("the way to a procedure", () => {
  it.each([
    ["/areas/padron", 1],
    ["/tramites/empadronamiento", 2],
    ["/tramites/cedula-urbanistica", 3],
    ["/tramites/comedor-social", 3],
    ["/tramites/recurso-baja-padron", 4],
    ["/tramites/alegaciones-plan-general", 4],
  ])("to %s is %i links long", async (path, depth) => {
    expect((await depths()).get(path)).toBe(depth);
  });

  it("is the only one: there are neither sitemap nor feed", async () => {
    expect([(await ask("/sitemap.xml")).status, (await ask("/rss.xml")).status]).toEqual([404, 404]);
  });
});

describe("one page at several addresses", () => {
  it("has the same bytes as a node", async () => {
    expect(await text("/node/17")).toBe(await text("/tramites/empadronamiento"));
    expect(hrefs(await text("/"))).toContain("/node/17");
  });

  it("has other bytes to print, which name the page that counts", async () => {
    const path = "/tramites/empadronamiento";
    const print = await text(`${path}?vista=imprimir`);
    expect(hrefs(await text(path))).toContain(`${path}?vista=imprimir`);
    expect(print).toContain(`<link rel="canonical" href="${offices.ayuntamiento.url}${path}">`);
    expect(print).not.toBe(await text(path));
  });

  it("is reached from a stub under 1 KB that sends the reader on", async () => {
    const stub = await text("/tramites/padron");
    expect(stub.length).toBeLessThan(1024);
    expect(stub).toContain("url=/tramites/empadronamiento");
  });

  it("is not another page with the same path, where a parameter decides", async () => {
    const links = hrefs(await text("/")).filter((href) => href.includes("vgnextoid"));
    expect(new Set(links.map((href) => href.replace(/\?.*/, ""))).size).toBe(1);
    const pages = await Promise.all(links.map(text));
    expect(pages[0]).toContain("Tarjeta de transporte para mayores");
    expect(pages[1]).toContain("Registro de animales de compañía");
  });
});

describe("links that are not to be followed", () => {
  it("go to other hosts, to other schemes, to what is forbidden, or say so", async () => {
    const home = await text("/");
    for (const href of [
      offices.sede.url,
      offices.comunidad.url,
      "mailto:",
      "tel:",
      "javascript:",
      "/admin/",
    ]) {
      expect(
        hrefs(home).some((link) => link.startsWith(href)),
        href,
      ).toBe(true);
    }
    expect(home).toContain('<a href="/nofollow/promocion" rel="nofollow">');
    expect(await text("/enlaces-externos")).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(await text("/robots.txt")).toContain("Disallow: /admin/");
  });
});

describe("traps", () => {
  /** Follows, `steps` times, the last new link that looks like the trap. */
  async function follow(start: string, trap: RegExp, steps: number): Promise<ReadonlySet<string>> {
    const seen = new Set([start]);
    let url = new URL(start, offices.ayuntamiento.url);
    for (let step = 0; step < steps; step++) {
      const links = hrefs(await (await fetch(url)).text()).map((href) => new URL(href, url));
      const next = links.findLast(
        (link) => trap.test(link.pathname + link.search) && !seen.has(link.pathname + link.search),
      );
      if (next === undefined) return seen;
      url = next;
      seen.add(url.pathname + url.search);
    }
    return seen;
  }

  it.each([
    ["a calendar", "/agenda?mes=2026-01", /^\/agenda/],
    ["a session in every address", "/consulta/1", /PHPSESSID/],
    ["folders that repeat", "/mapa/a/b/", /^\/mapa/],
    ["a next page for ever", "/anuncios?pagina=1", /^\/anuncios/],
  ])("%s has no end", async (_, start, trap) => {
    expect(hrefs(await text("/"))).toContain(start);
    expect((await follow(start, trap, 50)).size).toBe(51);
  });

  it("of filters gives every order an address", async () => {
    expect((await follow("/buscador?area=padron", /^\/buscador/, 10)).size).toBe(4);
    const one = await text("/buscador?area=padron&tipo=licencia&canal=presencial&orden=fecha");
    const other = await text("/buscador?orden=fecha&canal=presencial&tipo=licencia&area=padron");
    expect(one).toBe(other);
  });

  it("of a board repeats its last page", async () => {
    const plain = async (page: number) =>
      (await text(`/anuncios?pagina=${page}`)).replaceAll(/pagina=\d+/g, "");
    expect(await plain(9)).toBe(await plain(3));
    expect(await plain(2)).not.toBe(await plain(3));
  });

  it("of pages that are not there says 200", async () => {
    const answer = await ask("/tramites/no-existe");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("Página no encontrada");
  });
});
