import { readFileSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import {
  collect,
  endsOf,
  folderOf,
  hashOf,
  metasOf,
  officesRoot,
  openOffices,
  plainRow,
  register,
  rowOf,
} from "../kit/offices.ts";
import type { TestRoot } from "../kit/root.ts";
import { type Site, startPages } from "../kit/site.ts";

type Page = string | { readonly to: string; readonly isForGood?: boolean } | { readonly status: number };

/** A site whose pages a test changes; they have an ETag, and one date for all. */
async function changing(pages: Record<string, Page>): Promise<Site> {
  return startPages((path, _, { headers }) => {
    const page = pages[path];
    if (page === undefined) return undefined;
    if (typeof page === "object")
      return "to" in page
        ? { status: page.isForGood === true ? 301 : 302, headers: { location: page.to } }
        : { status: page.status };
    const etag = `"${Buffer.from(page).toString("hex")}"`;
    const validators = { etag, "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" };
    if (headers["if-none-match"] === etag) return { status: 304, headers: validators };
    return { headers: validators, body: `<html>${page}` };
  });
}

const seeded = (site: Pick<Site, "url">, paths: readonly string[]) =>
  plainRow("uno", site.url, { access_method: "seed", seed_urls: paths.map((path) => `${site.url}${path}`) });

const textOf = (root: TestRoot, site: Site, path: string) =>
  readFileSync(root.file(folderOf(site), `${hashOf(`${site.url}${path}`)}.html`), "utf8");

/** So many that one of them is less than a tenth. */
const OTHERS = Array.from({ length: 12 }, (_, n) => `/tramites/otro-${n}`);
const others = () => Object.fromEntries(OTHERS.map((path) => [path, path]));

it.each([
  ["the address that redirects comes first", ["/actual", "/2025", ...OTHERS]],
  ["the page comes first", ["/2025", "/actual", ...OTHERS]],
])(
  "P12: a redirect that leads elsewhere now does not put one page in the place of another: %s",
  async (_, paths) => {
    const pages: Record<string, Page> = {
      ...others(),
      "/actual": { to: "/2025" },
      "/2025": "uno",
      "/2026": "dos",
    };
    const site = await changing(pages);
    const root = officesRoot([seeded(site, paths)]);
    await collect(root);
    expect(textOf(root, site, "/2025")).toBe("<html>uno");
    pages["/actual"] = { to: "/2026" };
    await collect(root);
    expect(textOf(root, site, "/2025")).toBe("<html>uno");
    expect(textOf(root, site, "/2026")).toBe("<html>dos");
    pages["/2025"] = "uno, corregido";
    pages["/2026"] = "dos, corregido";
    await collect(root);
    expect(textOf(root, site, "/2025")).toBe("<html>uno, corregido");
    expect(textOf(root, site, "/2026")).toBe("<html>dos, corregido");
    expect(metasOf(root, site).size).toBe(OTHERS.length + 2);
  },
);

it("P12: an address that redirected and has a page of its own now gives that page its own name", async () => {
  const pages: Record<string, Page> = { ...others(), "/a": { to: "/b" }, "/b": "be" };
  const site = await changing(pages);
  const root = officesRoot([seeded(site, ["/a", ...OTHERS])]);
  await collect(root);
  pages["/a"] = "a";
  await collect(root);
  expect(textOf(root, site, "/a")).toBe("<html>a");
  expect(textOf(root, site, "/b")).toBe("<html>be");
});

it("P12: a page that has moved keeps the name it was first stored under", async () => {
  const pages: Record<string, Page> = { ...others(), "/b": "be" };
  const site = await changing(pages);
  const root = officesRoot([seeded(site, ["/b", ...OTHERS])]);
  await collect(root);
  pages["/b"] = { to: "/c", isForGood: true };
  pages["/c"] = "ce";
  await collect(root);
  expect(textOf(root, site, "/b")).toBe("<html>ce");
  expect(metasOf(root, site).get("/c")).toMatchObject({
    canonical_url: `${site.url}/c`,
    url: `${site.url}/b`,
  });
  expect(metasOf(root, site).size).toBe(OTHERS.length + 1);
});

it.each([
  ["its old address is no longer listed", false],
  ["the database is lost, too", true],
])("P12: a page that has moved keeps its name when %s", async (_, isLost) => {
  const pages: Record<string, Page> = { ...others(), "/b": "be" };
  const site = await changing(pages);
  const root = officesRoot([seeded(site, ["/b", ...OTHERS])]);
  await collect(root);
  pages["/b"] = { to: "/c", isForGood: true };
  pages["/c"] = "ce";
  await collect(root);
  if (isLost) for (const end of ["", "-wal", "-shm"]) rmSync(`${root.databaseFile}${end}`, { force: true });
  pages["/c"] = "ce, corregido";
  register(root, [seeded(site, ["/c", ...OTHERS])]);
  expect((await collect(root)).summary).toMatchObject({ completed: 1, retired: 0, failed: 0, exit_code: 0 });
  expect(textOf(root, site, "/b")).toBe("<html>ce, corregido");
  expect(metasOf(root, site).size).toBe(OTHERS.length + 1);
});

it.each([
  ["the address that is gone comes first", ["/a", "/b", ...OTHERS], 0],
  ["the page comes first", ["/b", "/a", ...OTHERS], 0],
  ["nothing else leads to the page", ["/a", ...OTHERS], 1],
])("E14: a page is not gone because another address of it is: %s", async (_, paths, retired) => {
  const pages: Record<string, Page> = { ...others(), "/a": { to: "/b" }, "/b": "be" };
  const site = await changing(pages);
  const root = officesRoot([seeded(site, paths)]);
  await collect(root);
  pages["/a"] = { status: 410 };
  expect((await collect(root)).summary).toMatchObject({ retired, failed: 0, exit_code: 0 });
  expect(metasOf(root, site).has("/b")).toBe(retired === 0);
});

it("E14: a page that is back where it was is not gone because the address is that it had moved to", async () => {
  const pages: Record<string, Page> = { ...others(), "/b": "be" };
  const site = await changing(pages);
  const root = officesRoot([seeded(site, ["/b", "/c", ...OTHERS])]);
  await collect(root);
  pages["/b"] = { to: "/c", isForGood: true };
  pages["/c"] = "ce";
  await collect(root);
  pages["/b"] = "be";
  pages["/c"] = { status: 410 };
  expect((await collect(root)).summary).toMatchObject({ retired: 0, failed: 0, exit_code: 0 });
  expect(textOf(root, site, "/b")).toBe("<html>be");
});

it("P4: a page that was left out for having the bytes of another is stored when that one goes", async () => {
  const pages: Record<string, Page> = { ...others(), "/tramites/a": "igual", "/node/1": "igual" };
  const site = await changing(pages);
  const root = officesRoot([seeded(site, ["/tramites/a", "/node/1", ...OTHERS])]);
  const first = await collect(root);
  expect(endsOf(first).get("/node/1")).toBe("skipped duplicate");
  pages["/tramites/a"] = { status: 410 };
  expect((await collect(root)).summary).toMatchObject({ retired: 1 });
  await collect(root);
  expect(textOf(root, site, "/node/1")).toBe("<html>igual");
});

it("P3: what a sitemap and a catalog both know is fetched once, and stays while one of them has it", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([rowOf(offices, "sede")]);
  await collect(root);
  register(root, [rowOf(offices, "sede"), rowOf(offices, "sia")]);
  const { summary } = await collect(root);
  const pages = sede.requests.filter(({ path }) => path.startsWith("/tramites/"));
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
  expect(summary).toMatchObject({ failed: 0, exit_code: 0 });
  const stored = metasOf(root, sede).size;
  const path = "/tramites/fe-de-vida";
  const page = sede.pages.all().find((one) => one.path === path);
  if (page === undefined) throw new Error(`there is no ${path}`);
  sede.pages.put({ ...page, listed: false });
  const again = await collect(root);
  expect(again.summary).toMatchObject({ retired: 0, exit_code: 0 });
  expect(metasOf(root, sede).size).toBe(stored);
});

