import { expect, it } from "vitest";
import {
  collect,
  endsOf,
  linesOf,
  metasOf,
  officesRoot,
  openOffices,
  pathOf,
  plainRow,
  queueOf,
  rowOf,
  warningCodes,
} from "../kit/offices.ts";
import { type Site, startPages } from "../kit/site.ts";

const FAR = ["/tramites/recurso-baja-padron", "/tramites/alegaciones-plan-general"];

it("P4: a crawl goes three links deep, stays on its site, keeps to robots.txt and nofollow, and asks for no page twice", async () => {
  const offices = await openOffices();
  const { ayuntamiento, sede, comunidad } = offices;
  const root = officesRoot([rowOf(offices, "ayuntamiento")]);
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ failed: 0, pending: 0, exit_code: 0 });
  const asked = ayuntamiento.counts();
  expect([...asked].filter(([, count]) => count > 1)).toEqual([]);
  expect([...asked.keys()]).toEqual(
    expect.arrayContaining(["/areas/padron", "/areas/padron/mas", "/tramites/baja-inscripcion-indebida"]),
  );
  const depths = linesOf(root).map((line) => Number((line as unknown as { depth: number }).depth));
  expect(Math.max(...depths)).toBe(3);
  for (const path of [...FAR, "/admin/login", "/nofollow/promocion", "/nofollow/desde-meta"])
    expect(ayuntamiento.count(path), path).toBe(0);
  expect([sede.requests.length, comunidad.requests.length]).toEqual([0, 0]);
  for (const { method } of queueOf(root)) expect(method).toBe("crawl");
});

it("P4: traps end: a calendar, sessions, paths that repeat themselves, filters in every order, a list without end", async () => {
  const offices = await openOffices();
  const { ayuntamiento } = offices;
  const run = await collect(officesRoot([rowOf(offices, "ayuntamiento")]));
  expect(ayuntamiento.requests.length).toBeLessThan(100);
  const counts = ["/agenda", "/consulta/", "/mapa/", "/anuncios"].map(
    (trap) => ayuntamiento.requests.filter(({ path }) => path.startsWith(trap)).length,
  );
  expect(counts).toEqual([5, 3, 1, 3]);
  const filters = ayuntamiento.requests.flatMap(({ path }) =>
    path.startsWith("/buscador?") ? [path.slice(10).split("&").toSorted().join("&")] : [],
  );
  expect(new Set(filters).size).toBe(filters.length);
  expect(warningCodes(run)).toEqual(
    expect.arrayContaining(["crawl_repeating_path", "crawl_parameter_order"]),
  );
});

it("P4: a page that two addresses have is stored once, by its canonical address or by its bytes", async () => {
  const offices = await openOffices();
  const { ayuntamiento } = offices;
  const root = officesRoot([rowOf(offices, "ayuntamiento")]);
  const run = await collect(root);
  const stored = metasOf(root, ayuntamiento);
  const twins = ["/node/17", "/tramites/empadronamiento"];
  expect(twins.filter((path) => stored.has(path)).length).toBe(1);
  expect(twins.map((path) => endsOf(run).get(path)).filter((end) => end !== undefined)).toEqual([
    "skipped duplicate",
  ]);
  const hashes = [...stored.values()].map(({ sha256 }) => sha256);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect([...stored.keys()].filter((path) => path.startsWith("/consulta/")).length).toBe(3);
  const vignettes = [...stored.keys()].filter((path) => path.includes("vgnextoid="));
  expect(vignettes.length).toBe(2);
});

it("P4: a second crawl follows the links of pages that are as they were, and finds what is new", async () => {
  const offices = await openOffices();
  const { ayuntamiento } = offices;
  const root = officesRoot([rowOf(offices, "ayuntamiento")]);
  await collect(root);
  ayuntamiento.forget();
  ayuntamiento.add({ path: "/tramites/tarjeta-de-aparcamiento" });
  const { summary } = await collect(root);
  expect(ayuntamiento.count("/tramites/tarjeta-de-aparcamiento")).toBe(1);
  expect([...ayuntamiento.counts().values()].every((count) => count === 1)).toBe(true);
  expect(metasOf(root, ayuntamiento).has("/tramites/tarjeta-de-aparcamiento")).toBe(true);
  expect(summary).toMatchObject({ retired: 0, exit_code: 0 });
});

it("P4: a crawl takes 500 pages of a site and no more, and says so", async () => {
  const words = Array.from({ length: 600 }, (_, n) => word(n));
  const links = words.map((name) => `<a href="/tramites/${name}">${name}</a>`).join("\n");
  const site: Site = await startPages((path) => {
    if (path === "/robots.txt") return undefined;
    return `<html><title>${path}</title>${path === "/" ? links : path}`;
  });
  const fast = 'hosts: {"127.0.0.1": {delay_ms: 0, concurrency: 8}}';
  const root = officesRoot([plainRow("uno", site.url, { access_method: "crawl" })], fast);
  const run = await collect(root);
  expect(run.summary).toMatchObject({ completed: 500, discovered: 500, exit_code: 0 });
  expect(site.requests.filter(({ path }) => path !== "/robots.txt").length).toBe(500);
  expect(warningCodes(run)).toEqual(["crawl_page_limit"]);
});

/** Letters only: an address with a number in it is watched for being one of many. */
function word(n: number): string {
  return [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
}

it("P4: depth counts from where the crawl begins, and a link to elsewhere or to a file is not followed further", async () => {
  const other = await startPages({ "/": "<html>" });
  const pages: Record<string, string> = {
    "/": `<html><a href="uno">1</a><a href="${other.url}/">x</a><a href="mailto:a@b.es">m</a><a href="/f.pdf">f</a>`,
    "/uno": '<html><a href="/dos#aqui">2</a><a href="/">0</a>',
    "/dos": '<html><a href="/tres">3</a>',
    "/tres": '<html><a href="/cuatro">4</a>',
    "/cuatro": "<html>",
    "/f.pdf": '%PDF-1.4 <a href="/desde-pdf">x</a>',
  };
  const site = await startPages(pages);
  const root = officesRoot([plainRow("uno", site.url, { access_method: "crawl" })]);
  await collect(root);
  expect(site.requests.map(({ path }) => path)).toEqual([
    "/robots.txt",
    "/",
    "/uno",
    "/f.pdf",
    "/dos",
    "/tres",
  ]);
  expect(other.requests).toEqual([]);
  expect(
    queueOf(root)
      .map(({ url }) => pathOf(url))
      .toSorted(),
  ).toEqual(["/", "/dos", "/f.pdf", "/tres", "/uno"]);
});
