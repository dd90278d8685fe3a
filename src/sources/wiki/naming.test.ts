import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCanonicalUrl, makeFilename, MAX_NAME_BYTES, sanitizeFilename } from "./naming.ts";

const bytes = (text: string) => Buffer.byteLength(text);
const anyTitle = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 300 }),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.constantFrom("CON", "nul.txt", "..", "...", "", " ", "-", "~", "__proto__", "a".repeat(400)),
);
const pageId = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** The rules of the archive for the path of a document (document-path.ts), and those of the strictest file systems. */
function problemsOf(name: string): string[] {
  const device = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
  const rules: [string, boolean][] = [
    ["empty", name === ""],
    ["absolute", /^[A-Za-z]:/.test(name)],
    ["separator", /[/\\]/.test(name)],
    ["control", /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(name)],
    ["malformed", !name.isWellFormed()],
    ["too long", bytes(name) > 255],
    ["reserved by the archive", [".incoming", "manifest.jsonl", ".", ".."].includes(name.toLowerCase())],
    ["forbidden on Windows", /[<>:"|?*]/.test(name) || device.test(name) || /[. ]$/.test(name)],
    ["quotes", /['"`]/.test(name)],
    ["direction controls", /[\u061c\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(name)],
    ["hidden or an option", /^[-.~]/.test(name)],
    ["not composed", name.normalize("NFC") !== name],
  ];
  return rules.filter(([, broken]) => broken).map(([rule]) => rule);
}

describe("makeFilename", () => {
  it.each([
    ["Field guide", 7, "Field_guide_7.json"],
    ["Field guide/Chapter 1/Section 2", 8, "Field_guide_Chapter_1_Section_2_8.json"],
    ["/Leading slash", 9, "Leading_slash_9.json"],
    ["Trailing dot.", 1, "Trailing_dot_1.json"],
    ["...And ellipsis", 1, "And_ellipsis_1.json"],
    [".hidden name", 1, "hidden_name_1.json"],
    ['The "quoted" ledge', 1, "The_quoted_ledge_1.json"],
    ["Keeper's well", 1, "Keeper_s_well_1.json"],
    ["A “curly” name", 1, "A_curly_name_1.json"],
    ["What is marl?", 1, "What_is_marl_1.json"],
    ["Site: the first", 1, "Site_the_first_1.json"],
    ["Back\\slash", 1, "Back_slash_1.json"],
    ["Star * star", 1, "Star_star_1.json"],
    ["100% chalk", 1, "100%_chalk_1.json"],
    ["CON", 1, "CON__1.json"],
    ["nul.tar.gz", 1, "nul_.tar.gz_1.json"],
    ["COM¹", 1, "COM¹__1.json"],
    ["Console", 1, "Console_1.json"],
    ["0", 0, "0_0.json"],
    ["-1", 1, "1_1.json"],
    ["Constructor", 1, "Constructor_1.json"],
    ["__proto__", 1, "proto_1.json"],
    ["???", 1, "page_1.json"],
    ["", 1, "page_1.json"],
    ["\u202egnp.exe", 1, "gnp.exe_1.json"],
    ["Zero\u200djoiner", 1, "Zerojoiner_1.json"],
    ["E\u0301rosion", 1, "Érosion_1.json"],
    ["岩石", 1, "岩石_1.json"],
    ["أرض", 1, "أرض_1.json"],
    ["🪨 Rock", 1, "🪨_Rock_1.json"],
    ["broken \ud83e", 1, "broken_1.json"],
  ])("%j with id %i is %s", (title, id, name) => {
    expect(makeFilename(title, id)).toBe(name);
    expect(problemsOf(name)).toEqual([]);
  });

  it("gives names that the archive and every file system accept", () => {
    fc.assert(
      fc.property(anyTitle, pageId, (title, id) => {
        const name = makeFilename(title, id);
        expect(problemsOf(name)).toEqual([]);
        expect(makeFilename(title, id)).toBe(name);
        expect(makeFilename(title.normalize("NFD"), id)).toBe(makeFilename(title.normalize("NFC"), id));
      }),
      { numRuns: 1_000 },
    );
  });

  it("never gives two pages one file, also where case and composition are folded", () => {
    const folded = (name: string) => name.normalize("NFD").toUpperCase().toLowerCase();
    fc.assert(
      fc.property(anyTitle, anyTitle, pageId, pageId, (first, second, a, b) => {
        fc.pre(a !== b);
        expect(folded(makeFilename(first, a))).not.toBe(folded(makeFilename(second, b)));
        expect(folded(makeFilename(`${first}_${a}`, b))).not.toBe(folded(makeFilename(first, a)));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([-1, 1.5, Number.NaN, 2 ** 60])("refuses %d as a page id", (id) => {
    expect(() => makeFilename("A", id)).toThrow(RangeError);
  });
});

describe("a title that is too long", () => {
  const long = "層".repeat(85);

  it("is cut between code points, within the limit, with its id whole", () => {
    const name = makeFilename(long, 1234);
    expect(name).toMatch(/^層+_1234\.json$/);
    expect(bytes(name)).toBeLessThanOrEqual(MAX_NAME_BYTES);
    expect(bytes(name)).toBeGreaterThan(MAX_NAME_BYTES - 3);
  });

  it("is not cut between a letter and its marks", () => {
    expect(sanitizeFilename("aae\u0323\u0302\u0301", 5)).toBe("aa");
    expect(sanitizeFilename("👍🏽👍🏽", 12)).toBe("👍🏽");
  });

  it("is cut inside its marks where there is nothing else", () => {
    expect(sanitizeFilename(`x${"\u0333".repeat(200)}`, 7)).toBe(`x${"\u0333".repeat(3)}`);
  });

  it("does not end in a dot because of the cut", () => {
    expect(sanitizeFilename("abc.def", 4)).toBe("abc");
  });
});

describe("sanitizeFilename", () => {
  it("changes nothing when it is applied again", () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        expect(sanitizeFilename(sanitizeFilename(title))).toBe(sanitizeFilename(title));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("buildCanonicalUrl", () => {
  const site = { server: "https://wiki.example", articlePath: "/wiki/$1" };

  it.each([
    ["Field guide/Chapter 1", "Field_guide/Chapter_1"],
    ["Salt & pepper", "Salt_%26_pepper"],
    ["Plus + minus", "Plus_%2B_minus"],
    ["100% chalk", "100%25_chalk"],
    ["What is marl?", "What_is_marl%3F"],
    ["A;b@c$d!e*f(g)h,i/j~k:l", "A;b@c$d!e*f(g)h,i/j~k:l"],
    ["Keeper's well", "Keeper%27s_well"],
    ['The "quoted" ledge', "The_%22quoted%22_ledge"],
    ["Back\\slash", "Back%5Cslash"],
    ["Equal=sign", "Equal%3Dsign"],
    ["Caret ^ caret", "Caret_%5E_caret"],
    ["Dollar $1 $&", "Dollar_$1_$%26"],
    ["岩石", "%E5%B2%A9%E7%9F%B3"],
    ["🪨", "%F0%9F%AA%A8"],
    ["\ud83e", "%EF%BF%BD"],
  ])("writes %j as %s", (title, path) => {
    expect(buildCanonicalUrl(site, title)).toBe(`https://wiki.example/wiki/${path}`);
  });

  it.each([
    [{ server: "//wiki.example", articlePath: "/wiki/$1" }, "https://wiki.example/wiki/A_b"],
    [{ server: "http://127.0.0.1:8080/", articlePath: "/$1" }, "http://127.0.0.1:8080/A_b"],
    [
      { server: "https://w.example", articlePath: "/w/index.php?title=$1" },
      "https://w.example/w/index.php?title=A_b",
    ],
    [{ server: "https://w.example", articlePath: "https://other.example/$1" }, "https://other.example/A_b"],
  ])("follows the site %j", (where, url) => {
    expect(buildCanonicalUrl(where, "A b")).toBe(url);
  });

  it("gives the title back when the path is decoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (title) => {
        const path = buildCanonicalUrl(site, title).slice("https://wiki.example/wiki/".length);
        expect(decodeURIComponent(path)).toBe(title.replaceAll(" ", "_"));
      }),
    );
  });
});
