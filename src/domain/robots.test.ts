import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ROBOTS_BYTES, parseRobots, productToken } from "./robots.ts";

const allows = (robots: string, path: string, token = "Levada") =>
  parseRobots(robots, token).allows(new URL(path, "https://site.example"));

/** Rules of one group for everyone. */
const rules = (...lines: string[]) => ["User-agent: *", ...lines].join("\n");

describe("lines", () => {
  it.each([
    ["LF", "User-agent: *\nDisallow: /a\n"],
    ["CRLF", "User-agent: *\r\nDisallow: /a\r\n"],
    ["CR", "User-agent: *\rDisallow: /a\r"],
    ["no last line end", "User-agent: *\nDisallow: /a"],
    ["a byte order mark", "\uFEFFUser-agent: *\nDisallow: /a"],
    ["a byte order mark read as Latin-1", "ï»¿User-agent: *\nDisallow: /a"],
    ["NUL between characters, as UTF-16 read as UTF-8", [..."User-agent: *\nDisallow: /a"].join("\0")],
    ["keys in other case", "USER-AGENT: *\ndIsAlLoW: /a"],
    ["spaces around key and value", "  User-agent  :  *  \n\tDisallow\t:\t/a\t"],
    ["no spaces", "User-agent:*\nDisallow:/a"],
    ["comments", "# hello\nUser-agent: * # all\nDisallow: /a#b"],
    ["no colon", "User-agent *\nDisallow /a"],
    ["unknown keys between", "User-agent: *\nNoindex: /b\nDisallow: /a"],
  ])("are read with %s", (_, robots) => {
    expect(allows(robots, "/a/b")).toBe(false);
    expect(allows(robots, "/b")).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["an HTML page", "<!doctype html>\n<title>User-agent: *</title>\n<p>Disallow: /"],
    ["other keys", "agent: *\ndeny: /"],
    ["a misspelt key", "User-agent: *\nDisalow: /"],
    ["three words without a colon", "User-agent *\nDisallow / a"],
    ["a rule before any group", "Disallow: /\nUser-agent: *\nAllow: /x"],
    ["an empty key", "User-agent: *\n: /"],
  ])("allow everything when the file holds %s", (_, robots) => {
    expect(allows(robots, "/a")).toBe(true);
  });
});

