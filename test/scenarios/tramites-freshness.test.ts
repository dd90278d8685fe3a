import { expect, it } from "vitest";
import { showRun } from "../../src/index.ts";
import {
  collect,
  fetchLogOf,
  hurriedCollect,
  linesOf,
  metasOf,
  officesRoot,
  openOffices,
  plainRow,
  rowOf,
  snapshot,
} from "../kit/offices.ts";
import { type Site, startPages } from "../kit/site.ts";

const seeded = (site: Pick<Site, "url">, paths: readonly string[]) =>
  plainRow("uno", site.url, { access_method: "seed", seed_urls: paths.map((path) => `${site.url}${path}`) });

/** Of the ministry: ETag, Last-Modified, both, neither, weak, max-age, Expires, in every combination that occurs. */
const KINDS = 8;

it("P10: a second run asks with what the server gave, does not ask what is fresh, transfers no body of a page with validators, and rewrites nothing", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const pages = sede.pages.listed().slice(0, KINDS);
  const root = officesRoot([
    seeded(
      sede,
      pages.map(({ path }) => path),
    ),
  ]);
  await collect(root);
  const before = snapshot(root, "data/raw");
  expect(Object.keys(before).length).toBe(2 * KINDS + 1);
  sede.forget();
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ unchanged: KINDS, completed: 0, bytes: 0, exit_code: 0 });
  for (const { path, etag, lastModified, cache } of pages) {
    const asked = sede.requests.filter((request) => request.path === path);
    const { etag: tag, last_modified: modified } = metasOf(root, sede).get(path) ?? {};
    if (cache === "max-age" || cache === "expires") {
      expect(asked, path).toEqual([]);
      continue;
    }
    expect(asked.length, path).toBe(1);
    expect(asked[0]?.headers["if-none-match"], path).toBe(etag === undefined ? undefined : tag);
    expect(asked[0]?.headers["if-modified-since"], path).toBe(lastModified === true ? modified : undefined);
    expect(asked[0]?.status, path).toBe(etag === undefined && lastModified === undefined ? 200 : 304);
  }
  expect(snapshot(root, "data/raw")).toEqual(before);
});

it("P10: pages that have changed are fetched, whatever tells of it, and no others are written", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const pages = sede.pages.listed().slice(0, 5);
  const root = officesRoot([
    seeded(
      sede,
      pages.map(({ path }) => path),
    ),
  ]);
  await collect(root);
  const before = metasOf(root, sede);
  const changed = [pages[0], pages[1], pages[3]].flatMap((page) => page?.path ?? []);
  for (const path of changed) sede.change(path);
  const { summary } = await collect(root);
  expect(summary).toMatchObject({ completed: 3, unchanged: 2 });
  for (const { path } of pages) {
    const isNew = metasOf(root, sede).get(path)?.sha256 !== before.get(path)?.sha256;
    expect(isNew, path).toBe(changed.includes(path));
  }
  expect(linesOf(root).length).toBe(8);
  const outcomes = fetchLogOf(root).map(({ outcome }) => outcome);
  expect(outcomes.toSorted()).toEqual(["unchanged", "unchanged", "updated", "updated", "updated"]);
});

it.each([
  ["max-age", { "cache-control": "public, max-age=600" }],
  ["Expires", { expires: new Date(Date.now() + 600_000).toUTCString() }],
])("P10: a page is asked for again when its %s is over", async (_, headers) => {
  const site = await startPages((path) =>
    path === "/robots.txt" ? undefined : { headers, body: "<html>a" },
  );
  const root = officesRoot([seeded(site, ["/tramites/a"])]);
  const asked = async (aheadMs: number) => {
    const before = site.requests.length;
    await hurriedCollect(root, { aheadMs });
    return site.requests.slice(before).filter(({ path }) => path === "/tramites/a").length;
  };
  expect([await asked(0), await asked(60_000), await asked(660_000)]).toEqual([1, 0, 1]);
});

it.each([
  ["no-store", { "cache-control": "no-store, max-age=600" }],
  ["no-cache", { "cache-control": "max-age=600, no-cache" }],
  ["Vary: *", { "cache-control": "max-age=600", vary: "*" }],
  ["an Expires that is no date", { expires: "0" }],
])("P10: with %s a page is stored, and asked for in every run", async (_, headers) => {
  const site = await startPages((path) =>
    path === "/robots.txt" ? undefined : { headers, body: "<html>a" },
  );
  const root = officesRoot([seeded(site, ["/tramites/a"])]);
  await collect(root);
  await collect(root);
  expect(site.requests.filter(({ path }) => path === "/tramites/a").length).toBe(2);
  expect(metasOf(root, site).size).toBe(1);
});

it("P10: a new ETag on the old text is what the next run asks with, and the page is not written anew", async () => {
  let tag = '"one"';
  const site = await startPages((path, _, { headers }) => {
    if (path === "/robots.txt") return undefined;
    if (headers["if-none-match"] === tag) return { status: 304, headers: { etag: tag } };
    return { headers: { etag: tag }, body: "<html>a" };
  });
  const root = officesRoot([seeded(site, ["/tramites/a"])]);
  await collect(root);
  const before = snapshot(root, "data/raw");
  tag = '"two"';
  await collect(root);
  const { summary } = await collect(root);
  const asked = site.requests.filter(({ path }) => path === "/tramites/a");
  expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"one"', '"two"']);
  expect(summary).toMatchObject({ unchanged: 1, completed: 0 });
  expect(snapshot(root, "data/raw")).toEqual(before);
});

it("P10: with --no-resume everything is fetched again without conditions; the same bytes make no second version", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([rowOf(offices, "sede")]);
  await collect(root, { limit: 5 });
  sede.forget();
  const { summary } = await collect(root, { limit: 5, resume: false });
  expect(summary.completed).toBe(5);
  const again = await showRun("last", { root: root.path });
  expect(again.detail).toMatchObject({ outcomes: { unchanged: 5 }, changes: { new: 0, updated: 0 } });
  const asked = sede.requests.filter(({ path }) => path.startsWith("/tramites/"));
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(Object.keys(root.listing()).filter((name) => name.includes(".prev."))).toEqual([]);
});
