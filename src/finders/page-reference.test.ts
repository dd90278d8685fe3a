import { describe, expect, it } from "vitest";
import { identifyPage } from "./page-identity.ts";
import { type NamedPage, pageReference } from "./page-reference.ts";
import { NOW } from "./testing/fake-context.ts";

const named = (more: Partial<NamedPage> = {}): NamedPage => ({
  url: "https://a.es/tramites/padron?utm_source=rss#top",
  method: "feed",
  evidence: "https://a.es/rss.xml",
  lastmod: null,
  ...more,
});

describe("a page that was named", () => {
  it("is fetched as it was found, and known by its canonical address", () => {
    const identity = identifyPage("https://a.es/tramites/padron");
    expect(pageReference(named(), "a", NOW)).toEqual({
      key: identity?.key,
      url: "https://a.es/tramites/padron?utm_source=rss",
      path: `a.es/${identity?.key}`,
      fields: { source_id: "a", method: "feed", lastmod: null, discovered_at: "2026-03-02T12:00:00.000Z" },
      metadata: { evidence: "https://a.es/rss.xml" },
    });
  });

  it.each([
    ["a title", { title: "Padrón" }, { title: "Padrón" }],
    ["an empty title", { title: "" }, {}],
    ["what a catalog says", { supplementary: { sia: "1" } }, { supplementary: { sia: "1" } }],
  ])("keeps %s", (_, more, kept) => {
    expect(pageReference(named(more), "a", NOW)?.metadata).toEqual({
      evidence: "https://a.es/rss.xml",
      ...kept,
    });
  });

  it.each(["mailto:a@a.es", "tel:900", "data:text/html,x", ""])("is none where it is %j", (url) => {
    expect(pageReference(named({ url }), "a", NOW)).toBeNull();
  });
});

const reference = (lastmod: string | null) =>
  pageReference(
    { url: "https://sede.example.es/tramites/1#plazo", method: "sitemap", evidence: "/sitemap.xml", lastmod },
    "uno",
    0,
  );

describe("what a page is said to have last changed", () => {
  it.each([
    ["2026-03-02", "2026-03-03T12:00:00Z"],
    ["2026-03", "2026-04-01T12:00:00Z"],
    ["2026-12", "2027-01-01T12:00:00Z"],
    ["2026", "2027-01-01T12:00:00Z"],
    ["2026-03-02T10:11:12Z", "2026-03-02T10:11:13Z"],
    ["2026-03-02T10:11:00Z", "2026-03-02T10:12:00Z"],
  ])("may have changed once more at the date %s, until %s", (lastmod, until) => {
    expect(reference(lastmod)).toMatchObject({ token: lastmod, tokenCoversUntil: Date.parse(until) });
  });

  it("does not keep what lets somebody into the list that names it", () => {
    const page = {
      url: "https://a.example/tramites/1",
      method: "api",
      evidence: "https://a.example/api?rows=9&api_key=canary",
      lastmod: null,
    } as const;
    expect(pageReference(page, "a", 0)?.metadata).toMatchObject({
      evidence: "https://a.example/api?rows=9&api_key=…",
    });
  });
});
