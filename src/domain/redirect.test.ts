import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headersFor, MAX_REDIRECTS, nextHop } from "./redirect.ts";

const FROM = "https://example.org/a/b.pdf?q=1";

describe("nextHop", () => {
  it.each([
    ["absolute", "https://other.example/x", "https://other.example/x"],
    ["absolute on the path", "/x", "https://example.org/x"],
    ["relative", "../x", "https://example.org/x"],
    ["climbing out", "../../../../x", "https://example.org/x"],
    ["of the same scheme", "//other.example/x", "https://other.example/x"],
    ["a query", "?q=2", "https://example.org/a/b.pdf?q=2"],
    ["with a fragment, which is dropped", "/x#y", "https://example.org/x"],
    ["UTF-8 as bytes", "/ni\u00c3\u00b1o", "https://example.org/ni%C3%B1o"],
    ["Latin-1 as bytes", "/ni\u00f1o", "https://example.org/ni%C3%B1o"],
    ["encoded line breaks", "/x%0d%0aSet-Cookie:1", "https://example.org/x%0d%0aSet-Cookie:1"],
    ["a backslash", "\\\\other.example\\x", "https://other.example/x"],
  ])("%s: %s leads to %s", (_what, location, url) => {
    expect(nextHop(location, [FROM])).toEqual({ ok: true, url });
  });

  it.each([
    ["nothing", undefined, "no Location"],
    ["an empty Location", "", "no Location"],
    ["no URL", "http://[", "not a URL"],
    ["a user's name", "https://good@other.example/", "credentials"],
    ["a password", "https://:secret@example.org/", "credentials"],
    ["itself", FROM, "loop"],
    ["itself, with a fragment", "#x", "loop"],
  ])("%s is refused", (_what, location, detail) => {
    const hop = nextHop(location, [FROM]);
    expect(hop).toMatchObject({
      failure: { kind: "redirect_refused", detail: expect.stringContaining(detail) },
    });
    expect(JSON.stringify(hop)).not.toContain("secret");
  });

  it("whatever Locations say, the way is finite, has no loop and no credentials", () => {
    const location = fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.webPath(), fc.constant("?x"));
    fc.assert(
      fc.property(fc.array(location, { minLength: 10, maxLength: 30 }), (locations) => {
        const trail = [FROM];
        for (const said of locations) {
          const hop = nextHop(said, trail);
          if (!hop.ok) continue;
          const url = new URL(hop.url);
          expect([url.username, url.password, url.hash]).toEqual(["", "", ""]);
          trail.push(hop.url);
        }
        expect(trail.length).toBeLessThanOrEqual(MAX_REDIRECTS + 1);
        expect(new Set(trail).size).toBe(trail.length);
      }),
    );
  });
});

describe("headersFor", () => {
  const name = fc.constantFrom("Authorization", "cookie", "X-Api-Key", "Proxy-Authorization", "x-anything");

  it("another origin is told nothing but what everybody may know", () => {
    const urls = fc.tuple(fc.webUrl(), fc.webUrl()).map(([a, b]) => [new URL(a), new URL(b)] as const);
    fc.assert(
      fc.property(urls, fc.dictionary(name, fc.constant("canary")), ([url, intended], secrets) => {
        const told = headersFor(url, intended, { Accept: "*/*", "If-None-Match": '"x"', ...secrets });
        const all = url.origin === intended.origin;
        expect(Object.keys(told)).toHaveLength(all ? 2 + Object.keys(secrets).length : 2);
        expect(told).toMatchObject({ Accept: "*/*", "If-None-Match": '"x"' });
      }),
    );
  });

  it("its own origin is told everything", () => {
    const headers = { authorization: "x" };
    expect(headersFor(new URL("https://a.example/2"), new URL("https://a.example/1"), headers)).toBe(headers);
  });
});
