import { join, sep } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MisuseError } from "../../domain/errors.ts";
import { checkSource, partsOf } from "./document-path.ts";

describe("partsOf", () => {
  it.each([
    ["nothing", "", "empty"],
    ["an absolute path", "/etc/passwd", "absolute"],
    ["a drive", "C:/x", "absolute"],
    ["a way up", "TX/../../x", '".."'],
    ["a way to nowhere", "TX/./x", '"."'],
    ["two slashes", "TX//x", "a part is empty"],
    ["a slash at the end", "TX/", "a part is empty"],
    ["a backslash", "TX\\..\\x", "backslash"],
    ["NUL", "TX/a\0.pdf", "NUL"],
    ["an escape sequence", "TX/\u001b[2J", "control"],
    ["half a character", "TX/\ud800", "well-formed"],
    ["a part of 256 bytes", `TX/${"ñ".repeat(128)}`, "255 bytes"],
    ["a path of many parts", "abcdefg/".repeat(300).slice(0, -1), "2048 bytes"],
    ["our own folder", ".incoming/x", "reserved"],
    ["our own folder, in capitals", ".INCOMING/x", "reserved"],
    ["the manifest", "Manifest.jsonl", "reserved"],
  ])("%s is refused", (_what, path, problem) => {
    expect(() => partsOf(path)).toThrow(MisuseError);
    expect(() => partsOf(path)).toThrow(problem);
  });

  it("whatever a path is: it is refused, or it stays inside the folder", () => {
    const nasty = fc.constantFrom(
      "..",
      ".",
      "/",
      "\\",
      "\0",
      "C:",
      "~",
      "%2e%2e",
      "\u202e",
      "ñ",
      "a",
      "\ud800",
    );
    const path = fc.array(fc.oneof(nasty, fc.string({ unit: "binary" }))).map((parts) => parts.join(""));
    const folder = `${sep}data${sep}raw${sep}usgs`;
    let taken = 0;
    fc.assert(
      fc.property(
        fc.oneof(
          path,
          fc.webPath().map((one) => one.slice(1)),
        ),
        (text) => {
          let parts: readonly string[];
          try {
            parts = partsOf(text);
          } catch (error) {
            expect(error).toBeInstanceOf(MisuseError);
            return;
          }
          taken++;
          const file = join(folder, ...parts);
          expect(file.startsWith(`${folder}${sep}`)).toBe(true);
          expect(file.slice(folder.length + 1)).toBe(text);
          for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
        },
      ),
    );
    expect(taken).toBeGreaterThan(0);
  });
});

describe("checkSource", () => {
  it.each(["", "../x", "a/b", "USGS", "1a", "a b", "a".repeat(32)])("%o is refused", (name) => {
    expect(() => checkSource(name)).toThrow(MisuseError);
  });
});
