import { describe, expect, it } from "vitest";
import { pageReference } from "./page-reference.ts";

const reference = (lastmod: string | null) =>
  pageReference(
    { url: "https://sede.example.es/tramites/1#plazo", method: "sitemap", evidence: "/sitemap.xml", lastmod },
    "uno",
    0,
  );

describe("a page that somebody names", () => {
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

  it("has no token where nobody tells a date, and no fragment", () => {
    expect(reference(null)).not.toHaveProperty("token");
    expect(reference(null)?.url).toBe("https://sede.example.es/tramites/1");
  });

  it("is none where it has no address of the web", () => {
    const page = { url: "mailto:a@example.es", method: "feed", evidence: "", lastmod: null } as const;
    expect(pageReference(page, "uno", 0)).toBeNull();
  });
});
