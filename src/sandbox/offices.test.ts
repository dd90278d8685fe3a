import { request } from "node:http";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Offices, type OfficesOptions, registryOf, startOffices } from "./offices.ts";

const PAGE = "/tramites/ayuda-nacimiento-adopcion";

let open: Offices[] = [];
async function start(options: OfficesOptions = {}): Promise<Offices> {
  const offices = await startOffices({ today: "2026-03-04", ...options });
  open.push(offices);
  return offices;
}
afterEach(async () => {
  await Promise.all(open.map((offices) => offices.close()));
  open = [];
});

const get = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { headers, redirect: "manual" });
const lastmodIn = (xml: string, path: string) => new RegExp(`${path}</loc><lastmod>([^<]+)`).exec(xml)?.[1];

describe("content", () => {
  it("is the same for the same seed, and other for another", async () => {
    const texts = await Promise.all(
      [{}, {}, { seed: 2 }].map(async (options) => {
        const { sede, comunidad } = await start(options);
        const pages = ["/tramites/fe-de-vida", "/tramites/vida-laboral", PAGE].map((path) =>
          get(`${sede.url}${path}`),
        );
        const file = await get(`${comunidad.url}/procedimientos/documentos/bases-autoconsumo.docx`);
        const parts = await Promise.all((await Promise.all(pages)).map((page) => page.text()));
        return [...parts, Buffer.from(await file.arrayBuffer()).toString("base64")].join("\n");
      }),
    );
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(texts[2]);
  });

  it("is dated by the day in Madrid where none is given", async () => {
    const offices = await startOffices();
    open.push(offices);
    expect(Math.abs(Date.parse(offices.today) - Date.now())).toBeLessThan(2 * 86_400_000);
  });
});

describe("the journal", () => {
  it("keeps every request with its answer, by office", async () => {
    const { sede, comunidad } = await start();
    await get(`${sede.url}${PAGE}?a=1`, { "user-agent": "prueba" });
    await get(`${sede.url}/nada`);
    await get(`${sede.url}/nada`);
    expect(sede.requests.map(({ method, path, status }) => [method, path, status])).toEqual([
      ["GET", `${PAGE}?a=1`, 200],
      ["GET", "/nada", 404],
      ["GET", "/nada", 404],
    ]);
    expect(sede.requests[0]?.headers["user-agent"]).toBe("prueba");
    expect(sede.counts()).toEqual(
      new Map([
        [`${PAGE}?a=1`, 1],
        ["/nada", 2],
      ]),
    );
    expect([sede.count(PAGE), sede.count(/^\/na/), comunidad.requests.length]).toEqual([1, 2, 0]);
    sede.forget();
    expect(sede.requests).toEqual([]);
  });
});