describe("groups", () => {
  const file = [
    "User-agent: Levada",
    "Disallow: /one",
    "",
    "User-agent: Other",
    "User-agent: Third",
    "Disallow: /two",
    "User-agent: *",
    "Disallow: /three",
    "User-agent: levada",
    "Disallow: /four",
  ].join("\n");

  it.each([
    ["Levada", { one: false, two: true, three: true, four: false }],
    ["LEVADA", { one: false, two: true, three: true, four: false }],
    ["Other", { one: true, two: false, three: true, four: true }],
    ["Third", { one: true, two: false, three: true, four: true }],
    ["Nobody", { one: true, two: true, three: false, four: true }],
    ["", { one: true, two: true, three: false, four: true }],
  ])("give %s its own rules, all of them, and no others", (token, expected) => {
    const found = Object.keys(expected).map((path) => [path, allows(file, `/${path}`, token)]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it.each([
    ["User-agent: Levada/0.1", false],
    ["User-agent: levada bot", false],
    ["User-agent: Levadas", true],
    ["User-agent: Lev", true],
    ["User-agent: Super-Levada", true],
    ["User-agent: **", true],
    ["User-agent: * extra", false],
    ["User-agent:", true],
  ])("named %s decide /: %s", (agent, expected) => {
    expect(allows(`${agent}\nDisallow: /`, "/x")).toBe(expected);
  });

  it("stay open over sitemaps, delays and unknown lines", () => {
    const robots =
      "User-agent: Levada\nSitemap: https://a.example/s\nCrawl-delay: 3\nX: y\nUser-agent: B\nDisallow: /";
    expect(allows(robots, "/x")).toBe(false);
    expect(parseRobots(robots, "B").crawlDelayMs).toBe(null);
  });

  it("without rules still keep their agent from the rules for everyone", () => {
    expect(allows("User-agent: *\nDisallow: /\n\nUser-agent: Levada\n", "/x")).toBe(true);
  });

  it("are closed by an empty rule", () => {
    expect(allows("User-agent: Levada\nDisallow:\nUser-agent: B\nDisallow: /", "/x")).toBe(true);
  });
});

describe("matching", () => {
  it.each([
    [["Disallow: /a/b.html", "Allow: /a/"], "/a/b.html", false],
    [["Allow: /a/b.html", "Disallow: /a/"], "/a/b.html", true],
    [["Allow: /a/", "Disallow: /a/"], "/a/x", true],
    [["Disallow: /a/", "Allow: /a/"], "/a/x", true],
    [["Disallow: /A/"], "/a/x", true],
    [["Disallow: /a"], "/about", false],
    [["Disallow: /a$"], "/a", false],
    [["Disallow: /a$"], "/a/", true],
    [["Disallow: /a$"], "/a?b", true],
    [["Disallow: /a$b"], "/a$b", false],
    [["Disallow: /*.pdf$"], "/x/y.pdf", false],
    [["Disallow: /*.pdf$"], "/x/y.pdf?z", true],
    [["Disallow: /*.pdf$"], "/x.pdf/y.pdf", false],
    [["Disallow: *.pdf"], "/x/y.pdfs", false],
    [["Disallow: *"], "/", false],
    [["Disallow: /a*b*c"], "/a1b2c3", false],
    [["Disallow: /a*b*c"], "/a1c2b3", true],
    [["Disallow: /a**b"], "/ab", false],
    [["Disallow: /*ab$"], "/ab", false],
    [["Disallow: /ab*ab$"], "/ab", true],
    [["Disallow: a"], "/a", true],
    [["Disallow:"], "/a", true],
    [["Disallow: /", "Allow: /$"], "/", true],
    [["Disallow: /", "Allow: /$"], "/a", false],
    [["Disallow: /*?"], "/a?b=c", false],
    [["Disallow: /*?"], "/a", true],
    [["Disallow: /"], "/robots.txt", true],
    [["Disallow: /"], "/robots.txt?x", false],
    [["Disallow: /"], "/a/robots.txt", false],
    // The longer of the two in octets, not in characters: "ñ" is six when encoded.
    [["Disallow: /ñ*", "Allow: /*/1"], "/ñ/1", false],
  ])("%j answers %s with %s", (lines, path, expected) => {
    expect(allows(rules(...lines), path)).toBe(expected);
  });

  it.each([
    ["/ツ", "/%E3%83%84", false],
    ["/%e3%83%84", "/ツ", false],
    ["/%E3%83%84", "/%e3%83%84", false],
    ["/a%2Fb", "/a%2fb", false],
    ["/a%2Fb", "/a/b", true],
    ["/a/b", "/a%2Fb", true],
    ["/%7Ejoe", "/~joe", false],
    ["/baz", "/%62%61%7A", false],
    ["/x-%2A", "/x-*", false],
    ["/x-%2A", "/x-y", true],
    ["/x-%24", "/x-$", false],
    ["/\uD800", "/x", true],
  ])("a disallowed %s answers %s with %s", (pattern, path, expected) => {
    expect(allows(rules(`Disallow: ${pattern}`), path)).toBe(expected);
  });

  it("takes an allow only as it is written", () => {
    const robots = rules("Disallow: /", "Allow: /%62az");
    expect([allows(robots, "/baz"), allows(robots, "/%62az")]).toEqual([false, true]);
  });

  it.each([
    ["https://a.example", "/", false],
    ["https://a.example?q=1", "/?q", false],
    ["https://a.example/x#/y", "/y", true],
    ["/x/y", "/x", false],
  ])("takes the string %s as it is written: %s", (url, pattern, expected) => {
    expect(parseRobots(rules(`Disallow: ${pattern}`), "Levada").allows(url)).toBe(expected);
  });
});

describe("Crawl-delay", () => {
  it.each([
    ["10", 10_000],
    ["0.5", 500],
    [".5", 500],
    ["2 # seconds", 2000],
    ["0", 0],
    ["1e9", 1e12],
    ["1e999", Number.MAX_SAFE_INTEGER],
    ["-1", null],
    ["−1", null],
    ["NaN", null],
    ["Infinity", null],
    ["0x10", null],
    ["10s", null],
    ["", null],
  ])("of %j is %j ms", (value, expected) => {
    expect(parseRobots(rules(`Crawl-delay: ${value}`), "Levada").crawlDelayMs).toBe(expected);
  });

  it("is that of the agent's own groups, the longest of them", () => {
    const robots =
      "User-agent: *\nCrawl-delay: 60\nDisallow:\nUser-agent: Levada\nCrawl-delay: 2\nCrawl-delay: 3\nCrawl-delay: x";
    expect(parseRobots(robots, "Levada").crawlDelayMs).toBe(3000);
    expect(parseRobots(robots, "Other").crawlDelayMs).toBe(60_000);
  });
});

it("collects sitemaps from anywhere in the file, once each", () => {
  const robots =
    "Sitemap: https://a.example/1\nUser-agent: B\nSITEMAP:https://a.example/2\nSitemap: https://a.example/1\nSitemap:";
  expect(parseRobots(robots, "Levada").sitemaps).toEqual(["https://a.example/1", "https://a.example/2"]);
});

/** A comment line of this many bytes. */
const filler = (bytes: number) => `#${"ñ".repeat((bytes - 2) / 2)}\n`;

describe("size", () => {
  const head = "User-agent: *\n";

  it("counts bytes, not characters", () => {
    const robots = `${head}${filler(MAX_ROBOTS_BYTES)}Disallow: /late`;
    expect(robots.length).toBeLessThan(MAX_ROBOTS_BYTES);
    expect(allows(robots, "/late")).toBe(true);
  });

  it("reads the last whole line within the limit and drops the one that is cut", () => {
    const line = "Disallow: /whole\n";
    const room = MAX_ROBOTS_BYTES - head.length - line.length;
    const robots = `${head}${filler(room - 10)}${line}Disallow: /cut-off`;
    expect(allows(robots, "/whole")).toBe(false);
    expect(allows(robots, "/cut-off")).toBe(true);
    expect(allows(robots, "/c")).toBe(true);
    expect(allows(`${head}${filler(room + 1)}${line}${line}`, "/whole")).toBe(false);
  });

  it("does not backtrack on wildcards", () => {
    const lines = [
      `${"/*a".repeat(5000)}b`,
      `/*${"a".repeat(4000)}b`,
      `/*b${"a".repeat(4000)}`,
      `/${"*a*".repeat(9000)}$`,
    ];
    const parsed = parseRobots(
      rules(...Array.from({ length: 8 }, () => lines.map((l) => `Disallow: ${l}`)).flat()),
      "Levada",
    );
    const url = new URL(`https://site.example/${"a".repeat(8000)}c`);
    for (let round = 0; round < 20; round++) expect(parsed.allows(url)).toBe(true);
  });
});

it.each([
  ["Levada/0.1 (+https://levada.example)", "Levada"],
  ["  Levada", "Levada"],
  ["Mozilla/5.0 (compatible; My_Bot-x/2; +https://b.example)", "My_Bot-x"],
  ["Mozilla/5.0 (X11)", "Mozilla"],
  ["1234", ""],
])("the product token of %j is %j", (userAgent, expected) => {
  expect(productToken(userAgent)).toBe(expected);
});

describe("for any input", () => {
  it("parsing never throws and robots.txt stays reachable", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .tuple(
          fc.constantFrom("User-agent:", "Disallow:", "Allow", "Crawl-delay:"),
          fc.string({ unit: "binary" }),
        )
        .map((p) => p.join(" ")),
    );
    fc.assert(
      fc.property(fc.array(line), fc.webUrl(), fc.string(), (lines, url, token) => {
        const parsed = parseRobots(lines.join("\n"), token);
        expect(typeof parsed.allows(url)).toBe("boolean");
        expect(parsed.allows(new URL("https://site.example/robots.txt"))).toBe(true);
      }),
    );
  });

  it("wildcards agree with a regular expression", () => {
    const short = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "/", "*"), maxLength: 8 });
    fc.assert(
      fc.property(pattern, fc.boolean(), short, (body, anchored, path) => {
        const naive = new RegExp(`^/${body.replaceAll("*", ".*")}${anchored ? "$" : ""}`);
        const parsed = parseRobots(rules(`Disallow: /${body}${anchored ? "$" : ""}`), "Levada");
        expect(parsed.allows(`https://site.example/${path}`)).toBe(!naive.test(`/${path}`));
      }),
      { numRuns: 2000 },
    );
  });

  it("long literals are found where the text has them", () => {
    const needle = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 32, maxLength: 40 });
    const around = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 60 });
    fc.assert(
      fc.property(needle, around, around, fc.boolean(), (literal, before, after, there) => {
        const path = `/${before}${there ? literal : ""}${after}`;
        expect(allows(rules(`Disallow: /*${literal}`), path)).toBe(!path.includes(literal));
      }),
    );
  });
});

const casesFile = process.env["LEVADA_ROBOTS_CASES"];
it.skipIf(casesFile === undefined)("agrees with the case file", () => {
  interface Case {
    test: string;
    robotstxt: string;
    agent: string;
    url: string;
    allowed: boolean;
  }
  const lines = readFileSync(casesFile ?? "", "utf8")
    .trim()
    .split("\n");
  const cases = lines
    .map((line) => JSON.parse(line) as Case)
    .filter(({ test }) => !test.startsWith("GoogleOnly"));
  expect(cases.length).toBeGreaterThan(0);
  expect(cases.filter((c) => parseRobots(c.robotstxt, c.agent).allows(c.url) !== c.allowed)).toEqual([]);
});
