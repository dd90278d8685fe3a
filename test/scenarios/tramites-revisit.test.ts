import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  collect,
  hurriedCollect,
  linesOf,
  officesRoot,
  openOffices,
  plainRow,
  rowOf,
} from "../kit/offices.ts";
import type { TestRoot } from "../kit/root.ts";
import { type Site, startPages } from "../kit/site.ts";

const DAY = 24 * 3_600_000;

/** Pages without a date: one that stays as it is, one that is another each time, one that changes when it is told to. */
async function threePages() {
  let visits = 0;
  const told = { text: "once", status: 200 };
  const bodies: Readonly<Record<string, () => string>> = {
    "/tramites/still": () => "<html>still",
    "/tramites/busy": () => `<html>busy ${visits++}`,
    "/tramites/told": () => `<html>told ${told.text}`,
  };
  const site = await startPages((path) => {
    const body = bodies[path];
    const status = path.endsWith("/told") ? told.status : 200;
    return body === undefined ? undefined : { status, body: body() };
  });
  const seeds = Object.keys(bodies).map((path) => `${site.url}${path}`);
  const root = officesRoot([plainRow("uno", site.url, { access_method: "seed", seed_urls: seeds })]);
  return { site, root, told };
}

async function askedOn(
  days: number,
  { site, root }: { readonly site: Site; readonly root: TestRoot },
  options: { readonly revisit?: "due" | "listed"; readonly resume?: boolean } = { revisit: "due" },
): Promise<readonly string[]> {
  const before = site.requests.length;
  const { summary } = await hurriedCollect(root, { aheadMs: days * DAY, options });
  expect(summary.exit_code).toBe(0);
  const paths = site.requests.slice(before).map(({ path }) => path);
  return paths.filter((path) => path !== "/robots.txt").map((path) => path.replace("/tramites/", ""));
}

it("P36: a weekly run asks seldom for what stays as it is and always for what changes, and remembers it", async () => {
  const pages = await threePages();
  expect((await askedOn(0, pages)).length).toBe(3);
  const weeks: Record<string, number[]> = { still: [], busy: [] };
  for (let week = 1; week <= 10; week += 1)
    for (const name of await askedOn(week * 7, pages)) weeks[name]?.push(week);
  // 7 days; then 10.5, so in the second week after; 15.75: the third; 23.6: the fourth.
  expect(weeks["still"]).toEqual([1, 3, 6, 10]);
  expect(weeks["busy"]).toEqual(Array.from({ length: 10 }, (_, n) => n + 1));
});

it("P36: what begins to change is asked for sooner and sooner", async () => {
  const pages = await threePages();
  const days: number[] = [];
  for (const day of [0, 6, 7, 17, 18, 22, 24, 26, 27, 28, 29, 30, 31]) {
    if (day >= 17) pages.told.text = `day ${day}`;
    if ((await askedOn(day, pages)).includes("told")) days.push(day);
  }
  // 7 days, then 10.5. Changed on the 18th: 5.25, then 2.6, 1.3, 1. No day lies on the edge of what is taken as due.
  expect(days).toEqual([0, 7, 18, 24, 27, 29, 30, 31]);
});

it("P36: a plain run asks for every page as before, and --no-resume fetches them all", async () => {
  const pages = await threePages();
  await askedOn(0, pages);
  expect(await askedOn(1, pages)).toEqual([]);
  expect((await askedOn(2, pages, {})).length).toBe(3);
  expect((await askedOn(3, pages, { revisit: "due", resume: false })).length).toBe(3);
});

it("P36: the bounds are settings", async () => {
  const pages = await threePages();
  const file = pages.root.file("levada.config.yaml");
  const settings =
    "network: {allow_private: true}\nextraction: {workers: 0}\nsources: {tramites: {registry: registry.yaml}}\n";
  writeFileSync(file, `${settings}refetch: {min: 2d, max: 3d, start: 2d}\n`);
  const days: number[] = [];
  for (const day of [0, 1, 2, 4, 5, 7, 8]) if ((await askedOn(day, pages)).includes("still")) days.push(day);
  expect(days).toEqual([0, 2, 5, 8]);
});

it("P36: the daily look at lastmod asks only for what a sitemap says has changed, and takes what is new", async () => {
  const offices = await openOffices();
  const { sede } = offices;
  const root = officesRoot([rowOf(offices, "sede")]);
  await collect(root);
  const stored = linesOf(root).length;
  const page = sede.pages.listed().find(({ path }) => path.startsWith("/tramites/"));
  sede.change(page?.path ?? "");
  sede.forget();
  const { summary } = await collect(root, { revisit: "listed", sourceOptions: { method: "sitemap" } });
  const asked = sede.requests.map(({ path }) => path).filter((path) => path.startsWith("/tramites/"));
  expect(asked).toEqual([page?.path]);
  expect(summary).toMatchObject({ completed: 1, failed: 0, exit_code: 0 });
  expect(linesOf(root).length).toBe(stored + 1);
});

it.each(["due", "listed"] as const)(
  "P32: what could not be fetched is asked for in the next cycle, and only that, with --revisit %s",
  async (revisit) => {
    const pages = await threePages();
    await askedOn(0, pages);
    pages.told.status = 500;
    const failing = await hurriedCollect(pages.root, { aheadMs: DAY });
    expect(failing.summary).toMatchObject({ failed: 1, reasons: { fetch_failed: 1 } });
    pages.told.status = 200;
    expect(await askedOn(2, pages, { revisit })).toEqual(["told"]);
    expect(await askedOn(3, pages, { revisit })).toEqual([]);
  },
);

it("--revisit is refused where a source has no pages of the web", async () => {
  const { ingest } = await import("../../src/index.ts");
  const root = officesRoot([]);
  await expect(ingest("usgs", { root: root.path, revisit: "due" })).rejects.toThrow(/--revisit is for pages/);
});
