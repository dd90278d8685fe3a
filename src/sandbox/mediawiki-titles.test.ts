import { describe, expect, it } from "vitest";
import { categoriesOf, extractOf, modelOf, redirectTarget } from "./mediawiki-text.ts";
import { parseTitle, prefixedText } from "./mediawiki-titles.ts";

describe("titles", () => {
  it.each([
    ["amber ridge", "Amber ridge"],
    ["  Amber__ridge_ ", "Amber ridge"],
    ["talk: amber", "Talk:Amber"],
    [":Category:foo", "Category:Foo"],
    ["project:About", "Sandbox Wiki:About"],
    ["Site: the first", "Site: the first"],
    ["X#section", "X"],
    ["#section", ""],
    ["ßtraße", "ßtraße"],
    ["éa\u200e", "Éa"],
    ["__proto__", "Proto"],
    ["🪨 rock", "🪨 rock"],
  ])("reads %j as %j", (text, title) => {
    const parsed = parseTitle(text);
    expect(parsed.kind === "page" && prefixedText(parsed)).toBe(title);
  });

  it.each([
    ["", "empty"],
    [":", "empty"],
    ["Talk:", "empty"],
    ["A|B", "invalid characters"],
    ["A{b", "invalid characters"],
    ["%41", "invalid characters"],
    ["a&amp;b", "invalid characters"],
    ["a/../b", "relative path"],
    ["..", "relative path"],
    ["a~~~b", "tilde"],
    ["層".repeat(86), "too long"],
    ["Talk:File:x", "talk page that cannot exist"],
    ["Talk::x", "colon at the beginning"],
  ])("refuses %j: %s", (text, reason) => {
    expect(parseTitle(text)).toMatchObject({ kind: "invalid", reason: expect.stringContaining(reason) });
  });

  it("leaves a title of another wiki to it", () => {
    expect(parseTitle("Wikipedia:foo bar")).toEqual({
      kind: "interwiki",
      prefix: "wikipedia",
      text: "foo bar",
    });
  });
});

describe("texts", () => {
  it.each([
    ["#REDIRECT [[Target]]", "Target", ""],
    ["\n#redirect: [[target thing#Part|label]]", "Target_thing", "Part"],
    ["#REDIRECT [[:Category:X]]", "X", ""],
  ])("knows a redirect: %j", (text, key, fragment) => {
    expect(redirectTarget("wikitext", text)).toMatchObject({ key, fragment });
  });

  it.each(["See #REDIRECT [[Target]]", "#REDIRECT Target", "#REDIRECT [[Bad<title]]", "#REDIRECT [[#only]]"])(
    "knows what is no redirect: %j",
    (text) => {
      expect(redirectTarget("wikitext", text)).toBe(null);
      expect(redirectTarget("json", "#REDIRECT [[Target]]")).toBe(null);
    },
  );

  it("finds categories once each, in order, and links to them not at all", () => {
    const text =
      "[[Category:beta]] [[category: Alpha |key]] [[Category:Beta]] [[:Category:Linked]] [[Category:A<b]]";
    expect(categoriesOf("wikitext", text)).toEqual(["Alpha", "Beta"]);
    expect(categoriesOf("css", text)).toEqual([]);
  });

  it.each([
    [2, "Keeper/common.css", "css"],
    [2, "Keeper.css", "wikitext"],
    [8, "Common.js", "javascript"],
    [2, "Keeper/data.json", "json"],
    [0, "Site table.json", "wikitext"],
  ])("gives %i:%s its model, %s", (ns, key, model) => {
    expect(modelOf({ ns, key })).toBe(model);
  });

  it("extracts words", () => {
    expect(extractOf("wikitext", "'''A''' [[b|c]] {{d}}<br>[[e]]\n[[Category:F]]")).toBe("A c e");
    expect(extractOf("wikitext", "#REDIRECT [[A]]")).toBe("");
  });
});
