import { expect, it } from "vitest";
import { collect, metasOf, officesRoot, openOffices, pathOf, queueOf, rowOf } from "../kit/offices.ts";

const FEEDS = ["/rss/novedades.xml", "/atom/procedimientos.xml", "/rdf/anuncios.rdf"];

it("P2: feeds in three formats give what they list of the office, with its dates", async () => {
  const offices = await openOffices();
  const { comunidad } = offices;
  const root = officesRoot([rowOf(offices, "comunidad")]);
  const { summary } = await collect(root);
  const listed = comunidad.pages.listed();
  const wanted = listed.filter(({ path }) => path.startsWith("/procedimientos/"));
  expect(summary).toMatchObject({
    completed: wanted.length,
    filtered: listed.length - wanted.length,
    exit_code: 0,
  });
  expect(FEEDS.map((path) => comunidad.count(path))).toEqual([1, 1, 1]);
  expect(comunidad.requests.length).toBe(1 + FEEDS.length + wanted.length);
  const found = queueOf(root).map(({ url, method, lastmod }) => [plainPath(url), method, lastmod]);
  const dates = wanted.map(({ path, lastmod }) => [path, "feed", lastmod.toISOString().replace(".000", "")]);
  expect(found.toSorted()).toEqual(dates.toSorted());
});

/** As the office knows the page, whatever the feed has added to its address. */
function plainPath(url: string): string {
  return pathOf(url)
    .replace(/[?;].*$/s, "")
    .replace(/\/$/, "");
}

it("P2: a second run asks for new entries, for those with a new date, and for no others", async () => {
  const offices = await openOffices();
  const { comunidad } = offices;
  const root = officesRoot([rowOf(offices, "comunidad")]);
  await collect(root);
  comunidad.forget();
  comunidad.add({ path: "/procedimientos/bono-nuevo" });
  comunidad.change("/procedimientos/carne-joven");
  const { summary } = await collect(root);
  const asked = comunidad.requests.filter(({ path }) => !FEEDS.includes(path));
  expect(asked.map(({ path }) => plainPath(`${comunidad.url}${path}`)).toSorted()).toEqual([
    "/procedimientos/bono-nuevo",
    "/procedimientos/carne-joven",
  ]);
  expect(summary).toMatchObject({ completed: 2, exit_code: 0 });
  expect([...metasOf(root, comunidad).keys()].map((path) => plainPath(`${comunidad.url}${path}`))).toContain(
    "/procedimientos/bono-nuevo",
  );
});

it("P2: what a feed no longer shows stays: it never shows everything", async () => {
  const offices = await openOffices();
  const { comunidad } = offices;
  const root = officesRoot([rowOf(offices, "comunidad")]);
  const { summary: first } = await collect(root);
  comunidad.remove("/procedimientos/carne-joven");
  comunidad.forget();
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ retired: 0, discovered: first.discovered - 1, exit_code: 0 });
  expect(metasOf(root, comunidad).size).toBe(first.completed);
  expect(comunidad.count(/carne-joven/)).toBe(0);
});
