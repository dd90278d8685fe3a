import { describe, expect, it } from "vitest";
import { feedPages } from "./feed-pages.ts";
import { all, fakeContext, type Served } from "./testing/fake-context.ts";

const URL_OF_FEED = "https://a.es/rss.xml";

const rss = (...items: string[]) =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Novedades</title><link>https://a.es/</link>${items
    .map((item) => `<item>${item}</item>`)
    .join("")}</channel></rss>`;

async function found(served: Served) {
  const context = fakeContext({ served: { [URL_OF_FEED]: served } });
  return { context, steps: await all(feedPages(context, URL_OF_FEED)) };
}

describe("pages of a feed", () => {
  it("are told with title and date", async () => {
    const { steps, context } = await found(
      rss(
        "<title>Uno</title><link>https://a.es/1</link><pubDate>Mon, 02 Mar 2026 10:00:00 GMT</pubDate>",
        "<title>Dos</title><link>/2</link>",
      ),
    );
    expect(steps).toEqual([
      {
        url: "https://a.es/1",
        method: "feed",
        evidence: URL_OF_FEED,
        lastmod: expect.stringMatching(/^2026-03-02T10:00:00/),
        title: "Uno",
      },
      { url: "https://a.es/2", method: "feed", evidence: URL_OF_FEED, lastmod: null, title: "Dos" },
    ]);
    expect(context.warnings.filter((text) => !text.startsWith("feed_relative"))).toEqual([]);
  });

  it("are left out where they have no address", async () => {
    const { steps } = await found(
      rss("<title>Sin enlace</title>", "<title>Uno</title><link>https://a.es/1</link>"),
    );
    expect(steps).toMatchObject([{ url: "https://a.es/1" }]);
  });

  it("may be none", async () => {
    expect((await found(rss())).steps).toEqual([]);
  });

  it.each<[string, Served, string]>([
    ["it cannot be read", { kind: "http_status", status: 500 }, "http_status"],
    ["it is an address inside", { kind: "address_refused", detail: "loopback" }, "address_refused"],
    ["it is a page", "<!doctype html><html><p>Mantenimiento</p></html>", "structure_changed"],
    ["there is nothing", "", "structure_changed"],
    ["it is JSON of something else", '{"a": 1}', "structure_changed"],
  ])("are unknown where %s, and that is said", async (_, served, kind) => {
    const { steps } = await found(served);
    expect(steps).toMatchObject([{ kind: "catalog_failed", url: URL_OF_FEED, failure: { kind } }]);
  });
});
