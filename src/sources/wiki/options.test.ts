import { describe, expect, it } from "vitest";
import { DEFAULT_WIKI_OPTIONS, mediaWikiTime, resolveWikiOptions } from "./options.ts";

describe("options of a wiki", () => {
  it("nothing given: the defaults", () => {
    expect(resolveWikiOptions()).toEqual(DEFAULT_WIKI_OPTIONS);
    expect(resolveWikiOptions({ since: null, registry: null })).toEqual(DEFAULT_WIKI_OPTIONS);
  });

  it.each([
    [{ apiUrl: "http://127.0.0.1:8080/w/api.php?action=x#y" }, { apiUrl: "http://127.0.0.1:8080/w/api.php" }],
    [{ namespaces: ["0", " 14 ", 14] }, { namespaces: [0, 14] }],
    [{ namespaces: 4 }, { namespaces: [4] }],
    [{ since: "auto" }, { since: "auto" }],
    [{ since: "2026-01-31" }, { since: "2026-01-31T00:00:00Z" }],
    [{ since: "2026-01-31T12:00:00.999+01:00" }, { since: "2026-01-31T11:00:00Z" }],
    [
      { registry: "pages.db", pageDir: "p", rawDir: "r" },
      { registry: "pages.db", pageDir: "p", rawDir: "r" },
    ],
  ])("%j", (given, expected) => {
    expect(resolveWikiOptions(given)).toMatchObject(expected);
  });

  it.each([
    [{ apiUrl: "ftp://host/api.php" }, /api "ftp/],
    [{ apiUrl: "https://user:secret@host/api.php" }, /address of api.php/],
    [{ apiUrl: "api.php" }, /address of api.php/],
    [{ apiUrl: 7 }, /address of api.php/],
    [{ pageDir: "" }, /page-dir ""/],
    [{ rawDir: "a\0b" }, /raw-dir/],
    [{ registry: 3 }, /registry 3/],
    [{ namespaces: [] }, /namespaces \[\]/],
    [{ namespaces: ["-1"] }, /namespaces "-1"/],
    [{ namespaces: ["Talk"] }, /namespaces "Talk"/],
    [{ namespaces: [1.5] }, /namespaces 1.5/],
    [{ since: "yesterday" }, /since "yesterday"/],
    [{ since: "2026-13-45" }, /since "2026-13-45"/],
    [{ since: 5 }, /since 5/],
  ])("%j is refused", (given, message) => {
    expect(() => resolveWikiOptions(given)).toThrow(message);
  });

  it("times are written to the second", () => {
    expect(mediaWikiTime(Date.UTC(2026, 0, 2, 3, 4, 5, 678))).toBe("2026-01-02T03:04:05Z");
  });
});
