import { describe, expect, it } from "vitest";
import { MarkupReader, splitName } from "./markup.ts";

function events(pieces: readonly string[], xml = true): string[] {
  const seen: string[] = [];
  const reader = new MarkupReader(
    {
      open: (name, attributes) =>
        seen.push(`<${[name, ...[...attributes].map((pair) => pair.join("="))].join(" ")}>`),
      close: (name) => seen.push(`</${name}>`),
      text: (text) => seen.push(text),
      declaration: (text) => seen.push(`!${text}`),
    },
    { xml },
  );
  for (const piece of pieces) reader.write(piece);
  reader.end();
  return seen;
}

describe("markup as a flat stream", () => {
  it.each<[string, string, boolean, string]>([
    ["tags and attributes", `<A B="1" b='2' c=3 d>x</A>`, true, "<a b=1 c=3 d=>|x|</a>"],
    ["tags that close themselves", "<a/>", true, "<a>|</a>"],
    ["tags that close themselves, in HTML", "<a/>x", false, "<a>|x"],
    ["CDATA", "<![CDATA[<b>&amp;]]>", true, "<b>&amp;"],
    ["CDATA in HTML", "<![CDATA[<b>]]>x", false, "x"],
    ["comments and instructions", "<?xml version='1.0'?><!-- <a> -->x", true, "x"],
    ["declarations", "<!DOCTYPE a [<!ENTITY b 'c'>]>&b;", true, "!DOCTYPE a [<!ENTITY b 'c'|]>&b;"],
    ["entities", "&lt;&#65;&#x42;&amp;amp;&no;&", true, "<|A|B|&|amp;&no;&"],
    ["entities in attributes", `<a b="&lt;&#65;&no;">`, true, "<a b=<A&no;>"],
    ["scripts", "<script>'<a>'</script><b>", false, "<script>|'<a>'|</script>|<b>"],
    ["a prefix", "<sm:Loc>", true, "<sm:loc>"],
    ["a tag that is cut before it closes itself", "<p>x<a/", false, "<p>|x"],
  ])("%s", (_, text, xml, expected) => {
    expect(events([text], xml).join("|")).toBe(expected);
  });

  it("is the same however the text is cut", () => {
    const text = `<a b="1&amp;2"><![CDATA[x]]>y&lt;<c/><!-- d --></a>`;
    const whole = events([text]).join("");
    expect(events([...text]).join("")).toBe(whole);
  });

  it("forgets the beginning of what is too long to be kept, and goes on behind it", () => {
    const seen = events([`<a><![CDATA[${"x".repeat(3 << 20)}]]></a><b>y</b>`]);
    expect([seen[0], seen.slice(2).join("")]).toEqual(["<a>", "</a><b>y</b>"]);
    expect(seen[1]?.length).toBeLessThan(2 << 20);
  });

  it("bounds names, values and the number of attributes", () => {
    const many = Array.from({ length: 1000 }, (_, i) => `a${i}=${"v".repeat(1000)}`).join(" ");
    const [tag] = events([`<${"n".repeat(5000)} ${many} b="${"w".repeat(500_000)}">`]);
    expect(tag?.split(" ").length).toBe(129);
    expect(tag?.split(" ")[0]?.length).toBe(257);
    const [long] = events([`<a b="${"w".repeat(500_000)}">`]);
    expect(long?.length).toBeLessThan(200_000);
  });
});

it.each([
  ["loc", "", "loc"],
  ["image:loc", "image", "loc"],
  ["a:b:c", "a", "b:c"],
])("%s has the prefix %j and the name %s", (name, prefix, local) => {
  expect(splitName(name)).toEqual({ prefix, local });
});
