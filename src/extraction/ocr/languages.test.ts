import { describe, expect, it } from "vitest";
import { betterLanguages, firstLanguages, trainedName } from "./languages.ts";

const ALL = ["es", "ca", "eu", "gl", "en"];

describe("languages that a scan is read in", () => {
  it.each([
    ["nothing is known", null, [], ["es"]],
    ["it says its own", "ca", ALL, ["ca", "es"]],
    ["it says one that is not expected", "en", ["es", "ca"], ["es"]],
    ["it says one that cannot be read", "fr", [], ["es"]],
    ["its source has others", null, ["gl", "es"], ["gl", "es"]],
    ["its source has none that can be read", null, ["fr", "de"], ["es"]],
    ["it says the one that is always there", "es", ALL, ["es"]],
  ])("where %s", (_, declared, expected, languages) => {
    expect(firstLanguages(declared, expected)).toEqual(languages);
  });

  it.each([
    ["its text is in the one it was read in", ["es"], ["es"], ALL, null],
    ["its text is in another", ["es"], ["eu"], ALL, ["eu", "es"]],
    ["its text is in one that is not expected", ["es"], ["eu"], ["es", "ca"], null],
    ["its text is in one that cannot be read", ["es"], ["pt"], [], null],
    ["its text is in two", ["es"], ["ca", "es"], ALL, ["ca", "es"]],
    ["its text is in more than are read at once", ["es"], ["ca", "en", "gl", "eu"], ALL, ["ca", "en", "es"]],
    ["no language is told", ["es"], [], ALL, null],
  ])("once there is text: %s", (_, now, found, expected, languages) => {
    expect(betterLanguages(now, found, expected)).toEqual(languages);
  });

  it("have names of three letters", () => {
    expect(ALL.map(trainedName)).toEqual(["spa", "cat", "eus", "glg", "eng"]);
  });
});
