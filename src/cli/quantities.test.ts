import { describe, expect, it } from "vitest";
import { closest, didYouMean } from "./did-you-mean.ts";
import { bytesText, counted, durationText, momentText } from "./quantities.ts";
import { commandLine } from "./shell-words.ts";
import { pairs, table } from "./table.ts";

describe("quantities", () => {
  it.each([
    [0, "0 B"],
    [999, "999 B"],
    [1000, "1.0 kB"],
    [99_949, "99.9 kB"],
    [99_950, "100 kB"],
    [999_499, "999 kB"],
    [999_500, "1.0 MB"],
    [2.5e9, "2.5 GB"],
    [5e15, "5000 TB"],
  ])("%i bytes are %j", (bytes, text) => expect(bytesText(bytes)).toBe(text));

  it.each([
    [-5, "0.0 s"],
    [400, "0.4 s"],
    [12_000, "12 s"],
    [252_000, "4 min 12 s"],
    [300_000, "5 min"],
    [11_100_000, "3 h 5 min"],
    [187_200_000, "2 d 4 h"],
  ])("%i ms are %j", (ms, text) => expect(durationText(ms)).toBe(text));

  it("a moment says when, and how far off it is", () => {
    const now = Date.UTC(2025, 5, 1, 14, 0, 0);
    const at = (ms: number) => new Date(now + ms).toISOString();
    expect(momentText(at(252_000), now)).toBe("2025-06-01 14:04:12 UTC (in 4 min 12 s)");
    expect(momentText(at(-12_000), now)).toBe("2025-06-01 13:59:48 UTC (12 s ago)");
    expect(momentText(at(86_400_000), now)).toBe("2025-06-02 14:00:00 UTC (in 1 d)");
    expect(momentText("nonsense", now)).toBe("an unknown time");
  });

  it("counts in the singular and the plural", () =>
    expect([counted(1, "document"), counted(0, "document")]).toEqual(["1 document", "0 documents"]));
});

it.each([
  ["usg", "usgs"],
  ["USGS", "usgs"],
  ["sttaus", "status"],
  ["wiki", undefined],
  ["", undefined],
])("%j was probably meant as %j", (word, meant) => expect(closest(word, ["usgs", "status"])).toBe(meant));

it("suggests nothing where nothing is close", () =>
  expect([didYouMean("usg", ["usgs"]), didYouMean("xyz", ["usgs"])]).toEqual([" (did you mean usgs?)", ""]));

it("quotes for the shell only what needs it", () =>
  expect(commandLine(["ingest", "--root", "my data", "it's"])).toBe(
    String.raw`levada ingest --root 'my data' 'it'\''s'`,
  ));

it("aligns columns and leaves no space at the end of a line", () => {
  expect(
    table(
      [{ title: "a" }, { title: "n", align: "right" }, { title: "z" }],
      [
        ["long", "1", ""],
        ["b", "100", "x"],
      ],
    ),
  ).toBe("a       n  z\nlong    1\nb     100  x\n");
  expect(
    pairs([
      ["a", "1"],
      ["long", "2"],
    ]),
  ).toBe("  a     1\n  long  2\n");
});
