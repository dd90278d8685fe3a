import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalUrl } from "./canonical-url.ts";

describe("the canonical URL", () => {
  it.each([
    // Scheme, host, port
    ["https://boe.es/", "https://boe.es"],
    ["https://boe.es", "https://boe.es"],
    ["http://boe.es/a", "http://boe.es/a"],
    ["HTTPS://SEPE.ES/HomeSepe/Personas", "https://sepe.es/HomeSepe/Personas"],
    ["https://boe.es./a", "https://boe.es/a"],
    ["https://boe.es../a", "https://boe.es/a"],
    ["https://www.boe.es/a", "https://www.boe.es/a"],
    ["https://boe.es:443/a", "https://boe.es/a"],
    ["http://boe.es:80/a", "http://boe.es/a"],
    ["http://boe.es:443/a", "http://boe.es:443/a"],
    ["https://boe.es:8443/a", "https://boe.es:8443/a"],
    ["https://user:secret@boe.es/a", "https://boe.es/a"],
    ["http://good@127.0.0.1/", "http://127.0.0.1"],
    ["http://good\\@127.0.0.1/", "http://good/@127.0.0.1"],
    ["http://2130706433/", "http://127.0.0.1"],
    ["http://[::1]:8080/a/", "http://[::1]:8080/a"],
    ["http://[0:0:0:0:0:0:0:1]/", "http://[::1]"],
    ["https://tramites.españa.es/x", "https://tramites.xn--espaa-rta.es/x"],
    ["https://ＢＯＥ.es/", "https://boe.es"],
    ["  https://boe.es/a\n", "https://boe.es/a"],
    ["https:\\\\boe.es\\a", "https://boe.es/a"],
    // Path
    ["https://sepe.es/HomeSepe/Personas/", "https://sepe.es/HomeSepe/Personas"],
    ["https://sepe.es/a//", "https://sepe.es/a"],
    ["https://sepe.es/a//b", "https://sepe.es/a//b"],
    ["https://sepe.es/a/./b/../c", "https://sepe.es/a/c"],
    ["https://sepe.es/a/%2E%2e/b", "https://sepe.es/b"],
    ["https://sepe.es/../../a", "https://sepe.es/a"],
    ["https://sepe.es/A/index.HTML", "https://sepe.es/A/index.HTML"],
    ["https://sepe.es/a/?b=1", "https://sepe.es/a?b=1"],
    ["https://sepe.es/?b=1", "https://sepe.es?b=1"],
    ["https://sepe.es/a%2Fb", "https://sepe.es/a%2Fb"],
    ["https://sepe.es/a;v=2/b", "https://sepe.es/a;v=2/b"],
    // Escapes
    ["https://sepe.es/%7ejoe", "https://sepe.es/~joe"],
    ["https://sepe.es/%c3%b1", "https://sepe.es/%C3%B1"],
    ["https://sepe.es/ñ", "https://sepe.es/%C3%B1"],
    ["https://sepe.es/%F1", "https://sepe.es/%F1"],
    ["https://sepe.es/%41%42", "https://sepe.es/AB"],
    ["https://sepe.es/tramite con espacios", "https://sepe.es/tramite%20con%20espacios"],
    ["https://sepe.es/100%", "https://sepe.es/100%25"],
    ["https://sepe.es/%%34%31", "https://sepe.es/%2541"],
    ["https://sepe.es/a|b[c]", "https://sepe.es/a%7Cb%5Bc%5D"],
    ["https://sepe.es/?a[]=1&b%5B%5D=2", "https://sepe.es?a%5B%5D=1&b%5B%5D=2"],
    ["https://sepe.es/?q=a+b", "https://sepe.es?q=a+b"],
    ["https://sepe.es/?q=a%20b", "https://sepe.es?q=a%20b"],
    ["https://sepe.es/?q=año", "https://sepe.es?q=a%C3%B1o"],
    ["https://sepe.es/?q=a%26b", "https://sepe.es?q=a%26b"],
    // Fragment
    ["https://inclusion.gob.es/extranjeria#requisitos", "https://inclusion.gob.es/extranjeria"],
    ["https://inclusion.gob.es/#!/a", "https://inclusion.gob.es"],
    ["https://inclusion.gob.es/a#b?c=1", "https://inclusion.gob.es/a"],
    // Tracking
    ["https://sepe.es/page?utm_source=twitter&lang=es", "https://sepe.es/page?lang=es"],
    ["https://sepe.es/page?UTM_Source=x", "https://sepe.es/page"],
    ["https://sepe.es/p?utm%5Fsource=x&a=1", "https://sepe.es/p?a=1"],
    ["https://sepe.es/p?a=1&amp;utm_source=x", "https://sepe.es/p?a=1"],
    ["https://sepe.es/p?fbclid=1&gclid=2&gclsrc=3&dclid=4&msclkid=5&yclid=6", "https://sepe.es/p"],
    ["https://sepe.es/p?mc_cid=1&mc_eid=2&_ga=3&_gl=4&_hsenc=5&_hsmi=6&igshid=7", "https://sepe.es/p"],
    ["https://sepe.es/p?hsCtaTracking=1&mkt_tok=2&gad_source=3", "https://sepe.es/p"],
    ["https://sepe.es/p?pk_campaign=1&pk_id=7", "https://sepe.es/p?pk_id=7"],
    ["https://sepe.es/p?ref=1&source=2&origin=3", "https://sepe.es/p?ref=1&source=2&origin=3"],
    [
      "https://sepe.es/p?vgnextoid=ab12&vgnextchannel=cd",
      "https://sepe.es/p?vgnextoid=ab12&vgnextchannel=cd",
    ],
    [
      "https://www.boe.es/buscar/act.php?id=BOE-A-2023-1",
      "https://www.boe.es/buscar/act.php?id=BOE-A-2023-1",
    ],
    ["https://sepe.es/p?futm_source=1", "https://sepe.es/p?futm_source=1"],
    ["https://sepe.es/p?q=utm_source", "https://sepe.es/p?q=utm_source"],
    ["https://sepe.es/p?fbclid", "https://sepe.es/p"],
    // Sessions
    ["https://s.gob.es/tramite;jsessionid=ABC123?id=456", "https://s.gob.es/tramite?id=456"],
    ["https://s.gob.es/tramite;JSESSIONID=ABC.node1!-12", "https://s.gob.es/tramite"],
    ["https://s.gob.es/a;jsessionid=1/b;sid=2/c", "https://s.gob.es/a/b/c"],
    ["https://s.gob.es/a/;jsessionid=1", "https://s.gob.es/a"],
    ["https://s.gob.es/a/b/..;jsessionid=1/c", "https://s.gob.es/a/c"],
    ["https://s.gob.es/a;v=1;jsessionid=2;w=3", "https://s.gob.es/a;v=1;w=3"],
    ["https://s.gob.es/a%3Bjsessionid%3D12", "https://s.gob.es/a"],
    ["https://s.gob.es/a;jses%73ionid=1", "https://s.gob.es/a"],
    ["https://s.gob.es/a?id=1;jsessionid=2", "https://s.gob.es/a?id=1"],
    ["https://s.gob.es/(S(lit3py55t21z5v55vlm25s55))/a.aspx", "https://s.gob.es/a.aspx"],
    ["https://s.gob.es/(A(x)F(y))/a.aspx", "https://s.gob.es/a.aspx"],
    ["https://s.gob.es/a?PHPSESSID=1&b=2", "https://s.gob.es/a?b=2"],
    ["https://s.gob.es/a?jsessionid=1&sid=2&SessionId=3&session_id=4", "https://s.gob.es/a"],
    ["https://s.gob.es/a?ASPSESSIONIDQQABC=1&CFID=2&CFTOKEN=3&x=4", "https://s.gob.es/a?x=4"],
    ["https://s.gob.es/a?session=12", "https://s.gob.es/a?session=12"],
    ["https://s.gob.es/a?session=abc123", "https://s.gob.es/a"],
    ["https://s.gob.es/a?sidra=1&posid=2", "https://s.gob.es/a?sidra=1&posid=2"],
    // Query
    ["https://sepe.es/p?", "https://sepe.es/p"],
    ["https://sepe.es/p?&&", "https://sepe.es/p"],
    ["https://sepe.es/p?b=2&a=1", "https://sepe.es/p?b=2&a=1"],
    ["https://sepe.es/p?a=1&a=1", "https://sepe.es/p?a=1&a=1"],
    ["https://sepe.es/p?a&b=", "https://sepe.es/p?a&b="],
    ["https://sepe.es/p?u=http://x.es/?y=1", "https://sepe.es/p?u=http://x.es/?y=1"],
  ])("of %s is %s", (url, expected) => {
    expect(canonicalUrl(url)).toBe(expected);
  });

  it.each([
    [""],
    ["boe.es/a"],
    ["/a"],
    ["//boe.es/a"],
    ["mailto:a@boe.es"],
    ["javascript:alert(1)"],
    ["ftp://boe.es/a"],
    ["file:///etc/passwd"],
    ["data:text/plain,x"],
    ["https://"],
    ["https://a b/"],
    ["https://boe.es:99999/"],
    ["https://..../"],
  ])("of %j is none", (url) => {
    expect(canonicalUrl(url)).toBeNull();
  });

  it.each([
    ["http://boe.es/a", "https://boe.es/a"],
    ["http://boe.es:80/a", "https://boe.es/a"],
    ["http://boe.es:443/a", "https://boe.es/a"],
    ["http://boe.es:8080/a", "https://boe.es:8080/a"],
    ["https://boe.es/a", "https://boe.es/a"],
  ])("of %s is %s where the host answers https", (url, expected) => {
    expect(canonicalUrl(url, { https: true })).toBe(expected);
  });

  it("is its own canonical form, and a URL that means the same to a parser", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        ".",
        "..",
        "%",
        "%2",
        "%2e",
        "%35",
        ";",
        "sid",
        "=",
        "&",
        "?",
        "#",
        "jsessionid",
        "(S(a))",
      ),
      fc.constantFrom(
        "utm_x",
        "amp;",
        "%3B",
        "%3D",
        "ñ",
        "%F1",
        "[",
        "|",
        "\\",
        " ",
        "@",
        ":",
        "session",
        "a1",
      ),
      fc.string({ maxLength: 3 }),
    );
    const tail = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(
        fc.constantFrom("http://a.es", "https://A.es:8443", "https://ñ.es."),
        tail,
        (origin, rest) => {
          const once = canonicalUrl(`${origin}/${rest}`);
          expect(once).not.toBeNull();
          expect(canonicalUrl(once ?? "")).toBe(once);
          expect(new URL(once ?? "").href).toBe(once?.replace(/^(https?:\/\/[^/?]+)(?=\?|$)/, "$1/"));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("takes any string without a throw", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => canonicalUrl(text) !== undefined));
  });

  it("costs a long URL no more than a few passes", () => {
    const long = `https://a.es/${"..;sid=1/".repeat(50_000)}${";sid=1".repeat(50_000)}?${"&utm_x=1".repeat(50_000)}`;
    expect(canonicalUrl(long)).toBe("https://a.es");
  });
});