describe("changes", () => {
  async function seen({ sede }: Offices) {
    const answer = await get(`${sede.url}${PAGE}`);
    const sitemap = await (await get(`${sede.url}/sitemap-tramites.xml`)).text();
    const index = await (await get(`${sede.url}/sitemap.xml`)).text();
    return {
      body: await answer.text(),
      etag: answer.headers.get("etag") ?? "",
      modified: answer.headers.get("last-modified") ?? "",
      lastmod: lastmodIn(sitemap, PAGE) ?? "",
      index: /sitemap-tramites.xml<\/loc><lastmod>([^<]+)/.exec(index)?.[1],
    };
  }

  it("of a page's text are seen in all of its signs", async () => {
    const offices = await start();
    const before = await seen(offices);
    offices.sede.change(PAGE);
    const after = await seen(offices);
    for (const sign of ["body", "etag", "modified", "lastmod", "index"] as const)
      expect(after[sign], sign).not.toBe(before[sign]);
    const asked = { "if-none-match": before.etag, "if-modified-since": before.modified };
    expect((await get(`${offices.sede.url}${PAGE}`, asked)).status).toBe(200);
  });

  it("of its date alone leave text and tag", async () => {
    const offices = await start();
    const before = await seen(offices);
    offices.sede.touchLastmod(PAGE);
    const after = await seen(offices);
    expect([after.body, after.etag]).toEqual([before.body, before.etag]);
    for (const sign of ["modified", "lastmod", "index"] as const)
      expect(after[sign], sign).not.toBe(before[sign]);
  });

  it("are made at the time of a clock that was given", async () => {
    const offices = await start({ clock: () => Date.parse("2026-05-06T07:08:09Z") });
    offices.sede.change(PAGE);
    expect((await seen(offices)).modified).toBe("Wed, 06 May 2026 07:08:09 GMT");
  });

  it.each([404, 410] as const)("take a page away with %i, from lists too", async (status) => {
    const { sede } = await start();
    const before = (await get(`${sede.url}/sitemap-tramites.xml`)).headers.get("last-modified") ?? "";
    sede.remove(PAGE, status);
    expect((await get(`${sede.url}${PAGE}`)).status).toBe(status);
    const sitemap = await get(`${sede.url}/sitemap-tramites.xml`, { "if-modified-since": before });
    expect(sitemap.status).toBe(200);
    expect(await sitemap.text()).not.toContain(PAGE);
    expect(() => sede.change(PAGE)).toThrow(`there is no page ${PAGE}`);
  });

  it.each([
    ["sede", "/tramites/nuevo-bono", "/sitemap-general.xml.gz"],
    ["comunidad", "/procedimientos/nuevo-bono", "/"],
    ["ayuntamiento", "/tramites/nuevo-bono", "/areas/padron"],
  ] as const)("at %s add the page %s, which %s names", async (name, path, list) => {
    const office = (await start())[name];
    office.add({ path });
    expect(await (await get(`${office.url}${path}`)).text()).toContain("<h1>Nuevo bono</h1>");
    const bytes = Buffer.from(await (await get(`${office.url}${list}`)).arrayBuffer());
    expect((list.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString()).toContain(path);
  });

  it.each(["boe", "datos"] as const)("add a page at %s", async (name) => {
    const office = (await start())[name];
    office.add({ path: "/ayuda", title: "Cómo usar" });
    expect(await (await get(`${office.url}/ayuda`)).text()).toContain("Cómo usar");
  });

  it("add a page as it is given", async () => {
    const { sede } = await start();
    sede.add({ path: "/a.bin", type: "application/x-prueba", body: new Uint8Array([1, 2]), listed: false });
    const answer = await get(`${sede.url}/a.bin`);
    expect([answer.headers.get("content-type"), (await answer.arrayBuffer()).byteLength]).toEqual([
      "application/x-prueba",
      2,
    ]);
  });

  it("cut the compressed sitemap, and mend it", async () => {
    const offices = await start();
    const load = async () =>
      Buffer.from(await (await get(`${offices.sede.url}/sitemap-general.xml.gz`)).arrayBuffer());
    const whole = await load();
    offices.cutSitemap();
    const cut = await load();
    expect(cut.equals(whole.subarray(0, whole.length >> 1))).toBe(true);
    expect(() => gunzipSync(cut)).toThrow("unexpected end of file");
    offices.cutSitemap(false);
    expect((await load()).equals(whole)).toBe(true);
  });

  it("of every kind of page of the community show in its bytes", async () => {
    const { comunidad } = await start();
    const load = async (path: string) =>
      Buffer.from(await (await get(`${comunidad.url}${path}`)).arrayBuffer());
    const paths = [
      "/actualidad/ruta-del-agua",
      "/procedimientos/carne-joven",
      "guia-renta-inclusion.pdf",
      "bases-autoconsumo.docx",
      "bases-rehabilitacion.odt",
    ].map((path) => (path.startsWith("/") ? path : `/procedimientos/documentos/${path}`));
    for (const path of paths) {
      const before = await load(path);
      comunidad.change(path);
      expect((await load(path)).equals(before), path).toBe(false);
    }
  });
});

describe("faults", () => {
  it("answer with a status, as often as they should, and say when to come back", async () => {
    const { sede } = await start();
    sede.fail(PAGE, 429, { times: 2, retryAfter: 7 });
    const answers = [];
    for (let nth = 0; nth < 3; nth++) {
      const { status, headers } = await get(`${sede.url}${PAGE}?n=${nth}`);
      answers.push([status, headers.get("retry-after")]);
    }
    expect(answers).toEqual([
      [429, "7"],
      [429, "7"],
      [200, null],
    ]);
    expect(sede.requests.map(({ status }) => status)).toEqual([429, 429, 200]);
  });

  it("last until they are mended", async () => {
    const { sede } = await start();
    sede.fail(/^\/tramites\//g, 503);
    const statuses = async () => [
      (await get(`${sede.url}${PAGE}`)).status,
      (await get(`${sede.url}/aviso-legal`)).status,
    ];
    expect(await statuses()).toEqual([503, 200]);
    expect(await statuses()).toEqual([503, 200]);
    sede.mend();
    expect(await statuses()).toEqual([200, 200]);
  });

  it("hold an answer back", async () => {
    const { sede } = await start();
    sede.delay(PAGE, 60);
    const begun = performance.now();
    expect((await get(`${sede.url}${PAGE}`)).status).toBe(200);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(59);
  });

  it("leave a request without an answer, which the journal shows", async () => {
    const { sede } = await start();
    sede.hang(PAGE);
    const waiting = fetch(`${sede.url}${PAGE}`, { signal: AbortSignal.timeout(100) });
    await expect(waiting).rejects.toThrow("timeout");
    expect(sede.requests.map(({ status }) => status)).toEqual([undefined]);
  });

  it("close one office and leave the others", async () => {
    const offices = await start();
    await offices.close("comunidad");
    await expect(get(`${offices.comunidad.url}/`)).rejects.toThrow("fetch failed");
    expect((await get(`${offices.sede.url}/`)).status).toBe(200);
  });

  it.each([
    ["a word that cannot be decoded", "/apidata/catalog/dataset/title/%E0", 500],
    ["two slashes", "//nada", 404],
    ["the address of a proxy's client", "http://otro.example/", 400],
  ])("of the client's own making end nothing: %s", async (_, path, status) => {
    const { datos } = await start();
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    request({ port: new URL(datos.url).port, path }, (answer) => resolve(answer.resume().statusCode))
      .on("error", reject)
      .end();
    expect(await promise).toBe(status);
    expect((await get(`${datos.url}/`)).status).toBe(200);
  });

  it("give other rules to robots, or none", async () => {
    const { sede } = await start();
    const robots = async () => {
      const answer = await get(`${sede.url}/robots.txt`);
      return `${answer.status} ${await answer.text()}`;
    };
    const own = await robots();
    sede.robots("User-agent: *\nDisallow: /\n");
    expect(await robots()).toBe("200 User-agent: *\nDisallow: /\n");
    sede.robots({ status: 503 });
    expect(await robots()).toMatch(/^503/);
    sede.robots(undefined);
    expect(await robots()).toBe(own);
  });
});

describe("opening", () => {
  it("takes the ports that are asked for, or opens none of them", async () => {
    const first = await start();
    const port = Number(new URL(first.boe.url).port);
    await expect(startOffices({ ports: { boe: port } })).rejects.toThrow("EADDRINUSE");
    await first.close();
    expect((await start({ ports: { boe: port } })).boe.url).toBe(first.boe.url);
  });

  it("gives every office a host of its own", async () => {
    const { all } = await start();
    expect(new Set(all.map(({ host }) => host)).size).toBe(5);
  });
});

describe("for the source of procedures", () => {
  it("there is a registry, all of whose addresses answer", async () => {
    const offices = await start();
    const { sources } = parse(registryOf(offices)) as { sources: Record<string, string | string[]>[] };
    expect(sources.map(({ id }) => id)).toEqual([
      "sede",
      "comunidad",
      "ayuntamiento",
      "boe",
      "datos-ckan",
      "datos-gob",
      "sia",
    ]);
    for (const source of sources) {
      const addresses = [
        source["portal_url"],
        source["sitemap_urls"],
        source["feed_urls"],
        source["api_url"],
      ].flat();
      for (const address of addresses.filter((one) => one !== undefined)) {
        const url =
          source["api_kind"] === "boe" && address === source["api_url"]
            ? `${address}/boe/sumario/20260304`
            : address;
        expect((await get(url)).status, url).toBe(200);
      }
    }
  });

  it("there are pages to start from, one of which nothing else names", async () => {
    const offices = await start();
    for (const url of offices.seedUrls) expect((await fetch(url)).status, url).toBe(200);
    const listed = offices.sede.pages.listed().map(({ path }) => `${offices.sede.url}${path}`);
    expect(listed).not.toContain(offices.seedUrls[0]);
    expect(listed).toContain(offices.seedUrls[1]);
  });
});
