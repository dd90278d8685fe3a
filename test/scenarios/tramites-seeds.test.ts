import { appendFileSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  collect,
  fetchLogOf,
  jsonIn,
  levada,
  metasOf,
  officesRoot,
  openOffices,
  pathOf,
  plainRow,
  queueOf,
  rowOf,
} from "../kit/offices.ts";
import { startPages } from "../kit/site.ts";

it("P5: the registry's own seeds are fetched, those that no list names too", async () => {
  const offices = await openOffices();
  const [unlisted = ""] = offices.seedUrls;
  const root = officesRoot([
    rowOf(offices, "sede", { access_method: "seed", sitemap_urls: [], seed_urls: [unlisted] }),
  ]);
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ completed: 1, discovered: 1, exit_code: 0 });
  expect(offices.sede.requests.map(({ path }) => path)).toEqual(["/robots.txt", pathOf(unlisted)]);
  expect(queueOf(root)).toMatchObject([{ url: unlisted, method: "seed", source_id: "sede", lastmod: null }]);
});

it("P5: a page that is added by command is added once, however it is spelled, and fetched with --only seed", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([rowOf(offices, "sede")]);
  const url = `${sede.url}/tramites/tarjeta-sanitaria-europea`;
  const added = [];
  for (const spelling of [url, `${url}/?utm_source=correo#plazos`, url]) {
    const { code, stdout } = await levada(root, "seed", "add", spelling, "--json");
    added.push([code, (JSON.parse(stdout) as { added: boolean }).added]);
  }
  expect(added).toEqual([
    [0, true],
    [0, false],
    [0, false],
  ]);
  appendFileSync(root.file("data/ingestion/seeds.txt"), `${sede.url}/tramites/fe-de-vida\n`);
  expect(readFileSync(root.file("data/ingestion/seeds.txt"), "utf8").match(/europea/g)?.length).toBe(1);
  const run = await levada(root, "ingest", "tramites", "--only", "seed", "--json");
  expect(run.code).toBe(0);
  expect(sede.requests.map(({ path }) => path).toSorted()).toEqual([
    "/robots.txt",
    "/tramites/fe-de-vida",
    "/tramites/tarjeta-sanitaria-europea",
  ]);
  for (const item of queueOf(root)) expect(item).toMatchObject({ source_id: "seed", method: "seed" });
  for (const { source_id } of metasOf(root, sede).values()) expect(source_id).toBe("seed");
});

it("P5: a page that is both a seed and listed is fetched once", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const seeds = [`${sede.url}/tramites/fe-de-vida?utm_source=x`];
  const root = officesRoot([rowOf(offices, "sede", { seed_urls: seeds })]);
  await collect(root);
  expect(sede.requests.filter(({ path }) => path.startsWith("/tramites/fe-de-vida")).length).toBe(1);
});

it.each([
  ["a URL that is none", ["seed", "add", "no-es-una-url"]],
  ["a source that takes none", ["seed", "add", "https://example.es/a", "--source", "usgs"]],
  ["a source id that nobody has", ["ingest", "tramites", "--only", "cede"]],
])("P5: %s is refused with exit 2, and nothing is written", async (_, words) => {
  const offices = await openOffices();
  const root = officesRoot([rowOf(offices, "sede")]);
  const before = root.listing();
  const { code, stderr } = await levada(root, ...words);
  expect(code).toBe(2);
  expect(stderr.trim().split("\n").length).toBe(1);
  expect(root.listing()).toEqual(before);
});

it("P6: the queue tells of everything found, how, when, and how it stands, in exactly these fields", async () => {
  const site = await startPages((path) => {
    if (path === "/tramites/falta") return undefined;
    if (path === "/tramites/retirado") return { status: 410 };
    if (path === "/tramites/mal") return { status: 400 };
    return path === "/robots.txt" ? "User-agent: *\nDisallow: /tramites/privado\n" : `<html>${path}`;
  });
  const busy = await startPages((path) =>
    path === "/robots.txt" ? undefined : { status: 503, headers: { "retry-after": "3600" } },
  );
  const paths = ["bien", "falta", "retirado", "mal", "privado"];
  const root = officesRoot([
    plainRow("uno", site.url, {
      access_method: "seed",
      seed_urls: paths.map((path) => `${site.url}/tramites/${path}`),
    }),
    plainRow("dos", busy.url, { access_method: "seed", seed_urls: [`${busy.url}/tramites/luego`] }),
  ]);
  const before = Date.now();
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ completed: 1, failed: 1, skipped: 3, pending: 1, exit_code: 3 });
  const file = jsonIn<{ updated_at: string; items: object[] }>(root, "data/ingestion/discovery_queue.json");
  expect(Object.keys(file)).toEqual(["updated_at", "items"]);
  expect(Date.parse(file.updated_at)).toBeGreaterThanOrEqual(before);
  const fields = ["url", "source_id", "method", "discovered_at", "lastmod", "state", "reason"];
  for (const item of file.items) expect(Object.keys(item)).toEqual(fields);
  const states = queueOf(root).map(({ url, source_id, state, reason }) => [
    pathOf(url),
    source_id,
    state,
    reason,
  ]);
  expect(states.toSorted()).toEqual([
    ["/tramites/bien", "uno", "completed", null],
    ["/tramites/falta", "uno", "skipped", "not_found"],
    ["/tramites/luego", "dos", "pending", expect.any(String)],
    ["/tramites/mal", "uno", "failed", "fetch_failed"],
    ["/tramites/privado", "uno", "skipped", "robots_disallowed"],
    ["/tramites/retirado", "uno", "skipped", "gone"],
  ]);
  expect(site.requests.map(({ path }) => path)).not.toContain("/tramites/privado");
  const outcomes = fetchLogOf(root).map(({ url, status, outcome }) => [pathOf(url), status, outcome]);
  expect(outcomes.toSorted()).toEqual([
    ["/tramites/bien", 200, "new"],
    ["/tramites/falta", 404, "fetch_failed"],
    ["/tramites/luego", 503, "pending"],
    ["/tramites/mal", 400, "fetch_failed"],
    ["/tramites/privado", null, "disallowed"],
    ["/tramites/retirado", 410, "gone"],
  ]);
});
