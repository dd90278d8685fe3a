/** What is said of a listing that is longer than it may be. */
import { appendFileSync } from "node:fs";
import { expect, it } from "vitest";
import { collect, officesRoot, plainRow } from "../kit/offices.ts";
import { startPages } from "../kit/site.ts";

it.each([
  ["the cap of listings", "", /larger than 6291456 bytes .*set network\.max_listing_bytes higher/],
  ["the cap of all bodies", "max_body_bytes: 1MiB", /larger than 1048576 bytes \(wire\)$/],
])("a catalog that is beyond %s is refused with what to do about it", async (_, more, said) => {
  const results = [{ id: "a", name: "a", title: "A", notes: "n".repeat(7 << 20) }];
  const body = JSON.stringify({ success: true, result: { count: 1, results } });
  const site = await startPages((path) => (path.startsWith("/api/") ? { body } : undefined));
  const row = plainRow("a", site.url, {
    access_method: "api",
    api_kind: "ckan",
    api_url: `${site.url}/api/3`,
  });
  const root = officesRoot([row]);
  appendFileSync(root.file("levada.config.yaml"), more === "" ? "" : `    ${more}\n`);
  const { summary, events } = await collect(root);
  expect(summary).toMatchObject({ discovered: 0, retired: 0, exit_code: 1 });
  const messages = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
  expect(messages).toEqual([expect.stringMatching(said)]);
});

it.each([
  ["as far as the cap of listings reaches", "", 27, /set network\.max_listing_bytes higher/],
  ["whole where the user allows it", "max_listing_bytes: 16MiB", 30, null],
])("a long feed is read %s", async (_, more, discovered, said) => {
  const site = await startPages((path) =>
    path === "/feed" ? feed() : path === "/robots.txt" ? undefined : path,
  );
  const item = (nth: number) =>
    `<item><link>${site.url}/${nth}</link><description>${"n".repeat(230_000)}</description></item>`;
  const feed = () =>
    `<rss version="2.0"><channel>${Array.from({ length: 30 }, (_none, nth) => item(nth)).join("")}</channel></rss>`;
  const row = plainRow("a", site.url, { access_method: "feed", feed_urls: [`${site.url}/feed`] });
  const root = officesRoot([row]);
  appendFileSync(root.file("levada.config.yaml"), more === "" ? "" : `    ${more}\n`);
  const { summary, events } = await collect(root);
  expect(summary.discovered).toBeGreaterThanOrEqual(discovered);
  expect(summary.discovered === 30).toBe(said === null);
  const messages = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
  expect(messages).toEqual(said === null ? [] : [expect.stringMatching(said)]);
});