it.each([
  ["with new text", "dos"],
  ["with its old text", "uno"],
])("P12: a page that has moved %s, to an address that is listed too, is fetched once", async (_, text) => {
  const pages: Record<string, Page> = { ...others(), "/p": "uno" };
  const site = await changing(pages);
  const root = officesRoot([seeded(site, ["/p", ...OTHERS])]);
  await collect(root);
  pages["/p"] = { to: "/q", isForGood: true };
  pages["/q"] = text;
  register(root, [seeded(site, ["/p", "/q", ...OTHERS])]);
  const asked = async () => {
    const before = site.requests.length;
    const { summary } = await collect(root);
    const requests = site.requests.slice(before).filter(({ path }) => path === "/q");
    return { summary, conditions: requests.map(({ headers }) => headers["if-none-match"]) };
  };
  const moved = await asked();
  expect(moved.summary).toMatchObject({ failed: 0, exit_code: 0 });
  expect(moved.conditions).toEqual([undefined]);
  expect(textOf(root, site, "/p")).toBe(`<html>${text}`);
  expect(metasOf(root, site).size).toBe(OTHERS.length + 1);
  const again = await asked();
  expect(again.summary).toMatchObject({ completed: 0, failed: 0, exit_code: 0 });
  expect(again.conditions).not.toContain(undefined);
  pages["/p"] = { status: 410 };
  await collect(root);
  await collect(root);
  expect(textOf(root, site, "/q")).toBe(`<html>${text}`);
});
